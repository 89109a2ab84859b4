"""A game whose guesses are no secrets: a number from 0 is sought by questions, of which only `=n` may win.

It lives in plain Python. As in the hard mode of word games, what may be asked depends on the answers if it is `hard`:
only `=n` of a number that agrees with them may be asked after the first question.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corral.errors import CodeError
from corral.games import Game, Referee
from corral.games.base import NO_SECRET
from corral.games.codelist import CodeList
from corral.reference import nlogn

LABELS = ("no", "yes", "win")


@dataclass(frozen=True)
class Texts:
    texts: tuple

    def __len__(self):
        return len(self.texts)

    def text(self, number):
        return self.texts[number]

    def number(self, code):
        if code not in self.texts:
            raise CodeError(f"{code!r} is none of {self.texts}")
        return self.texts.index(code)


class Core:
    def __init__(self, game):
        self.table = [[game.answer(guess, secret) for secret in range(len(game))] for guess in range(len(game.guesses))]

    def split(self, guess, candidates, out):
        left = range(len(self.table[0])) if candidates is None else candidates.tolist()
        parts = [[secret for secret in left if self.table[guess][secret] == number] for number in range(3)]
        out[:] = [secret for part in parts for secret in part]
        return tuple(map(len, parts))

    def score(self, candidates, guesses, parts, largest, squares, logs):
        count = len(self.table[0] if candidates is None else candidates)
        for place, guess in enumerate(range(len(self.table)) if guesses is None else guesses.tolist()):
            sizes = [size for size in self.split(guess, candidates, np.empty(count, np.uint32)) if size]
            parts[place], largest[place] = len(sizes), max(sizes)
            squares[place], logs[place] = sum(size**2 for size in sizes), sum(map(nlogn, sizes))


@dataclass(frozen=True)
class Asking(Game):
    numbers: int
    hard: bool = True

    id = None
    classes = LABELS

    @property
    def secrets(self):
        return CodeList(Texts(tuple(map(str, range(self.numbers)))))

    @property
    def guesses(self):
        return CodeList(Texts(tuple(f"{sign}{number}" for sign in "><=" for number in range(self.numbers))))

    @cached_property
    def core(self):
        return Core(self)

    def feedback(self, guess, secret):
        return LABELS[self.answer(self.guesses.index(guess), self.secrets.index(secret))]

    def answer(self, guess, secret):
        sign, number = divmod(guess, self.numbers)
        return [int(secret > number), int(secret < number), 2 * (secret == number)][sign]

    def winning(self, secrets):
        guesses = np.arange(len(self.guesses), dtype=np.uint32)
        found = self.found(guesses).tolist()
        return np.array([found.index(secret) for secret in secrets], np.uint32)

    def found(self, guesses):
        sign, number = np.divmod(guesses, self.numbers)
        return np.where(sign == 2, number, NO_SECRET).astype(np.uint32)

    def allowed(self, history):
        steps = list(history)
        if not (self.hard and steps):
            return None
        return self.candidate_numbers(steps) + np.uint32(2 * self.numbers)

    def referee(self):
        return Referee(self.secrets, self.guesses, self.feedback)

    def fingerprint(self):
        return f"asking {self.numbers} {self.hard}"

    def _fill(self, out):
        out[:] = self.core.table

    def _read_label(self, given):
        return given


HARD = Asking(8)
"""Numbers 0 to 7."""
