"""Indented text, DOT, CSV, files of games without an id, what notebooks show, drawings, and `corral show`."""

import csv
import io
import json
import re
import sys
from fractions import Fraction
from hashlib import sha256
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from peg import rules
from positions import histories, position_tree

import corral
from corral import Tree, TreeError, cli, strategy_tree
from corral.formats.csv import games
from corral.formats.json import decode, encode

PEGS = corral.mastermind(2, 3)
TREE = strategy_tree(PEGS, "entropy")
WORDS = corral.words("ape bat cat cow dog eel owl pig rat tap", feedback="wordle")
EVIL = corral.mastermind(2, ['<b>"', "</script>", "&amp;", "\\"])
TABLE = corral.from_table(
    [[0, 1, 9], [1, 9, 1], [9, 1, 0], [0, 1, 1]],
    9,
    guesses=["is it = a?", "b -> b", "c", "none"],
    secrets=["a", "b", "c"],
    labels={0: "no -> way", 1: "may be", 9: "yes, it is"},
)
OTHERS = [
    strategy_tree(game, "sieve")
    for game in (WORDS, EVIL, corral.number(0, 9), corral.words("cat dog tac", feedback="common"))
] + [corral.solve(game, "total").tree for game in (TABLE, corral.from_table([[0, 2], [2, 0]], 2))]

trees = (
    st.builds(strategy_tree, st.sampled_from(rules(60)), st.sampled_from(["sieve", "random", "minimax"]))
    | st.sampled_from(rules(30)).flatmap(lambda game: st.builds(position_tree, st.just(game), histories(game)))
    | st.sampled_from(OTHERS)
)


def call(*arguments):
    return CliRunner().invoke(cli.cli, arguments, prog_name="corral")


# Text


@given(trees)
def test_text_can_be_read_again(tree):
    assert Tree.from_text(tree.to_text(), tree.game) == tree
    assert Tree.from_text("\n" + tree.to_text().replace("\n", "\r\n\n"), tree.game) == tree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: the text ends: expected a guess"),
        ("after 11 -> 0,0\n\n", "line 3, column 1: the text ends"),
        ("after 11\n22", "line 1, column 1: 'after 11': expected after GUESS -> ANSWER"),
        ("after 11 -> 9,9\n22", "step 1 of the history: '9,9' is no feedback"),
        ("14", "line 1, column 1: '14': '4' at place 2 is none of the symbols 123"),
        ("11\n22", "line 2, column 1: 0 spaces before it: expected an even number from 2 to 2"),
        ("11\n   0,0 -> 22", "line 2, column 4: 3 spaces"),
        ("11\n    0,0 -> 22", "line 2, column 5: 4 spaces"),
        ("11\n  0,0 => 22", "line 2, column 3: '0,0 => 22': expected an answer and the guess after it"),
        ("11\n  0,0 -> 24", "line 2, column 10: '24'"),
        ("11\n  7,0 -> 22", "line 2, column 3: '7,0' is no feedback"),
        ("11\n  2,0 -> 22", "line 2, column 3: nothing follows the answer 2,0, which ends the game"),
        ("11\n  0,0 -> 22\n  0 0 -> 23", "line 3, column 3: the answer 0,0 follows 11 a second time"),
        ("11\n  0,0 -> 23", "line 1, column 1: nothing follows the answer 1,0 to 11, which 4 secrets give"),
        ("11\n  0,0 -> 22\n  0,2 -> 22", r"nothing follows the answer 1,0 to 11, which 4 secrets give \(\d more\)"),
    ],
)
def test_texts_that_are_no_trees(text, message):
    with pytest.raises(TreeError, match=message):
        Tree.from_text(text, PEGS)


def test_an_answer_that_no_secret_gives():
    text = TREE.to_text().replace("  1,0 -> 11\n", "  1,0 -> 11\n    1,0 -> 12\n", 1)
    with pytest.raises(TreeError, match=r"line \d+, column 5: .*the answer|no secret left by then gives the answer"):
        Tree.from_text(text, PEGS)


def test_what_is_no_text_or_no_game():
    with pytest.raises(corral.ArgumentError, match="the text of a tree is b'11': expected a str"):
        Tree.from_text(b"11", PEGS)
    with pytest.raises(corral.ArgumentError, match="game is 'mastermind:2x3'"):
        Tree.from_text("11", "mastermind:2x3")


def test_first_guesses_that_look_like_steps_of_the_history():
    game = corral.from_table([[1, 0], [0, 1]], 1, guesses=["after all", "b"])
    tree = strategy_tree(game, "sieve")
    for line_feed in "\n", "\r\n":
        assert Tree.from_text(tree.to_text().replace("\n", line_feed), game) == tree
    game = corral.from_table([[1, 0], [0, 1]], 1, guesses=["after a -> b", "b"])
    with pytest.raises(TreeError, match="the first guess, 'after a -> b', would be read as a step of the history"):
        strategy_tree(game, "sieve").to_text()


def test_deep_trees():
    # 1 is asked again and again, which tells nothing.
    game, count = corral.mastermind(1, 2), 1500
    guesses, labels = [0] * count + [1], [0] * (count + 1)
    tree = Tree(game, guesses, labels, [*range(1, count + 2), count + 1], [2] + [1] * count)
    assert Tree.from_text(tree.to_text(), game) == tree
    with pytest.raises(
        TreeError, match="line 1500, column 2999: nothing follows the answer 0,0 to 1, which 1 secret gives"
    ):
        Tree.from_text("".join(tree.to_text().splitlines(True)[:-1]), game)


# DOT


def test_dot():
    lines = TREE.to_dot().splitlines()
    assert lines[0] == "digraph tree {"
    assert lines[-1] == "}"
    assert len([line for line in lines if " -> " in line]) == len(TREE) - 1
    wins = [re.match(r"  (\d+) \[", line)[1] for line in lines if "peripheries=2" in line]
    assert len(wins) == len(PEGS)
    assert '  0 [label="12\\n9", peripheries=2];' in lines


@pytest.mark.parametrize("depth", [1, 2, 3, 9])
def test_the_depth_of_a_drawing(depth):
    lines = TREE.to_dot(depth).splitlines()
    whole = TREE.to_dot().splitlines()
    boxes = [line for line in lines if re.match(r"  \d+ \[", line)]
    cut = [line for line in boxes if "dashed" in line]
    assert bool(cut) == (depth < TREE.depth)
    assert all(line in whole for line in lines if line not in cut)
    assert len([line for line in lines if " -> " in line]) == len(boxes) - 1


def test_names_in_a_drawing_are_escaped():
    text = position_tree(EVIL, [("\\ \\", "0,?")]).to_dot()
    assert r'label="after \\ \\ -> 0,?"' in text
    assert r"<b>\" <b>\"\n" in text


@pytest.mark.parametrize("depth", [0, -1, True, 1.5, "1"])
def test_depths_that_are_none(depth):
    with pytest.raises(corral.ArgumentError, match=r"depth is .*: expected a whole number, 1 or more, or None for all"):
        TREE.to_dot(depth)


# CSV


@given(trees)
def test_csv_has_the_path_of_every_secret(tree):
    head, *rows = csv.reader(io.StringIO(tree.to_csv()))
    assert head == ["secret", "guesses", *(f"guess {number}" for number in range(1, tree.depth + 1))]
    assert [row[0] for row in rows] == list(tree.game.candidates(tree.history))
    for secret, count, *guesses in rows:
        assert [guess for guess in guesses if guess] == [guess for guess, _ in tree.path(secret)]
        assert int(count) == len(tree.path(secret))
        assert len(guesses) == tree.depth


def test_games_are_numbers():
    assert list(games(strategy_tree(corral.mastermind(1, 3), "sieve"))) == [(0, [0]), (1, [0, 1]), (2, [0, 1, 2])]


# Files of games without an id


@given(st.sampled_from(OTHERS))
def test_files_of_any_game(tree):
    assert Tree(**decode(encode(tree))) == tree
    assert tree.verify().total == tree.total


def test_the_documented_form(tmp_path):
    hard = corral.words("bat cat rat", "rat bat cat tar", "wordle", hard=True)
    strategy_tree(hard, "sieve").save(tmp_path / "tree")
    assert json.loads((tmp_path / "tree").read_text())["game"] == {
        "words": {"secrets": "bat cat rat", "guesses": "rat bat cat tar", "feedback": "wordle", "hard": True}
    }
    assert Tree.load(tmp_path / "tree").game == hard
    assert json.loads(encode(OTHERS[0]))["game"]["words"]["guesses"] is None
    told = json.loads(encode(OTHERS[4]))["game"]["table"]
    assert told["answers"] == [[0, 1, 9], [1, 9, 1], [9, 1, 0], [0, 1, 1]]
    assert (told["win"], told["secrets"]) == (9, ["a", "b", "c"])
    assert told["labels"] == ["no -> way", "may be", "yes, it is"]
    assert json.loads(encode(OTHERS[5]))["game"]["table"]["labels"] is None


def forged(tree, kind, **members):
    document = json.loads(encode(tree))
    del document["checksum"]
    document["game"] = {kind: {**document["game"][kind], **members}}
    body = json.dumps(document, separators=(",", ":")).encode().removesuffix(b"}")
    return body + b',"checksum":"' + sha256(body).hexdigest().encode() + b'"}\n'


@pytest.mark.parametrize(
    ("place", "kind", "members", "message"),
    [
        (0, "words", {"secrets": 1}, "the secrets of the game are 1: expected a text of words"),
        (0, "words", {"secrets": None}, "the secrets of the game are None"),
        (0, "words", {"guesses": ["ape"]}, r"the guesses of the game are \['ape'\]"),
        (0, "words", {"secrets": "ape b"}, "has 1 letters: expected 3"),
        (0, "words", {"feedback": ["wordle"]}, r"feedback is \['wordle'\]"),
        (0, "words", {"hard": 1}, "hard is 1"),
        (0, "words", {"more": 1}, "the words of the game are .*: expected secrets, guesses, feedback, hard"),
        (4, "table", {"answers": 7}, "the answers of the game are 7, win 9: expected rows and a number"),
        (4, "table", {"win": "9"}, "win '9': expected rows and a number"),
        (4, "table", {"win": 8}, "win is 8: expected a number of the table"),
        (4, "table", {"answers": [[1], [1, 2]]}, "the table is no array"),
        (4, "table", {"answers": [[1, None]]}, "the table is object"),
        (4, "table", {"labels": "abc"}, "the labels of the game are 'abc': expected texts"),
        (4, "table", {"labels": ["a"]}, "labels is .*: expected one for each of 0 1 9"),
        (4, "table", {"labels": ["a", "b", 1]}, "expected different texts"),
        (4, "table", {"secrets": ["a"]}, "1 names of secrets: the table has 3"),
    ],
)
def test_games_that_are_forged(place, kind, members, message):
    with pytest.raises(TreeError, match=message):
        decode(forged(OTHERS[place], kind, **members))


def test_no_member_is_given_twice():
    body = encode(TREE).rpartition(b',"checksum":"')[0].replace(b'"version":1', b'"version":2,"version":1')
    with pytest.raises(TreeError, match=r"an object has a member twice: .'format', 'version', 'version', 'game'"):
        decode(body + b',"checksum":"' + sha256(body).hexdigest().encode() + b'"}\n')


def test_only_the_documented_form_is_taken(tmp_path):
    texts = " ".join(WORDS.secrets)
    (tmp_path / "tree").write_bytes(forged(OTHERS[0], "words", guesses=texts))
    with pytest.raises(TreeError, match="a tree, but not in the form of its format"):
        Tree.load(tmp_path / "tree")


@pytest.mark.slow
def test_half_a_million_nodes(tmp_path):
    game = corral.mastermind(6, 9)
    tree = strategy_tree(game, "sieve")
    tree.save(tmp_path / "tree")
    assert Tree.load(tmp_path / "tree") == tree
    assert Tree.from_text(tree.to_text(), game) == tree
    assert Tree.from_compact(tree.to_compact(), game) == tree
    assert tree.to_csv().count("\n") == len(game) + 1
    assert tree.to_dot().count(" -> ") == len(tree) - 1
    assert len(tree.to_html()) < 20 * len(tree)
    path = tree.path("987654")
    assert tree.guess(path[:-1]) == "987654"


# Notebooks


@given(trees)
def test_notebooks_show_trees(tree):
    ElementTree.fromstring(f"<div>{tree._repr_html_()}</div>")
    drawing = ElementTree.fromstring(tree._repr_svg_())
    rows = [one.text for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert rows[0] == f"{tree.guess(tree.history)} ({tree.sizes[0]})"
    assert len(rows) <= 60


def test_a_tree_with_many_answers():
    telling = [range(1, 61)]
    naming = [[200 * (guess == secret) for secret in range(60)] for guess in range(60)]
    tree = corral.solve(corral.from_table([*telling, *naming], 200), "total").tree
    assert len(tree) == 61
    assert "20 more" in tree._repr_svg_()


def test_notebooks_show_scores_and_evaluations():
    scores = corral.score_guesses(EVIL)
    told = ElementTree.fromstring(f"<div>{scores._repr_html_()}</div>")
    assert "".join(told.itertext()).count("entropy") == 1
    none = corral.score_guesses(PEGS, guesses=[])
    assert "codes left" in none._repr_html_()
    for found in corral.evaluate(PEGS, "random", seeds=3), corral.evaluate(PEGS, "sieve", weights=[Fraction(1, 3)] * 9):
        told = "".join(ElementTree.fromstring(f"<div>{found._repr_html_()}</div>").itertext())
        assert found.strategy in told
        assert ("±" in told) == (found.error is not None)


# Drawings


def test_drawings(tmp_path):
    answers = corral.answer_distribution(corral.bulls_and_cows(), "0123")
    many = corral.answer_distribution(corral.mastermind(6, 3), "112233")
    scores = corral.score_guesses(PEGS, [("12", "0,1")])
    evaluation = corral.evaluate(PEGS, "sieve")
    for number, figure in enumerate(
        (
            corral.plot_histogram(TREE, tmp_path / "0.png"),
            corral.plot_histogram(evaluation, tmp_path / "1.svg"),
            corral.plot_information(answers, tmp_path / "2.pdf"),
            corral.plot_information(many),
            corral.plot_information(scores, str(tmp_path / "4.png")),
            corral.plot_comparison([evaluation]),
        )
    ):
        assert len(figure.axes) == 1
        assert bool(list(tmp_path.glob(f"{number}.*"))) == (number not in (3, 5))
    heights = [bar.get_height() for bar in corral.plot_histogram(TREE).axes[0].patches]
    assert heights == list(TREE.histogram)


@pytest.mark.filterwarnings("error")
def test_names_in_drawings_are_texts(tmp_path):
    labels = {0: "$a_b$", 1: "\U0001f7e9", 2: "\U0001f7e8", 3: "\\$", 9: "$\\frac$"}
    rows = [[[0, 1, 2, 3, 9][(guess + secret) % 5] for secret in range(5)] for guess in range(5)]
    game = corral.from_table(rows, 9, guesses=["$x$ \U0001f7e9", *"bcde"], labels=labels)
    figure = corral.plot_information(corral.answer_distribution(game, game.guesses[0]), tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    for told in "$x$ \u25a1: 2.322 bits", "$a_b$", "\\$", "$\\frac$":
        assert f"<!-- {told} -->" in drawn
    # Answers that look alike are not one bar.
    assert drawn.count("<!-- \u25a1 -->") == 2
    assert [bar.get_height() for bar in figure.axes[0].patches] == [1] * 5
    figure.canvas.draw()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "names", ["\U0001f34e\U0001f34c\U0001f352", ["\U0001f468\u200d\U0001f469", "\u0646\u200c\u062e", "e\u0316"]]
)
def test_symbols_that_no_font_has_are_drawn(names, tmp_path):
    game = corral.bulls_and_cows(2, names)
    evaluation = corral.evaluate(game, "sieve")
    corral.plot_histogram(evaluation, tmp_path / "a.png")
    corral.plot_comparison(evaluation, tmp_path / "b.png")
    corral.plot_information(corral.answer_distribution(game, game.guesses[0]), tmp_path / "c.png")
    corral.plot_information(corral.score_guesses(game), tmp_path / "d.png")
    assert len(list(tmp_path.iterdir())) == 4


def test_one_evaluation_or_some_are_compared():
    one = corral.evaluate(PEGS, "sieve")
    for some in one, [one], (one,), iter([one]), {"sieve": one}.values():
        assert len(corral.plot_comparison(some).axes[0].lines) == 1
    for wrong in "x", b"x", {}, [], None, 5, TREE, [TREE], [one, "x"], {"sieve": one}:
        with pytest.raises(corral.ArgumentError, match=r"is given: expected an Evaluation, or some of them$"):
            corral.plot_comparison(wrong)
    for wrong in "x", {}, None, [TREE], 5:
        with pytest.raises(corral.ArgumentError, match=r"is given: expected a Tree or an Evaluation$"):
            corral.plot_histogram(wrong)
        with pytest.raises(corral.ArgumentError, match=r"is given: expected Scores of guesses, or Answers to one$"):
            corral.plot_information(wrong)


def test_what_cannot_be_drawn(monkeypatch):
    with pytest.raises(corral.ArgumentError, match="'tree' is given: expected a Tree or an Evaluation"):
        corral.plot_histogram("tree")
    for wrong in TREE, corral.score_guesses(PEGS, guesses=[]):
        with pytest.raises(corral.ArgumentError, match="is given: expected Scores of guesses, or Answers to one"):
            corral.plot_information(wrong)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(corral.ArgumentError, match=r"drawing needs matplotlib: pip install 'corral\[plot\]'"):
        corral.plot_histogram(TREE)


# The command


@pytest.fixture
def saved(tmp_path):
    TREE.save(tmp_path / "tree.json")
    return str(tmp_path / "tree.json")


@pytest.mark.parametrize("form", ["text", "compact", "dot", "csv", "html", "json"])
def test_show(form, saved, tmp_path):
    result = call("show", saved, "--format", form)
    assert (result.exit_code, result.stderr) == (0, "")
    expected = encode(TREE).decode() if form == "json" else getattr(TREE, f"to_{form}")()
    assert result.stdout == expected
    out = tmp_path / "out"
    assert call("show", saved, "--format", form, "--out", str(out)).stdout == ""
    assert out.read_bytes() == expected.encode()


def test_show_reads_any_notation(saved, tmp_path):
    assert call("show", saved).stdout == TREE.to_text()
    assert call("show", saved, "--format", "dot", "--depth", "1").stdout == TREE.to_dot(1)
    for text in TREE.to_text(), TREE.to_compact():
        (tmp_path / "text").write_text(text)
        result = call("show", str(tmp_path / "text"), "--game", PEGS.id, "--format", "json")
        assert result.stdout == encode(TREE).decode()


def test_what_show_refuses(saved, tmp_path):
    assert "--depth is for --format dot" in call("show", saved, "--depth", "2").stderr
    (tmp_path / "wrong").write_text(TREE.to_compact().replace("9(", "8(", 1))
    result = call("show", str(tmp_path / "wrong"), "--game", PEGS.id)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "wrong: line 1, column 1: 8 secrets before the first guess: there are 9" in result.stderr
    assert result.stderr.endswith("corral verify tells all of 1\n")
    (tmp_path / "table").write_bytes(encode(OTHERS[0]))
    result = call("show", str(tmp_path / "table"), "--format", "compact")
    assert result.stderr.startswith("Error: the compact notation is one of peg games: <game of words")


def test_answers_with_arrows_in_them_are_read_back():
    table = [[9, 0, 0], [0, 9, 1], [0, 1, 9]]
    game = corral.from_table(table, 9, labels={0: "no -> way", 1: "no -> or -> so", 9: "yes"})
    tree = corral.strategy_tree(game, "sieve")
    assert corral.Tree.from_text(tree.to_text(), game) == tree


def test_drawings_tell_what_they_leave_out():
    assert " more<" in corral.strategy_tree(corral.mastermind(3, 6), "sieve")._repr_svg_()
