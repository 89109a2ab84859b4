"""Faults that users of other programs reported, each with the right answer; `source` says where."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import corral
from corral import Feedback, reference

DATA = Path(__file__).parent / "data" / "cases.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
TESTED = set()


def cases(*operations):
    """Parametrise a test with the cases of some operations."""
    TESTED.update(operations)
    found = [case for case in CASES if case["input"]["op"] in operations]
    return pytest.mark.parametrize(
        ("game", "given", "expected"),
        [pytest.param(game_of(case["game"]), case["input"], case["expected"], id=case["id"]) for case in found],
    )


def game_of(rule):
    if rule["family"] != "peg":
        return None  # the words are in the input
    return corral.bulls_and_cows(
        rule["n"],
        rule["alphabet"],
        rule["repeats"],
        not rule.get("first_nonzero"),
        feedback=rule.get("feedback", "bulls-and-cows"),
    )


def texts(labels):
    return [str(label) for label in labels]


@cases("feedback")
def test_feedback(game, given, expected):
    if "error_or_exactly" in expected:
        with pytest.raises(corral.CodeError):
            game.feedback(given["guess"], given["secret"])
        return
    answer = Feedback(expected["bulls"], expected["cows"])
    assert game.feedback(given["guess"], given["secret"]) == answer
    assert game.feedback(given["secret"], given["guess"]) == answer
    assert reference.feedback(given["guess"], given["secret"]) == answer


@cases("feedback_classes")
def test_classes(game, given, expected):
    assert texts(game.classes) == expected["classes"]
    pairs = np.bincount(game.feedback_table().ravel())
    assert dict(zip(texts(game.classes), pairs.tolist(), strict=True)) == expected["pairs"]


@cases("possible_feedback")
def test_possible_feedback(game, given, expected):
    assert texts(game.partition(given["guess"])) == texts(game.classes) == expected["classes"]


@cases("validate_feedback")
def test_impossible_feedback(game, given, expected):
    assert expected == {"error": True}
    for use in game.parse_feedback, game.class_number, lambda feedback: game.candidates([(given["guess"], feedback)]):
        with pytest.raises(corral.FeedbackError):
            use(given["feedback"])


@cases("parse_feedback")
def test_text_of_feedback(game, given, expected):
    assert game.parse_feedback(given["text"]) == Feedback(expected["bulls"], expected["cows"])


@cases("parse_guess")
def test_text_that_is_no_code(game, given, expected):
    assert "error" in expected or "error_or_exactly" in expected
    with pytest.raises(corral.CodeError):
        game.guesses.index(given["text"] if "text" in given else given["value"])


@cases("space_size")
def test_number_of_codes(game, given, expected):
    assert len(game) == len(list(game.secrets)) == expected["count"]
    if "count_if_zero_may_lead" in expected:
        assert len(corral.bulls_and_cows(game.length, game.symbols)) == expected["count_if_zero_may_lead"]


def words_of(given, secrets, **options):
    """The game of Wordle on some secrets, in which all that the input has guessed may be guessed."""
    asked = [guess for guess, _ in given.get("history", ())] + ([given["guess"]] if "guess" in given else [])
    return corral.words(secrets, [*asked, *secrets], "wordle", **options)


@cases("candidates", "time_best_guess")
def test_candidates(game, given, expected):
    game = game or words_of(given, given["words"])
    if expected.get("count") == 0 and given.get("words"):
        # With so few words the answers cannot even occur.
        with pytest.raises((corral.ContradictionError, corral.FeedbackError), match="in a larger list of words"):
            game.candidates(given["history"])
        return
    if expected.get("count") == 0:
        # That no code fits is an error here, which names the answer that leaves none.
        with pytest.raises(corral.ContradictionError) as error:
            game.candidates(given["history"])
        assert error.value.prefix == len(given["history"])
        return
    left = game.candidates(given["history"])
    assert len(left) == expected.get("count", expected.get("candidates"))
    assert sorted(left) == sorted(expected.get("codes", left))
    assert set(expected.get("contains", [])) <= set(left)
    assert not set(expected.get("excludes", [])) & set(left)
    # A guess can be made of them.
    scores = corral.score_guesses(game, given["history"])
    assert 0 < scores.largest[scores.best("minimax")] <= scores.candidates_left == len(left)


@cases("partition")
def test_parts(game, given, expected):
    if game is None:
        game = words_of(given, given["candidates"])
        largest = corral.score_guesses(game, guesses=given["candidates"]).largest
        assert set(largest) == {expected["largest_if_guessing_a_candidate"]}
        expected = expected | {"parts": len(expected["sizes"])}
    parts = game.partition(given["guess"])
    assert {str(label): len(codes) for label, codes in parts.items()} == expected["sizes"]
    scores = corral.score_guesses(game, guesses=[given["guess"]])
    assert (scores.largest[0], scores.parts[0]) == (expected["largest"], expected["parts"])
    assert scores.expected_size[0] == pytest.approx(
        expected.get("expected_remaining", scores.expected_size[0]), abs=5e-7
    )
    assert scores.information[0] == pytest.approx(expected.get("entropy_bits", scores.information[0]), abs=5e-7)


@cases("best_guess")
def test_best_guesses(game, given, expected):
    if game is None:
        check_expected_guesses(given, expected)
        return
    scores = corral.score_guesses(game, given.get("history", ()), given.get("candidates"))
    if given["criterion"] == "worst case":
        splitting = scores.parts == scores.candidates_left
        found = {
            # One guess tells all candidates apart, the next one wins.
            "worst_case_with_outside_guess": 2 if splitting.any() else None,
            "worst_case_inside_only": max(map(len, reference.paths("minimax", given["candidates"]).values())),
            "splitting_guesses_count": int(splitting.sum()),
            "includes": [code for code in expected["includes"] if splitting[game.guesses.index(code)]],
            "candidate_among_them": [code for code in given["candidates"] if splitting[game.guesses.index(code)]],
        }
    else:
        best = np.flatnonzero(scores.largest == scores.largest.min())
        assert scores.best("minimax") == best[0]
        found = {
            "candidates": list(game.candidates(given["history"])),
            "best_value": scores.largest[best[0]],
            "best_candidates": [scores.codes[place] for place in best if scores.is_candidate[place]],
            "best_any_count": len(best),
            "lexicographic_first_any": scores.codes[best[0]],
            "value_of_1213": scores.largest[game.guesses.index("1213")] if game.length == 4 else None,
            "value_of_112": scores.largest[game.guesses.index("112")] if game.length == 3 else None,
            "best_value_inside_candidates": scores.largest[scores.is_candidate].min(),
        }
    assert {name: found[name] for name in expected} == expected


def check_expected_guesses(given, expected):
    weights = given["weights"]
    game = corral.words(list(weights), given["guesses"], "wordle")
    best = corral.solve(game, "total", weights=weights)
    assert best.tree.guess() == expected["best"]
    assert best.value == Fraction(str(expected["expected"]))
    first = corral.solve(game, "total", weights=weights, opener="jibed")
    assert first.value == Fraction(str(expected["expected_with_jibed_first"]))
    assert first.proven


OURS = {
    "minimax, candidate first, then smallest code": ("minimax", False),
    "minimax among candidates only": ("minimax", True),
    "smallest expected remaining, candidate first, then smallest code": ("expected-size", False),
    "most parts, candidate first, then smallest code": ("most-parts", False),
    "first consistent code in increasing order": ("sieve", False),
}
OTHER_TIES = {
    "minimax, smallest code, candidates not preferred": lambda scores, ties: ties[0],
    "minimax, candidate first, then LARGEST code": lambda scores, ties: max(
        ties, key=lambda place: (scores.is_candidate[place], place)
    ),
}


class Minimax:
    """A strategy of one's own: the smallest largest part, where `pick` settles ties."""

    def __init__(self, game, pick):
        self.game, self.pick = game, pick

    def guess(self, history=()):
        left = self.game.candidates(history)
        if len(left) == 1:
            return left[0]
        scores = corral.score_guesses(self.game, history)
        ties = np.flatnonzero(scores.largest == scores.largest.min())
        return scores.codes[int(self.pick(scores, ties))]


@cases("evaluate")
def test_strategies(game, given, expected):
    if given["strategy"] in OURS:
        strategy, consistent = OURS[given["strategy"]]
    else:
        strategy, consistent = Minimax(game, OTHER_TIES[given["strategy"]]), False
    found = corral.evaluate(game, strategy, consistent=consistent, opener=given.get("first", ()))
    assert (found.total, found.depth) == (expected["total"], expected["max"])
    assert list(found.histogram) == list(expected["histogram"].values())
    assert found.mean == found.total / len(game)
    assert found.mean == pytest.approx(expected.get("mean", found.mean), abs=5e-5)


@cases("optimal_tree")
def test_optimal_trees(game, given, expected):
    game = game or corral.words(given["secrets"], given["guesses"], "wordle")
    least, shallow = corral.solve(game, "total,depth"), corral.solve(game, "depth,total")
    found = {
        "count": len(game),
        "min_total": least.value[0],
        "worst_case_at_min_total": least.value[1],
        "min_worst_case": shallow.value[0],
        "min_total_at_min_worst_case": shallow.value[1],
    }
    assert found == expected
    for solution in least, shallow:
        assert solution.proven
        replay = solution.tree.verify()
        assert {replay.total, replay.depth} == set(solution.value)


@cases("pattern")
def test_patterns(game, given, expected):
    game = corral.words([given["secret"]], [given["guess"]], "wordle")
    assert game.feedback(given["guess"], given["secret"]) == expected["pattern"]
    assert game.label(game.feedback_table()[0, 0]) == expected["pattern"]
    assert reference.pattern(given["guess"], given["secret"]) == expected["pattern"]


@cases("pattern_code")
def test_patterns_are_numbers_of_base_3(game, given, expected):
    (guess, secret), colors = ("hello", "horse"), given["pattern"]
    game = corral.words([secret], [guess], "wordle")
    label = game._read_label(colors.replace("B", "-"))
    assert label == colors
    assert sum(3**place * "BYG".index(color) for place, color in enumerate(label)) == expected["code"]


@cases("common_letters")
def test_letters_in_common(game, given, expected):
    game = corral.words([given["secret"]], [given["guess"]], "common")
    assert game.feedback(given["guess"], given["secret"]) == expected["common"]
    assert (game.feedback(given["guess"], given["secret"]) == game.win) == expected["solved"]
    assert game.feedback(given["secret"], given["secret"]) == game.win == "win"


@cases("parse_word")
def test_words_are_composed(game, given, expected):
    word = "".join(map(chr, given["text_codepoints"]))
    game = corral.words([word])
    assert list(game.secrets) == [expected["equals"]]
    assert game.length == expected["n_after_nfc"]
    assert game.guesses.index(word) == game.guesses.index(expected["equals"]) == 0


@cases("load_words")
def test_line_ends_are_no_letters(game, given, expected):
    game = corral.words(given["text"])
    assert (list(game.secrets), game.length) == (expected["words"], expected["n"])


@cases("hard_mode_allowed")
def test_hard_mode(game, given, expected):
    history = given["history"]
    secrets = [
        next(
            word
            for word in map("".join, product(sorted({*guess, "x"}), repeat=5))
            if reference.pattern(guess, word) == answer
        )
        for guess, answer in history
    ]
    game = words_of(given, secrets, hard=True)
    assert (game.guesses.index(given["guess"]) in game.allowed(history)) == expected["allowed"]


@cases("table_bytes")
def test_a_table_has_a_byte_a_pair(game, given, expected):
    # The same shape in small: the size does not depend on what is in it.
    letters = [a + b for a in "abcdefgh" for b in "abcdefgh"]
    game = corral.words(letters[:30], letters, "wordle")
    table = game.feedback_table()
    assert table.itemsize == given["bytes_per_cell"]
    assert table.nbytes == len(game.guesses) * len(game.secrets)
    assert given["guesses"] * given["secrets"] * table.itemsize == expected["bytes"]


def test_every_case_is_tested():
    assert {case["input"]["op"] for case in CASES} == TESTED
    assert len({case["id"] for case in CASES}) == len(CASES) == 104
