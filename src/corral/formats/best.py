"""The best guesses by all criteria as rows of texts, for terminals and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from corral.scores import Scores

__all__ = ["COLUMNS", "CRITERIA", "best_rows"]

CRITERIA: Final = ("minimax", "expected-size", "entropy", "most-parts")

COLUMNS: Final = ("best by", "guess", "parts", "largest", "expected size", "bits", "can be the secret")


def best_rows(scores: Scores) -> list[tuple[str, ...]]:
    """Return a row for each criterion, with a text for each of `COLUMNS`."""
    return [(criterion, *_figures(scores, scores.best(criterion))) for criterion in CRITERIA]


def _figures(scores: Scores, place: int) -> tuple[str, ...]:
    return (
        scores.codes[place],
        str(scores.parts[place]),
        str(scores.largest[place]),
        f"{scores.expected_size[place]:.3f}",
        f"{scores.information[place]:.3f}",
        "yes" if scores.is_candidate[place] else "no",
    )
