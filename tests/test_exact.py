"""The exact search of the core against plain Python, on everything that it takes, with reductions on and off."""

import numpy as np
import pytest
from brute import cost_of, easy_games, least, relative, rows
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import histories

import corral
from corral import _core

ALL = 2 ** len(_core.REDUCTIONS) - 1
HUGE = 1 << 30

memories = st.sampled_from([0, 1 << 10, 1 << 14, 1 << 22])
without = st.one_of(
    st.just(0), st.sampled_from([1 << bit for bit in range(len(_core.REDUCTIONS))]), st.just(ALL), st.integers(0, ALL)
)
# Small and large costs, flat ends, and limits at any place.
step = st.integers(0, 4) | st.sampled_from([0, 0, 1, 1, 1000, 70_000, HUGE])
schedules = st.one_of(
    st.just([1]),
    st.integers(0, 6).map(lambda free: [0] * free + [None]),
    st.integers(0, 6).map(lambda free: [1] * free + [None]),
    st.integers(0, 4).map(lambda free: [0] * free + [1, 0]),
    st.integers(0, 4).map(lambda paid: [1] * paid + [1 + HUGE, None]),
    st.lists(step, min_size=1, max_size=6),
    st.lists(step, max_size=5).map(lambda steps: [*steps, None]),
)


def some_weights(count):
    return st.lists(st.sampled_from([0, 1, 1, 2, 7, 1000]), min_size=count, max_size=count)


def numbers(values):
    return np.array(values, np.uint32)


def check(data, solver, table, classes, secrets, **options):
    """Compare runs of one solver, one after the other, and their trees with the least cost by plain Python."""
    win = classes[-1]
    for steps, budget in data.draw(st.lists(st.tuples(schedules, budgets), min_size=1, max_size=3)):
        cost = relative(steps)
        best = least(table, win, secrets, cost, **options)
        value, lower, ended = solver.run(steps, budget=budget)
        assert ended
        assert (value, lower) == (solver.value, solver.lower)
        if best is None:
            assert value is None
            assert budget is not None or lower is None
        elif budget is not None and best >= budget:
            assert value is None
            assert lower is not None
            assert budget <= lower <= best
        else:
            assert value == lower == best
            tree = solver.tree(steps)
            assert cost_of(tree, table, win, classes, secrets, cost, weights=options["weights"]) == best
            assert tree.size[0] == len(secrets)


budgets = st.none() | st.integers(0, 40) | st.sampled_from([HUGE, 3 * HUGE])


@st.composite
def matrices(draw):
    """A table in which each secret has a guess that wins, and whether every secret g has guess g for it."""
    secrets = draw(st.integers(1, 7))
    guesses = draw(st.integers(secrets, secrets + 3))
    classes = draw(st.integers(2 if guesses * secrets > 1 else 1, 4))
    answers = st.integers(0, max(classes - 2, 0))
    table = [[draw(answers) for _ in range(secrets)] for _ in range(guesses)]
    same = draw(st.booleans())
    wins = list(range(secrets)) if same else draw(st.permutations(range(secrets)))
    # The others win against a secret as well, or never.
    wins += [None if same else draw(st.none() | st.integers(0, secrets - 1)) for _ in range(guesses - secrets)]
    order = list(range(guesses)) if same else draw(st.permutations(range(guesses)))
    for guess, secret in zip(order, wins, strict=True):
        if secret is not None:
            table[guess][secret] = classes - 1
    return table, classes, same


@settings(max_examples=2 * settings.default.max_examples)
@given(matrices(), st.data())
def test_any_table(matrix, data):
    table, classes, same = matrix
    guesses, secrets = len(table), len(table[0])
    core = _core.Matrix(np.array(table, np.uint8), guesses, secrets, classes)
    left = data.draw(st.none() | st.sets(st.integers(0, secrets - 1), min_size=1).map(sorted))
    some = range(secrets) if left is None else left
    weights = data.draw(
        st.none() | st.lists(st.sampled_from([0, 1, 1, 2, 7, 1000]), min_size=secrets, max_size=secrets)
    )
    asked = st.lists(st.integers(0, guesses - 1), max_size=2)
    opener, consistent = data.draw(asked), same and data.draw(st.booleans())
    solver = _core.Solver(
        core,
        None if left is None else numbers(left),
        weights=None if weights is None else np.array([weights[secret] for secret in some], np.uint64),
        history=numbers(data.draw(asked)),
        whole=False,
        opener=numbers(opener),
        consistent=consistent,
        memory=data.draw(memories),
        without=data.draw(without),
    )
    options = {"weights": weights, "opener": opener, "consistent": consistent}
    check(data, solver, table, range(classes), some, **options)


def check_game(game, data, history, left, whole):
    level = data.draw(st.sampled_from(_core.levels()))
    table, _ = rows(game)
    guess = st.integers(0, len(game) - 1)
    weights = data.draw(st.none() | some_weights(len(game)))
    opener, consistent = data.draw(st.lists(guess, max_size=2)), data.draw(st.booleans())
    some = range(len(game)) if left is None else left
    solver = _core.Solver(
        _core.Codes(game.rule, level),
        None if left is None else numbers(left),
        weights=None if weights is None else np.array([weights[secret] for secret in some], np.uint64),
        history=numbers(history),
        whole=whole,
        opener=numbers(opener),
        consistent=consistent,
        memory=data.draw(memories),
        without=data.draw(without),
    )
    check(data, solver, table, game.classes, some, weights=weights, opener=opener, consistent=consistent)


@settings(max_examples=2 * settings.default.max_examples)
@given(easy_games, st.data())
def test_positions_of_games(game, data):
    history = data.draw(histories(game))
    left = game.candidate_numbers(history).tolist() if history else None
    check_game(game, data, [game.guesses.index(guess) for guess, _ in history], left, whole=True)


@settings(max_examples=2 * settings.default.max_examples)
@given(easy_games, st.data())
def test_any_secrets_of_games(game, data):
    guess = st.integers(0, len(game) - 1)
    left = sorted(data.draw(st.sets(guess, min_size=1, max_size=10)))
    check_game(game, data, data.draw(st.lists(guess, max_size=3)), left, whole=False)


@pytest.mark.parametrize("level", _core.levels())
@pytest.mark.parametrize("name", ["mastermind:4x4", "bulls-and-cows:4x5", "bulls-and-cows:3x6+nozero"])
def test_levels_and_memories_search_alike(name, level):
    """The same positions at every level, the same trees for every memory."""
    game = corral.game(name)
    found = set()
    for memory in 0, 1 << 12, 1 << 24:
        for chosen in {level, _core.LEVELS[0]}:
            solver = _core.Solver(
                _core.Codes(game.rule, chosen),
                None,
                history=numbers([]),
                whole=True,
                opener=numbers([]),
                consistent=False,
                memory=memory,
            )
            value, _, _ = solver.run([1])
            tree = solver.tree([1])
            arrays = tuple(bytes(getattr(tree, name)) for name in ("guess", "label", "first", "size"))
            found.add((memory, solver.nodes, value, arrays))
    assert len(found) == 3
    assert len({(value, arrays) for _, _, value, arrays in found}) == 1


def test_a_table_is_a_game():
    """A peg game through its table has the values, though not the speed, that it has through its rule."""
    game = corral.bulls_and_cows(3, 5)
    table = game.feedback_table()
    core = _core.Matrix(table, len(game), len(game), len(game.classes))
    for left in None, numbers(range(5, 40)):
        options = {"history": numbers([]), "whole": False, "opener": numbers([]), "memory": 1 << 24}
        for consistent in False, True:
            solvers = [_core.Solver(way, left, consistent=consistent, **options) for way in (core, game.core)]
            for steps in [1], [0, 0, 1, 0], [0, 0, 0, None], [1, 1, 1, None]:
                one, other = (solver.run(steps) for solver in solvers)
                assert one == other


# What is outside the contract


def matrix(rows, classes=3):
    return _core.Matrix(np.array(rows, np.uint8), len(rows), len(rows[0]), classes)


def solver(game, left=None, **options):
    defaults = {"history": numbers([]), "whole": False, "opener": numbers([]), "consistent": False, "memory": 1 << 20}
    return _core.Solver(game, left, **{**defaults, **options})


@pytest.mark.parametrize("rows", [[[2, 0], [0, 1]], [[2, 2], [0, 2]], [[3, 0], [0, 2]]])
def test_tables_that_are_no_games(rows):
    with pytest.raises(ValueError, match="classes below 3"):
        matrix(rows)


@pytest.mark.parametrize(
    "options",
    [
        {"left": numbers([])},
        {"left": numbers([3, 2])},
        {"left": numbers([2, 2])},
        {"left": numbers([9])},
        {"weights": np.ones(8, np.uint64)},
        {"weights": np.ones(9, np.float64)},
        {"history": numbers([9])},
        {"opener": numbers([9])},
        {"left": np.array([1, 2], np.int64)},
    ],
    ids=str,
)
def test_arguments_outside_the_contract(options):
    with pytest.raises((ValueError, BufferError)):
        solver(corral.mastermind(2, 3).core, **options)


@pytest.mark.parametrize("steps", [[], [-1], [1, -1], [1 << 57], [1 << 80]])
def test_steps_outside_the_contract(steps):
    with pytest.raises((ValueError, OverflowError)):
        solver(corral.mastermind(2, 3).core).run(steps)


def test_sums_that_do_not_fit():
    codes = corral.mastermind(2, 3).core
    with pytest.raises(OverflowError):
        solver(codes).run([1 << 53])
    with pytest.raises(OverflowError):
        solver(codes, weights=np.full(9, 1 << 52, np.uint64)).run([1])
    assert solver(codes, weights=np.full(9, 1 << 48, np.uint64)).run([1])[0] == (21 - 9) << 48


def test_a_refused_schedule_leaves_no_tree_behind():
    game, none = corral.mastermind(3, 4), np.empty(0, np.uint32)
    solver = _core.Solver(game.core, None, history=none, whole=True, opener=none, consistent=False, memory=1 << 20)
    solver.run([1])
    for _ in range(2):
        with pytest.raises(OverflowError):
            solver.run([1 << 50, 1])
        with pytest.raises(OverflowError):
            solver.tree([1 << 50, 1])
    assert solver.run([1])[0] == 206 - len(game)


def test_a_matrix_is_a_copy_of_its_table():
    none = np.empty(0, np.uint32)
    table = np.where(np.eye(6, dtype=bool), 1, 0).astype(np.uint8)
    matrix = _core.Matrix(table, 6, 6, 2)
    solver = _core.Solver(matrix, None, history=none, whole=True, opener=none, consistent=False, memory=1 << 20)
    table[:] = 200
    assert solver.run([1])[0] == 15
