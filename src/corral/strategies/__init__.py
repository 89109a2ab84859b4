"""Strategies: by name, or written by users. A module for what all have, `player`, and one for each kind."""

from corral.strategies.named import STRATEGIES, read_strategy, strategy, strategy_tree
from corral.strategies.player import Player, Strategy

__all__ = ["STRATEGIES", "Player", "Strategy", "read_strategy", "strategy", "strategy_tree"]
