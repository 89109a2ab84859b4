import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count

import pytest
from click.testing import CliRunner

import corral
from corral import ArgumentError, atlas, solve
from corral.atlas import OBJECTIVES, Atlas, games_up_to, page, survey
from corral.cli import cli


def run(*arguments):
    return CliRunner().invoke(cli, ["atlas", *map(str, arguments)])


def test_games():
    games = games_up_to(130)
    sizes = [len(game) for game in games]
    assert sizes == sorted(sizes)
    assert min(sizes) == 2
    assert max(sizes) <= 130
    names = {game.id for game in games}
    assert {"bulls-and-cows:3x6", "mastermind:3x5", "mastermind:7x2", "bulls-and-cows:1x36"} <= names
    assert "bulls-and-cows:4x6" not in names
    assert len(names) == len(games)


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(2)])
def test_survey(tmp_path, executor):
    games = [corral.game(name) for name in ("mastermind:2x3", "bulls-and-cows:3x4")]
    found = list(survey(Atlas(tmp_path), games, 1, executor=executor))
    assert {record.game for record in found} == {game.id for game in games}
    for record in found:
        solution = solve(corral.game(record.game), record.objective)
        assert (record.value, record.proven, record.lower_bound) == (solution.value, True, solution.value)
        assert (record.histogram, record.total) == (solution.tree.histogram, solution.tree.total)
        assert record.mean == record.total / record.codes
    names = {record.objective for record in found if record.game == "bulls-and-cows:3x4"}
    depth = solve(games[1], "depth").value
    assert names == {*OBJECTIVES, *(f"within:{k}" for k in range(2, depth))}
    # The trees are there, and nothing is done again.
    saved = corral.Tree.load(tmp_path / "trees" / "bulls-and-cows-3x4-depth-total.json")
    assert saved == solve(games[1], "depth,total").tree
    again = Atlas(tmp_path)
    assert sorted(map(str, again.records.values())) == sorted(map(str, found))
    assert list(survey(again, games, 5)) == []


def test_records_are_saved_on_the_way(tmp_path, monkeypatch):
    ticks = count(0, 2)
    monkeypatch.setattr(atlas, "monotonic", lambda: next(ticks))
    for number, _ in enumerate(survey(Atlas(tmp_path), [corral.mastermind(2, 3)], 1)):
        assert len(Atlas(tmp_path).records) == number


def test_more_time_goes_on(tmp_path):
    games = [corral.bulls_and_cows(4, 8)]
    first = list(survey(Atlas(tmp_path), games, 0))
    assert not any(record.proven for record in first if record.objective == "total")
    assert "bound" in page(first)
    # As much time again brings nothing new.
    assert not any(record.objective == "total" for record in survey(Atlas(tmp_path), games, 0))
    later = {record.objective: record for record in survey(Atlas(tmp_path), games, 5)}
    assert later["total"].proven
    assert later["total"].value == 7817


@pytest.mark.parametrize("objective", ["total", "within:4"])
def test_records_do_not_get_worse(tmp_path, monkeypatch, objective):
    """A later search that is stopped may know a worse tree, and a better bound."""
    game = corral.bulls_and_cows(4, 5)
    best = solve(game, objective)
    worse = solve(game, "depth" if objective == "total" else "within:2")
    values = [(best, 1 if objective == "total" else 120), (worse, 2 if objective == "total" else 119)]
    found = []
    for minutes, (solution, bound) in enumerate(values):
        value = solution.tree.total if objective == "total" else sum(solution.tree.histogram[:4])
        told = replace(solution, value=value, lower_bound=bound, proven=False, objective=objective)
        monkeypatch.setattr(atlas, "solve", lambda *_, told=told, **__: told)
        found.append(atlas._solve(str(tmp_path), game.id, objective, minutes, 1, found[-1] if found else None))
    assert found[1] == replace(found[0], lower_bound=values[1][1], minutes=1)
    assert found[1].value == best.value
    name = f"bulls-and-cows-4x5-{objective.replace(':', '-')}.json"
    assert corral.Tree.load(tmp_path / "trees" / name) == best.tree


def test_page_says_how_long_was_tried_what_is_not_proven(tmp_path):
    atlas = Atlas(tmp_path)
    list(survey(atlas, games_up_to(8), 1))
    for objective in ("total", "within:2"):
        atlas.add(replace(atlas.records["mastermind:3x2", objective], proven=False, minutes=2.5))
    told = [line for line in page(atlas.records.values()).splitlines() if "✓" not in line and line.startswith("| 3x2")]
    assert ["| not in 2.5 min |" in line for line in told] == [True, True]


def test_page_compares_with_what_is_published(tmp_path):
    found = list(survey(Atlas(tmp_path), [corral.mastermind(3, 3), corral.mastermind(2, 3)], 1))
    published = [
        {"game": "mastermind:3x3", "objective": "total", "value": 73, "source": "Somebody 1999"},
        {"game": "mastermind:3x3", "objective": "depth,total", "value": [4, 99], "source": "Somebody else"},
        {"game": "mastermind:2x3", "objective": "total", "value": 99, "source": "not this", "consistent": True},
    ]
    lines = page(found, published).splitlines()
    assert any(
        line.startswith("| 3x3 | 27 | 73 | 2.7037 |") and line.endswith("| ✓ | Somebody 1999 |") for line in lines
    )
    assert any(line.endswith("| Somebody else, which says 4, 99 |") for line in lines)
    assert not any("not this" in line for line in lines)
    assert [line for line in lines if line.startswith("##")] == [
        *(f"## mastermind: {objective}" for objective in OBJECTIVES),
        "## mastermind: most secrets within 2, 3, .. guesses",
    ]


def test_a_tree_that_is_wrong(tmp_path, monkeypatch):
    other = solve(corral.mastermind(2, 2)).tree.verify()
    monkeypatch.setattr(corral.Tree, "verify", lambda _: other)
    with pytest.raises(AssertionError, match="the tree of mastermind:2x3 for total says"):
        list(survey(Atlas(tmp_path), [corral.mastermind(2, 3)], 1))


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", "[" * 100000, '{"version": 1, "records": [{}]}', '{"version": 2, "records": []}'),
        *('{"version": 1, "records": [7]}', '{"version": 1, "records": "text"}', '{"version": 1, "records": {"a": 1}}'),
    ],
)
def test_damaged(tmp_path, text):
    (tmp_path / "atlas.json").write_text(text)
    with pytest.raises(ArgumentError, match=r"atlas\.json' (is damaged or no atlas|has version 2)"):
        Atlas(tmp_path)


KNOWN = {"game": "mastermind:2x2", "objective": "total", "value": 8, "source": "a book"}


@pytest.mark.parametrize(
    ("contents", "why"),
    [
        (b"", "it is no JSON in line 1, column 1"),
        (b'{"optima": [', "it is no JSON in line 1, column 13"),
        (b"\n\xff", "it is no text in UTF-8: line 2 has the byte 0xff"),
        (b"[" * 100_000, "it is nested too deep"),
        (b"[]", 'expected an object with "optima", a list'),
        (b"{}", 'expected an object with "optima", a list'),
        (b'{"optima": {}}', 'expected an object with "optima", a list'),
        (b'{"optima": [8]}', "8 among the optima: expected an object with game, objective and source"),
        *(
            (json.dumps({"optima": [KNOWN, {**KNOWN, **wrong}]}).encode(), "among the optima: expected an object with")
            for wrong in ({"game": 8}, {"objective": None}, {"source": ["a"]}, {"value": "8"}, {"value": [5, None]})
        ),
    ],
)
def test_what_is_not_published(tmp_path, contents, why):
    published = tmp_path / "published.json"
    published.write_bytes(contents)
    told = run("--max-codes", 2, "--out", tmp_path / "out", "--published", published)
    assert told.exit_code == 2
    assert told.output.startswith(f"Error: {published}: ")
    assert why in told.output
    assert not (tmp_path / "out").exists()


def test_command(tmp_path):
    published = tmp_path / "published.json"
    published.write_text(json.dumps({"optima": [KNOWN]}))
    told = run("--max-codes", 4, "--out", tmp_path / "out", "--published", published)
    assert told.exit_code == 0
    assert "8/8 mastermind:2x2 total: 8, proven," in told.output
    assert "a book" in (tmp_path / "out" / "optima.md").read_text()
    records = len(json.loads((tmp_path / "out" / "atlas.json").read_text())["records"])
    assert told.output.splitlines()[-1].startswith(f"{records} of {records} proven, see ")
    again = run("--max-codes", 4, "--out", tmp_path / "out", "--processes", 1)
    assert len(again.output.splitlines()) == 1
