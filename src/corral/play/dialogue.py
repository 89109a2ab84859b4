"""One match on a console: it shows what is known, reads what is typed, and tells the match what was meant.

A line is a move if the game can take it for one, and a command otherwise; so a list of words may have `help` or `undo`
in it, and `/help` is always the command.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from corral.analysis import analyze
from corral.errors import ArgumentError, CodeError, ContradictionError, CorralError, FeedbackError, TooLargeError, shown
from corral.games import NumberGame
from corral.games.ids import is_writable
from corral.play import wording
from corral.play.levels import is_quick
from corral.play.sheet import interval, sheet
from corral.play.transcript import check_place
from corral.play.transcript import save as save_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from corral.feedback import Answer
    from corral.play.board import Board
    from corral.play.console import Console
    from corral.play.match import Match, Turn
    from corral.play.wording import Paint

__all__ = ["HELP", "Dialogue", "Left", "command_named"]

HELP: Final = (
    "hint: how many codes are left; again: what the best guess tells; again: what it is",
    "hint GUESS: what a guess is worth",
    "undo: take back the last move",
    "sheet: what is known of the secret",
    "history: what was asked",
    "reveal: give up, and see the secret",
    "save FILE: keep the game, also what follows; corral play --load FILE goes on",
    "quit: leave the game",
    "Where a command is a guess as well, write it with a slash: /help.",
)
_SHORT: Final = {"h": "help", "?": "help", "q": "quit", "exit": "quit"}
_YES: Final = ("y", "yes")


def _is_yes(text: str) -> bool:
    return text.lower() in _YES


class Left(Exception):  # noqa: N818 - nothing is wrong
    """The player leaves the game."""


class _Anew(Exception):  # noqa: N818 - likewise
    """The turn begins anew, or another one does."""


class Dialogue:
    """One match on one console.

    Args:
        match: the match, new or going on.
        console: where the people are.
        save: the file that the match is kept in, after every move.
        own: all files that the match is in, which may be written again.
        paint: gives texts colours.
    """

    def __init__(
        self,
        match: Match,
        console: Console,
        *,
        save: Path | None = None,
        own: Iterable[Path] = (),
        paint: Paint = wording.plain,
    ) -> None:
        self.match, self.console, self.save, self._paint = match, console, save, paint
        self._own = list(own)
        # How far the hints have come at this position.
        self._hinted = 0
        # Whether it was said that the best play is not found.
        self._excused = False

    def run(self) -> None:
        """Play until the match is over.

        Raises:
            Left, EOFError, KeyboardInterrupt: the player leaves before.
        """
        while (turn := self.match.turn) is not None:
            if self.match.gave_up and not self._excused:
                self.show("The best guess after such answers is not found in time: I ask what tells most.")
                self._excused = True
            try:
                {"guess": self._guess, "answer": self._answer, "watch": self._watch}[turn.kind](turn)
            except _Anew:
                continue
            self._hinted = 0
            self.keep()

    def again(self) -> bool | None:
        """Ask whether another match is wanted; None if this one goes on, as a move was taken back."""
        try:
            return _is_yes(self._ask("again? [y/N]> ", _is_yes, empty=True))
        except _Anew:
            return None

    def keep(self) -> bool:
        """Save the match if it is kept, and return whether it is."""
        if self.save is None:
            return False
        try:
            save_match(self.match, self.save)
        except OSError as error:
            self.show(f"not saved: {error.filename}: {error.strerror}")
            return False
        return True

    def show(self, *lines: str) -> None:
        """Show lines."""
        for line in lines:
            self.console.show(line)

    # Moves

    def _guess(self, turn: Turn) -> None:
        who = "" if self.match.settings.mode in ("guess", "duel") else f"{turn.player}, "
        text = self._ask(f"{who}guess {self._number(turn)}> ", self._is_guess)
        try:
            label = self.match.guess(text)
        except CodeError as error:
            self.show(str(error))
            raise _Anew from None
        guess = self.match.moves[-1][0]
        painted = wording.colored(self.match.game, guess, label, self._paint)
        self.show(f"{painted}  {wording.answer_text(self.match.game, label)}")

    def _number(self, turn: Turn) -> str:
        rounds = self.match.settings.rounds
        return str(turn.number) if rounds is None else f"{turn.number} of {rounds}"

    def _answer(self, turn: Turn) -> None:
        assert turn.guess is not None
        self.show(f"I ask {self._number(turn)}: {turn.guess}")
        answer = self._ask("your answer> ", self._is_answer)
        try:
            known = self.match.answer(answer)
        except FeedbackError as error:
            self.show(str(error))
            raise _Anew from None
        except ContradictionError:
            self._put_right({turn.number: answer})
        else:
            self.show(f"{turn.guess}  {wording.answer_text(self.match.game, known)}")

    def _put_right(self, changes: dict[int, Answer]) -> None:
        """Find the answers that are wrong, and have them corrected, or the last one given again."""
        told: dict[int, Answer] = {}
        while True:
            diagnosis = self.match.diagnose(changes)
            if told != changes:
                self.show(*wording.contradiction(diagnosis))
                told = dict(changes)
            likely = diagnosis.repairs[0].steps[0]
            row = self._ask(f"wrong row, such as {likely}, or nothing to answer again> ", str.isdecimal, empty=True)
            if not row:
                raise _Anew
            guesses = {str(number): guess for number, (guess, _) in enumerate(diagnosis.history, 1)}
            if row not in guesses:
                self.show(f"there is no row {shown(row)}: expected 1 to {len(guesses)}")
                continue
            right = self._ask(f"right answer to {guesses[row]}> ", self._is_answer)
            try:
                self.match.correct({**changes, int(row): right})
            except FeedbackError as error:
                self.show(str(error))
            except ContradictionError:
                changes[int(row)] = right
            else:
                self.show("Now they agree:", *wording.rows(self.match, self._paint))
                return

    def _watch(self, turn: Turn) -> None:
        guess, label = self.match.watch()
        game, left = self.match.game, self.match.boards[turn.board].candidates
        told = interval(left) if isinstance(game, NumberGame) else f"{len(left)} left"
        painted = wording.colored(game, guess, label, self._paint)
        self.show(f"{self._number(turn)}: {painted}  {wording.answer_text(game, label)}  {told}")

    # Lines

    def _is_guess(self, text: str) -> bool:
        return text in self.match.game.guesses

    def _is_answer(self, text: str) -> bool:
        try:
            self.match.game.parse_known(text)
        except FeedbackError:
            return False
        return True

    def _ask(self, prompt: str, is_move: Callable[[str], bool], *, empty: bool = False) -> str:
        """Return the next line that is no command; it need be no move, to be refused with a reason."""
        while True:
            text = self.console.read(prompt)
            if not text:
                if empty:
                    return text
                continue
            if is_move(text):
                return text
            if not self._command(text):
                return text

    def _command(self, text: str) -> bool:
        """Do what a line commands; False if it is no command."""
        word, _, rest = text.removeprefix("/").partition(" ")
        name = command_named(word)
        commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "hint": self._hint,
            "undo": self._undo,
            "sheet": self._sheet,
            "history": self._history,
            "reveal": self._reveal,
            "save": self._save,
            "quit": self._leave,
        }
        if name not in commands:
            if text.startswith("/"):
                self.show(f"there is no command {shown(text)}: /help tells those there are")
            return text.startswith("/")
        try:
            commands[name](rest.strip())
        except TooLargeError:
            self.show("The game is too large for that: its codes cannot be listed.")
        except CorralError as error:
            self.show(str(error))
        return True

    def _help(self, rest: str) -> None:
        self.show(*wording.about(self.match.settings)[2:], *HELP)

    def _hint(self, rest: str) -> None:
        board = self._board()
        if not rest and self._hinted == 0:
            told = f"{wording.left_text(self.match.game, board)}."
        elif not is_quick(self.match.game, len(board.candidates)):
            told = "The game is too large to tell more while so many codes are left."
        else:
            analysis = analyze(self.match.game, board.history)
            if rest:
                told = f"{analysis.figures(rest)}."
            elif self._hinted == 1:
                # Of the guess that the next hint names, which need not be the one that tells most.
                bits = analysis.fewest.information
                told = f"The best guess tells {bits:.3f} bits on average; hint GUESS says what yours does."
            else:
                told = f"{analysis.fewest}."
        self._hinted += not rest
        self.match.hints += 1
        self.show(told)

    def _undo(self, rest: str) -> None:
        guess, known = self.match.undo()
        self.show(f"taken back: {guess}  {wording.answer_text(self.match.game, known)}")
        self._hinted = 0
        self.keep()
        raise _Anew

    def _sheet(self, rest: str) -> None:
        self.show(*sheet(self.match.game, self._board().candidates))

    def _board(self) -> Board:
        """Return the board that the turn is on."""
        if (turn := self.match.turn) is None:
            raise ArgumentError("the match is over")
        return self.match.boards[turn.board]

    def _history(self, rest: str) -> None:
        self.show(*wording.rows(self.match, self._paint))

    def _reveal(self, rest: str) -> None:
        self.match.reveal()
        self.keep()
        raise _Anew

    def _save(self, rest: str) -> None:
        if not rest:
            self.show("save FILE: the name of a file is missing")
            return
        if not is_writable(rest):
            self.show(f"{shown(rest)} is no name of a file")
            return
        before, path = self.save, Path(rest)
        try:
            check_place(path, self._own)
        except OSError as error:
            self.show(f"not saved: {error.filename}: {error.strerror}")
            return
        self.save = path
        if self.keep():
            self._own.append(path)
            self.show(f"saved to {rest}, as will be what follows")
        else:
            self.save = before

    def _leave(self, rest: str) -> None:
        raise Left


def command_named(word: str) -> str:
    """Return the full name of a command, which may be none."""
    name = word.lower()
    return _SHORT.get(name, name)
