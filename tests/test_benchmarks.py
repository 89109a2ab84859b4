"""The page of benchmarks is made, of tiny games: figures that tell nothing, but all of them."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "page.py"


@pytest.mark.slow
def test_the_page_of_benchmarks_is_made(tmp_path: Path) -> None:
    if not all(map(find_spec, ("numba", "matplotlib"))):
        pytest.skip("the benchmarks need numba and matplotlib: pip install 'corral[bench]'")
    # To compile takes longer than all the rest.
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, str(SCRIPT), "--quick", "--out", str(tmp_path)]
    subprocess.run(command, check=True, env=environment, timeout=120)
    page = (tmp_path / "benchmarks.md").read_text("utf-8")
    assert re.findall(r"^## (.+)", page, re.MULTILINE) == [
        "The machine",
        "Kernels and trees",
        "Trees and exact search, against numpy and numba",
        "Exact search",
        "By the size of the game",
        "By threads",
    ]
    for drawing in re.findall(r"\]\((.+\.svg)\)", page):
        assert "</svg>" in (tmp_path / drawing).read_text("utf-8")
    assert "{" not in page
    assert "nan" not in page
