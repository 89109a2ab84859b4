"""A chat bot that finds the number you think of.

`reply` is all that a chat needs: wire it to the messages of any network. Here they are lines `name: text` of the
standard input. What is known of each user's game is a JSON text, so it can be kept in any store: here, in the file that
the command names.

    $ python examples/chat_bot.py games.json
    ann: new
    to ann: Think of one of 5040 codes. I ask 0123: how is it answered?
    ann: 0,1
    to ann: 1440 codes are left. I ask 1456: how is it answered?
"""

import json
import sys
from collections.abc import MutableMapping
from pathlib import Path

import corral

HELP = "Say `new`, or `new mastermind:4x6`, then answer by bulls and cows: 1,2. `undo` takes an answer back."
MOST_GUESSES = 10_000  # so that nobody keeps the others waiting


def reply(games: MutableMapping[str, str], user: str, text: str) -> str:
    """Return the answer to what a user says; `games` keeps the game of every user."""
    try:
        return _reply(games, user, text.split())
    except corral.CorralError as error:  # its message says what was wrong, and what was expected
        return f"Sorry: {error}."


def _reply(games: MutableMapping[str, str], user: str, words: list[str]) -> str:
    match words:
        case ["new", *named] if len(named) < 2:
            game = corral.game(*named) if named else corral.bulls_and_cows()
            if len(game.guesses) > MOST_GUESSES:
                return f"{game.id} has {len(game.guesses)} guesses to compare: I take no more than {MOST_GUESSES}."
            session = corral.Session(game)
            told = f"Think of one of {len(game)} codes."
        case ["undo"] if user in games:
            session = corral.Session.from_json(games[user])
            session.undo()
            told = "Forgotten."
        case [_, *_] if user in games:
            session = corral.Session.from_json(games[user])
            session.answer(session.suggest(), " ".join(words))
            if session.solved:
                del games[user]
                return f"It is {session.secret}: found by guess {len(session.history)}."
            told = f"{len(session.candidates)} codes are left."
        case _:
            return HELP
    games[user] = session.to_json()
    return f"{told} I ask {session.suggest()}: how is it answered?"


def main(path: Path) -> None:
    """Answer the lines of the standard input, and write the games down after each."""
    games = json.loads(path.read_text("utf-8")) if path.exists() else {}
    for line in sys.stdin:
        user, _, text = line.partition(":")
        print(f"to {user.strip()}: {reply(games, user.strip(), text)}", flush=True)
        path.write_text(json.dumps(games), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: python chat_bot.py FILE, in which the games are kept", file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]))
