"""Objectives of the exact solver: what a strategy is to minimise, and what that says of a tree.

Every objective is a cost schedule c[1] <= c[2] <= ...: a secret that is found with guess d costs c[d] times its weight,
and the least sum over all secrets is sought. Those that name the depth come with a search for the least one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd, inf, lcm
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast, get_args

import numpy as np

from corral.arguments import is_iterable, read_whole, whole
from corral.errors import ArgumentError, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from corral.games import Game

__all__ = [
    "OBJECTIVES",
    "Key",
    "Number",
    "Objective",
    "Weights",
    "measure",
    "plain",
    "read_objective",
    "read_weights",
    "scaled",
]

OBJECTIVES: Final = ("total", "depth", "depth,total", "total,depth", "within:k", "depth,last")
"""The names that `solve` takes; k stands for a number of guesses."""

Number: TypeAlias = int | Fraction

Tail: TypeAlias = Literal["linear", "constant", "forbidden"]

Weights: TypeAlias = "Mapping[Any, Number | float] | Sequence[Number | float] | NDArray[Any]"
"""A weight by code, or one for each code of the game in game order."""

Key: TypeAlias = tuple[Any, ...]
"""What a tree is worth, as numbers that compare in order, less being better; inf stands for what is forbidden."""

_TAILS: Final = get_args(Tail)


@dataclass(frozen=True, slots=True, init=False)
class Objective:
    """The least cost by a schedule of one's own: costs[d - 1] is what a secret costs that is found with guess d.

    Guesses count from the start of the game. Costs are ints, Fractions, Decimals or floats; a float stands for the
    decimal that it is written as, so 0.1 is 1/10, but 1/3 needs a Fraction. They never fall, and may be negative, as a
    reward that shrinks. After the last of them `tail` goes on:

    - `"linear"`: by the last difference; after a single cost, as if the one before it were 0.
    - `"constant"`: at the last cost.
    - `"forbidden"`: not at all; every secret has to be found by then.

    Immutable and hashable. The name `"total"` stands for `Objective([1])`, and `"within:4"` for
    `Objective([0, 0, 0, 0, 1], "constant")`, which counts the secrets that are not found within 4 guesses.

    >>> [Objective([1, 2, 4]).cost(guesses) for guesses in (1, 2, 3, 4, 5)]
    [1, 2, 4, 6, 8]
    >>> Objective([0, 0.1], "forbidden")
    Objective(costs=(0, Fraction(1, 10)), tail='forbidden')

    Raises:
        ArgumentError: there are no costs, one is no finite number, or less than the one before; or there is no such
            tail.
    """

    costs: tuple[Number, ...]
    tail: Tail

    def __init__(self, costs: Iterable[Number | float], tail: Tail = "linear") -> None:
        if isinstance(costs, str) or not is_iterable(costs):
            raise ArgumentError(f"costs is {shown(costs)}: expected a sequence of numbers")
        read = tuple(_exact(cost, f"costs[{place}]") for place, cost in enumerate(costs))
        if not read:
            raise ArgumentError("there are no costs: expected at least that of the first guess")
        if not isinstance(tail, str) or tail not in _TAILS:
            raise ArgumentError(f"tail is {shown(tail)}: expected one of {', '.join(_TAILS)}")
        for place, (cost, following) in enumerate(pairwise(read), 1):
            if following < cost:
                raise ArgumentError(f"costs[{place}] is {following}: expected no less than {cost}, the one before")
        if tail == "linear" and len(read) == 1 and read[0] < 0:
            raise ArgumentError(f"costs is the single {read[0]}, which would fall: expected 0 or more, or another tail")
        object.__setattr__(self, "costs", read)
        object.__setattr__(self, "tail", tail)

    def cost(self, guesses: int) -> Number | None:
        """Return what a secret costs that is found with so many guesses, 1 or more; None if that is forbidden.

        Raises:
            ArgumentError: that is no number of guesses.
        """
        number = read_whole(guesses, "guesses", 1)
        beyond = number - len(self.costs)
        if beyond <= 0:
            return self.costs[number - 1]
        if self.tail == "forbidden":
            return None
        rise = 0 if self.tail == "constant" else self.costs[-1] - (self.costs[-2] if len(self.costs) > 1 else 0)
        return plain(self.costs[-1] + beyond * rise)


def read_objective(given: str | Objective) -> tuple[str | Objective, Objective | None]:
    """Return an objective, a name in its one form, and its schedule unless its name has the depth in it.

    >>> read_objective("within: 2")
    ('within:2', Objective(costs=(0, 0, 1), tail='constant'))
    >>> read_objective("depth,total")
    ('depth,total', None)

    Raises:
        ArgumentError: it is none.
    """
    if isinstance(given, Objective):
        return given, given
    name = "".join(given.split()) if isinstance(given, str) else ""
    if name == "total":
        return name, Objective([1])
    if match := re.fullmatch("within:0*([1-9][0-9]{0,3})", name):
        return f"within:{match[1]}", Objective([0] * int(match[1]) + [1], "constant")
    if name not in OBJECTIVES or name == "within:k":
        names = ", ".join(f"'{known}'" for known in OBJECTIVES)
        raise ArgumentError(f"objective is {shown(given)}: expected {names}, k from 1 to 9999, or an Objective")
    return name, None


def measure(
    objective: str | Objective, schedule: Objective | None, counts: Sequence[int], weights: Sequence[Number]
) -> Key:
    """Return what a tree is worth that finds so many secrets, of so much weight together, with guess 1, 2, ...

    The figures are those of the objective's name, in its order; for one with a schedule it is the cost.

    >>> measure("depth,last", None, [0, 1, 3], [0, 1, 3])
    (3, 3, 11)
    """
    if schedule is not None:
        return (_cost(schedule, counts, weights),)
    figures = {
        "total": sum(guesses * weight for guesses, weight in enumerate(weights, 1)),
        "depth": len(counts),
        "last": weights[-1],
    }
    # Equal in depth and in those at it, trees are told apart by the total.
    names = ["depth", "last", "total"] if objective == "depth,last" else str(objective).split(",")
    return tuple(map(figures.__getitem__, names))


def _cost(schedule: Objective, counts: Sequence[int], weights: Sequence[Number]) -> Number | float:
    total: Number = 0
    for guesses, (count, weight) in enumerate(zip(counts, weights, strict=True), 1):
        cost = schedule.cost(guesses)
        # A secret that weighs nothing has to be found as well.
        if count and cost is None:
            return inf
        total += (cost or 0) * weight
    return plain(total)


def read_weights(game: Game, candidates: Sequence[int], given: Weights) -> tuple[list[int], Number]:
    """Return the weights of the candidates, given by their numbers, as whole multiples of a unit, and the unit.

    >>> import corral
    >>> read_weights(corral.mastermind(1, 3), [0, 2], {"1": 0.5, "3": 2})
    ([1, 4], Fraction(1, 2))

    Raises:
        CodeError: a key is no code of the game.
        ArgumentError: a candidate has no weight, or one that is no finite number, or less than 0.
    """
    weights: Mapping[int, Any] | Sequence[Any]
    if isinstance(given, Mapping):
        weights = {game.secrets.index(code): weight for code, weight in given.items()}
        if len(weights) < len(given):
            raise ArgumentError(f"{len(given)} weights for {len(weights)} codes: expected one for each")
        missing = [number for number in candidates if number not in weights]
        if missing:
            raise ArgumentError(
                f"{len(missing)} codes have no weight, {game.secrets[missing[0]]} among them: expected one for each"
                f" of the {len(candidates)} that can be the secret"
            )
    else:
        if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray) or getattr(given, "ndim", 1) != 1:
            raise ArgumentError(f"weights is {shown(given)}: expected a mapping from codes, or a sequence of numbers")
        if len(given) != len(game):
            raise ArgumentError(f"{len(given)} weights: expected one for each of the {len(game)} secrets of {game}")
        weights = cast("Sequence[Any]", given)
    read = [_weight(game, number, weights[number]) for number in candidates]
    return scaled(read)


def _weight(game: Game, number: int, weight: object) -> Number:
    what = f"the weight of {game.secrets[number]}"
    exact = _exact(weight, what)
    if exact < 0:
        raise ArgumentError(f"{what} is {shown(weight)}: expected 0 or more")
    return exact


def scaled(numbers: Sequence[Number]) -> tuple[list[int], Number]:
    """Return numbers as whole multiples of the largest unit that all are multiples of, and the unit.

    >>> scaled([Fraction(1, 2), Fraction(5, 3), 0])
    ([3, 10, 0], Fraction(1, 6))
    """
    common = lcm(*(number.denominator for number in numbers))
    whole = [int(number * common) for number in numbers]
    divisor = gcd(*whole) or 1
    return [number // divisor for number in whole], plain(Fraction(divisor, common))


def _exact(value: Any, what: str) -> Number:
    """Return a number as an int or a Fraction."""
    if (number := whole(value)) is not None:
        return number
    if not isinstance(value, bool):
        try:
            # Not the ratio of a float: nobody who writes 0.1 means one over 2^55, and no sum holds it.
            written = isinstance(value, float | np.floating)
            return plain(Fraction(str(value)) if written else Fraction(*value.as_integer_ratio()))
        except (AttributeError, ValueError, OverflowError):
            pass
    raise ArgumentError(f"{what} is {shown(value)}: expected a finite number")


def plain(number: Number) -> Number:
    """Return a whole number as an int."""
    return number.numerator if number.denominator == 1 else number
