"""How well a game was played, guess by guess: what was known, what was asked, and what would have been better.

Skill and luck are told apart by information. What a guess brings on average is the player's choice; what it brought
beyond that, or short of it, is luck.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import numpy as np

from corral.analysis import Analysis, Figures, analyze, analyze_position
from corral.errors import ContradictionError
from corral.feedback import known_text
from corral.games import check_game
from corral.history import History, Pair, read_pairs, read_step, step_text
from corral.position import found_by

if TYPE_CHECKING:
    from corral.feedback import Answer, Known
    from corral.games import Game
    from corral.games.codelist import Code
    from corral.position import Step

__all__ = ["Move", "Review", "review", "skill_of"]

Told: TypeAlias = Iterable[Pair | str]
"""Guesses with their answers, or guesses alone."""


@dataclass(frozen=True, slots=True)
class Move:
    """One guess of a game that is reviewed. Information is in bits.

    Attributes:
        answer: its answer, or what the player knows of it.
        before: how many codes were left when it was asked.
        after: how many were left after the answer.
        chosen: what the guess was worth.
        best: the best guess at that point, by what was known then: the one with the fewest guesses in the end, or the
            one with the most information, as `by` says.
        by: `exact` or `entropy`.
        best_information: the most information that a guess could bring on average.
    """

    answer: Known
    before: int
    after: int
    chosen: Figures
    best: Figures
    by: Literal["exact", "entropy"]
    best_information: float

    def __str__(self) -> str:
        figures = f"skill {self.skill:.0%}, luck {self.luck:+.2f} bits"
        return f"{self.guess} {known_text(self.answer)}: {self.after} left, {figures}"

    @property
    def guess(self) -> str:
        """The guess."""
        return self.chosen.guess

    @property
    def information(self) -> float:
        """The information that the answer brought."""
        return log2(self.before / self.after)

    @property
    def skill(self) -> float:
        """The information that the guess brings on average, as a part of the most there was.

        Where none was to be had, as one code is left, it is 1 for that code and 0 for any other guess. What hard mode
        forbids counts no more than the best that it allows.
        """
        found = skill_of((self,))
        return 1.0 if found is None else found

    @property
    def wasted(self) -> bool:
        """Whether the secret was known, and something else was asked."""
        return self.before == 1 and not self.chosen.is_candidate

    @property
    def luck(self) -> float:
        """The information that the answer brought beyond what was expected of the guess; less than 0 for bad luck."""
        return self.information - self.chosen.information

    @property
    def lost(self) -> float | None:
        """How many guesses more than after the best one are needed on average; None where many codes are left."""
        if self.chosen.expected_guesses is None or self.best.expected_guesses is None:
            return None
        return self.chosen.expected_guesses - self.best.expected_guesses


@dataclass(frozen=True, slots=True)
class Review:
    """How well a game was played. Made by `review`; information is in bits.

    Attributes:
        game: the game.
        secret: the secret, if it was given or is the only code left.
        solved: whether it was found.
        moves: the guesses.
    """

    game: Game
    secret: str | None
    solved: bool
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        end = f"found with guess {len(self.moves)}" if self.solved else "not found"
        figures = f"skill {self.skill:.0%}, luck {self.luck:+.2f} bits"
        return "\n".join([*(f"{step}. {move}" for step, move in enumerate(self.moves, 1)), f"{end}: {figures}"])

    @property
    def information(self) -> float:
        """The information that all answers brought."""
        return sum(move.information for move in self.moves)

    @property
    def expected(self) -> float:
        """The information that was expected of all guesses."""
        return sum(move.chosen.information for move in self.moves)

    @property
    def best(self) -> float:
        """The most information that could have been expected, each time by what was known."""
        return sum(move.best_information for move in self.moves)

    @property
    def skill(self) -> float:
        """The expected information as a part of the most there was; 1 if there was none, and all guesses were right.

        A guess that could tell nothing adds nothing to the first and the most there was to the second. Where none was
        to be had, as one code is left, any other guess counts as 1 bit that was missed, what the last choice between
        two codes is worth.
        """
        found = skill_of(self.moves)
        return 1.0 if found is None else found

    @property
    def luck(self) -> float:
        """The information that the answers brought beyond what was expected; less than 0 for bad luck."""
        return self.information - self.expected

    @property
    def lost(self) -> float:
        """How many guesses were lost on average by guesses that were not the best, as far as that is known."""
        return sum(move.lost or 0.0 for move in self.moves)


def skill_of(moves: Iterable[Move]) -> float | None:
    """Return the skill of some guesses together, see `Review.skill`; None if nothing could be told or wasted."""
    expected = most = 0.0
    for move in moves:
        expected += min(move.chosen.information, move.best_information)
        most += 1.0 if move.wasted else move.best_information
    return expected / most if most else None


def review(game: Game, history: Told, secret: Code | None = None) -> Review:
    """Tell how well a game was played, finished or not.

    A history may hold guesses that hard mode forbids: they are rated as well, with no more skill than the best guess
    that it allows.

    Args:
        game: the game.
        history: the guesses and their answers, in order. With a secret, a guess may stand alone, as a text, and is
            answered by the secret.
        secret: the secret, against which answers are checked.

    >>> import corral
    >>> played = corral.review(corral.bulls_and_cows(), ["0123", "4567", "4812", "4018"], "4018")
    >>> [(move.guess, move.before, move.after, move.best.guess) for move in played.moves]
    [('0123', 5040, 1260, '0123'), ('4567', 1260, 168, '1435'), ('4812', 168, 10, '1538'), ('4018', 10, 1, '4018')]
    >>> round(played.information, 3), round(played.skill, 3), round(played.luck, 3)
    (12.299, 0.928, 1.38)

    Raises:
        CodeError, FeedbackError: an item of the history, or the secret, is wrong, or an answer is missing.
        ContradictionError: no code agrees with the answers, or the secret does not, or guesses follow the one that
            found it; the message names the step.
        ArgumentError: an argument is not of its kind.
        TooLargeError: the game has too many codes to list.
    """
    check_game(game)
    number = None if secret is None else game.secrets.index(secret)
    steps = _read_steps(game, history, number)
    game.candidate_numbers(steps)  # where they contradict each other, this says so
    left, moves, analysis = game.candidate_numbers(), list[Move](), None
    for count, (guess, known) in enumerate(steps):
        # Where an answer has told nothing, all is as it was.
        if analysis is None or game.hard or len(analysis.candidates) > len(left) or found_by(game, steps[:count], left):
            analysis = analyze(game, steps[:count])
        place, asked = game.guesses.index(guess), analysis
        if place not in analysis.scores.guesses:  # hard mode forbids it
            asked = analyze_position(game, tuple(steps[:count]), left, np.array([place], np.uint32))
        before, left = left, game.narrow(left, place, known)
        moves.append(_move(asked.figures(guess), analysis, known, len(before), len(left)))
    if number is not None:
        left = np.array([number], np.uint32)
    told = game.secrets[int(left[0])] if len(left) == 1 else None
    return Review(game, told, bool(found_by(game, steps, left)), tuple(moves))


def _read_steps(game: Game, history: Told, secret: int | None) -> list[Step]:
    steps: list[Step] = []
    for step, item in enumerate(read_pairs(cast("History", history)), 1):
        alone = isinstance(item, str) and secret is not None
        guess, given = read_step(
            cast("Pair", (item, None) if alone else item),
            step,
            game.guesses.index,
            _nothing if alone else game.parse_known,
        )
        known = given
        if secret is not None:
            answer = game.answer(guess, secret)
            label = game.label(answer)
            known = label if alone else given
            if answer not in game.agreeing(known):
                typed = game.guesses[guess] if alone else step_text(item)
                raise ContradictionError(
                    f"step {step} of the history, {typed}: the answer to {game.guesses[guess]} is {label} if the"
                    f" secret is {game.secrets[secret]}, not {known_text(known)}",
                    step,
                )
        steps.append((game.guesses[guess], known))
    return steps


def _nothing(answer: Answer) -> Known:
    """Read the answer that is missing."""


def _move(chosen: Figures, analysis: Analysis, known: Known, before: int, after: int) -> Move:
    return Move(
        answer=known,
        before=before,
        after=after,
        chosen=chosen,
        best=analysis.fewest,
        by=analysis.by,
        best_information=float(analysis.scores.information.max()),
    )
