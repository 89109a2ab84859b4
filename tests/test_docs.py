"""The examples in the README and in the docstrings do what they show."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import corral

README = Path(__file__).parents[1] / "README.md"
PAGES = [README, *(page for page in sorted(README.parent.glob("docs/**/*.md")) if ">>>" in page.read_text("utf-8"))]
MODULES = ["corral", *(module.name for module in pkgutil.walk_packages(corral.__path__, "corral."))]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples may write files."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_limits_of_games_are_those_of_the_readme() -> None:
    told = re.search(r"up to (\d+) places and (\d+) symbols \((\d+) of\sMastermind's own", README.read_text("utf-8"))
    assert told
    places, most, own = map(int, told.groups())
    names = [f"s{number}" for number in range(most + 1)]
    for make, counted in (corral.bulls_and_cows, most), (corral.mastermind, own):
        make(places, counted)
        make(1, names[:most])
        for length, symbols in (places + 1, counted), (1, counted + 1), (1, names):
            with pytest.raises(corral.GameError):
                make(length, symbols)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_pages(page: Path) -> None:
    options = {"module_relative": False, "optionflags": doctest.ELLIPSIS, "encoding": "utf-8"}
    failed, attempted = doctest.testfile(str(page), **options)
    assert attempted > 0
    assert failed == 0


def test_the_reference_has_every_public_name_once() -> None:
    pages = [page.read_text("utf-8") for page in README.parent.glob("docs/api/*.md")]
    told = [name for page in pages for name in re.findall(r"^\.\. \w+:: corral\.(\w+)\b(?!\.)", page, re.MULTILINE)]
    assert sorted(told) == sorted({*corral.__all__, "reference", "atlas"} - {"__version__"})
