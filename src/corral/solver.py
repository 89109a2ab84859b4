"""The exact solver: decision trees that no strategy betters, with proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from corral.search import Progress, Search, Solution, Stats

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from corral.games import Game
    from corral.history import History
    from corral.objectives import Objective, Weights

__all__ = ["Progress", "Solution", "Stats", "solve"]


def solve(
    game: Game,
    objective: str | Objective = "depth,total",
    *,
    opener: Sequence[str] | Sequence[Sequence[str]] = (),
    history: History = (),
    consistent: bool = False,
    weights: Weights | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Find the best strategy, and prove that there is no better one.

    =============== =============================================== ==================================================
    objective       what is sought                                  value
    =============== =============================================== ==================================================
    ``total``       the least total, which is the least mean        the total: guesses of all secrets together
    ``depth``       the least worst case                            the worst case
    ``depth,total`` the least worst case, then the least total      (worst case, total)
    ``total,depth`` the least total, then the least worst case      (total, worst case)
    ``within:k``    the most secrets found with at most k guesses   their number
    ``depth,last``  the least worst case, then the fewest secrets   (worst case, secrets that need it, total)
                    that need it, then the least total
    an `Objective`  the least sum of its costs                      the sum
    =============== =============================================== ==================================================

    Guesses count from the start of the game, those of the history and the opener included. The same call gives the same
    tree on every machine, unless it is stopped. Several calls may run in threads of Python at once.

    Args:
        game: the game.
        objective: one of the names, or a schedule of costs.
        opener: the first guesses after the history, as in `strategy_tree`: asked whatever the answers are.
        history: pairs of guess and feedback to start after; the secrets are `game.candidates(history)`. A guess
            whose answer is not fully known and may have won is one of them, and has to be asked again to be found.
        consistent: ask only codes that can still be the secret, but for the opener.
        weights: what each secret counts in totals, numbers and costs, 1 by default: a mapping from codes, with every
            code that can be the secret in it, or a value for each code of the game in game order. Numbers as the costs
            of an `Objective`, 0 or more. A secret of weight 0 still has to be found, and counts for the worst case.
        time_limit: seconds on the clock after which the search stops and the best tree so far is returned, which may
            be another one on another machine, as long as it is not proven.
        memory_limit: bytes that what is kept of the search may take; a quarter of the machine's memory by default. A
            search whose memory is full goes on.
        threads: how many search together, one for each processor by default. The tree is the same for any number. Small
            games are solved by one.
        executor: does parts of the search, each in one thread of a worker: a `concurrent.futures.ProcessPoolExecutor`,
            or any other, as that of a cluster. Worthwhile for searches of many minutes. `memory_limit` is that of each
            worker then, by default an equal share of the quarter. Workers that are lost lose nothing else.
        checkpoint: a file that keeps all parts that are done, and that a later call with the same game, history,
            opener, weights and `consistent` goes on from, on any machine, for any objective; made if there is none.
        progress: called with a `Progress` several times a second; an exception of it ends the search.

    >>> import corral
    >>> solution = solve(corral.mastermind(3, 4))
    >>> solution.value, solution.proven, solution.tree
    ((4, 206), True, <Tree of mastermind:3x4: 64 secrets, total 206, worst case 4>)
    >>> solve(corral.bulls_and_cows(), history=[("1234", "2,2")]).tree.histogram
    (0, 0, 2, 4)

    Raises:
        ArgumentError: there is no such objective, no strategy keeps the limit of its schedule, weights are not as above
            or, with the costs, too large to be added up exactly, or another argument is not of its kind.
        CodeError, FeedbackError: a guess or an answer is none of the game.
        ContradictionError: no code agrees with the history, or it has found the secret.
        TooLargeError: the game has too many codes to list.
        CheckpointError: the checkpoint is damaged, of something else, or in use; it is left as it is.
    """
    search = Search(
        game,
        objective,
        opener=opener,
        history=history,
        consistent=consistent,
        weights=weights,
        time_limit=time_limit,
        memory_limit=memory_limit,
        threads=threads,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )
    search.run()
    return search.solution()
