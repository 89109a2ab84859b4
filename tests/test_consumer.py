"""A program as users write one, with the types that they see: mypy checks it strictly against the installed package."""

import pickle
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import corral

GAME = corral.bulls_and_cows(3, 6)


class FirstLeft:
    """A strategy of one's own."""

    def guess(self, history: Iterable[tuple[Any, Any]] = ()) -> str:
        return GAME.candidates(history)[0]


def test_a_game_answers() -> None:
    game = assert_type(corral.game("bulls-and-cows:3x6"), corral.Game)
    assert game == GAME
    answer = assert_type(game.feedback("012", "021"), corral.Feedback | int | str)
    assert isinstance(answer, corral.Feedback)
    assert assert_type(answer.bulls, int) == 1
    assert assert_type(str(answer), str) == "1,2"
    assert_type(game.candidates([("012", answer)]), corral.CodeList)
    assert_type(game.partition("012"), dict[corral.Feedback | int | str, corral.CodeList])
    assert assert_type(game.feedback_table(), NDArray[np.uint8]).shape == (120, 120)


def test_guesses_are_scored() -> None:
    scores = assert_type(corral.score_guesses(GAME, [("012", "1,0"), ("345", (1, None))]), corral.Scores)
    assert assert_type(scores.information, NDArray[np.float64]).max() > 0
    assert assert_type(scores.codes[assert_type(scores.best("entropy"), int)], str) in GAME.guesses
    assert_type(corral.analyze(GAME).fewest, corral.Figures)
    assert assert_type(corral.answer_distribution(GAME, "012"), corral.Answers).candidates_left == 120


def test_trees_are_found_and_kept(tmp_path: Path) -> None:
    def told(progress: corral.Progress) -> None:
        assert_type(progress, corral.Progress)

    solution = assert_type(corral.solve(GAME, "total", threads=1, progress=told), corral.Solution)
    assert assert_type(solution.proven, bool)
    assert_type(corral.solve(GAME, corral.Objective([1, 4, 9], "linear"), time_limit=60.0).stats, corral.Stats)
    tree = assert_type(solution.tree, corral.Tree)
    assert assert_type(tree.verify(), corral.Replay).total == solution.value
    tree.save(tmp_path / "tree.json")
    assert assert_type(corral.Tree.load(tmp_path / "tree.json"), corral.Tree) == tree
    with ThreadPoolExecutor() as pool:
        assert set(pool.map(tree.guess, [()] * 4)) == {tree.guess()}
    assert pickle.loads(pickle.dumps(tree)) == tree


def test_strategies_play() -> None:
    own: corral.Strategy = FirstLeft()
    assert assert_type(corral.evaluate(GAME, own), corral.Evaluation).total == corral.evaluate(GAME, "sieve").total
    named: corral.Strategy = corral.strategy(GAME, "minimax", consistent=True, opener="012")
    session = corral.Session(GAME, named)
    host = corral.Host(GAME, seed=7)
    while not session.solved:
        guess = assert_type(session.suggest(), str)
        session.answer(guess, host.answer(guess))
    assert assert_type(session.secret, str | None) == host.secret
    review = assert_type(corral.review(GAME, [guess for guess, _ in host.history], secret=host.secret), corral.Review)
    assert 0 <= assert_type(review.skill, float) <= 1


def test_errors_are_caught_as_what_they_are() -> None:
    told = ""
    try:
        GAME.candidates([("012", "3,1")])
    except corral.CorralError as error:
        told = str(error)
    assert "3,1" in told
    assert issubclass(corral.FeedbackError, ValueError)
    repairs = assert_type(corral.diagnose(GAME, [("012", "0,0"), ("345", "0,0")]), corral.Diagnosis).repairs
    assert_type(repairs, tuple[corral.Repair, ...])
