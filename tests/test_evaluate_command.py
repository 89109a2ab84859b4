"""`corral evaluate`, and its drawings."""

import json
import re
import sys

import pytest
from click.testing import CliRunner

import corral
from corral import cli
from corral.plot import plot_comparison

SMALL = "mastermind:3x4"


def call(*arguments):
    return CliRunner(env={"COLUMNS": "200"}).invoke(cli.cli, arguments, prog_name="corral")


def output(*arguments):
    """The lines of a command that succeeds, split at runs of spaces."""
    result = call(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return [re.split(r"  +", line.strip()) for line in result.stdout.splitlines()]


def answer(*arguments):
    result = call(*arguments, "--json")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    return json.loads(result.stdout)


def refused(*arguments):
    result = call(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr.splitlines()[-1]


def test_all_strategies_side_by_side():
    lines = output("evaluate", "mastermind:4x6", "--seeds", "20")
    assert lines[:2] == [["game", "mastermind:4x6"], ["secrets", "1296"]]
    assert lines[3][:5] == ["strategy", "mean", "+-", "worst case", "total"]
    assert lines[3][5:] == [f"<={guesses}" for guesses in range(2, 10)]
    rows = {line[0]: line[1:] for line in lines[4:14]}
    assert list(rows) == [*corral.STRATEGIES[:-1], "optimal: total", "optimal: depth,total"]
    assert rows["minimax"][:6] == ["4.4761", "5", "5801", "0.54%", "5.32%", "46.45%"]
    assert rows["minimax"][6:] == ["100.00%"] * 5
    assert rows["optimal: total"][:3] == ["4.3403", "6", "5625"]
    assert rows["optimal: depth,total"][:3] == ["4.3410", "5", "5626"]
    drawn = corral.evaluate(corral.mastermind(), "random", seeds=20)
    assert rows["random"][:4] == [
        f"{drawn.mean:.4f}",
        f"{drawn.error:.4f}",
        str(drawn.depth),
        f"{drawn.total / 20:.1f}",
    ]
    bars = {line[0]: line[1] for line in lines[17:27]}
    assert list(bars) == list(rows)
    assert bars["optimal: depth,total"] == "3333" + "4" * 24 + "5" * 22
    assert bars["sweep"][-1] > "9"
    assert {len(bar) for bar in bars.values()} == {50}
    assert lines[-2:] == [[f"{name}: 20 seeds, total is their mean"] for name in ("random", "least-similar")]


def test_strategies_that_do_not_apply_are_left_out():
    lines = output("evaluate", "bulls-and-cows:3x5", "--consistent", "--opener", "012", "--seed", "3")
    assert lines[:4] == [
        ["game", "bulls-and-cows:3x5"],
        ["secrets", "60"],
        ["opener", "012"],
        ["guesses", "consistent ones only"],
    ]
    assert lines[5][:3] == ["strategy", "mean", "worst case"]
    told = "sweep is left out: sweep asks codes that cannot be the secret: not with consistent=True"
    assert lines[-3:] == [[told], ["random: seed 3"], ["least-similar: seed 3"]]


def test_all_strategies_of_a_number_game():
    found = answer("evaluate", "number:0..7", "--strategy", "all", "--seeds", "2")
    names = ["sieve", "random", "minimax", "expected-size", "entropy", "most-parts"]
    assert [one["strategy"] for one in found["strategies"]] == [*names, "optimal: total", "optimal: depth,total"]
    assert found["skipped"] == {
        "sweep": "sweep asks one symbol at all places: number:0..7 has no such guesses",
        "least-similar": "least-similar compares codes by bulls, then cows: number:0..7 gives other feedback, win",
    }
    game = corral.number(0, 7)
    for one, name in zip(found["strategies"], names, strict=False):
        assert one["histogram"] == list(corral.evaluate(game, name, seeds=2).histogram)
    assert found["strategies"][-1]["depth"] == corral.solve(game, "depth").value
    lines = output("evaluate", "number:0..7", "--strategy", "all")
    told = [line[0] for line in lines if "left out" in line[0]]
    assert told == [f"{name} is left out: {reason}" for name, reason in found["skipped"].items()]


@pytest.mark.parametrize(("kind", "skipped"), [("wordle", ["sweep", "least-similar"]), ("words", ["sweep"])])
def test_all_strategies_of_a_word_game(tmp_path, kind, skipped):
    file = tmp_path / "words.txt"
    file.write_text("ape bat cat cow dog eel owl pig rat tap", encoding="utf-8")
    found = answer("evaluate", f"{kind}:{file}", "--strategy", "all", "--seeds", "2")
    assert list(found["skipped"]) == skipped
    played = [one["strategy"].partition(":")[0] for one in found["strategies"]]
    assert sorted({*played, *skipped}) == sorted(corral.STRATEGIES)
    lines = output("evaluate", f"{kind}:{file}", "--seeds", "2")
    told = [line[0].partition(":")[0] for line in lines if "left out" in line[0]]
    assert told == [f"{name} is left out" for name in skipped]


def test_one_strategy():
    lines = output("evaluate", SMALL, "--strategy", "sieve")
    assert lines[4][:4] == ["sieve", "3.9062", "6", "250"]
    assert [line[:2] for line in lines[6:10]] == [["guesses", "secrets"], ["1", "1"], ["2", "3"], ["3", "12"]]
    assert len(lines) == 13
    lines = output("evaluate", SMALL, "--strategy", "random", "--seeds", "30")
    assert lines[6][:2] == ["guesses", "games"]
    assert lines[7][:2] == ["1", "30"]
    assert lines[-1] == ["random: 30 seeds, total is their mean"]
    told = refused("evaluate", "bulls-and-cows:3x5", "--strategy", "sweep")
    assert told == "Error: sweep asks one symbol at all places: bulls-and-cows:3x5 has no such guesses"


def test_best_trees_that_are_not_proven_are_marked():
    found = answer("evaluate", "bulls-and-cows:5x8", "--strategy", "optimal", "--time-limit", "0")
    first, second = found["strategies"]
    assert (first["strategy"], first["proven"], second["proven"]) == ("optimal: total", False, False)
    assert first["lower_bound"] < first["total"]
    notes = output("evaluate", "bulls-and-cows:5x8", "--strategy", "optimal", "--time-limit", "0")[-2:]
    assert [note[0].partition(":")[0] for note in notes] == ["optimal", "optimal"]
    assert f"optimal: total is not proven: nothing beyond {first['lower_bound']} is possible" in notes[0][0]


def test_json():
    found = answer("evaluate", SMALL, "--seeds", "3", "--opener", "112 334", "--threads", "1")
    assert found["game"] == SMALL
    assert (found["secrets"], found["consistent"], found["opener"]) == (64, False, ["112", "334"])
    strategies = {one["strategy"]: one for one in found["strategies"]}
    minimax = corral.evaluate(corral.game(SMALL), "minimax", opener=["112", "334"])
    assert strategies["minimax"] == {
        "strategy": "minimax",
        "seeds": None,
        "total": minimax.total,
        "mean": minimax.mean,
        "error": None,
        "depth": minimax.depth,
        "histogram": list(minimax.histogram),
    }
    assert strategies["random"]["seeds"] == [0, 1, 2]
    assert strategies["optimal: depth,total"]["proven"]
    assert found["skipped"] == {}
    found = answer("evaluate", "mastermind:3x4+bulls")
    assert list(found["skipped"]) == ["least-similar"]


def test_long_games():
    lines = output("evaluate", "bulls-and-cows:1x36+repeats", "--seeds", "2")
    bars = {line[0]: line[1] for line in lines if line[0] == "sieve"}
    assert bars["sieve"][-4:] == "yzz+"


def test_options_that_do_not_go_together():
    assert refused("evaluate", SMALL, "--seed", "1", "--seeds", "2") == (
        "Error: --seed is one seed, --seeds several: not together"
    )
    told = refused("solve", SMALL, "--seed", "1")
    assert told == "Error: --seed is for a strategy that draws: only together with --strategy"


def test_a_seed_of_the_command_that_builds_trees(tmp_path):
    file = tmp_path / "tree.json"
    lines = output("solve", SMALL, "--strategy", "random", "--seed", "9", "--out", str(file))
    assert ["strategy", "random, seed 9"] in lines
    assert corral.Tree.load(file) == corral.strategy_tree(corral.game(SMALL), "random", seed=9)


# Drawings


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("b.SVG", b"<?xml"), ("c.pdf", b"%PDF")])
def test_drawings(tmp_path, name, start):
    output("evaluate", SMALL, "--plot", str(tmp_path / name))
    assert (tmp_path / name).read_bytes().startswith(start)


def test_what_is_drawn(tmp_path):
    found = corral.evaluate(corral.game(SMALL), "sieve")
    plot_comparison([found], tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    for told in SMALL, "sieve: mean 3.906", "guesses":
        assert f"<!-- {told} -->" in text
    with pytest.raises(corral.ArgumentError, match=r"\[\] is given: expected an Evaluation"):
        plot_comparison([], tmp_path / "b.svg")
    other = corral.evaluate(corral.mastermind(2, 2), "sieve")
    with pytest.raises(corral.ArgumentError, match=f"evaluations of different games: mastermind:2x2, not {SMALL}"):
        plot_comparison([found, found, other], tmp_path / "b.svg")


def test_drawings_that_cannot_be(tmp_path, monkeypatch):
    for name in "a.txt", "a":
        told = refused("evaluate", SMALL, "--plot", str(tmp_path / name))
        assert re.search(rf"{name}' is no name of a drawing: expected it to end in .*\.png", told)
    assert "there is no directory" in refused("evaluate", SMALL, "--plot", str(tmp_path / "none" / "a.png"))
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    told = refused("evaluate", SMALL, "--plot", str(tmp_path / "a.png"))
    assert told == "Error: drawing needs matplotlib: pip install 'corral[plot]'"
    assert list(tmp_path.iterdir()) == []
