import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kinds import HARD, NUMBERS, TABLE, all_kinds
from peg import small_games
from plain import answers, left_after, may_follow, parts

import corral
from corral import AdversarialHost, ArgumentError, CodeError, ContradictionError, Feedback, Host, reference

CLASSIC = corral.bulls_and_cows()
PICTURES = corral.bulls_and_cows(2, ["red", "green", "blue"], repeats=True)


def twins(host):
    game = None if host.game.id else host.game
    return [
        copy.copy(host),
        copy.deepcopy(host),
        pickle.loads(pickle.dumps(host)),
        type(host).from_json(host.to_json(), game),
    ]


def asked(host, data):
    """The number of a guess that the host may be asked; one that it may not changes nothing."""
    steps = [(host.game.guesses.index(guess), answer) for guess, answer in host.history]
    number = data.draw(st.integers(0, len(host.game.guesses) - 1))
    if number in may_follow(host.game, steps):
        return number
    before = copy.copy(host)
    with pytest.raises(CodeError, match="may not be guessed"):
        host.answer(host.game.guesses[number])
    assert host == before
    return data.draw(st.sampled_from(may_follow(host.game, steps)))


@given(small_games | all_kinds, st.data())
def test_a_host_answers_as_the_secret_does(game, data):
    secret = data.draw(st.integers(0, len(game) - 1))
    host = Host(game, game.secrets[secret])
    steps = []
    for _ in range(data.draw(st.integers(0, 5))):
        if host.over:
            break
        assert (host.secret, host.found) == (None, False)
        guess = asked(host, data)
        steps.append((guess, answers(game)[guess][secret]))
        assert host.answer(game.guesses[guess]) == steps[-1][1]
        assert host.history == tuple((game.guesses[guess], answer) for guess, answer in steps)
        assert host.guesses == len(steps)
        assert host.candidates == [game.secrets[number] for number in left_after(game, steps)]
    found = bool(steps) and steps[-1][1] == game.win
    assert (host.over, host.found, host.secret) == (found, found, game.secrets[secret] if found else None)
    assert all(twin == host for twin in twins(host))
    assert host.reveal() == host.secret == game.secrets[secret]
    assert (host.over, host.found) == (True, found)
    assert all(twin == host and twin.over for twin in twins(host))


@given(small_games | all_kinds, st.data())
def test_an_adversary_keeps_the_secret_open(game, data):
    host = AdversarialHost(game)
    left = list(range(len(game)))
    for _ in range(data.draw(st.integers(0, 6))):
        if host.over:
            break
        guess = asked(host, data)
        split = parts(game, guess, left)
        most = max(map(len, split.values()))
        answer = host.answer(game.guesses[guess])
        alike = [label for label, part in split.items() if len(part) == most]
        assert answer == min(alike, key=game.classes.index)
        assert answer != game.win or len(split) == 1
        left = split[answer]
        assert host.candidates == [game.secrets[number] for number in left] == game.candidates(host.history)
        assert host.over == host.found == (answer == game.win)
    codes = [game.secrets[number] for number in left]
    assert all(twin == host and twin.candidates == codes for twin in twins(host))
    assert host.reveal() == host.secret == codes[0]
    assert all(twin == host and twin.over for twin in twins(host))


@pytest.mark.parametrize("make", [lambda: Host(CLASSIC, "4018"), lambda: AdversarialHost(CLASSIC)])
@pytest.mark.parametrize("which", range(4))
def test_a_copy_is_a_game_of_its_own(make, which):
    host = make()
    host.answer("0123")
    twin, before = twins(host)[which], host.to_json()
    twin.answer("4567")
    twin.reveal()
    assert host.to_json() == before
    assert (host.guesses, host.over, host.secret) == (1, False, None)
    host.answer("8901")
    assert [guess for guess, _ in twin.history] == ["0123", "4567"]
    assert twin.candidates == CLASSIC.candidates(twin.history)


def test_after_the_end_nothing_is_answered():
    for host, how in (Host(CLASSIC, "0123"), "found"), (Host(CLASSIC, "0123"), "given away"):
        host.answer("0123") if how == "found" else host.reveal()
        with pytest.raises(ContradictionError, match=f"the game is over: the secret 0123 is {how}"):
            host.answer("4567")
        assert host.guesses == (how == "found")
        assert (
            repr(host)
            == f"<Host of bulls-and-cows:4x10: {'1 guess' if host.guesses else '0 guesses'}, the secret is 0123>"
        )


def test_the_secret_is_kept():
    host = Host(CLASSIC, "4018")
    host.answer("0123")
    assert repr(host) == "<Host of bulls-and-cows:4x10: 1 guess, open>"
    assert host.game == CLASSIC
    assert repr(AdversarialHost(CLASSIC)) == "<AdversarialHost of bulls-and-cows:4x10: 0 guesses, open>"


def test_secrets_are_drawn():
    # The same on every machine.
    assert [Host(CLASSIC, seed=seed).reveal() for seed in (0, 1, 7, 2**64 - 1)] == ["3179", "6305", "6812", "7138"]
    assert Host(CLASSIC, seed=1) == Host(CLASSIC, seed=1)
    assert len({Host(CLASSIC).reveal() for _ in range(20)}) > 10
    assert {Host(corral.mastermind(1, 3), seed=seed).reveal() for seed in range(30)} == {"1", "2", "3"}
    # No list of the codes is needed.
    huge = corral.bulls_and_cows(12, 36)
    secret = Host(huge, seed=3).reveal()
    assert Host(huge, secret).answer(secret) == Feedback(12, 0)


def test_equality():
    host = Host(CLASSIC, "0123")
    assert host == Host(CLASSIC, ("0", "1", "2", "3")) != Host(CLASSIC, "0124")
    assert host != Host(corral.bulls_and_cows(4, 9), "0123")
    assert AdversarialHost(CLASSIC) != host != "0123"
    other = Host(CLASSIC, "0123")
    other.answer("4567")
    assert host != other
    revealed = Host(CLASSIC, "0123")
    revealed.reveal()
    assert host != revealed
    with pytest.raises(TypeError):
        hash(host)


def test_names_of_several_characters():
    host = Host(PICTURES, "red blue")
    assert host.answer(["blue", "red"]) == (0, 2)
    assert host.history == (("blue red", (0, 2)),)
    assert all(twin == host for twin in twins(host))


def test_guesses_that_are_no_secrets():
    host = Host(NUMBERS, "5")
    assert [host.answer("<4"), host.answer("=4"), host.candidates] == ["no", "no", ["5", "6", "7"]]
    assert all(twin == host for twin in twins(host))
    assert (host.answer(5), host.over, host.secret) == ("win", True, "5")
    unkind = AdversarialHost(NUMBERS)
    assert [unkind.answer(guess) for guess in ("<2", "=2", "=3")] == ["no", "no", "no"]
    assert unkind.candidates == ["4", "5", "6", "7"]
    assert all(twin == unkind for twin in twins(unkind))


def test_a_secret_that_two_guesses_find():
    for guess in "a bat", "surely a bat":
        host = Host(TABLE, "bat")
        assert (host.answer("an owl"), host.answer(guess), host.over) == ("cold", "found", True)
        assert host.secret == "bat"


def test_hard_mode():
    for host in Host(HARD, "rat"), AdversarialHost(HARD):
        assert host.answer("gas") == "BGB"
        with pytest.raises(CodeError, match="'art' may not be guessed"):
            host.answer("art")
        assert host.history == (("gas", "BGB"),)
        assert all(twin == host for twin in twins(host))
    assert Host(HARD, "rat").answer("art") == "YYG"


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("bulls-and-cows:4x10",), ArgumentError, "game is 'bulls-and-cows:4x10'"),
        ((CLASSIC, "0112"), CodeError, "none may repeat"),
        ((CLASSIC, 123), CodeError, "an int has no leading zeros"),
        ((CLASSIC, "0123", 1), ArgumentError, "both a secret and a seed are given"),
        ((CLASSIC, None, "1"), ArgumentError, "seed is '1': expected a whole number"),
        ((CLASSIC, None, True), ArgumentError, "seed is True"),
    ],
)
def test_what_makes_no_host(arguments, error, message):
    with pytest.raises(error, match=message):
        Host(*arguments)


def test_a_guess_that_is_none_changes_nothing():
    for host in Host(CLASSIC, "0123"), AdversarialHost(CLASSIC):
        with pytest.raises(CodeError, match="none may repeat"):
            host.answer("0112")
        assert host.guesses == 0
    with pytest.raises(corral.TooLargeError):
        AdversarialHost(corral.bulls_and_cows(12, 36))


# The text


def test_the_text():
    host = Host(CLASSIC, "4018")
    host.answer("0123")
    assert host.to_json() == (
        '{"format":"corral host","version":1,"game":"bulls-and-cows:4x10","secret":"4018","revealed":false,'
        '"history":[["0123","0,2"]]}'
    )
    unkind = AdversarialHost(CLASSIC)
    unkind.answer("0123")
    assert unkind.to_json() == (
        '{"format":"corral adversarial host","version":1,"game":"bulls-and-cows:4x10","revealed":false,'
        '"history":[["0123","0,1"]]}'
    )


def test_a_game_without_an_id_is_given():
    text = Host(HARD, "ear").to_json()
    assert json.loads(text)["game"].startswith("sha256:")
    assert Host.from_json(text, HARD) == Host(HARD, "ear")
    with pytest.raises(ArgumentError, match="of a host is of a game without an id, such as one of words: expected"):
        Host.from_json(text)
    with pytest.raises(ArgumentError, match=r"the text of a host is of another game, or of other words: .* is given"):
        Host.from_json(text, TABLE)
    with pytest.raises(ArgumentError, match="is of the game 'bulls-and-cows:4x10': mastermind:4x6 is given"):
        Host.from_json(Host(CLASSIC).to_json(), corral.mastermind())
    with pytest.raises(ArgumentError, match="game is 'bulls-and-cows:4x10'"):
        Host.from_json(Host(CLASSIC).to_json(), CLASSIC.id)


GOOD = {
    "format": "corral host",
    "version": 1,
    "game": "bulls-and-cows:4x10",
    "secret": "4018",
    "revealed": False,
    "history": [["0123", "0,2"]],
}


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"format": "corral session"}, ArgumentError, "is not the text of a host: expected a text that `to_json` made"),
        ({"version": 2}, ArgumentError, "the text of a host has version 2: expected 1"),
        ({"version": True}, ArgumentError, "has version True: expected 1"),
        ({"more": 1}, ArgumentError, "has the members .*'more'.*: expected"),
        ({"secret": None}, ArgumentError, "secret in the text of a host is None: expected str"),
        ({"secret": "4"}, CodeError, "has 1 symbols"),
        ({"revealed": 0}, ArgumentError, "revealed in the text of a host is 0: expected bool"),
        ({"game": "chess"}, corral.GameError, "'chess' is no id of a game"),
        ({"game": None}, ArgumentError, "game in the text of a host is None: expected str"),
        ({"history": {}}, ArgumentError, "history in the text of a host is {}: expected list"),
        ({"history": ["0123:0,1"]}, ArgumentError, "step 1 in the text of a host is '0123:0,1': expected a guess and"),
        ({"history": [["0123", None]]}, ArgumentError, "step 1 in the text of a host is"),
        (
            {"history": [["0123", "0,1"]]},
            ArgumentError,
            "step 1 of the host's history: the answer to 0123 is 0,2, not 0,1",
        ),
        ({"history": [["0123", "x"]]}, corral.FeedbackError, "'x' is no feedback"),
        ({"history": [["0112", "0,1"]]}, CodeError, "none may repeat"),
        ({"history": [["4018", "4,0"], ["0123", "0,2"]]}, ContradictionError, "the game is over"),
    ],
)
def test_what_is_no_text_of_a_host(changes, error, message):
    assert Host.from_json(json.dumps(GOOD)).guesses == 1
    with pytest.raises(error, match=message):
        Host.from_json(json.dumps(GOOD | changes))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", None, 7, b"{}", "[" * 100_000])
def test_what_is_no_text(text):
    for kind in Host, AdversarialHost, corral.Session:
        with pytest.raises(ArgumentError, match="is not the text of a"):
            kind.from_json(text)


def test_the_reference_agrees():
    host = AdversarialHost(corral.mastermind(3, 3))
    codes = ["".join(code) for code in reference.all_codes(3, "123", repeats=True)]
    answers = [(guess, tuple(host.answer(guess))) for guess in ("112", "231")]
    assert list(host.candidates) == reference.candidates(codes, answers)
