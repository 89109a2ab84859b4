"""Positions for the tests: histories, and trees that start after them."""

from hypothesis import strategies as st
from plain import answers, winners

from corral import Tree


def position_tree(game, history):
    """The tree that asks the first of the codes that are left, after a history."""
    guesses, labels, first, sizes = [], [0], [1], []
    waiting = [game.candidate_numbers(history)]
    for left in waiting:
        guesses.append(int(left[0]))
        sizes.append(len(left))
        for label, part in game.partition(game.secrets[int(left[0])], left).items():
            if label != game.win:
                labels.append(game.class_number(label))
                waiting.append(part.numbers)
        first.append(len(waiting))
    return Tree(game, guesses, labels, first, sizes, history=history)


@st.composite
def histories(draw, game, most=3):
    """Steps that some code agrees with, after which the game is not over."""
    secret = draw(st.integers(0, len(game) - 1))
    won = set(winners(game, secret))
    history = []
    for _ in range(draw(st.integers(0, most))):
        allowed = game.allowed(history)
        guesses = [guess for guess in range(len(game.guesses)) if allowed is None or guess in allowed]
        open_ones = [guess for guess in guesses if guess not in won]
        if not open_ones:
            break
        guess = draw(st.sampled_from(open_ones))
        history.append((game.guesses[guess], draw(told_of(answers(game)[guess][secret]))))
    return history


def told_of(answer):
    """An answer, or a part of it, where it has parts."""
    if isinstance(answer, tuple):
        some = st.sampled_from([(None, None), (None, 1), (1, None), (1, 1)])
        return some.map(lambda known: tuple(has and count for has, count in zip(known, answer, strict=True)))
    if isinstance(answer, str) and set(answer) <= set("GYB"):
        return st.integers(0, len(answer)).map(lambda known: answer[:known] + "?" * (len(answer) - known))
    return st.sampled_from([answer, None])
