"""The compiled core, for the modules of corral only.

A code is `bytes` of symbol numbers here, or its number in game order. Lists of codes are C-contiguous buffers
of uint32 code numbers; candidates are ascending and without duplicates; `None` stands for all codes. Games that are no
peg games number their guesses and their secrets apart. Arguments are checked, but for the messages that users should
see the Python layer checks first.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, final

from typing_extensions import Buffer

__all__ = (
    "LEVELS",
    "MAX_CODES",
    "REDUCTIONS",
    "Codes",
    "Matrix",
    "Rule",
    "Solver",
    "Tree",
    "isa",
    "levels",
    "word_feedback",
)

LEVELS: Final[tuple[str, ...]]
"""The levels there are, slowest first: portable, popcnt, avx2, avx512."""

MAX_CODES: Final[int]
"""The most codes that `Codes` lists."""

REDUCTIONS: Final[tuple[str, ...]]
"""The reductions of the exact search that `Solver` can do without, by the place of their bit."""

def levels() -> tuple[str, ...]:
    """The levels that this processor runs, slowest first."""

def isa() -> str:
    """The level chosen at import: the fastest, or the one that CORRAL_ISA names."""

def word_feedback(guess: Buffer, secret: Buffer, rule: str) -> int:
    """The answer to a guess at a word, uint16 symbol numbers both, as `Matrix.of_words` numbers it."""

@final
class Rule:
    """How the codes of a peg game are formed and compared; nothing is listed. Immutable."""

    def __new__(cls, places: int, symbols: int, repeats: bool, leading_zero: bool, bulls_only: bool) -> Rule: ...
    @property
    def count(self) -> int:
        """How many codes there are."""
    @property
    def classes(self) -> tuple[tuple[int, int], ...]:
        """(bulls, cows) of every class that occurs, by class number: ascending, the winning one last.

        With `bulls_only` the cows are 0.
        """
    def rank(self, code: bytes) -> int:
        """The number of a code in game order; ValueError if it is no code of the rule."""
    def unrank(self, number: int) -> bytes:
        """The code with a number in range(count); IndexError outside."""
    def feedback(self, guess: bytes, secret: bytes) -> int:
        """The class number of a guess against a secret, both codes of the rule."""

@final
class Codes:
    """All codes of a rule, listed in game order, with what the kernels need; safe to share between threads.

    MemoryError when the memory does not suffice, ValueError above MAX_CODES codes or for an unknown level.
    """

    def __new__(cls, rule: Rule, level: str | None = None) -> Codes: ...
    @property
    def rule(self) -> Rule: ...
    @property
    def level(self) -> str: ...
    def __len__(self) -> int: ...
    def table(self, out: Buffer) -> None:
        """Fill out, uint8 [guess, secret] and C-contiguous, with class numbers."""
    def split(self, guess: int, candidates: Buffer | None, out: Buffer) -> tuple[int, ...]:
        """Write the candidates to out, uint32 and as long, grouped by class and ascending inside a class.

        Returns the size of every class, by class number.
        """
    def score(
        self,
        candidates: Buffer | None,
        guesses: Buffer | None,
        parts: Buffer | None,
        largest: Buffer | None,
        squares: Buffer | None,
        nlogn: Buffer | None,
    ) -> None:
        """Score every guess against the candidates, into the outputs that are not None, each as long as guesses.

        parts and largest are uint32; squares, the sum of n^2 over the parts, and nlogn, the sum of
        round(n log2 n * 2^32), are uint64.
        """
    def tree(
        self,
        strategy: str,
        consistent: bool,
        opener: Buffer,
        progress: Callable[[int, int], object] | None,
    ) -> Tree:
        """The decision tree of a greedy strategy: sieve, minimax, expected-size, entropy or most-parts.

        opener holds the code numbers of the first guesses, in order, duplicates allowed. progress(done, total)
        is called now and then with the number of secrets placed; what it raises ends the call.
        """

@final
class Tree:
    """The arrays of a decision tree, read-only buffers; nodes are in breadth-first order, the root is node 0.

    Node i asks guess[i] when size[i] secrets are left; its children are the nodes first[i] to first[i + 1] - 1,
    ascending by label, the class of the answer that leads to them. The winning answer has no node. Made by `Codes.tree`
    and `Solver.tree` alone.
    """

    def __init__(self, /, *args: object, **kwargs: object) -> None: ...
    @property
    def guess(self) -> memoryview:
        """uint32 [nodes]: code numbers."""
    @property
    def label(self) -> memoryview:
        """uint8 [nodes]: class numbers; the root has 0."""
    @property
    def first(self) -> memoryview:
        """uint32 [nodes + 1]."""
    @property
    def size(self) -> memoryview:
        """uint32 [nodes]."""

@final
class Matrix:
    """Any game as its table: uint8 [guess, secret], class numbers below `classes`, of which the last one wins.

    ValueError unless each guess wins against one secret at most and each secret has a guess that wins. The table is
    copied. Immutable; safe to share between threads.
    """

    def __new__(cls, table: Buffer, guesses: int, secrets: int, classes: int) -> Matrix: ...
    @staticmethod
    def of_words(guesses: Buffer, secrets: Buffer, length: int, rule: str) -> tuple[Matrix, tuple[int, ...]]:
        """The table of a word game, and the answers by class number: those that occur, ascending.

        Words are rows of `length` symbol numbers, 1 to 16, in uint16; every secret is among the guesses. An answer is a
        number, by rule:

        - wordle: a digit of base 3 for each symbol of the guess, the first one most significant: 2 green, 1 yellow,
          0 grey; each symbol of the secret counts once, for a green, otherwise for the leftmost yellow.
        - bulls-and-cows: bulls * (length + 1) + cows.
        - common: how many symbols the words share, in whatever places; length + 1 for the same word.

        OverflowError if more than 256 answers occur, MemoryError when the memory does not suffice.
        """
    @property
    def guesses(self) -> int: ...
    @property
    def secrets(self) -> int: ...
    @property
    def classes(self) -> int: ...
    @property
    def table(self) -> memoryview:
        """uint8 [guesses * secrets], row by row, read-only."""
    @property
    def found(self) -> memoryview:
        """uint32 [guesses], read-only: the number of the secret that a guess wins against, or 0xffffffff."""
    def split(self, guess: int, candidates: Buffer | None, out: Buffer) -> tuple[int, ...]:
        """As `Codes.split`."""
    def score(
        self,
        candidates: Buffer | None,
        guesses: Buffer | None,
        parts: Buffer | None,
        largest: Buffer | None,
        squares: Buffer | None,
        nlogn: Buffer | None,
    ) -> None:
        """As `Codes.score`."""

@final
class Solver:
    """The exact search from one position, and what it has proven, which further runs find again.

    candidates are the numbers of the secrets that are left, uint32, ascending, None for all; weights are theirs,
    uint64. history are the guesses asked before, opener those that come next whatever the answers are. `whole` says
    that the candidates are all codes that agree with some answers to the history. memory is in bytes. without is a sum
    of 2 ** i for the REDUCTIONS[i] that are switched off.

    A schedule `steps` tells what it costs a secret of weight 1 not to be found by the next guess: steps[0] by the first
    one after the history, and so on, the last step going on for ever; None is forbidden. Costs are the sums of that, so
    nothing is paid for the guesses of the history and the first one after it.

    ValueError for what is outside the contract, such as a secret that no guess wins; OverflowError when the weights and
    the steps that a tree may need are too large to be added up in 56 bits. One thread at a time.
    """

    def __new__(
        cls,
        game: Codes | Matrix,
        candidates: Buffer | None,
        *,
        weights: Buffer | None = None,
        history: Buffer,
        whole: bool,
        opener: Buffer,
        consistent: bool,
        memory: int,
        without: int = 0,
    ) -> Solver: ...
    def run(
        self,
        steps: Sequence[int | None],
        *,
        budget: int | None = None,
        threads: int = 1,
        seconds: float | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[int | None, int | None, bool]:
        """Seek a tree that costs less than the budget; returns (value, lower bound, whether the search ended).

        value is the least cost found, None if there is none below the budget; it is proven if the search ended. No tree
        costs less than the lower bound, None if there is no tree at all. After so many seconds the search stops; then
        value, if any, and bound are what is known. progress(nodes, 0) is called several times a second; an exception of
        it, or of a signal, ends the run and is raised, and `value` and `lower` tell what is known then.
        """
    def tree(self, steps: Sequence[int | None]) -> Tree:
        """The tree of least cost after a run of the same schedule that ended with a value, otherwise the best known."""
    def guesses(self, steps: Sequence[int | None], path: Iterable[tuple[int, int]]) -> list[tuple[int, int | None]]:
        """The guesses to be tried at a place of two secrets or more, in order, and what trees with them cost at least.

        A place is named by the answers that lead to it from the position, pairs of guess and class number.
        """
    def attempt(
        self,
        steps: Sequence[int | None],
        path: Iterable[tuple[int, int]],
        guess: int | None = None,
        *,
        budget: int | None = None,
        threads: int = 1,
        seconds: float | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[int | None, int | None, bool]:
        """As `run`, for the tree at a place that begins with a guess, or with whichever is the best."""
    def branch(
        self,
        steps: Sequence[int | None],
        path: Iterable[tuple[int, int]],
        guess: int | None = None,
        *,
        solved: bool = True,
    ) -> Tree:
        """The best tree at a place that begins with a guess, or with whichever is the best.

        What is not `solved` is played by what is known, and by entropy.
        """
    @property
    def value(self) -> int | None:
        """The least cost found in the run in progress, or the last one; None if there is none."""
    @property
    def lower(self) -> int | None:
        """What no tree costs less than, as far as that run knows; None if there can be no tree."""
    @property
    def nodes(self) -> int:
        """Sets of candidates searched in all runs."""
    @property
    def memo_entries(self) -> int:
        """Sets about which something is kept."""
    @property
    def memory(self) -> int:
        """Bytes held."""
