"""The dialogue: it shows lines, reads lines, and tells a match what was meant.

A line is a move if the game can take it for one, and a command otherwise; so a list of words may have `help` or `undo`
in it, and `/help` is always the command. All that is seen or typed goes through a `Console`.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path
from shlex import quote
from textwrap import wrap
from typing import TYPE_CHECKING, Final, Protocol

from corral.analysis import analyze
from corral.errors import ArgumentError, CodeError, ContradictionError, CorralError, FeedbackError, shown
from corral.games import NumberGame
from corral.play import wording
from corral.play.levels import is_quick, proven_worst_case
from corral.play.match import Match
from corral.play.share import write_id
from corral.play.sheet import interval, sheet
from corral.play.transcript import save as save_match

if TYPE_CHECKING:
    from collections.abc import Callable

    from corral.feedback import Answer
    from corral.play.match import Board, Turn
    from corral.play.settings import Settings
    from corral.play.wording import Paint

__all__ = ["Console", "Dialogue", "Terminal", "play"]

_INTERRUPTED: Final = 130
_SEEDS: Final = 1 << 64
_HELP: Final = (
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


class Console(Protocol):
    """What the dialogue is held on."""

    def show(self, text: str) -> None:
        """Show one or several lines."""

    def read(self, prompt: str) -> str:
        """Show a prompt and return the line that is typed; EOFError at the end of the input."""


class Terminal:
    """Standard input and output. On a terminal long lines are folded between words."""

    def show(self, text: str) -> None:
        """Show one or several lines."""
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        for line in text.split("\n"):
            # What has colours is short.
            folds = len(line) > width > 0 and "\x1b" not in line
            for part in wrap(line, max(width, 8), subsequent_indent="  ", break_on_hyphens=False) if folds else [line]:
                sys.stdout.write(part + "\n")
        sys.stdout.flush()

    def read(self, prompt: str) -> str:
        """Show a prompt and return the line that is typed; EOFError at the end of the input."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        return line.strip()


class _Quit(Exception):  # noqa: N818 - nothing is wrong
    """The player leaves."""


class _Anew(Exception):  # noqa: N818 - likewise
    """The turn begins anew, or another one does."""


class Dialogue:
    """One match on one console.

    Args:
        match: the match, new or going on.
        console: where the people are.
        save: the file that the match is kept in, after every move.
        paint: gives texts colours.
    """

    def __init__(
        self, match: Match, console: Console, *, save: Path | None = None, paint: Paint = wording.plain
    ) -> None:
        self.match, self.console, self.save, self._paint = match, console, save, paint
        # How far the hints have come at this position.
        self._hinted = 0

    def run(self) -> None:
        """Play until the match is over.

        Raises:
            _Quit, EOFError, KeyboardInterrupt: the player leaves before.
        """
        while (turn := self.match.turn) is not None:
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
        game, session = self.match.game, self.match.boards[turn.board].session
        left = session.candidates
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
        name, _, rest = text.removeprefix("/").partition(" ")
        name = _SHORT.get(name.lower(), name.lower())
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
        except CorralError as error:
            self.show(str(error))
        return True

    def _help(self, rest: str) -> None:
        self.show(*wording.about(self.match.settings)[2:], *_HELP)

    def _hint(self, rest: str) -> None:
        board = self._board()
        session = board.session
        if not rest and self._hinted == 0:
            told = f"{wording.left_text(board)}."
        elif not is_quick(self.match.game, len(session.candidates)):
            told = "The game is too large to tell more while so many codes are left."
        else:
            analysis = analyze(self.match.game, session.history)
            if rest:
                told = f"{analysis.figures(rest)}."
            elif self._hinted == 1:
                most = float(analysis.scores.information.max())
                told = f"The best guess tells {most:.3f} bits on average; hint GUESS says what yours does."
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
        self.show(*sheet(self.match.game, self._board().session.candidates))

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
        self.save = Path(rest)
        if self.keep():
            self.show(f"saved to {rest}, as will be what follows")
        else:
            self.save = None

    def _leave(self, rest: str) -> None:
        raise _Quit


def _is_yes(text: str) -> bool:
    return text.lower() in _YES


class _Table:
    """People who play one match after the other, and what is common to these."""

    def __init__(self, settings: Settings, console: Console, save: Path | None, paint: Paint) -> None:
        self._settings, self._console, self._save, self._paint = settings, console, save, paint
        self._worst_case: int | None = None
        self._dialogue: Dialogue | None = None

    def start(self, match: Match | None) -> None:
        """Hold the first match, a new one or one that goes on, and as many others as are wanted."""
        looked_at = match is not None and match.result is not None
        self._introduce()
        if match is None:
            match = self._new()
        else:
            self._show(*wording.rows(match, self._paint))
        while True:
            self._dialogue = Dialogue(match, self._console, save=self._save, paint=self._paint)
            if self._save is not None and not looked_at:
                save_match(match, self._save)
            again = None
            while again is None:
                self._dialogue.run()
                self._end(match)
                again = False if looked_at else self._dialogue.again()
            if not again:
                return
            self._settings = replace(self._settings, seed=(self._settings.seed + 1) % _SEEDS)
            if self._dialogue.save is not None:
                self._show(f"{self._dialogue.save} keeps the game before; save FILE keeps this one")
            self._save, self._dialogue = None, None
            self._introduce()
            match = self._new()

    def farewell(self) -> None:
        """Tell how to go on with a match that is left."""
        dialogue = self._dialogue
        if dialogue is None or dialogue.match.result is not None:
            return
        command = "corral play" if self._settings.game.id is not None else "corral play GAME"
        if dialogue.save is not None:
            # Ctrl-C may have come between a move and the file.
            if dialogue.keep():
                self._show(f"{command} --load {quote(str(dialogue.save))} goes on")
        elif dialogue.match.moves:
            self._show(f"not saved; {command} --id {write_id(self._settings)} starts again")

    def _show(self, *lines: str) -> None:
        for line in lines:
            self._console.show(line)

    def _introduce(self) -> None:
        self._show(*wording.about(self._settings))
        self._show(f"Game id {write_id(self._settings)}; help tells the commands.")

    def _new(self) -> Match:
        if self._settings.level == "optimal" and self._settings.mode in ("think", "duel", "watch"):
            self._show("I look for the best way to guess ...")
        return Match(self._settings, self._secret() if self._settings.mode == "watch" else None)

    def _secret(self) -> str:
        secrets = self._settings.game.secrets
        while True:
            text = self._console.read("your secret> ")
            try:
                return secrets[secrets.index(text)]
            except CodeError as error:
                word = text.removeprefix("/").lower()
                if _SHORT.get(word, word) == "quit":
                    raise _Quit from None
                if _SHORT.get(word, word) == "help":
                    self._show(*_HELP)
                else:
                    self._show(f"{error}; quit leaves the game")

    def _end(self, match: Match) -> None:
        result = match.result
        assert result is not None
        if result.winner is not None and self._worst_case is None:
            self._worst_case = proven_worst_case(match.game)
        self._show(*wording.ending(match, self._worst_case))
        if not match.moves:
            return
        if is_quick(match.game):
            self._show(*wording.review_lines(match))
        else:
            self._show("The game is too large to be reviewed here.")


def play(
    settings: Settings,
    console: Console,
    *,
    match: Match | None = None,
    save: Path | None = None,
    paint: Paint = wording.plain,
) -> int:
    """Hold a match, and others after it if they are wanted, and return the exit status: 130 after Ctrl-C, else 0.

    Args:
        settings: what is agreed on.
        console: where the people are.
        match: one that goes on, of these settings; one that is over is shown, with its review.
        save: the file that the match is kept in, after every move.
        paint: gives texts colours.

    Raises:
        OSError: the file cannot be written at the start.
        CorralError: the game cannot be played like that.
    """
    table = _Table(settings, console, save, paint)
    try:
        table.start(match)
    except _Quit:
        table.farewell()
    except EOFError:
        console.show("")
        table.farewell()
    except KeyboardInterrupt:
        console.show("")
        table.farewell()
        return _INTERRUPTED
    return 0
