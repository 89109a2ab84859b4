import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from fractions import Fraction
from math import inf, nan

import pytest
from brute import easy_games, least, optimum, rows
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from positions import histories

import corral
from corral import ArgumentError, ContradictionError, Objective, solve
from corral.limits import default_memory, read_threads

NAMES = ("total", "depth", "depth,total", "total,depth", "within:2", "within:3", "depth,last")
SMALL = corral.bulls_and_cows(3, 4)
PEGS, COWS = corral.mastermind(), corral.bulls_and_cows()


def check_tree(solution, secrets):
    """The tree finds all secrets, with no more guesses than it says."""
    replay = solution.tree.verify()
    assert sum(replay.histogram) == len(secrets)
    assert (replay.total, replay.histogram) == (solution.tree.total, solution.tree.histogram)


# Values


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "mastermind:1x1",
        "mastermind:3x1+bulls",
        "mastermind:1x5",
        "mastermind:2x4",
        "mastermind:3x3",
        "mastermind:4x2+bulls",
        "bulls-and-cows:2x2",
        "bulls-and-cows:3x3",
        "bulls-and-cows:3x4",
        "bulls-and-cows:2x5+repeats+nozero",
        "bulls-and-cows:3x4+nozero",
        "bulls-and-cows:2x4+bulls",
    ],
)
def test_values_of_small_games(name, consistent):
    game = corral.game(name)
    table, win = rows(game)
    for objective in NAMES:
        solution = solve(game, objective, consistent=consistent)
        assert solution.value == optimum(table, win, range(len(game)), objective, consistent=consistent)
        assert solution.proven
        assert solution.lower_bound == solution.value
        assert solution.objective == objective
        check_tree(solution, game.secrets)
        again = solve(game, objective, consistent=consistent, memory_limit=0)
        assert (again.value, again.tree) == (solution.value, solution.tree)


weighing = st.sampled_from([0, 1, 1, 2, 5]) | st.fractions(0, 3, max_denominator=6)
costs = st.lists(st.integers(-2, 4) | st.fractions(-2, 4, max_denominator=4), min_size=1, max_size=5).map(sorted)


@settings(max_examples=2 * settings.default.max_examples)
@given(easy_games, st.data())
def test_values_of_positions(game, data):
    history = data.draw(histories(game, 2))
    opener = data.draw(st.lists(st.integers(0, len(game) - 1), max_size=2))
    consistent = data.draw(st.booleans())
    weights = data.draw(st.none() | st.lists(weighing, min_size=len(game), max_size=len(game)))
    objective = data.draw(st.sampled_from([*NAMES, "within:1"]) | st.builds(Objective, costs, st.just("constant")))
    left = game.candidate_numbers(history).tolist()
    solution = solve(
        game,
        objective,
        opener=[game.secrets[guess] for guess in opener],
        history=history,
        consistent=consistent,
        weights=weights,
    )
    table, win = rows(game)
    options = {"before": len(history), "opener": opener, "consistent": consistent, "weights": weights}
    if isinstance(objective, Objective):
        best = least(table, win, left, objective.cost, **options)
    else:
        best = optimum(table, win, left, objective, **options)
    assert solution.value == solution.lower_bound == best
    assert solution.proven
    assert solution.tree.history == corral.position.read_steps(game, history)
    check_tree(solution, left)


@given(easy_games, costs, st.sampled_from(["linear", "constant", "forbidden"]), st.data())
def test_values_of_schedules(game, costs, tail, data):
    assume(tail != "linear" or len(costs) > 1 or costs[0] >= 0)
    history = data.draw(histories(game, 2))
    table, win = rows(game)
    objective = Objective(costs, tail)
    left = game.candidate_numbers(history).tolist()
    best = least(table, win, left, objective.cost, before=len(history))
    if best is None:
        with pytest.raises(ArgumentError, match=rf"no strategy finds every secret within {len(costs)} guesses"):
            solve(game, objective, history=history)
        return
    solution = solve(game, objective, history=history)
    assert solution.value == best
    assert type(solution.value) is int or solution.value.denominator > 1
    assert solution.objective is objective


@given(easy_games, st.sampled_from(["1/3", 0.25, 10**9]), st.sampled_from(NAMES))
def test_weights_of_a_kind_change_no_more_than_the_unit(game, weight, objective):
    weight = Fraction(weight)
    one, other = solve(game, objective), solve(game, objective, weights=[weight] * len(game))
    if "," in objective:
        parts = {"depth,last": ["depth", "last", "total"]}.get(objective, objective.split(","))
        scales = [1 if part == "depth" else weight for part in parts]
        assert other.value == tuple(scale * value for scale, value in zip(scales, one.value, strict=True))
    else:
        assert other.value == (one.value if objective == "depth" else weight * one.value)
    assert other.tree == one.tree


def test_a_limit_that_only_the_search_finds_too_low():
    game = corral.mastermind(2, 4)
    with pytest.raises(ArgumentError, match="no strategy finds every secret within 3 guesses"):
        solve(game, Objective([1, 2, 3], "forbidden"))
    assert solve(game, Objective([1, 2, 3, 4], "forbidden")).value == 45


def test_names_and_schedules_are_the_same():
    total, within = solve(SMALL, "total"), solve(SMALL, "within:3")
    assert solve(SMALL, Objective([1])).value == total.value
    assert solve(SMALL, Objective([3, 4])).value == total.value + 2 * 24
    assert solve(SMALL, Objective([0, 0, 0, 1], "constant")).value == 24 - within.value
    assert solve(SMALL, Objective([0, 0, 0, 1])).value == solve(SMALL, Objective([0, 0, 0, 2])).value / 2
    assert solve(SMALL, Objective([Fraction(1, 3)])).value == Fraction(total.value, 3)
    assert solve(SMALL, "within:9999").value == 24


def test_weights_of_zero_have_to_be_found():
    weights = dict.fromkeys(SMALL.secrets, 0)
    solution = solve(SMALL, "depth,last", weights=weights)
    assert solution.value == (4, 0, 0)
    check_tree(solution, SMALL.secrets)
    assert solve(SMALL, "total", weights=weights | {"321": 1}).tree.guess() == "321"


def test_the_opener_is_asked_whatever_the_answers_are():
    one = solve(COWS, "depth,total", opener="0123", history=[("4567", "2,2")])
    assert one.tree.guess(one.tree.history) == "0123"
    assert solve(SMALL, "total", opener=["012", "012"]).value == 23 + solve(SMALL, "total", opener="012").value
    assert solve(SMALL, "total", opener=["012", "013"], consistent=True).tree.guess([("012", "0,2")]) == "013"


# The endgames of Bulls and Cows after 1234


@pytest.mark.parametrize(("answer", "left", "depth"), [("2,2", 6, 4), ("1,3", 8, 5), ("0,4", 9, 4), ("3,0", 24, 5)])
def test_endgames(answer, left, depth):
    for objective in "depth", "depth,total", "depth,last":
        solution = solve(COWS, objective, history=[("1234", answer)])
        assert (solution.value if objective == "depth" else solution.value[0]) == depth
        assert solution.tree.depth == depth
        assert sum(solution.tree.histogram) == left
        check_tree(solution, range(left))
    assert solve(COWS, f"within:{depth}", history=[("1234", answer)]).value == left
    assert solve(COWS, f"within:{depth - 1}", history=[("1234", answer)]).value < left


# Degenerate games and positions


def test_a_chain():
    game = corral.bulls_and_cows(1, 36)
    assert solve(game).value == (36, 666)
    assert solve(game, "depth").value == 36
    assert solve(game, "depth,last", consistent=True).value == (36, 1, 666)
    assert solve(game, "within:10").value == 10
    assert solve(game, history=[(str(digit), "0,0") for digit in range(9)], opener="0").value == (
        37,
        10 * 27 + 28 * 27 // 2,
    )
    with pytest.raises(ArgumentError, match="within 35 guesses"):
        solve(game, Objective([0] * 35, "forbidden"))
    assert solve(game, Objective([0] * 36, "forbidden")).value == 0


@pytest.mark.parametrize(
    "name", ["mastermind:1x1", "mastermind:4x1", "mastermind:12x1+bulls", "bulls-and-cows:1x2+nozero"]
)
@pytest.mark.parametrize(
    ("objective", "value"),
    [
        ("total", 1),
        ("depth", 1),
        ("depth,total", (1, 1)),
        ("total,depth", (1, 1)),
        ("within:1", 1),
        ("depth,last", (1, 1, 1)),
    ],
)
def test_games_of_one_code(name, objective, value):
    solution = solve(corral.game(name), objective)
    assert (solution.value, solution.lower_bound, solution.proven) == (value, value, True)
    assert solution.tree.histogram == (1,)


def test_a_history_that_leaves_one_code():
    history = [("0123", "1,3"), ("0234", "3,0")]
    assert list(COWS.candidates(history)) == ["0231"]
    for objective, value in ("total", 3), ("depth", 3), ("within:2", 0), ("within:3", 1), ("depth,last", (3, 1, 3)):
        solution = solve(COWS, objective, history=history)
        assert (solution.value, solution.lower_bound) == (value, value)
        assert solution.tree.path("0231")[-1] == ("0231", COWS.win)
    assert solve(COWS, "total", history=history, opener=["0123", "4567"]).value == 5
    with pytest.raises(ArgumentError, match="no strategy finds every secret within 2 guesses"):
        solve(COWS, Objective([1, 2], "forbidden"), history=history)


def test_limits_within_the_history():
    history = [("0123", "0,2"), ("1045", "0,2")]
    left = len(COWS.candidates(history))
    for limit in 1, 2:
        solution = solve(COWS, f"within:{limit}", history=history)
        assert (solution.value, solution.lower_bound, solution.proven) == (0, 0, True)
        check_tree(solution, range(left))
    assert solve(COWS, "within:3", history=history).value == 1


def test_answers_that_are_partly_known():
    history = [("0123", (2, None))]
    solution = solve(COWS, "depth,total", history=[*history, ("0145", (2, 0))])
    assert solution.tree.history[0] == ("0123", (2, None))
    check_tree(solution, COWS.candidates([*history, ("0145", (2, 0))]))
    assert solve(SMALL, "total", history=[("012", (None, None))]).value == 24 + solve(SMALL, "total").value


def test_a_guess_that_may_have_won_has_to_be_asked_again():
    for game, guess, known in (SMALL, "012", "?,0"), (corral.mastermind(2, 3, feedback="bulls"), "12", "?"):
        history = [(guess, known)]
        tree = solve(game, "total", history=history).tree
        assert guess in game.candidates(history)
        assert len(tree.path(guess)) > 1
        assert tree.path(guess)[-1] == (guess, game.win)
        assert tree.histogram[0] == 0
        check_tree(solve(game, "total", history=history), game.candidates(history))
    # One that must have won ends the game.
    with pytest.raises(ContradictionError, match="the game is over"):
        solve(SMALL, history=[("012", "3,?")])


# Arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objective": "best"}, "objective is 'best': expected"),
        ({"time_limit": -1}, "time_limit is -1: expected seconds, 0 or more, or None"),
        ({"time_limit": nan}, "time_limit is nan: expected"),
        ({"time_limit": "1"}, "time_limit is '1': expected"),
        ({"time_limit": True}, "time_limit is True: expected"),
        ({"threads": 0}, "threads is 0: expected 1 to 1024, or None"),
        ({"threads": 1025}, "threads is 1025: expected"),
        ({"threads": True}, "threads is True: expected"),
        ({"threads": "2"}, "threads is '2': expected"),
        ({"memory_limit": -1}, "memory_limit is -1: expected bytes, 0 or more, or None"),
        ({"memory_limit": 1.5}, "memory_limit is 1.5: expected"),
        ({"memory_limit": True}, "memory_limit is True: expected"),
        ({"weights": [1]}, "1 weights: expected one for each of the 24 secrets"),
        ({"weights": [1] * 23 + [nan]}, "the weight of 321 is nan: expected a finite number"),
        ({"weights": [1] * 23 + [1 << 63]}, "weights and costs of depth,total are too large to be added up"),
        ({"weights": [1] * 23 + [1 << 62]}, "weights and costs of depth,total are too large to be added up"),
        ({"objective": Objective([0, 1, 1 << 60])}, "^costs of the Objective are too large to be added up"),
        ({"history": [("012", "3,0")]}, "step 1 of the history, .*: the game is over, the secret is found"),
        ({"history": [("012", "3,0"), ("013", "2,0")]}, "step 1 of the history, .*: the game is over"),
        ({"history": [("012", (3, None))]}, "step 1 of the history, .*: the game is over"),
        ({"history": [("012", "0,0")]}, "step 1 of the history: '0,0' cannot occur"),
        ({"history": ["012"]}, "step 1 of the history is '012': expected a pair"),
        ({"opener": ["012", "017"]}, "'7' at place 3"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(corral.CorralError, match=message):
        solve(SMALL, **arguments)


def test_too_many_limits():
    with pytest.raises(corral.ArgumentError, match=r"within:4500 is beyond the search: more than .* 4096 limits"):
        solve(corral.bulls_and_cows(), "within:4500")


def test_messages_about_costs_are_short():
    for costs, tail in ([1 / 3, 2 / 3, 1, 5], "linear"), ([k / 7 for k in range(3)], "forbidden"):
        with pytest.raises(ArgumentError) as error:
            solve(SMALL, Objective(costs, tail))
        assert len(str(error.value)) < 150


def test_costs_and_weights_as_floats():
    tenths = solve(SMALL, Objective([0.1, 0.3, 0.7]))
    assert tenths.value == Fraction(solve(SMALL, Objective([1, 3, 7])).value, 10)
    tenths = solve(SMALL, "total", weights=[number / 10 for number in range(24)])
    assert tenths.value == Fraction(solve(SMALL, "total", weights=range(24)).value, 10)


def test_weights_that_share_a_factor_are_small():
    assert solve(SMALL, "total", weights=[1 << 60] * 24).value == solve(SMALL, "total").value << 60


def test_contradictions_name_their_step():
    with pytest.raises(ContradictionError) as error:
        solve(SMALL, history=[("012", "0,2"), ("012", "1,2")])
    assert error.value.prefix == 2


def test_games_too_large_to_list():
    with pytest.raises(corral.TooLargeError):
        solve(corral.bulls_and_cows(12, 36))


def test_limits_without_end():
    for seconds in None, inf, 10**400, 1:
        assert solve(SMALL, time_limit=seconds, memory_limit=1 << 100).proven


def test_the_default_memory(monkeypatch):
    assert default_memory() > 1 << 20
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1000}.__getitem__, raising=False)
    assert default_memory() == 1024000
    monkeypatch.delattr(os, "sysconf")
    assert default_memory() == 1 << 30


def test_the_default_number_of_threads(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 5}, raising=False)
    assert read_threads(None) == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert read_threads(None) == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert read_threads(None) == 1


def test_solutions_are_values():
    solution = solve(SMALL)
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert solution.stats.nodes > 0
    assert solution.stats.seconds >= 0
    with pytest.raises(FrozenInstanceError):
        solution.value = 1


@pytest.mark.parametrize("objective", ["total", "depth,total", "depth,last", "within:5"])
def test_threads_find_the_same_tree(objective):
    game = corral.bulls_and_cows(4, 9)
    alone, *others = (solve(game, objective, threads=threads) for threads in (1, 2, 3, None))
    for other in others:
        assert (other.value, other.proven, other.tree) == (alone.value, True, alone.tree)


def test_solves_side_by_side():
    """Python threads may solve at once, each with threads of its own."""
    games = [corral.bulls_and_cows(4, 9), corral.mastermind(4, 7)] * 2
    with ThreadPoolExecutor(len(games)) as pool:
        found = list(pool.map(lambda game: solve(game, "total", threads=2), games))
    for game, solution in zip(games, found, strict=True):
        assert solution.tree == solve(game, "total", threads=1).tree


def test_stopped_with_threads():
    game = corral.bulls_and_cows(5, 8)
    calls = 0

    def stop(progress):
        nonlocal calls
        calls += 1
        if calls == 4:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(game, "total", threads=3, progress=stop)
    solution = solve(game, "total", threads=3, time_limit=0.3)
    assert not solution.proven
    assert solution.lower_bound <= 34444 <= solution.value
