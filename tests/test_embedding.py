"""The core in other people's programs: the installed library in C and C++, and the exported functions in Cython."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import corral
from corral import _core

ROOT = Path(__file__).parents[1]
HEADER = Path(corral.get_include(), "corral.h")
PAGE = (ROOT / "docs" / "c-api.md").read_text("utf-8")
CC, CXX = shutil.which("cc"), shutil.which("c++")

needs_compiler = pytest.mark.skipif(not CC or sys.platform == "win32", reason="needs a C compiler named cc")


def block(language: str) -> str:
    """Return the one block of docs/c-api.md in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return found


def printed(language: str) -> str:
    """Return what the page says that the block prints."""
    section = PAGE.split(f"```{language}\n")[1].split("\n## ")[0]
    (found,) = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return found


def run(*command: object, **options: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
    return done.stdout


def declared() -> set[str]:
    """Return the functions that the header declares."""
    code = re.sub(r"/\*.*?\*/", "", HEADER.read_text("utf-8"), flags=re.DOTALL)
    return set(re.findall(r"^[a-z][\w *]*?\b(corral_\w+)\(", code, re.MULTILINE))


def test_the_header_is_that_of_this_version():
    (version,) = re.findall(r'^#define CORRAL_VERSION "(.*)"$', HEADER.read_text("utf-8"), re.MULTILINE)
    assert version == corral.__version__


def test_the_header_in_the_package_is_that_of_the_core():
    assert HEADER.read_bytes() == (ROOT / "csrc" / "include" / "corral.h").read_bytes()


def test_what_the_package_declares_for_cython_is_what_the_core_exports():
    package = Path(corral.__file__).parent
    functions = re.findall(r"^cdef .*?(\w+)\(", (package / "_core.pxd").read_text("utf-8"), re.MULTILINE)
    assert set(functions) == set(_core.__pyx_capi__)
    assert {name for name in functions if name.startswith("corral_")} <= declared()
    public = (package / "__init__.pxd").read_text("utf-8")
    assert set(functions) <= set(re.findall(r"^    (\w+),$", public, re.MULTILINE))
    for name in functions:
        assert f"`{name}" in PAGE, f"docs/c-api.md does not tell of {name}"


@needs_compiler
@pytest.mark.parametrize("program", ["page", "example"])
def test_programs_in_c_go_with_the_header(tmp_path, program):
    source = tmp_path / "program.c"
    source.write_text(block("c") if program == "page" else (ROOT / "examples" / "c" / "solve.c").read_text("utf-8"))
    run(CC, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{HEADER.parent}", source)


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Build the core elsewhere, of nothing but its folder, and install it; hardly optimised, as that takes long."""
    if not CC or not shutil.which("make") or not shutil.which("pkg-config") or sys.platform == "win32":
        pytest.skip("needs a C compiler, make and pkg-config")
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(ROOT / "csrc", folder / "csrc", ignore=shutil.ignore_patterns("build"))
    run("make", "-s", "-j2", "-C", folder / "csrc", "install", "CC=cc", "FLAGS=-O0", f"PREFIX={folder / 'prefix'}")
    return folder


@pytest.fixture
def environment(installed: Path) -> dict[str, str]:
    libraries = str(installed / "prefix" / "lib")
    found = {"PKG_CONFIG_PATH": f"{libraries}/pkgconfig", "LD_LIBRARY_PATH": libraries, "DYLD_LIBRARY_PATH": libraries}
    return {**os.environ, **found}


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


@pytest.mark.slow
def test_the_library_is_installed_and_removed(installed, environment, tmp_path):
    make = ["make", "-s", "-C", installed / "csrc"]
    places = [f"DESTDIR={tmp_path / 'stage'}", "PREFIX=/opt/corral", "LIBDIR=/opt/corral/lib64"]
    run(*make, "install", "FLAGS=-O0", *places)
    stage = tmp_path / "stage" / "opt" / "corral"
    found = files(stage)
    assert {"include/corral.h", "lib64/libcorral.a", "lib64/pkgconfig/corral.pc"} <= found
    assert "prefix=/opt/corral\nlibdir=${prefix}/lib64\n" in (stage / "lib64/pkgconfig/corral.pc").read_text("utf-8")
    if sys.platform == "linux":
        names = {f"lib64/libcorral.so{end}" for end in ("", ".0", f".{corral.__version__}")}
        assert names == {name for name in found if ".so" in name}
    assert run("pkg-config", "--modversion", "corral", env=environment).strip() == corral.__version__
    run(*make, "uninstall", *places)
    assert not files(stage)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("nm"), reason="needs nm, and shared objects of Linux")
def test_the_shared_library_exports_what_the_header_declares(installed):
    symbols = run("nm", "-D", "--defined-only", installed / "prefix" / "lib" / "libcorral.so")
    assert {line.split()[-1] for line in symbols.splitlines()} == declared()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "compiler", "standard"), [("c", CC, "c11"), ("cpp", CXX, "c++11")], ids=["c", "c++"]
)
def test_the_programs_of_the_page_print_what_it_says(installed, environment, tmp_path, language, compiler, standard):
    if not compiler:
        pytest.skip("there is no C++ compiler")
    source = tmp_path / f"program.{language}"
    source.write_text(block(language), "utf-8")
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    flags = run("pkg-config", "--cflags", "--libs", "corral", env=environment).split()
    run(compiler, f"-std={standard}", *strict, source, *flags, "-o", tmp_path / "program")
    assert run(tmp_path / "program", env=environment) == printed(language)
    static = [f"-I{installed / 'prefix' / 'include'}", installed / "prefix" / "lib" / "libcorral.a", "-pthread"]
    run(compiler, f"-std={standard}", source, *static, "-o", tmp_path / "static")
    assert run(tmp_path / "static") == printed(language)


@pytest.mark.slow
def test_the_program_in_c_finds_the_best_tree_or_says_why_not(environment, tmp_path):
    shutil.copytree(ROOT / "examples" / "c", tmp_path / "c")
    run("make", "-s", "-C", tmp_path / "c", "CC=cc", env=environment)
    solve = tmp_path / "c" / "solve"
    assert run(solve, 4, 6, "repeats", env=environment).splitlines() == [
        "least total 5625",
        "first guess 0 0 1 2",
        *(f"found by guess {guess}: {count}" for guess, count in enumerate((1, 8, 102, 630, 548, 7), 1)),
    ]
    for given, status, told in (
        (("5", "4"), 1, "solve: an argument is outside the contract\n"),
        (("260", "6"), 2, "usage: solve PLACES SYMBOLS [repeats]\n"),
    ):
        done = subprocess.run([solve, *given], env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (status, told)


def compiled(folder: Path, name: str, source: str, setup: str):
    """Return a module of Cython that is compiled against the installed package."""
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    (folder / f"{name}.pyx").write_text(source, "utf-8")
    (folder / "setup.py").write_text(setup, "utf-8")
    run(sys.executable, "setup.py", "-q", "build_ext", "--inplace", cwd=folder)
    (path,) = [path for path in folder.glob(f"{name}.*") if path.suffix in (".so", ".pyd")]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@needs_compiler
def test_the_module_in_cython_finds_the_best_second_guess(tmp_path):
    example = ROOT / "examples" / "cython"
    source, setup = ((example / name).read_text("utf-8") for name in ("pairs.pyx", "setup.py"))
    pairs = compiled(tmp_path, "pairs", source, setup)
    game = corral.bulls_and_cows(3, 6)
    table = game.feedback_table().astype(int)
    parts = [len(set(zip(table[7], row, strict=True))) for row in table]
    assert pairs.best_second(game, game.guesses[7]) == (game.guesses[parts.index(max(parts))], max(parts))
    with pytest.raises(TypeError, match=r"expected the codes of a peg game, as game\.core, got Matrix"):
        pairs.best_second(corral.number(0, 9), ">4")


@pytest.mark.slow
@needs_compiler
def test_the_module_of_the_page_counts_answers(tmp_path):
    mine = compiled(tmp_path, "mine", block("cython"), block("python"))
    game = corral.bulls_and_cows(3, 6)
    codes = [game.code(code) for code in game.secrets]
    for answer, size in enumerate(map(len, game.partition("012").values())):
        assert mine.count_answer(game, codes[0], codes, answer) == size
    with pytest.raises(AttributeError):
        mine.count_answer(corral.number(0, 9), codes[0], codes, 0)


@pytest.mark.slow
@needs_compiler
def test_every_function_that_is_exported_does_what_it_does_in_the_package(tmp_path):
    source = Path(__file__).with_name("exported.pyx").read_text("utf-8")
    called = re.findall(r"\b(\w+)\(", source)
    assert set(_core.__pyx_capi__) <= set(called)
    exported = compiled(tmp_path, "exported", source, block("python").replace("mine", "exported"))
    pegs = corral.bulls_and_cows(3, 6)
    words = corral.words("ape bat cat cow dog eel owl pig rat tap", feedback="wordle")
    assert exported.count(pegs) == (120, 120)
    assert exported.there_and_back(pegs, 77) == (pegs.code(pegs.secrets[77]), 77)
    with pytest.raises(ValueError, match="outside the range of the game"):
        exported.there_and_back(pegs, 120)
    assert exported.feedback(pegs, pegs.code("012"), pegs.code("120")) == (0, 3)
    for game in pegs, words:
        guesses = np.arange(len(game.guesses), dtype=np.uint32)[::-2].copy()
        left = np.arange(1, len(game), 3, dtype=np.uint32)
        table = game.feedback_table()
        out, counts = np.empty_like(left), np.empty_like(guesses)
        sizes = exported.split(game, 5, left, out)
        assert sizes == np.bincount(table[5, left], minlength=len(game.classes)).tolist()
        assert (out == left[np.argsort(table[5, left], kind="stable")]).all()
        exported.parts(game, guesses, counts)
        assert (counts == [len(set(table[guess])) for guess in guesses]).all()
        with pytest.raises(ValueError, match="outside the range of the game"):
            exported.parts(game, guesses + np.uint32(len(game.guesses)), counts)
    guess, secret = np.array([7, 8, 7], np.uint16), np.array([8, 8, 7], np.uint16)
    answers = tuple(_core.word_feedback(guess, secret, rule) for rule in ("wordle", "bulls-and-cows", "common"))
    assert exported.words(guess, secret) == answers
