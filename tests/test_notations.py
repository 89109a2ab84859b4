"""The compact notation of Knuth, and of Koyama and Lai, the columns of Wordle trees, and `corral verify` on them."""

import json
import random
import re
from itertools import islice

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from peg import rules
from positions import histories, position_tree

import corral
from corral import Tree, TreeError, cli, strategy_tree
from corral.formats.columns import read_columns
from corral.formats.compact import _names
from corral.formats.json import encode
from corral.formats.reading import read_tree
from corral.games import difference

PEGS = corral.mastermind(2, 3)
# The answers are 0,2 0,1 0,0; 1,0; 2,0; Knuth has a part for 1,1 before 1,0.
KOYAMA = "9(12: 1, 2(31), 1; 4(11: 0, 0, 2; 1; 1); 1)"
WORDS = corral.words("bat cat rat tab", feedback="wordle")
COLUMNS = """
bat BGG1 cat BGG2 rat GGG3
             GGG2
    YGY1 tab GGG2
    GGG1
"""

trees = st.builds(
    strategy_tree, st.sampled_from(rules(200)), st.sampled_from(["sieve", "random", "minimax", "most-parts"])
) | st.sampled_from(rules(30)).flatmap(lambda game: st.builds(position_tree, st.just(game), histories(game)))


def misprints(text, game=PEGS):
    return list(map(str, read_tree(text, game).misprints))


# The compact notation


@given(trees)
def test_what_is_written_can_be_read(tree):
    text = tree.to_compact()
    assert Tree.from_compact(text, tree.game) == tree
    assert Tree(**read_tree(text, tree.game).sound()) == tree
    assert all(len(line) <= 100 for line in text.splitlines() if not line.startswith("after"))


def test_a_large_tree():
    knuth = strategy_tree(corral.mastermind(), "minimax")
    text = knuth.to_compact()
    assert text.startswith("1296(1122: 1, 16A, 96B, 256C, 256D; ")
    assert "\n\nA = (" in text
    assert Tree.from_compact(text, knuth.game) == knuth


def test_more_subtrees_than_letters():
    assert list(islice(_names(), 24, 30)) == ["Y", "Z", "AA", "AB", "AC", "AD"]
    assert next(islice(_names(), 26 + 26 * 26, None)) == "AAA"


def test_both_styles():
    tree = Tree.from_compact(KOYAMA, PEGS)
    assert tree.histogram == (1, 4, 3, 1)
    assert tree.verify().total == tree.total == 22
    assert Tree.from_compact(KOYAMA.replace("1; 4(", "1; 0, 4(").replace("2; 1; 1)", "2; 0, 1; 1)"), PEGS) == tree
    named = " 9 (12 : 1,\n2(31),1 ;4A;\n1)\n\n A =( 11: 0,0 , 2;1;1 )\n"
    assert Tree.from_compact(named, PEGS) == tree


def test_places_left_open():
    # 33 leaves 11, 12, 21 and 22 together.
    loose = Tree.from_compact("9(33x)", PEGS)
    assert loose.verify().depth == loose.depth
    assert loose.depth == corral.solve(PEGS, "depth,total", history=[("33", "0,0")]).value[0]
    assert Tree.from_compact("4(11: 0, 0, 1; 2; 1)", corral.mastermind(2, 2)).path("21")[-2][0] == "12"


def test_many_secrets_left_open():
    # The best play asks guesses there that leave secrets together in their turn.
    game = corral.mastermind(3, 4)
    assert misprints("64(112x)", game) == []
    assert Tree.from_compact("64(112x)", game).depth == corral.solve(game, "depth", opener="112").value
    told = "312 secrets give one answer to 1234: expected what follows, as at most 128 may be left open"
    assert misprints("1296(1234x)", corral.mastermind()) == [f"line 1, column 6: {told}"]


def test_misprints_are_told_without_a_search():
    game = corral.mastermind(5, 8)
    told = "line 1, column 1: nothing follows the answer 0,0 to 11111, which 16807 secrets give"
    with pytest.raises(TreeError, match=told):
        Tree.from_text("11111\n", game)
    assert misprints("11111\n", game)[0] == told
    assert "3 secrets and no guess" in misprints(KOYAMA.replace("2(31)", "3"))[0]


def test_symbols_that_look_like_marks():
    game = corral.mastermind(2, "ax*")
    tree = strategy_tree(game, "entropy")
    text = tree.to_compact()
    assert "4(a*)" in text
    assert Tree.from_compact(text, game) == tree
    assert misprints(text.replace("*)", "**)"), game) == ["line 1, column 18: a* can be the secret, marked as it is"]


def test_names_of_several_characters():
    game = corral.mastermind(2, ["red", "blue"])
    tree = strategy_tree(game, "sieve")
    assert tree.to_compact() == "4(red red: 0, 0, 1; 2; 1)\n"
    assert Tree.from_compact(tree.to_compact(), game) == tree


def test_beginnings_that_look_alike():
    # The first guesses look like the compact notation, and like columns.
    for game, guess in (corral.mastermind(4, "1(2)"), "1(21"), (corral.mastermind(2, ["red", "x1"]), "red x1"):
        tree = strategy_tree(game, "sieve", opener=[guess.split()] if game.spaced else guess)
        assert tree.guess() == guess
        assert Tree(**read_tree(tree.to_text(), game).sound()) == tree


def test_positions():
    tree = position_tree(PEGS, [("11", "1,0"), ("22", (None, 0))])
    assert tree.to_compact().startswith("after 11 -> 1,0\nafter 22 -> ?,0\n4(")
    assert Tree.from_compact(tree.to_compact(), PEGS) == tree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: the text ends: expected a number of secrets"),
        ("(12)", r"line 1, column 1: '\(': expected a number of secrets"),
        ("\n 9", "line 2, column 2: a number alone: expected one with a guess"),
        ("9A", "line 1, column 1: A is not given below"),
        ("9(12", r"line 1, column 5: the text ends: expected ':' with what follows the guess, or '\)'"),
        ("9(14x)", "line 1, column 3: '14': '4' at place 2 is none of the symbols 123"),
        ("9()", "line 1, column 3: '' has 0 symbols"),
        ("9(12: 1, 2(31), 1; 4)", "line 1, column 7: 4 parts: expected 5 or 6, one for each answer"),
        ("9(12: 1 2)", r"line 1, column 9: '2': expected ',' or ';' or '\)'"),
        ("9(12: ,)", "line 1, column 7: ',': expected a number of secrets"),
        (KOYAMA + "\nB", "line 2, column 2: the text ends: expected B = "),
        (KOYAMA + "\nB = 12)", "line 2, column 5: '1': expected B = "),
        (KOYAMA + "\n?", r"line 2, column 1: '\?': expected the name of a subtree"),
        ("9A A = (12x) A = (12x)", "line 1, column 14: A is given twice"),
        ("after 12 -> 1,0\nafter 13\n9(12)", "line 2, column 1: 'after 13': expected after GUESS -> ANSWER"),
        ("9(" + "12: 1(" * 300, "more than 200 brackets in one another"),
    ],
)
def test_texts_that_have_not_the_form(text, message):
    with pytest.raises(TreeError, match=message):
        Tree.from_compact(text, PEGS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (KOYAMA, []),
        (KOYAMA.replace("9(", "10("), ["line 1, column 1: 10 secrets before the first guess: there are 9"]),
        (KOYAMA.replace("1, 2(", "2, 2("), ["line 1, column 7: 2 secrets after the answer 0,2 to 12: there are 1"]),
        (
            KOYAMA.replace("; 1)", "; 0)"),
            ["0 secrets after the answer 2,0 to 12: there are 1", "2,0 to 11: there are 1"],
        ),
        (KOYAMA.replace("1; 4(", "1, 4("), ["line 1, column 18: ',': expected ';' after the answer 0,0"]),
        (KOYAMA.replace("1; 4(", "1; 1, 4("), ["line 1, column 20: the answer 1,1 cannot occur"]),
        (KOYAMA.replace("(31)", "(12)"), ["line 1, column 12: 2 secrets give one answer to 12, unmarked as it is"]),
        (KOYAMA.replace("(31)", "(31x)"), ["line 1, column 12: every secret gives an answer of its own to 31, marked"]),
        (KOYAMA.replace("(31)", "(31*)"), ["line 1, column 12: 31 can be the secret, marked as it is"]),
        (KOYAMA.replace("(31)", "(33*)"), ["2 secrets give one answer to 33, unmarked as it is"]),
        (KOYAMA.replace("2(31)", "3"), ["line 1, column 10: 3 secrets and no guess", "column 10: 3 secrets after"]),
        (KOYAMA + " B = (12)", ["line 1, column 45: B is named nowhere above"]),
    ],
)
def test_misprints(text, told):
    found = misprints(text)
    assert len(found) >= len(told)
    assert bool(found) == bool(told)
    for message in told:
        assert any(re.search(re.escape(message) if "|" not in message else message, one) for one in found), found
    if told:
        with pytest.raises(TreeError, match="line 1, column"):
            Tree.from_compact(text, PEGS)


def test_a_guess_without_a_mark_where_others_have_one():
    marked = KOYAMA.replace("2(31)", "2(13*)").replace("2; 1; 1)", "2(22); 1; 1)")
    assert misprints(marked) == []
    wrong = "line 1, column 35: 33 cannot be the secret, unmarked as it is"
    assert misprints(marked.replace("(22)", "(33)")) == [wrong]
    assert misprints(marked.replace("(22)", "(33)").replace("*", "")) == []


def test_every_misprinted_number_is_found():
    text = strategy_tree(corral.mastermind(3, 4), "minimax").to_compact()
    numbers = list(re.finditer(r"(?<![(\d])\d+(?=[,;()A-Z])", text))
    for match in random.Random(0).sample(numbers, 40):
        wrong = f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}"
        assert misprints(wrong, corral.mastermind(3, 4))


def test_a_subtree_that_contains_itself():
    with pytest.raises(TreeError, match="line 1, column 3: more than 1000 guesses follow: does a subtree contain"):
        Tree.from_compact("9(11: 0, 0, 4A; 4(11: 0, 0, 0; 4A; 0); 1) A = (11: 0, 0, 4A; 4A; 0)", PEGS)


def test_games_that_have_no_compact_notation():
    with pytest.raises(TreeError, match=r"the compact notation is one of peg games: number:0\.\.3 is none"):
        strategy_tree(corral.number(0, 3), "sieve").to_compact()
    with pytest.raises(TreeError, match="the compact notation is one of peg games"):
        Tree.from_compact("1(12)", WORDS)
    with pytest.raises(TreeError, match=r"the symbol '\(' has a character of the compact notation in its name"):
        strategy_tree(corral.mastermind(1, "(a"), "sieve").to_compact()


def test_a_tree_too_deep_to_be_written():
    # 1 is asked again and again, which tells nothing.
    count = 300
    guesses = [0] * count + [1]
    tree = Tree(
        corral.mastermind(1, 2), guesses, [0] * (count + 1), [*range(1, count + 2), count + 1], [2] + [1] * count
    )
    with pytest.raises(TreeError, match="the tree is 301 guesses deep: the compact notation is written up to 200"):
        tree.to_compact()


def test_a_game_too_large_to_list():
    with pytest.raises(corral.TooLargeError):
        Tree.from_compact("9(0123456789ab)", corral.bulls_and_cows(12, 36))


# Columns


def test_columns():
    tree = Tree.from_columns(COLUMNS, WORDS)
    assert tree.histogram == (1, 2, 1)
    assert tree.path("rat") == (("bat", "BGG"), ("cat", "BGG"), ("rat", "GGG"))
    assert tree.verify().total == 8
    squares = COLUMNS.replace("B", "⬛").replace("G", "🟩").replace("Y", "🟨")
    assert Tree.from_columns(squares, WORDS) == tree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n", "line 1, column 1: the text is empty: expected a guess"),
        ("bit", "line 1, column 1: 'bit' is none of the 4 codes"),
        ("bat", "line 1, column 1: the line ends before the secret is found: expected an answer such as GGG1"),
        ("bat BGG1", "line 1, column 5: the line ends before the secret is found: expected a guess after this answer"),
        (
            "bat BGG1 cat",
            r"line 1, column 10: the line ends .*: expected an answer such as GGG2",
        ),
        ("bat BGG1 cut GGG2", "line 1, column 10: 'cut' is none"),
        ("bat BGG2 cat GGG2", "line 1, column 5: 'BGG2' answers guess 2: expected 1 to 1"),
        ("bat BGG1 cat GGG1", "line 1, column 14: 'GGG1' answers guess 1: expected 2"),
        ("bat BGG cat", "line 1, column 5: 'BGG': expected a pattern with the number of its guess, such as GGG1"),
        ("bat BGX1 cat", "line 1, column 5: 'BGX' is no feedback"),
        ("bat GGG1 cat", "line 1, column 10: 'cat' follows the answer that ends the game"),
        ("bat GGG1\n    GGG1", "line 2, column 5: 'GGG1' follows bat a second time"),
        (
            COLUMNS.replace("    YGY1 tab GGG2\n", ""),
            "line 2, column 1: nothing follows the answer YGY to bat, which 1 secret",
        ),
        (COLUMNS.replace("tab GGG2", "tab YGY2 bat GGG3"), "no secret left by then gives the answer"),
    ],
)
def test_texts_that_are_no_columns(text, message):
    with pytest.raises(TreeError, match=message):
        Tree.from_columns(text, WORDS)


def test_columns_are_for_wordle():
    for game in PEGS, corral.words("bat cat"):
        with pytest.raises(TreeError, match="columns of guess, pattern and number are for Wordle"):
            read_columns(COLUMNS, game)


# The command


def verify(*arguments):
    return CliRunner().invoke(cli.cli, ["verify", *map(str, arguments)], prog_name="corral")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "tree.txt"


def test_verify_reads_any_notation(file, tmp_path):
    (tmp_path / "words").write_text("bat cat rat tab")
    tree = Tree.from_compact(KOYAMA, PEGS)
    for text, game in (KOYAMA, PEGS.id), (tree.to_text(), PEGS.id), (COLUMNS, f"wordle:{tmp_path / 'words'}"):
        file.write_bytes(("\ufeff" + text.replace("\n", "\r\n")).encode())
        result = verify(file, "--game", game)
        assert (result.exit_code, result.stderr) == (0, "")
        assert "verified: replayed against all" in result.stdout
        assert json.loads(verify(file, "--game", game, "--json").stdout)["verified"] is True


def test_verify_tells_misprints(file):
    file.write_text(KOYAMA.replace("2(31)", "3(31)").replace("1; 4(", "1, 4("))
    result = verify(file, "--game", PEGS.id)
    assert result.exit_code == 1
    assert "total" in result.stdout
    assert result.stderr.startswith(
        f"Error: 2 misprints\n  {file}: line 1, column 10: 3 secrets after the answer 0,1 to 12"
    )
    told = json.loads(verify(file, "--game", PEGS.id, "--json").stdout)
    assert (told["verified"], len(told["misprints"]), told["total"]) == (False, 2, 22)
    file.write_text(KOYAMA.replace("9(", "8("))
    assert verify(file, "--game", PEGS.id).stderr.startswith("Error: 1 misprint\n")


def test_a_text_that_looks_like_no_notation():
    with pytest.raises(TreeError, match="line 2, column 1: 'hello' has 5 symbols: expected 2"):
        read_tree("\nhello", PEGS)


def test_what_verify_refuses(file, tmp_path):
    file.write_text(KOYAMA)
    told = verify(file).stderr
    assert told.startswith(f"Error: {file}: no tree that corral saved")
    assert told.endswith("one in another notation needs --game GAME\n")
    file.write_text("9(12")
    assert verify(file, "--game", PEGS.id).stderr.startswith(f"Error: {file}: line 1, column 5: the text ends")
    file.write_bytes(b"\xff")
    assert "it is no text in UTF-8: line 1 has the byte 0xff" in verify(file, "--game", PEGS.id).stderr
    assert verify(tmp_path / "none", "--game", PEGS.id).exit_code == 2
    assert verify(tmp_path).exit_code == 2
    strategy_tree(PEGS, "sieve").save(file)
    assert verify(file, "--game", PEGS.id).exit_code == 0
    told = verify(file, "--game", "mastermind:2x4").stderr
    assert told == f"Error: {file}: a tree of mastermind:2x3, not mastermind:2x4\n"


def test_trees_of_words_are_kept(file):
    Tree.from_columns(COLUMNS, WORDS).save(file)
    assert "verified" in verify(file).stdout


@pytest.mark.parametrize(("before", "after"), [("\ufeff", "\n\n"), ("\n \n", ""), ("", "\r\n \r\n")])
@pytest.mark.parametrize("notation", ["text", "compact", "json"])
def test_white_space_around_a_tree_does_no_harm(file, notation, before, after):
    tree = strategy_tree(PEGS, "sieve")
    text = encode(tree).decode() if notation == "json" else getattr(tree, f"to_{notation}")()
    file.write_bytes((before + text.rstrip() + after).encode())
    result = verify(file, "--game", PEGS.id)
    assert (result.exit_code, result.stderr) == (0, "")


def test_games_that_look_alike_are_told_apart(file, tmp_path):
    strategy_tree(corral.words("cat dog owl"), "sieve").save(file)
    for words, told in ("cat dog eel", "secret 3 is owl, not eel"), ("cat owl dog", "secret 2 is dog, not owl"):
        (tmp_path / "words").write_text(words)
        result = verify(file, "--game", f"words:{tmp_path / 'words'}")
        assert result.exit_code == 1
        assert result.stderr.endswith(f", not another one of that form: {told}\n")
    answers = [[[9, 0, 1], [0, 9, 1], [1, 0, 9]], [[9, 0, 1], [0, 9, 1], [0, 1, 9]]]
    strategy_tree(corral.from_table(answers[0], 9), "sieve").save(file)
    one, other = (corral.from_table(table, 9) for table in answers)
    assert difference(one, other).endswith("not another one of that form: the answers differ")


def test_the_exit_status_follows_one_rule(file, tmp_path):
    for command in "verify", "show":
        for missing in tmp_path / "none", tmp_path:
            result = CliRunner().invoke(cli.cli, [command, str(missing)])
            assert (result.exit_code, result.stdout) == (2, "")
    file.write_bytes(b"")
    assert verify(file).exit_code == 1
    assert CliRunner().invoke(cli.cli, ["show", str(file)]).exit_code == 2
    result = CliRunner().invoke(cli.cli, ["show", str(tmp_path / "a\x1b[31m\u202e")])
    assert result.stderr.endswith("a\\x1b[31m\\u202e: No such file or directory\n")


def test_negative_numbers_stand_behind_the_options():
    result = CliRunner().invoke(cli.cli, ["review", "number:-5..5", "-3", ">0"])
    assert result.exit_code == 2
    assert "Before a negative number write --, which ends the options." in result.stderr
    assert CliRunner().invoke(cli.cli, ["review", "--", "number:-5..5", "-3", ">0", "=-3"]).exit_code == 0
    assert "Before" not in CliRunner().invoke(cli.cli, ["review", "--wrong"]).stderr
