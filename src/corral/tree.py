"""Decision trees: look them up, replay them, keep them."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import numpy as np

from corral import reference
from corral.arguments import read_progress, read_whole
from corral.errors import (
    ArgumentError,
    CodeError,
    ContradictionError,
    FeedbackError,
    TreeError,
    VerificationError,
    counted,
    shown,
)
from corral.files import read_bytes, replacing
from corral.formats.json import decode, encode
from corral.games import check_game
from corral.history import read_pairs, read_step, step_text
from corral.position import read_position, read_steps

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from corral.feedback import Known
    from corral.formats.written import Reading
    from corral.games import Game
    from corral.history import History
    from corral.position import Step

__all__ = ["Replay", "Tree"]

# A few milliseconds of replaying.
_PROGRESS_STEP: Final = 256

_Number = TypeVar("_Number", np.uint8, np.uint32)


def _read_only(name: str, values: ArrayLike, dtype: type[_Number]) -> NDArray[_Number]:
    """Return the values as an array that nobody can write to."""
    try:
        array = np.asarray(values)
    except ValueError as error:  # lists in it that differ in length, or are nested too deeply
        raise TreeError(f"{name} is {shown(values)}: {error}") from None
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TreeError(f"{name} has {array.ndim} dimensions of {array.dtype}: expected one of whole numbers")
    if array.size and not 0 <= array.min() <= array.max() <= np.iinfo(dtype).max:
        raise TreeError(f"{name} has values from {array.min()} to {array.max()}: expected 0 to {np.iinfo(dtype).max}")
    # Copied, as whoever holds the memory could write to it.
    array = array.astype(dtype, order="C")
    array.flags.writeable = False
    return array


def _require(good: NDArray[np.bool_], what: str) -> None:
    """Raise an error that names the first node that is not good and says what it has."""
    if not good.all():
        raise TreeError(f"node {int(good.argmin())} {what}")


@dataclass(frozen=True, slots=True)
class Replay:
    """What playing a tree against every secret gave; see the members of the same names of `Tree`."""

    total: int
    mean: float
    depth: int
    histogram: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tree:
    """A decision tree: what to guess after every answer until the secret is found, for all secrets of a position.

    That is all secrets of a game, or after a history those that agree with it, `game.candidates(history)`. Guesses
    count from the start of the game, those of the history included.

    Immutable, hashable and picklable; trees are equal when games, histories and arrays are. `len(tree)` is the number
    of nodes. A node asks one guess. Nodes are numbered breadth first, the root is node 0, and the winning answer has no
    node.

    Attributes:
        game: the game.
        guesses: uint32 [nodes], the code number of each node's guess.
        labels: uint8 [nodes], the class number of the answer that leads to the node; 0 for the root.
        first: uint32 [nodes + 1]; the children of node i are the nodes first[i] to first[i + 1] - 1, labels ascending.
        sizes: uint32 [nodes], how many secrets are left at the node: those of its children, and its guess if it wins.
        history: what was asked and answered before, as pairs of a code and a label; a label has None for an unknown
            count, as in (2, None), and where only bulls are counted None stands for an unknown answer. If that may have
            been the winning one, the guess is a secret of the tree as well, and is found where the tree asks it again.

    The arrays are read-only; whole numbers of any type are taken, and checked to be a tree. Whether the tree finds the
    secrets is for `verify` to say.

    >>> import corral
    >>> tree = corral.strategy_tree(corral.mastermind(), "minimax")
    >>> tree
    <Tree of mastermind:4x6: 1296 secrets, total 5801, worst case 5>
    >>> tree.guess([("1122", "0,1")])
    '2344'

    Raises:
        TreeError: the arrays are no tree of the game, or the history is none or leaves nothing to ask.
        ArgumentError: the game is none.
        TooLargeError: there is a history, and the game has too many codes to list.
    """

    game: Game
    guesses: NDArray[np.uint32]
    labels: NDArray[np.uint8]
    first: NDArray[np.uint32]
    sizes: NDArray[np.uint32]
    history: tuple[Step, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        check_game(self.game)
        for name, dtype in ("guesses", np.uint32), ("labels", np.uint8), ("first", np.uint32), ("sizes", np.uint32):
            object.__setattr__(self, name, _read_only(name, getattr(self, name), dtype))
        self._check_shape()
        self._check_nodes()

    def _check_shape(self) -> None:
        nodes = len(self.guesses)
        lengths = len(self.labels), len(self.first) - 1, len(self.sizes)
        if nodes == 0 or lengths != (nodes, nodes, nodes):
            raise TreeError(
                f"{nodes} guesses, {lengths[0]} labels, {lengths[1] + 1} first, {lengths[2]} sizes: expected as many"
                " guesses, labels and sizes, at least one, and one first more"
            )
        if self.first[0] != 1 or self.first[-1] != nodes:
            raise TreeError(f"first runs from {self.first[0]} to {self.first[-1]}: expected from 1 to {nodes}")
        _require(self.first[:-1] <= self.first[1:], "has a negative number of children")
        # So every node but the root is the child of a node before it: there are no loops.
        _require(self.first[:-1] > np.arange(nodes), "is its own descendant")

    def _check_nodes(self) -> None:
        game, nodes = self.game, len(self)
        _require(self.guesses < len(game.guesses), f"has a guess beyond the {len(game.guesses)} guesses of {game}")
        _require(self.labels[:1] == 0, "has a label, which the root has not")
        _require(np.append(True, self.labels[1:] < len(game.classes) - 1), "has a label that leads to no node")
        ascending = np.append(True, self.labels[1:] > self.labels[:-1])
        # The first child of a node follows the last one of another.
        ascending[self.first[self.first < nodes]] = True
        _require(ascending, "has a label that is not above the one before it")
        wins = self._found_at()
        _require((self.sizes > 0) & ((wins == 0) | (wins == 1)), "has a size that its children do not add up to")
        if self.sizes[0] != (secrets := self._read_history()):
            after = " after its history" if self.history else ""
            raise TreeError(f"the tree is of {self.sizes[0]} secrets: {game} has {secrets}{after}")

    def _read_history(self) -> int:
        """Give the history its one form, and return how many secrets it leaves."""
        try:
            pairs = read_pairs(self.history)
            # All codes of a game are known without the list of them.
            history, left = read_position(self.game, pairs) if pairs else ((), self.game.secrets)
        except (ArgumentError, CodeError, FeedbackError, ContradictionError) as error:
            raise TreeError(str(error)) from None
        object.__setattr__(self, "history", history)
        return len(left)

    def _found_at(self) -> NDArray[np.int64]:
        """Return, for every node, how many secrets its guess finds."""
        sums = np.append(0, np.cumsum(self.sizes, dtype=np.int64))
        # By `take`: to index by numbers of 32 bits ends the process where numpy has no memory for wider ones.
        wins: NDArray[np.int64] = self.sizes.astype(np.int64) - np.diff(sums.take(self.first))
        return wins

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Tree, history=self.history), (self.game, *self._arrays())

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return self.guesses, self.labels, self.first, self.sizes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        same = self.game == other.game and self.history == other.history
        return same and all(map(np.array_equal, self._arrays(), other._arrays()))

    def __hash__(self) -> int:
        return hash((self.game, self.history, self.guesses.tobytes()))

    def __len__(self) -> int:
        return len(self.guesses)

    def __repr__(self) -> str:
        after = f" after {counted(len(self.history), 'guess', 'guesses')}" if self.history else ""
        secrets = counted(int(self.sizes[0]), "secret")
        return f"<Tree of {self.game}{after}: {secrets}, total {self.total}, worst case {self.depth}>"

    # Figures

    @property
    def total(self) -> int:
        """The guesses needed for all secrets together, the winning ones included."""
        return int(self.sizes.sum(dtype=np.uint64)) + len(self.history) * int(self.sizes[0])

    @property
    def mean(self) -> float:
        """The guesses needed for a secret on average."""
        return self.total / int(self.sizes[0])

    @property
    def depth(self) -> int:
        """The guesses needed in the worst case."""
        return len(self.histogram)

    @property
    def histogram(self) -> tuple[int, ...]:
        """How many secrets are found with the first guess, the second, and so on."""
        return tuple(map(len, self.found()))

    def found(self) -> list[NDArray[np.uint32]]:
        """Return the secrets that are found with the first guess, the second, and so on, as code numbers.

        >>> import corral
        >>> corral.strategy_tree(corral.mastermind(1, 3), "sieve").found()
        [array([0], dtype=uint32), array([1], dtype=uint32), array([2], dtype=uint32)]
        """
        wins = self.wins()
        found = [self.guesses[:0]] * len(self.history)
        start, end = 0, 1
        while start < end:
            found.append(self.game.found(self.guesses[start:end][wins[start:end]]))
            start, end = end, int(self.first[end])
        return found

    def wins(self) -> NDArray[np.bool_]:
        """Return, for every node, whether its guess may be the secret."""
        wins: NDArray[np.bool_] = self._found_at() == 1
        return wins

    # Looking up

    def guess(self, history: History = ()) -> str:
        """Return the guess that follows a history, pairs (guess, feedback) in any iterable, the tree's own steps first.

        Raises:
            ArgumentError: the history is no iterable.
            CodeError, FeedbackError: an item of the history is wrong, or an answer is not fully known.
            ContradictionError: the history does not begin with the tree's own, a guess is not the tree's, no secret
                gives the answers, or the game is over; `prefix` is the step at which that shows.
        """
        pairs, before = read_pairs(history), len(self.history)
        for step, given in enumerate(read_steps(self.game, pairs[:before]), 1):
            if given != self.history[step - 1]:
                where = f"step {step} of the history, {step_text(pairs[step - 1])}"
                raise ContradictionError(f"{where}: the tree is of {step_text(self.history[step - 1])} there", step)
        if len(pairs) < before:
            raise ContradictionError(f"a history of {len(pairs)} steps: the tree begins after {before}", len(pairs))
        node = 0
        for step, pair in enumerate(pairs[before:], before + 1):
            guess, label = read_step(pair, step, self.game.guesses.index, self.game.class_number)
            where = f"step {step} of the history, {step_text(pair)}"
            if guess != self.guesses[node]:
                raise ContradictionError(f"{where}: the tree asks {self._code(node)} there", step)
            child = self._child(node, label)
            if child is not None:
                node = child
            elif label == len(self.game.classes) - 1 and self._wins_at(node):
                raise ContradictionError(f"{where}: the game is over, the secret is found", step)
            else:
                raise ContradictionError(f"{where}: no secret gives these answers", step)
        return self._code(node)

    def path(self, secret: Sequence[str]) -> tuple[Step, ...]:
        """Return the guesses that find a secret, each with its feedback, the winning one last.

        The tree's own history comes first, so there are as many steps as the secret needs guesses, and those before any
        of them are a history that `guess` takes.

        >>> import corral
        >>> corral.strategy_tree(corral.mastermind(3, 3), "sieve").path("123")
        (('111', Feedback(bulls=1, cows=0)), ('122', Feedback(bulls=2, cows=0)), ('123', Feedback(bulls=3, cows=0)))

        Raises:
            CodeError: it is no code of the game.
            ContradictionError: it does not agree with the tree's history.
            VerificationError: the tree does not find it.
        """
        game, number = self.game, self.game.secrets.index(secret)
        steps = list(self.history)
        for step, (guess, answer) in enumerate(steps, 1):
            if game.class_number(game.feedback(guess, secret)) not in game.agreeing(answer):
                raise ContradictionError(f"secret {game.secrets[number]} does not agree with {guess} -> {answer}", step)
        node = 0
        while True:
            answer = game.answer(int(self.guesses[node]), number)
            steps.append((self._code(node), game.label(answer)))
            if answer == len(game.classes) - 1:
                return tuple(steps)
            child = self._child(node, answer)
            if child is None:
                raise self._lost(number, node, len(steps))
            node = child

    def _asked(self) -> list[tuple[int, Known]]:
        """Return the steps of the history with the numbers of the guesses."""
        return [(self.game.guesses.index(guess), known) for guess, known in self.history]

    def _code(self, node: int) -> str:
        return self.game.guesses[int(self.guesses[node])]

    def _child(self, node: int, label: int) -> int | None:
        start, end = self.first[node : node + 2].tolist()
        labels = self.labels[start:end].tolist()
        return start + labels.index(label) if label in labels else None

    def _wins_at(self, node: int) -> bool:
        start, end = self.first[node : node + 2].tolist()
        return int(self.sizes[start:end].sum(dtype=np.int64)) < int(self.sizes[node])

    # Checking

    def verify(self, *, progress: Callable[[int, int], object] | None = None) -> Replay:
        """Play the tree against every secret and return the figures of these games.

        The codes are listed and the answers given by `corral.reference`, which is plain Python and shares nothing with
        the compiled core. `progress` is called now and then as `progress(done, total)`, in secrets; an exception of it
        ends the work.

        >>> import corral
        >>> corral.strategy_tree(corral.mastermind(2, 3), "entropy").verify()
        Replay(total=21, mean=2.3333333333333335, depth=3, histogram=(1, 4, 4))

        Raises:
            VerificationError: a secret is not found, or the tree says otherwise than `sizes`; it names the first one.
        """
        read_progress(progress)
        game, referee = self.game, self.game.referee()
        answer_to, win = referee.answer, game.win
        history = [(referee.guesses[number], known) for number, known in self._asked()]
        secrets = [
            (number, secret)
            for number, secret in enumerate(referee.secrets)
            if all(reference.agrees(answer_to(guess, secret), known) for guess, known in history)
        ]
        guesses = [referee.guesses[number] for number in self.guesses.tolist()]
        labels = [game.classes[number] for number in self.labels.tolist()]
        first, sizes = self.first.tolist(), self.sizes.tolist()
        families = [range(start, end) for start, end in pairwise(first)]
        branches = [{labels[child]: child for child in family} for family in families]

        found: Counter[int] = Counter()
        for done, (number, secret) in enumerate(secrets):
            if progress is not None and done % _PROGRESS_STEP == 0:
                progress(done, len(secrets))
            node, steps = 0, len(history) + 1
            while (answer := answer_to(guesses[node], secret)) != win:
                child = branches[node].get(answer)
                if child is None:
                    raise self._lost(number, node, steps)
                node, steps = child, steps + 1
            # Every secret is found at a node of its own, and as many nodes as there are secrets have a size that counts
            # a find. If each find is counted at its node, none is at another, and all sizes are right.
            if sizes[node] == sum(sizes[child] for child in families[node]):
                code = game.secrets[number]
                raise VerificationError(
                    f"secret {code} is found by guess {steps}, node {node}, whose size leaves it out", code
                )
            found[steps] += 1

        histogram = tuple(found[steps] for steps in range(1, max(found) + 1))
        total = sum(steps * secrets for steps, secrets in found.items())
        return Replay(total, total / len(secrets), len(histogram), histogram)

    def _lost(self, secret: int, node: int, step: int) -> VerificationError:
        game, guess = self.game, self._code(node)
        code, answer = game.secrets[secret], game.label(game.answer(int(self.guesses[node]), secret))
        return VerificationError(
            f"secret {code} is not found: guess {step} is {guess}, and no branch follows its answer {answer}", code
        )

    # Keeping

    # The forms are imported where they are needed: most of those who have a tree need none of them.

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tree to a file, whole or not at all; `corral.formats.json` says how. Equal trees give equal bytes.

        Raises:
            ArgumentError: the path is none.
            OSError: the file cannot be written.
        """
        with replacing(path) as file:
            file.write(encode(self))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Return the tree in a file that `save` wrote; white space around it does no harm.

        Raises:
            TreeError: the file is damaged or of another kind.
            ArgumentError: the path is none.
            OSError: the file cannot be read, or is a directory.
        """
        # Editors leave marks and line ends around a text.
        data = read_bytes(path).removeprefix(BOM_UTF8).strip()
        try:
            tree = cls(**decode(data))
            if encode(tree) != data + b"\n":
                raise TreeError("a tree, but not in the form of its format")
        except TreeError as error:
            raise TreeError(f"{path}: {error}") from None
        return tree

    def to_text(self) -> str:
        """Return the tree as indented text, a guess a line; `corral.formats.text` says how.

        >>> import corral
        >>> print(corral.strategy_tree(corral.mastermind(2, 2), "sieve").to_text(), end="")
        11
          0,0 -> 22
          1,0 -> 12
            0,2 -> 21
        """
        from corral.formats.text import to_text

        return to_text(self)

    @classmethod
    def from_text(cls, text: str, game: Game) -> Self:
        """Return the tree of an indented text as `to_text` writes it.

        >>> import corral
        >>> game = corral.mastermind(2, 2)
        >>> tree = corral.strategy_tree(game, "sieve")
        >>> corral.Tree.from_text(tree.to_text(), game) == tree
        True

        Raises:
            TreeError: it is no such text of the game; the message names line and column.
            TooLargeError: the game has too many codes to list.
        """
        from corral.formats.text import read_text

        return cls._read(read_text, text, game)

    def to_compact(self) -> str:
        """Return the tree of a peg game as the literature writes it; `corral.formats.compact` says how.

        >>> import corral
        >>> print(corral.strategy_tree(corral.mastermind(2, 3), "entropy").to_compact(), end="")
        9(12: 1, 2, 1; 4(13); 1)

        Raises:
            TreeError: the game is no peg game, or the tree cannot be written in that way.
        """
        from corral.formats.compact import to_compact

        return to_compact(self)

    @classmethod
    def from_compact(cls, text: str, game: Game) -> Self:
        """Return the tree of a text in compact notation, that of Knuth or that of Koyama and Lai.

        >>> import corral
        >>> corral.Tree.from_compact("4(11: 0, 0, 1; 2; 1)", corral.mastermind(2, 2)).histogram
        (1, 2, 1)

        Raises:
            TreeError: it is no such text of the game, or has a misprint; the message names line and column.
            TooLargeError: the game has too many codes to list.
        """
        from corral.formats.compact import read_compact

        return cls._read(read_compact, text, game)

    @classmethod
    def from_columns(cls, text: str, game: Game) -> Self:
        r"""Return the tree of columns of guess, pattern and number, as trees of Wordle are written down.

        >>> import corral
        >>> game = corral.words("bat cat rat", feedback="wordle")
        >>> corral.Tree.from_columns("bat BGG1 cat BGG2 rat GGG3\n             GGG2\n    GGG1", game).histogram
        (1, 1, 1)

        Raises:
            TreeError: it is no such text of the game; the message names line and column.
            TooLargeError: the game has too many codes to list.
        """
        from corral.formats.columns import read_columns

        return cls._read(read_columns, text, game)

    @classmethod
    def _read(cls, read: Callable[[str, Game], Reading], text: str, game: Game) -> Self:
        check_game(game)
        if not isinstance(text, str):
            raise ArgumentError(f"the text of a tree is {shown(text)}: expected a str")
        from corral.formats.written import without_collecting

        with without_collecting():
            reading = read(text, game)
        return cls(**reading.sound())

    def to_dot(self, depth: int | None = None) -> str:
        r"""Return the drawing of the tree for Graphviz, or of its first `depth` guesses.

        >>> import corral
        >>> print(corral.strategy_tree(corral.mastermind(1, 3), "sieve").to_dot(depth=1), end="")
        digraph tree {
          node [shape=box];
          0 [label="1\n3", peripheries=2];
          1 [label="2", style=dashed];
          0 -> 1 [label="0,0"];
        }

        Raises:
            ArgumentError: the depth is no whole number, 1 or more.
        """
        from corral.formats.dot import to_dot

        expected = "a whole number, 1 or more, or None for all"
        return to_dot(self, None if depth is None else read_whole(depth, "depth", 1, expected=expected))

    def to_csv(self) -> str:
        """Return a table with a row for each secret: the secret, the number of guesses, and these.

        >>> import corral
        >>> print(corral.strategy_tree(corral.mastermind(1, 3), "sieve").to_csv(), end="")
        secret,guesses,guess 1,guess 2,guess 3
        1,1,1,,
        2,2,1,2,
        3,3,1,2,3
        """
        from corral.formats.csv import to_csv

        return to_csv(self)

    def to_html(self) -> str:
        """Return a page for the browser, one file, that shows the tree and plays it."""
        from corral.formats.html import to_html

        return to_html(self)

    def _repr_html_(self) -> str:
        from corral.formats.notebook import tree_html

        return tree_html(self)

    def _repr_svg_(self) -> str:
        from corral.formats.notebook import tree_svg

        return tree_svg(self)
