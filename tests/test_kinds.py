"""Strategies, trees and evaluations on games of every kind, against plain Python."""

import pytest
from brute import optimum, rows
from kinds import FREE, HARD, KINDS, LETTERS, NUMBERS, TABLE, WORDS
from plain import answers, paths, winners

import corral
from corral import reference

NAMED = ["numbers", "words", "letters", "table", "hard"]
DRAWING = ("random", "least-similar")


def applies(game, name):
    return name not in ("sweep", "least-similar", "optimal") or (name == "least-similar" and game is LETTERS)


def asked(tree):
    """The numbers of the guesses at every secret, the winning one last."""
    game = tree.game
    return {
        secret: tuple(game.guesses.index(guess) for guess, _ in tree.path(game.secrets[secret]))
        for secret in range(len(game))
    }


@pytest.mark.parametrize("game", KINDS, ids=NAMED)
def test_answers_are_those_of_plain_python(game):
    table = game.feedback_table()
    for guess, row in enumerate(answers(game)):
        for secret, answer in enumerate(row):
            assert game.feedback(game.guesses[guess], game.secrets[secret]) == answer
            assert game.label(table[guess, secret]) == game.label(game.answer(guess, secret)) == answer
    assert sorted(game.classes[:-1]) == sorted({answer for row in answers(game) for answer in row} - {game.win})


def test_what_is_special_about_these_games():
    assert [len(winners(TABLE, secret)) for secret in range(len(TABLE))] == [2, 1, 1, 2, 1, 1]
    assert winners(NUMBERS, 0) == [16]
    assert winners(WORDS, 0) == [14]
    assert len(HARD.guesses) > len(HARD) > 10


# Strategies


@pytest.mark.parametrize("game", KINDS, ids=NAMED)
@pytest.mark.parametrize("name", [name for name in corral.STRATEGIES if name not in ("sweep", "optimal")])
def test_trees_are_those_of_plain_python(game, name):
    if not applies(game, name):
        with pytest.raises(corral.ArgumentError, match="least-similar compares codes by bulls, then cows"):
            corral.strategy(game, name)
        return
    for consistent in (False, True) if name in reference.GREEDY else (False,):
        # The last guess, a word or a question, and nothing before all others.
        for opener in (), (len(game.guesses) - 1,), (0,):
            options = {"consistent": consistent, "opener": [game.guesses[guess] for guess in opener]}
            player = corral.strategy(game, name, seed=7, **options)
            tree, expected = player.tree(), paths(game, name, consistent, opener, seed=7)
            assert asked(tree) == expected
            lengths = list(map(len, expected.values()))
            histogram = tuple(map(lengths.count, range(1, max(lengths) + 1)))
            replay = tree.verify()
            assert (replay.total, replay.depth, replay.histogram) == (sum(lengths), max(lengths), histogram)
            found = corral.evaluate(game, name, seeds=[7], **options)
            assert (found.total, found.depth, found.histogram) == (sum(lengths), max(lengths), histogram)
            assert found.seeds == ((7,) if name in DRAWING else None)
            for code in game.secrets:
                path = tree.path(code)
                assert [player.guess(path[:step]) for step in range(len(path))] == [guess for guess, _ in path]


@pytest.mark.parametrize("game", KINDS, ids=NAMED)
@pytest.mark.parametrize("name", ["sieve", "random", "minimax", "most-parts"])
def test_weights_count(game, name):
    weights = {code: number % 4 for number, code in enumerate(game.secrets)}
    found = corral.evaluate(game, name, weights=weights, seeds=[1])
    tree = corral.strategy_tree(game, name, seed=1)
    assert found.total == sum(weight * len(tree.path(code)) for code, weight in weights.items())


@pytest.mark.parametrize("game", KINDS, ids=NAMED)
@pytest.mark.parametrize("name", ["sieve", "random", "least-similar", *reference.GREEDY, "optimal"])
def test_consistent_guesses_can_be_the_secret(game, name):
    if not applies(game, name) and (name != "optimal" or game.hard):
        return
    tree = corral.strategy_tree(game, name, consistent=True)
    for code in game.secrets:
        path = tree.path(code)
        for step, (guess, _) in enumerate(path):
            left = game.candidates(path[:step]).numbers.tolist()
            number = game.guesses.index(guess)
            assert any(number in winners(game, secret) for secret in left) or (name, step) == ("least-similar", 0)


def test_a_random_opener_of_words_has_a_letter_twice():
    openers = {corral.strategy_tree(LETTERS, "least-similar", seed=seed).guess() for seed in range(30)}
    assert openers == {"book", "door"}


@pytest.mark.parametrize("game", KINDS, ids=NAMED)
def test_the_naive_player_has_no_such_guesses(game):
    with pytest.raises(corral.ArgumentError, match=r"sweep asks one symbol at all places: .* has no such guesses"):
        corral.strategy(game, "sweep")


# Trees that are proven


@pytest.mark.parametrize("game", FREE, ids=NAMED[:-1])
@pytest.mark.parametrize("objective", ["total", "depth", "depth,total", "total,depth", "within:2", "depth,last"])
def test_optima_are_those_of_brute_force(game, objective):
    table, win = rows(game)
    for consistent in False, True:
        solution = corral.solve(game, objective, consistent=consistent)
        assert solution.proven
        assert solution.value == optimum(table, win, range(len(game)), objective, consistent=consistent)
        solution.tree.verify()


@pytest.mark.parametrize("game", FREE, ids=NAMED[:-1])
def test_optima_of_positions(game):
    table, win = rows(game)
    for guess in range(0, len(game.guesses), 3):
        for label, part in game.partition(game.guesses[guess]).items():
            if label != game.win:
                solution = corral.solve(game, "total", history=[(game.guesses[guess], label)])
                assert solution.value == optimum(table, win, part.numbers.tolist(), "total", before=1)


@pytest.mark.parametrize("game", FREE, ids=NAMED[:-1])
def test_optimal_plays_the_proven_tree(game):
    solution, made = corral.solve(game), corral.strategy(game, "optimal")
    assert corral.strategy_tree(game, "optimal") == solution.tree
    found = corral.evaluate(game, "optimal")
    assert (found.depth, found.total) == solution.value
    for code in game.secrets:
        path = solution.tree.path(code)
        assert [made.guess(path[:step]) for step in range(len(path))] == [guess for guess, _ in path]
    # A guess that is not in the tree.
    other = next(guess for guess in game.guesses if guess != made.guess() and len(game.partition(guess)) > 1)
    label = next(label for label in game.partition(other) if label != game.win)
    assert made.guess([(other, label)]) == corral.solve(game, history=[(other, label)]).tree.guess([(other, label)])


@pytest.mark.parametrize("game", FREE, ids=NAMED[:-1])
def test_sessions_and_hosts_play_a_tree_to_its_end(game):
    for strategy in "entropy", "optimal", corral.solve(game, "total").tree:
        tree = corral.strategy_tree(game, strategy)
        for code in game.secrets:
            session, host = corral.Session(game, strategy), corral.Host(game, code)
            while not session.solved:
                guess = session.suggest()
                session.answer(guess, host.answer(guess))
            assert session.history == host.history == tree.path(code)
            assert session.secret == host.secret == code


@pytest.mark.parametrize("game", FREE, ids=NAMED[:-1])
def test_an_adversary_makes_a_game_no_longer_than_its_worst_case(game):
    for name in "sieve", "minimax", "optimal":
        session, host = corral.Session(game, name), corral.AdversarialHost(game)
        while not host.over:
            guess = session.suggest()
            session.answer(guess, host.answer(guess))
        assert session.solved
        assert host.guesses <= corral.evaluate(game, name).depth
