"""Wherever a code is taken it may be a sequence of names, and never an int."""

import numpy as np
import pytest

import corral
from corral import AdversarialHost, ArgumentError, CodeError, Host, Session

GAMES = [
    corral.bulls_and_cows(2, ["red", "green", "blue"], repeats=True),
    corral.mastermind(2, 3),
    corral.words("ape bat cat cow dog eel owl pig rat"),
]


def after(game, give):
    """A history of one step, whose guess is given in a way of one's own."""
    guess, secret = game.secrets[1], game.secrets[5]
    return [(give(guess), game.feedback(guess, secret))]


def session(game, give):
    made = Session(game, "sieve", opener=[give(game.secrets[2])])
    made.answer(give(game.secrets[1]), after(game, give)[0][1])
    return made.history, made.explain(give(game.secrets[0])).chosen


def host(game, give):
    made = Host(game, give(game.secrets[5]))
    return made.answer(give(game.secrets[1])), made.answer(give(game.secrets[5])), made.secret


def unkind(game, give):
    made = AdversarialHost(game)
    return made.answer(give(game.secrets[1])), made.history


USES = {
    "feedback, the guess": lambda game, give: game.feedback(give(game.secrets[1]), game.secrets[5]),
    "feedback, the secret": lambda game, give: game.feedback(game.secrets[1], give(game.secrets[5])),
    "index": lambda game, give: (game.guesses.index(give(game.secrets[3])), give(game.secrets[3]) in game.secrets),
    "indices": lambda game, give: game.guesses.indices([give(game.secrets[3])]).tolist(),
    "candidates": lambda game, give: list(game.candidates(after(game, give))),
    "partition, the guess": lambda game, give: game.partition(give(game.secrets[1])),
    "partition, the candidates": lambda game, give: game.partition(game.secrets[1], [give(game.secrets[5])]),
    "score_guesses, the history": lambda game, give: corral.score_guesses(game, after(game, give)).parts.tolist(),
    "score_guesses, the guesses": lambda game, give: corral.score_guesses(
        game, guesses=[give(game.secrets[5])]
    ).parts.tolist(),
    "score_guesses, the candidates": lambda game, give: corral.score_guesses(
        game, candidates=[give(game.secrets[5])]
    ).parts.tolist(),
    "answer_distribution": lambda game, give: corral.answer_distribution(game, give(game.secrets[5])),
    "analyze, the history": lambda game, give: corral.analyze(game, after(game, give)).fewest,
    "analyze, the guesses": lambda game, give: corral.analyze(game, guesses=[give(game.secrets[5])]).fewest,
    "figures": lambda game, give: corral.analyze(game).figures(give(game.secrets[5])),
    "answers": lambda game, give: corral.analyze(game).answers(give(game.secrets[5])),
    "diagnose": lambda game, give: corral.diagnose(game, after(game, give)),
    "review, the history": lambda game, give: corral.review(game, after(game, give)),
    "review, the secret": lambda game, give: corral.review(game, [game.secrets[1]], give(game.secrets[5])),
    "solve, the opener": lambda game, give: corral.solve(game, opener=[give(game.secrets[5])]).tree,
    "solve, the history": lambda game, give: corral.solve(game, history=after(game, give)).tree,
    "strategy, the opener": lambda game, give: corral.strategy(game, "minimax", opener=[give(game.secrets[5])]),
    "strategy, the history": lambda game, give: corral.strategy(game, "minimax").guess(after(game, give)),
    "strategy_tree": lambda game, give: corral.strategy_tree(game, "minimax", opener=[give(game.secrets[5])]),
    "evaluate": lambda game, give: corral.evaluate(game, "minimax", opener=[give(game.secrets[5])]),
    "path": lambda game, give: corral.strategy_tree(game, "sieve").path(give(game.secrets[5])),
    "a tree": lambda game, give: corral.strategy_tree(game, "sieve", opener=game.secrets[1]).guess(after(game, give)),
    "a session": session,
    "a host": host,
    "an unkind host": unkind,
}


def names(code):
    return code.split() if " " in code else list(code)


@pytest.mark.parametrize("game", GAMES, ids=["pictures", "pegs", "words"])
@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_codes_are_taken_as_sequences_of_names(game, use):
    expected = use(game, str)
    assert use(game, names) == use(game, lambda code: tuple(names(code))) == expected
    assert use(game, lambda code: f" {code} ") == expected


@pytest.mark.parametrize("game", GAMES, ids=["pictures", "pegs", "words"])
@pytest.mark.parametrize("use", USES.values(), ids=USES)
@pytest.mark.parametrize("kind", [int, np.int64])
def test_codes_are_never_taken_as_ints(game, use, kind):
    with pytest.raises(CodeError):
        use(game, lambda code: kind(game.secrets.index(code)))


@pytest.mark.parametrize("game", GAMES, ids=["pictures", "pegs", "words"])
def test_weights_are_by_codes_in_any_form(game):
    texts = {code: number for number, code in enumerate(game.secrets)}
    sequences = {tuple(names(code)): number for code, number in texts.items()}
    for use in (
        lambda weights: corral.evaluate(game, "sieve", weights=weights),
        lambda weights: corral.solve(game, "total", weights=weights).value,
        lambda weights: corral.analyze(game, weights=weights).now,
    ):
        assert use(texts) == use(sequences)
        with pytest.raises((CodeError, ArgumentError)):
            use(dict(enumerate(range(len(game)))))


def test_one_opener_is_a_text():
    game = GAMES[1]
    assert corral.strategy(game, "sieve", opener="12") == corral.strategy(game, "sieve", opener=["12"])
    # A sequence of names is a sequence of guesses there.
    with pytest.raises(CodeError, match="'1' has 1 symbols: expected 2"):
        corral.strategy(game, "sieve", opener=["1", "2"])
    with pytest.raises(ArgumentError, match="12 is no list of codes"):
        corral.strategy(game, "sieve", opener=12)
