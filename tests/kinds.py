"""A game of every kind that is no peg game, small enough to be played in plain Python."""

from hypothesis import strategies as st

import corral

NUMBERS = corral.number(0, 7)
"""Guesses are questions, of which only `=n` can win."""

WORDS = corral.words(
    "ape bat cat cow dog eel owl pig rat tap", "tar rap pat bar car ear oar rot cot cog peg pit tip eat", "wordle"
)
"""Half of the guesses are no secrets, and they come first."""

LETTERS = corral.words("noon book door word deed", "moon tree rook dead noon", "bulls-and-cows")
"""Some secrets have a letter twice."""

TABLE = corral.from_table(
    [
        [0, 0, 1, 1, 1, 0],
        [2, 0, 0, 9, 0, 1],
        [9, 1, 2, 0, 0, 0],
        [0, 9, 2, 1, 0, 1],
        [0, 1, 9, 0, 2, 2],
        [0, 0, 1, 9, 2, 1],
        [0, 1, 0, 1, 9, 0],
        [1, 0, 0, 0, 1, 9],
        [9, 2, 1, 2, 0, 0],
    ],
    9,
    guesses=["can it fly?", "a bat", "a fox", "a deer", "an owl", "surely a bat", "an eel", "an ant", "surely a fox"],
    secrets=["fox", "red deer", "owl", "bat", "eel", "ant"],
    labels={0: "cold", 1: "warm", 2: "hot", 9: "found"},
)
"""The fox and the bat have two guesses each that win, in another order than the secrets."""

HARD = corral.words(
    "bat cat rat car tar art oat eat ate tea ear era pat tap apt rap", "gas bar cab tab par", "wordle", hard=True
)
"""In hard mode; some guesses are no secrets."""

FREE = [NUMBERS, WORDS, LETTERS, TABLE]
"""Those in which every guess may follow any other."""

KINDS = [*FREE, HARD]

free_kinds = st.sampled_from(FREE)
all_kinds = st.sampled_from(KINDS)
