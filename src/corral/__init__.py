"""Solve deduction games: Bulls and Cows, Mastermind and their relatives.

>>> import corral
>>> game = corral.bulls_and_cows()
>>> game.feedback("3094", "0834")
Feedback(bulls=1, cows=2)
>>> len(game.candidates([("0123", "0,1"), ("4561", "0,1")]))
378
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from corral._core import isa
from corral.errors import (
    ArgumentError,
    CheckpointError,
    CodeError,
    ContradictionError,
    CorralError,
    FeedbackError,
    GameError,
    TooLargeError,
    TreeError,
    VerificationError,
)
from corral.feedback import Feedback
from corral.games import Game, bulls_and_cows, from_table, game, mastermind, number, words
from corral.games.codelist import CodeList

if TYPE_CHECKING:
    from corral.analysis import Analysis, Figures, analyze
    from corral.answers import Answers, answer_distribution
    from corral.diagnosis import Change, Diagnosis, Repair, diagnose
    from corral.evaluation import Evaluation, evaluate
    from corral.headers import get_include
    from corral.host import AdversarialHost, Host
    from corral.objectives import OBJECTIVES, Objective
    from corral.plot import plot_comparison, plot_histogram, plot_information
    from corral.reviews import Move, Review, review
    from corral.scores import Scores, score_guesses
    from corral.session import Explanation, Session
    from corral.solver import Progress, Solution, Stats, solve
    from corral.strategies import STRATEGIES, Strategy, strategy, strategy_tree
    from corral.tree import Replay, Tree

__version__ = "0.1.0"

__all__ = [
    "OBJECTIVES",
    "STRATEGIES",
    "AdversarialHost",
    "Analysis",
    "Answers",
    "ArgumentError",
    "Change",
    "CheckpointError",
    "CodeError",
    "CodeList",
    "ContradictionError",
    "CorralError",
    "Diagnosis",
    "Evaluation",
    "Explanation",
    "Feedback",
    "FeedbackError",
    "Figures",
    "Game",
    "GameError",
    "Host",
    "Move",
    "Objective",
    "Progress",
    "Repair",
    "Replay",
    "Review",
    "Scores",
    "Session",
    "Solution",
    "Stats",
    "Strategy",
    "TooLargeError",
    "Tree",
    "TreeError",
    "VerificationError",
    "__version__",
    "analyze",
    "answer_distribution",
    "bulls_and_cows",
    "diagnose",
    "evaluate",
    "from_table",
    "game",
    "get_include",
    "isa",
    "mastermind",
    "number",
    "plot_comparison",
    "plot_histogram",
    "plot_information",
    "review",
    "score_guesses",
    "solve",
    "strategy",
    "strategy_tree",
    "words",
]

# What most programs need is there at once; the rest is loaded when it is first asked for, which halves the time that
# importing takes.
_HOMES: Final = {
    "Analysis": "corral.analysis",
    "Figures": "corral.analysis",
    "analyze": "corral.analysis",
    "Answers": "corral.answers",
    "answer_distribution": "corral.answers",
    "Change": "corral.diagnosis",
    "Diagnosis": "corral.diagnosis",
    "Repair": "corral.diagnosis",
    "diagnose": "corral.diagnosis",
    "Evaluation": "corral.evaluation",
    "evaluate": "corral.evaluation",
    "get_include": "corral.headers",
    "AdversarialHost": "corral.host",
    "Host": "corral.host",
    "OBJECTIVES": "corral.objectives",
    "Objective": "corral.objectives",
    "Move": "corral.reviews",
    "Review": "corral.reviews",
    "plot_comparison": "corral.plot",
    "plot_histogram": "corral.plot",
    "plot_information": "corral.plot",
    "review": "corral.reviews",
    "Scores": "corral.scores",
    "score_guesses": "corral.scores",
    "Explanation": "corral.session",
    "Session": "corral.session",
    "Progress": "corral.solver",
    "Solution": "corral.solver",
    "Stats": "corral.solver",
    "solve": "corral.solver",
    "STRATEGIES": "corral.strategies",
    "Strategy": "corral.strategies",
    "strategy": "corral.strategies",
    "strategy_tree": "corral.strategies",
    "Replay": "corral.tree",
    "Tree": "corral.tree",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'corral' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
