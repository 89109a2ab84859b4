"""The recipes of the project, for people and for CI: `nox -l` lists them, `nox -s tests` runs one."""

import os
from datetime import date
from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["tests", "lint", "core"]

CORES = os.cpu_count() or 1
wheels: list[Path] = []


def install(session: nox.Session, extras: str) -> None:
    """Install the package, which is compiled once for all sessions of a call: that takes longer than most checks."""
    if not wheels:
        folder = session.cache_dir.resolve() / "wheels"
        for old in folder.glob("*.whl"):
            old.unlink()
        session.run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), ".")
        wheels.extend(folder.glob("*.whl"))
    session.install(f"corral[{extras}] @ {wheels[0].as_uri()}")


@nox.session
def tests(session: nox.Session) -> None:
    """Install the package and run its tests; arguments after -- go to pytest."""
    install(session, "test")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check form and types, and the stub of the compiled core against the core itself."""
    install(session, "bench,lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    session.run("python", "-m", "mypy.stubtest", "corral._core")
    session.run("cython-lint", "src/corral/_core.pyx", "src/corral/_capi.pxd")


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
    """What takes too long for every change: more cases, also under the sanitizers, random calls, and the slow tests."""
    session.run(*MAKE, "test", external=True, env={"CORRAL_SLOW": "1"})
    session.run(*MAKE, "sanitize", "threads", external=True)
    session.run(*MAKE, "fuzz", "fuzz-guided", "SECONDS=1200", f"SEED={date.today():%Y%m%d}", external=True, env=QUICK)
    session.run(*MAKE, "valgrind", external=True, env=QUICK)
    install(session, "test")
    session.run("pytest", "-m", "slow")


@nox.session
def coverage(session: nox.Session) -> None:
    """Demand that the tests run every line of the Python API and more than 95 % of the core's."""
    install(session, "test")
    few = ["--hypothesis-profile=lines", f"--numprocesses={CORES}"]
    session.run("pytest", *few, "--cov", "--cov-fail-under=100", *session.posargs)
    session.run(*MAKE, "coverage", external=True, env=QUICK)


@nox.session
def browser(session: nox.Session) -> None:
    """Try the page of a tree in a browser; Chromium and chromedriver come from the system."""
    session.install(".[browser]")
    session.run("pytest", "-m", "browser", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Print the README's table of figures; arguments after -- go to benchmarks/compare.py."""
    install(session, "bench")
    session.run("python", "benchmarks/compare.py", *(session.posargs or ["--all-levels"]))
