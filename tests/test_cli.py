import errno
import io
import json
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import corral
from corral import bench, cli, show

COWS, PEGS = "bulls-and-cows:4x10", "mastermind:4x6"
COLOURS = "bulls-and-cows:2[red green blue]"


@pytest.fixture(autouse=True)
def a_plain_place(monkeypatch):
    for name in "FORCE_COLOR", "TTY_INTERACTIVE", "TTY_COMPATIBLE":
        monkeypatch.delenv(name, raising=False)
    # Other tests import it; to run it as a program then is a warning.
    monkeypatch.delitem(sys.modules, "corral.__main__", raising=False)


def call(*arguments, **options):
    return CliRunner(**options).invoke(cli.cli, arguments, prog_name="corral")


def lines(*arguments, **options):
    """The output of a command that succeeds, split at runs of spaces."""
    result = call(*arguments, **options)
    assert (result.exit_code, result.stderr) == (0, "")
    return [re.split(r"  +", line.strip()) for line in result.stdout.splitlines()]


def answer(*arguments, exit_code=0):
    result = call(*arguments, "--json")
    assert result.exit_code == exit_code
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def refused(*arguments, exit_code=2):
    """The one line with which a command fails."""
    result = call(*arguments)
    assert (result.exit_code, result.stdout) == (exit_code, "")
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


# solve and verify


def test_solve_shows_saves_and_verifies(tmp_path):
    file = tmp_path / "tree.json"
    shown = lines("solve", PEGS, "--strategy", "minimax", "--out", str(file))
    assert shown[:6] == [
        ["game", PEGS],
        ["strategy", "minimax"],
        ["codes", "1296"],
        ["total", "5801"],
        ["mean", "4.4761"],
        ["worst case", "5"],
    ]
    bars = [row for row in shown if row[0].isdigit()]
    assert [row[:2] for row in bars] == [["1", "1"], ["2", "6"], ["3", "62"], ["4", "533"], ["5", "694"]]
    assert [len(bar) for _, _, bar in bars] == [1, 1, 4, 31, 40]
    assert shown[-2:] == [["verified: replayed against all 1296 secrets"], [f"saved to {file}"]]
    assert corral.Tree.load(file) == corral.strategy_tree(corral.mastermind(), "minimax")

    again = lines("verify", str(file))
    assert [row for row in shown if row[0] not in ("strategy", f"saved to {file}")] == again
    assert answer("verify", str(file)) == {
        "game": PEGS,
        "history": [],
        "codes": 1296,
        "total": 5801,
        "mean": 5801 / 1296,
        "depth": 5,
        "histogram": [1, 6, 62, 533, 694],
        "verified": True,
    }


def test_solve_takes_the_options_of_a_strategy(tmp_path):
    file = str(tmp_path / "tree")
    data = answer("solve", PEGS, "--strategy", "entropy", "--consistent", "--opener", "1123 4566", "--out", file)
    tree = corral.strategy_tree(corral.mastermind(), "entropy", consistent=True, opener=["1123", "4566"])
    assert corral.Tree.load(file) == tree
    assert data == {
        "game": PEGS,
        "history": [],
        "codes": 1296,
        "total": tree.total,
        "mean": tree.mean,
        "depth": tree.depth,
        "histogram": list(tree.histogram),
        "verified": True,
        "strategy": "entropy",
        "consistent": True,
        "opener": ["1123", "4566"],
        "out": file,
    }


def test_solve_says_what_it_did_and_how_to_save():
    shown = lines("solve", PEGS, "--strategy", "minimax", "--consistent", "--opener", "1123", "--opener", "4566")
    assert ["strategy", "minimax, consistent guesses only"] in shown
    assert ["opener", "1123", "4566"] in shown
    assert shown[-1] == ["not saved: --out FILE keeps the tree"]
    assert answer("solve", PEGS, "--strategy", "minimax")["out"] is None


SMALL = "bulls-and-cows:3x4"


def test_solve_proves_the_best(tmp_path):
    file = tmp_path / "tree"
    solution = corral.solve(corral.game(SMALL), "total,depth", consistent=True)
    shown = lines("solve", SMALL, "--objective", "total,depth", "--consistent", "--out", str(file))
    depth, total = str(solution.tree.depth), str(solution.tree.total)
    searched = next(row for row in shown if row[0] == "searched")
    assert shown[: shown.index([""])] == [
        ["game", SMALL],
        ["objective", "total,depth, consistent guesses only"],
        ["codes", "24"],
        ["total", total],
        ["mean", f"{solution.tree.mean:.4f}"],
        ["worst case", depth],
        ["total,depth", f"{total}, {depth}"],
        ["proven", "yes"],
        searched,
    ]
    assert re.fullmatch(r"[0-9,]+ positions in [0-9.]+ s", searched[1])
    assert corral.Tree.load(file) == solution.tree


def test_the_best_is_the_default():
    data = answer("solve", SMALL)
    assert data.pop("seconds") >= 0
    solution = corral.solve(corral.game(SMALL))
    assert data == {
        "game": SMALL,
        "history": [],
        "codes": 24,
        "total": solution.tree.total,
        "mean": solution.tree.mean,
        "depth": solution.tree.depth,
        "histogram": list(solution.tree.histogram),
        "verified": True,
        "objective": "depth,total",
        "value": list(solution.value),
        "lower_bound": list(solution.value),
        "proven": True,
        "nodes": solution.stats.nodes,
        "consistent": False,
        "opener": [],
        "out": None,
    }


def test_solving_a_position(tmp_path):
    file = str(tmp_path / "tree")
    history = ["--history", "012:0,2 103:0,2", "--opener", "210"]
    shown = lines("solve", SMALL, "--objective", "within:4", *history, "--out", file)
    left = len(corral.game(SMALL).candidates([("012", "0,2"), ("103", "0,2")]))
    assert ["opener", "210"] in shown
    assert ["history", "012:0,2", "103:0,2"] in shown
    assert ["codes", f"{left} of 24"] in shown
    assert ["within:4", str(sum(corral.Tree.load(file).histogram[:4]))] in shown
    assert [f"verified: replayed against all {left} secrets"] in shown
    data = answer("solve", SMALL, "--objective", "within:4", *history)
    assert (data["history"], data["codes"]) == ([["012", "0,2"], ["103", "0,2"]], left)
    assert data["value"] == data["lower_bound"] == sum(data["histogram"][:4])
    again = answer("verify", file)
    assert again == {name: data[name] for name in again}
    colours = answer("solve", COLOURS + "+repeats", "--history", "red green:1,0", "--history", "red blue:1 0")
    assert (colours["codes"], colours["histogram"]) == (1, [0, 0, 1])


@pytest.mark.parametrize("history", ["012:1,? 103:?,2 120:?,?", "012:1,1", "012:? 103:1"])
def test_a_history_that_is_printed_is_read_back(history):
    game = SMALL if "," in history else SMALL + "+bulls"
    shown = lines("solve", game, "--history", history)
    printed = next(row[1:] for row in shown if row[0] == "history")
    assert printed == history.split()
    again = lines("solve", game, *(word for step in printed for word in ("--history", step)))
    assert [row for row in again if row[0] != "searched"] == [row for row in shown if row[0] != "searched"]
    told = answer("solve", game, "--history", history)["history"]
    assert told == [step.split(":") for step in printed]
    assert answer("analyze", game, *printed)["history"] == told
    left = corral.game(game).candidates(told)
    assert answer("analyze", game, *printed)["candidates_left"] == len(left)
    assert ["codes", f"{len(left)} of 24"] in shown


def test_a_search_that_is_stopped_says_so():
    shown = dict(row[:2] for row in lines("solve", SMALL, "--time-limit", "0", "--memory-limit", "1M") if len(row) > 1)
    assert shown["depth,total"] == f"{shown['worst case']}, {shown['total']}"
    bound = re.fullmatch("no: nothing beyond ([0-9]+), ([0-9]+) is possible", shown["proven"])
    assert (int(bound[1]), int(bound[2])) <= (int(shown["worst case"]), int(shown["total"]))
    data = answer("solve", SMALL, "--time-limit", "0")
    assert (data["proven"], data["lower_bound"]) == (False, [int(bound[1]), int(bound[2])])


@pytest.mark.parametrize(
    ("option", "value"),
    [("objective", "total"), ("history", "012:0,2"), ("time-limit", "1"), ("memory-limit", "0")],
)
def test_a_strategy_needs_no_search(option, value):
    result = call("solve", SMALL, "--strategy", "minimax", f"--{option}", value)
    assert result.exit_code == 2
    assert f"--{option} is for the search" in result.stderr


def stop_searching(monkeypatch):
    """Let Ctrl-C come as soon as the search starts."""

    def interrupt(search):
        raise KeyboardInterrupt

    monkeypatch.setattr("corral.search.Search.run", interrupt)


def test_ctrl_c_keeps_the_best_tree(monkeypatch, tmp_path):
    best = corral.solve(corral.game(SMALL), "total").value
    stop_searching(monkeypatch)
    file = tmp_path / "tree"
    result = call("solve", SMALL, "--out", str(file))
    assert result.exit_code == 130
    assert result.stderr == "interrupted: this is the best tree so far; Ctrl-C again ends without it\n"
    assert re.search(r"proven +no: nothing beyond [0-9]+, [0-9]+ is possible\n", result.stdout)
    assert result.stdout.endswith(f"verified: replayed against all 24 secrets\nsaved to {file}\n")
    assert corral.Tree.load(file).verify().total >= best
    assert answer("solve", SMALL, exit_code=130)["proven"] is False


def test_names_of_several_characters_have_an_option_each():
    data = answer("solve", COLOURS, "--strategy", "sieve", "--opener", "blue red", "--opener", "green blue")
    assert data["opener"] == ["blue red", "green blue"]
    assert refused("solve", COLOURS, "--opener", "blue red green blue").startswith("Error: 'blue red green blue' has 4")


def test_verify_refuses_what_is_no_tree(tmp_path):
    file = tmp_path / "tree"
    file.write_text("{}")
    assert refused("verify", str(file), exit_code=1).startswith(f"Error: {file}: no file of a corral tree")
    assert answer("verify", str(file), exit_code=1)["verified"] is False


def test_verify_names_the_secret_that_is_not_found(tmp_path):
    tree = corral.strategy_tree(corral.mastermind(2, 2), "sieve")
    guesses = tree.guesses.copy()
    guesses[-1] = 0
    file = tmp_path / "tree"
    corral.Tree(tree.game, guesses, tree.labels, tree.first, tree.sizes).save(file)
    assert refused("verify", str(file), exit_code=1).startswith("Error: secret 21 is not found")
    data = answer("verify", str(file), exit_code=1)
    assert (data["verified"], data["secret"]) == (False, "21")
    assert data["reason"].startswith("secret 21 is not found")


# table


def test_table(tmp_path):
    file = tmp_path / "t.npy"
    shown = lines("table", "mastermind:2x3", "--out", str(file))
    assert shown[0] == [f"saved to {file}: uint8 [guess, secret], 9 x 9, codes in game order"]
    assert shown[1:] == [["class", "feedback"], ["0", "0,0"], ["1", "0,1"], ["2", "0,2"], ["3", "1,0"], ["4", "2,0"]]
    assert np.array_equal(np.load(file), corral.mastermind(2, 3).feedback_table())
    assert [path.name for path in tmp_path.iterdir()] == ["t.npy"]
    data = answer("table", "mastermind:3x2+bulls", "--out", str(file))
    assert data == {
        "game": "mastermind:3x2+bulls",
        "shape": [8, 8],
        "dtype": "uint8",
        "classes": ["0", "1", "2", "3"],
        "out": str(file),
    }
    assert np.load(file).shape == (8, 8)


@pytest.mark.parametrize(("limit", "fits"), [("81", True), ("80", False), ("1k", True), ("2T", True), ("0", False)])
def test_the_memory_limit_of_a_table(tmp_path, limit, fits):
    arguments = "table", "mastermind:2x3", "--memory-limit", limit, "--out", str(tmp_path / "t.npy")
    if fits:
        lines(*arguments)
    else:
        assert "needs 81 bytes" in refused(*arguments)
    assert (tmp_path / "t.npy").exists() == fits


@pytest.mark.parametrize("limit", ["", "-1", "1.5G", "1X", "G", "1" * 30])
def test_sizes_that_are_none(tmp_path, limit):
    result = call("table", PEGS, "--memory-limit", limit, "--out", str(tmp_path / "t.npy"))
    assert result.exit_code == 2
    assert f"{limit!r} is no size" in result.stderr


# analyze


def test_analyze():
    shown = lines("analyze", COWS, "0123:0,1 4561:0,1")
    assert shown[0] == ["378 of 5040 codes are left, 8.562 bits"]
    left = corral.bulls_and_cows().candidates([("0123", "0,1"), ("4561", "0,1")])
    assert shown[1] == [*left[:12], "..."]
    assert shown[3:7] == [
        ["guess", "chance", "parts", "largest", "expected size", "bits"],
        ["right now", "7085", "1/378", "13", "94", "58.698", "3.001"],
        ["fewest guesses, by information", "7085", "1/378", "13", "94", "58.698", "3.001"],
        ["7085 is the best guess in both respects"],
    ]
    assert shown[8] == ["best by", "guess", "parts", "largest", "expected size", "bits", "can be the secret"]
    rows = {row[0]: row[1:] for row in shown[9:]}
    assert list(rows) == ["minimax", "expected-size", "entropy", "most-parts"]
    assert rows["entropy"][4] == "3.001"
    scores = corral.score_guesses(corral.bulls_and_cows(), [("0123", "0,1"), ("4561", "0,1")])
    for criterion, (guess, parts, largest, size, bits, inside) in rows.items():
        best = scores.best(criterion)
        assert (guess, parts, largest) == (scores.codes[best], str(scores.parts[best]), str(scores.largest[best]))
        assert (size, bits) == (f"{scores.expected_size[best]:.3f}", f"{scores.information[best]:.3f}")
        assert inside == ("yes" if scores.is_candidate[best] else "no")
    assert {row[-1] for row in lines("analyze", COWS, "0123:0,1")[9:]} == {"yes", "no"}


def test_analyze_to_the_end_of_the_game():
    shown = lines("analyze", COWS, "1234:1,3", "--top", "2", "--guess", "0123")
    assert shown[3:7] == [
        ["guess", "chance", "parts", "largest", "expected size", "bits", "guesses", "at most"],
        ["right now", "1342", "1/8", "3", "4", "3.250", "1.406", "2.875", "4"],
        ["fewest guesses, by calculation", "0123", "0", "3", "4", "3.000", "1.500", "2.750", "4"],
        ["0123 cannot be the secret, but needs 2.75 further guesses on average, where 1342 needs 2.875"],
    ]
    top = corral.analyze(corral.bulls_and_cows(), [("1234", "1,3")]).top(2)
    assert shown[14:17] == [shown[3], *[[str(rank), each.guess, *shown[5][2:]] for rank, each in enumerate(top, 1)]]
    assert shown[18:20] == [["0123 has 3 answers, 1.500 bits on average"], ["answer", "codes", "share", "bits"]]
    assert [row[:4] for row in shown[20:]] == [
        ["0,3", "4", "50.0 %", "1.000"],
        ["1,2", "2", "25.0 %", "2.000"],
        ["2,1", "2", "25.0 %", "2.000"],
    ]
    assert [len(row[4]) for row in shown[20:]] == [40, 20, 20]
    data = answer("analyze", COWS, "1234:1,3", "--top", "2", "--guess", "0123")
    assert data["by"] == "exact"
    assert (data["now"]["guess"], data["fewest"]["guess"], data["fewest"]["expected_guesses"]) == ("1342", "0123", 2.75)
    assert [each["guess"] for each in data["top"]] == [each.guess for each in top]
    assert data["answers"] == {"guess": "0123", "information": 1.5, "sizes": {"0,3": 4, "1,2": 2, "2,1": 2}}
    assert data["reason"] == shown[6][0]
    assert lines("analyze", COWS, "1234:1,3", "--guess", "1234")[14] == ["1234 has 1 answer, 0.000 bits on average"]


def test_analyze_a_guess_with_spaces():
    colours = "--guess", "red blue"
    assert ["red blue has 4 answers, 1.918 bits on average"] in lines("analyze", COLOURS, *colours)
    assert answer("analyze", COLOURS, *colours)["answers"]["guess"] == "red blue"


def test_analyze_as_json():
    data = answer("analyze", COWS, "0123:0,1")
    assert list(data) == ["game", "history", "candidates_left", "candidates", "now", "fewest", "by", "reason", "best"]
    assert (data["by"], data["now"]["guess"], data["fewest"]["expected_guesses"]) == ("entropy", "1456", None)
    assert data["candidates_left"] == 1440
    assert len(data["candidates"]) == 12
    assert data["history"] == [["0123", "0,1"]]
    assert data["best"]["entropy"] | {"information": None} == {
        "guess": "1456",
        "parts": 14,
        "largest": 378,
        "expected_size": pytest.approx(366720 / 1440),
        "information": None,
        "is_candidate": True,
    }
    assert data["best"]["entropy"]["information"] == pytest.approx(2.859, abs=0.0005)
    assert answer("analyze", PEGS)["candidates_left"] == 1296


def test_analyze_forms_of_a_history():
    whole = answer("analyze", COWS, "0123:0A1B 4561:-")
    assert whole == answer("analyze", COWS, "0123:0A1B", "4561:-")
    assert whole["candidates_left"] == len(corral.bulls_and_cows().candidates([("0123", "0,1"), ("4561", "0,0")]))
    colours = answer("analyze", COLOURS + "+repeats", "red green:1,0", "red blue:1 0")
    assert colours["candidates"] == ["red red"]
    # The last colon is the one before the feedback.
    assert answer("analyze", "bulls-and-cows:2[:ab]", ":a:1,0")["candidates"] == [":b", "ba"]


def test_analyze_with_few_left():
    shown = lines("analyze", "mastermind:2x2", "11:1,0")
    assert shown[:2] == [["2 of 4 codes are left, 1.000 bits"], ["12", "21"]]
    assert lines("analyze", "mastermind:2x2", "11:1,0 12:0,2") == [["1 of 4 codes is left, it is the secret: 21"]]
    data = answer("analyze", "mastermind:2x2", "11:1,0 12:0,2")
    assert (data["candidates_left"], data["candidates"]) == (1, ["21"])


def test_analyze_refuses_a_wrong_history():
    assert "'0123' in the history: expected a guess and its feedback" in refused("analyze", COWS, "0123")
    assert "step 2 of the history" in refused("analyze", COWS, "0123:0,0 0123:0,1")
    assert "cannot occur" in refused("analyze", COWS, "0123:3,1")
    assert "'0124'" not in refused("analyze", COWS, "0113:1,0")
    assert "'0112': '1' at place 3" in refused("analyze", COWS, "--guess", "0112")
    assert "the game is over" in refused("analyze", COWS, "0123:4,0")
    assert refused("analyze", COWS, "0123:0,0 0123:0,1").endswith(
        "; 1 wrong answer explains it: step 1, or step 2; see corral diagnose\n"
    )
    assert call("analyze", COWS, "--top", "0").exit_code == 2


# diagnose


WRONG = "0123:0,1 4567:0,2 4068:2,1 0178:1,2 4052:0,2"


def test_diagnose():
    assert lines("diagnose", COWS, WRONG) == [
        ["step 5 contradicts the steps before; 1 wrong answer explains it: step 3, or step 5"],
        [""],
        ["wrong", "right would be", "codes left"],
        *[["step 3", f"4068:{right}", "1"] for right in ("0,2", "0,3", "1,1", "1,2")],
        ["step 5", "4052:1,1", "1"],
    ]
    assert answer("diagnose", COWS, WRONG) == {
        "game": COWS,
        "history": [step.split(":") for step in WRONG.split()],
        "candidates_left": 0,
        "contradiction": 5,
        "wrong": 1,
        "repairs": [
            {
                "steps": [3],
                "changes": [{"answers": [right], "candidates_left": 1} for right in ("0,2", "0,3", "1,1", "1,2")],
            },
            {"steps": [5], "changes": [{"answers": ["1,1"], "candidates_left": 1}]},
        ],
    }


def test_diagnose_what_agrees():
    assert lines("diagnose", COWS, "0123:0,?") == [["the answers agree with each other: 3333 of 5040 codes are left"]]
    data = answer("diagnose", COWS, "0123:0,?")
    assert (data["history"], data["contradiction"], data["repairs"]) == ([["0123", "0,?"]], None, [])


def test_diagnose_many_changes():
    wrong = "0123:4,0 4567:4,0 0123:4,0 4567:4,0"
    shown, data = lines("diagnose", COWS, wrong), answer("diagnose", COWS, wrong)
    assert [repair["steps"] for repair in data["repairs"]] == [[1, 3], [2, 4]]
    assert shown[3] == ["steps 1 and 3", "0123:0,0", "0123:0,0", "1"]
    assert len(shown) == 3 + 2
    # Of six answers to either guess one can be right, if the two leave four symbols.
    wrong = " ".join(
        f"{guess}:{told}" for guess in ("0123", "4567") for told in ("0,0", "0,1", "0,2", "1,0", "1,1", "2,0")
    )
    data, shown = answer("diagnose", COWS, wrong), lines("diagnose", COWS, wrong)
    assert (data["wrong"], len(data["repairs"])) == (10, 36 - 5)
    assert len(shown) == 3 + 20 + 1
    assert shown[-1] == ["and 11 more, which --json tells"]


def test_diagnose_refuses_what_cannot_be():
    assert "step 2 of the history: '3,1' cannot occur" in refused("diagnose", COWS, "0123:0,0 4567:3,1")
    assert call("diagnose", COWS).exit_code == 2


# review


def test_review():
    shown = lines("review", COWS, "4018", "0123 4567", "4812", "4018")
    assert shown[0][:3] == ["guess", "answer", "codes left"]
    assert [row[:4] for row in shown[1:5]] == [
        ["1", "0123", "0,2", "1260"],
        ["2", "4567", "1,0", "168"],
        ["3", "4812", "2,1", "10"],
        ["4", "4018", "4,0", "1"],
    ]
    assert shown[1][4:] == ["2.000", "2.771", "2.771", "100 %", "-0.771"]
    assert shown[2][-1] == "1435"
    assert shown[5] == ["12.299", "10.919", "11.771", "93 %", "+1.380", "0.000"]
    assert shown[7] == ["found with guess 4"]
    data = answer("review", COWS, "4018", "0123", "4567", "4812", "4018")
    assert (data["secret"], data["solved"], len(data["moves"])) == ("4018", True, 4)
    found = corral.review(corral.bulls_and_cows(), ["0123", "4567", "4812", "4018"], "4018")
    assert [data[name] for name in ("information", "expected", "best", "skill", "luck", "lost")] == [
        found.information,
        found.expected,
        found.best,
        found.skill,
        found.luck,
        found.lost,
    ]
    assert data["moves"][1]["best"]["guess"] == "1435"
    assert [move["answer"] for move in data["moves"]] == ["0,2", "1,0", "2,1", "4,0"]


def test_what_is_wasted_counts_as_a_bit_missed():
    result = call("review", "number:0..3", "0", "<1 =1 =0")
    skills = [move.skill for move in corral.review(corral.number(0, 3), ["<1", "=1", "=0"], "0").moves]
    assert skills == [pytest.approx(0.811, abs=0.001), 0, 1]
    assert "41 %" in result.output
    told = " ".join(result.output.split())
    assert "skill: expected of most, where a guess that is wasted, as the secret is known, misses one bit more" in told
    assert "counts as one bit that was missed" in " ".join(call("review", "--help").output.split())


def test_histories_of_questions_and_of_words(tmp_path):
    found = answer("analyze", "number:0..7", "<4:yes >1:no")
    assert found["history"] == [["<4", "yes"], [">1", "no"]]
    assert (found["candidates"], found["now"]["guess"]) == (["0", "1"], "=0")
    told = answer("review", "number:0..7", "2", "<4", "=1", "=2")
    assert [(move["guess"], move["answer"], move["after"]) for move in told["moves"]] == [
        ("<4", "yes", 4),
        ("=1", "no", 3),
        ("=2", "win", 1),
    ]
    diagnosis = answer("diagnose", "number:0..7", ">3:yes <3:yes")
    assert [repair["steps"] for repair in diagnosis["repairs"]] == [[2], [1]]
    file = tmp_path / "words.txt"
    file.write_text("ape bat cat cow dog eel owl pig rat tap", encoding="utf-8")
    game = corral.words(file, feedback="wordle")
    for history in "cat:BGG", "cat:.GG", "cat:-gg":
        found = answer("analyze", f"wordle:{file}", history)
        assert (found["game"], found["history"], found["candidates"]) == (None, [["cat", "BGG"]], ["bat", "rat"])
    assert answer("analyze", f"words:{file}", "tap:1,1")["candidates"] == ["bat", "cat", "rat"]
    assert answer("analyze", f"jotto:{file}", "tap:2")["candidates"] == ["ape", "bat", "cat", "rat"]
    told = answer("review", f"wordle:{file}", "rat", "cat", "tap", "rat")
    assert [move["answer"] for move in told["moves"]] == ["BGG", game.feedback("tap", "rat"), "GGG"]


def test_review_of_an_unfinished_game():
    assert ["not found"] in lines("review", COLOURS + "+repeats", "red red", "red green", "red blue")
    assert "step 1 of the history, 0123:4,0: the game is over" in refused("review", COWS, "0123", "0123", "4567")
    assert call("review", COWS, "0123").exit_code == 2


# bench


@pytest.fixture(scope="module")
def signature():
    return bench.signature()


def test_bench(signature):
    shown = lines("bench")
    about = {row[0]: row[1] for row in shown[:6]}
    assert about == bench.machine()
    assert (about["isa"], about["corral"]) == (corral.isa(), corral.__version__)
    totals = {row[0]: row[2] for row in shown if len(row) == 3}
    assert totals["minimax tree of mastermind:4x6"] == "5801"
    assert len(shown) == 15
    assert shown[-1] == [f"signature {signature}"]


def test_the_signature_alone(signature):
    assert lines("bench", "--signature") == [[str(signature)]]
    assert answer("bench", "--signature") == {"signature": signature}


def test_the_core_alone_has_the_same_signature(signature):
    source = Path(__file__).parents[1] / "csrc/tests/test_signature.c"
    assert f"#define SIGNATURE UINT32_C({signature})\n" in source.read_text(encoding="utf-8")


def test_bench_as_json(signature):
    data = answer("bench")
    assert data["signature"] == signature
    assert data["machine"] == bench.machine()
    assert [task["total"] for task in data["tasks"]][:4] == [None, None, None, 5801]
    assert all(task["milliseconds"] > 0 for task in data["tasks"])


def test_the_name_of_the_processor(tmp_path):
    info = tmp_path / "cpuinfo"
    assert isinstance(bench._processor(info), str)
    info.write_text("processor : 0\nmodel name\t: Abacus 3000\nmodel name\t: other\n")
    assert bench._processor(info) == "Abacus 3000"


# What all commands share


def test_help_and_version():
    assert call("--version").stdout == f"corral, version {corral.__version__}\n"
    for command in [], ["solve"], ["table"], ["analyze"], ["diagnose"], ["review"], ["verify"], ["bench"]:
        result = call(*command, "--help")
        assert result.exit_code == 0
        assert result.stdout.isascii()
    assert call("solve", PEGS, "--strategy", "knuth").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "chess"], "'chess' is no id of a game"),
        (["solve", "bulls-and-cows:12x36"], "599555620984320000 codes"),
        (["solve", PEGS, "--opener", "1127"], "'7' at place 4"),
        (["solve", PEGS, "--strategy", "minimax", "--opener", "1127"], "'7' at place 4"),
        (["solve", PEGS, "--objective", "best"], "objective is 'best': expected 'total', 'depth',"),
        (["solve", PEGS, "--history", "1122"], "'1122' in the history: expected a guess and its feedback"),
        (["solve", PEGS, "--history", "1122:4,0"], "the game is over"),
        (["analyze", "mastermind:12x35"], "can be listed"),
        (["verify", "missing"], "missing: No such file or directory"),
    ],
)
def test_errors_are_one_line(arguments, message):
    assert message in refused(*arguments)
    assert message in refused(*arguments, "--json")


@pytest.mark.parametrize(
    ("arguments", "low", "high"),
    [
        (["solve", PEGS, "--threads"], 1, 1024),
        (["solve", PEGS, "--strategy", "random", "--seed"], 0, (1 << 64) - 1),
        (["evaluate", PEGS, "--seeds"], 1, None),
        (["analyze", PEGS, "--top"], 1, None),
        (["show", "tree", "--format", "dot", "--depth"], 1, None),
        (["atlas", "--max-codes"], 2, None),
        (["atlas", "--processes"], 1, 1024),
    ],
)
def test_whole_numbers_are_refused_in_the_same_words(arguments, low, high):
    bounds = f", {low} or more" if high is None else f" from {low} to {high}"
    for given in str(low - 1), "9" * 5000, "1.0", "\u0663", "", *([] if high is None else [str(high + 1)]):
        result = call(*arguments, given)
        assert result.exit_code == 2
        start = given[:80]
        assert result.stderr.endswith(f": expected a whole number{bounds}\n")
        assert f"Error: Invalid value for '{arguments[-1]}': '{start}" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "unit"),
    [
        (["solve", PEGS, "--time-limit"], "seconds"),
        (["evaluate", PEGS, "--time-limit"], "seconds"),
        (["atlas", "--minutes"], "minutes"),
    ],
)
def test_times_are_refused_in_the_same_words(arguments, unit):
    for given in "nan", "-1", "soon", "-inf", "":
        result = call(*arguments, given)
        assert result.exit_code == 2
        told = f"Error: Invalid value for '{arguments[-1]}': '{given}': expected {unit}, 0 or more\n"
        assert result.stderr.endswith(told)


@pytest.mark.parametrize("command", ["solve", "table"])
def test_a_file_with_no_place_is_refused_before_the_work(tmp_path, command, monkeypatch):
    monkeypatch.setattr("corral.commands.solve.Search", None)
    monkeypatch.setattr(corral.Game, "feedback_table", None)
    result = call(command, PEGS, "--out", str(tmp_path / "no" / "file"))
    assert result.exit_code == 2
    assert "there is no directory" in result.stderr
    for directory in str(tmp_path), "", ".":
        assert "is a directory" in call(command, PEGS, "--out", directory).stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no file that is always full")
@pytest.mark.parametrize("command", [["solve", SMALL], ["solve", SMALL, "--strategy", "sieve"], ["table", SMALL]])
def test_a_full_disk_is_named(command):
    result = call(*command, "--out", "/dev/full")
    assert result.exit_code == 2
    assert result.stderr == f"Error: /dev/full: {os.strerror(errno.ENOSPC)}\n"


@pytest.mark.parametrize("command", [["solve", SMALL], ["table", SMALL]])
def test_a_directory_that_takes_no_file_is_not_blamed_on_a_hidden_one(tmp_path, monkeypatch, command):
    def fail(path, *_):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("pathlib.Path.open", fail)
    file = tmp_path / "file"
    assert call(*command, "--out", str(file)).stderr == f"Error: {file}: Permission denied\n"


@pytest.mark.parametrize(
    ("error", "exit_code", "message"),
    [
        (KeyboardInterrupt(), 130, "Error: interrupted\n"),
        (MemoryError(), 2, "Error: out of memory\n"),
        (OSError("strange"), 2, "Error: strange\n"),
        (BrokenPipeError(32, "Broken pipe"), 1, ""),
    ],
)
def test_errors_of_the_system(monkeypatch, error, exit_code, message):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(corral, "strategy_tree", fail)
    result = call("solve", PEGS, "--strategy", "sieve")
    assert (result.exit_code, result.stdout, result.stderr) == (exit_code, "", message)


def test_faults_of_the_program_keep_their_traceback(monkeypatch):
    monkeypatch.setattr(corral, "strategy_tree", lambda *_, **__: 1 / 0)
    assert isinstance(call("solve", PEGS, "--strategy", "sieve").exception, ZeroDivisionError)


def test_output_in_ascii(monkeypatch):
    game = "bulls-and-cows:2[ab🙂]"
    monkeypatch.setattr("locale.setlocale", lambda category: "C.UTF-8")
    assert "█" in call("solve", game).stdout
    result = call("solve", game, "--opener", "a🙂", charset="ascii")
    assert result.exit_code == 0
    assert result.stdout_bytes.isascii()
    assert "\\U0001f642" in result.stdout
    assert "##" in result.stdout
    assert call("solve", game, "--json").stdout_bytes.isascii()
    # No markup, no emoji codes: brackets and colons are what they are.
    assert lines("solve", "bulls-and-cows:1[:b]")[0] == ["game", "bulls-and-cows:1[:b]"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def on_terminal(monkeypatch):
    """Make both streams one terminal without colour, and return it."""
    for name, value in {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "60"}.items():
        monkeypatch.setenv(name, value)
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def seen_on(terminal):
    """The lines on a terminal, without what makes them bold."""
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue()).splitlines()]


def test_output_on_a_terminal_fits_it(monkeypatch):
    terminal = on_terminal(monkeypatch)
    cli.cli(["analyze", COWS], prog_name="corral", standalone_mode=False)
    shown = seen_on(terminal)
    assert max(map(len, shown)) == 60
    assert "…" not in "".join(shown)


@pytest.mark.parametrize("columns", [18, 19, 20, 25, 30, 40, 57, 58, 59, 80, 200])
def test_bars_fit_the_terminal(monkeypatch, columns):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", str(columns))
    cli.cli(["solve", PEGS, "--strategy", "minimax"], prog_name="corral", standalone_mode=False)
    shown = seen_on(terminal)
    start = shown.index("guesses  secrets") + 1
    bars = [re.fullmatch(r" +([0-9]+) +([0-9]+) *([█#]*)", row).groups() for row in shown[start : start + 5]]
    assert [(int(guesses), int(found)) for guesses, found, _ in bars] == [(1, 1), (2, 6), (3, 62), (4, 533), (5, 694)]
    longest = min(40, columns - 18)
    assert [len(bar) for _, _, bar in bars] == [-(-longest * int(found) // 694) for _, found, _ in bars]
    assert shown[start + 5] == ""


def test_bars_beside_long_numbers_fit_the_terminal(monkeypatch):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "40")
    show.print_histogram(show.console(), (1, 12345, 10**9, 3))
    shown = seen_on(terminal)
    assert len(shown) == 5
    assert max(map(len, shown)) == len(shown[3]) == 40


@pytest.mark.parametrize(("patience", "seen"), [(-1, True), (1e9, False)])
def test_progress_shows_itself_when_work_takes_long(monkeypatch, patience, seen):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setattr(show, "_PATIENCE", patience)
    with show.bar("walking") as progress:
        progress(0, 100)
        progress(40, 100)
    assert ("walking" in terminal.getvalue()) == seen
    assert ("40%" in terminal.getvalue()) == seen
    assert bool(terminal.getvalue()) == seen


@pytest.mark.parametrize(("seconds", "seen"), [(1.25, True), (0.25, False)])
def test_a_search_that_takes_long_shows_how_far_it_is(monkeypatch, seconds, seen):
    terminal = on_terminal(monkeypatch)
    with show.live() as progress:
        progress(corral.Progress(None, (3, 100), 10, seconds))
        progress(corral.Progress((None, 130), (3, 120), 12345, seconds + 0.06))
    told = terminal.getvalue()
    assert ("best ?   bound 3, 100   positions 10   1.2 s" in told) == seen
    assert ("best ?, 130   bound 3, 120   positions 12,345   1.3 s" in told) == seen
    assert bool(told) == seen


@pytest.mark.parametrize("moving", [lambda: show.bar("walking"), show.live])
def test_progress_is_for_terminals_only(monkeypatch, moving):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    with moving() as progress:
        assert progress is None
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    with moving() as progress:
        assert progress is None
    assert terminal.getvalue() == ""


# As a program


def program(*arguments, **environment):
    command = [sys.executable, "-m", "corral", *arguments]
    return subprocess.run(command, capture_output=True, env=os.environ | environment, check=False)


def test_the_module_is_the_command_line(tmp_path):
    result = program("solve", PEGS, "--json", "--out", str(tmp_path / "tree"))
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout)["value"] == [5, 5626]
    result = program("verify", str(tmp_path / "nothing"))
    assert (result.returncode, result.stdout, result.stderr.count(b"\n")) == (2, b"", 1)


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_plain_places_get_plain_output(environment):
    result = program("solve", "mastermind:2x4", **environment)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()
    assert b"##" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="has no such files")
def test_a_table_goes_through_a_pipe():
    result = program("table", "mastermind:2x3", "--out", "/dev/stdout")
    assert (result.returncode, result.stderr) == (0, b"")
    assert np.array_equal(np.load(io.BytesIO(result.stdout)), corral.mastermind(2, 3).feedback_table())


@pytest.mark.skipif(sys.platform == "win32", reason="has no such pipes")
@pytest.mark.parametrize("arguments", [["solve", PEGS], ["solve", PEGS, "--json"], ["analyze", PEGS], ["--help"]])
def test_a_closed_pipe_is_silent(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "corral", *arguments]
    try:
        result = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (1, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="closes streams by a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_do_not_stop_the_work(closed, tmp_path):
    path = tmp_path / "tree.json"
    command = f"'{sys.executable}' -m corral solve mastermind:2x3 --out '{path}' {closed}"
    assert subprocess.run(command, shell=True, capture_output=True, check=False).returncode == 0
    assert corral.Tree.load(path).total == 21


def test_closed_streams_are_replaced(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["corral", "--version"])
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("corral.__main__")["main"]()
    with sys.stdout, sys.stderr:
        assert ended.value.code == 0
        assert sys.stdout.name == sys.stderr.name == os.devnull


def interrupted(*arguments):
    """What the program prints on both streams, and its exit status, when Ctrl-C comes after a while."""
    code = (
        "import signal, sys, corral.cli, corral.__main__ as program;"
        # A job in the background starts with Ctrl-C ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler); print('ready', file=sys.stderr, flush=True);"
        f"sys.argv = ['corral', *{arguments}]; program.main()"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process:
        process.stderr.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.skipif(sys.platform == "win32", reason="cannot send Ctrl-C to one process")
def test_ctrl_c_ends_a_long_strategy(tmp_path):
    arguments = "solve", "bulls-and-cows:7x10", "--strategy", "minimax", "--out", str(tmp_path / "tree")
    assert interrupted(*arguments) == (130, b"", b"Error: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="cannot send Ctrl-C to one process")
def test_ctrl_c_ends_a_long_search(tmp_path):
    file = tmp_path / "tree"
    status, out, err = interrupted("solve", "bulls-and-cows:5x9", "--json", "--out", str(file))
    assert (status, err[:12]) == (130, b"interrupted:")
    data = json.loads(out)
    assert data["proven"] is False
    assert data["lower_bound"] < data["value"]
    tree = corral.Tree.load(file)
    assert data["value"] == [tree.depth, tree.total]


@pytest.mark.parametrize("name", ["click", "rich"])
def test_what_the_command_line_needs(monkeypatch, capsys, name):
    ours = "corral.cli", "corral.show", "corral.standings", "corral.commands", name
    for module in [module for module in sys.modules if f"{module}.".startswith(tuple(f"{our}." for our in ours))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.delattr(corral, "show")
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(SystemExit) as exit_:
        runpy.run_module("corral", run_name="__main__")
    assert exit_.value.code == 2
    assert capsys.readouterr() == ("", "the command line needs: pip install 'corral[cli]'\n")


def test_other_missing_modules_are_faults(monkeypatch):
    for module in "corral.cli", "corral.commands.bench":
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "corral.bench", None)
    with pytest.raises(ModuleNotFoundError, match=re.escape("corral.bench")):
        runpy.run_module("corral", run_name="__main__")


def test_the_program_runs(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["corral", "--version"])
    with pytest.raises(SystemExit) as exit_:
        runpy.run_module("corral", run_name="__main__")
    assert not exit_.value.code
    assert capsys.readouterr().out.startswith("corral, version")


@pytest.mark.parametrize("game", ["wordle:", "words:a,b,c", "jotto:,x"])
def test_games_of_words_need_one_file_or_two(game):
    result = call("solve", game)
    assert result.exit_code == 2
    assert "expected" in result.stderr
    assert "SECRETS,GUESSES, the names of files" in " ".join(result.stderr.split())
