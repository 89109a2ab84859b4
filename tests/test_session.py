import copy
import json
import pickle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from kinds import HARD, NUMBERS, TABLE, all_kinds
from peg import small_games
from plain import choose, left_after, may_follow, winners

import corral
from corral import ArgumentError, CodeError, ContradictionError, FeedbackError, Session, reference

STRATEGIES = ("sieve", *reference.GREEDY)
CLASSIC = corral.bulls_and_cows()
KNUTH = corral.mastermind()
PICTURES = corral.bulls_and_cows(2, ["red", "green", "blue"], repeats=True)


def twins(session):
    game = None if session.game.id else session.game
    read = Session.from_json(session.to_json(), game)
    return [copy.copy(session), copy.deepcopy(session), pickle.loads(pickle.dumps(session)), read]


# Whatever is done


class Play(RuleBasedStateMachine):
    """A session beside a plain list of steps."""

    @initialize(game=small_games | all_kinds, strategy=st.sampled_from(STRATEGIES), consistent=st.booleans())
    def start(self, game, strategy, consistent):
        self.game, self.options = game, (strategy, consistent)
        self.session = Session(game, strategy, consistent=consistent)
        self.steps = []

    @property
    def numbered(self):
        return [(self.game.guesses.index(guess), known) for guess, known in self.steps]

    @property
    def left(self):
        return left_after(self.game, self.numbered)

    @property
    def solved(self):
        left = self.left
        return len(left) == 1 and any(guess in winners(self.game, left[0]) for guess, _ in self.numbered)

    @rule(data=st.data())
    def answer(self, data):
        number = data.draw(st.integers(0, len(self.game.guesses) - 1))
        guess = self.game.guesses[number]
        # As some code that is left would answer, or as anybody might.
        asked = self.game.secrets[data.draw(st.sampled_from(self.left))]
        known = data.draw(st.just(self.game.feedback(guess, asked)) | st.sampled_from(self.game.classes))
        if isinstance(known, tuple):
            known = tuple(data.draw(st.sampled_from([count, count, None])) for count in known)
        before = copy.copy(self.session)
        if self.solved:
            with pytest.raises(ContradictionError, match=r"the game is over: the secret .* is found"):
                self.session.answer(guess, known)
        elif number not in may_follow(self.game, self.numbered):
            with pytest.raises(CodeError, match="may not be guessed"):
                self.session.answer(guess, known)
        elif left_after(self.game, [*self.numbered, (number, known)]):
            self.session.answer(guess, known)
            self.steps.append((guess, known))
            return
        elif not left_after(self.game, [(number, known)]):
            with pytest.raises(FeedbackError, match=r"is no answer to .*: expected one of"):
                self.session.answer(guess, known)
        else:
            with pytest.raises(ContradictionError, match=r"explains? it: steps? [0-9]") as error:
                self.session.answer(guess, known)
            assert error.value.prefix == len(self.steps) + 1
        assert self.session == before

    @rule()
    def undo(self):
        if self.steps:
            assert self.session.undo() == self.steps.pop()
        else:
            with pytest.raises(ArgumentError, match="nothing has been asked: there is no answer to take back"):
                self.session.undo()

    @rule()
    def suggest(self):
        if self.solved:
            with pytest.raises(ContradictionError, match=r"the game is over: the secret .* is found"):
                self.session.suggest()
            return
        strategy, consistent = self.options
        expected = choose(self.game, strategy, self.numbered, consistent)
        assert self.session.suggest() == self.game.guesses[expected]

    @precondition(lambda self: not self.solved)
    @rule()
    def explain(self):
        found = self.session.explain()
        assert found.chosen.guess == self.session.suggest()
        assert found.analysis.history == self.session.history
        assert str(found).startswith(self.session.suggest())

    @rule(place=st.integers(0, 3))
    def another(self, place):
        self.session = twins(self.session)[place]

    @invariant()
    def state(self):
        left = [self.game.secrets[number] for number in self.left]
        assert self.session.game == self.game
        assert self.session.history == tuple(self.steps)
        assert self.session.candidates == left == self.game.candidates(self.steps)
        assert self.session.secret == (left[0] if len(left) == 1 else None)
        assert self.session.solved == self.solved


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)


# A game


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("consistent", [False, True])
def test_a_session_plays_as_the_tree_of_its_strategy(strategy, consistent):
    tree = corral.strategy_tree(KNUTH, strategy, consistent=consistent, opener="1123")
    for secret in KNUTH.secrets[::101]:
        session = Session(KNUTH, strategy, consistent=consistent, opener="1123")
        host = corral.Host(KNUTH, secret)
        while not session.solved:
            guess = session.suggest()
            session.answer(guess, host.answer(guess))
        assert session.history == tree.path(secret)
        assert session.secret == host.secret == secret


def test_answers_in_all_forms():
    session = Session(CLASSIC)
    for guess, feedback in ("0123", "1A2B"), (["0", "1", "2", "4"], (1, None)), ("0235", "?,2"), (" 0356", "-"):
        try:
            session.answer(guess, feedback)
        except ContradictionError:
            assert feedback == "-"
    assert session.history == (("0123", (1, 2)), ("0124", (1, None)), ("0235", (None, 2)))
    assert session.candidates == CLASSIC.candidates(session.history)


def test_what_may_have_won_stays_open():
    session = Session(KNUTH, "sieve")
    session.answer("1111", "?,0")
    assert ("1111" in session.candidates, session.solved, session.suggest()) == (True, False, "1111")
    session.answer("1111", "4,?")
    assert (session.solved, session.secret) == (True, "1111")
    assert repr(session) == "<Session of mastermind:4x6, sieve: 2 guesses, solved>"


def test_the_secret_is_known_before_it_is_found():
    session = Session(corral.mastermind(2, 2), "entropy")
    session.answer("11", "1,0")
    session.answer("12", "0,2")
    assert (session.secret, session.solved, session.suggest()) == ("21", False, "21")
    assert session.explain().chosen.expected_guesses == 1
    session.answer("21", "2,0")
    assert session.solved
    for use in session.suggest, session.explain, lambda: session.explain("12"), lambda: session.answer("12", "0,2"):
        with pytest.raises(ContradictionError, match="the game is over: the secret 21 is found") as error:
            use()
        assert error.value.prefix == 3
    assert session.undo() == ("21", (2, 0))
    assert not session.solved


def test_a_contradiction_tells_which_answers_may_be_wrong():
    session = Session(CLASSIC)
    session.answer("0123", "0,0")
    with pytest.raises(ContradictionError) as error:
        session.answer("0123", "0A1B")
    assert str(error.value) == (
        "'0A1B' is no answer to 0123 that a code which is left gives: 1 wrong answer explains it: step 1, or step 2"
    )
    assert error.value.prefix == 2
    assert session.history == (("0123", (0, 0)),)


def test_why_a_guess():
    session = Session(CLASSIC, "minimax")
    session.answer("1234", "1,3")
    assert str(session.explain("1342")) == (
        "1342 is the secret with probability 0.125, has 3 answers and brings 1.406 bits; 3.25 codes are left on"
        " average, 4 at most; 2.875 further guesses on average, 4 at most. The best guess in the end: 0123 cannot be"
        " the secret, has 3 answers and brings 1.500 bits; 3 codes are left on average, 4 at most; 2.75 further guesses"
        " on average, 4 at most."
    )
    assert str(session.explain(session.explain().analysis.top(2)[1].guess)).endswith(". No guess is better in the end.")
    session.undo()
    session.answer("0123", "0,1")
    assert session.explain().chosen.guess == session.suggest()
    assert str(session.explain("4561")).endswith(". No guess is better by the information.")
    assert "The best guess by the information: 1456 is the secret" in str(session.explain("1045"))
    with pytest.raises(CodeError, match="none may repeat"):
        session.explain("0112")


@pytest.mark.parametrize("which", range(4))
def test_a_copy_is_a_game_of_its_own(which):
    session = Session(CLASSIC, "sieve")
    session.answer("0123", "0,1")
    twin, before = twins(session)[which], session.to_json()
    twin.answer("4567", "0,2")
    assert (session.to_json(), len(session.candidates)) == (before, 1440)
    session.answer("1456", "0,1")
    session.undo()
    session.undo()
    assert twin.history == (("0123", (0, 1)), ("4567", (0, 2)))
    assert twin.candidates == CLASSIC.candidates(twin.history)
    assert twin.undo() == ("4567", (0, 2))
    assert len(twin.candidates) == 1440


# Strategies of one's own


class Last:
    def __init__(self, game):
        self.game = game

    def guess(self, history=()):
        assert isinstance(history, tuple)
        return self.game.candidates(history)[-1]

    def __eq__(self, other):
        return isinstance(other, Last)

    __hash__ = None


def test_a_strategy_of_ones_own():
    session = Session(CLASSIC, Last(CLASSIC))
    assert session.suggest() == "9876"
    session.answer("9876", "0,1")
    assert repr(session) == "<Session of bulls-and-cows:4x10, Last: 1 guess, 1440 codes left>"
    assert pickle.loads(pickle.dumps(session)) == copy.copy(session) == session
    with pytest.raises(ArgumentError, match=r"the strategy is .*: only one with a name can be written as JSON"):
        session.to_json()
    tree = corral.strategy_tree(KNUTH, "minimax")
    session = Session(KNUTH, tree)
    session.answer("1122", "1,0")
    assert session.suggest() == tree.guess([("1122", "1,0")])
    session.answer("1122", "1,0")
    with pytest.raises(ContradictionError, match="the tree asks 1344 there"):
        session.suggest()


def test_what_a_strategy_asks_is_checked():
    class Wrong:
        def guess(self, history=()):
            return "0112"

    with pytest.raises(CodeError, match="'0112': '1' at place 3 is there before"):
        Session(CLASSIC, Wrong()).suggest()


# Other games


def test_names_of_several_characters():
    session = Session(PICTURES, "sieve", opener=[("blue", "red"), "red red"])
    assert session.suggest() == "blue red"
    session.answer("blue red", "0,1")
    session.answer(("red", "red"), "1,0")
    assert session.history == (("blue red", (0, 1)), ("red red", (1, 0)))
    assert all(twin == session for twin in twins(session))
    assert session.candidates == ["red green"]


def test_guesses_that_are_no_secrets():
    session = Session(NUMBERS, "entropy")
    assert session.suggest() == ">3"
    session.answer("<4", "yes")
    assert session.candidates == ["0", "1", "2", "3"]
    assert session.suggest() == ">1"
    assert session.explain("=1").chosen.chance == 0.25
    assert session.explain("=5").chosen.chance == 0
    assert all(twin == session for twin in twins(session))
    session.answer(2, "win")
    assert (session.secret, session.solved) == ("2", True)
    assert session.history == (("<4", "yes"), ("=2", "win"))


def test_a_secret_that_two_guesses_find():
    for guess in "a bat", "surely a bat":
        session = Session(TABLE, "sieve", opener=["can it fly?", guess])
        session.answer("can it fly?", "warm")
        assert (session.suggest(), session.solved) == (guess, False)
        session.answer(guess, "found")
        assert (session.secret, session.solved) == ("bat", True)
    # Where it is the last one left, the other guess has not found it.
    session.undo()
    session.answer("an owl", "cold")
    assert (session.secret, session.solved, session.suggest()) == ("bat", False, "a bat")


def test_what_hard_mode_forbids():
    session = Session(HARD, "entropy", opener=["gas", "bat"])
    assert session.suggest() == "gas"
    session.answer("gas", "BGB")
    assert session.suggest() == "bat"
    before = copy.copy(session)
    with pytest.raises(CodeError, match=r"'art' may not be guessed: .* demands that a guess heeds the answers before"):
        session.answer("art", "BBB")
    with pytest.raises(ArgumentError, match="'art' is forbidden by hard mode: a guess heeds"):
        session.explain("art")
    assert session == before
    session.answer("bat", "BGG")
    assert session.candidates == ["cat", "rat", "oat", "eat", "pat"]
    assert session.suggest() == "cat"
    assert all(twin == session for twin in twins(session))
    with pytest.raises(ArgumentError, match="is of a game without an id, such as one of words: expected"):
        Session.from_json(session.to_json())
    free = corral.words(list(HARD.secrets), list(HARD.guesses), "wordle")
    with pytest.raises(ArgumentError, match=r"is of another game, or of other words: .* is given"):
        Session.from_json(session.to_json(), free)


def test_an_opener_that_hard_mode_forbids():
    session = Session(HARD, "entropy", opener=["gas", "art"])
    session.answer("gas", "BGB")
    with pytest.raises(ArgumentError, match=r"the opener asks art after .*: .* does not allow it there"):
        session.suggest()
    # Others may be asked, and after them the strategy goes on.
    session.answer("bat", "BGG")
    assert session.suggest() == "cat"


# What is refused


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (("mastermind:4x6",), {}, ArgumentError, "game is 'mastermind:4x6'"),
        ((KNUTH, "knuth"), {}, ArgumentError, "strategy is 'knuth': expected one of"),
        ((KNUTH, None), {}, ArgumentError, "strategy is None"),
        ((KNUTH,), {"consistent": 1}, ArgumentError, "consistent is 1: expected True or False"),
        ((KNUTH,), {"opener": "1127"}, CodeError, "'7' at place 4"),
        ((KNUTH,), {"seed": "x"}, ArgumentError, "seed is 'x': expected a whole number"),
        ((corral.bulls_and_cows(12, 36),), {}, corral.TooLargeError, "599555620984320000 codes"),
    ],
)
def test_what_makes_no_session(arguments, options, error, message):
    with pytest.raises(error, match=message):
        Session(*arguments, **options)


@pytest.mark.parametrize(
    ("guess", "feedback", "error"),
    [
        ("1127", "0,0", CodeError),
        ("1122", "3,1", FeedbackError),
        ("1122", "x", FeedbackError),
        (1122, "0,0", CodeError),
    ],
)
def test_what_is_refused_changes_nothing(guess, feedback, error):
    session = Session(KNUTH)
    with pytest.raises(error):
        session.answer(guess, feedback)
    assert session == Session(KNUTH)


def test_equality():
    session = Session(KNUTH)
    assert session != Session(KNUTH, "minimax")
    assert session != Session(KNUTH, consistent=True)
    assert session != Session(KNUTH, opener="1122") == Session(KNUTH, opener=["1122"])
    assert session != Session(KNUTH, seed=1)
    assert session != Session(corral.mastermind(4, 5))
    assert session != "mastermind:4x6"
    other = Session(KNUTH)
    other.answer("1122", "0,0")
    assert session != other
    with pytest.raises(TypeError):
        hash(session)


# The text


def test_the_text():
    session = Session(KNUTH, "minimax", consistent=True, opener="1123", seed=5)
    session.answer("1123", (None, 1))
    text = session.to_json()
    assert text == (
        '{"format":"corral session","version":1,"game":"mastermind:4x6","strategy":"minimax","consistent":true,'
        '"opener":["1123"],"seed":5,"history":[["1123","?,1"]]}'
    )
    assert Session.from_json(text) == Session.from_json("\ufeff" + text) == session


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"format": "corral host"}, ArgumentError, "is not the text of a session"),
        ({"strategy": "knuth"}, ArgumentError, "strategy is 'knuth'"),
        ({"strategy": None}, ArgumentError, "strategy in the text of a session is None: expected str"),
        ({"opener": "1122"}, ArgumentError, "opener in the text of a session is '1122': expected list"),
        ({"opener": [1122]}, CodeError, "an int has no leading zeros"),
        ({"seed": 0.5}, ArgumentError, "seed in the text of a session is 0.5: expected int"),
        ({"history": [["1122", "0,0"], ["1122", "0,1"]]}, ContradictionError, "1 wrong answer explains it"),
    ],
)
def test_what_is_no_text_of_a_session(changes, error, message):
    good = json.loads(Session(KNUTH).to_json())
    with pytest.raises(error, match=message):
        Session.from_json(json.dumps(good | changes))


def test_a_text_with_a_member_twice():
    text = Session(KNUTH).to_json()
    with pytest.raises(ArgumentError, match="an object has a member twice"):
        Session.from_json(text.replace('"game":', '"game":"mastermind:2x2","game":'))
