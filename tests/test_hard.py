"""Hard mode, wherever guesses are asked, taken or judged."""

import json
import pickle

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds import HARD
from plain import heeds

import corral
from corral import ArgumentError, CodeError, cli, reference

PLAYING = ("sieve", "random", *reference.GREEDY)
# From 10 to 40 words of few letters, of which all may be asked and some be the secret.
word_lists = st.lists(st.text("aelst", min_size=3, max_size=3), min_size=10, max_size=40, unique=True)
hard_games = st.builds(
    lambda texts, some: corral.words(texts[: max(1, len(texts) * some // 4)], texts, "wordle", hard=True),
    word_lists,
    st.integers(1, 4),
)


def check_tree(tree):
    """Every guess on every path heeds the answers before it."""
    game = tree.game
    for code in game.secrets:
        path = tree.path(code)
        for step, (guess, _) in enumerate(path):
            assert game.guesses.index(guess) in game.allowed(path[:step])
            assert heeds(path[:step], guess)
        assert path[-1] == (code, game.win)


# Strategies


@settings(max_examples=25)
@given(hard_games, st.sampled_from(PLAYING), st.booleans(), st.integers(0, 99))
def test_every_guess_of_a_tree_is_allowed(game, name, consistent, seed):
    tree = corral.strategy_tree(game, name, consistent=consistent, seed=seed)
    check_tree(tree)
    assert tree.verify().total == tree.total
    found = corral.evaluate(game, name, consistent=consistent, seeds=[seed])
    assert (found.total, found.depth, found.histogram) == (tree.total, tree.depth, tree.histogram)


@settings(max_examples=15)
@given(hard_games, st.sampled_from(PLAYING), st.data())
def test_an_opener_is_asked_where_it_may(game, name, data):
    opener = data.draw(st.lists(st.sampled_from(list(game.guesses)), min_size=1, max_size=2))
    first = opener[0]
    forbidden = len(opener) > 1 and any(
        not heeds([(first, label)], opener[1]) for label in game.partition(first) if label != game.win
    )
    if forbidden:
        for use in corral.strategy_tree, corral.evaluate:
            with pytest.raises(ArgumentError, match=f"the opener asks {opener[1]} after .* does not allow it there"):
                use(game, name, opener=opener)
        return
    tree = corral.strategy_tree(game, name, opener=opener)
    check_tree(tree)
    for code in game.secrets:
        guesses = [guess for guess, _ in tree.path(code)]
        assert guesses[: len(opener)] == opener[: len(guesses)]


def test_the_rule_changes_what_is_asked():
    free = corral.words(list(HARD.secrets), list(HARD.guesses), "wordle")
    for name in reference.GREEDY:
        assert corral.evaluate(HARD, name).histogram != corral.evaluate(free, name).histogram
    # What can be the secret may always be asked.
    for name in "sieve", "random":
        assert corral.evaluate(HARD, name, seeds=5).histogram == corral.evaluate(free, name, seeds=5).histogram
    tree = corral.strategy_tree(HARD, "entropy", consistent=True)
    assert tree.histogram == corral.strategy_tree(free, "entropy", consistent=True).histogram


def test_a_strategy_of_ones_own_is_held_to_the_rule():
    class Reckless:
        def guess(self, history=()):
            return "art" if history == (("gas", "BGB"),) else HARD.candidates(history)[0] if history else "gas"

    told = r"Reckless asks art after \(\('gas', 'BGB'\),\): <game of words: 16 secrets, 21 guesses, wordle, hard> does"
    for use in corral.strategy_tree, corral.evaluate:
        with pytest.raises(ArgumentError, match=told):
            use(HARD, Reckless())
    session = corral.Session(HARD, Reckless())
    session.answer("gas", "BGB")
    with pytest.raises((ArgumentError, CodeError), match="art"):
        session.suggest()


def test_the_exact_search_refuses_it_before_it_is_asked():
    told = "hard>: the search is proven for games in which every guess is always allowed"
    for refused in (
        lambda: corral.strategy(HARD, "optimal"),
        lambda: corral.Session(HARD, "optimal"),
        lambda: corral.strategy_tree(HARD, "optimal"),
        lambda: corral.evaluate(HARD, "optimal"),
        lambda: corral.solve(HARD),
    ):
        with pytest.raises(ArgumentError, match=told):
            refused()


# Sessions and hosts


@settings(max_examples=20)
@given(hard_games, st.sampled_from(PLAYING), st.data())
def test_a_session_takes_and_suggests_what_is_allowed(game, name, data):
    session = corral.Session(game, name)
    host = corral.Host(game, data.draw(st.sampled_from(list(game.secrets))))
    while not session.solved:
        assert heeds(session.history, session.suggest())
        guess = data.draw(st.sampled_from(list(game.guesses)) | st.just(session.suggest()))
        if heeds(session.history, guess):
            session.answer(guess, host.answer(guess))
            continue
        before = pickle.dumps(session), host.to_json()
        for asked in session.explain, lambda guess: session.answer(guess, game.win), host.answer:
            with pytest.raises((CodeError, ArgumentError)):
                asked(guess)
        assert (pickle.dumps(session), host.to_json()) == before
        guess = session.suggest()
        session.answer(guess, host.answer(guess))
    assert session.history == host.history
    assert session.secret == host.secret
    assert corral.Session.from_json(session.to_json(), game) == session
    assert corral.Host.from_json(host.to_json(), game) == host


def test_a_text_of_a_session_that_breaks_the_rule():
    session = corral.Session(HARD)
    session.answer("gas", "BGB")
    session.answer("bat", "BGG")
    text = session.to_json()
    assert corral.Session.from_json(text, HARD) == session
    broken = json.loads(text)
    broken["history"][1] = ["art", "YBG"]
    with pytest.raises(CodeError, match="'art' may not be guessed"):
        corral.Session.from_json(json.dumps(broken), HARD)


# The command line


@pytest.fixture
def game_file(tmp_path):
    secrets, guesses = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    secrets.write_text("\n".join(HARD.secrets), encoding="utf-8")
    guesses.write_text("\n".join(HARD.guesses), encoding="utf-8")
    return f"wordle:{secrets},{guesses}+hard"


def call(*arguments):
    return CliRunner(env={"COLUMNS": "200"}).invoke(cli.cli, arguments, prog_name="corral")


def answer(*arguments):
    result = call(*arguments, "--json")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1), result.stderr
    return json.loads(result.stdout)


def test_the_command_line_obeys_it(game_file):
    found = answer("evaluate", game_file, "--strategy", "minimax")
    assert found["strategies"][0]["histogram"] == list(corral.evaluate(HARD, "minimax").histogram)
    told = answer("analyze", game_file, "gas:BGB bat:BGG")
    assert told["candidates"] == ["cat", "rat", "oat", "eat", "pat"]
    assert '"par"' not in json.dumps(told)
    for wrong in ("solve", game_file), ("evaluate", game_file, "--strategy", "optimal"):
        result = call(*wrong)
        assert result.exit_code == 2
        assert "the search is proven for games in which every guess is always allowed" in result.stderr


def test_all_strategies_on_the_command_line(game_file):
    found = answer("evaluate", game_file, "--strategy", "all", "--seeds", "3")
    assert [one["strategy"] for one in found["strategies"]] == list(PLAYING)
    assert list(found["skipped"]) == ["sweep", "least-similar", "optimal"]
    for one in found["strategies"]:
        expected = corral.evaluate(HARD, one["strategy"], seeds=3)
        assert (one["total"], one["histogram"]) == (expected.total, list(expected.histogram))


def test_a_list_of_words_in_hard_mode(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("\n".join(HARD.secrets), encoding="utf-8")
    hard, free = (corral.words(file, feedback="wordle", hard=hard) for hard in (True, False))
    for text, game in (f"wordle:{file}+hard", hard), (f"wordle:{file}", free):
        [one] = answer("evaluate", text, "--strategy", "minimax")["strategies"]
        assert one["histogram"] == list(corral.evaluate(game, "minimax").histogram)
    result = call("analyze", f"words:{file}+hard")
    assert result.exit_code == 2
    assert "hard mode is one of feedback 'wordle': with 'bulls-and-cows' there is none" in result.stderr
