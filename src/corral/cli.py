"""The commands of the command line: what the library computes, as tables for people or as JSON for programs."""

from __future__ import annotations

import json
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from numpy.lib.format import header_data_from_array_1_0, write_array_header_1_0

import corral
from corral import reports, show
from corral.atlas import Atlas, games_up_to, page, survey
from corral.bench import machine, measure, signature
from corral.errors import ContradictionError, CorralError, FeedbackError, TreeError, shown
from corral.files import naming, replacing
from corral.formats.json import encode
from corral.formats.reading import read_tree
from corral.play.command import play_command
from corral.plot import new_figure, plot_comparison
from corral.search import Search
from corral.standings import print_standings, standing_json, standings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from corral.formats.written import Misprint
    from corral.games import Game
    from corral.games.words import WordFeedback
    from corral.search import Solution
    from corral.tree import Replay, Tree

__all__ = ["cli"]

_INTERRUPTED: Final = 130
_WORD_GAMES: Final[dict[str, WordFeedback]] = {"wordle": "wordle", "words": "bulls-and-cows", "jotto": "common"}


class _Failure(click.ClickException):
    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc] # click reads it from the instance


class _Commands(click.Group):
    """Turns errors that are not the program's own into one line and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _Failure("interrupted", _INTERRUPTED) from None
        except BrokenPipeError:
            raise  # click ends silently
        except OSError as error:
            raise _Failure(f"{error.filename}: {error.strerror}" if error.filename else str(error), 2) from None
        except (CorralError, MemoryError) as error:
            raise _Failure(str(error) or "out of memory", 2) from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(corral.__version__, prog_name="corral")
def cli() -> None:
    """Solve deduction games: Bulls and Cows, Mastermind and their relatives.

    GAME is an id such as bulls-and-cows:4x10 or mastermind:4x6; +repeats, +nozero (no leading zero) and +bulls (bulls
    only) may follow bulls-and-cows in this order. Own symbols stand in brackets: "bulls-and-cows:4[ABCDEF]", or
    "bulls-and-cows:2[red green blue]". number:0..100 is the number game. Games of words are read from files of words:
    wordle:SECRETS or wordle:SECRETS,GUESSES, where +hard may follow, words: for bulls and cows, jotto: for letters in
    common.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # Symbols may be any characters, the terminal's encoding may not have them.
        sys.stdout.reconfigure(errors="backslashreplace")


def _read_game(ctx: click.Context, param: click.Parameter, value: str | None) -> Game | None:
    if value is None:
        return None
    kind, _, files = value.partition(":")
    if kind not in _WORD_GAMES:
        return corral.game(value)
    names = files.removesuffix("+hard").split(",")
    if len(names) > 2 or not all(names):
        raise click.BadParameter(f"{value!r}: expected {kind}:SECRETS or {kind}:SECRETS,GUESSES, the names of files")
    hard = files.endswith("+hard")
    return corral.words(Path(names[0]), Path(names[1]) if names[1:] else None, _WORD_GAMES[kind], hard=hard)


def _read_size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    match = re.fullmatch(r"([0-9]{1,18})([KMGT]?)", value.upper())
    if match is None:
        raise click.BadParameter(f"{value!r} is no size: expected a number of bytes, or one such as 500M or 4G")
    return int(match[1]) << 10 * " KMGT".index(match[2] or " ")


def _read_out(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Notice before the work, not after it, that the result has no place to go to."""
    if value is not None and not value.parent.is_dir():
        raise click.BadParameter(f"there is no directory {str(value.parent)!r}")
    if value is not None and value.is_dir():
        # An empty text, which click takes for a new file.
        raise click.BadParameter(f"{str(value)!r} is a directory")
    return value


_game = click.argument("game", metavar="GAME", callback=_read_game)
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")


_consistent = click.option("--consistent", is_flag=True, help="Ask only codes that can still be the secret.")
_opener = click.option(
    "--opener",
    multiple=True,
    metavar="GUESSES",
    help="The first guesses, separated by spaces, asked whatever the answers are. If a symbol has a name of several"
    " characters: one guess, and the option again for each further one.",
)
_threads = click.option(
    "--threads", type=int, metavar="N", help="How many work together.  [default: one for each processor]"
)


def _out(text: str, required: bool = False) -> Callable[[Any], Any]:
    path = click.Path(dir_okay=False, writable=True, path_type=Path)
    return click.option("--out", type=path, metavar="FILE", required=required, callback=_read_out, help=text)


@cli.command()
@_game
@click.option(
    "--objective",
    metavar="NAME",
    help=f"What no strategy does better: one of {', '.join(corral.OBJECTIVES)}, k a number of guesses."
    "  [default: depth,total]",
)
@click.option("--strategy", type=click.Choice(corral.STRATEGIES), help="Play this strategy instead.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Of a strategy that draws.  [default: 0]")
@_consistent
@_opener
@click.option(
    "--history",
    multiple=True,
    metavar="STEPS",
    help='What was asked and answered before, as in "0123:0,1 4561:0,1", or an option a step, likewise. A count that is'
    ' not known is ?, as in "0123:1,?".',
)
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop then, with the best tree so far.")
@click.option(
    "--memory-limit",
    metavar="SIZE",
    callback=_read_size,
    help="Bytes that the search may keep, such as 500M or 4G.  [default: a quarter of the machine's]",
)
@click.option("--threads", type=int, metavar="N", help="How many search together.  [default: one for each processor]")
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep what is done in this file, and go on from it if it is there.",
)
@_out("Save the tree to this file.")
@_json
def solve(
    game: Game,
    objective: str | None,
    strategy: str | None,
    seed: int | None,
    consistent: bool,
    opener: tuple[str, ...],
    history: tuple[str, ...],
    time_limit: float | None,
    memory_limit: int | None,
    threads: int | None,
    checkpoint: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Find the best strategy and prove it, or build the tree of another one.

    The tree is checked. Ctrl-C stops the search, and the best tree so far is shown and saved; the exit status is 130
    then. What is not proven says so, and how much better another strategy could be.
    """
    first, steps = _words(game, opener), [_read_step(word) for word in _words(game, history)]
    told = {"consistent": consistent, "opener": first, "out": None if out is None else str(out)}
    options = {"opener": "  ".join(first)} if first else {}
    only = ", consistent guesses only" * consistent
    stopped, found = False, None
    if strategy is not None:
        searching: dict[str, object] = {
            "objective": objective,
            "history": history,
            "time-limit": time_limit,
            "memory-limit": memory_limit,
            "threads": threads,
            "checkpoint": checkpoint,
        }
        for name, given in searching.items():
            if given not in (None, ()):
                raise click.UsageError(f"--{name} is for the search of the best strategy: not together with --strategy")
        told["strategy"] = strategy
        drawn = "" if seed is None else f", seed {seed}"
        options = {"strategy": strategy + drawn + only, **options}
        with show.bar("building the tree") as progress:
            tree = corral.strategy_tree(
                game, strategy, consistent=consistent, opener=first, seed=seed or 0, progress=progress
            )
    else:
        if seed is not None:
            raise click.UsageError("--seed is for a strategy that draws: only together with --strategy")
        stopped, found = _search(
            game,
            objective or "depth,total",
            opener=first,
            history=steps,
            consistent=consistent,
            time_limit=time_limit,
            memory_limit=memory_limit,
            threads=threads,
            checkpoint=checkpoint,
        )
        tree = found.tree
        told |= {name: getattr(found, name) for name in ("objective", "value", "lower_bound", "proven")}
        told |= {"nodes": found.stats.nodes, "seconds": found.stats.seconds}
        options = {"objective": str(found.objective) + only, **options}
    replay = _replay(tree)
    # What was found is told before it is saved, as saving may fail.
    console = show.console()
    if as_json:
        show.print_json(show.figures(tree, replay) | told)
    else:
        show.print_figures(console, tree, replay, options, {} if found is None else _result(found))
    if out is not None:
        tree.save(out)
    if not as_json:
        console.print("not saved: --out FILE keeps the tree" if out is None else f"saved to {out}")
    if stopped:
        raise SystemExit(_INTERRUPTED)


def _search(game: Game, objective: str, **options: Any) -> tuple[bool, Solution]:
    """Return whether the search was interrupted, and the best that it found."""
    with show.live() as progress:
        search = Search(game, objective, progress=progress, **options)
        try:
            search.run()
        except KeyboardInterrupt:
            stopped = True
        else:
            stopped = False
    if stopped:
        click.echo("interrupted: this is the best tree so far; Ctrl-C again ends without it", err=True)
    return stopped, search.solution()


def _result(found: Solution) -> dict[str, str]:
    # The worst case and the total stand alone as well.
    bound = "" if found.proven else f": nothing beyond {show.value_text(found.lower_bound)} is possible"
    return {
        str(found.objective): show.value_text(found.value),
        "proven": ("yes" if found.proven else "no") + bound,
        "searched": f"{found.stats.nodes:,} positions in {found.stats.seconds:.1f} s",
    }


@cli.command()
@_game
@click.option(
    "--strategy",
    "name",
    type=click.Choice((*corral.STRATEGIES, "all")),
    default="all",
    show_default=True,
    help="One strategy, or all that can play the game.",
)
@_consistent
@_opener
@click.option(
    "--seeds", type=click.IntRange(1), metavar="N", help="Seeds of those that draw, from 0 on.  [default: 100]"
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Instead: this one alone.")
@_threads
@click.option(
    "--time-limit",
    type=click.FloatRange(0),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="For the search of each best tree.",
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    callback=_read_out,
    help="Draw the shares of the secrets that are found, by matplotlib: .png, .svg, .pdf.",
)
@_json
def evaluate(
    game: Game,
    name: str,
    consistent: bool,
    opener: tuple[str, ...],
    seeds: int | None,
    seed: int | None,
    threads: int | None,
    time_limit: float,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play strategies against every secret, side by side.

    The last rows are those of the best trees: of the least mean, and of the least worst case.
    """
    if seed is not None and seeds is not None:
        raise click.UsageError("--seed is one seed, --seeds several: not together")
    if plot is not None:
        new_figure(plot)  # notice before the work that there can be none
    options: dict[str, Any] = {"opener": _words(game, opener), "consistent": consistent, "threads": threads}
    names = [other for other in corral.STRATEGIES if name in ("all", other)]
    found, skipped = standings(game, names, seeds if seed is None else [seed], time_limit, options)
    if as_json:
        about = {"game": game.id, "secrets": len(game), "consistent": consistent, "opener": options["opener"]}
        show.print_json(about | {"strategies": list(map(standing_json, found)), "skipped": skipped})
    else:
        console = show.console()
        told = {"opener": "  ".join(options["opener"])} if opener else {}
        told |= {"guesses": "consistent ones only"} if consistent else {}
        show.print_pairs(console, {"game": str(game), "secrets": str(len(game)), **told})
        print_standings(console, found, skipped)
    if plot is not None:
        plot_comparison([standing.evaluation for standing in found], plot)


@cli.command()
@_game
@_out("Write the table to this file, in numpy's .npy format.", required=True)
@click.option(
    "--memory-limit",
    metavar="SIZE",
    default="2G",
    show_default=True,
    callback=_read_size,
    help="Refuse a table of more bytes; K, M, G and T stand for powers of 1024.",
)
@_json
def table(game: Game, out: Path, memory_limit: int, as_json: bool) -> None:
    """Write the feedback of all guesses and secrets.

    FILE gets the class number of every guess against every secret, uint8 [guess, secret], codes in game order.
    """
    cells = game.feedback_table(memory_limit=memory_limit)
    with replacing(out) as file:
        # Not numpy.save, which cannot write to a pipe.
        write_array_header_1_0(file, header_data_from_array_1_0(cells))
        file.write(cells.data)
    classes = list(map(str, game.classes))
    if as_json:
        show.print_json(
            {"game": str(game), "shape": cells.shape, "dtype": "uint8", "classes": classes, "out": str(out)}
        )
        return
    console = show.console()
    console.print(f"saved to {out}: uint8 [guess, secret], {len(game.guesses)} x {len(game)}, codes in game order")
    table = show.rows("class", "feedback")
    for number, label in enumerate(classes):
        table.add_row(str(number), label)
    console.print(table)


@cli.command()
@_game
@click.argument("history", metavar="[HISTORY]...", nargs=-1)
@click.option("--guess", metavar="CODE", help="Also tell how many codes give each answer to this guess.")
@click.option("--top", type=click.IntRange(1), metavar="N", help="Also tell the N best guesses.")
@_json
def analyze(game: Game, history: tuple[str, ...], guess: str | None, top: int | None, as_json: bool) -> None:
    """Tell what is left, and what to guess.

    The guess that may be right now can be the secret; the one with the fewest guesses in the end may be another code,
    which tells more. Where few codes are left the guesses to the end of the game are computed for every guess, on
    average and at most, each by the play that is best for it.

    HISTORY is guesses with their feedback, separated by spaces: "0123:0,1 4561:0,1". A count that is not known is ?, as
    in "0123:1,?". If a symbol has a name of several characters, codes have spaces in them: then every argument is one
    guess with its feedback, as in "red blue:0,1" "blue green:1,0".
    """
    steps = [_read_step(word) for word in _words(game, history)]
    try:
        analysis = corral.analyze(game, steps)
    except ContradictionError as error:
        why = corral.diagnose(game, steps).why
        raise _Failure(f"{error}; {why}; see corral diagnose" if why else str(error), 2) from None
    answers = None if guess is None else analysis.answers(guess)
    if as_json:
        show.print_json(reports.analysis_document(analysis, top, answers))
    else:
        reports.print_analysis(show.console(), analysis, top, answers)


@cli.command()
@_game
@click.argument("history", metavar="HISTORY...", nargs=-1, required=True)
@_json
def diagnose(game: Game, history: tuple[str, ...], as_json: bool) -> None:
    """Tell which answers may be wrong if no code agrees with all of them.

    HISTORY is guesses with their feedback, as for corral analyze. What is told are the fewest answers that have to
    change, and to what; the likeliest come first, if every mistake is as likely as another.
    """
    diagnosis = corral.diagnose(game, [_read_step(word) for word in _words(game, history)])
    if as_json:
        show.print_json(reports.diagnosis_document(diagnosis))
    else:
        reports.print_diagnosis(show.console(), diagnosis)


@cli.command()
@_game
@click.argument("secret")
@click.argument("guesses", metavar="GUESS...", nargs=-1, required=True)
@_json
def review(game: Game, secret: str, guesses: tuple[str, ...], as_json: bool) -> None:
    """Tell how well the guesses at a secret were chosen, and how lucky they were.

    If a symbol has a name of several characters, every argument is one code.
    """
    played = corral.review(game, _words(game, guesses), secret)
    if as_json:
        show.print_json(reports.review_document(played))
    else:
        reports.print_review(show.console(), played)


_tree = click.argument("file", type=click.Path(path_type=Path))
_written = click.option(
    "--game",
    metavar="GAME",
    callback=_read_game,
    help="Of a FILE in another notation: indented text, the compact one of Knuth or of Koyama and Lai, or columns of"
    " guess, pattern and number.",
)


@cli.command()
@_tree
@_written
@_json
def verify(file: Path, game: Game | None, as_json: bool) -> None:
    """Play a saved tree against every secret.

    Misprints in other notations are told with their places, and the tree is played as if the text had been right. The
    exit status is 1 if the file is damaged or has misprints, or a secret is not found.
    """
    try:
        tree, misprints = _load(file, game)
        replay = _replay(tree)
    except TreeError as error:
        if as_json:
            show.print_json({"verified": False, "reason": str(error), "secret": getattr(error, "secret", None)})
        raise _Failure(str(error), 1) from None
    if as_json:
        told = {"verified": False, "misprints": list(map(str, misprints))} if misprints else {}
        show.print_json(show.figures(tree, replay) | told)
    else:
        verdict = "not verified: replayed as if it had no misprint" if misprints else "verified: replayed"
        show.print_figures(show.console(), tree, replay, {}, verdict=verdict)
    if misprints:
        text = "".join(f"\n  {file}: {misprint}" for misprint in misprints)
        raise _Failure(f"{len(misprints)} misprint{'s' * (len(misprints) > 1)}{text}", 1)


@cli.command("show")
@_tree
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "compact", "dot", "csv", "html", "json")),
    default="text",
    show_default=True,
    help="Indented text, the notation of Knuth, a drawing for Graphviz, a row a secret, a page, or the form of FILE.",
)
@click.option("--depth", type=click.IntRange(1), metavar="N", help="Of a drawing for Graphviz: the first N guesses.")
@_written
@_out("Write to this file.")
def show_tree(file: Path, form: str, depth: int | None, game: Game | None, out: Path | None) -> None:
    """Write a saved tree in another form."""
    if depth is not None and form != "dot":
        raise click.UsageError("--depth is for --format dot")
    tree, misprints = _load(file, game)
    if misprints:
        raise TreeError(f"{file}: {misprints[0]}; corral verify tells all of {len(misprints)}")
    forms: dict[str, Callable[[], str]] = {
        "text": tree.to_text,
        "compact": tree.to_compact,
        "dot": lambda: tree.to_dot(depth),
        "csv": tree.to_csv,
        "html": tree.to_html,
        "json": lambda: encode(tree).decode("ascii"),
    }
    text = forms[form]()
    if out is None:
        click.echo(text, nl=False)
        return
    with replacing(out) as target:
        target.write(text.encode())


def _load(file: Path, game: Game | None) -> tuple[Tree, Sequence[Misprint]]:
    """Return the tree in a file, and the misprints of one that is in another notation."""
    if game is None:
        try:
            return corral.Tree.load(file), ()
        except TreeError as error:
            if file.is_dir() or file.read_bytes()[:1] == b"{":
                raise
            raise TreeError(f"{error}; one in another notation needs --game GAME") from None
    with naming(file):
        data = file.read_bytes()
    if data[:1] == b"{":
        tree = corral.Tree.load(file)
        if tree.game != game:
            raise TreeError(f"{file}: a tree of {tree.game}, not of {game}")
        return tree, ()
    try:
        reading = read_tree(data.decode(), game)
        return corral.Tree(**reading.tree), reading.misprints
    except (TreeError, UnicodeDecodeError) as error:
        raise TreeError(f"{file}: {error}") from None


cli.add_command(play_command(_read_game, _read_out))


@cli.command()
@click.option("--max-codes", type=click.IntRange(2), default=1000, show_default=True, help="Of the largest game.")
@click.option("--minutes", type=click.FloatRange(0), default=1, show_default=True, help="For each objective of a game.")
@click.option("--threads", type=int, metavar="N", help="How many search together.  [default: one for each processor]")
@click.option("--processes", type=click.IntRange(1), metavar="N", help="Instead: so many games at once.")
@click.option("--published", type=click.Path(path_type=Path, exists=True), help="JSON with values to compare with.")
@click.option("--out", "directory", type=click.Path(path_type=Path), default="atlas", show_default=True)
def atlas(
    max_codes: int, minutes: float, threads: int | None, processes: int | None, published: Path | None, directory: Path
) -> None:
    """Find the optima of all games of Bulls and Cows and of Mastermind up to a size.

    The directory gets the records, the trees, which have been replayed, and optima.md, a page of tables. A survey that
    was stopped goes on where it was, also with more minutes or larger games.
    """
    charts = Atlas(directory)
    literature = [] if published is None else json.loads(published.read_text(encoding="utf-8"))["optima"]
    games = games_up_to(max_codes)
    places = {one.id: place for place, one in enumerate(games, 1)}
    console = show.console()
    with ExitStack() as stack:
        executor = stack.enter_context(ProcessPoolExecutor(processes)) if processes else None
        for record in survey(charts, games, minutes, threads=threads, executor=executor):
            mark = "proven" if record.proven else f"bound {show.value_text(record.lower_bound)}"
            console.print(
                f"{places[record.game]}/{len(games)} {record.game} {record.objective}: {show.value_text(record.value)},"
                f" {mark}, {record.seconds:.1f} s"
            )
    with replacing(directory / "optima.md") as file:
        file.write(page(charts.records.values(), literature).encode())
    proven = sum(record.proven for record in charts.records.values())
    console.print(f"{proven} of {len(charts.records)} proven, see {directory / 'optima.md'}")


@cli.command()
@click.option("--signature", "only_signature", is_flag=True, help="Print the signature alone.")
@_json
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


# Reading


def _words(game: Game, texts: Sequence[str]) -> list[str]:
    """Return the words of the texts, or the texts themselves if codes of the game have spaces in them."""
    if game.spaced:
        return list(texts)
    return [word for text in texts for word in text.split()]


def _read_step(word: str) -> tuple[str, str]:
    guess, colon, feedback = word.rpartition(":")
    if not colon:
        raise FeedbackError(f"{shown(word)} in the history: expected a guess and its feedback, such as 0123:0,1")
    return guess, feedback


def _replay(tree: Tree) -> Replay:
    with show.bar("playing every secret") as progress:
        return tree.verify(progress=progress)
