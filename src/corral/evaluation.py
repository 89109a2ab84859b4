"""How well a strategy does: its games against every secret."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import sqrt
from statistics import stdev
from threading import Thread, current_thread
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from corral.arguments import is_iterable, read_progress, read_whole, whole
from corral.errors import ArgumentError, shown
from corral.games import check_game
from corral.limits import read_seed, read_threads
from corral.objectives import Number, Weights, plain, read_weights
from corral.strategies import Strategy, read_strategy
from corral.strategies.filters import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from corral.games import Game
    from corral.games.codelist import Code
    from corral.strategies import Player
    from corral.tree import Tree

__all__ = ["Evaluation", "evaluate"]

_SEEDS: Final = 100
_MOST: Final = 1 << 63
_MOST_SEEDS: Final = 1_000_000

_Report: TypeAlias = "Callable[[int, int], object]"
_Play: TypeAlias = "Callable[[int, _Report], _Levels]"
_Levels: TypeAlias = tuple[list[int], list[int]]
"""Of a tree: how many secrets it finds with each guess, and what they count."""


class _StoppedError(Exception):
    """Another seed has failed, or nobody waits any more."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the games of a strategy against every secret gave. Made by `evaluate`.

    With weights, `total`, `mean` and `histogram` count each game by the weight of its secret.

    Attributes:
        game: the game.
        strategy: the strategy's name.
        secrets: the number of secrets.
        seeds: the seeds of a strategy that draws, each of which played against every secret; None for others.
        total: the guesses of all games together, those of all seeds.
        mean: the guesses of a game on average.
        depth: the guesses of the longest game, the worst case.
        histogram: how many games ended with the first guess, the second, and so on.
        error: the standard error of the mean of a strategy that draws, from how the means of the seeds differ, of which
            there are two or more; None for others, whose mean is exact.
    """

    game: Game
    strategy: str
    secrets: int
    seeds: tuple[int, ...] | None
    total: Number
    mean: float
    depth: int
    histogram: tuple[Number, ...]
    error: float | None

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.secrets * (1 if self.seeds is None else len(self.seeds))

    def within(self, guesses: int) -> float:
        """Return the share of the games that ended with at most so many guesses, from 0 to 1.

        >>> import corral
        >>> corral.evaluate(corral.mastermind(), "minimax").within(5)
        1.0

        Raises:
            ArgumentError: that is no number of guesses.
        """
        return float(sum(self.histogram[: read_whole(guesses, "guesses", 0)]) / sum(self.histogram))

    def _repr_html_(self) -> str:
        from corral.formats.notebook import evaluation_html  # needed in notebooks only

        return evaluation_html(self)


def evaluate(
    game: Game,
    strategy: str | Strategy,
    *,
    weights: Weights | None = None,
    seeds: int | Iterable[int] | None = None,
    consistent: bool = False,
    opener: str | Sequence[Code] = (),
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Evaluation:
    """Play a strategy against every secret of a game.

    Args:
        game: the game.
        strategy: a name or an object, as in `strategy_tree`. One of your own is asked once after each history that may
            occur; what it draws is drawn once.
        weights: what each secret counts, 1 by default, as in `solve`.
        seeds: of `random` and `least-similar`: a number n for 0 to n - 1, or the seeds. By default 100, or for an
            object the seed that it has. For others it means nothing.
        consistent: as in `strategy`; for strategies by name.
        opener: as in `strategy`; for any strategy.
        threads: how many play at once, each with seeds of its own; one for each processor by default.
        progress: called now and then as `progress(done, total)`, in games; an exception of it ends the work.

    >>> import corral
    >>> knuth = evaluate(corral.mastermind(), "minimax")
    >>> knuth.total, knuth.depth, knuth.histogram, round(knuth.within(4), 3)
    (5801, 5, (1, 6, 62, 533, 694), 0.465)
    >>> drawn = evaluate(corral.mastermind(), "random", seeds=50)
    >>> round(drawn.mean, 2), round(drawn.error, 3), drawn.depth
    (4.64, 0.008, 8)

    Raises:
        ArgumentError, CodeError, TooLargeError: as `strategy_tree`.
        ArgumentError: the weights or the seeds are not as above, or all weights are 0.
    """
    check_game(game)
    player = read_strategy(game, strategy, consistent=consistent, opener=opener)
    weighing = _Weighing(game, weights)
    workers, progress = read_threads(threads), read_progress(progress)
    if not isinstance(player, Drawing):
        return _summary(player, None, [weighing.levels(player.tree(progress))], weighing.unit)
    if seeds is not None:
        drawn = _read_seeds(seeds)
    else:
        drawn = tuple(range(_SEEDS)) if isinstance(strategy, str) else (player.seed,)

    def play(seed: int, report: _Report) -> _Levels:
        return weighing.levels(replace(player, seed=seed).tree(report))

    return _summary(player, drawn, _play_all(play, drawn, len(game), workers, progress), weighing.unit)


class _Weighing:
    """What each secret counts, as whole multiples of a unit."""

    def __init__(self, game: Game, weights: Weights | None) -> None:
        self._weights: NDArray[Any] | None = None
        self.unit: Number = 1
        if weights is not None:
            values, self.unit = read_weights(game, range(len(game)), weights)
            if not any(values):
                raise ArgumentError(f"all weights are 0: expected one of the {len(game)} secrets to count")
            self._weights = np.array(values, np.uint64 if sum(values) < _MOST else object)

    def levels(self, tree: Tree) -> _Levels:
        """Return how many secrets a tree finds with each guess, and what they count."""
        found = tree.found()
        counts = list(map(len, found))
        if self._weights is None:
            return counts, counts
        return counts, [int(self._weights[secrets].sum()) for secrets in found]


def _summary(player: Player, seeds: tuple[int, ...] | None, played: list[_Levels], unit: Number) -> Evaluation:
    histogram = [sum(level) for level in zip_longest(*(weights for _, weights in played), fillvalue=0)]
    whole = sum(histogram)
    totals = [sum(guesses * weight for guesses, weight in enumerate(weights, 1)) for _, weights in played]
    means = [total * len(played) / whole for total in totals]
    return Evaluation(
        game=player.game,
        strategy=player.name,
        secrets=len(player.game),
        seeds=seeds,
        total=plain(unit * sum(totals)),
        mean=sum(totals) / whole,
        depth=max(len(counts) for counts, _ in played),
        histogram=tuple(plain(unit * weight) for weight in histogram),
        error=stdev(means) / sqrt(len(means)) if len(means) > 1 else None,
    )


def _play_all(play: _Play, seeds: tuple[int, ...], games: int, threads: int, progress: _Report | None) -> list[_Levels]:
    """Return what every seed gave, several being played at once; an exception here or there ends them all.

    This thread plays along: it alone is told of Ctrl-C, and only in the core it is sure to heed it at any moment.
    """
    waiting, played, failures = deque(enumerate(seeds)), dict[int, _Levels](), list[BaseException]()

    def report(done: int, _: int) -> None:
        if failures:
            raise _StoppedError
        if progress is not None and current_thread() is here:
            progress(games * len(played) + done, games * len(seeds))

    def work() -> None:
        try:
            while not failures:
                try:
                    place, seed = waiting.popleft()
                except IndexError:  # none is left
                    return
                played[place] = play(seed, report)
        except BaseException as error:
            failures.append(error)

    here = current_thread()
    others = [Thread(target=work, daemon=True) for _ in range(min(threads, len(seeds)) - 1)]
    try:
        for other in others:
            other.start()
        work()
        for other in others:
            other.join()
    except BaseException as error:
        failures.append(error)
        raise
    if failures:
        raise failures[0]
    report(0, games)
    return [played[place] for place in range(len(seeds))]


def _read_seeds(seeds: Any) -> tuple[int, ...]:
    if is_iterable(seeds) and not isinstance(seeds, str):
        read = tuple(map(read_seed, seeds))
    else:
        read = tuple(range(min(whole(seeds) or 0, _MOST_SEEDS + 1)))
    if not 0 < len(read) <= _MOST_SEEDS:
        told = f"a number of them, 1 to {_MOST_SEEDS}, or a sequence of seeds"
        raise ArgumentError(f"seeds is {shown(seeds)}: expected {told}")
    if len(set(read)) < len(read):
        raise ArgumentError(f"seeds is {shown(seeds)}: expected different ones, or the standard error is none")
    return read
