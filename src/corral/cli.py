"""The command line: the program and its commands, each of which is a file in `corral.commands`."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

import corral
from corral.commands.analyze import analyze
from corral.commands.atlas import atlas
from corral.commands.bench import bench
from corral.commands.diagnose import diagnose
from corral.commands.evaluate import evaluate
from corral.commands.play import play
from corral.commands.review import review
from corral.commands.show import show_tree
from corral.commands.solve import solve
from corral.commands.status import Commands
from corral.commands.table import table
from corral.commands.verify import verify

__all__ = ["cli"]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(corral.__version__, prog_name="corral")
def cli() -> None:
    """Solve deduction games: Bulls and Cows, Mastermind and their relatives.

    GAME is an id such as bulls-and-cows:4x10 or mastermind:4x6; +repeats, +nozero (no leading zero) and +bulls (bulls
    only) may follow bulls-and-cows in this order. Own symbols stand in brackets: "bulls-and-cows:4[ABCDEF]", or
    "bulls-and-cows:2[red green blue]". number:0..100 is the number game. Games of words are read from files of words:
    wordle:SECRETS or wordle:SECRETS,GUESSES, where +hard may follow, words: for bulls and cows, jotto: for letters in
    common.

    The exit status is 0 if all is done, 1 if verify finds something wrong, 2 if an argument is wrong or a file cannot
    be read or written, 130 after Ctrl-C. Before an argument that begins with a minus, such as a negative number, write
    -- to end the options.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # Symbols may be any characters, the terminal's encoding may not have them.
        sys.stdout.reconfigure(errors="backslashreplace")


for command in analyze, atlas, bench, diagnose, evaluate, play, review, show_tree, solve, table, verify:
    cli.add_command(command)
