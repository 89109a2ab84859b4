"""Parts of a search that are done apart, against the search as a whole."""

import numpy as np
import pytest
from brute import easy_games, least, relative, rows
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import histories
from test_exact import matrices, schedules

import corral
from corral import _core
from corral.units import Problem, Unit, branch_of, cost_of

COWS = corral.bulls_and_cows()
SMALL = corral.bulls_and_cows(3, 5)
INVALID = "an argument is outside the range"


def numbers(values):
    return np.array(values, np.uint32)


def problem_of(game, *, history=(), opener=(), consistent=False, weights=None):
    left = game.candidate_numbers(history) if history else None
    if weights is not None:
        weights = np.array([weights[code] for code in (range(len(game)) if left is None else left)], np.uint64)
    asked = game.guesses.indices([guess for guess, _ in history])
    return Problem(game, left, weights, asked, numbers(opener), consistent)


@st.composite
def problems(draw, most_opener=2):
    game = draw(easy_games)
    codes = st.integers(0, len(game) - 1)
    return problem_of(
        game,
        history=draw(histories(game, 2)),
        opener=draw(st.lists(codes, max_size=most_opener)),
        consistent=draw(st.booleans()),
        weights=draw(st.none() | st.lists(st.sampled_from([0, 1, 2, 7]), min_size=len(game), max_size=len(game))),
    )


def parts_of(problem, guess, codes):
    """What an answer to a guess leaves, by class number, and the codes that have it; not the winning one."""
    grouped = np.empty_like(codes)
    sizes = problem.game.core.split(guess, codes, grouped)
    ends = np.cumsum(sizes)
    return {
        label: np.sort(grouped[end - size : end])
        for label, (end, size) in enumerate(zip(ends, sizes, strict=True))
        if size and label != len(sizes) - 1
    }


def root_of(problem):
    return np.arange(len(problem.game), dtype=np.uint32) if problem.candidates is None else problem.candidates


def weight_of(problem, codes):
    root = root_of(problem)
    return len(codes) if problem.weights is None else int(problem.weights[np.isin(root, codes)].sum())


def plus(*costs):
    return None if None in costs else sum(costs)


def part_of_tree(tree, node):
    """The arrays of a tree from a node on; the node has no label."""
    nodes, first = [node], [1]
    for one in nodes:
        nodes += range(tree.first[one], tree.first[one + 1])
        first.append(len(nodes))
    return (
        [tree.guess[one] for one in nodes],
        [0, *(tree.label[one] for one in nodes[1:])],
        first,
        [tree.size[one] for one in nodes],
    )


def check_branches(problem, solver, steps, others):
    """Each part of the tree, taken alone, is the same, from this solver or another."""
    tree = solver.tree(steps)
    waiting = [(0, ())]
    for node, path in waiting:
        expected = part_of_tree(tree, node)
        for one in (solver, *others):
            for guess in None, tree.guess[node]:
                branch = one.branch(steps, path, guess)
                assert tuple(map(list, (branch.guess, branch.label, branch.first, branch.size))) == expected
        children = range(tree.first[node], tree.first[node + 1])
        waiting += [(child, (*path, (tree.guess[node], tree.label[child]))) for child in children]


# Costs


@settings(max_examples=2 * settings.default.max_examples)
@given(problems(), schedules, st.sampled_from([0, 1 << 20]))
def test_guesses_cost_what_the_run_says(problem, steps, memory):
    solver, other = problem.solver(memory), problem.solver(memory)
    value, lower, ended = solver.run(steps)
    assert ended
    assert (value, value, True) == (other.attempt(steps, ())[0], lower, ended)
    root = root_of(problem)
    if len(problem.opener):
        costs = {problem.opener[0]: value}
    elif len(root) > 1:
        listed = dict(other.guesses(steps, ()))
        costs = {guess: other.attempt(steps, (), guess)[0] for guess in listed}
        for bound, cost in zip(listed.values(), costs.values(), strict=True):
            assert cost is None or bound <= cost
        assert min([cost for cost in costs.values() if cost is not None], default=None) == value
    else:
        costs = {}
    for guess, cost in list(costs.items())[:6]:
        sums = [
            plus(
                None if steps[0] is None else steps[0] * weight_of(problem, part),
                other.attempt(steps, ((guess, label),))[0],
            )
            for label, part in parts_of(problem, guess, root).items()
        ]
        assert plus(*sums) == cost


@settings(max_examples=2 * settings.default.max_examples)
@given(problems(0), schedules, st.data())
def test_budgets(problem, steps, data):
    root = root_of(problem)
    guess = data.draw(st.none() | st.integers(0, len(problem.game) - 1))
    value, lower, ended = problem.solver(1 << 20).attempt(steps, (), guess)
    assert (value, ended) == (lower, True)
    for budget in (0, 1, 10, *(() if value is None else (max(0, value - 1), value, value + 1))):
        # One that knows nothing, and one that has done it.
        solver = problem.solver(1 << 20)
        for _ in range(2):
            found, bound, ended = solver.attempt(steps, (), guess, budget=budget)
            assert ended
            if value is not None and value < budget:
                assert found == bound == value
            else:
                assert found is None
                assert bound is None or bound >= budget
                assert value is None or bound <= value
            solver.attempt(steps, (), guess)
    if guess is None:
        table, win = rows(problem.game)
        weights = None
        if problem.weights is not None:
            weights = dict(zip(root.tolist(), problem.weights.tolist(), strict=True))
        # A history changes no cost, as steps count from after it.
        best = least(
            table,
            win,
            root.tolist(),
            relative(steps),
            consistent=problem.consistent,
            weights=weights or [1] * len(table),
        )
        assert value == best


@pytest.mark.parametrize("steps", [(None,), (1, None), (0, None)])
@pytest.mark.parametrize("weights", [[0] * 6, [0, 0, 0, 5, 0, 0]])
@pytest.mark.parametrize("opened", [False, True])
def test_what_may_not_be_asked_costs_nothing_to_nobody(steps, weights, opened):
    """A guess after which nothing may follow is no tree, even where what it leaves weighs nothing."""
    game = corral.bulls_and_cows(1, 6)
    for guess in range(6):
        problem = problem_of(game, opener=[guess] if opened else [], weights=weights)
        solver = problem.solver(1 << 20)
        assert solver.attempt(steps, (), guess)[0] is None
        assert solver.run(steps) == (None, None, True)


def test_attempts_leave_the_last_run_alone():
    solver = problem_of(SMALL).solver(1 << 20)
    value, _, _ = solver.run((1,))
    tree = solver.tree((1,))
    assert solver.attempt((1,), (), 7, budget=3)[0] is None
    solver.guesses((1,), ())
    assert (solver.value, solver.lower) == (value, value)
    assert list(solver.tree((1,)).guess) == list(tree.guess)


def test_a_unit_without_time():
    solver = problem_of(COWS).solver(1 << 20)
    _, lower, ended = solver.attempt((1,), ((123, 4),), seconds=0)
    assert not ended
    whole, _, ended = solver.attempt((1,), ((123, 4),))
    assert ended
    assert lower <= whole


def test_an_exception_of_progress_ends_a_unit():
    def stop(nodes, total):
        raise StopIteration

    solver = problem_of(corral.bulls_and_cows(5, 9)).solver(1 << 24)
    path = ((0, 1),)
    with pytest.raises(StopIteration):
        solver.attempt((1,), path, progress=stop)
    assert not solver.attempt((1,), path, seconds=0.01)[2]


# Branches


@settings(max_examples=2 * settings.default.max_examples)
@given(problems(), schedules)
def test_branches_are_parts_of_the_tree(problem, steps):
    solver = problem.solver(1 << 20)
    if solver.run(steps)[0] is not None:
        check_branches(problem, solver, steps, [problem.solver(0)])


@given(matrices(), schedules, st.data())
def test_units_of_any_table(matrix, steps, data):
    table, classes, _ = matrix
    guesses, secrets = len(table), len(table[0])
    core = _core.Matrix(np.array(table, np.uint8), guesses, secrets, classes)
    options = {"history": numbers([]), "whole": False, "opener": numbers([]), "consistent": False, "memory": 1 << 20}
    solver = _core.Solver(core, None, **options)
    value = solver.run(steps)[0]
    if secrets > 1:
        costs = [solver.attempt(steps, (), guess)[0] for guess, _ in solver.guesses(steps, ())]
        assert min([cost for cost in costs if cost is not None], default=None) == value
    if value is not None:
        check_branches(None, solver, steps, [_core.Solver(core, None, **options)])
    guess = data.draw(st.integers(0, guesses - 1))
    for label in range(classes + 1):
        # A guess that tells nothing leads nowhere.
        if label in table[guess] and label != classes - 1 and len(set(table[guess])) > 1:
            solver.attempt(steps, ((guess, label),))
        else:
            with pytest.raises(ValueError, match=INVALID):
                solver.attempt(steps, ((guess, label),))


def test_a_branch_that_is_not_solved():
    for game in COWS, corral.bulls_and_cows(5, 8):
        problem = problem_of(game)
        codes = game.core
        branch = problem.solver(1 << 20).branch((1,), ((0, 2),), solved=False)
        assert branch.size[0] == codes.split(0, None, np.empty(len(game), np.uint32))[2]


# Units, as workers do them


def test_a_worker_keeps_the_solver_of_one_problem():
    one, other = problem_of(SMALL), problem_of(SMALL, opener=[3])
    unit = Unit((1,), (), None)
    first = cost_of(one, 1 << 20, unit, None, None)
    assert first.exact
    assert first.ended
    assert first.nodes > 0
    assert cost_of(one, 1 << 20, unit, None, None).nodes < first.nodes
    assert cost_of(other, 1 << 20, unit, None, None).lower >= first.lower
    again = cost_of(one, 1 << 20, unit, first.lower, None)
    assert (again.lower, again.exact) == (first.lower, False)
    assert not cost_of(problem_of(corral.bulls_and_cows(5, 9)), 1 << 20, unit, None, 0).ended
    impossible = cost_of(one, 1 << 20, Unit((0, None), (), None), None, None)
    assert (impossible.lower, impossible.exact) == (None, True)
    solver = one.solver(1 << 20)
    solver.run((1,))
    assert branch_of(one, 1 << 20, unit)[0] == bytes(solver.tree((1,)).guess)


def test_problems_have_names_of_their_own():
    history, weights = [("012", "1,1")], [1] * len(SMALL)
    options = [
        {},
        {"opener": [1]},
        {"opener": [1, 1]},
        {"consistent": True},
        {"weights": weights},
        {"weights": [*weights[1:], 2]},
        {"history": history},
        {"history": [("012", "0,2")]},
        {"history": [("012", "1,1"), ("012", "1,1")]},
    ]
    names = {problem_of(SMALL, **some).fingerprint() for some in options}
    assert len(names) == len(options)
    assert problem_of(corral.bulls_and_cows(3, 6)).fingerprint() not in names
    assert problem_of(SMALL, history=history).fingerprint() == problem_of(SMALL, history=history).fingerprint()


# Places that are none


@pytest.mark.parametrize(
    ("path", "guess"),
    [
        (((0, 99),), None),  # no class
        (((0, 0), (0, 1)), None),  # an answer that nothing has there
        (((0, 8),), None),  # the game is over
        (((60, 0),), None),  # no guess
        (((2**32 - 1, 0),), None),
        ((), 60),
        (((0, 0),), 2**32 - 2),
    ],
)
def test_places_and_guesses_that_are_none(path, guess):
    assert len(SMALL) == 60
    solver = problem_of(SMALL).solver(1 << 20)
    for use in solver.attempt, solver.branch:
        with pytest.raises(ValueError, match=INVALID):
            use((1,), path, guess)
    if guess is None:
        with pytest.raises(ValueError, match=INVALID):
            solver.guesses((1,), path)
    # It is none the worse for it.
    assert solver.attempt((1,), ())[0] == solver.run((1,))[0]


def test_a_place_of_one_code_has_no_guesses_to_try():
    game = corral.mastermind(1, 2)
    solver = problem_of(game).solver(1 << 20)
    with pytest.raises(ValueError, match=INVALID):
        solver.guesses((1,), ((0, 0),))
    assert solver.attempt((1,), ((0, 0),)) == (0, 0, True)
    assert list(solver.branch((1,), ((0, 0),)).guess) == [1]


def test_an_opener_has_no_other_guesses():
    solver = problem_of(SMALL, opener=[5, 7]).solver(1 << 20)
    label = min(parts_of(problem_of(SMALL), 5, np.arange(60, dtype=np.uint32)))
    for path, guess in [((), 4), (((4, 0),), None), (((5, label),), 5)]:
        for use in solver.attempt, solver.branch:
            with pytest.raises(ValueError, match=INVALID):
                use((1,), path, guess)
    for guess in None, 7:
        assert solver.branch((1,), ((5, label),), guess).guess[0] == 7
    assert solver.attempt((1,), (), 5) == solver.attempt((1,), ()) == solver.run((1,))


@pytest.mark.parametrize("guess", [-1, 2**32, "0"])
def test_guesses_that_are_no_numbers(guess):
    solver = problem_of(SMALL).solver(1 << 20)
    for use in solver.attempt, solver.branch:
        with pytest.raises((OverflowError, TypeError)):
            use((1,), (), guess)
    with pytest.raises((OverflowError, TypeError)):
        solver.guesses((1,), [(guess, 0)])


def test_paths_that_are_too_long():
    solver = problem_of(SMALL).solver(1 << 20)
    with pytest.raises(RecursionError, match="expected less than 1024 answers, got 1024"):
        solver.guesses((1,), [(0, 0)] * 1024)
