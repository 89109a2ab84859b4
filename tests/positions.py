"""Positions for the tests: histories, and trees that start after them."""

from hypothesis import assume
from hypothesis import strategies as st

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
    if len(game) == 1:
        return []
    secret = draw(st.integers(0, len(game) - 1))
    history = []
    for _ in range(draw(st.integers(0, most))):
        guess = draw(st.integers(0, len(game) - 1).filter(lambda number: number != secret))
        answer = game.feedback(game.secrets[guess], game.secrets[secret])
        if isinstance(answer, int):
            answer = draw(st.sampled_from([answer, None]))
        else:
            known = draw(st.sampled_from([(None, None), (None, 1), (1, None), (1, 1)]))
            answer = tuple(has and count for has, count in zip(known, answer, strict=True))
        history.append((game.secrets[guess], answer))
    left = game.candidate_numbers(history)
    assume(len(left) > 1 or game.secrets[int(left[0])] not in dict(history))
    return history
