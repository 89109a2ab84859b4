"""The rules and the strategies in plain Python: short, slow and obvious.

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
    "GREEDY",
    "STRATEGIES",
    "agrees",
    "all_codes",
    "candidates",
    "choose",
    "classes",
    "common",
    "draw",
    "feedback",
    "nlogn",
    "partition",
    "paths",
    "pattern",
    "score",
    "sweep",
]

Answer: TypeAlias = tuple[int, int] | int
Label: TypeAlias = Answer | str
Known: TypeAlias = Label | tuple[int | None, int | None] | None
Code = TypeVar("Code", bound=Sequence[Hashable])

GREEDY = ("minimax", "expected-size", "entropy", "most-parts")
STRATEGIES = ("sweep", "sieve", "random", "least-similar", *GREEDY)


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


def agrees(answer: Label, known: Known) -> bool:
    """Return whether an answer can be the one of which something is known.

    >>> agrees((1, 2), (1, 2)), agrees((1, 2), (1, None)), agrees((1, 2), (None, 1)), agrees(3, None)
    (True, True, False, True)
    >>> agrees("GYB", "GY?"), agrees("GYB", "?B?")
    (True, False)
    """
    if isinstance(answer, tuple) and isinstance(known, tuple):
        return all(given in (count, None) for count, given in zip(answer, known, strict=True))
    if isinstance(answer, str) and isinstance(known, str) and set(known) <= set("GYB?"):
        return len(answer) == len(known) and all(given in (one, "?") for one, given in zip(answer, known, strict=True))
    return known in (answer, None)


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


def draw(seed: int, steps: Iterable[tuple[int, Iterable[int]]], count: int) -> int:
    """Return a place in range(count), by a hash of a seed below 2^64 and of the steps of a history.

    A step is the number of a guess, below 2^32, and those of all classes that its answer may be of. The hash takes the
    last step first, and every value by one step of the generator splitmix64 (Steele, Lea and Flood 2014).

    >>> [draw(seed, [], 5040) for seed in (0, 1, 2)], draw(0, [(17, [3])], 5040), draw(0, [(17, [3, 4])], 5040)
    ([4451, 2855, 2979], 3311, 2716)
    """

    def mix(x: int) -> int:
        x = (x + 0x9E3779B97F4A7C15) % 2**64
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
        return x ^ x >> 31

    hashed = mix(seed)
    for guess, labels in reversed(list(steps)):
        hashed = mix(hashed ^ guess)
        for label in labels:
            hashed = mix(hashed ^ (label + 1) << 32)
    return hashed * count >> 64


def sweep(codes: Sequence[Code], steps: Sequence[tuple[Code, Answer]]) -> Code:
    """Return the guess that follows some steps: all places alike, a symbol after the other, until all are known.

    Then it is the first code in order, not asked yet, that has each symbol as often as the secret.

    >>> codes = all_codes(2, "123", repeats=True)
    >>> sweep(codes, []), sweep(codes, [(("1", "1"), (1, 0)), (("2", "2"), (0, 0)), (("3", "3"), (1, 0))])
    (('1', '1'), ('1', '3'))
    """
    asked = [guess for guess, _ in steps]
    bulls = {guess: answer if isinstance(answer, int) else answer[0] for guess, answer in steps}
    alike = [code for code in codes if len(set(code)) == 1]
    known = {code[0]: bulls[code] for code in alike if code in bulls}
    fitting = [code for code in codes if all(list(code).count(symbol) == number for symbol, number in known.items())]
    waiting = [code for code in alike if code not in bulls] if sum(known.values()) < len(codes[0]) else []
    return next(code for code in waiting or fitting if code not in asked)


def choose(
    strategy: str,
    codes: Sequence[Code],
    left: Sequence[Code],
    consistent: bool = False,
    bulls_only: bool = False,
    seed: int = 0,
    steps: Sequence[tuple[Code, Answer]] = (),
) -> Code:
    """Return the guess of a strategy after some steps, when `left` are the codes that can still be the secret.

    Those that score guesses take one of `codes`, or of `left` if `consistent`; ties go to a code of `left`, then to the
    first in order.
    """
    if strategy == "sweep":
        return sweep(codes, steps)
    if strategy == "sieve":
        return left[0]
    if strategy in ("random", "least-similar"):
        if strategy == "least-similar" and not steps:
            # All codes that are left give the last guess the same answer, so the first guess alone is another.
            left = [code for code in codes if len(set(code)) == len(code) - 1] or codes
        labels = classes(codes, bulls_only) if steps else []
        asked = [(codes.index(guess), [labels.index(answer)]) for guess, answer in steps]
        return left[draw(seed, asked, len(left))]
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
    seed: int = 0,
) -> dict[Code, tuple[Code, ...]]:
    """Return, for every secret, the guesses that a strategy asks until it is found, the secret last.

    >>> paths("minimax", ["01", "02", "10", "12", "20", "21"])["20"]
    ('01', '12', '20')
    """
    found: dict[Code, tuple[Code, ...]] = {}

    def play(steps: tuple[tuple[Code, Answer], ...], left: Sequence[Code]) -> None:
        if len(steps) < len(opener):
            guess = opener[len(steps)]
        else:
            guess = choose(strategy, codes, left, consistent, bulls_only, seed, steps)
        for answer, part in partition(guess, left, bulls_only).items():
            if part == [guess]:
                found[guess] = (*(asked for asked, _ in steps), guess)
            else:
                play((*steps, (guess, answer)), part)

    play((), codes)
    return found
