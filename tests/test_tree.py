import json
import os
import pickle
import re
import sys
from dataclasses import FrozenInstanceError, astuple
from hashlib import sha256
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from peg import rules
from positions import histories, position_tree

import corral
from corral import ContradictionError, Feedback, FeedbackError, Tree, TreeError, VerificationError, strategy_tree
from corral.files import replacing
from corral.formats.json import decode, encode
from corral.play import transcript

PEGS = corral.mastermind()
KNUTH = strategy_tree(PEGS, "minimax")
SMALL = corral.mastermind(2, 3)
SMALL_TREE = strategy_tree(SMALL, "entropy")

some_trees = st.builds(strategy_tree, st.sampled_from(rules(60)), st.sampled_from(["sieve", "random", "minimax"]))


position_trees = st.sampled_from(rules(30)).flatmap(
    lambda game: st.builds(position_tree, st.just(game), histories(game))
)


def arrays(tree):
    return {name: getattr(tree, name) for name in ("guesses", "labels", "first", "sizes")}


def changed(tree, name, place, value):
    """The same tree but for one value."""
    values = {name: array.astype(np.int64) for name, array in arrays(tree).items()}
    values[name][place] = value
    return Tree(tree.game, **values, history=tree.history)


# The value


def test_figures():
    assert (KNUTH.total, KNUTH.depth, KNUTH.histogram) == (5801, 5, (1, 6, 62, 533, 694))
    assert KNUTH.mean == 5801 / 1296
    assert len(KNUTH) == len(KNUTH.guesses)
    assert type(KNUTH.total) is type(KNUTH.histogram[0]) is int
    assert repr(KNUTH) == "<Tree of mastermind:4x6: 1296 secrets, total 5801, worst case 5>"


def test_arrays_are_read_only():
    values = {name: array.copy() for name, array in arrays(SMALL_TREE).items()}
    mine = Tree(SMALL, **values)
    values["guesses"][0] = 3
    assert mine == SMALL_TREE
    for tree, (name, array) in product((mine, SMALL_TREE), arrays(SMALL_TREE).items()):
        assert getattr(tree, name).dtype == array.dtype
        with pytest.raises(ValueError, match="read-only"):
            getattr(tree, name)[0] = 1
    with pytest.raises(FrozenInstanceError):
        mine.game = PEGS


def test_whole_numbers_of_any_type_are_taken():
    assert Tree(SMALL, **{name: array.tolist() for name, array in arrays(SMALL_TREE).items()}) == SMALL_TREE
    wide = {name: np.repeat(array.astype(np.int64), 2)[::2] for name, array in arrays(SMALL_TREE).items()}
    assert Tree(SMALL, **wide) == SMALL_TREE
    strided = np.repeat(SMALL_TREE.guesses, 2)[::2]
    strided.flags.writeable = False
    assert Tree(SMALL, **{**arrays(SMALL_TREE), "guesses": strided}).guesses.flags.c_contiguous


def test_equality():
    other = strategy_tree(SMALL, "sieve")
    assert SMALL_TREE == strategy_tree(corral.bulls_and_cows(2, "123", True), "entropy") != other
    assert hash(SMALL_TREE) == hash(strategy_tree(SMALL, "entropy"))
    assert len({SMALL_TREE, other, strategy_tree(SMALL, "sieve")}) == 2
    letters = Tree(corral.mastermind(2, "ABC"), **arrays(SMALL_TREE))
    assert letters != SMALL_TREE
    assert SMALL_TREE != "a tree"


@given(some_trees | position_trees)
def test_pickles(tree):
    again = pickle.loads(pickle.dumps(tree))
    assert again == tree
    assert not again.sizes.flags.writeable


# Positions

AFTER = position_tree(SMALL, [("11", "1,0"), ("22", (None, 0))])


def test_figures_count_from_the_start_of_the_game():
    assert AFTER.history == (("11", Feedback(1, 0)), ("22", (None, 0)))
    assert list(SMALL.candidates(AFTER.history)) == ["12", "13", "21", "31"]
    assert (AFTER.total, AFTER.depth, AFTER.histogram) == (15, 4, (0, 0, 1, 3))
    assert AFTER.mean == 15 / 4
    assert repr(AFTER) == "<Tree of mastermind:2x3 after 2 guesses: 4 secrets, total 15, worst case 4>"
    assert [codes.tolist() for codes in AFTER.found()] == [[], [], [1], [6, 3, 2]]


def test_histories_have_one_form():
    values = arrays(AFTER)
    assert Tree(SMALL, **values, history=[(["1", "1"], "1A0B"), ["22 ", (None, np.int64(0))]]) == AFTER
    assert Tree(SMALL, **arrays(SMALL_TREE), history=[]).history == ()
    with pytest.raises(TreeError, match=r"step 2 .*, 13:2,\?: the game is over, the secret is found"):
        Tree(SMALL, **values, history=[("11", "1,0"), ("13", (2, None))])


def test_trees_of_other_positions_are_others():
    other = Tree(SMALL, **arrays(AFTER), history=AFTER.history[:1])
    assert other != AFTER
    assert hash(other) != hash(AFTER)
    assert len({AFTER, position_tree(SMALL, AFTER.history), other}) == 2


def test_a_game_too_large_to_list_has_no_positions():
    with pytest.raises(corral.TooLargeError):
        Tree(corral.bulls_and_cows(12, 36), **arrays(SMALL_TREE), history=[("0123456789ab", "0,0")])


def test_looking_up_starts_with_the_history_of_the_tree():
    assert AFTER.guess(AFTER.history) == AFTER.guess([("11", "1A0B"), ("22", [None, 0])]) == "12"
    assert AFTER.guess([*AFTER.history, ("12", "1,0")]) == "13"
    for history, prefix in ((), 0), (AFTER.history[:1], 1):
        with pytest.raises(ContradictionError, match=f"{prefix} steps: the tree begins after 2") as error:
            AFTER.guess(history)
        assert error.value.prefix == prefix
    with pytest.raises(
        ContradictionError, match=r"step 2 of the history, 22:0,0: the tree is of 22:\?,0 there"
    ) as error:
        AFTER.guess([("11", "1,0"), ("22", "0,0")])
    assert error.value.prefix == 2
    with pytest.raises(ContradictionError, match=r"step 3 of the history, .*: the tree asks 12 there"):
        AFTER.guess([*AFTER.history, ("13", "1,0")])


def test_paths_start_with_the_history_of_the_tree():
    assert AFTER.path("13") == (*AFTER.history, ("12", Feedback(1, 0)), ("13", Feedback(2, 0)))
    with pytest.raises(ContradictionError, match="secret 22 does not agree with 11 -> 1,0") as error:
        AFTER.path("22")
    assert error.value.prefix == 1


def test_a_secret_of_a_position_that_is_not_found():
    wrong = changed(AFTER, "guesses", len(AFTER) - 1, 0)
    with pytest.raises(VerificationError, match="secret 13 is not found: guess 4 is 11"):
        wrong.verify()


def test_names_of_several_characters_in_a_history():
    game = corral.bulls_and_cows(1, ["red", "blue", "green"])
    tree = position_tree(game, [("red", "0,0")])
    assert tree.verify().histogram == tree.histogram == (0, 1, 1)
    assert Tree(**decode(encode(tree))) == tree
    assert tree.to_text() == "after red -> 0,0\nblue\n  0,0 -> green\n"


# Looking up


def test_the_guess_after_a_history():
    assert KNUTH.guess() == KNUTH.guess([]) == "1122"
    for form in "0,1", "0 1", "01", "0A1B", "0b1c", "+0-1", "W", (0, 1), Feedback(0, 1), [0, 1]:
        assert KNUTH.guess([("1122", form)]) == "2344"
    assert KNUTH.guess([["1122", "1,0"], (("1", "3", "4", "4"), "-")]) == KNUTH.guess([("1122", "B"), ("1344", "0,0")])


@given(some_trees | position_trees)
def test_guesses_follow_every_path(tree):
    before = len(tree.history)
    for secret in tree.game.candidates(tree.history):
        path = tree.path(secret)
        assert path[:before] == tree.history
        for step, (guess, feedback) in enumerate(path[before:], before):
            assert tree.guess(path[:step]) == guess
            assert feedback == tree.game.feedback(guess, secret)
        assert path[-1] == (secret, tree.game.win)
        with pytest.raises(ContradictionError, match=f"step {len(path)} .*: the game is over") as error:
            tree.guess(path)
        assert error.value.prefix == len(path)


def test_a_guess_that_is_not_the_trees():
    with pytest.raises(ContradictionError, match=r"step 2 of the history, 1123:0,0: the tree asks 2344") as error:
        KNUTH.guess([("1122", "0,1"), ("1123", "0,0")])
    assert error.value.prefix == 2


def test_an_answer_without_a_branch():
    with pytest.raises(ContradictionError, match=r"step 2 of the history, .*: no secret gives these answers") as error:
        KNUTH.guess([("1122", "0,1"), ("2344", "0,4"), ("1111", "0,0")])
    assert error.value.prefix == 2
    # The winning answer to a guess that cannot win.
    tree = strategy_tree(SMALL, "sieve", opener=["11", "11"])
    with pytest.raises(ContradictionError, match=r"step 2 .* no secret gives these answers"):
        tree.guess([("11", "0,0"), ("11", "2,0")])


def test_after_the_game():
    with pytest.raises(ContradictionError, match=r"step 1 of the history, .*: the game is over") as error:
        KNUTH.guess([("1122", "4,0"), ("1122", "4,0")])
    assert error.value.prefix == 1


def test_wrong_items_of_a_history():
    with pytest.raises(corral.CodeError, match="step 1 of the history: '1127'"):
        KNUTH.guess([("1127", "0,1")])
    for answer in "3,1", "5,0", "x", "", None, (2, None):
        with pytest.raises(FeedbackError, match="step 1 of the history: "):
            KNUTH.guess([("1122", answer)])
    for item in "1122", ("1122",), ("1122", 0, 1), None:
        with pytest.raises(FeedbackError, match=r"step 1 of the history is .*: expected a pair"):
            KNUTH.guess([item])


def test_bulls_only():
    tree = strategy_tree(corral.mastermind(2, 3, feedback="bulls"), "sieve")
    assert tree.path("23") == (("11", 0), ("22", 1), ("23", 2))
    assert tree.guess([("11", "0"), ("22", 1)]) == "23"


def test_paths_of_what_is_no_code():
    with pytest.raises(corral.CodeError):
        KNUTH.path("1127")


# Verifying


@given(some_trees | position_trees)
def test_a_replay_gives_the_figures_of_the_tree(tree):
    assert astuple(tree.verify()) == (tree.total, tree.mean, tree.depth, tree.histogram)


def test_a_secret_without_a_branch():
    # It asks 11, then 33 twice if both answers are 0,0.
    tree = strategy_tree(SMALL, "sieve")
    node = tree.guesses.tolist().index(SMALL.guesses.index("22"))
    wrong = changed(tree, "guesses", node, SMALL.guesses.index("33"))
    with pytest.raises(
        VerificationError, match=r"secret 22 is not found: guess 3 is 33, and no branch .* 0,0"
    ) as error:
        wrong.verify()
    assert error.value.secret == "22"
    with pytest.raises(VerificationError, match=r"secret 22 is not found: guess 3 is 33, and no branch .* 0,0"):
        wrong.path("22")


def test_a_secret_that_the_sizes_leave_out():
    game = corral.mastermind(1, 2)
    # The root says that it finds nothing and its child finds two, through one more node.
    wrong = Tree(game, [0, 0, 1], [0, 0, 0], [1, 2, 3, 3], [2, 2, 1])
    with pytest.raises(
        VerificationError, match="secret 1 is found by guess 1, node 0, whose size leaves it out"
    ) as error:
        wrong.verify()
    assert error.value.secret == "1"


@given(some_trees | position_trees, st.data())
def test_every_wrong_tree_is_found(tree, data):
    """One changed value is no tree, or a tree that still does what it says, or one that does not verify."""
    name = data.draw(st.sampled_from(["guesses", "labels", "sizes", "first"]))
    place = data.draw(st.integers(0, len(getattr(tree, name)) - 1))
    secrets = tree.game.candidates(tree.history)
    limit = {"guesses": len(tree.game), "labels": len(tree.game.classes)}.get(name, len(tree.game) + 1)
    try:
        wrong = changed(tree, name, place, data.draw(st.integers(0, limit)))
        replay = wrong.verify()
    except VerificationError as error:
        # It is the first secret that the tree does not find as it says.
        for secret in secrets[: secrets.index(error.secret)]:
            wrong.path(secret)
        return
    except TreeError:
        return
    lengths = [len(wrong.path(secret)) for secret in secrets]
    assert replay.total == wrong.total == sum(lengths)
    assert replay.histogram == wrong.histogram


def test_verifying_reports_its_progress():
    seen = []
    KNUTH.verify(progress=lambda *counts: seen.append(counts))
    assert seen == [(done, 1296) for done in range(0, 1296, 256)]

    def stop(done, total):
        raise StopIteration

    with pytest.raises(StopIteration):
        SMALL_TREE.verify(progress=stop)


def test_verifying_uses_no_compiled_code(monkeypatch):
    def refuse(*_):
        raise AssertionError

    for name in "feedback", "answer", "core", "number", "found":
        monkeypatch.setattr(corral.games.PegGame, name, refuse)
    assert SMALL_TREE.verify().total == SMALL_TREE.total


# What is no tree


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("guesses", [[0, 1]], "guesses has 2 dimensions of int64"),
        ("guesses", [0.0, 1.0], "guesses has 1 dimensions of float64"),
        ("guesses", [True], "guesses has 1 dimensions of bool"),
        ("guesses", [2**70], "guesses has 1 dimensions of object"),
        ("guesses", [], "guesses has 1 dimensions of float64"),
        ("guesses", [-1], "guesses has values from -1 to -1: expected 0 to 4294967295"),
        ("labels", [0, 256], "labels has values from 0 to 256: expected 0 to 255"),
        ("guesses", [0], "1 guesses, 9 labels, 10 first, 9 sizes: expected as many"),
        ("labels", [0], "9 guesses, 1 labels, 10 first, 9 sizes: expected as many"),
        ("first", [0], "9 guesses, 9 labels, 1 first, 9 sizes: expected as many"),
        ("sizes", [0], "9 guesses, 9 labels, 10 first, 1 sizes: expected as many"),
    ],
)
def test_arrays_of_the_wrong_kind(name, values, message):
    with pytest.raises(TreeError, match=re.escape(message).replace("int64", "int(64|32)")):
        Tree(SMALL, **{**arrays(SMALL_TREE), name: values})


def test_no_nodes_at_all():
    none = np.empty(0, np.uint32)
    with pytest.raises(TreeError, match=r"0 guesses, 0 labels, 1 first, 0 sizes: expected .* at least one"):
        Tree(SMALL, none, none, [1], none)


@pytest.mark.parametrize(
    ("name", "place", "value", "message"),
    [
        ("first", 0, 2, "first runs from 2 to 9: expected from 1 to 9"),
        ("first", -1, 8, "first runs from 1 to 8: expected from 1 to 9"),
        ("first", 1, 9, "node 1 has a negative number of children"),
        ("guesses", 3, 9, "node 3 has a guess beyond the 9 guesses of mastermind:2x3"),
        ("labels", 0, 1, "node 0 has a label, which the root has not"),
        ("labels", 4, 4, "node 4 has a label that leads to no node"),
        ("labels", 2, 0, "node 2 has a label that is not above the one before it"),
        ("sizes", 8, 0, "node 4 has a size that its children do not add up to"),
        ("sizes", 8, 2, "node 8 has a size that its children do not add up to"),
        ("sizes", 0, 8, "the tree is of 8 secrets: mastermind:2x3 has 9"),
    ],
)
def test_arrays_that_are_no_tree(name, place, value, message):
    with pytest.raises(TreeError, match=message):
        changed(SMALL_TREE, name, place, value)


def test_loops_are_no_tree():
    with pytest.raises(TreeError, match="node 1 is its own descendant"):
        Tree(corral.mastermind(1, 2), [0, 1], [0, 0], [1, 1, 2], [2, 1])


def test_trees_of_another_game():
    with pytest.raises(TreeError, match="the tree is of 9 secrets: mastermind:2x4 has 16"):
        Tree(corral.mastermind(2, 4), **arrays(SMALL_TREE))
    with pytest.raises(TreeError, match="the tree is of 9 secrets: bulls-and-cows:12x36 has 599555620984320000"):
        Tree(corral.bulls_and_cows(12, 36), **arrays(SMALL_TREE))


# Files


@given(some_trees | position_trees)
def test_files_give_the_tree_back(tree):
    data = encode(tree)
    assert Tree(**decode(data)) == tree
    assert data.isascii()
    document = json.loads(data)
    members = ["format", "version", "game", "history", "guesses", "labels", "first", "sizes", "checksum"]
    assert list(document) == members
    assert corral.game(document["game"]) == tree.game


@pytest.mark.parametrize("symbols", [["red", "green", "blue"], "λ🙂é", ['"', "\\", "->"]])
def test_saving_and_loading(tmp_path, symbols):
    tree = strategy_tree(corral.bulls_and_cows(2, symbols), "minimax")
    tree.save(tmp_path / "one")
    tree.save(str(tmp_path / "two"))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert Tree.load(tmp_path / "one") == Tree.load(str(tmp_path / "two")) == tree
    assert Tree.load(tmp_path / "one").history == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_the_documented_form():
    game = corral.mastermind(1, 2)
    body = (
        b'{"format":"corral tree","version":1,"game":"mastermind:1x2","history":[],"guesses":["1","2"],'
        b'"labels":["","0,0"],"first":[1,2,2],"sizes":[2,1]'
    )
    data = body + b',"checksum":"' + sha256(body).hexdigest().encode() + b'"}\n'
    assert encode(strategy_tree(game, "sieve")) == data


TINY = encode(strategy_tree(corral.mastermind(1, 3), "sieve"))


def read(data):
    """The tree in a file, or None if it is refused as it should be."""
    try:
        return Tree(**decode(data))
    except TreeError:
        return None


def test_every_damaged_byte_is_found():
    tree = read(TINY)
    # Only the line feed at the end may be other white space, or missing.
    for place, bit in product(range(len(TINY)), range(8)):
        damaged = bytearray(TINY)
        damaged[place] ^= 1 << bit
        assert read(bytes(damaged)) == (tree if damaged[:-1] == TINY[:-1] and damaged[-1:].isspace() else None)
    for place in range(len(TINY)):
        assert read(TINY[:place]) == (tree if place == len(TINY) - 1 else None)
        assert read(TINY[:place] + TINY[place + 1 :]) == (tree if place == len(TINY) - 1 else None)
        assert read(TINY[:place] + b"0" + TINY[place:]) is None


@given(st.binary() | st.text().map(str.encode))
def test_other_files_are_refused(junk):
    assert read(junk) is None
    assert read(sealed(junk)) is None
    assert read(TINY + junk) == (None if junk.strip() else read(TINY))


def sealed(body):
    return body + b',"checksum":"' + sha256(body).hexdigest().encode() + b'"}\n'


def forged(**members):
    """The file of SMALL_TREE with other members, and a checksum that is right."""
    document = {**json.loads(encode(SMALL_TREE)), **members}
    del document["checksum"]
    document = {name: value for name, value in document.items() if value is not ...}
    return sealed(json.dumps(document).encode()[:-1])


LABELS = json.loads(encode(SMALL_TREE))["labels"]
SIZES = SMALL_TREE.sizes.tolist()


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"format": "corral forest"}, "its format is not 'corral tree'"),
        ({"format": ...}, "its format is not 'corral tree'"),
        ({"version": 2}, "version 2 of the format: expected 1"),
        ({"version": True}, "version True of the format: expected 1"),
        ({"version": ...}, "version None of the format: expected 1"),
        ({"sizes": ...}, "its members are .*: expected .* and checksum"),
        ({"more": 1}, "its members are .*: expected .* and checksum"),
        ({"game": "chess"}, "'chess' is no id of a game"),
        ({"game": 7}, "game is 7: expected an id, words or a table"),
        ({"game": ["mastermind:2x3"]}, r"game is \['mastermind:2x3'\]: expected an id, words or a table"),
        ({"history": ...}, "its members are .*: expected .* and checksum"),
        ({"history": None}, "history is None: expected a list"),
        ({"history": ["11"]}, r"history\[0\] is '11': expected list"),
        ({"history": [["11"]]}, r"step 1 of the history is \['11'\]: expected a pair"),
        ({"history": [[11, "0,0"]]}, "step 1 of the history: 11 is no code"),
        ({"history": [["14", "0,0"]]}, "step 1 of the history: '14': '4' at place 2 is none"),
        ({"history": [["11", "1,1"]]}, r"step 1 of the history: '1,1' cannot occur"),
        ({"history": [["11", {"0": 0}]]}, "step 1 of the history: {'0': 0} is no feedback"),
        ({"history": [["11", [None, 3]]]}, r"step 1 of the history: \[None, 3\] is no feedback"),
        ({"history": [["11", "0,0"], ["11", "1,0"]]}, "step 2 of the history, .* leaves no code"),
        ({"history": [["11", "2,0"]]}, "step 1 of the history, .*: the game is over"),
        ({"history": [["11", "0,0"]]}, "the tree is of 9 secrets: mastermind:2x3 has 4 after its history"),
        ({"game": "mastermind:2x4"}, "the tree is of 9 secrets: mastermind:2x4 has 16"),
        ({"game": "bulls-and-cows:12x36"}, "has 2 symbols: expected 12"),
        ({"guesses": {}}, "guesses is {}: expected a list"),
        ({"guesses": "11"}, "guesses is '11': expected a list"),
        ({"guesses": []}, r"guesses is \[\]: expected texts, one or more"),
        ({"sizes": []}, r"sizes is \[\]: expected whole numbers, one or more"),
        ({"guesses": [11]}, r"guesses\[0\] is 11: expected str"),
        ({"guesses": [["1", "1"]]}, r"guesses\[0\] is \['1', '1'\]: expected str"),
        ({"guesses": ["11", "14"]}, "node 1: '14': '4' at place 2 is none of the symbols"),
        ({"labels": [None, *LABELS[1:]]}, r"labels\[0\] is None: expected str"),
        ({"labels": ["0,0", *LABELS[1:]]}, "node 0 has the label '0,0': expected an empty text"),
        ({"labels": ["", "", *LABELS[2:]]}, "node 1 has the label '': expected a feedback"),
        ({"labels": ["", "1,1", *LABELS[2:]]}, "node 1 has the label '1,1': expected a feedback"),
        ({"labels": ["", "2,0", *LABELS[2:]]}, "node 1 has a label that leads to no node"),
        ({"labels": ["", LABELS[2], LABELS[1], *LABELS[3:]]}, "node 2 has a label that is not above"),
        ({"first": [True]}, r"first\[0\] is True: expected int"),
        ({"first": [[[[]]]]}, r"first\[0\] is \[\[\[\]\]\]: expected int"),
        ({"sizes": [9.0, *SIZES[1:]]}, r"sizes\[0\] is 9.0: expected int"),
        ({"sizes": [float("nan"), *SIZES[1:]]}, r"sizes\[0\] is nan: expected int"),
        ({"sizes": [-1, *SIZES[1:]]}, "sizes has values from -1 to"),
        ({"sizes": [2**32, *SIZES[1:]]}, "sizes has values from 1 to 4294967296"),
        ({"sizes": [2**70, *SIZES[1:]]}, "sizes has 1 dimensions of object"),
        ({"sizes": [8, *SIZES[1:]]}, "the tree is of 8 secrets"),
        ({"sizes": SIZES[:-1]}, "9 guesses, 9 labels, 10 first, 8 sizes"),
    ],
)
def test_forged_files(members, message):
    with pytest.raises(TreeError, match=message):
        Tree(**decode(forged(**members)))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[",
        b"[1",
        b'{"format":"corral tree","version":1e400',
        b'{"format":"corral tree","version":' + b"9" * 5000,
        b'{"format":"corral tree","version":NaN',
        b'{"format":"corral tree","game":"\xff"',
        b'{"format":' + b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"format":' + b"[" * 200_000 + b"]" * 200_000,
        b"\x00\x01\x02",
    ],
    ids=range(11),
)
def test_other_contents_with_a_right_checksum(body):
    with pytest.raises(TreeError):
        decode(sealed(body))


def test_a_forged_file_with_a_huge_number():
    data = sealed(forged().rpartition(b',"checksum"')[0].replace(b'"sizes": [9', b'"sizes": [1e400'))
    with pytest.raises(TreeError, match=r"sizes\[0\] is inf: expected int"):
        decode(data)


def test_a_forged_tree_loads_but_does_not_verify():
    guesses = json.loads(encode(SMALL_TREE))["guesses"]
    tree = Tree(**decode(forged(guesses=[*guesses[:-1], guesses[0]])))
    with pytest.raises(VerificationError):
        tree.verify()


def test_messages_name_the_file(tmp_path):
    path = tmp_path / "tree.json"
    for data, message in (b"", "no file of a corral tree"), (TINY[:-9], "damaged"), (forged(sizes=[1]), "1 sizes"):
        path.write_bytes(data)
        with pytest.raises(TreeError, match=re.escape(f"{path}: ") + f".*{message}"):
            Tree.load(path)
    with pytest.raises(IsADirectoryError) as error:
        Tree.load(tmp_path)
    assert error.value.filename == str(tmp_path)
    with pytest.raises(FileNotFoundError):
        Tree.load(tmp_path / "none")


@pytest.mark.parametrize(("before", "after"), [("", "\n\n"), ("\n \n", ""), ("\ufeff", "\r\n"), ("\t", " \r\n\n")])
def test_white_space_around_a_file_does_no_harm(tmp_path, before, after):
    path = tmp_path / "tree.json"
    path.write_bytes(before.encode() + TINY.strip() + after.encode())
    assert Tree.load(path) == read(TINY)


WHAT_IS_NO_PATH = [b"tree.json", 5, None, True, "", "a\0b", "\ud800", object, ["tree.json"]]


@pytest.mark.parametrize("path", WHAT_IS_NO_PATH)
def test_what_is_no_path(path):
    expected = r" is .*: expected the path of a file, a str or a pathlib\.Path$"
    for use in SMALL_TREE.save, Tree.load, transcript.load, lambda path: transcript.save(None, path):
        with pytest.raises(corral.ArgumentError, match=f"^path{expected}"):
            use(path)
    if path is not None:
        with pytest.raises(corral.ArgumentError, match=f"^path{expected}"):
            corral.plot_histogram(SMALL_TREE, path)
        with pytest.raises(corral.ArgumentError, match=f"^checkpoint{expected}"):
            corral.solve(SMALL_TREE.game, checkpoint=path)
    with pytest.raises(corral.GameError, match=r"^secrets is .*: expected the path of a file"):
        corral.words(Path("a\0b"))


# Writing whole or not at all


def fail_while_writing(path, error):
    with replacing(path) as file:
        file.write(b"half")
        raise error


def test_an_interrupted_save_leaves_what_was_there(tmp_path):
    path = tmp_path / "tree.json"
    path.write_bytes(b"precious")
    for error in KeyboardInterrupt, RuntimeError:
        with pytest.raises(error):
            fail_while_writing(path, error)
    assert path.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [path]
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"precious"
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("place", ["pathlib.Path.open", "shutil.copymode", "os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize(("number", "kind"), [(28, OSError), (13, PermissionError), (2, FileNotFoundError)])
def test_errors_of_writing_name_the_file(tmp_path, monkeypatch, place, number, kind):
    path = tmp_path / "tree.json"
    path.write_bytes(b"precious")

    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    for name in path, str(path):
        with monkeypatch.context() as patch:
            patch.setattr(place, fail)
            with pytest.raises(kind) as error:
                SMALL_TREE.save(name)
        assert type(error.value) is kind
        assert error.value.filename == str(path)
        assert str(error.value) == f"[Errno {number}] {os.strerror(number)}: {str(path)!r}"
    assert path.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", ["pathlib.Path.is_dir", "pathlib.Path.read_bytes"])
def test_errors_of_reading_name_the_file(tmp_path, monkeypatch, place):
    def fail(*_, **__):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(place, fail)
        with pytest.raises(OSError, match="Input/output error") as error:
            Tree.load(tmp_path / "tree.json")
    assert error.value.filename == str(tmp_path / "tree.json")


def test_files_that_cannot_be_written(tmp_path):
    with pytest.raises(OSError, match="none"):
        SMALL_TREE.save(tmp_path / "none" / "tree.json")
    with pytest.raises(OSError, match=re.escape(repr(str(tmp_path))[1:-1])):
        SMALL_TREE.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")
def test_links_devices_and_permissions(tmp_path):
    target, link = tmp_path / "deep" / "target", tmp_path / "link"
    target.parent.mkdir()
    link.symlink_to(target)
    SMALL_TREE.save(link)
    assert link.is_symlink()
    assert Tree.load(target) == SMALL_TREE
    SMALL_TREE.save("/dev/null")
    assert not Path("/dev/null").is_file()
    old = os.umask(0o022)
    try:
        SMALL_TREE.save(tmp_path / "open")
    finally:
        os.umask(old)
    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o644


# Text


def test_the_text():
    tree = strategy_tree(corral.mastermind(2, 3), "sieve")
    assert tree.to_text() == (
        "11\n"
        "  0,0 -> 22\n"
        "    0,0 -> 33\n"
        "    1,0 -> 23\n"
        "      0,2 -> 32\n"
        "  1,0 -> 12\n"
        "    0,1 -> 31\n"
        "    0,2 -> 21\n"
        "    1,0 -> 13\n"
    )


def test_the_text_of_a_position():
    assert AFTER.to_text() == ("after 11 -> 1,0\nafter 22 -> ?,0\n12\n  0,1 -> 31\n  0,2 -> 21\n  1,0 -> 13\n")
    tree = position_tree(corral.mastermind(2, 3, feedback="bulls"), [("11", None), ("22", 0)])
    assert tree.to_text().startswith("after 11 -> ?\nafter 22 -> 0\n11\n")


@given(position_trees)
def test_the_history_in_the_text_is_read_back(tree):
    lines = tree.to_text().splitlines()[: len(tree.history)]
    history = [tuple(line.removeprefix("after ").split(" -> ")) for line in lines]
    assert Tree(tree.game, **arrays(tree), history=history) == tree


def test_the_text_of_one_code():
    assert strategy_tree(corral.mastermind(3, 1), "sieve").to_text() == "111\n"


@given(some_trees)
def test_the_text_tells_the_whole_tree(tree):
    """Read back, level by level, it is the nodes in their order."""
    rows = []
    for line in tree.to_text().splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        label, arrow, guess = line.strip().partition(" -> ")
        rows.append((depth, label, guess) if arrow else (depth, "", label))
    rows.sort(key=lambda row: row[0])
    assert [tree.game.guesses.index(guess) for _, _, guess in rows] == tree.guesses.tolist()
    assert [tree.game.class_number(label) for _, label, _ in rows[1:]] == tree.labels.tolist()[1:]


# Deep and large


def test_deep_trees():
    depth = 3 * sys.getrecursionlimit()
    tree = strategy_tree(corral.mastermind(1, 3), "sieve", opener=["1"] * depth)
    assert tree.histogram == (1, *[0] * (depth - 1), 1, 1)
    assert tree.verify().total == tree.total
    assert Tree(**decode(encode(tree))) == tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree.to_text().splitlines()[-1] == "  " * (depth + 1) + "0,0 -> 3"
    assert len(tree.path("3")) == depth + 2
    assert tree.guess([("1", "0,0")] * depth) == "2"


def test_trees_of_many_nodes():
    tree = strategy_tree(corral.bulls_and_cows(5, 12), "sieve")
    assert len(tree) == sum(tree.histogram) == 95040
    assert Tree(**decode(encode(tree))) == tree
    assert tree.to_text().count("\n") == len(tree)
