"""Whatever is done with a host and with a tree, in any order, beside a plain model. Sessions: test_session.py."""

import copy
import pickle
from tempfile import NamedTemporaryFile

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from kinds import all_kinds, free_kinds
from peg import small_games
from plain import answers, left_after, may_follow, winners
from positions import histories, position_tree

import corral
from corral import AdversarialHost, CodeError, ContradictionError, CorralError, Host, Tree, TreeError


class Answering(RuleBasedStateMachine):
    """A host, or one without a secret, beside a plain list of what it was asked."""

    @initialize(game=small_games | all_kinds, data=st.data())
    def start(self, game, data):
        self.game, self.asked, self.revealed = game, [], False
        number = data.draw(st.none() | st.integers(0, len(game) - 1))
        self.host = AdversarialHost(game) if number is None else Host(game, game.secrets[number])
        self.secrets = list(range(len(game))) if number is None else [number]

    @property
    def over(self):
        return self.revealed or bool(self.asked and self.asked[-1][1] == self.game.win)

    def expected(self, guess):
        """The answer to it, which leaves most of what can be the secret, and what that leaves."""
        parts = {}
        for secret in self.secrets:
            parts.setdefault(answers(self.game)[guess][secret], []).append(secret)
        label = max(self.game.classes, key=lambda label: len(parts.get(label, ())))
        return label, parts[label]

    @rule(data=st.data())
    def answer(self, data):
        guess = data.draw(st.integers(0, len(self.game.guesses) - 1))
        code, before = self.game.guesses[guess], copy.copy(self.host)
        if self.over:
            with pytest.raises(ContradictionError, match=r"the game is over: the secret .* is (found|given away)"):
                self.host.answer(code)
        elif guess not in may_follow(self.game, self.asked):
            with pytest.raises(CodeError, match="may not be guessed"):
                self.host.answer(code)
        else:
            label, left = self.expected(guess)
            assert self.host.answer(code) == label
            self.asked, self.secrets = [*self.asked, (guess, label)], left
            assert self.host != before
            return
        assert self.host == before

    @rule()
    def reveal(self):
        self.revealed = not (self.asked and self.asked[-1][1] == self.game.win)
        assert self.host.reveal() == self.game.secrets[self.secrets[0]]

    @rule(place=st.integers(0, 3))
    def another(self, place):
        read = type(self.host).from_json(self.host.to_json(), None if self.game.id else self.game)
        twins = [copy.copy(self.host), copy.deepcopy(self.host), pickle.loads(pickle.dumps(self.host)), read]
        assert all(twin == self.host for twin in twins)
        self.host = twins[place]

    @invariant()
    def state(self):
        assert self.host.history == tuple((self.game.guesses[guess], label) for guess, label in self.asked)
        assert self.host.over == self.over
        assert self.host.secret == (self.game.secrets[self.secrets[0]] if self.over else None)
        assert [self.game.secrets.index(code) for code in self.host.candidates] == left_after(self.game, self.asked)


class Walking(RuleBasedStateMachine):
    """A tree, and a place in it that is reached by the answers of a secret."""

    @initialize(game=small_games | free_kinds, data=st.data())
    def start(self, game, data):
        self.game = game
        if isinstance(game, corral.games.PegGame):
            self.tree = position_tree(game, data.draw(histories(game, most=1)))
        else:
            self.tree = corral.strategy_tree(game, "entropy")
        self.whole = self.tree
        self.walk = list(self.tree.history)

    @property
    def numbered(self):
        return [(self.game.guesses.index(guess), known) for guess, known in self.walk]

    @property
    def over(self):
        return bool(self.walk) and self.walk[-1][1] == self.game.win

    @precondition(lambda self: not self.over)
    @rule(data=st.data())
    def go_on(self, data):
        left = left_after(self.game, self.numbered)
        guess = self.tree.guess(self.walk)
        answer = answers(self.game)[self.game.guesses.index(guess)][data.draw(st.sampled_from(left))]
        self.walk.append((guess, answer))

    @rule()
    def go_back(self):
        if len(self.walk) > len(self.tree.history):
            self.walk.pop()

    @rule(data=st.data())
    def stray(self, data):
        """Another guess, an answer that is not possible, or the game after its end."""
        guess = data.draw(st.sampled_from(list(self.game.guesses)))
        step = guess, data.draw(st.sampled_from(self.game.classes))
        steps, over = [*self.walk, step], self.over
        asked = [*self.numbered, (self.game.guesses.index(guess), step[1])]
        if (
            not over
            and guess == self.tree.guess(self.walk)
            and step[1] != self.game.win
            and left_after(self.game, asked)
        ):
            assert self.tree.guess(steps) in self.game.guesses
            return
        with pytest.raises(ContradictionError) as error:
            self.tree.guess(steps)
        assert error.value.prefix == len(steps) - over

    @rule(secret=st.integers(0, 10**6))
    def follow(self, secret):
        left = left_after(self.game, [(self.game.guesses.index(guess), known) for guess, known in self.tree.history])
        number = left[secret % len(left)]
        path = self.tree.path(self.game.secrets[number])
        assert path[-1][1] == self.game.win
        assert self.game.guesses.index(path[-1][0]) in winners(self.game, number)
        for steps in range(len(self.tree.history), len(path)):
            assert self.tree.guess(path[:steps]) == path[steps][0]

    @rule(form=st.sampled_from(["pickle", "copy", "file", "text", "compact"]))
    def another(self, form):
        if form == "file":
            with NamedTemporaryFile() as file:
                self.tree.save(file.name)
                made = Tree.load(file.name)
        elif form == "text":
            made = Tree.from_text(self.tree.to_text(), self.game)
        elif form == "compact" and isinstance(self.game, corral.games.PegGame) and not self.tree.history:
            try:
                made = Tree.from_compact(self.tree.to_compact(), self.game)
            except CorralError:
                made = self.tree  # of bulls alone
        else:
            made = copy.deepcopy(self.tree) if form == "copy" else pickle.loads(pickle.dumps(self.tree))
        assert made == self.tree
        assert hash(made) == hash(self.tree)
        self.tree = made

    @rule(
        name=st.sampled_from(["guesses", "labels", "first", "sizes"]),
        place=st.integers(0, 10**6),
        more=st.integers(1, 9),
    )
    def damage(self, name, place, more):
        """A number changed makes another tree or none, and one that finds all secrets only if it is another guess."""
        arrays = {each: np.array(getattr(self.tree, each)) for each in ("guesses", "labels", "first", "sizes")}
        arrays[name][place % len(arrays[name])] += more
        try:
            made = Tree(self.game, **arrays, history=self.tree.history)
            assert made != self.tree
            made.verify()
        except TreeError:
            return
        assert name == "guesses"

    @invariant()
    def state(self):
        assert self.tree == self.whole
        assert self.tree.verify().total == self.tree.total


TestAnswering, TestWalking = Answering.TestCase, Walking.TestCase
TestAnswering.settings = settings(max_examples=10, stateful_step_count=12, deadline=None)
TestWalking.settings = settings(max_examples=10, stateful_step_count=12, deadline=None)


@pytest.mark.slow
@pytest.mark.parametrize("machine", [Answering, Walking])
def test_many(machine):
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(machine, settings=settings(max_examples=300, stateful_step_count=30, deadline=None))
