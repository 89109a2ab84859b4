"""The rules of a duel: two machines that talk to each other, and one that is told lies."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corral
from corral import ArgumentError, CodeError
from corral.play.allowance import Allowance
from corral.play.duel import Duel
from corral.play.events import Began, Cheated, Declined, Ended, Guessed, Met, Offered, Parted, Resigned, Said, Wanted
from corral.play.protocol import (
    Agree,
    Alive,
    Answer,
    Bye,
    Chat,
    Commit,
    Guess,
    Hello,
    Offer,
    ProtocolError,
    Rematch,
    Resign,
    Reveal,
    commitment,
    encode,
    is_clean,
)

COWS = corral.bulls_and_cows(3, 5)
NUMBERS = corral.number(0, 9)
COLOURS = corral.bulls_and_cows(2, ["red", "green", "blue"], repeats=True)
SALT = "00" * 16


def deliver(*duels):
    """Bring each side's messages to the other until neither has more to say."""
    one, other = duels
    while said := [(sender, message) for sender in duels for message in sender.take_messages()]:
        for sender, message in said:
            (other if sender is one else one).receive(encode(message), 0)


def table(game=COWS, host="012", joiner="234", **options):
    """Two sides whose secrets are chosen."""
    duels = Duel("host", "Ann", game, **options), Duel("joiner", "Bob")
    deliver(*duels)
    duels[1].agree()
    deliver(*duels)
    choose(duels, host, joiner)
    return duels


def choose(duels, *secrets):
    for duel, secret in zip(duels, secrets, strict=True):
        duel.choose(secret)
        deliver(*duels)
        duel.take_events()


def guess(duels, *guesses):
    """Guess in turn, the one who may."""
    for code in guesses:
        mover = next(duel for duel in duels if duel.wanted is Wanted.GUESS)
        mover.resign() if code is None else mover.guess(code)
        deliver(*duels)


def outcomes(duels):
    return [next((event.outcome for event in duel.take_events() if isinstance(event, Ended)), None) for duel in duels]


def hears(duel, *messages):
    for message in messages:
        duel.receive(encode(message), 0)


# Fair games


def test_a_game_from_hello_to_the_end():
    host, joiner = duels = Duel("host", "Ann", COWS, rounds=7), Duel("joiner", "Bob")
    assert (host.awaited, joiner.awaited, host.met) == ("program", "program", False)
    with pytest.raises(ArgumentError, match="the game is not known yet"):
        _ = joiner.game
    deliver(*duels)
    assert (host.wanted, joiner.wanted) == (None, Wanted.AGREEMENT)
    assert (host.awaited, joiner.awaited, host.met) == ("person", None, True)
    assert joiner.take_events() == [Met("Ann"), Offered(COWS, 7, agreed=False)]
    joiner.agree()
    deliver(*duels)
    assert host.take_events() == [Met("Bob"), Offered(COWS, 7, agreed=True)]
    assert (host.wanted, joiner.wanted, host.awaited) == (Wanted.SECRET, Wanted.SECRET, "person")
    with pytest.raises(CodeError, match="'99' has 2 symbols: expected 3"):
        host.choose("99")
    assert host.choose(["0", "1", "2"]) == "012"
    deliver(*duels)
    assert (host.wanted, host.awaited, joiner.awaited) == (None, "person", None)
    joiner.choose("234")
    deliver(*duels)
    assert host.take_events() == [Began(first=False)]
    assert (host.wanted, joiner.wanted, host.awaited, joiner.awaited) == (None, Wanted.GUESS, "person", None)
    with pytest.raises(CodeError, match="'0' at place 2 is there before"):
        joiner.guess("001")
    joiner.guess(" 021")
    assert (joiner.wanted, joiner.awaited, joiner.row) == (None, "program", 1)
    deliver(*duels)
    assert joiner.take_events()[-1] == Guessed(True, 1, "021", corral.Feedback(1, 2), found=False)
    assert host.take_events() == [Guessed(False, 1, "021", corral.Feedback(1, 2), found=False)]
    guess(duels, "342", "012")
    assert joiner.take_events()[-1].found
    assert host.wanted is Wanted.GUESS
    guess(duels, "432")
    end = host.take_events()[-1]
    assert (end.outcome, end.secret, end.their_secret) == ("lost", "012", "234")
    assert end.steps == (("342", corral.Feedback(0, 3)), ("432", corral.Feedback(1, 2)))
    assert end.their_steps == (("021", corral.Feedback(1, 2)), ("012", COWS.win))
    assert joiner.take_events()[-1] == Ended("won", "234", "012", end.their_steps, end.steps)
    assert host.over
    assert (host.wanted, host.awaited, host.games) == (Wanted.REMATCH, "person", 1)
    joiner.rematch(True)
    deliver(*duels)
    assert (joiner.wanted, joiner.awaited) == (None, "person")
    # The joiner has said all: it is on the host alone, however long that takes.
    assert (host.wanted, host.awaited) == (Wanted.REMATCH, None)
    host.rematch(True)
    deliver(*duels)
    choose(duels, "012", "234")
    # Now the host guesses first.
    assert host.wanted is Wanted.GUESS
    guess(duels, "234", "012")
    assert outcomes(duels) == ["drawn", "drawn"]
    host.rematch(False)
    deliver(*duels)
    assert host.closed
    assert joiner.closed
    assert (host.take_events(), joiner.take_events()) == ([], [Declined()])
    assert (host.awaited, host.wanted) == (None, None)


@pytest.mark.parametrize(
    ("guesses", "host", "joiner"),
    [
        (["012", "234"], "drawn", "drawn"),
        (["012", "432"], "lost", "won"),
        (["210", "234"], "won", "lost"),
        (["210", "432", "201", "423"], "drawn", "drawn"),
        ([None], "won", "lost"),
        (["210", None], "lost", "won"),
        (["012", None], "lost", "won"),
        (["210", "432", None], "won", "lost"),
    ],
)
def test_who_wins(guesses, host, joiner):
    duels = table(rounds=2)
    guess(duels, *guesses)
    assert outcomes(duels) == [host, joiner]


def test_resigning_is_told():
    duels = table()
    guess(duels, None)
    assert [event.mine for duel in duels for event in duel.take_events() if isinstance(event, Resigned)] == [
        False,
        True,
    ]


def test_numbers_are_found_by_questions():
    duels = table(NUMBERS, "7", "3")
    guess(duels, ">5", "<5", "= 7", "=9")
    assert outcomes(duels) == ["lost", "won"]


def test_secrets_are_drawn_by_a_seed_or_by_none():
    games = corral.bulls_and_cows(4, 10)
    duels = Duel("host", "Ann", games), Duel("joiner", "Bob")
    deliver(*duels)
    duels[1].agree()
    deliver(*duels)
    assert duels[0].choose(seed=1) == corral.Host(games, seed=1).reveal()
    assert duels[1].choose() in games.secrets


@given(st.data())
def test_any_fair_game_ends_well(data):
    game = data.draw(
        st.sampled_from([COWS, NUMBERS, COLOURS, corral.mastermind(2, 3, feedback="bulls"), corral.number(1, 1)])
    )
    secrets = [data.draw(st.sampled_from(list(game.secrets))) for _ in range(2)]
    rounds = data.draw(st.integers(1, 5))
    duels = table(game, *secrets, rounds=rounds)
    for played in range(data.draw(st.integers(1, 3))):
        if played:
            for duel in duels:
                duel.rematch(True)
            deliver(*duels)
            choose(duels, *secrets)
        asked = {duel: [] for duel in duels}
        order = duels if played % 2 else duels[::-1]
        while not duels[0].over:
            mover = order[len(asked[duels[0]]) + len(asked[duels[1]]) & 1]
            assert mover.wanted is Wanted.GUESS
            code = data.draw(st.sampled_from(list(game.guesses)))
            asked[mover].append(code)
            guess(duels, code)
        ends = [duel.take_events()[-1] for duel in duels]
        assert [[code for code, _ in end.steps] for end in ends] == list(asked.values())
        found = [
            any(game.feedback(code, secret) == game.win for code in asked[duel])
            for duel, secret in zip(duels, secrets[::-1], strict=True)
        ]
        assert len(set(map(len, asked.values()))) == 1
        expected = ["drawn", "drawn"] if found[0] == found[1] else [["lost", "won"][each] for each in found]
        assert [end.outcome for end in ends] == expected
        assert any(found) or len(asked[duels[0]]) == rounds


# Talk


def test_people_talk_whenever_they_have_met():
    duels = Duel("host", "Ann", COWS), Duel("joiner", "Bob")
    assert not duels[0].say("anybody?", 0)
    duels[0].live()
    deliver(*duels)
    assert duels[0].say(" \x1b[1mhello \r\n", 0)
    duels[0].live()
    assert duels[0].take_messages() == [Chat("hello"), Alive()]
    duels[1].take_events()
    hears(duels[1], Chat("a\x1b]0;x\x07b"), Chat("\u200b"), Alive())
    assert duels[1].take_events() == [Said("ab")]
    assert not duels[0].say("\x1b[1m", 0)
    hears(duels[1], Chat("e" + "\u0301" * 99 + " \u3164\u00a0" * 99 + "b"), Chat("\u2800"))
    assert duels[1].take_events() == [Said("e\u0301\u0301 b")]


def test_talk_is_limited():
    one, other = duels = table()
    assert [one.say("spam", 0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert [one.say("spam", now) for now in (1, 2, 3, 4)] == [False, True, False, True]
    deliver(*duels)
    hears(other, *[Chat("spam")] * 60)
    assert dropped(other, *[Chat("spam")] * 41) == ("flood", "too many messages in a short time")


def test_what_a_stalled_line_holds_back_is_no_flood():
    sender, receiver = table()
    said = 0
    for second in range(60):
        said += sender.say("still there?", second)
        if second % 15 == 0:
            sender.live()
    assert said > 30
    for message in sender.take_messages():
        receiver.receive(encode(message), 60)


def test_an_allowance_grows_with_time_up_to_its_measure():
    allowance = Allowance(2, 0.5)
    times = 100, 100, 100, 101, 102, 103, 200, 200, 200
    assert list(map(allowance.take, times)) == [True, True, False, False, True, False, True, True, False]


@pytest.mark.parametrize(
    ("given_name", "shown"), [("", "host"), ("\x1b[31m", "host"), ("A\nnn", "Ann"), ("n" * 50, "n" * 37 + "...")]
)
def test_names_are_cleaned(given_name, shown):
    duels = Duel("host", given_name, COWS), Duel("joiner", "Bob")
    deliver(*duels)
    assert duels[1].peer_name == shown
    duel = Duel("joiner", "Bob")
    hears(duel, Hello(1, given_name[:40] or "\u200b"))
    assert duel.peer_name == (shown if len(given_name) < 40 else "n" * 40)


@pytest.mark.parametrize(
    "name", ["Bob", "YOU", "bob", "\uff22ob", " Bo\u3164b", "\u2800", "y\u1160o\u115fu\uffa0", "B\u1d52b"]
)
def test_nobody_is_called_as_the_other_one(name):
    duel = Duel("joiner", "Bob")
    hears(duel, Hello(1, name))
    assert duel.peer_name == "host"


# The end


def test_a_bye_ends_it_whenever_it_comes():
    duel = Duel("joiner", "Bob")
    hears(duel, Bye("busy", "full\x1b[2J"))
    assert duel.take_events() == [Parted("busy", "full", early=True)]
    assert duel.closed
    duel.leave()
    assert duel.take_messages() == [Hello(1, "Bob")]
    with pytest.raises(ProtocolError, match="alive is out of turn: expected now nothing more"):
        hears(duel, Alive())
    duels = table()
    guess(duels, None)
    duels[0].leave("left", "\x1bso\x07long")
    deliver(*duels)
    assert duels[1].take_events()[-1] == Parted("left", "olong", early=False)


@pytest.mark.parametrize(
    "move", [Duel.agree, Duel.choose, lambda duel: duel.guess("012"), Duel.resign, lambda duel: duel.rematch(True)]
)
def test_people_wait_for_their_turn(move):
    with pytest.raises(ArgumentError, match="it is not the time for this: wanted is nothing, not"):
        move(Duel("joiner", "Bob"))


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (None, "game is None: expected a Game"),
        ("mastermind:4x6", "game is 'mastermind:4x6': expected a Game"),
        (corral.words("ape bat cat"), "has no id to be told to the other side"),
        (corral.bulls_and_cows(2, ["a" * 400, "b" * 400]), "is too long: expected 500 characters"),
        (corral.bulls_and_cows(12, ["a" * 100, "b"], repeats=True), "is too long: expected 500 characters"),
        (corral.bulls_and_cows(2, "a\u200db"), "has characters that cannot be shown"),
        (
            corral.bulls_and_cows(2, ["a" + "\u0301" * 40, "b"]),
            "has characters that cannot be shown, or marks that pile",
        ),
        (corral.bulls_and_cows(3, ["a", "\u0301"], repeats=True), "or marks that pile up: expected neither"),
        (corral.bulls_and_cows(2, "a\u3164"), "has characters that cannot be shown"),
    ],
)
def test_games_that_cannot_be_told(game, why):
    with pytest.raises(ArgumentError, match=why):
        Duel("host", "Ann", game)


@pytest.mark.parametrize("rounds", [0, 1001, True, 2.0, "7", None])
def test_rounds_are_counted(rounds):
    with pytest.raises(ArgumentError, match=r"rounds is .*: expected a whole number from 1 to 1000"):
        Duel("host", "Ann", COWS, rounds)


# Lies and nonsense


def dropped(duel, *messages):
    """What the other side is told as it is dropped."""
    duel.take_messages()
    with pytest.raises(ProtocolError) as error:
        hears(duel, *messages)
    assert duel.closed
    bye = duel.take_messages()[-1]
    assert (bye.reason, bye.text) == (error.value.reason, str(error.value))
    return bye.reason, bye.text


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("chess", "'chess' is no id of a game"),
        ("bulls-and-cows:4x6+repeats", None),
        ("mastermind:4x06", "is not in canonical form: expected mastermind:4x6"),
        ("bulls-and-cows:4[123456]+repeats", "is not in canonical form: expected mastermind:4x6"),
        ("bulls-and-cows:2[a\u200db]", "has characters that cannot be shown"),
        ("bulls-and-cows:2[a" + "\u0301" * 40 + " b]", "or marks that pile up: expected neither"),
        ("bulls-and-cows:2[\u0301\u0302ab]+repeats", None),
        ("bulls-and-cows:3[\u0301a]+repeats", "or marks that pile up: expected neither"),
        *((f"bulls-and-cows:2[a{blank}]", "that cannot be shown") for blank in "\u115f\u1160\u2800\u3164"),
        ("bulls-and-cows:13x20", "length is 13"),
        ("number:0..9999999999999", "high is 9999999999999"),
        ("number:5..4", "no number is from 5 to 4"),
        ("bulls-and-cows:12x36+repeats", None),
        ("number:0..1000000000000", None),
    ],
)
def test_what_is_offered_is_a_game(game, why):
    duel = Duel("joiner", "Bob")
    hears(duel, Hello(1, "Ann"))
    if why is None:
        hears(duel, Offer(game, 100))
        assert duel.game.id == game
        duel.agree()
        hears(duel, Commit("00" * 32))
        assert duel.choose(duel.game.secrets[-1]) == duel.game.secrets[-1]
        duel.guess(duel.game.guesses[0])
        hears(duel, Answer(str(duel.game.classes[0])), Guess(duel.game.guesses[-1]))
    else:
        reason, text = dropped(duel, Offer(game, 100))
        assert reason == "protocol"
        assert why in text
        # What is quoted is as harmless.
        assert is_clean(text)


STAGES = {
    "hello": lambda: Duel("host", "Ann", COWS),
    "offer": lambda: met(Duel("host", "Ann", COWS)),
    "offered": lambda: met(Duel("joiner", "Bob"), Offer(COWS.id, 5)),
    "no offer yet": lambda: met(Duel("joiner", "Bob")),
    "secrets": lambda: met(Duel("host", "Ann", COWS), Agree()),
    "their secret": lambda: met(Duel("host", "Ann", COWS), Agree(), Commit("00" * 32)),
    "their turn": lambda: table()[0],
    "my turn": lambda: table()[1],
    "their answer": lambda: asked(table()[1]),
    "reveal": lambda: resigned(table()[1]),
    "rematch": lambda: ended(table()),
    "their rematch": lambda: ended(table(), Rematch(True)),
}
FITTING = {
    "hello": {Hello},
    "offer": {Agree},
    "offered": set(),
    "no offer yet": {Offer},
    "secrets": {Commit},
    "their secret": set(),
    "their turn": {Guess, Resign},
    "my turn": set(),
    "their answer": {Answer},
    "reveal": {Reveal},
    "rematch": {Rematch},
    "their rematch": set(),
}
EXAMPLES = [
    Hello(1, "Eve"),
    Offer(COWS.id, 5),
    Agree(),
    Commit("00" * 32),
    Guess("012"),
    Answer("0,1"),
    Resign(),
    Reveal(SALT, "012"),
    Rematch(True),
]


def met(duel, *messages):
    hears(duel, Hello(1, "Eve"), *messages)
    return duel


def asked(duel):
    duel.guess("012")
    return duel


def resigned(duel):
    duel.resign()
    return duel


def ended(duels, *messages):
    guess(duels, None)
    hears(duels[0], *messages)
    return duels[0]


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
@pytest.mark.parametrize("stage", STAGES)
def test_every_message_has_its_time(stage, message):
    duel = STAGES[stage]()
    if type(message) in FITTING[stage]:
        # It is heard, though what a reveal says here is a lie.
        if isinstance(message, Reveal):
            assert dropped(duel, message)[0] == "cheat"
        else:
            hears(duel, message)
            assert not duel.closed
    else:
        reason, text = dropped(duel, message)
        assert reason == "protocol"
        assert text.startswith(f"{type(message).__name__.lower()} is out of turn: expected now ")


@pytest.mark.parametrize(
    ("stage", "message", "why"),
    [
        ("their turn", Guess("01"), "guess 1 of Bob: '01' has 2 symbols: expected 3"),
        ("their turn", Guess("\x1b[2J"), r"guess 1 of Bob: '\\x1b[2J' has 4 symbols"),
        ("their turn", Guess(" 012"), "the guess ' 012' is not in canonical form: expected 012"),
        ("their answer", Answer("9,9"), "the answer '9,9' to 012: expected one of 0,"),
        ("their answer", Answer("0A1B"), "the answer '0A1B' to 012: expected one of 0,"),
        ("their answer", Answer("\x1b[2J"), r"the answer '\\x1b[2J' to 012"),
    ],
)
def test_codes_and_answers_are_those_of_the_game(stage, message, why):
    assert why.replace(r"\\", "\\") in dropped(STAGES[stage](), message)[1]


def liar(commit, *answers):
    """A joiner whose guesses are answered by these, after which it has resigned: the host's reveal is missing."""
    duel = Duel("joiner", "Bob")
    hears(duel, Hello(1, "Eve"), Offer(COWS.id, 100))
    duel.agree()
    duel.choose("234")
    hears(duel, Commit(commit))
    for code, answer in zip(["340", "341", "342"], answers, strict=False):
        duel.guess(code)
        hears(duel, Answer(answer), Guess("012"))
    duel.resign()
    return duel


def sealed(secret, role="host"):
    return commitment(COWS.id, role, SALT, secret)


def test_who_is_fair_is_believed():
    duel = liar(sealed("012"), "0,1", "0,1", "1,0")
    hears(duel, Reveal(SALT, "012"))
    assert duel.take_events()[-1].outcome == "lost"


@pytest.mark.parametrize(
    ("commit", "answers", "reveal", "why"),
    [
        (sealed("012"), [], Reveal(SALT, "013"), "the secret '013' is not the one of the commitment"),
        (sealed("012"), [], Reveal("11" * 16, "012"), "the secret '012' is not the one of the commitment"),
        (sealed("012", "joiner"), [], Reveal(SALT, "012"), "the secret '012' is not the one of the commitment"),
        ("00" * 32, [], Reveal(SALT, "012"), "the secret '012' is not the one of the commitment"),
        (sealed("999"), [], Reveal(SALT, "999"), "the secret of the commitment: '999'"),
        (sealed(" 012"), [], Reveal(SALT, " 012"), "the secret ' 012' is not in canonical form: 012"),
        (sealed("012"), ["0,2"], Reveal(SALT, "012"), "row 1: the answer to 340 was 0,2, but the secret 012 gives 0,1"),
        (
            sealed("012"),
            ["0,1", "0,1", "0,1"],
            Reveal(SALT, "012"),
            "row 3: the answer to 342 was 0,1, but the secret 012 gives 1,0",
        ),
    ],
)
def test_a_cheat_is_told(commit, answers, reveal, why):
    duel = liar(commit, *answers)
    reason, text = dropped(duel, reveal)
    assert reason == "cheat"
    assert text.startswith(f"Eve has cheated: {why}")
    # Both secrets are told, but no winner.
    assert duel.take_events()[-1] == Cheated("234", reveal.secret.strip())


def test_a_commitment_sent_back_is_no_commitment():
    duel = Duel("joiner", "Bob")
    hears(duel, Hello(1, "Eve"), Offer(COWS.id, 100))
    duel.agree()
    duel.choose("234")
    mine = next(message for message in duel.take_messages() if isinstance(message, Commit))
    hears(duel, mine)
    duel.resign()
    reveal = next(message for message in duel.take_messages() if isinstance(message, Reveal))
    assert dropped(duel, reveal)[0] == "cheat"


documents = st.builds(
    lambda message, changes: (
        {"type": type(message).__name__.lower()}
        | {name: getattr(message, name) for name in type(message).__slots__}
        | changes
    ),
    st.sampled_from([*EXAMPLES, Chat("hi"), Alive(), Bye("left", "")]),
    st.just({}) | st.dictionaries(st.sampled_from(["guess", "answer", "again", "text"]), st.text() | st.booleans()),
)


@given(st.sampled_from(list(STAGES)), st.lists(documents | st.text(max_size=20), max_size=8))
def test_nothing_that_is_said_does_harm(stage, said):
    """Whatever comes, it is taken or a ProtocolError, and afterwards the machine knows what it waits for."""
    duel = STAGES[stage]()
    for now, document in enumerate(said):
        try:
            duel.receive(json.dumps(document).encode() + b"\n", now)
        except ProtocolError:
            assert duel.closed
        for message in duel.take_messages():
            encode(message)
        duel.take_events()
        assert duel.closed or duel.wanted or duel.awaited


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("guest", "Ann"), "role is 'guest': expected one of host, joiner"),
        (([], "Ann"), r"role is \[\]: expected one of"),
        (("joiner", 5), "name is 5: expected a text"),
        (("joiner", "Ann", COWS), "game is .*: expected None, as the joiner is told it"),
        (("host", "Ann", 5), "game is 5: expected a Game"),
    ],
)
def test_a_duel_is_made_of_what_it_says(arguments, why):
    with pytest.raises(ArgumentError, match=why):
        Duel(*arguments)
