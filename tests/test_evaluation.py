import signal
import subprocess
import sys
import time
from fractions import Fraction
from math import sqrt
from statistics import stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from peg import bulls_only, reference_codes, rules

import corral
from corral import reference
from corral.evaluation import Evaluation

PEGS = corral.mastermind()
COWS = corral.bulls_and_cows()
SMALL = corral.mastermind(3, 4)


def test_published_figures():
    sieve = corral.evaluate(COWS, "sieve")
    assert (sieve.game, sieve.strategy, sieve.secrets, sieve.games) == (COWS, "sieve", 5040, 5040)
    assert (sieve.total, sieve.depth) == (28024, 9)
    assert sieve.histogram == (1, 13, 108, 596, 1668, 1768, 752, 129, 5)
    assert sieve.mean == 28024 / 5040
    assert (sieve.seeds, sieve.error) == (None, None)
    assert [sieve.within(guesses) for guesses in (0, 1, 9, 100)] == [0, 1 / 5040, 1, 1]
    assert sieve.within(5) == (1 + 13 + 108 + 596 + 1668) / 5040
    assert corral.evaluate(PEGS, "optimal").total == 5626


@given(
    st.sampled_from([game for game in rules(30) if game.length > 1]),
    st.sampled_from(reference.STRATEGIES[1:]),
    st.data(),
)
def test_figures_are_those_of_the_reference(game, name, data):
    if name == "least-similar" and bulls_only(game):
        name = "random"
    codes = reference_codes(game)
    seeds = data.draw(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=3, unique=True))
    weights = data.draw(st.lists(st.fractions(0, 5, max_denominator=9), min_size=len(codes), max_size=len(codes)))
    weights[0] += 1
    found = corral.evaluate(game, name, seeds=seeds, weights=weights)
    if name not in ("random", "least-similar"):
        seeds = [0]
    lengths = [
        (len(path), weights[codes.index(code)])
        for seed in seeds
        for code, path in reference.paths(name, codes, bulls_only=bulls_only(game), seed=seed).items()
    ]
    longest = max(guesses for guesses, _ in lengths)
    assert found.total == sum(guesses * weight for guesses, weight in lengths)
    assert found.depth == len(found.histogram) == longest
    assert found.histogram == tuple(
        sum(weight for guesses, weight in lengths if guesses == number) for number in range(1, longest + 1)
    )
    assert found.mean == pytest.approx(float(found.total / sum(weight for _, weight in lengths)))
    assert found.games == len(lengths)


def test_seeds():
    found = corral.evaluate(PEGS, "random", seeds=20)
    trees = [corral.strategy_tree(PEGS, "random", seed=seed) for seed in range(20)]
    assert found.seeds == tuple(range(20))
    assert found.total == sum(tree.total for tree in trees)
    assert found.depth == max(tree.depth for tree in trees)
    assert found.mean == pytest.approx(sum(tree.mean for tree in trees) / 20)
    assert found.error == pytest.approx(stdev(tree.mean for tree in trees) / sqrt(20))
    assert sum(found.histogram) == found.games == 20 * 1296
    assert found == corral.evaluate(PEGS, "random", seeds=np.arange(20), threads=1)
    assert corral.evaluate(SMALL, "random").seeds == tuple(range(100))
    # An object has a seed of its own, but others may be named.
    made = corral.strategy(PEGS, "random", seed=7)
    alone = corral.evaluate(PEGS, made)
    assert (alone.seeds, alone.total, alone.error) == ((7,), trees[7].total, None)
    assert corral.evaluate(PEGS, made, seeds=20) == found
    assert corral.evaluate(PEGS, "minimax", seeds=20) == corral.evaluate(PEGS, "minimax")


def test_options():
    assert corral.evaluate(PEGS, "minimax", consistent=True).total == 5828
    assert corral.evaluate(PEGS, "minimax", opener="1123").total == 5803
    opened = corral.evaluate(PEGS, "random", seeds=5, opener=["1122", "3456"])
    assert opened.histogram[:2] == (5, 5)
    assert corral.evaluate(PEGS, corral.strategy(PEGS, "random"), seeds=5, opener=["1122", "3456"]) == opened


def test_strategies_of_ones_own():
    class Last:
        def guess(self, history=()):
            return PEGS.candidates(history)[-1]

    mine, sieve = corral.evaluate(PEGS, Last()), corral.evaluate(PEGS, "sieve")
    # All is as for the sieve with the symbols in the other order.
    assert (mine.strategy, mine.histogram, mine.total) == ("Last", sieve.histogram, sieve.total)
    assert corral.evaluate(PEGS, corral.solve(PEGS).tree).histogram == corral.evaluate(PEGS, "optimal").histogram


def test_weights():
    plain = corral.evaluate(PEGS, "entropy")
    halves = corral.evaluate(PEGS, "entropy", weights=[Fraction(1, 2)] * 1296)
    assert (halves.total, halves.mean) == (Fraction(plain.total, 2), plain.mean)
    assert halves.histogram[0] == Fraction(1, 2)
    assert [halves.within(guesses) for guesses in range(7)] == [plain.within(guesses) for guesses in range(7)]
    # What weighs nothing still counts for the worst case.
    first = corral.evaluate(SMALL, "sieve", weights=dict.fromkeys(SMALL.secrets, 0) | {"111": 2})
    assert (first.total, first.mean, first.histogram[:2], len(first.histogram)) == (2, 1.0, (2, 0), first.depth)
    # Beyond 64 bits they are as exact.
    large = corral.evaluate(SMALL, "sieve", weights=[10**30 + number for number in range(64)])
    assert large.total == sum(
        (10**30 + number) * guesses
        for guesses, codes in enumerate(corral.strategy_tree(SMALL, "sieve").found(), 1)
        for number in codes.tolist()
    )
    with pytest.raises(corral.ArgumentError, match="all weights are 0: expected one of the 64 secrets to count"):
        corral.evaluate(SMALL, "sieve", weights=[0] * 64)
    with pytest.raises(corral.ArgumentError, match="63 weights"):
        corral.evaluate(SMALL, "sieve", weights=[1] * 63)


def test_arguments():
    for seeds in 0, -1, 10**9, True, 1.5, "3", [], None.__class__:
        with pytest.raises(
            corral.ArgumentError, match=r"seeds is .*: expected a number of them, 1 to 1000000, or a seq"
        ):
            corral.evaluate(SMALL, "random", seeds=seeds)
    with pytest.raises(corral.ArgumentError, match="seed is -1: expected"):
        corral.evaluate(SMALL, "random", seeds=[1, -1])
    with pytest.raises(corral.ArgumentError, match="expected different ones, or the standard error is none"):
        corral.evaluate(SMALL, "random", seeds=[1, 2, 1])
    with pytest.raises(corral.ArgumentError, match="threads is 0"):
        corral.evaluate(SMALL, "random", threads=0)
    with pytest.raises(corral.ArgumentError, match="strategy is 'knuth'"):
        corral.evaluate(SMALL, "knuth")
    with pytest.raises(corral.ArgumentError, match="game is 'mastermind:4x6'"):
        corral.evaluate("mastermind:4x6", "sieve")
    for guesses in -1, True, 1.0, "1", None:
        with pytest.raises(corral.ArgumentError, match=r"guesses is .*: expected a whole number, 0 or more"):
            corral.evaluate(SMALL, "sieve").within(guesses)


def test_an_evaluation_is_a_value():
    found = corral.evaluate(SMALL, "random", seeds=2)
    assert found == eval(repr(found), {"corral": corral, "Evaluation": Evaluation})
    assert hash(found) == hash(corral.evaluate(SMALL, "random", seeds=2))


# While it works


@pytest.mark.parametrize(("name", "threads"), [("random", 1), ("random", 2), ("sieve", 1)])
def test_progress_and_its_error(name, threads):
    seen = []
    game = corral.bulls_and_cows(6, 9)
    corral.evaluate(game, name, seeds=10, threads=threads, progress=lambda *counts: seen.append(counts))
    assert seen == sorted(seen)
    total = len(game) * (10 if name == "random" else 1)
    assert all(0 <= done <= total == given for done, given in seen)
    if name == "random":
        assert seen[-1] == (total, total)

    def stop_before_the_end(done, total):
        assert done < total
        raise StopIteration

    with pytest.raises(StopIteration):
        corral.evaluate(corral.bulls_and_cows(7, 10), name, seeds=1000, threads=threads, progress=stop_before_the_end)


def test_an_error_of_one_seed_ends_all(monkeypatch):
    game, made = corral.bulls_and_cows(6, 10), corral.strategy(corral.bulls_and_cows(6, 10), "random")
    real = type(made).tree

    def tree(player, progress):
        if player.seed == 1:
            raise MemoryError("no room")
        return real(player, progress)

    monkeypatch.setattr(type(made), "tree", tree)
    with pytest.raises(MemoryError, match="no room"):
        corral.evaluate(game, made, seeds=500, threads=2)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize(("threads", "delay"), [(1, 0.3), (2, 0.01), (2, 0.5)])
def test_interrupt(threads, delay):
    program = (
        "import corral, sys; game = corral.bulls_and_cows(6, 10); game.core\n"
        f"try: print(flush=True); corral.evaluate(game, 'random', seeds=10000, threads={threads})\n"
        "except KeyboardInterrupt: sys.exit(7)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        try:
            process.stdout.readline()
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 7
        finally:
            process.kill()


def test_a_thread_that_cannot_be_started(monkeypatch):
    def start(_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("corral.evaluation.Thread.start", start)
    with pytest.raises(RuntimeError, match="can't start"):
        corral.evaluate(SMALL, "random", seeds=3, threads=2)
