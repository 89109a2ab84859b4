"""People at a console: one match after the other, each begun, gone on with, or looked at, and how they leave."""

from __future__ import annotations

from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING, Final

from corral.errors import CodeError, TooLargeError
from corral.games import WordGame
from corral.limits import SEEDS
from corral.play import wording
from corral.play.dialogue import HELP, Dialogue, Left, command_named
from corral.play.levels import check_playable, is_quick, proven_worst_case
from corral.play.match import Match
from corral.play.settings import check_settings
from corral.play.share import write_id
from corral.play.transcript import check_place, next_place
from corral.play.transcript import save as save_match

if TYPE_CHECKING:
    from pathlib import Path

    from corral.play.console import Console
    from corral.play.settings import Settings
    from corral.play.wording import Paint

__all__ = ["play"]

_INTERRUPTED: Final = 130


class _Sitting:
    """People who play one match after the other, and what is common to these."""

    def __init__(
        self, settings: Settings, console: Console, save: Path | None, loaded: Path | None, paint: Paint
    ) -> None:
        self._settings, self._console, self._paint = settings, console, paint
        # Where the match is kept, where it comes from, and all files that it is in.
        self._save, self._loaded, self._own = save, loaded, [path for path in (loaded, save) if path is not None]
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
        if self._save is not None and self._save != self._loaded:
            # Notice before the game that it has no place to go to; one that is over is kept there as well.
            save_match(match, self._save)
            if looked_at:
                self._show(f"This game is kept in {self._save}.")
        while True:
            self._dialogue = Dialogue(match, self._console, save=self._save, own=self._own, paint=self._paint)
            again = None
            while again is None:
                self._dialogue.run()
                self._end(match)
                again = False if looked_at else self._dialogue.again()
            if not again:
                return
            self._settings = replace(self._settings, seed=(self._settings.seed + 1) % SEEDS)
            # Who has one match kept wants the next one kept as well, and neither of them lost.
            self._save = None if self._dialogue.save is None else next_place(self._dialogue.save)
            self._own = [] if self._save is None else [self._save]
            self._dialogue = None
            self._introduce()
            if self._save is not None:
                self._show(f"This game is kept in {self._save}.")
            match = self._new()

    def farewell(self) -> None:
        """Tell how to go on with a match that is left."""
        dialogue = self._dialogue
        if dialogue is None:
            return
        # Ctrl-C may have come between a move, also the last one, and the file.
        kept = dialogue.keep()
        if dialogue.match.result is not None:
            return
        game = self._settings.game
        # A table has no name for the command line.
        command = "corral play" if game.id is not None else "corral play GAME" if isinstance(game, WordGame) else ""
        if dialogue.save is not None:
            if kept:
                self._show(f"{command} --load {quote(str(dialogue.save))} goes on" if command else "saved")
        elif dialogue.match.moves:
            self._show(f"not saved; {command} --id {write_id(self._settings)} starts again" if command else "not saved")

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
                name = command_named(text.removeprefix("/"))
                if name == "quit":
                    raise Left from None
                if name == "help":
                    self._show(*HELP)
                else:
                    self._show(f"{error}; quit leaves the game")

    def _end(self, match: Match) -> None:
        if match.found_alone and self._worst_case is None:
            self._worst_case = proven_worst_case(match.game)
        self._show(*wording.ending(match, self._worst_case))
        if not match.moves:
            return
        try:
            lines = wording.review_lines(match) if is_quick(match.game) else []
        except TooLargeError:
            lines = []
        self._show(*lines or ["The game is too large to be reviewed here."])


def play(
    settings: Settings,
    console: Console,
    *,
    match: Match | None = None,
    save: Path | None = None,
    loaded: Path | None = None,
    paint: Paint = wording.plain,
) -> int:
    """Hold a match, and others after it if they are wanted, and return the exit status: 130 after Ctrl-C, else 0.

    Args:
        settings: what is agreed on.
        console: where the people are.
        match: one that goes on, of these settings; one that is over is shown, with its review.
        save: the file that the match is kept in, after every move; by default the one that it was loaded from. Matches
            after it have files beside it, see `corral.play.transcript.next_place`.
        loaded: the file that the match was loaded from.
        paint: gives texts colours.

    Raises:
        ArgumentError: the file to keep the match in exists, and is not the one that it was loaded from.
        OSError: the file cannot be written at the start.
        CorralError: the game cannot be played like that.
    """
    check_settings(settings)
    check_playable(settings)
    save = save or loaded
    if save is not None:
        check_place(save, () if loaded is None else (loaded,))
    sitting = _Sitting(settings, console, save, loaded, paint)
    try:
        sitting.start(match)
    except Left:
        sitting.farewell()
    except EOFError:
        console.show("")
        sitting.farewell()
    except KeyboardInterrupt:
        console.show("")
        sitting.farewell()
        return _INTERRUPTED
    return 0
