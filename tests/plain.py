"""Any game in plain Python, by numbers: what is left, what may be asked, and what the strategies ask.

Answers are those of `game.referee()`. As `corral.reference` is for peg games, this is short, slow and obvious.
"""

from collections import Counter
from functools import lru_cache

from corral import reference

PICK = {
    "minimax": max,
    "expected-size": lambda sizes: sum(size**2 for size in sizes),
    "entropy": lambda sizes: sum(map(reference.nlogn, sizes)),
    "most-parts": lambda sizes: -len(sizes),
}


@lru_cache(maxsize=8)
def answers(game):
    """The answer to every guess by every secret."""
    referee = game.referee()
    return [[referee.answer(guess, secret) for secret in referee.secrets] for guess in referee.guesses]


def left_after(game, steps):
    """The secrets that agree with pairs of a guess and what is known of its answer."""
    table = answers(game)
    return [
        secret
        for secret in range(len(game))
        if all(reference.agrees(table[guess][secret], known) for guess, known in steps)
    ]


def parts(game, guess, secrets):
    """The secrets by their answer to a guess."""
    found = {}
    for secret in secrets:
        found.setdefault(answers(game)[guess][secret], []).append(secret)
    return found


def winners(game, secret):
    """The guesses that win against a secret."""
    return [guess for guess, row in enumerate(answers(game)) if row[secret] == game.win]


def heeds(history, guess):
    """Whether a word uses what answers have shown: the rule of hard mode."""
    for asked, known in history:
        colors = known or "?" * len(asked)
        if any(color == "G" and guess[place] != asked[place] for place, color in enumerate(colors)):
            return False
        needed = Counter(letter for letter, color in zip(asked, colors, strict=True) if color in "GY")
        if any(guess.count(letter) < count for letter, count in needed.items()):
            return False
    return True


def may_follow(game, steps):
    """The guesses that may follow steps."""
    history = [(game.guesses[guess], known) for guess, known in steps]
    return [guess for guess, code in enumerate(game.guesses) if not game.hard or heeds(history, code)]


def choose(game, name, steps, consistent=False, seed=0):
    """The guess of a strategy after steps."""
    left = left_after(game, steps)
    if name == "sieve":
        return winners(game, left[0])[0]
    if name in ("random", "least-similar"):
        if name == "least-similar" and not steps:
            left = [number for number, code in enumerate(game.secrets) if len(set(code)) == len(code) - 1] or left
        asked = [(guess, [game.classes.index(answer)]) for guess, answer in steps]
        return winners(game, left[reference.draw(seed, asked, len(left))])[0]
    winning = {guess for secret in left for guess in winners(game, secret)}

    def rank(guess):
        return PICK[name]([len(part) for part in parts(game, guess, left).values()]), guess not in winning

    allowed = may_follow(game, steps)
    return min((guess for guess in allowed if guess in winning) if consistent else allowed, key=rank)


def paths(game, name, consistent=False, opener=(), seed=0):
    """The guesses of a strategy at every secret, the winning one last."""
    found = {}

    def play(steps, left):
        guess = opener[len(steps)] if len(steps) < len(opener) else choose(game, name, steps, consistent, seed)
        for answer, part in parts(game, guess, left).items():
            if answer == game.win:
                found[part[0]] = (*(asked for asked, _ in steps), guess)
            else:
                play((*steps, (guess, answer)), part)

    play((), range(len(game)))
    return found
