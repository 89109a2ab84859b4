"""The binding keeps the interpreter and its objects safe from misuse that the Python layer does not see."""

import copy
import os
import stat

import numpy as np
import pytest

import corral
from corral import _core


def test_a_split_into_its_own_candidates_is_a_split() -> None:
    game = corral.bulls_and_cows()
    numbers = np.arange(5040, dtype=np.uint32)
    expected = np.empty(5040, np.uint32)
    sizes = game.core.split(7, numbers, expected)
    assert game.core.split(7, numbers, numbers) == sizes
    assert np.array_equal(numbers, expected)


@pytest.mark.parametrize("name", ["guess", "label", "first", "size"])
def test_a_tree_that_was_never_made_has_no_arrays(name: str) -> None:
    with pytest.raises(ValueError, match=r"made by Codes\.tree"):
        getattr(_core.Tree.__new__(_core.Tree), name)


def test_trees_cannot_be_made_by_calling() -> None:
    with pytest.raises(TypeError, match=r"made by Codes\.tree"):
        _core.Tree()


def test_the_arrays_of_a_tree_are_read_only_and_outlive_it() -> None:
    opener = np.empty(0, np.uint32)
    array = corral.mastermind(2, 3).core.tree("entropy", False, opener, 0, None).size
    assert array.readonly
    assert np.asarray(array)[0] == 9
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(array)[0] = 1


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (np.array([1, 1], np.uint32), "ascending"),
        (np.array([2, 1], np.uint32), "ascending"),
        (np.array([], np.uint32), "outside"),
        (np.array([9], np.uint32), "outside"),
        (np.array([1], np.uint64), "4 bytes"),
        (np.array([1], np.float32), "format"),
    ],
)
def test_wrong_candidates_are_refused(numbers: np.ndarray, message: str) -> None:
    parts = np.empty(9, np.uint32)
    with pytest.raises(ValueError, match=message):
        corral.mastermind(2, 3).core.score(numbers, None, parts, None, None, None)


def test_outputs_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 9 items, got 8"):
        corral.mastermind(2, 3).core.score(None, None, np.empty(8, np.uint32), None, None, None)


def test_copies_of_codes_take_the_level_of_where_they_are() -> None:
    codes = _core.Codes(corral.mastermind(2, 3).rule, "portable")
    assert copy.copy(codes).level == corral.isa()
    with pytest.raises(ValueError, match="portable"):
        _core.Codes(codes.rule, "sse9")


def test_scores_keep_nothing_of_the_caller() -> None:
    game = corral.bulls_and_cows()
    asked = np.array([5, 3], np.uint32)
    scores = corral.score_guesses(game, guesses=asked)
    asked[0] = 99
    assert scores.guesses.tolist() == [5, 3]


def test_trees_keep_nothing_of_the_caller() -> None:
    tree = corral.strategy_tree(corral.mastermind(2, 3), "entropy")
    memory = tree.guesses.copy()
    shown = memory.view()
    shown.flags.writeable = False
    kept = corral.Tree(tree.game, shown, tree.labels, tree.first, tree.sizes)
    memory[0] += 1
    assert kept == tree


def test_an_opener_on_a_game_too_large_to_list() -> None:
    with pytest.raises(corral.TooLargeError):
        corral.strategy_tree(corral.mastermind(12, 35), "sieve", opener="z" * 12)


def test_a_code_of_arrays_is_no_code() -> None:
    with pytest.raises(corral.CodeError, match="none of the symbols"):
        corral.mastermind(2, 3).guesses.index([np.array([1, 2]), "1"])  # type: ignore[list-item]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_saving_over_a_file_keeps_its_permissions(tmp_path) -> None:
    path = tmp_path / "tree.json"
    path.touch(mode=0o600)
    corral.strategy_tree(corral.mastermind(2, 3), "sieve").save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
