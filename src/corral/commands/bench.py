"""`corral bench`: what this machine does."""

from __future__ import annotations

from dataclasses import asdict

import click

from corral import show
from corral.bench import machine, measure, signature
from corral.commands import options

__all__ = ["bench"]


@click.command()
@click.option("--signature", "only_signature", is_flag=True, help="Print the signature alone.")
@options.as_json
def bench(only_signature: bool, as_json: bool) -> None:
    """Measure the main tasks on this machine.

    Times are milliseconds of one thread's CPU, the median of several runs. The signature is a number that stands for
    what the exact search does, position by position, on some games: it is the same on every machine.
    """
    if only_signature:
        number = signature()
        show.print_json({"signature": number}) if as_json else click.echo(number)
        return
    about, measured, number = machine(), measure(), signature()
    if as_json:
        show.print_json({"machine": about, "tasks": list(map(asdict, measured)), "signature": number})
        return
    console = show.console()
    show.print_pairs(console, about)
    table = show.rows("task", "ms", "total", left="task")
    for one in measured:
        table.add_row(one.task, f"{one.milliseconds:.3f}", "" if one.total is None else str(one.total))
    console.print(table)
    console.print()
    console.print(f"signature {number}")
