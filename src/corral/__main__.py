"""The command line, as `corral` and as `python -m corral`."""

import os
import sys
from pathlib import Path

__all__ = ["main"]


def main() -> None:
    """Run the command line, or say what it needs."""
    # Streams that are closed when Python starts are None: what nobody can read is dropped.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for good
    try:
        from corral.cli import cli
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("click", "rich"):
            raise
        sys.stderr.write("the command line needs: pip install 'corral[cli]'\n")
        raise SystemExit(2) from None
    cli(prog_name="corral")


if __name__ == "__main__":
    main()
