"""The rules of the modes, without a terminal: matches, their ids, transcripts and sheets."""

import json
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from peg import small_games

import corral
from corral import ArgumentError, CodeError, ContradictionError, FeedbackError
from corral.play.hard import why_refused
from corral.play.levels import Best, default_level, proven_worst_case, strategy_of
from corral.play.match import Match, Result
from corral.play.modes import RULES
from corral.play.settings import LEVELS, MODES, Settings, drawn_seed
from corral.play.share import read_id, write_id
from corral.play.sheet import interval, sheet
from corral.play.transcript import from_json, load, save, to_json

SMALL = corral.mastermind(2, 3)
WORDS = corral.words("crane brace grade crate trace", feedback="wordle", hard=True)
TABLE = corral.from_table([[9, 0, 1], [0, 9, 1], [1, 1, 9]], 9, secrets=["ape", "bat", "cow"])
NUMBERS = corral.number(0, 20)
GAMES = [SMALL, corral.bulls_and_cows(3, 5), corral.mastermind(2, ["red", "blue"]), WORDS, NUMBERS, TABLE]


def new(game, mode, secret=None, **options):
    return Match(Settings(game, mode, **options), secret or (game.secrets[0] if mode == "watch" else None))


def seed_of(game, secret):
    return next(seed for seed in count() if corral.Host(game, seed=seed).reveal() == secret)


def advance(match, answers, choose):
    """Make the next move; `answers` is the secret that a person has."""
    turn = match.turn
    if turn.kind == "guess":
        allowed = match.game.allowed(match.boards[turn.board].history)
        match.guess(match.game.guesses[choose(range(len(match.game.guesses)) if allowed is None else allowed.tolist())])
    elif turn.kind == "answer":
        match.answer(match.game.feedback(turn.guess, answers))
    else:
        match.watch()


# Matches


@given(game=small_games | st.sampled_from(GAMES), mode=st.sampled_from(MODES), data=st.data())
def test_whatever_is_played_is_what_its_moves_say(game, mode, data):
    secret = data.draw(st.sampled_from(game.secrets))
    rounds = data.draw(st.none() | st.integers(1, 4))
    match = new(game, mode, secret if mode == "watch" else None, rounds=rounds, level="sieve", seed=3)
    moves = []
    for _ in range(8):
        if moves and data.draw(st.integers(0, 3)) == 0:
            assert match.undo() == moves.pop()
        elif match.result is None:
            advance(match, secret, lambda numbers: data.draw(st.sampled_from(numbers)))
            moves.append(match.moves[-1])
        assert match.moves == tuple(moves)
        again = from_json(to_json(match), game)
        assert (again.moves, again.turn, again.result) == (match.moves, match.turn, match.result)
        assert to_json(again) == to_json(match)
        assert (match.turn is None) == (match.result is not None)
        if rounds is not None:
            assert len(moves) <= rounds * len(match.players)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("mode", MODES)
def test_every_game_can_be_played_in_every_mode(game, mode):
    match = new(game, mode)
    while match.result is None:
        # People guess as the filter method does.
        turn = match.turn
        advance(match, game.secrets[-1], lambda _, turn=turn: game.guesses.index(suggestion(match, turn)))
    winner = match.result.winner
    assert winner in {seat.name for seat in RULES[mode].seats}
    board = match.boards[match.result.board]
    assert board.solved
    assert match.result.guesses == len(board.history)
    assert match.secret == {"think": None, "watch": game.secrets[0]}.get(mode, corral.Host(game, seed=0).reveal())


def suggestion(match, turn):
    return corral.strategy(match.game, "sieve").guess(match.boards[turn.board].history)


def test_who_has_no_guess_left_has_lost():
    match = new(SMALL, "duel", rounds=1)
    match.guess("33")
    assert match.turn[:4] == ("the computer", "answer", 1, 1)
    match.answer("0,0")
    assert match.result == Result(None, 1, 1)
    with pytest.raises(ArgumentError, match="the match is over: guess is not possible"):
        match.guess("11")
    with pytest.raises(ArgumentError, match="the match is over"):
        match.reveal()


def test_two_people_race_in_turn():
    match = new(SMALL, "hotseat", seed=1)
    names = []
    for guess in "11", "22", "13":
        names.append((match.turn.player, match.turn.number))
        match.guess(guess)
    assert names == [("player 1", 1), ("player 2", 1), ("player 1", 2)]
    assert match.result == Result("player 1", 0, 3)


def test_the_same_settings_are_the_same_game():
    one, other = (new(corral.bulls_and_cows(), "duel", level="easy", seed=11) for _ in range(2))
    assert one.guess("0123") == other.guess("0123")
    assert one.turn == other.turn
    assert drawn_seed() >= 0


@pytest.mark.parametrize("given", [5, None, "guess", Settings])
def test_a_match_is_made_of_settings(given):
    with pytest.raises(ArgumentError, match=r"^settings is .*: expected a corral\.play\.settings\.Settings"):
        Match(given)


def test_ids_are_of_settings_and_texts():
    with pytest.raises(ArgumentError, match=r"^settings is 5: expected"):
        write_id(5)
    with pytest.raises(ArgumentError, match=r"^5 is no id of a game"):
        read_id(5)


def test_a_strategy_is_for_the_computer():
    assert Match(Settings(SMALL, "think"), strategy="sieve").turn.guess == "11"
    with pytest.raises(ArgumentError, match="strategy is 'sieve': expected none, as people guess in hotseat"):
        Match(Settings(SMALL, "hotseat"), strategy="sieve")
    with pytest.raises(ArgumentError, match="strategy is 5: expected one of"):
        Match(Settings(SMALL, "think"), strategy=5)


def test_answers_that_a_question_never_gets_are_no_answers():
    match = new(NUMBERS, "think")
    question = match.turn.guess
    for answer in "win", "w":
        with pytest.raises(FeedbackError, match=f"^'{answer}' is no answer to {question}: expected one of no yes$"):
            match.answer(answer)
    assert match.moves == ()
    match.answer("yes")
    with pytest.raises(FeedbackError, match="expected one of no yes"):
        match.correct({1: "win"})


def test_a_secret_is_told_where_it_is_wanted():
    with pytest.raises(ArgumentError, match="the secret of mode watch is None: expected a secret"):
        Match(Settings(SMALL, "watch"))
    with pytest.raises(ArgumentError, match="the secret of mode guess is '11': expected none"):
        Match(Settings(SMALL), "11")
    with pytest.raises(CodeError):
        Match(Settings(SMALL, "watch"), "19")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "poker"}, "mode is 'poker': expected one of guess, think"),
        ({"level": "god"}, "level is 'god'"),
        ({"mode": np.array(["guess", "x"])}, r"mode is array\(.*: expected one of guess, think"),
        ({"level": ["easy"]}, r"level is \['easy'\]"),
        ({"rounds": 0}, "rounds is 0"),
        ({"rounds": -1}, "rounds is -1"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_settings_that_are_none(options, message):
    with pytest.raises(ArgumentError, match=message):
        Settings(SMALL, **options)


def test_numbers_of_numpy_are_as_good_as_others():
    settings = Settings(SMALL, rounds=np.int64(3), seed=np.uint8(7))
    assert (type(settings.rounds), type(settings.seed)) == (int, int)
    assert from_json(to_json(Match(settings))).settings == settings == Settings(SMALL, rounds=3, seed=7)


def test_giving_up_shows_the_secret():
    match = new(SMALL, "guess", seed=1)
    assert match.secret is None
    assert match.reveal() == match.secret == corral.Host(SMALL, seed=1).reveal()
    assert match.result == Result(None, 0, 0)
    with pytest.raises(ArgumentError, match="there is no secret to give away"):
        new(SMALL, "think").reveal()
    with pytest.raises(ArgumentError, match="nothing has been asked"):
        new(SMALL, "think").undo()


def test_answers_may_be_words():
    match = new(NUMBERS, "think")
    with pytest.raises(ArgumentError, match="the turn is to answer: guess is not possible"):
        match.guess(">3")
    while not match.turn.guess.startswith("="):
        match.answer("n" if match.turn.guess.startswith(">") else "y")
    assert match.answer(" Yes ") == "win"
    match = new(SMALL, "think")
    assert match.answer("win") == match.game.win
    assert match.result == Result("the computer", 0, 1)


def contradicting():
    """A match in which the answers to 0123, 1456 and 4278 do not go together."""
    match = new(corral.bulls_and_cows(), "think")
    for answer in "0,1", "0,1", "1,1", "2,1":
        match.answer(answer)
    with pytest.raises(ContradictionError):
        match.answer("1,0")
    return match


def test_wrong_answers_are_found_and_put_right():
    match = contradicting()
    diagnosis = match.diagnose({5: "1,0"})
    assert [repair.steps for repair in diagnosis.repairs] == [(4,), (5,)]
    before = match.moves
    with pytest.raises(ContradictionError):
        match.correct({3: "1,0", 5: "1,0"})
    with pytest.raises(FeedbackError):
        match.correct({3: "3,1", 5: "1,0"})
    for row in 0, 6:
        with pytest.raises(ArgumentError, match=f"there is no row {row}: expected one from 1 to 5"):
            match.diagnose({5: "1,0", row: "0,0"})
    assert match.moves == before
    match.correct({4: "1,1", 5: "1,0"})
    assert len(match.moves) == 5
    assert match.moves[3][1] == corral.Feedback(1, 1)
    assert match.turn.number == 6
    match.correct({2: "win"})
    assert match.result == Result("the computer", 0, 2)
    with pytest.raises(ArgumentError, match="in mode guess no answers are given by a person"):
        new(SMALL, "guess").correct({1: "0,0"})


def test_answers_in_a_duel_are_put_right():
    match = new(corral.mastermind(), "duel")
    match.guess("1111")
    match.answer("0,0")
    match.guess("2222")
    match.correct({1: "1,0"})
    assert [move[1] for move in match.moves[:2]] == [match.moves[0][1], corral.Feedback(1, 0)]
    assert len(match.moves) == 3


def test_hard_mode_says_what_is_missing():
    match = new(WORDS, "guess", seed=seed_of(WORDS, "crane"))
    assert match.guess("trace") == "BGGYG"
    with pytest.raises(
        CodeError, match="grade may not be guessed: hard mode: c must be in it, as trace in row 1 shows"
    ):
        match.guess("grade")
    match.guess("crate")
    game = corral.words("abbc bbac babb cabb dddd", feedback="wordle", hard=True)
    assert why_refused(game, "abbc", [("babb", "GGGG")]) == "hard mode: b must stay at place 1, as babb in row 1 shows"
    assert why_refused(game, "bbac", [("babb", "YYYY")]) == "hard mode: b must be in it 3 times, as babb in row 1 shows"


@given(st.data())
def test_hard_mode_refuses_what_is_not_allowed(data):
    guesses = st.sampled_from(list(WORDS.guesses))
    secret, history = data.draw(guesses), []
    for guess in data.draw(st.lists(guesses, max_size=3)):
        history.append((guess, WORDS.feedback(guess, secret)))
        allowed = {WORDS.guesses[number] for number in WORDS.allowed(history)}
        assert {word for word in WORDS.guesses if not why_refused(WORDS, word, history)} == allowed


# Large games


LARGE = [corral.mastermind(12, 35), corral.mastermind(8, 12), corral.number(0, 30_000)]


@pytest.mark.parametrize("game", LARGE, ids=str)
@pytest.mark.parametrize("mode", ["guess", "hotseat"])
def test_people_guess_in_games_that_cannot_be_listed(game, mode):
    match = new(game, mode, seed=7)
    first = game.guesses[0]
    assert match.guess(first) == game.feedback(first, corral.Host(game, seed=7).reveal())
    assert match.boards[0].history == match.moves
    with pytest.raises(corral.TooLargeError):
        _ = match.boards[0].candidates
    assert match.undo() == (first, game.feedback(first, corral.Host(game, seed=7).reveal()))
    found = corral.Host(game, seed=7).reveal()
    match.guess(f"={found}" if game is LARGE[2] else found)
    assert (match.result.guesses, match.secret) == (1, found)


@pytest.mark.parametrize("game", LARGE, ids=str)
@pytest.mark.parametrize("mode", ["think", "duel", "watch"])
def test_the_computer_does_not_guess_where_codes_cannot_be_listed(game, mode):
    with pytest.raises(corral.TooLargeError, match=rf"mode is .{mode}.*; expected guess or hotseat, in"):
        new(game, mode)


# Ends


@pytest.mark.parametrize(
    ("mode", "guesses", "alone"),
    [("guess", 1, True), ("hotseat", 1, False), ("hotseat", 2, False), ("watch", 9, False), ("duel", 3, True)],
)
def test_who_found_it_alone(mode, guesses, alone):
    match = new(SMALL, mode, seed=seed_of(SMALL, "13"), secret="13" if mode == "watch" else None)
    for _ in range(guesses):
        assert not match.found_alone
        if match.result is None:
            {
                "guess": lambda: match.guess("13" if len(match.moves) == guesses - 1 else "22"),
                "answer": lambda: match.answer("0,0"),
                "watch": match.watch,
            }[match.turn.kind]()
    assert match.result.winner is not None
    assert match.found_alone is alone
    match.undo()
    assert not match.found_alone


def test_the_computer_finds_nothing_alone():
    match = new(SMALL, "think")
    match.answer("win")
    assert (match.result.winner, match.found_alone) == ("the computer", False)
    match = new(SMALL, "guess", rounds=1, seed=seed_of(SMALL, "13"))
    match.guess("22")
    assert (match.result.winner, match.found_alone) == (None, False)


# Levels


def test_levels():
    assert [strategy_of(SMALL, level) for level in LEVELS[:3]] == ["sweep", "sieve", "entropy"]
    best = strategy_of(SMALL, "optimal")
    assert best.guess() == corral.solve(SMALL).tree.guess()
    assert best.guess([("12", (1, None))]) in SMALL.guesses
    with pytest.raises(ArgumentError, match="is not found within 0 s: expected another level than optimal"):
        Best(corral.bulls_and_cows(), 0)
    assert not best.gave_up
    assert default_level(SMALL) == "entropy"
    assert proven_worst_case(SMALL) == corral.solve(SMALL, "depth").value
    assert proven_worst_case(WORDS) is None
    assert proven_worst_case(corral.mastermind(8, 8)) is None


def test_the_best_play_is_as_good_as_its_tree():
    game, depths = corral.mastermind(3, 3), []
    for secret in game.secrets:
        match = new(game, "watch", secret, level="optimal")
        while match.result is None:
            match.watch()
        depths.append(match.result.guesses)
    assert max(depths) == proven_worst_case(game)
    assert sum(depths) == corral.solve(game).tree.total


# Ids


names = st.lists(st.sampled_from(["a", "b", "ß", "🍎", "red", "blue"]), min_size=2, max_size=4, unique=True)
games = (
    small_games
    | st.builds(lambda names: corral.mastermind(2, names), names)
    | st.builds(lambda low, more: corral.number(low, low + more), st.integers(-(10**9), 10**9), st.integers(0, 10**6))
    | st.sampled_from([WORDS, TABLE, corral.bulls_and_cows(12, 36, leading_zero=False), corral.mastermind(4, 6)])
)


@given(
    game=games,
    mode=st.sampled_from(MODES),
    level=st.sampled_from(LEVELS),
    rounds=st.none() | st.integers(1, 1000),
    seed=st.integers(0, (1 << 64) - 1),
    data=st.data(),
)
def test_an_id_says_all(game, mode, level, rounds, seed, data):
    settings = Settings(game, mode, "entropy" if game.hard else level, rounds, seed)
    text = write_id(settings)
    given = game if game.id is None else data.draw(st.sampled_from([None, game]))
    assert read_id(text, given) == settings
    assert read_id(text.lower().replace("-", " "), given) == settings
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567189"))
    if text[place] not in ("-", letter):
        with pytest.raises(ArgumentError, match="is no id of a game"):
            read_id(text[:place] + letter + text[place + 1 :], given)


@pytest.mark.parametrize("game", [*GAMES, corral.number(-5, 7)], ids=str)
def test_every_kind_of_game_has_an_id(game):
    assert read_id(write_id(Settings(game)), game) == Settings(game)


@given(seed=st.integers(0, 1 << 28), data=st.data())
def test_swapped_letters_are_noticed(seed, data):
    letters = write_id(Settings(SMALL, seed=seed)).replace("-", "")
    place = data.draw(st.integers(1, len(letters) - 1))
    swapped = letters[: place - 1] + letters[place] + letters[place - 1] + letters[place + 1 :]
    if swapped != letters:
        with pytest.raises(ArgumentError, match="is no id of a game"):
            read_id(swapped)


def test_ids_are_short():
    assert len(write_id(Settings(corral.bulls_and_cows(), "guess", seed=(1 << 28) - 1))) == 19


@pytest.mark.parametrize("text", ["", "-", "A", "é", "AAAA", "AAAA-AAAA", "A" * 1000, "🍎"])
def test_texts_that_are_no_id(text):
    with pytest.raises(ArgumentError, match="is no id of a game: a letter may be wrong, or missing"):
        read_id(text)


def test_letters_that_end_in_bits_of_nothing():
    text = write_id(Settings(SMALL))
    assert len(text.replace("-", "")) % 8
    with pytest.raises(ArgumentError, match="is no id of a game"):
        read_id(text[:-1] + chr(ord(text[-1]) + 1))


def test_an_id_of_something_else():
    text = write_id(Settings(WORDS))
    with pytest.raises(ArgumentError, match="game of words, or of another list: name it as GAME"):
        read_id(text)
    with pytest.raises(ArgumentError, match="the id is that of another game than"):
        read_id(text, TABLE)
    with pytest.raises(ArgumentError, match="the id is that of mastermind:2x3: mastermind:4x6 is given"):
        read_id(write_id(Settings(SMALL)), corral.mastermind())


def test_bytes_that_add_up_but_say_nothing(monkeypatch):
    monkeypatch.setattr("corral.play.share._sum", lambda body: b"\0\0")
    # A mode that is none; a peg game of no places; too little; too much.
    for text in "PQAA AAAA", "AAAA AAAA AAAA", "AAAA AAA", "KEAA AAAA AAAA AAAA AAAA":
        with pytest.raises(ArgumentError, match="is no id of a game"):
            read_id(text)


# Transcripts


def test_a_match_is_kept(tmp_path):
    match, file = new(WORDS, "guess", seed=seed_of(WORDS, "crane")), tmp_path / "game"
    match.guess("trace")
    match.undo()
    match.guess("crate")
    match.hints = 2
    match.reveal()
    save(match, file)
    again = load(file, WORDS)
    assert (again.moves, again.hints, again.undone, again.revealed) == (match.moves, 2, 1, True)
    with pytest.raises(ArgumentError, match=f"{file}: the text of a match is of a game without an id"):
        load(file)


def damaged(**changes):
    match = new(SMALL, "duel", seed=1)
    match.guess("11")
    match.answer("0,0")
    return json.dumps(json.loads(to_json(match)) | changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mode": "poker"}, "mode is 'poker'"),
        ({"rounds": 0}, "rounds is 0"),
        ({"rounds": True}, "rounds in the text of a match is True: expected int or NoneType"),
        ({"secret": "11"}, "the secret of mode duel is '11': expected none"),
        ({"hints": -1}, "hints is -1: expected a whole number"),
        ({"history": [["11", "0,0"]]}, "step 1 in the text of a match: the answer to '11' is 1,0, not '0,0'"),
        ({"history": [["19", "0,0"]]}, "step 1 in the text of a match: '19'"),
        ({"history": [["11", "1,0"], ["11", "5,0"]]}, "step 2 in the text of a match: '5,0'"),
        ({"history": [["13", "2,0"], ["11", "0,0"]]}, "step 2 in the text of a match: the match is over: '11' comes"),
        ({"game": "mastermind:2x2"}, "step 2 in the text"),
    ],
)
def test_transcripts_that_cannot_be(tmp_path, changes, message):
    file = tmp_path / "game"
    file.write_text(damaged(**changes))
    with pytest.raises(ArgumentError, match=message) as error:
        load(file)
    assert str(error.value).startswith(f"{file}: ")


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"format":"corral session","version":1}'])
def test_files_that_are_no_transcripts(tmp_path, data):
    file = tmp_path / "game"
    file.write_bytes(data)
    with pytest.raises(ArgumentError, match=str(file)):
        load(file)


# Sheets


@given(game=small_games, data=st.data())
def test_a_sheet_marks_what_can_be(game, data):
    left = game.candidates([(guess := game.guesses[0], game.feedback(guess, data.draw(st.sampled_from(game.secrets))))])
    _, *lines, _ = sheet(game, left)
    for symbol, line in zip(game.symbols, lines, strict=True):
        marks = line.split()[1:]
        for place in range(game.length):
            there = {code[place] == symbol for code in left}
            assert marks[place] == {(True,): "+", (False,): "."}.get(tuple(there), "?")
        assert marks[-1] == {(True,): "+", (False,): "."}.get(tuple({symbol in code for code in left}), "?")


def test_sheets_of_other_games():
    assert sheet(WORDS, WORDS.candidates([("trace", "BGGYG")])) == [
        "place 1: only c",
        "place 2: only r",
        "place 3: only a",
        "place 4: only n",
        "place 5: only e",
        "in the word: a c e n r",
        "perhaps: -",
    ]
    assert sheet(WORDS, WORDS.secrets)[0] == "place 1: b c g t"
    assert sheet(TABLE, TABLE.secrets) == ["left: ape  bat  cow"]
    assert sheet(NUMBERS, NUMBERS.candidates([(">3", "yes")])) == ["4..20, 17 numbers"]
    assert interval(NUMBERS.candidates([(">3", "yes"), (">4", "no")])) == "4, the only one"
    large = corral.from_table([[1 + (i != j) for j in range(30)] for i in range(30)], 1)
    assert sheet(large, large.secrets)[0].endswith("19 and 10 more")
    huge = corral.mastermind(7, 6)
    assert sheet(huge, huge.secrets) == ["279936 codes are left: too many for a sheet"]


def test_hard_mode_has_no_optimal_level():
    game = corral.words("crane brace grade", feedback="wordle", hard=True)
    with pytest.raises(
        corral.ArgumentError,
        match="level is 'optimal': there is no exact search in hard mode, expected entropy or below",
    ):
        Settings(game, "think", "optimal")
