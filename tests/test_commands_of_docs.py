"""The commands in the README and in the pages are those of the program, and print what is shown."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from corral.cli import cli

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
WORDS = "crane brace grade crate trace"
"""Those that the page about playing has in words.txt."""

SLOW = "--seeds 1000"
PROMPTS = r"guess \d+|your answer|your secret|wrong row.*|right answer .*|again\? \[y/N\]"
PROMPT = re.compile(rf"^((?:{PROMPTS})> )(.*)\n", re.MULTILINE)


def fences(page, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def shown(page):
    """Commands with what they print."""
    parts = (part for fence in fences(page, "console") for part in re.split(r"^\$ ", fence, flags=re.MULTILINE)[1:])
    return [part.split("\n", 1) for part in parts]


def listed(page):
    """Commands without."""
    told = (line.split(" #")[0].strip() for fence in fences(page, "sh") for line in fence.splitlines())
    found = re.compile(r"(?:^|&& |/)(corral .*)")
    return [match[1] for line in told if (match := found.search(line))]


def is_pattern(command):
    """Does it stand for many, for two people, or for what this machine does?"""
    return re.search(r"\b(GAME|FILE|NAME|ADDRESS)\b|\[-|--host|--join|^corral bench", command) is not None


def cases(find):
    for page in PAGES:
        for case in find(page):
            command = case if isinstance(case, str) else case[0]
            marks = [pytest.mark.slow] if SLOW in command else []
            yield pytest.param(page, case, id=f"{page.stem}: {command}", marks=marks)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def write_files(page):
    """Write the files that a page shows."""
    Path("words.txt").write_text(WORDS)
    for name, text in re.findall(r"^`(\S+)`:\n\n```text\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        Path(name).write_text(text)


def lines(text):
    """Without blanks at the ends; blocks of a histogram are signs where the terminal has none."""
    return [line.rstrip().replace("\u2588", "#") for line in text.splitlines()]


def run(command, typed=""):
    result = CliRunner(env={"COLUMNS": "200"}).invoke(cli, shlex.split(command)[1:], typed, prog_name="corral")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(("page", "case"), list(cases(shown)))
def test_commands_print_what_is_shown(page, case):
    command, text = case
    write_files(page)
    typed = "".join(f"{line}\n" for _, line in PROMPT.findall(text))
    assert lines(run(command, typed).output) == lines(PROMPT.sub(r"\1", text))


@pytest.mark.parametrize("page", [page for page in PAGES if listed(page)], ids=lambda page: page.stem)
def test_commands_run(page):
    """One after the other, as the later ones read what the earlier ones wrote."""
    write_files(page)
    for command in listed(page):
        if not is_pattern(command):
            assert run(command).exit_code == 0, command


@pytest.mark.parametrize(("page", "command"), list(cases(listed)))
def test_options_are_those_of_the_program(page, command):
    _, name, *rest = shlex.split(command)
    options = {option for parameter in cli.commands[name].params for option in parameter.opts}
    assert {word.strip("[]") for word in rest if word.strip("[").startswith("--")} <= options
