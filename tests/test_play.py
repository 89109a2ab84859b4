"""The dialogue with scripted people, and `corral play` as a command and as a program on a terminal."""

import dataclasses
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import corral
from corral import cli
from corral.play import levels, wording
from corral.play.console import Terminal
from corral.play.match import Match
from corral.play.settings import MODES, Settings
from corral.play.share import write_id
from corral.play.sitting import play
from corral.play.transcript import load, save

COWS, PEGS, SMALL = corral.bulls_and_cows(), corral.mastermind(), corral.mastermind(2, 3)
HARD = corral.words("crane brace grade crate trace", feedback="wordle", hard=True)
COMMANDS = corral.words("undo help quit save", feedback="common")


class Script:
    """A console on which lines are typed that are known before; what is no text is raised."""

    def __init__(self, *lines):
        self.lines, self.seen = list(lines), []

    def show(self, text):
        self.seen.append(text)

    def read(self, prompt):
        self.seen.append(prompt)
        line = self.lines.pop(0) if self.lines else EOFError()
        if isinstance(line, BaseException):
            raise line
        return line


def seed_of(game, secret):
    return next(seed for seed in range(10**6) if corral.Host(game, seed=seed).reveal() == secret)


def hold(settings, *lines, status=0, **options):
    """What is seen after the introduction when lines are typed."""
    console = Script(*lines)
    assert play(settings, console, **options) == status
    assert console.lines == []
    start = next(place for place, line in enumerate(console.seen) if line.startswith("Game id "))
    return console.seen[start + 1 :]


def guessing(secret, game=SMALL, mode="guess", **options):
    return Settings(game, mode, seed=seed_of(game, secret), **options)


# Guessing


def test_a_game_is_won():
    assert hold(guessing("13"), "11", "x", "13", "n") == [
        "guess 1> ",
        "11  1,0 (1 bull, 0 cows)",
        "guess 2> ",
        "'x' has 1 symbols: expected 2",
        "guess 2> ",
        "13  2,0 (2 bulls, 0 cows)",
        "You have found it: 13, in 2 guesses.",
        "A master's game: even the best strategy may need 3, which is proven.",
        "Review of your guesses:",
        "  1. 11 1,0: 4 left, skill 68 %, luck -0.22; better: 12, 0.33 guesses fewer on average",
        "  2. 13 2,0: 1 left, skill 100 %, luck +0.00",
        "     skill 84 %, luck -0.22 bits",
        "again? [y/N]> ",
    ]


def test_a_game_is_lost():
    seen = hold(guessing("13", rounds=1), "22", "")
    assert seen[0] == "guess 1 of 1> "
    assert seen[2] == "No guess is left. You lose. The secret was 13."
    assert hold(guessing("13"), "reveal", "n")[1:] == ["Given up. You lose. The secret was 13.", "again? [y/N]> "]


def test_another_game_has_the_next_seed():
    settings = Settings(SMALL, seed=(1 << 64) - 1)
    console = Script("reveal", "Y", "reveal", "no")
    assert play(settings, console) == 0
    ids = [line for line in console.seen if line.startswith("Game id ")]
    assert ids == [f"Game id {write_id(each)}; help tells the commands." for each in (settings, Settings(SMALL))]


def test_hints_go_from_little_to_all():
    seen = hold(guessing("13"), "hint", "hint", "hint", "hint 22", "hint 19", "11", "HINT", "13", "n")
    assert seen[1::2][:7] == [
        "9 of 9 codes are left, 3.17 bits.",
        "The best guess tells 2.059 bits on average; hint GUESS says what yours does.",
        f"{corral.analyze(SMALL).fewest}.",
        f"{corral.analyze(SMALL).figures('22')}.",
        "'19': '9' at place 2 is none of the symbols 123",
        "11  1,0 (1 bull, 0 cows)",
        "4 of 9 codes are left, 2.00 bits.",
    ]
    assert "With hints or moves taken back it is no master's game." in seen
    one = corral.bulls_and_cows(1, 2)
    assert hold(guessing("0", one), "1", "hint")[3] == "1 of 2 codes is left: it is known."


def test_hints_are_of_the_same_guess():
    # Where the guess with the fewest guesses in the end is not the one that tells most.
    steps = [("9230", "0,2"), ("1038", "0,2"), ("4136", "1,1")]
    analysis = corral.analyze(COWS, steps)
    best = analysis.fewest
    assert best.information < analysis.scores.information.max()
    asked = [guess for guess, _ in steps]
    seen = hold(guessing(COWS.candidates(steps)[0], COWS), *asked, "hint", "hint", "hint", "quit")
    assert f"The best guess tells {best.information:.3f} bits on average; hint GUESS says what yours does." in seen
    assert f"{best}." in seen


def test_the_sheet_the_history_and_what_is_taken_back():
    seen = hold(guessing("13"), "undo", "history", "22", "sheet", "history", "undo", "", "/help", "/nothing", "q")
    assert seen[1] == "nothing has been asked: there is nothing to take back"
    assert seen[3] == "nothing has been asked"
    at = seen.index("guess 2> ") + 1
    assert seen[at : at + 5] == ["     1  2  at all", *("1    ?  ?  ?", "2    .  .  ."), "3    ?  ?  ?", seen[at + 4]]
    assert "  1. 22  0,0 (0 bulls, 0 cows)" in seen
    at = seen.index("taken back: 22  0,0 (0 bulls, 0 cows)")
    assert seen[at + 1 : at + 3] == ["guess 1> ", "guess 1> "]
    assert "quit: leave the game" in seen
    assert "there is no command '/nothing': /help tells those there are" in seen
    assert seen[-1] == "guess 1> "


def test_words_that_are_commands_as_well():
    settings = guessing("save", COMMANDS)
    assert hold(settings, "help", "/undo", "quit", "save", "n")[:6] == [
        "guess 1> ",
        "help  1",
        "guess 2> ",
        "taken back: help  1",
        "guess 1> ",
        "quit  0",
    ]


def test_hard_mode_explains_what_it_refuses():
    seen = hold(guessing("crane", HARD), "trace", "grade", "crane", "n")
    assert seen[3:5] == [
        "grade may not be guessed: hard mode: c must be in it, as trace in row 1 shows",
        "guess 2> ",
    ]
    assert hold(guessing("crane", HARD), "trace", "hint grade")[3].startswith("'grade' is forbidden by hard mode: ")


def test_colors_repeat_what_is_said():
    seen = hold(guessing("crane", HARD), "trace", "history", "reveal", "n", paint=wording.ansi)
    assert seen[1] == (
        "\x1b[37;100mt\x1b[0m\x1b[30;42mr\x1b[0m\x1b[30;42ma\x1b[0m\x1b[30;43mc\x1b[0m\x1b[30;42me\x1b[0m  BGGYG"
    )
    assert seen[3] == f"  1. {seen[1]}"


def test_what_a_review_calls_wasted():
    lines = ["11", "22", "11", "12", "33"]
    seen = hold(guessing("33"), *lines, "n")
    at = seen.index("Review of your guesses:")
    assert seen[at + 3 : at + 7] == [
        "  3. 11 0,0: 1 left, wasted: only 33 was left",
        "  4. 12 0,0: 1 left, wasted: only 33 was left",
        "  5. 33 2,0: 1 left, it was known",
        "     skill 52 %, luck +0.28 bits, 2 guesses wasted",
    ]
    # Questions about a number that is known tell nothing either.
    seen = hold(Settings(corral.number(4, 4)), ">4", "=4", "n")
    assert [line for line in seen if "left" in line or "bits" in line] == [
        "  1. >4 no: 1 left, wasted: only =4 was left",
        "  2. =4 win: 1 left, it was known",
        "     skill 0 %, luck +0.00 bits, 1 guess wasted",
    ]


def test_what_is_gained_is_a_number_of_guesses_or_of_bits():
    match = Match(guessing("44", corral.mastermind(2, 4)))
    for guess in "12", "12", "44":
        match.guess(guess)
    assert [line for line in wording.review_lines(match) if "better" in line] == [
        "  2. 12 0,0: 4 left, skill 0 %, luck +0.00; better: 33, 1 guess fewer on average"
    ]
    match = Match(guessing("0123", COWS))
    match.guess("0123")
    assert not any("better" in line for line in wording.review_lines(match))
    match.undo()
    match.guess("4567")
    match.guess("4567")
    assert wording.review_lines(match)[2].endswith(" bits more on average")


# Answering


def test_the_computer_finds_it():
    seen = hold(Settings(COWS, "think"), "0A1B", "5,0", "0 1", "1C", "+2-1", "x", "hint", "4,0", "n")
    assert [line for line in seen if line.startswith("I ask")][:3] == [
        "I ask 1: 0123",
        "I ask 2: 1456",
        "I ask 2: 1456",
    ]
    assert "'5,0' is no feedback: 5 is no number of bulls or cows on 4 places" in seen
    assert seen[2] == "0123  0,1 (0 bulls, 1 cow)"


def test_wrong_answers_are_found_and_corrected():
    lines = ["0,1", "0,1", "1,1", "2,1", "1,0", "7", "what", "3", "xx", "3", "1,0", "4", "1,1"]
    seen = hold(Settings(COWS, "think"), *lines)
    at = seen.index("No code agrees with these answers:")
    assert seen[at : at + 10] == [
        "No code agrees with these answers:",
        *("  1. 0123  0,1", "  2. 1456  0,1", "  3. 4278  1,1", "  4. 6972  2,1", "  5. 2975  1,0"),
        "1 wrong answer explains it: row 4, or row 5.",
        "Row 4, 6972, could be 1,0 or 1,1 or 2,0.",
        "Row 5, 2975, could be 1,3 or 4,0.",
        "wrong row, such as 4, or nothing to answer again> ",
    ]
    assert "there is no row '7': expected 1 to 5" in seen
    assert "there is no row 'what': expected 1 to 5" in seen
    assert seen.count("No code agrees with these answers:") == 2
    at = seen.index("Now they agree:")
    assert seen[at + 3 : at + 7] == [
        "  3. 4278  1,0 (1 bull, 0 cows)",
        "  4. 6972  1,1 (1 bull, 1 cow)",
        "  5. 2975  1,0 (1 bull, 0 cows)",
        "I ask 6: 3968",
    ]
    seen = hold(Settings(COWS, "think"), *lines[:5], "", "1,3")
    assert seen.count("I ask 5: 2975") == 2
    assert "2975  1,3 (1 bull, 3 cows)" in seen


def test_many_wrong_answers():
    # All answers 0,0 to 0 to 9 cannot be, and none alone is wrong.
    seen = hold(Settings(COWS, "think", "easy", seed=5), "0,0", "0,0", "0,0")
    assert any(line.endswith(" or others.") for line in seen) or any("wrong answer" in line for line in seen)


def test_yes_wins_a_number():
    seen = hold(Settings(corral.number(1, 2), "think"), "no", "n")
    assert seen == [
        "I ask 1: =1",
        "your answer> ",
        "=1  no",
        "I ask 2: =2",
        "your answer> ",
        "No code agrees with these answers:",
        "  1. =1  no",
        "  2. =2  no",
        "1 wrong answer explains it: row 1, or row 2.",
        "Row 1, =1, could be win.",
        "Row 2, =2, could be win.",
        "wrong row, such as 1, or nothing to answer again> ",
        "",
        "not saved; corral play --id " + write_id(Settings(corral.number(1, 2), "think")) + " starts again",
    ]
    assert "I have found it: 1, in 1 guess." in hold(Settings(corral.number(1, 2), "think"), "yes", "")


def test_the_computer_has_no_guess_left():
    seen = hold(Settings(COWS, "think", rounds=1), "0,0", "n")
    assert seen[3] == "No guess is left. I have not found it: you win."


def test_a_search_that_takes_too_long_at_a_prompt(monkeypatch):
    settings = Settings(SMALL, "think", "optimal")

    def unproven(game, *arguments, history=(), **options):
        found = corral.solve(game, *arguments, history=history, **options)
        return dataclasses.replace(found, proven=not history)

    monkeypatch.setattr(levels, "solve", unproven)
    first = corral.solve(SMALL).tree.guess()
    second = corral.strategy(SMALL, "entropy").guess([(first, "?,?")])
    seen = hold(settings, "?,?", "?,?", "q")
    excuse = "The best guess after such answers is not found in time: I ask what tells most."
    at = seen.index(excuse)
    assert (seen[at + 1], seen.count(excuse)) == (f"I ask 2: {second}", 1)
    assert not any("not found in time" in line for line in hold(settings, "0,0", "q"))


# Others


def test_a_duel():
    settings = guessing("13", mode="duel", level="optimal")
    assert settings.level == "optimal"
    seen = hold(settings, "22", "1,0", "history", "13", "n")
    first = corral.solve(SMALL).tree.guess()
    assert seen[:2] == ["I look for the best way to guess ...", "guess 1> "]
    assert f"I ask 1: {first}" in seen
    at = seen.index("your guesses:")
    assert seen[at : at + 4] == [
        "your guesses:",
        "  1. 22  0,0 (0 bulls, 0 cows)",
        "my guesses:",
        f"  1. {first}  1,0 (1 bull, 0 cows)",
    ]
    assert "You have found it: 13, in 2 guesses." in seen
    assert "A master's game: even the best strategy may need 3, which is proven." in seen
    assert "Review of my guesses:" in seen
    seen = hold(settings, "22", "win", "n")
    assert [line for line in seen if "found" in line or "My" in line] == [
        f"I have found it: {first}, in 1 guess.",
        "My secret was 13.",
    ]
    assert not any("master" in line for line in seen)
    assert "No guess is left. Nobody wins. The secret was 13." in hold(
        guessing("13", mode="duel", rounds=1), "22", "0,0", "n"
    )


def test_two_people_at_one_keyboard():
    seen = hold(guessing("13", mode="hotseat"), "22", "history", "13", "n")
    assert [line for line in seen if line.endswith("> ")][:3] == ["player 1, guess 1> ", *["player 2, guess 1> "] * 2]
    assert "  1. 22  0,0 (0 bulls, 0 cows) (player 1)" in seen
    assert "player 2 has found it: 13, in 2 guesses." in seen
    assert not any("master" in line for line in seen)
    assert "Review of all guesses:" in seen
    assert [line.split(",")[0] for line in seen if "skill" in line][2:] == [
        "     player 1: skill 68 %",
        "     player 2: skill 100 %",
    ]


def test_watching():
    game = corral.number(0, 100)
    seen = hold(Settings(game, "watch"), "101", "help", "83", "n")
    assert seen[:4] == [
        "your secret> ",
        "'101' is no number from 0 to 100; quit leaves the game",
        "your secret> ",
        "hint: how many codes are left; again: what the best guess tells; again: what it is",
    ]
    at = seen.index("1: >49  yes  50..100, 51 numbers")
    assert seen[at : at + 2] == ["1: >49  yes  50..100, 51 numbers", "2: >74  yes  75..100, 26 numbers"]
    assert "8: =83  win  83, the only one" in seen
    assert not any("master" in line for line in seen)
    assert "2 of 2: 1221  0,2 (0 bulls, 2 cows)  6 left" not in hold(Settings(PEGS, "watch", rounds=2), "3456", "n")
    assert "No guess is left. The secret is not found. The secret was 3456." in hold(
        Settings(PEGS, "watch", "sieve", rounds=2), "3456", "n"
    )
    assert hold(Settings(PEGS, "watch"), "/q") == ["your secret> "]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (corral.bulls_and_cows(3, 4, leading_zero=False), "3 of 0123, which do not repeat, 0 does not lead; 18 codes"),
        (corral.mastermind(2, ["red", "blue"], feedback="bulls"), "2 of red blue, which may repeat; 4 codes"),
        (HARD, "words of 5 letters: 5 may be guessed, 5 may be the secret"),
        (COMMANDS, "An answer is the number of letters in common, and win for the secret."),
        (corral.words("cat dog", feedback="wordle"), "An answer has G for a letter at its place"),
        (corral.words("cat dog"), "An answer 1,2 is 1 bull"),
        (corral.number(0, 100), "a number from 0 to 100; questions are >50, <50 and =50"),
        (corral.from_table([[1, 0], [0, 1]], 1), "2 guesses at 2 secrets: 0  1"),
        (corral.from_table([[1, 0], [0, 1]], 1), "Answers are 0 1; 1 is that for the secret."),
        (corral.mastermind(2, 3, feedback="bulls"), "An answer is the number of bulls"),
    ],
)
def test_every_kind_of_game_is_explained(game, told):
    for mode in MODES:
        assert told in "\n".join(wording.about(Settings(game, mode)))


def test_one_of_each_is_no_plural():
    game = corral.mastermind(1, 1)
    assert wording.about(Settings(game))[0].endswith("; 1 code")
    assert hold(Settings(game), "hint", "q")[1] == "1 of 1 code is left: it is known."
    assert wording.about(Settings(corral.from_table([[1]], 1)))[0].startswith("1 guess at 1 secret: ")


def test_the_level_is_told_where_the_computer_guesses():
    told = {mode: "I guess at level easy." in wording.about(Settings(SMALL, mode, "easy")) for mode in MODES}
    assert told == {"guess": False, "think": True, "duel": True, "hotseat": False, "watch": True}


def test_the_help_tells_what_is_done_by_default():
    told = " ".join(CliRunner().invoke(cli.cli, ["play", "--help"]).output.split())
    assert "[default: entropy; sieve where guesses times codes are more than 4 * 10^9]" in told
    assert levels._QUICK == 4 * 10**9
    assert "after game.json the next game is kept in game-2.json" in told


def test_games_that_are_too_large_to_be_explained():
    game = corral.mastermind(8, 8)
    console = Script("hint", "hint", "11112222", "reveal", "n")
    assert play(Settings(game, "guess", "sieve"), console) == 0
    assert "The game is too large to tell more while so many codes are left." in console.seen
    assert "The game is too large to be reviewed here." in console.seen


@pytest.mark.parametrize("game", [corral.mastermind(12, 35), corral.number(0, 30_000)], ids=str)
def test_games_that_are_too_large_to_be_listed(game):
    secret = corral.Host(game, seed=1).reveal()
    lines = ["hint", "sheet", game.guesses[0], "history", "undo", f"={secret}" if len(game) < 10**6 else secret, "n"]
    seen = hold(Settings(game, "guess", "sieve", seed=1), *lines)
    assert seen[1] == seen[3] == "The game is too large for that: its codes cannot be listed."
    assert f"You have found it: {secret}, in 1 guess." in seen
    assert "The game is too large to be reviewed here." in seen


def test_tables_have_no_name_for_the_command_line(tmp_path):
    game = corral.from_table([[1, 0], [0, 1]], 1)
    assert hold(Settings(game), "0", KeyboardInterrupt(), status=130)[-1] in ("", "not saved")
    assert hold(Settings(game), "q", save=tmp_path / "game")[-1] == "saved"


def test_commands_after_the_end(tmp_path):
    file = tmp_path / "game"
    seen = hold(guessing("13"), "13", "history", "hint", "sheet", "reveal", f"save {file}", "undo", "22", "13", "q")
    at = seen.index("again? [y/N]> ")
    assert seen[at + 1 : at + 10] == [
        "  1. 13  2,0 (2 bulls, 0 cows)",
        *["again? [y/N]> ", "the match is over"] * 3,
        "again? [y/N]> ",
        f"saved to {file}, as will be what follows",
    ]
    assert "You have found it: 13, in 2 guesses." in seen
    assert (load(file).result.guesses, load(file).undone) == (2, 1)


def test_a_word_that_is_in_no_list():
    seen = hold(Settings(corral.words("cat cow dog cod"), "think"), "0,0", "0,0")
    assert "Or your word is not in the list." in seen
    seen = hold(Settings(corral.words("cat cow dog"), "think"), "1,0", "0,0")
    told = "'0,0' is no answer to cow: expected one of 1,0 3,0; is the secret in a larger list of words?"
    assert seen[3:6] == ["I ask 2: cow", "your answer> ", told]


GAMES = [SMALL, corral.bulls_and_cows(2, ["red", "green", "blue"]), HARD, COMMANDS, corral.number(0, 9)]
GAMES.append(corral.from_table([[9, 0, 1], [0, 9, 1], [1, 1, 9]], 9, secrets=["ape", "bat", "cow"]))


@given(game=st.sampled_from(GAMES), mode=st.sampled_from(MODES), rounds=st.none() | st.integers(1, 3), data=st.data())
def test_whatever_is_typed_is_answered(game, mode, rounds, data):
    answers = [str(label) for label in game.classes]
    words = ["hint", "hint 1", "undo", "sheet", "history", "reveal", "help", "save", "/undo", "quit", "y", "n", "", "1"]
    typed = st.sampled_from([*game.guesses, *game.secrets, *answers]) | st.sampled_from(words) | st.text(max_size=3)
    lines = data.draw(st.lists(typed, max_size=25))
    console = Script(*lines)
    assert play(Settings(game, mode, rounds=rounds), console) == 0
    assert all(isinstance(text, str) for text in console.seen)


# Leaving and going on


@pytest.mark.parametrize(("leave", "status"), [("quit", 0), (EOFError(), 0), (KeyboardInterrupt(), 130)])
def test_a_game_that_is_kept_goes_on(tmp_path, leave, status):
    file = tmp_path / "game"
    settings = guessing("13")
    seen = hold(settings, "22", "23", "undo", leave, save=file, status=status)
    assert seen[-1] == f"corral play --load {file} goes on"
    match = load(file)
    assert (match.settings, [guess for guess, _ in match.moves], match.undone) == (settings, ["22"], 1)
    seen = hold(settings, "13", "y", "11", "q", match=match, loaded=file)
    assert seen[:2] == ["  1. 22  0,0 (0 bulls, 0 cows)", "guess 2> "]
    following = file.with_name("game-2")
    assert f"This game is kept in {following}." in seen
    assert seen[-1] == f"corral play --load {following} goes on"
    assert [guess for guess, _ in load(following).moves] == ["11"]
    over = load(file)
    assert over.result.winner == "you"
    before = file.read_bytes()
    seen = hold(settings, match=over, loaded=file)
    assert seen[:3] == [
        "  1. 22  0,0 (0 bulls, 0 cows)",
        "  2. 13  2,0 (2 bulls, 0 cows)",
        "You have found it: 13, in 2 guesses.",
    ]
    assert seen[-1].startswith("     skill")
    assert file.read_bytes() == before
    again = tmp_path / "again"
    seen = hold(settings, match=over, loaded=file, save=again)
    assert f"This game is kept in {again}." in seen
    assert again.read_bytes() == before


def test_ctrl_c_right_after_the_last_guess_loses_nothing(tmp_path):
    file, console = tmp_path / "game", Script("22", "13")
    show = console.show

    def interrupt(text):
        show(text)
        if text.startswith("13  2,0"):
            raise KeyboardInterrupt

    console.show = interrupt
    assert play(guessing("13"), console, save=file) == 130
    assert load(file).result.guesses == 2


@pytest.mark.parametrize(("leave", "status"), [("quit", 0), (EOFError(), 0), (KeyboardInterrupt(), 130)])
def test_a_game_that_is_not_kept_says_so_however_it_is_left(leave, status):
    settings = guessing("13")
    seen = hold(settings, "22", leave, status=status)
    assert seen[-1] == f"not saved; corral play --id {write_id(settings)} starts again"


def test_a_file_with_a_byte_order_mark_is_read(tmp_path):
    match, file = Match(guessing("13")), tmp_path / "game"
    match.guess("22")
    save(match, file)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load(file).moves == match.moves


def test_leaving_before_anything_is_asked():
    assert hold(guessing("13"), KeyboardInterrupt(), status=130) == ["guess 1> ", ""]
    assert hold(Settings(SMALL, "watch"), EOFError()) == ["your secret> ", ""]
    seen = hold(guessing("13"), "13", EOFError())
    assert seen[-2:] == ["again? [y/N]> ", ""]


def test_a_game_is_saved_while_it_is_played(tmp_path):
    file, other = tmp_path / "game", tmp_path / "nowhere" / "game"
    seen = hold(guessing("13"), "22", "save", f"save {other}", f"save {file}", "23", "q")
    assert seen[3:8:2] == [
        "save FILE: the name of a file is missing",
        f"not saved: {other}: No such file or directory",
        f"saved to {file}, as will be what follows",
    ]
    assert len(load(file).moves) == 2
    with pytest.raises(OSError, match="No such file"):
        play(guessing("13"), Script(), save=other)
    other.parent.mkdir()
    seen = hold(guessing("cat", corral.words("cat dog")), f"save {other}", "dog", "q")
    assert seen[-1] == f"corral play GAME --load {other} goes on"
    other.unlink()
    console = Script(f"save {other}", "22", f"save {other}")
    console.lines.append(EOFError())
    read = console.read

    def read_and_lose(prompt):
        if len(console.lines) == 1:
            shutil.rmtree(other.parent)
        return read(prompt)

    console.read = read_and_lose
    assert play(guessing("13"), console) == 0
    assert console.seen[-1] == f"not saved: {other}: No such file or directory"


def test_no_other_file_is_written_over(tmp_path):
    file, kept, letter = tmp_path / "game", tmp_path / "kept", tmp_path / "letter"
    hold(guessing("13"), "22", "q", save=file)
    letter.write_text("Dear Ada", encoding="utf-8")
    before = file.read_bytes()
    for path in file, letter:
        message = f"{path} exists already: expected a new file to keep the game in"
        console = Script()
        with pytest.raises(corral.ArgumentError, match="exists already") as caught:
            play(guessing("13"), console, save=path)
        assert (str(caught.value), console.seen) == (message, [])
        seen = hold(guessing("13"), f"save {kept}", f"save {path}", "11", "q")
        assert seen[3] == message
        # It is still kept where it was.
        assert seen[-1] == f"corral play --load {kept} goes on"
        assert len(load(kept).moves) == 1
        kept.unlink()
    assert (file.read_bytes(), letter.read_text(encoding="utf-8")) == (before, "Dear Ada")


def test_a_game_may_be_kept_where_it_is(tmp_path):
    file, other = tmp_path / "game", tmp_path / "other"
    hold(guessing("13"), "22", f"save {file}", f"save {file}", "q")
    alias = tmp_path / "." / "x" / ".." / "game"
    (tmp_path / "x").mkdir()
    lines = ["23", f"save {alias}", f"save {tmp_path / 'nowhere' / 'game'}", "11", "q"]
    seen = hold(guessing("13"), *lines, match=load(file), save=other, loaded=file)
    assert f"saved to {alias}, as will be what follows" in seen
    assert (len(load(file).moves), len(load(other).moves)) == (3, 2)
    with pytest.raises(corral.ArgumentError, match="exists already"):
        play(guessing("13"), Script(), match=load(file), save=other, loaded=file)
    # The next game is another one, which has another place.
    seen = hold(guessing("13"), "13", "y", f"save {file}", "q", match=load(file), loaded=file)
    assert f"{file} exists already: expected a new file to keep the game in" in seen
    assert load(file).result.winner == "you"


def test_every_game_of_a_sitting_is_kept(tmp_path):
    file = tmp_path / "game.json"
    (tmp_path / "game-3.json").write_text("a letter", encoding="utf-8")
    seen = hold(guessing("13"), *3 * ["22", "reveal", "y"], "q", save=file)
    assert [line for line in seen if line.startswith("This game is kept")] == [
        f"This game is kept in {tmp_path / name}." for name in ("game-2.json", "game-4.json", "game-5.json")
    ]
    seeds = [load(tmp_path / name).settings.seed for name in ("game.json", "game-2.json", "game-4.json", "game-5.json")]
    assert seeds == list(range(seeds[0], seeds[0] + 4))
    assert (tmp_path / "game-3.json").read_text(encoding="utf-8") == "a letter"
    # A game that is not kept, but then is, as well.
    hold(guessing("13"), "22", "reveal", "y", f"save {tmp_path / 'b'}", "reveal", "y", "11", "q")
    assert (load(tmp_path / "b").revealed, load(tmp_path / "b-2").moves[0][0]) == (True, "11")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"\n\xff", "game: it is no text in UTF-8: line 2 has the byte 0xff"),
        (b"[" * 100_000, "is not the text of a match: it is nested too deep"),
        (
            b'{"format":' + b"9" * 5000 + b"}",
            "the text of a match: a number has 5000 digits: expected 4000 at most",
        ),
        (b"{\n}x", "is not the text of a match: it is no JSON in line 2, column 2"),
    ],
)
def test_files_that_are_refused_in_our_own_words(tmp_path, text, why):
    (tmp_path / "game").write_bytes(text)
    with pytest.raises(corral.ArgumentError) as caught:
        load(tmp_path / "game")
    assert why in str(caught.value)


def test_a_name_that_no_file_can_have():
    name = 5000 * "a"
    seen = hold(guessing("13"), f"save {name}", "q")
    assert seen[1].startswith(f"not saved: {name}: ")
    assert hold(guessing("13"), "save a\0b", "q")[1] == "'a\\x00b' is no name of a file"
    assert hold(guessing("13"), "save a\u202eb", "q")[1] == "'a\\u202eb' is no name of a file"


def test_a_name_with_joined_characters_is_one_of_a_file(tmp_path):
    name = tmp_path / "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
    assert hold(guessing("13"), f"save {name}", "q")[1] == f"saved to {name}, as will be what follows"
    assert load(name).settings.game == SMALL


@pytest.mark.skipif(sys.platform == "win32", reason="has no such device")
def test_a_device_is_no_file_that_is_lost():
    assert hold(guessing("13"), "q", save=Path(os.devnull))[-1] == f"corral play --load {os.devnull} goes on"
    assert f"This game is kept in {os.devnull}." in hold(guessing("13"), "13", "y", "q", save=Path(os.devnull))


# The terminal


class Screen:
    def __init__(self, tty=True):
        self.tty, self.text = tty, ""

    def isatty(self):
        return self.tty

    def write(self, text):
        self.text += text

    def flush(self):
        pass


@pytest.mark.parametrize(("tty", "columns", "seen"), [(True, 12, 3), (True, 3, 4), (False, 12, 1), (True, 80, 1)])
def test_long_lines_are_folded_on_a_terminal(monkeypatch, tty, columns, seen):
    screen = Screen(tty)
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("COLUMNS", str(columns))
    Terminal().show("one two three four five")
    assert len(screen.text.splitlines()) >= seen
    screen.text = ""
    Terminal().show("\n  1. \x1b[31mlong\x1b[0m and\x1b[31mlong\x1b[0m")
    assert screen.text == "\n  1. \x1b[31mlong\x1b[0m and\x1b[31mlong\x1b[0m\n"


def test_a_closed_input_is_at_its_end(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(EOFError):
        Terminal().read("> ")


# The command


def call(*arguments, typed=""):
    return CliRunner(echo_stdin=True).invoke(cli.cli, ["play", *arguments], prog_name="corral", input=typed)


def test_the_same_id_is_the_same_game():
    one = call("mastermind:2x3", "--seed", "5", "--rounds", "3", typed="reveal\n\n")
    assert one.exit_code == 0
    text = re.search("Game id ([A-Z2-7-]+);", one.stdout)[1]
    assert call("--id", text, typed="reveal\n\n").stdout == one.stdout
    assert call("--id", text, "mastermind:2x3", typed="reveal\n\n").stdout == one.stdout
    assert "bulls-and-cows:4x10" in call().stdout


PAGE = Path(__file__).parents[1] / "docs" / "play.md"
GAMES_OF_THE_PAGE = re.findall(r"```console\n\$ corral play (.*?)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize(("arguments", "seen"), GAMES_OF_THE_PAGE, ids=lambda text: text.split("\n")[0])
def test_the_games_of_the_page(tmp_path, monkeypatch, arguments, seen):
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("crane\nbrace\ngrade\ncrate\ntrace\n", encoding="utf-8")
    typed = re.findall(r"^(?:guess|your|wrong|right|again).*> (.*\n)", seen, re.MULTILINE)
    assert call(*shlex.split(arguments), typed="".join(typed)).stdout == seen


def test_the_page_has_games():
    assert len(GAMES_OF_THE_PAGE) >= 4


def test_ctrl_c_is_the_exit_status(monkeypatch):
    monkeypatch.setattr(Terminal, "read", Script(KeyboardInterrupt()).read)
    assert call("mastermind:2x3").exit_code == 130


def test_words_from_a_file(tmp_path):
    (tmp_path / "words").write_text("crane\nbrace\n")
    result = call(f"wordle:{tmp_path}/words", "--seed", "1", "--save", str(tmp_path / "game"), typed="crane\n")
    assert result.exit_code == 0
    assert "guess 1> crane\ncrane  " in result.stdout
    assert call(f"wordle:{tmp_path}/words", "--load", str(tmp_path / "game")).exit_code == 0
    refused = call("--load", str(tmp_path / "game"))
    assert refused.exit_code == 2
    assert (
        "is of a game without an id, such as one of words: expected that game as well, as game=, or as GAME on the"
        in (refused.stderr)
    )
    (tmp_path / "others").write_text("crane\ngrace\n")
    refused = call(f"wordle:{tmp_path}/others", "--load", str(tmp_path / "game"))
    assert (
        "is of another game, or of other words: <game of words: 2 secrets, 2 guesses, wordle> is given"
        in refused.stderr
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--id", "XXXX"], "Error: 'XXXX' is no id of a game"),
        (["--id", "XXXX", "--rounds", "3"], "--id says all about a game: not together with --rounds"),
        (["--load", "x", "--mode", "duel", "--id", "X"], "not together with --mode, --id"),
        (["--load", "nothing"], "Error: nothing: No such file or directory"),
        (["--save", "no/where"], "there is no directory 'no'"),
        (["--save", "letter"], "Error: letter exists already: expected a new file to keep the game in"),
        (["--mode", "poker"], "'poker' is not one of"),
        (["--seed", "9" * 5000], f"'{'9' * 96}...: expected a whole number from 0 to 18446744073709551615"),
        (["--seed", "-1"], "'-1': expected a whole number from 0 to 18446744073709551615"),
        (["--rounds", "0"], "'0': expected a whole number, 1 or more"),
        (["--rounds", "\u0663"], ": expected a whole number, 1 or more"),
        (["chess"], "'chess' is no id of a game"),
        (["bulls-and-cows:12x36", "--mode", "think"], "in which people do"),
        (["mastermind:8x12", "--mode", "watch"], "more than 67108864 can be listed; expected guess or hotseat"),
        (["number:0..30000", "--mode", "duel"], "Error: mode is 'duel', in which the computer guesses: the table"),
    ],
)
def test_what_the_command_refuses(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    Path("letter").touch()
    result = call(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


def test_a_damaged_transcript_is_refused(tmp_path):
    file = tmp_path / "game"
    save(Match(Settings(SMALL)), file)
    file.write_bytes(file.read_bytes()[:-3])
    result = call("--load", str(file))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "is not the text of a match" in result.stderr


def test_colors_are_for_those_who_want_them(monkeypatch):
    from corral.commands.play import _paint

    monkeypatch.setattr(sys, "stdout", Screen())
    for name, value in {"TERM": "xterm", "NO_COLOR": ""}.items():
        monkeypatch.setenv(name, value)
    assert _paint() is wording.ansi
    monkeypatch.setenv("NO_COLOR", "1")
    assert _paint() is wording.plain
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "dumb")
    assert _paint() is wording.plain


def test_the_help_of_all_commands_loads_no_dialogue():
    code = "import sys, corral.cli; print([name for name in sys.modules if name.startswith('corral.play.')])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


def test_what_is_played_knows_nothing_of_the_command_line():
    code = (
        "import pkgutil, sys, corral.play\n"
        "for module in pkgutil.iter_modules(corral.play.__path__, 'corral.play.'): __import__(module.name)\n"
        "sys.exit('click' in sys.modules or 'corral.commands' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# As a program on a terminal

on_terminals = pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")


class Person:
    """Someone at a pseudo-terminal on which `corral play` runs."""

    def __init__(self, *arguments, columns=80, **environment):
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        base = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}

        code = (
            "import fcntl, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
            # A job in the background starts with Ctrl-C ignored.
            "signal.signal(signal.SIGINT, signal.default_int_handler);"
            "sys.argv[:1] = ['corral', 'play']; import corral.__main__ as program; program.main()"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=base | {"TERM": "xterm"} | environment,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def wait_for(self, text):
        """Read on until a text is seen, and return what came before it."""
        deadline = time.monotonic() + 60
        while text.encode() not in self.seen:
            assert select.select([self.master], [], [], deadline - time.monotonic())[0], self.seen
            self.seen += os.read(self.master, 4096)
        before, _, self.seen = self.seen.partition(text.encode())
        return before.decode()

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        """Return what is still seen, and the exit status."""
        try:
            while data := os.read(self.master, 4096):
                self.seen += data
        except OSError:
            pass  # Linux says so when the other side is closed.
        return self.seen.decode(), self.process.wait(60)


@on_terminals
def test_one_game_of_each_mode_on_a_terminal():
    secret = corral.Host(SMALL, seed=1).reveal()
    wrong = next(code for code in SMALL.secrets if code != secret)
    with Person("mastermind:2x3", "--seed", "1") as person:
        person.wait_for("guess 1> ")
        person.type(f"{wrong}\nsheet\nhint\n{secret}\n")
        person.wait_for("You have found it")
        person.wait_for("again? [y/N]> ")
        person.type("y\nreveal\n\n")
        assert person.end()[1] == 0
    with Person("mastermind:2x3", "--mode", "think") as person:
        while True:
            person.wait_for("I ask ")
            guess = person.wait_for("your answer> ").split(": ")[1].strip()
            person.type(f"{SMALL.feedback(guess, '32')}\n")
            if guess == "32":
                break
        person.wait_for("I have found it: 32")
        person.type("n\n")
        assert person.end()[1] == 0
    with Person("mastermind:2x3", "--mode", "duel", "--seed", "1") as person:
        person.type(f"{wrong}\n0,0\n{secret}\nn\n")
        text, status = person.end()
        assert f"You have found it: {secret}, in 2 guesses." in text
        assert status == 0
    with Person("mastermind:2x3", "--mode", "hotseat", "--seed", "1") as person:
        person.type(f"{wrong}\n{secret}\nn\n")
        assert "player 2 has found it" in person.end()[0]
    with Person("number:0..100", "--mode", "watch") as person:
        person.type("83\nn\n")
        text, status = person.end()
        assert "8: =83  win  83, the only one" in text
        assert status == 0


@on_terminals
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_ctrl_d_lose_nothing(tmp_path, key, status):
    file = tmp_path / "game"
    with Person("--seed", "1", "--save", str(file), columns=300) as person:
        person.wait_for("guess 1> ")
        person.type("0123\n")
        person.wait_for("guess 2> ")
        person.type(key)
        text, found = person.end()
    assert found == status
    assert text.replace("^C", "").split("\r\n")[1:] == [f"corral play --load {file} goes on", ""]
    assert [guess for guess, _ in load(file).moves] == ["0123"]


def test_ctrl_c_in_a_search(monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(levels, "solve", interrupted)
    seen = hold(Settings(SMALL, "think", "optimal"), status=130)
    assert seen == ["I look for the best way to guess ...", ""]


@on_terminals
def test_ctrl_c_while_the_computer_thinks():
    with Person("bulls-and-cows:5x9", "--mode", "think", "--level", "optimal") as person:
        # Before the search, in it, or after it: the same is to be seen.
        person.wait_for("I look for the best way to guess ...")
        person.type("\x03")
        assert person.end()[1] == 130


@on_terminals
@pytest.mark.parametrize(
    "environment", [{}, {"NO_COLOR": "1"}, {"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}]
)
def test_narrow_terminals_in_any_locale(tmp_path, environment):
    (tmp_path / "words").write_text("crane\nbrace\n", encoding="utf-8")
    with Person(f"wordle:{tmp_path}/words", "--seed", "1", columns=30, **environment) as person:
        person.type("crane\nbr\u00e4ce\nhelp\nreveal\nn\n")
        text, status = person.end()
    assert status == 0
    assert ("\x1b[" in text) == ("NO_COLOR" not in environment)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert max(map(len, plain.splitlines())) <= 40
    assert re.search("crane  [GYB]{5}", plain)


@on_terminals
def test_pictures_on_a_terminal():
    with Person("bulls-and-cows:2[🍎🍌🍒]", "--seed", "1") as person:
        person.type("🍎🍌\n🍎🍒\n🍌🍎\n🍌🍒\n🍒🍎\n🍒🍌\n")
        person.wait_for("You have found it: ")
        assert person.wait_for(",") == corral.Host(corral.game("bulls-and-cows:2[🍎🍌🍒]"), seed=1).reveal()


@on_terminals
def test_bytes_that_are_no_text():
    command = [sys.executable, "-m", "corral", "play", "mastermind:2x3"]
    result = subprocess.run(command, input=b"\xff\xfe\n\x00\nreveal\n", capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
