"""The programs in `examples` do what they are for; those in C and Cython are in test_embedding.py."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def chat(games: Path, said: str) -> list[str]:
    command = [sys.executable, EXAMPLES / "chat_bot.py", games]
    return subprocess.run(command, input=said, capture_output=True, check=True, text=True).stdout.splitlines()


def test_the_chat_bot_plays_with_several_users_and_remembers_their_games(tmp_path):
    games = tmp_path / "games.json"
    help_text = "to carl: Say `new`, or `new mastermind:4x6`, then answer by bulls and cows: 1,2."
    said = chat(games, "ann: new\nbob: new mastermind:4x6\nann: 0,1\nann: 9,9\nann: undo\ncarl: 1,0\n")
    assert said[0] == "to ann: Think of one of 5040 codes. I ask 0123: how is it answered?"
    assert said[1] == "to bob: Think of one of 1296 codes. I ask 1234: how is it answered?"
    assert said[2] == "to ann: 1440 codes are left. I ask 1456: how is it answered?"
    assert said[3].startswith("to ann: Sorry: '9,9' ")
    assert said[4] == "to ann: Forgotten. I ask 0123: how is it answered?"
    assert said[5].startswith(help_text)
    said = chat(games, "bob: 4,0\nann: 4 0\nbob: new mastermind:8x8\n")
    assert said == [
        "to bob: It is 1234: found by guess 1.",
        "to ann: It is 0123: found by guess 1.",
        "to bob: mastermind:8x8 has 16777216 guesses to compare: I take no more than 10000.",
    ]
    assert json.loads(games.read_text("utf-8")) == {}


def test_the_chat_bot_says_what_it_needs():
    done = subprocess.run([sys.executable, EXAMPLES / "chat_bot.py"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: python chat_bot.py FILE, in which the games are kept\n"


def post(address: str, body: str) -> tuple[int, dict[str, object]]:
    try:
        with urlopen(address, body.encode()) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_the_web_service_tells_what_to_ask_and_what_is_wrong():
    program = EXAMPLES / "web_service.py"
    assert len(program.read_text("utf-8").splitlines()) <= 30
    command = [sys.executable, program, "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as service:
        try:
            address = service.stdout.readline().strip()
            asked = {"game": "bulls-and-cows:4x10", "history": [["0123", "0,1"]]}
            assert post(address, json.dumps(asked)) == (200, {"guess": "1456", "left": 1440})
            asked["history"].append(["1456", "4,0"])
            assert post(address, json.dumps(asked)) == (200, {"guess": None, "left": 1})
            asked["history"][1] = ["1456", "3,1"]
            status, told = post(address, json.dumps(asked))
            assert status == 400
            assert "with 3 symbols in place the last one cannot be in a wrong place" in told["error"]
            games = [{"game": game, "history": []} for game in ("mastermind:8x8", "number:0..3333", 3)]
            for body in "", "[]", "{}", *map(json.dumps, games):
                status, told = post(address, body)
                assert status == 400
                assert "POST" in told["expected"]
        finally:
            service.terminate()


def test_the_notebook_runs_from_top_to_bottom(monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] for cell in cells), "what cells print is not kept in the repository"
    names: dict[str, object] = {}
    for cell in cells:
        lines = [line for line in cell["source"] if not line.startswith("%")]  # those are for Jupyter
        exec("".join(lines), names)
    assert capsys.readouterr().out.splitlines()[-1] == "4018 4,0 1 left"
    assert names["solution"].value == 5625
