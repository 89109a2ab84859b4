# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=True
"""The binding: check the arguments, release the GIL, call C, translate the status. What it offers: see _core.pyi."""

import os

cimport corral._capi as c
cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS,
    PyBUF_FORMAT,
    PyBUF_ND,
    PyBUF_STRIDES,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport SIZE_MAX, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

__all__ = (
    "LEVELS",
    "MAX_CODES",
    "REDUCTIONS",
    "Codes",
    "Matrix",
    "Rule",
    "Solver",
    "Tree",
    "isa",
    "levels",
    "word_feedback",
)

MAX_CODES = c.CORRAL_MAX_CODES
LEVELS = tuple([c.corral_level_name(<c.corral_level>level).decode() for level in range(c.CORRAL_LEVELS)])
REDUCTIONS = (  # as the enumeration in corral.h
    "unused-symbols",
    "history-symmetry",
    "normal-form",
    "memo",
    "measured-branching",
    "stage-zero",
    "vertical",
    "one-pass",
    "two-level",
    "closed-ends",
    "relaxed",
    "slices",
    "shares",
)
cdef tuple WORD_RULES = ("wordle", "bulls-and-cows", "common")  # as corral_word_rule
cdef tuple STRATEGIES = ("sieve", "random", "minimax", "expected-size", "entropy", "most-parts")  # as corral_strategy


cdef tuple AVAILABLE = LEVELS[:c.corral_best_level() + 1]


def levels():
    return AVAILABLE


def isa():
    return CHOSEN


cdef str chosen_level():
    name = os.environ.get("CORRAL_ISA")
    if not name:
        return AVAILABLE[len(AVAILABLE) - 1]
    if name not in AVAILABLE:
        raise ImportError(f"CORRAL_ISA is {name!r}; this processor runs {', '.join(AVAILABLE)}")
    return name


cdef str CHOSEN = chosen_level()


cdef int check(c.corral_status status) except -1:
    """Raise what a status stands for; a stopped call has an exception of its own, see Poll."""
    if status == c.CORRAL_NO_MEMORY:
        raise MemoryError("not enough memory")
    if status == c.CORRAL_TOO_LARGE:
        raise ValueError(f"more than {MAX_CODES} codes")
    if status == c.CORRAL_TOO_DEEP:
        raise RecursionError(f"more than {c.CORRAL_MAX_DEPTH} guesses in a row, or {c.CORRAL_MAX_STAGES} limits")
    if status == c.CORRAL_OVERFLOW:
        raise OverflowError("weights and costs add up to more than 56 bits")
    if status == c.CORRAL_INVALID:
        raise ValueError("an argument is outside the range of the game")
    return 0


cdef double now() noexcept nogil:
    cdef c.timespec time
    c.timespec_get(&time, c.TIME_UTC)
    return <double>time.tv_sec + 1e-9 * <double>time.tv_nsec


cdef double PERIOD = 0.1  # seconds between two looks at signals and reports of progress


@cython.internal
@cython.final
cdef class Poll:
    """Lets Ctrl-C through a call that has released the GIL, and reports its progress."""

    cdef object progress
    cdef object error
    cdef double last
    cdef double end
    cdef c.corral_poll poll

    def __cinit__(self, progress=None, seconds=None):
        self.progress = progress
        self.last = now()
        self.end = -1.0 if seconds is None else self.last + max(0.0, <double>seconds)
        self.poll.stop = ask
        self.poll.context = <void *>self

    cdef int finish(self, c.corral_status status) except -1:
        if status == c.CORRAL_STOPPED:
            raise self.error
        return check(status)


cdef c.bool ask(void *context, uint64_t done, uint64_t total) noexcept nogil:
    cdef double time = now(), last = (<Poll>context).last, end = (<Poll>context).end
    if 0 <= end <= time:
        return True
    if last <= time < last + PERIOD:  # the clock may be set back
        return False
    with gil:
        return look(<Poll>context, time, done, total)


cdef c.bool look(Poll poll, double time, uint64_t done, uint64_t total) noexcept:
    poll.last = time
    try:
        PyErr_CheckSignals()
        if poll.progress is not None:
            poll.progress(done, total)
    except BaseException as error:
        poll.error = error
        return True
    return False


@cython.internal
@cython.final
cdef class View:
    """The items of a C-contiguous buffer, held as long as this object is."""

    cdef Py_buffer buffer
    cdef bint held
    cdef void *items
    cdef uint64_t count

    def __cinit__(self, obj, tuple formats, Py_ssize_t itemsize, bint writable, str name):
        PyObject_GetBuffer(obj, &self.buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (PyBUF_WRITABLE if writable else 0))
        self.held = True
        given = self.buffer.format.decode() if self.buffer.format != NULL else "B"
        if self.buffer.itemsize != itemsize or given.lstrip("@=") not in formats:
            raise ValueError(f"{name}: expected items of {itemsize} bytes and format {formats[0]}, got {given}")
        self.items = self.buffer.buf
        self.count = <uint64_t>(self.buffer.len // itemsize)

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.buffer)


cdef View view_32(obj, str name, bint writable):
    return View(obj, ("I", "L"), 4, writable, name)


cdef View view_64(obj, str name):
    return View(obj, ("L", "Q"), 8, True, name)


cdef View view_16(obj, str name):
    return View(obj, ("H",), 2, False, name)


cdef int expect(View view, uint64_t count, str name) except -1:
    if view.count != count:
        raise ValueError(f"{name}: expected {count} items, got {view.count}")
    return 0


@cython.internal
@cython.final
cdef class Block:
    """Memory of its own."""

    cdef void *items

    def __cinit__(self, uint64_t size):
        self.items = malloc(<size_t>size + 1) if size < SIZE_MAX // 2 else NULL
        if self.items == NULL:
            raise MemoryError("not enough memory")

    def __dealloc__(self):
        free(self.items)


cdef Block copy_of(View view):
    """A copy, since other threads may write to the buffer while a call runs without the GIL."""
    cdef Block block = Block(<uint64_t>view.buffer.len)
    memcpy(block.items, view.items, <size_t>view.buffer.len)
    return block


@cython.internal
@cython.final
cdef class Numbers:
    """Code numbers, copied; None stands for all, where it is told how many those are."""

    cdef Block block
    cdef const uint32_t *items  # NULL for all, and then only
    cdef uint32_t count

    def __cinit__(self, obj, str name, int64_t everything=-1):
        if obj is None and everything >= 0:
            self.count = <uint32_t>everything
            return
        cdef View view = view_32(obj, name, False)
        if view.count > 0xffffffff:
            raise ValueError(f"{name}: expected less than 2^32 items, got {view.count}")
        self.count = <uint32_t>view.count
        self.block = copy_of(view)
        self.items = <const uint32_t *>self.block.items


cdef Numbers read_candidates(obj, uint32_t secrets):
    """Candidates, ascending and without duplicates, None for all secrets."""
    cdef Numbers numbers = Numbers(obj, "candidates", secrets)
    cdef uint32_t i
    if numbers.items != NULL:
        for i in range(1, numbers.count):
            if numbers.items[i - 1] >= numbers.items[i]:
                raise ValueError("candidates: expected ascending numbers without duplicates")
    return numbers


cdef uint32_t read_guess(number, uint32_t guesses) except? 0xffffffff:
    if not 0 <= number < guesses:
        raise ValueError(f"guess: expected a number from 0 to {guesses - 1}, got {number}")
    return <uint32_t>number


@cython.internal
@cython.final
cdef class Outputs:
    """Where scores go, each None or an array of `length` items."""

    cdef c.corral_scores scores
    cdef list held

    def __cinit__(self, uint64_t length, parts, largest, squares, nlogn):
        self.held = []
        self.scores.parts = <uint32_t *>self.add(parts, "parts", 4, length)
        self.scores.largest = <uint32_t *>self.add(largest, "largest", 4, length)
        self.scores.squares = <uint64_t *>self.add(squares, "squares", 8, length)
        self.scores.nlogn = <uint64_t *>self.add(nlogn, "nlogn", 8, length)

    cdef void *add(self, array, str name, int itemsize, uint64_t length) except? NULL:
        if array is None:
            return NULL
        cdef View view = view_32(array, name, True) if itemsize == 4 else view_64(array, name)
        expect(view, length, name)
        self.held.append(view)
        return view.items


@cython.final
cdef class Rule:
    cdef c.corral_rule rule
    cdef c.corral_classes table

    def __cinit__(self, int places, int symbols, bint repeats, bint leading_zero, bint bulls_only):
        self.rule.places = <uint8_t>places if 0 <= places < 256 else 0
        self.rule.symbols = <uint8_t>symbols if 0 <= symbols < 256 else 0
        self.rule.repeats = repeats
        self.rule.leading_zero = leading_zero
        self.rule.bulls_only = bulls_only
        check(c.corral_rule_check(&self.rule))
        c.corral_classes_of(&self.rule, &self.table)

    def __reduce__(self):
        rule = self.rule
        return Rule, (rule.places, rule.symbols, rule.repeats, rule.leading_zero, rule.bulls_only)

    @property
    def count(self):
        return c.corral_count(&self.rule)

    @property
    def classes(self):
        return tuple([(self.table.bulls[i], self.table.cows[i]) for i in range(self.table.count)])

    def rank(self, bytes code):
        cdef uint64_t number
        self.expect_code(code, &number)
        return number

    def unrank(self, number):
        cdef uint8_t code[c.CORRAL_MAX_PLACES]
        if not 0 <= number < self.count:
            raise IndexError(f"expected a number from 0 to {self.count - 1}, got {number}")
        check(c.corral_unrank(&self.rule, number, code))
        return (<char *>code)[:self.rule.places]

    def feedback(self, bytes guess, bytes secret):
        cdef uint64_t number
        self.expect_code(guess, &number)
        self.expect_code(secret, &number)
        return c.corral_feedback(&self.rule, &self.table, <const uint8_t *><const char *>guess,
                                 <const uint8_t *><const char *>secret)

    cdef int expect_code(self, bytes code, uint64_t *number) except -1:
        if len(code) != self.rule.places:
            raise ValueError(f"expected a code of {self.rule.places} symbols, got {len(code)}")
        return check(c.corral_rank(&self.rule, <const uint8_t *><const char *>code, number))


@cython.internal
@cython.final
cdef class Guesses:
    """Guesses made ready to be scored."""

    cdef c.corral_guesses *guesses

    def __cinit__(self, Codes codes, Numbers numbers):
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_guesses_new(codes.codes, numbers.items, numbers.count, &poll.poll, &self.guesses)
        poll.finish(status)

    def __dealloc__(self):
        c.corral_guesses_free(self.guesses)


@cython.final
cdef class Codes:
    cdef readonly Rule rule
    cdef readonly str level
    cdef c.corral_codes *codes
    cdef Guesses all_guesses  # made at the first use

    def __cinit__(self, Rule rule not None, str level=None):
        self.rule = rule
        self.level = CHOSEN if level is None else level
        if self.level not in AVAILABLE:
            raise ValueError(f"level: expected one of {', '.join(AVAILABLE)}, got {level!r}")
        cdef c.corral_level number = <c.corral_level><int>LEVELS.index(self.level)
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_codes_new(&rule.rule, number, &poll.poll, &self.codes)
        poll.finish(status)

    def __dealloc__(self):
        c.corral_codes_free(self.codes)

    def __reduce__(self):
        return Codes, (self.rule,)  # another machine may have other levels; the results are the same

    def __len__(self):
        return c.corral_codes_count(self.codes)

    cdef uint32_t count(self) noexcept:
        return c.corral_codes_count(self.codes)

    cdef Guesses ready(self):
        with cython.critical_section(self):
            if self.all_guesses is None:
                self.all_guesses = Guesses(self, Numbers(None, "guesses", self.count()))
            return self.all_guesses

    def table(self, out):
        cdef View view = View(out, ("B",), 1, True, "out")
        expect(view, <uint64_t>self.count() * self.count(), "out")
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_table(self.codes, <uint8_t *>view.items, &poll.poll)
        poll.finish(status)

    def split(self, guess, candidates, out):
        cdef uint32_t number = read_guess(guess, self.count())
        cdef Numbers left = read_candidates(candidates, self.count())
        cdef View grouped = view_32(out, "out", True)
        expect(grouped, left.count, "out")
        cdef uint32_t sizes[c.CORRAL_MAX_CLASSES]
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_split(self.codes, number, left.items, left.count, <uint32_t *>grouped.items, sizes,
                                    &poll.poll)
        poll.finish(status)
        return tuple([sizes[i] for i in range(self.rule.table.count)])

    def score(self, candidates, guesses, parts, largest, squares, nlogn):
        cdef Numbers left = read_candidates(candidates, self.count())
        cdef Numbers asked = Numbers(guesses, "guesses", self.count())
        cdef Outputs out = Outputs(asked.count, parts, largest, squares, nlogn)
        cdef Guesses ready = self.ready() if guesses is None else Guesses(self, asked)
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_score(self.codes, ready.guesses, left.items, left.count, &out.scores, &poll.poll)
        poll.finish(status)

    def tree(self, strategy, bint consistent, opener, uint64_t seed, progress):
        if strategy not in STRATEGIES:
            raise ValueError(f"strategy: expected one of {', '.join(STRATEGIES)}, got {strategy!r}")
        cdef c.corral_strategy number = <c.corral_strategy><int>STRATEGIES.index(strategy)
        cdef Numbers first = Numbers(opener, "opener")
        cdef Tree made = Tree.__new__(Tree)
        cdef Poll poll = Poll(progress)
        cdef c.corral_status status
        with nogil:
            status = c.corral_tree_new(self.codes, number, consistent, first.items, first.count, seed,
                                       &poll.poll, &made.tree)
        poll.finish(status)
        return made


@cython.internal
@cython.final
cdef class Array:
    """An array of a tree or a matrix, as a read-only buffer that keeps its owner alive."""

    cdef object owner
    cdef void *items
    cdef bytes format
    cdef Py_ssize_t itemsize
    cdef Py_ssize_t length

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("the array is read-only")
        buffer.obj = self
        buffer.buf = self.items
        buffer.len = self.length * self.itemsize
        buffer.readonly = True
        buffer.itemsize = self.itemsize
        buffer.format = <char *>self.format if flags & PyBUF_FORMAT else NULL
        buffer.ndim = 1
        buffer.shape = &self.length if flags & PyBUF_ND else NULL
        buffer.strides = &self.itemsize if (flags & PyBUF_STRIDES) == PyBUF_STRIDES else NULL
        buffer.suboffsets = NULL
        buffer.internal = NULL


cdef object array_of(owner, void *items, bytes format, Py_ssize_t itemsize, Py_ssize_t length):
    cdef Array array = Array.__new__(Array)
    array.owner = owner
    array.items = items
    array.format = format
    array.itemsize = itemsize
    array.length = length
    return memoryview(array)


@cython.final
cdef class Tree:
    cdef c.corral_tree *tree

    def __init__(self):
        raise TypeError("trees are made by Codes.tree and Solver.tree")

    def __dealloc__(self):
        c.corral_tree_free(self.tree)

    cdef c.corral_tree *arrays(self) except NULL:
        if self.tree == NULL:  # by way of __new__
            raise ValueError("trees are made by Codes.tree and Solver.tree")
        return self.tree

    @property
    def guess(self):
        return array_of(self, self.arrays().guess, b"I", 4, self.tree.nodes)

    @property
    def label(self):
        return array_of(self, self.arrays().label, b"B", 1, self.tree.nodes)

    @property
    def first(self):
        return array_of(self, self.arrays().first, b"I", 4, <Py_ssize_t>self.tree.nodes + 1)

    @property
    def size(self):
        return array_of(self, self.arrays().size, b"I", 4, self.tree.nodes)


cdef c.corral_word_rule read_rule(rule) except *:
    if rule not in WORD_RULES:
        raise ValueError(f"rule: expected one of {', '.join(WORD_RULES)}, got {rule!r}")
    return <c.corral_word_rule><int>WORD_RULES.index(rule)


cdef uint32_t read_length(length) except 0:
    if not 1 <= length <= c.CORRAL_MAX_WORD_LENGTH:
        raise ValueError(f"length: expected 1 to {c.CORRAL_MAX_WORD_LENGTH} symbols, got {length}")
    return <uint32_t>length


cdef uint32_t count_words(View view, uint32_t length, str name) except 0:
    if not view.count or view.count % length or view.count // length > 0xffffffff:
        raise ValueError(f"{name}: expected at least one word, of {length} symbols each, got {view.count} symbols")
    return <uint32_t>(view.count // length)


def word_feedback(guess, secret, rule):
    cdef View asked = view_16(guess, "guess"), hidden = view_16(secret, "secret")
    cdef c.corral_word_rule number = read_rule(rule)
    cdef uint32_t length = read_length(asked.count)
    expect(hidden, length, "secret")
    return c.corral_word_feedback(number, length, <const uint16_t *>asked.items, <const uint16_t *>hidden.items)


@cython.final
cdef class Matrix:
    cdef c.corral_matrix matrix
    cdef Block cells
    cdef Block wins

    def __cinit__(self, table, uint32_t guesses, uint32_t secrets, classes):
        cdef View view
        if not 1 <= classes <= c.CORRAL_MAX_MATRIX_CLASSES:
            raise ValueError(f"classes: expected 1 to {c.CORRAL_MAX_MATRIX_CLASSES}, got {classes}")
        if isinstance(table, Block):  # by of_words
            self.cells = table
        else:
            view = View(table, ("B",), 1, False, "table")
            expect(view, <uint64_t>guesses * secrets, "table")
            self.cells = copy_of(view)
        self.wins = Block(<uint64_t>guesses * sizeof(uint32_t))
        self.matrix.table = <const uint8_t *>self.cells.items
        self.matrix.guesses = guesses
        self.matrix.secrets = secrets
        self.matrix.classes = classes
        cdef uint32_t *found = <uint32_t *>self.wins.items
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_matrix_check(&self.matrix, found, &poll.poll)
        if status == c.CORRAL_INVALID:
            raise ValueError(f"table: expected classes below {classes}, of which each guess gets the last one from one "
                             f"secret at most, and each secret gives it to a guess")
        poll.finish(status)

    @staticmethod
    def of_words(guesses, secrets, length, rule):
        cdef c.corral_word_list words
        words.rule = read_rule(rule)
        words.length = read_length(length)
        cdef View asked = view_16(guesses, "guesses"), hidden = view_16(secrets, "secrets")
        words.guess_count = count_words(asked, words.length, "guesses")
        words.secret_count = count_words(hidden, words.length, "secrets")
        cdef Block asked_words = copy_of(asked), hidden_words = copy_of(hidden)
        words.guesses = <const uint16_t *>asked_words.items
        words.secrets = <const uint16_t *>hidden_words.items
        cdef Block cells = Block(<uint64_t>words.guess_count * words.secret_count)
        cdef uint32_t answers[c.CORRAL_MAX_MATRIX_CLASSES]
        cdef uint32_t classes = 0
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_word_table(&words, <uint8_t *>cells.items, answers, &classes, &poll.poll)
        if status == c.CORRAL_TOO_LARGE:
            raise OverflowError(f"expected up to {c.CORRAL_MAX_MATRIX_CLASSES} different answers, the words have more")
        if status == c.CORRAL_INVALID:
            raise ValueError("secrets: expected words that are among the guesses, got none of them")
        poll.finish(status)
        matrix = Matrix(cells, words.guess_count, words.secret_count, classes)
        return matrix, tuple([answers[i] for i in range(classes)])

    @property
    def guesses(self):
        return self.matrix.guesses

    @property
    def secrets(self):
        return self.matrix.secrets

    @property
    def classes(self):
        return self.matrix.classes

    @property
    def table(self):
        return array_of(self, self.cells.items, b"B", 1, <Py_ssize_t>self.matrix.guesses * self.matrix.secrets)

    @property
    def found(self):
        return array_of(self, self.wins.items, b"I", 4, self.matrix.guesses)

    def split(self, guess, candidates, out):
        cdef uint32_t number = read_guess(guess, self.matrix.guesses)
        cdef Numbers left = read_candidates(candidates, self.matrix.secrets)
        cdef View grouped = view_32(out, "out", True)
        expect(grouped, left.count, "out")
        cdef uint32_t sizes[c.CORRAL_MAX_MATRIX_CLASSES]
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_matrix_split(&self.matrix, number, left.items, left.count, <uint32_t *>grouped.items,
                                           sizes, &poll.poll)
        poll.finish(status)
        return tuple([sizes[i] for i in range(self.matrix.classes)])

    def score(self, candidates, guesses, parts, largest, squares, nlogn):
        cdef Numbers left = read_candidates(candidates, self.matrix.secrets)
        cdef Numbers asked = Numbers(guesses, "guesses", self.matrix.guesses)
        cdef Outputs out = Outputs(asked.count, parts, largest, squares, nlogn)
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_matrix_score(&self.matrix, asked.items, asked.count, left.items, left.count,
                                           &out.scores, &poll.poll)
        poll.finish(status)


@cython.internal
@cython.final
cdef class Schedule:
    """Steps as C sees them; None stands for what is forbidden."""

    cdef c.corral_schedule schedule
    cdef int64_t *steps

    def __cinit__(self, steps):
        steps = tuple(steps)
        if not 0 < len(steps) < 0xffffffff:
            raise ValueError(f"steps: expected at least one, got {len(steps)}")
        self.steps = <int64_t *>malloc(len(steps) * sizeof(int64_t))
        if self.steps == NULL:
            raise MemoryError("not enough memory")
        for i, step in enumerate(steps):
            if step is not None and step < 0:
                raise ValueError(f"steps: expected none below 0, got {step}")
            self.steps[i] = cost_from(step)
        self.schedule.steps = self.steps
        self.schedule.count = <uint32_t>len(steps)

    def __dealloc__(self):
        free(self.steps)


@cython.internal
@cython.final
cdef class Path:
    """The answers that lead to a place, pairs of guess and class number, as C sees them."""

    cdef c.corral_path path
    cdef c.corral_step *steps

    def __cinit__(self, path):
        path = tuple(path)
        if len(path) >= c.CORRAL_MAX_DEPTH:
            raise RecursionError(f"expected less than {c.CORRAL_MAX_DEPTH} answers, got {len(path)}")
        self.steps = <c.corral_step *>malloc((len(path) + 1) * sizeof(c.corral_step))
        if self.steps == NULL:
            raise MemoryError("not enough memory")
        for i, (guess, label) in enumerate(path):
            self.steps[i].guess = guess
            self.steps[i].label = label
        self.path.steps = self.steps
        self.path.count = <uint32_t>len(path)

    def __dealloc__(self):
        free(self.steps)


cdef int64_t cost_from(cost) except? -1:
    if cost is None:
        return c.CORRAL_FORBIDDEN
    if not cost < c.CORRAL_FORBIDDEN:
        raise OverflowError(f"expected costs below {c.CORRAL_FORBIDDEN}, got {cost}")
    return <int64_t>cost


cdef object cost_of(int64_t cost):
    return None if cost >= c.CORRAL_FORBIDDEN else cost


@cython.final
cdef class Solver:
    cdef c.corral_solver *solver
    cdef object game
    cdef bint busy

    def __cinit__(self, game not None, candidates, *, weights=None, history, bint whole, opener, bint consistent,
                  uint64_t memory, uint32_t without=0):
        cdef c.corral_position position
        cdef Numbers left, asked = Numbers(history, "history"), first = Numbers(opener, "opener")
        cdef View weighed = None
        cdef bytes copied
        if without >= c.CORRAL_REDUCTIONS:
            raise ValueError(f"without: expected less than {c.CORRAL_REDUCTIONS}, got {without}")
        self.game = game
        position.codes = NULL
        position.matrix = NULL
        cdef uint32_t secrets
        if isinstance(game, Codes):
            position.codes = (<Codes>game).codes
            secrets = (<Codes>game).count()
        elif isinstance(game, Matrix):
            position.matrix = &(<Matrix>game).matrix
            secrets = (<Matrix>game).matrix.secrets
        else:
            raise TypeError(f"game: expected Codes or a Matrix, got {type(game).__name__}")
        left = read_candidates(candidates, secrets)
        if not left.count:
            raise ValueError("candidates: expected at least one")
        position.candidates = left.items
        position.count = left.count
        position.weights = NULL
        if weights is not None:
            weighed = View(weights, ("L", "Q"), 8, False, "weights")
            expect(weighed, position.count, "weights")
            copied = (<const char *>weighed.items)[:8 * weighed.count]
            position.weights = <const uint64_t *><const char *>copied
        position.history = asked.items
        position.history_count = asked.count
        position.whole = whole
        position.opener = first.items
        position.opener_count = first.count
        position.consistent = consistent
        cdef Poll poll = Poll()
        cdef c.corral_status status
        with nogil:
            status = c.corral_solver_new(&position, memory, without, &poll.poll, &self.solver)
        poll.finish(status)

    def __dealloc__(self):
        c.corral_solver_free(self.solver)

    cdef int enter(self) except -1:
        with cython.critical_section(self):
            if self.busy:
                raise RuntimeError("the solver is at work in another thread, or in its own progress callback")
            self.busy = True
        return 0

    def run(self, steps, *, budget=None, uint32_t threads=1, seconds=None, progress=None):
        cdef Schedule schedule = Schedule(steps)
        cdef int64_t limit = cost_from(budget)
        cdef c.corral_outcome outcome
        cdef Poll poll = Poll(progress, seconds)
        cdef c.corral_status status
        self.enter()
        try:
            with nogil:
                status = c.corral_solver_run(self.solver, &schedule.schedule, limit, threads, &poll.poll,
                                             &outcome)
        finally:
            self.busy = False
        if status != c.CORRAL_STOPPED or poll.error is not None:
            poll.finish(status)
        return cost_of(outcome.value), cost_of(outcome.lower), bool(outcome.ended)

    def tree(self, steps):
        cdef Schedule schedule = Schedule(steps)
        cdef Tree made = Tree.__new__(Tree)
        cdef Poll poll = Poll()
        cdef c.corral_status status
        self.enter()
        try:
            with nogil:
                status = c.corral_solver_tree(self.solver, &schedule.schedule, &poll.poll, &made.tree)
        finally:
            self.busy = False
        poll.finish(status)
        return made

    def guesses(self, steps, path):
        cdef Schedule schedule = Schedule(steps)
        cdef Path place = Path(path)
        cdef Poll poll = Poll()
        cdef c.corral_bounded_guess *guesses = NULL
        cdef uint32_t count = 0
        cdef c.corral_status status
        self.enter()
        try:
            with nogil:
                status = c.corral_solver_guesses(self.solver, &schedule.schedule, place.path, &poll.poll, &guesses,
                                                 &count)
        finally:
            self.busy = False
        poll.finish(status)
        try:
            return [(guesses[i].guess, cost_of(guesses[i].lower)) for i in range(count)]
        finally:
            c.corral_free(guesses)

    def attempt(self, steps, path, guess=None, *, budget=None, uint32_t threads=1, seconds=None, progress=None):
        cdef Schedule schedule = Schedule(steps)
        cdef Path place = Path(path)
        cdef int64_t limit = cost_from(budget)
        cdef uint32_t first = c.CORRAL_ANY_GUESS if guess is None else guess
        cdef c.corral_outcome outcome
        cdef Poll poll = Poll(progress, seconds)
        cdef c.corral_status status
        self.enter()
        try:
            with nogil:
                status = c.corral_solver_try(self.solver, &schedule.schedule, place.path, first, limit, threads,
                                             &poll.poll, &outcome)
        finally:
            self.busy = False
        if status != c.CORRAL_STOPPED or poll.error is not None:
            poll.finish(status)
        return cost_of(outcome.value), cost_of(outcome.lower), bool(outcome.ended)

    def branch(self, steps, path, guess=None, *, bint solved=True):
        cdef Schedule schedule = Schedule(steps)
        cdef Path place = Path(path)
        cdef uint32_t first = c.CORRAL_ANY_GUESS if guess is None else guess
        cdef Tree made = Tree.__new__(Tree)
        cdef Poll poll = Poll()
        cdef c.corral_status status
        self.enter()
        try:
            with nogil:
                status = c.corral_solver_branch(self.solver, &schedule.schedule, place.path, first, solved,
                                                &poll.poll, &made.tree)
        finally:
            self.busy = False
        poll.finish(status)
        return made

    cdef c.corral_solver_stats stats(self) noexcept:
        cdef c.corral_solver_stats stats
        c.corral_solver_get_stats(self.solver, &stats)
        return stats

    @property
    def value(self):
        return cost_of(self.stats().value)

    @property
    def lower(self):
        return cost_of(self.stats().lower)

    @property
    def nodes(self):
        return self.stats().nodes

    @property
    def memo_entries(self):
        return self.stats().memo_entries

    @property
    def memory(self):
        return self.stats().memory


# What other Cython modules call: see _core.pxd

cdef const c.corral_rule *rule_of(object rule) except NULL:
    if not isinstance(rule, Rule):
        raise TypeError(f"expected the rule of a peg game, as game.rule, got {type(rule).__name__}")
    return &(<Rule>rule).rule


cdef const c.corral_codes *codes_of(object core) except NULL:
    if not isinstance(core, Codes):
        raise TypeError(f"expected the codes of a peg game, as game.core, got {type(core).__name__}")
    return (<Codes>core).codes


cdef const c.corral_matrix *matrix_of(object core) except NULL:
    if not isinstance(core, Matrix):
        raise TypeError(f"expected the table of a game that is no peg game, as game.core, got {type(core).__name__}")
    return &(<Matrix>core).matrix


cdef int check_status(c.corral_status status) except -1:
    if status == c.CORRAL_STOPPED:
        raise RuntimeError("stopped by the poll")
    if status < c.CORRAL_OK or status > c.CORRAL_STOPPED:
        raise SystemError(f"{<int>status} is no status of the core")
    return check(status)


cdef uint64_t corral_count(const c.corral_rule *rule) noexcept nogil:
    return c.corral_count(rule)


cdef c.corral_status corral_rank(const c.corral_rule *rule, const uint8_t *code, uint64_t *number) noexcept nogil:
    return c.corral_rank(rule, code, number)


cdef c.corral_status corral_unrank(const c.corral_rule *rule, uint64_t number, uint8_t *code) noexcept nogil:
    return c.corral_unrank(rule, number, code)


cdef void corral_classes_of(const c.corral_rule *rule, c.corral_classes *classes) noexcept nogil:
    c.corral_classes_of(rule, classes)


cdef unsigned corral_feedback(const c.corral_rule *rule, const c.corral_classes *classes, const uint8_t *guess,
                              const uint8_t *secret) noexcept nogil:
    return c.corral_feedback(rule, classes, guess, secret)


cdef uint32_t corral_codes_count(const c.corral_codes *codes) noexcept nogil:
    return c.corral_codes_count(codes)


cdef c.corral_status corral_split(const c.corral_codes *codes, uint32_t guess, const uint32_t *candidates,
                                  uint32_t count, uint32_t *out, uint32_t *sizes,
                                  const c.corral_poll *poll) noexcept nogil:
    return c.corral_split(codes, guess, candidates, count, out, sizes, poll)


cdef c.corral_status corral_guesses_new(const c.corral_codes *codes, const uint32_t *numbers, uint32_t count,
                                        const c.corral_poll *poll, c.corral_guesses **guesses) noexcept nogil:
    return c.corral_guesses_new(codes, numbers, count, poll, guesses)


cdef void corral_guesses_free(c.corral_guesses *guesses) noexcept nogil:
    c.corral_guesses_free(guesses)


cdef c.corral_status corral_score(const c.corral_codes *codes, const c.corral_guesses *guesses,
                                  const uint32_t *candidates, uint32_t count, const c.corral_scores *scores,
                                  const c.corral_poll *poll) noexcept nogil:
    return c.corral_score(codes, guesses, candidates, count, scores, poll)


cdef c.corral_status corral_matrix_split(const c.corral_matrix *matrix, uint32_t guess, const uint32_t *candidates,
                                         uint32_t count, uint32_t *out, uint32_t *sizes,
                                         const c.corral_poll *poll) noexcept nogil:
    return c.corral_matrix_split(matrix, guess, candidates, count, out, sizes, poll)


cdef c.corral_status corral_matrix_score(const c.corral_matrix *matrix, const uint32_t *guesses, uint32_t guess_count,
                                         const uint32_t *candidates, uint32_t count, const c.corral_scores *scores,
                                         const c.corral_poll *poll) noexcept nogil:
    return c.corral_matrix_score(matrix, guesses, guess_count, candidates, count, scores, poll)


cdef uint32_t corral_word_feedback(c.corral_word_rule rule, uint32_t length, const uint16_t *guess,
                                   const uint16_t *secret) noexcept nogil:
    return c.corral_word_feedback(rule, length, guess, secret)
