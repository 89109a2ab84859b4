"""What the command line tells of a game in play: an analysis, a diagnosis, a review."""

from __future__ import annotations

from dataclasses import asdict
from math import log2
from typing import TYPE_CHECKING, Any, Final

from corral import show
from corral.feedback import known_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from corral.analysis import Analysis, Figures
    from corral.answers import Answers
    from corral.diagnosis import Diagnosis
    from corral.position import Step
    from corral.reviews import Review

__all__ = [
    "analysis_document",
    "diagnosis_document",
    "print_analysis",
    "print_diagnosis",
    "print_review",
    "review_document",
]

_SHOWN_CODES: Final = 12
_SHOWN_CHANGES: Final = 20
_BY: Final = {"exact": "calculation", "entropy": "information"}


def _steps(history: Sequence[Step]) -> list[list[str]]:
    return [[guess, known_text(known)] for guess, known in history]


# analyze


def analysis_document(analysis: Analysis, top: int | None, answers: Answers | None) -> dict[str, Any]:
    """Return what JSON tells of an analysis, with so many of the best guesses, and the answers to one."""
    left = analysis.candidates
    document: dict[str, Any] = {
        "game": analysis.game.id,
        "history": _steps(analysis.history),
        "candidates_left": len(left),
        "candidates": list(left[:_SHOWN_CODES]),
        "now": asdict(analysis.now),
        "fewest": asdict(analysis.fewest),
        "by": analysis.by,
        "reason": analysis.reason,
        "best": {criterion: show.best_guess(analysis.scores, criterion) for criterion in show.CRITERIA},
    }
    if top:
        document["top"] = list(map(asdict, analysis.top(top)))
    if answers is not None:
        document["answers"] = {
            "guess": answers.guess,
            "information": answers.information,
            "sizes": {str(label): size for label, size in answers.sizes.items()},
        }
    return document


def print_analysis(console: Console, analysis: Analysis, top: int | None, answers: Answers | None) -> None:
    """Print the same for people."""
    left, codes = analysis.candidates, len(analysis.game)
    if len(left) == 1:
        console.print(f"1 of {codes} codes is left, it is the secret: {left[0]}")
    else:
        console.print(f"{len(left)} of {codes} codes are left, {log2(len(left)):.3f} bits")
        # Two spaces: a code may have single ones in it.
        console.print("  ".join(left[:_SHOWN_CODES]) + "  ..." * (len(left) > _SHOWN_CODES))
        console.print()
        named = {"right now": analysis.now, f"fewest guesses, by {_BY[analysis.by]}": analysis.fewest}
        _print_figures(console, named, len(left))
        console.print(analysis.reason)
        show.print_best(console, analysis.scores)
    if top:
        console.print()
        _print_figures(console, {str(rank): each for rank, each in enumerate(analysis.top(top), 1)}, len(left))
    if answers is not None:
        console.print()
        _print_answers(console, answers)


def _print_figures(console: Console, named: dict[str, Figures], left: int) -> None:
    exact = all(each.worst is not None for each in named.values())
    names = ["guess", "chance", "parts", "largest", "expected size", "bits", *["guesses", "at most"] * exact]
    table = show.rows("", *names, left="")
    for name, each in named.items():
        cells = [
            each.guess,
            f"1/{left}" if each.is_candidate else "0",
            str(each.parts),
            str(each.largest),
            f"{each.expected_size:.3f}",
            f"{each.information:.3f}",
        ]
        if exact:
            cells += [f"{each.expected_guesses:.3f}", str(each.worst)]
        table.add_row(name, *cells)
    console.print(table)


def _print_answers(console: Console, answers: Answers) -> None:
    many = "1 answer" if answers.parts == 1 else f"{answers.parts} answers"
    console.print(f"{answers.guess} has {many}, {answers.information:.3f} bits on average")
    texts = [
        (str(label), str(size), f"{100 * size / answers.candidates_left:.1f} %", f"{answers.bits(label):.3f}")
        for label, size in answers.sizes.items()
    ]
    show.print_bars(console, ("answer", "codes", "share", "bits"), texts, list(answers.sizes.values()))


# diagnose


def diagnosis_document(diagnosis: Diagnosis) -> dict[str, Any]:
    """Return what JSON tells of a diagnosis."""
    return {
        "game": diagnosis.game.id,
        "history": _steps(diagnosis.history),
        "candidates_left": diagnosis.candidates_left,
        "contradiction": diagnosis.contradiction,
        "wrong": diagnosis.wrong,
        "repairs": [
            {
                "steps": repair.steps,
                "changes": [
                    {"answers": list(map(str, change.answers)), "candidates_left": change.candidates_left}
                    for change in repair.changes
                ],
            }
            for repair in diagnosis.repairs
        ],
    }


def print_diagnosis(console: Console, diagnosis: Diagnosis) -> None:
    """Print the same for people."""
    console.print(str(diagnosis))
    if diagnosis.contradiction is None:
        return
    console.print()
    table = show.rows("wrong", "right would be", "codes left", left="right would be")
    told = [(repair, change) for repair in diagnosis.repairs for change in repair.changes]
    for repair, change in told[:_SHOWN_CHANGES]:
        guesses = [diagnosis.history[step - 1][0] for step in repair.steps]
        right = "  ".join(f"{guess}:{label}" for guess, label in zip(guesses, change.answers, strict=True))
        table.add_row(str(repair), right, str(change.candidates_left))
    console.print(table)
    if len(told) > _SHOWN_CHANGES:
        console.print(f"and {len(told) - _SHOWN_CHANGES} more, which --json tells")


# review


def review_document(review: Review) -> dict[str, Any]:
    """Return what JSON tells of a review."""
    return {
        "game": review.game.id,
        "secret": review.secret,
        "solved": review.solved,
        "moves": [
            {
                "guess": move.guess,
                "answer": known_text(move.answer),
                "before": move.before,
                "after": move.after,
                "information": move.information,
                "skill": move.skill,
                "luck": move.luck,
                "lost": move.lost,
                "chosen": asdict(move.chosen),
                "best": asdict(move.best),
                "best_information": move.best_information,
                "by": move.by,
            }
            for move in review.moves
        ],
        "information": review.information,
        "expected": review.expected,
        "best": review.best,
        "skill": review.skill,
        "luck": review.luck,
        "lost": review.lost,
    }


def print_review(console: Console, review: Review) -> None:
    """Print the same for people."""
    names = ("guess", "answer", "codes left", "bits", "expected", "most", "skill", "luck", "lost", "best guess")
    table = show.rows("", *names)
    for step, move in enumerate(review.moves, 1):
        bits = _bits(move.information, move.chosen.information, move.best_information, move.skill, move.luck)
        lost = "" if move.lost is None else f"{move.lost:.3f}"
        best = move.best.guess if move.guess != move.best.guess else ""
        table.add_row(str(step), move.guess, known_text(move.answer), str(move.after), *bits, lost, best)
    bits = _bits(review.information, review.expected, review.best, review.skill, review.luck)
    table.add_row("", "", "", "", *bits, f"{review.lost:.3f}", "")
    console.print(table)
    console.print()
    console.print(f"found with guess {len(review.moves)}" if review.solved else "not found")
    console.print("bits: what the answer told; expected: what it tells on average; most: by the best guess for that")
    console.print("skill: expected of most; luck: bits beyond the expected; lost: guesses, where it could be computed")


def _bits(brought: float, expected: float, most: float, skill: float, luck: float) -> list[str]:
    return [f"{brought:.3f}", f"{expected:.3f}", f"{most:.3f}", f"{100 * skill:.0f} %", f"{luck:+.3f}"]
