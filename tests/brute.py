"""The exact solver in plain Python: all guesses at every set, no symmetry, no bounds, nothing shared with the core.

A game is a list of rows, one a guess: the class of its answer for every secret; `win` is the class that ends the game.
A cost is anything that adds up and compares, such as an int or a tuple of them, see `plus`.
"""

from functools import cache
from itertools import count

from hypothesis import strategies as st
from peg import rules
from plain import answers


def easy(game):
    """Whether there are few enough sets of secrets; one place has nearly all, bulls alone many."""
    return len(game) <= (7 if game.length == 1 else 16 if game.feedback_rule == "bulls" else 30)


# As many of every length, or most would have one place.
easy_games = st.one_of(
    st.sampled_from([game for game in rules(30) if game.length == length and easy(game)]) for length in range(1, 6)
)


def rows(game):
    """The rows of a game, and the winning class."""
    return answers(game), game.win


def least(table, win, secrets, cost, *, before=0, opener=(), consistent=False, weights=None):
    """The least sum over the secrets of weight times cost(d), where the first guess is guess `before` + 1.

    `cost(d)` is None where guess d is not allowed; then the sum may be None too. With `consistent` a guess wins against
    a secret that is left.
    """
    weights = [1] * len(table[0]) if weights is None else weights
    opener = tuple(opener)

    @cache
    def search(left, depth):
        if depth - before <= len(opener):
            allowed = [opener[depth - before - 1]]
        else:
            allowed = range(len(table))
            if consistent:
                allowed = [guess for guess in allowed if any(table[guess][secret] == win for secret in left)]
        now = cost(depth)
        if now is None:
            return None
        best = None
        for guess in allowed:
            parts = {}
            for secret in left:
                parts.setdefault(table[guess][secret], set()).add(secret)
            # What tells nothing is asked by an opener only.
            if len(parts) == 1 and win not in parts and depth - before > len(opener):
                continue
            found = parts.pop(win, ())
            sums = [scale(now, sum(weights[secret] for secret in found))] if found else []
            for part in parts.values():
                sums.append(search(frozenset(part), depth + 1))
                if sums[-1] is None:
                    break
            else:
                total = plus(sums)
                if best is None or total < best:
                    best = total
        return best

    return search(frozenset(secrets), before + 1)


def scale(cost, weight):
    return tuple(weight * part for part in cost) if isinstance(cost, tuple) else weight * cost


def plus(costs):
    return tuple(map(sum, zip(*costs, strict=True))) if isinstance(costs[0], tuple) else sum(costs)


def optimum(table, win, secrets, objective, **options):
    """What `corral.solve` has to find for an objective given by its name, by the definition of the name."""
    weights = options.get("weights") or [1] * len(table[0])

    def within(depth, cost):
        return least(table, win, secrets, lambda d: cost(d) if d <= depth else None, **options)

    def first_depth(good):
        return next(depth for depth in count(options.get("before", 0) + 1) if good(depth))

    if objective == "total":
        return least(table, win, secrets, lambda d: d, **options)
    if objective.startswith("within:"):
        limit = int(objective.removeprefix("within:"))
        lost = least(table, win, secrets, lambda d: int(d > limit), **options)
        return sum(weights[secret] for secret in secrets) - lost
    if objective == "total,depth":
        total = optimum(table, win, secrets, "total", **options)
        return total, first_depth(lambda depth: within(depth, lambda d: d) == total)
    depth = first_depth(lambda depth: within(depth, lambda d: 0) is not None)
    if objective == "depth":
        return depth
    if objective == "depth,total":
        return depth, within(depth, lambda d: d)
    assert objective == "depth,last"
    return depth, *within(depth, lambda d: (int(d == depth), d))


def cost_of(tree, table, win, classes, secrets, cost, *, before=0, weights=None):
    """The sum that a tree of the core gives, every secret played; None if it asks what `cost` does not allow.

    The labels of the tree are places in `classes`.
    """
    weights = [1] * len(table[0]) if weights is None else weights
    guess, label, first = (list(getattr(tree, name)) for name in ("guess", "label", "first"))
    sums = []
    for secret in secrets:
        node, depth = 0, before + 1
        while (answer := table[guess[node]][secret]) != win:
            children = range(first[node], first[node + 1])
            node = next(child for child in children if classes[label[child]] == answer)
            depth += 1
        if cost(depth) is None:
            return None
        sums.append(scale(cost(depth), weights[secret]))
    return plus(sums)


def relative(steps):
    """The cost of guess d by the steps that the core takes, for `before` = 0."""

    def cost(depth):
        total = 0
        for guess in range(depth - 1):
            step = steps[min(guess, len(steps) - 1)]
            if step is None:
                return None
            total += step
        return total

    return cost
