from fractions import Fraction
from math import log2

import numpy as np
import pytest
from brute import easy_games, least, rows
from hypothesis import given
from hypothesis import strategies as st
from kinds import HARD, NUMBERS, TABLE, WORDS, all_kinds, free_kinds
from peg import small_games
from plain import parts, winners
from positions import histories

import corral
from corral import ArgumentError, CodeError, ContradictionError, FeedbackError, analysis, analyze, answer_distribution
from corral.scores import score_guesses

CLASSIC = corral.bulls_and_cows()
SECOND = [("0123", "0,1"), ("4561", "0,1")]
PICTURES = corral.bulls_and_cows(2, ["red", "green", "blue"], repeats=True)


def guess_numbers(game):
    return st.integers(0, len(game.guesses) - 1)


def brute(game, left, guess, cost):
    """What the best play costs that begins with a guess, which may be one that tells nothing."""
    table, win = rows(game)
    return least(table, win, left.tolist(), cost, opener=[guess])


# To the end of the game


@given(easy_games | free_kinds, st.data())
def test_guesses_to_the_end_are_those_of_brute_force(game, data):
    history = data.draw(histories(game))
    left = game.candidate_numbers(history)
    guess = data.draw(guess_numbers(game))
    found = analyze(game, history, exact_limit=100)
    assert (found.by, found.weight) == ("exact", len(left))
    total = brute(game, left, guess, lambda guesses: guesses)
    assert int(found.totals[guess]) == total
    worst = 1
    while brute(game, left, guess, lambda guesses: 0 if guesses <= worst else None) is None:  # noqa: B023
        worst += 1
    assert int(found.worst[guess]) == worst
    told = found.figures(game.guesses[guess])
    assert (told.expected_guesses, told.worst) == (total / len(left), worst)


@given(easy_games | free_kinds, st.data())
def test_weights_count_in_the_average(game, data):
    history = data.draw(histories(game, 1))
    left = game.candidate_numbers(history)
    guess = data.draw(guess_numbers(game))
    weights = data.draw(st.lists(st.integers(0, 9), min_size=len(game), max_size=len(game)))
    weights[int(left[0])] += 1
    found = analyze(game, history, weights=[Fraction(weight, 10) for weight in weights])
    table, win = rows(game)
    total = least(table, win, left.tolist(), lambda guesses: guesses, opener=[guess], weights=weights)
    everything = sum(weights[number] for number in left)
    told = found.figures(game.guesses[guess])
    assert told.expected_guesses == pytest.approx(total / everything, abs=1e-12)
    won = sum(weights[number] for number in left if guess in winners(game, number))
    assert told.chance == pytest.approx(won / everything, abs=1e-12)


@pytest.mark.parametrize(
    ("game", "history", "secret", "guess"),
    [
        (corral.mastermind(2, 2), [("11", "1,0"), ("12", "0,2")], "21", "21"),
        (PICTURES, [("red green", "1,0"), ("red blue", "1,0")], "red red", "red red"),
        (NUMBERS, [("<2", "yes"), ("=0", "no")], "1", "=1"),
        (WORDS, [("tar", "BYB"), ("cat", "BYB")], "ape", "ape"),
        (HARD, [("gas", "BGB"), ("par", "BGY")], "rat", "rat"),
    ],
)
def test_the_last_code_is_asked(game, history, secret, guess):
    found = analyze(game, history, exact_limit=0)
    assert (found.candidates, found.by) == ([secret], "exact")
    assert found.now == found.fewest
    assert (found.now.guess, found.now.chance, found.now.expected_guesses, found.now.worst) == (guess, 1, 1, 1)
    assert found.reason == f"{guess} is the best guess in both respects"
    assert sorted(found.worst.tolist()) == sorted(found.totals.tolist()) == [1] + [2] * (len(found.worst) - 1)


def test_the_end_is_computed_where_few_are_left():
    assert len(CLASSIC.candidates([("1234", "3,0")])) == 24
    assert analyze(CLASSIC, [("1234", "3,0")]).by == "exact"
    assert analyze(CLASSIC, [("1234", "3,0")], exact_limit=24).by == "exact"
    off = analyze(CLASSIC, [("1234", "3,0")], exact_limit=23)
    assert (off.by, off.totals, off.worst) == ("entropy", None, None)
    assert (off.fewest.expected_guesses, off.fewest.worst) == (None, None)
    # Few guesses leave room for more candidates.
    left = CLASSIC.candidates([("0123", "2,1")])
    assert 59 < len(left) <= analysis.EXACT_CODES
    assert analyze(CLASSIC, [("0123", "2,1")]).by == "entropy"
    assert analyze(CLASSIC, [("0123", "2,1")], guesses=["7085", "1789"]).by == "exact"
    assert analyze(CLASSIC, SECOND, guesses=["7085", "1789"]).by == "entropy"
    assert len(CLASSIC.guesses) * 59 < analysis.EXACT_LIMIT < len(CLASSIC.guesses) * 60


def test_the_last_secret_may_have_two_guesses_that_win():
    found = analyze(TABLE, [("an owl", "cold"), ("can it fly?", "warm")], exact_limit=0)
    assert (found.candidates, found.now.guess, found.by) == (["bat"], "a bat", "exact")
    assert (found.figures("surely a bat").expected_guesses, found.figures("a fox").expected_guesses) == (1, 2)
    assert found.figures("surely a bat").chance == 1


def test_the_end_is_not_computed_in_hard_mode():
    for history in (), [("gas", "BGB")]:
        assert analyze(HARD, history, exact_limit=100).by == "entropy"
    assert analyze(HARD).scores.codes == HARD.guesses


def test_hard_mode_leaves_out_what_may_not_be_asked():
    history = [("gas", "BGB"), ("bat", "BGG")]
    assert analyze(HARD, history).scores.codes == ["bat", "cat", "rat", "oat", "eat", "pat"]
    some = analyze(HARD, history, guesses=["cat", "ear", "rat", "gas"])
    assert some.scores.codes == ["cat", "rat"]
    with pytest.raises(ArgumentError, match="there are no guesses to analyze"):
        analyze(HARD, history, guesses=["ear"])
    with pytest.raises(ArgumentError, match="'ear' is forbidden by hard mode: a guess heeds"):
        some.figures("ear")
    for use in some.answers, lambda guess: answer_distribution(HARD, guess, history):
        with pytest.raises(CodeError, match="'ear' may not be guessed"):
            use("ear")


# What is recommended


@given(small_games | all_kinds, st.data())
def test_the_most_information_is_that_of_the_scores(game, data):
    history = data.draw(histories(game))
    found = analyze(game, history, exact_limit=0)
    scores = score_guesses(game, history)
    best = scores.best("entropy")
    if len(found.candidates) > 1:
        assert found.by == "entropy"
        assert found.fewest == found.figures(scores.codes[best]) == found.top(1)[0]
    left = found.candidates.numbers.tolist()
    inside = score_guesses(game, history, guesses=np.array([guess for each in left for guess in winners(game, each)]))
    assert found.now.guess == inside.codes[inside.best("entropy")]
    told = found.fewest
    assert (told.parts, told.largest) == (scores.parts[best], scores.largest[best])
    assert (told.expected_size, told.information) == (scores.expected_size[best], scores.information[best])
    assert told.is_candidate == scores.is_candidate[best] == (told.chance > 0)


@given(easy_games | free_kinds, st.data())
def test_the_fewest_guesses_are_those_of_the_best_tree(game, data):
    history = data.draw(histories(game))
    found = analyze(game, history, exact_limit=100)
    before = len(history)
    best = corral.solve(game, "total", history=history)
    assert found.totals.min() == best.value - before * len(found.candidates)
    assert found.fewest.expected_guesses == found.totals.min() / len(found.candidates)
    assert found.worst.min() == corral.solve(game, "depth", history=history).value - before
    # Of guesses that cost the same, a candidate comes first, then the first in order.
    winning = {guess for secret in found.candidates.numbers.tolist() for guess in winners(game, secret)}
    ranked = [(total, guess not in winning, guess) for guess, total in enumerate(found.totals.tolist())]
    assert [each.guess for each in found.top(100)] == [game.guesses[number] for _, _, number in sorted(ranked)][:100]
    inside = [rank for rank in ranked if not rank[1]]
    assert found.now == found.figures(game.guesses[min(inside)[2]])
    assert found.now.chance == 1 / len(found.candidates)


def test_a_guess_that_cannot_be_the_secret_may_be_better():
    found = analyze(CLASSIC, [("1234", "1,3")])
    assert (found.now.guess, found.now.chance, found.fewest.guess, found.fewest.chance) == ("1342", 1 / 8, "0123", 0)
    assert found.reason == (
        "0123 cannot be the secret, but needs 2.75 further guesses on average, where 1342 needs 2.875"
    )
    assert str(found.fewest) == (
        "0123 cannot be the secret, has 3 answers and brings 1.500 bits; 3 codes are left on average, 4 at most; 2.75"
        " further guesses on average, 4 at most"
    )
    by_entropy = analyze(CLASSIC, [("1234", "1,3")], exact_limit=0)
    assert by_entropy.reason == (
        "0123 cannot be the secret, but brings 1.500 bits and leaves 3 codes on average, where 1342 brings 1.406 and"
        " leaves 3.25"
    )
    assert str(by_entropy.now) == (
        "1342 is the secret with probability 0.125, has 3 answers and brings 1.406 bits; 3.25 codes are left on"
        " average, 4 at most"
    )
    assert "has 1 answer and" in str(by_entropy.figures("1234"))


def test_the_likeliest_is_right_now():
    history = [("1234", "1,3")]
    left = CLASSIC.candidates(history)
    weights = dict.fromkeys(left, 1) | {left[3]: 2, left[5]: 2}
    found = analyze(CLASSIC, history, weights=weights)
    assert found.weight == 10
    assert (found.now.chance, found.fewest.chance) == (0.2, 0)
    assert found.now.guess in (left[3], left[5])
    # Where the best guess can be the secret as well, another may be likelier.
    left = CLASSIC.candidates([("1234", "2,2")])
    weights = dict.fromkeys(left, 1) | {left[-1]: 1.5}
    sure = analyze(CLASSIC, [("1234", "2,2")], guesses=left, weights=weights, exact_limit=0)
    assert (sure.now.guess, sure.fewest.guess) == (left[-1], left[0])
    assert sure.reason.startswith(f"{left[0]} is not as likely to be the secret, but brings 1.252 bits")


def test_some_guesses_alone_are_analyzed():
    found = analyze(CLASSIC, SECOND, guesses=["7482", "2784", "1045"])
    assert found.scores.codes == ["7482", "2784", "1045"]
    assert found.now.guess == found.fewest.guess == "2784"
    none = analyze(CLASSIC, SECOND, guesses=np.array([0, 1]))
    assert none.now == none.fewest
    assert none.now.chance == 0


# The answers to a guess


@given(small_games | all_kinds, st.data())
def test_the_answers_to_a_guess(game, data):
    history = data.draw(histories(game))
    allowed = game.allowed(history)
    number = data.draw(guess_numbers(game) if allowed is None else st.sampled_from(allowed.tolist()))
    guess = game.guesses[number]
    answers = answer_distribution(game, guess, history)
    left = game.candidates(history)
    assert answers == analyze(game, history, exact_limit=0).answers(guess)
    assert (answers.guess, answers.sizes) == (
        guess,
        {label: len(part) for label, part in parts(game, number, left.numbers.tolist()).items()},
    )
    scores = score_guesses(game, history, guesses=[guess])
    assert (answers.candidates_left, answers.parts) == (len(left), scores.parts[0])
    assert (answers.largest, answers.expected_size) == (scores.largest[0], scores.expected_size[0])
    assert answers.information == pytest.approx(scores.information[0], abs=1e-9)
    each = sum(size * answers.bits(label) for label, size in answers.sizes.items()) / len(left)
    assert each == pytest.approx(answers.information, abs=1e-9)


def test_answers_of_a_game_whose_guesses_are_no_secrets():
    assert answer_distribution(NUMBERS, "<3", [("<4", "yes")]).sizes == {"no": 1, "yes": 3}
    assert answer_distribution(NUMBERS, "=3", [("<4", "yes")]).sizes == {"no": 3, "win": 1}
    assert answer_distribution(NUMBERS, "=3", [("<4", "yes")]).bits("win") == log2(4)
    found = analyze(NUMBERS, [("<4", "yes")], exact_limit=0)
    assert (found.candidates, found.now.guess, found.now.chance) == (["0", "1", "2", "3"], "=0", 0.25)
    assert found.fewest.guess == ">1"
    assert analyze(NUMBERS, exact_limit=0).now.guess == "=0"
    assert analyze(NUMBERS, exact_limit=0).fewest.guess == ">3"
    weighted = analyze(NUMBERS, weights={str(number): number for number in range(8)})
    assert (weighted.now.guess, weighted.now.chance) == ("=7", 7 / 28)
    # Both guesses that win have the weight of the secret.
    weighted = analyze(TABLE, weights={"fox": 3, "red deer": 1, "owl": 1, "bat": 5, "eel": 1, "ant": 1})
    assert (weighted.figures("a fox").chance, weighted.figures("surely a fox").chance) == (3 / 12, 3 / 12)
    assert weighted.now.guess in ("a bat", "surely a bat")


# What is refused


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"history": [("0123", "4,0")]}, ContradictionError, "step 1 of the history, .*: the game is over"),
        ({"history": [("0123", "0,0"), ("0123", "0,1")]}, ContradictionError, "step 2 of the history"),
        ({"history": [("0123", "3,1")]}, corral.FeedbackError, "step 1 of the history: '3,1' cannot occur"),
        ({"history": None}, ArgumentError, "history is None"),
        ({"guesses": []}, ArgumentError, "there are no guesses to analyze"),
        ({"guesses": ["0112"]}, CodeError, "none may repeat"),
        ({"exact_limit": -1}, ArgumentError, "exact_limit is -1: expected a whole number, 0 or more"),
        ({"exact_limit": True}, ArgumentError, "exact_limit is True"),
        ({"exact_limit": 1.5}, ArgumentError, "exact_limit is 1.5"),
        ({"weights": {"0123": 1}}, ArgumentError, "5039 codes have no weight"),
        ({"weights": [0] * 5040}, ArgumentError, "the weights add up to 0: expected more than 0, and less than 2\\^63"),
        ({"weights": [1] + [1 << 63] * 5039}, ArgumentError, "the weights add up to 4647"),
        (
            {"history": [("1234", "1,3")], "weights": [(1 << 58) + number for number in range(5040)]},
            ArgumentError,
            "weights are too large to be added up exactly",
        ),
    ],
)
def test_wrong_arguments_are_named(options, error, message):
    with pytest.raises(error, match=message):
        analyze(CLASSIC, **options)


def test_what_an_analysis_refuses():
    found = analyze(CLASSIC, SECOND, guesses=["7482"])
    with pytest.raises(ArgumentError, match="'0123' is not in the analysis of 1 guess"):
        found.figures("0123")
    with pytest.raises(CodeError, match="none may repeat"):
        found.figures("0012")
    with pytest.raises(CodeError, match="none may repeat"):
        found.answers("0012")
    with pytest.raises(ArgumentError, match="count is None: expected a whole number, 0 or more"):
        found.top(None)
    assert found.answers("7482").bits("0,1") == found.answers("7482").bits(corral.Feedback(0, 1))
    with pytest.raises(FeedbackError, match=r"no code that is left answers .* to 7482: they give 0,1 0,2"):
        found.answers("7482").bits(corral.Feedback(4, 4))
    for use in analyze, lambda game: answer_distribution(game, "0123"):
        with pytest.raises(ArgumentError, match="game is 'bulls-and-cows:4x10'"):
            use("bulls-and-cows:4x10")
    with pytest.raises(corral.TooLargeError):
        analyze(corral.bulls_and_cows(12, 36))


def test_an_analysis_in_words():
    game = corral.bulls_and_cows()
    first, *figures = str(corral.analyze(game, [("1234", "1,3")])).splitlines()
    assert first.startswith("8 of 5040 codes are left: 0123 cannot be the secret, but needs 2.75 further guesses")
    assert [line.split()[0] for line in figures] == ["1342", "0123"]
    lines = str(corral.analyze(corral.mastermind())).splitlines()
    assert lines[0] == "1296 of 1296 codes are left: 1234 is the best guess in both respects"
    assert [line.split()[0] for line in lines[1:]] == ["1234"]
    assert str(corral.analyze(corral.mastermind(1, 2), [("1", "0,0")])) == "1 of 2 codes is left: 2"
