"""The command line, as `corral` and as `python -m corral`."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line, or say what it needs."""
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
