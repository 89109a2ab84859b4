import copy
import pickle

import pytest

import corral
from corral.errors import shown


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (corral.GameError, ValueError),
        (corral.CodeError, ValueError),
        (corral.FeedbackError, ValueError),
        (corral.ContradictionError, ValueError),
        (corral.ArgumentError, ValueError),
        (corral.TreeError, ValueError),
        (corral.VerificationError, corral.TreeError),
        (corral.TooLargeError, MemoryError),
    ],
)
def test_every_error_is_also_a_builtin_one(error, builtin):
    assert issubclass(error, corral.CorralError)
    assert issubclass(error, builtin)


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_keep_their_attributes_when_copied(twin):
    contradiction = twin(corral.ContradictionError("nothing is left", 2))
    assert (str(contradiction), contradiction.prefix) == ("nothing is left", 2)
    wrong = twin(corral.VerificationError("not found", "0123"))
    assert (str(wrong), wrong.secret) == ("not found", "0123")


class Unprintable:
    def __repr__(self):
        raise RuntimeError


def test_values_are_shown_briefly():
    assert shown("0123") == "'0123'"
    assert shown("0" * 98) == f"'{'0' * 98}'"
    assert shown("0" * 99) == f"'{'0' * 96}..."
    assert shown(10**5000).startswith("<int object at ")
    assert shown(Unprintable()).startswith("<test_errors.Unprintable object at ")
