"""What the dialogue says, as lines of text: the rules of a game, answers, rows, reviews, and how it ended."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Final

from corral.errors import counted
from corral.feedback import Feedback, known_text
from corral.games import NumberGame, PegGame, WordGame
from corral.games.wordlist import letters_of
from corral.play.modes import RULES
from corral.reviews import review, skill_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from corral.diagnosis import Diagnosis
    from corral.feedback import Known
    from corral.games import Game
    from corral.play.board import Board
    from corral.play.match import Match
    from corral.play.settings import Settings
    from corral.reviews import Move

    Paint = Callable[[str, str], str]

__all__ = [
    "about",
    "ansi",
    "answer_text",
    "colored",
    "contradiction",
    "ending",
    "left_text",
    "plain",
    "review_lines",
    "rows",
]

_INKS: Final = {"G": "30;42", "Y": "30;43", "B": "37;100"}

# Ways out of a contradiction that are told.
_REPAIRS: Final = 3
# Differences that are none.
_ROUNDING: Final = 1e-9
# Guesses of a table that are named.
_NAMED: Final = 12

_ROLES: Final = {
    "guess": "I know a secret, and you guess it.",
    "think": "You think of a secret, and I guess it; you answer.",
    "duel": "We both have a secret, and guess in turn, you first. Who finds the other's first, wins.",
    "hotseat": "I know a secret, and you two guess it in turn. Who finds it first, wins.",
    "watch": "You tell a secret, and see how I find it.",
}


_PLAYERS: Final = {
    "guess": "You have",
    "think": "I have",
    "duel": "Each of us has",
    "hotseat": "Each of you has",
    "watch": "I have",
}


def plain(kind: str, text: str) -> str:
    """Return the text as it is."""
    return text


def ansi(kind: str, text: str) -> str:
    """Return the text in the colour of its kind: G, Y or B, as in the answers of Wordle."""
    return f"\x1b[{_INKS[kind]}m{text}\x1b[0m"


# Games


def about(settings: Settings) -> list[str]:
    """Return what is played."""
    game = settings.game
    name = "" if game.id is None else f"{game.id}: "
    lines = [f"{name}{_codes(game)}", _ROLES[settings.mode], _answers(game)]
    if not all(seat.person for seat in RULES[settings.mode].seats):
        lines.append(f"I guess at level {settings.level}.")
    if settings.rounds is not None:
        lines.append(f"{_PLAYERS[settings.mode]} {counted(settings.rounds, 'guess', 'guesses')}.")
    return lines


def _codes(game: Game) -> str:
    if isinstance(game, PegGame):
        repeats = "may repeat" if game.repeats else "do not repeat"
        joint = " " if game.spaced else ""
        zero = "" if game.leading_zero else f", {game.symbols[0]} does not lead"
        return f"{game.length} of {joint.join(game.symbols)}, which {repeats}{zero}; {counted(len(game), 'code')}"
    if isinstance(game, NumberGame):
        return f"a number from {game.low} to {game.high}; questions are {_questions(game)}"
    if isinstance(game, WordGame):
        return f"words of {game.length} letters: {len(game.guesses)} may be guessed, {len(game)} may be the secret"
    return (
        f"{counted(len(game.guesses), 'guess', 'guesses')} at {counted(len(game), 'secret')}: "
        + "  ".join(game.guesses[:12])
        + "  ..." * (len(game.guesses) > 12)
    )


def _questions(game: NumberGame) -> str:
    middle = (game.low + game.high) // 2
    return f">{middle}, <{middle} and ={middle}"


def _answers(game: Game) -> str:
    if isinstance(game.win, Feedback):
        return "An answer 1,2 is 1 bull (right symbol, right place) and 2 cows (right symbol, another place)."
    if isinstance(game, PegGame):
        return "An answer is the number of bulls, right symbols at the right place."
    if isinstance(game, NumberGame):
        return "Answers are yes and no, and win for the secret."
    if isinstance(game, WordGame) and game.feedback_rule == "wordle":
        hard = " Hard mode: guesses use what was shown." if game.hard else ""
        return f"An answer has G for a letter at its place, Y for one at another place, B for one not there.{hard}"
    if isinstance(game, WordGame):
        return "An answer is the number of letters in common, and win for the secret."
    return "Answers are " + " ".join(map(str, game.classes)) + f"; {game.win} is that for the secret."


def answer_text(game: Game, known: Known) -> str:
    """Return an answer with what it means.

    >>> import corral
    >>> answer_text(corral.mastermind(), corral.Feedback(1, 2)), answer_text(corral.mastermind(), (1, None))
    ('1,2 (1 bull, 2 cows)', '1,?')
    """
    text = known_text(known)
    if isinstance(known, Feedback):
        return f"{text} ({counted(known.bulls, 'bull')}, {counted(known.cows, 'cow')})"
    return text


def colored(game: Game, guess: str, known: Known, paint: Paint) -> str:
    """Return a guess with its letters in the colours of the answer, where a game has such; they repeat what it says."""
    text = str(known)
    if not (isinstance(game, WordGame) and game.feedback_rule == "wordle") or "?" in text:
        return guess
    return "".join(paint(color, letter) for letter, color in zip(letters_of(guess), text, strict=True))


# Matches


def rows(match: Match, paint: Paint = plain) -> list[str]:
    """Return all guesses with their answers, those at each secret together."""
    lines = []
    for place, board in enumerate(match.boards):
        names = [match.player(move).name for move in range(len(match.moves)) if match.player(move).board == place]
        if len(match.boards) > 1:
            lines.append(f"{_whose(match, place)} guesses:")
        for row, (name, (guess, known)) in enumerate(zip(names, board.history, strict=True), 1):
            who = f" ({name})" if match.settings.mode == "hotseat" else ""
            told = answer_text(match.game, known)
            lines.append(f"{row:3}. {colored(match.game, guess, known, paint)}  {told}{who}")
    return lines or ["nothing has been asked"]


def _whose(match: Match, board: int) -> str:
    [name] = {seat.name for seat in match.players if seat.board == board}
    return "your" if name == "you" else "my"


def ending(match: Match, worst_case: int | None) -> list[str]:
    """Return how a match ended, and whether it was a master's game.

    That is one of a person who guessed alone, with no more guesses than the proven worst case of the best strategy.
    """
    result, mode, secret = match.result, match.settings.mode, match.secret
    assert result is not None
    often = counted(result.guesses, "guess", "guesses")
    if result.winner is None:
        told = "" if secret is None else f" The secret was {secret}."
        reason = "Given up." if match.revealed else "No guess is left."
        lost = {"think": "I have not found it: you win.", "duel": "Nobody wins.", "hotseat": "Nobody wins."}
        found = lost.get(mode, "The secret is not found." if mode == "watch" else "You lose.")
        return [f"{reason} {found}{told}"]
    secret = match.boards[result.board].secret
    names = {"you": "You have", "the computer": "I have"}
    lines = [f"{names.get(result.winner, result.winner + ' has')} found it: {secret}, in {often}."]
    if mode == "duel" and result.winner == "the computer":
        lines.append(f"My secret was {match.secret}.")
    if match.found_alone and worst_case is not None and result.guesses <= worst_case:
        if match.hints or match.undone:
            lines.append("With hints or moves taken back it is no master's game.")
        else:
            lines.append(f"A master's game: even the best strategy may need {worst_case}, which is proven.")
    return lines


def contradiction(diagnosis: Diagnosis) -> list[str]:
    """Return which answers contradict each other, and what those that may be wrong would have to be."""
    told = [f"{row:3}. {guess}  {known_text(known)}" for row, (guess, known) in enumerate(diagnosis.history, 1)]
    lines = ["No code agrees with these answers:", *told, f"{diagnosis.why}.".replace("step", "row")]
    for repair in diagnosis.repairs[:_REPAIRS]:
        if len(repair.steps) == 1:
            guess, _ = diagnosis.history[repair.steps[0] - 1]
            answers = " or ".join(str(change.answers[0]) for change in repair.changes[:_REPAIRS])
            more = " or others" * (len(repair.changes) > _REPAIRS)
            lines.append(f"Row {repair.steps[0]}, {guess}, could be {answers}{more}.")
    if isinstance(diagnosis.game, WordGame):
        lines.append("Or your word is not in the list.")
    return lines


def review_lines(match: Match) -> list[str]:
    """Return how well the guesses were chosen, skill and luck apart; those at each secret together."""
    lines: list[str] = []
    for place, board in enumerate(match.boards):
        players = [seat.name for seat in match.players if seat.board == place]
        if board.history:
            title = "all" if len(players) > 1 else _whose(match, place)
            lines += [f"Review of {title} guesses:", *_review(match.game, board, players)]
    return lines


def _review(game: Game, board: Board, players: list[str]) -> list[str]:
    """Return the review of guesses that players asked in turn."""
    moves = review(game, board.history).moves
    lines = [
        f"{row:3}. {move.guess} {known_text(move.answer)}: {move.after} left, {_judged(move)}"
        for row, move in enumerate(moves, 1)
    ]
    for place, player in enumerate(players):
        own = moves[place :: len(players)]
        if own:
            whose = f"{player}: " if len(players) > 1 else ""
            wasted = sum(move.wasted for move in own)
            more = f", {counted(wasted, 'guess', 'guesses')} wasted" if wasted else ""
            lines.append(f"     {whose}{_skill_and_luck(own)} bits{more}")
    return lines


def _judged(move: Move) -> str:
    """Return what a guess was worth, beside what was best."""
    if move.before == 1:
        return f"wasted: only {move.best.guess} was left" if move.wasted else "it was known"
    text = _skill_and_luck([move])
    better = move.lost if move.lost is not None else move.best_information - move.chosen.information
    if better <= _ROUNDING or move.best.guess == move.guess:
        return text
    if move.lost is None:
        gain = f"{better:.2f} bits more"
    else:
        gain = "1 guess fewer" if f"{better:.2f}" == "1.00" else f"{better:.2f} guesses fewer"
    return f"{text}; better: {move.best.guess}, {gain} on average"


def _skill_and_luck(moves: Sequence[Move]) -> str:
    """Return the information that could be expected, as a part of the most there was, and what came beyond it.

    Where there was none to be had or missed, no skill is told.
    """
    skill = skill_of(moves)
    luck = f"luck {_signed(sum(move.luck for move in moves))}"
    return luck if skill is None else f"skill {100 * skill:.0f} %, {luck}"


def _signed(bits: float) -> str:
    # Adding 0 makes -0.0 what it is.
    return f"{round(bits, 2) + 0.0:+.2f}"


def left_text(game: Game, board: Board) -> str:
    """Return how many codes are left on a board."""
    left, codes = len(board.candidates), counted(len(game), "code")
    if left == 1:
        return f"1 of {codes} is left: it is known"
    return f"{left} of {codes} are left, {log2(left):.2f} bits"
