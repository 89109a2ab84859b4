import subprocess
import sys
from importlib.metadata import version

import corral


def test_the_version_is_that_of_the_installed_package():
    assert corral.__version__ == version("corral")


def test_every_public_name_is_there():
    assert len(set(corral.__all__)) == len(corral.__all__)
    assert all(hasattr(corral, name) for name in corral.__all__)


def test_importing_it_does_not_import_the_command_line():
    program = "import corral, sys; sys.exit(any(name in sys.modules for name in ('click', 'rich', 'corral.cli')))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
