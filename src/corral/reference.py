"""The rules and the greedy strategies in plain Python: short, slow and obvious.

Nothing here uses the compiled core or numpy, so it can judge what they compute. A code is a str of one-character
symbols or a tuple of names; a list of codes is in game order; an answer is a pair (bulls, cows), or with `bulls_only`
the number of bulls. Games of words have other answers too: `pattern` and `common`.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal, localcontext
from functools import cache
from itertools import permutations, product
from typing import TypeAlias, TypeVar

__all__ = [
    "STRATEGIES",
    "agrees",
    "all_codes",
    "candidates",
    "choose",
    "classes",
    "common",
    "feedback",
    "nlogn",
    "partition",
    "paths",
    "pattern",
    "score",
]

Answer: TypeAlias = tuple[int, int] | int
Known: TypeAlias = tuple[int | None, int | None] | int | None
Code = TypeVar("Code", bound=Sequence[Hashable])

STRATEGIES = ("sieve", "minimax", "expected-size", "entropy", "most-parts")


def feedback(guess: Sequence[Hashable], secret: Sequence[Hashable], bulls_only: bool = False) -> Answer:
    """Return the answer to a guess.

    >>> feedback("3094", "0834")
    (1, 2)
    """
    bulls = sum(g == s for g, s in zip(guess, secret, strict=True))
    if bulls_only:
        return bulls
    return bulls, common(guess, secret) - bulls


def common(guess: Sequence[Hashable], secret: Sequence[Hashable]) -> int:
    """Return how many symbols a guess and the secret have in common, in whatever places: the answer of Jotto.

    >>> common("banana", "abound"), common("geese", "eerie")
    (3, 3)
    """
    return sum(min(list(guess).count(symbol), list(secret).count(symbol)) for symbol in set(guess))


def pattern(guess: Sequence[Hashable], secret: Sequence[Hashable]) -> str:
    """Return the colours of a guess at a word, as Wordle shows them: G green, Y yellow, B grey.

    Each letter of the secret counts once: for a green, otherwise for the leftmost yellow.

    >>> pattern("adore", "award"), pattern("geese", "those")
    ('GYBGB', 'BBBGG')
    """
    free = [s for g, s in zip(guess, secret, strict=True) if g != s]
    colours = ""
    for g, s in zip(guess, secret, strict=True):
        if g == s:
            colours += "G"
        elif g in free:
            free.remove(g)
            colours += "Y"
        else:
            colours += "B"
    return colours


def all_codes(
    length: int, symbols: Sequence[str], repeats: bool = False, leading_zero: bool = True
) -> list[tuple[str, ...]]:
    """Return every code of a game in game order.

    >>> all_codes(2, "012", leading_zero=False)
    [('1', '0'), ('1', '2'), ('2', '0'), ('2', '1')]
    """
    codes = product(symbols, repeat=length) if repeats else permutations(symbols, length)
    return [code for code in codes if leading_zero or code[0] != symbols[0]]


def classes(codes: Sequence[Code], bulls_only: bool = False) -> list[Answer]:
    """Return the answers that some guess and secret among the codes give, ascending."""
    return sorted({feedback(guess, secret, bulls_only) for guess in codes for secret in codes})


def agrees(answer: Answer, known: Known) -> bool:
    """Return whether an answer can be the one of which something is known.

    >>> agrees((1, 2), (1, 2)), agrees((1, 2), (1, None)), agrees((1, 2), (None, 1)), agrees(3, None)
    (True, True, False, True)
    """
    if isinstance(answer, int) or known is None or isinstance(known, int):
        return known in (answer, None)
    return all(given in (count, None) for count, given in zip(answer, known, strict=True))


def candidates(codes: Iterable[Code], history: Iterable[tuple[Code, Known]], bulls_only: bool = False) -> list[Code]:
    """Return the codes that agree with every answer of a history, in which None stands for a count that is not known.

    >>> candidates(["012", "021", "120"], [("012", (1, 2))])
    ['021']
    """
    history = list(history)
    return [code for code in codes if all(agrees(feedback(guess, code, bulls_only), known) for guess, known in history)]


def partition(guess: Code, codes: Iterable[Code], bulls_only: bool = False) -> dict[Answer, list[Code]]:
    """Return the codes by the answer each gives to a guess, answers ascending."""
    parts: dict[Answer, list[Code]] = {}
    for code in codes:
        parts.setdefault(feedback(guess, code, bulls_only), []).append(code)
    return dict(sorted(parts.items()))


@cache
def nlogn(n: int) -> int:
    """Return round(n log2 n * 2^32), for n >= 1.

    >>> nlogn(2) == 2 * 2**32
    True
    """
    with localcontext(prec=60):
        return round(n * Decimal(n).ln() / Decimal(2).ln() * 2**32)


def score(guess: Code, codes: Iterable[Code], bulls_only: bool = False) -> tuple[int, int, int, int]:
    """Return the number of parts, the largest part, the sum of n^2 and the sum of `nlogn` over the parts.

    >>> score("01", ["01", "10", "02"])
    (3, 1, 3, 0)
    """
    sizes = [len(part) for part in partition(guess, codes, bulls_only).values()]
    return len(sizes), max(sizes), sum(n * n for n in sizes), sum(nlogn(n) for n in sizes)


def choose(
    strategy: str, codes: Sequence[Code], left: Sequence[Code], consistent: bool = False, bulls_only: bool = False
) -> Code:
    """Return the guess of a greedy strategy when `left` are the codes that can still be the secret.

    It is one of `codes`, or of `left` if `consistent`; ties go to a code of `left`, then to the first in order.
    """
    if strategy == "sieve":
        return left[0]
    pick: Callable[[tuple[int, int, int, int]], int] = {
        "minimax": lambda s: s[1],
        "expected-size": lambda s: s[2],
        "entropy": lambda s: s[3],
        "most-parts": lambda s: -s[0],
    }[strategy]
    inside = set(left)

    def rank(guess: Code) -> tuple[int, bool]:
        return pick(score(guess, left, bulls_only)), guess not in inside

    # min returns the first of equals, and codes are in game order.
    return min(left if consistent else codes, key=rank)


def paths(
    strategy: str,
    codes: Sequence[Code],
    consistent: bool = False,
    opener: Sequence[Code] = (),
    bulls_only: bool = False,
) -> dict[Code, tuple[Code, ...]]:
    """Return, for every secret, the guesses that a strategy asks until it is found, the secret last.

    >>> paths("minimax", ["01", "02", "10", "12", "20", "21"])["20"]
    ('01', '12', '20')
    """
    found: dict[Code, tuple[Code, ...]] = {}

    def play(asked: tuple[Code, ...], left: Sequence[Code]) -> None:
        depth = len(asked)
        guess = opener[depth] if depth < len(opener) else choose(strategy, codes, left, consistent, bulls_only)
        for part in partition(guess, left, bulls_only).values():
            if part == [guess]:
                found[guess] = (*asked, guess)
            else:
                play((*asked, guess), part)

    play((), codes)
    return found
