import importlib
import subprocess
import sys
from importlib.metadata import version

import pytest

import corral


def test_the_version_is_that_of_the_installed_package():
    assert corral.__version__ == version("corral")


def test_importing_it_does_not_import_the_command_line():
    program = "import corral, sys; sys.exit(any(name in sys.modules for name in ('click', 'rich', 'corral.cli')))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_names_are_those_of_their_modules():
    assert len(set(corral.__all__)) == len(corral.__all__)
    assert set(corral._HOMES) <= set(corral.__all__) <= set(dir(corral))
    for name, home in corral._HOMES.items():
        assert getattr(corral, name) is getattr(importlib.import_module(home), name)
    with pytest.raises(AttributeError, match="module 'corral' has no attribute 'sovle'"):
        corral.sovle  # noqa: B018


def test_importing_loads_what_most_programs_need_and_no_more():
    program = "import corral, sys; print(*sys.modules); corral.review; assert callable(corral.review)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    loaded = set(done.stdout.split())
    assert {"corral.games.pegs", "corral._core"} <= loaded
    assert not {"corral.search", "corral.evaluation", "corral.session", "sqlite3", "concurrent.futures"} & loaded
