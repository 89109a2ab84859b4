"""The examples in the README and in the docstrings do what they show."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import corral

README = Path(__file__).parents[1] / "README.md"
MODULES = ["corral", *(module.name for module in pkgutil.walk_packages(corral.__path__, "corral."))]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples may write files."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_readme() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert attempted > 0
    assert failed == 0
