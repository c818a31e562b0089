"""How strong players are, from games between them: Elo by Bradley and Terry, and a test that stops when it knows.

The unit is a swapped pair: two games with the same dice, each player once on each side. Its score is the share of
the two games' points, a draw half a point: 0, ¼, ½, ¾ or 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Literal, NamedTuple

from grognard.engine.book import BadInput
from grognard.lab.stats import Z95

ELO = 400 / log(10)
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
ROUNDS = 200
FARTHEST = 2000
"""Elos of a test beyond this mean nothing: 2000 are one point of 100,000."""
UNSEEN = 1e-3
Pairing = tuple[str, str]
Matrix = list[list[float]]


class Rating(NamedTuple):
    """A player's Elo above the one all are measured from, with its 95 % interval."""

    player: str
    elo: float
    low: float
    high: float


def expected(elo: float) -> float:
    """The share of points of a player who is so much stronger."""
    return 1 / (1 + exp(-elo / ELO))


def ratings(players: Sequence[str], scores: Mapping[Pairing, Sequence[float]], anchor: str) -> list[Rating]:
    """The ratings most likely to give these scores of pairs, each the score of the player named first.

    Every two who have met are given one drawn game more than they played, so that somebody who never lost is not
    rated endlessly. Games of a pair share their dice and are not independent: the error is worked out both from
    single games and from whole pairs, and the larger is told.
    """
    others = [player for player in players if player != anchor]
    place = {player: at for at, player in enumerate(others)}
    strength = [0.0] * len(others)
    for _ in range(ROUNDS):
        slope, curve, _ = _pull(place, strength, scores)
        step = _times(_inverse(curve), slope)
        biggest = max((abs(part) for part in step), default=0.0)
        strength = [now + part * min(1.0, 1.0 / max(biggest, 1e-12)) for now, part in zip(strength, step)]
        if biggest < 1e-10:
            break
    _, curve, spread = _pull(place, strength, scores)
    games = _inverse(curve)
    pairs = _product(_product(games, spread), games)
    found = [Rating(anchor, 0.0, 0.0, 0.0)]
    for player, at in place.items():
        error = Z95 * sqrt(max(games[at][at], pairs[at][at])) * ELO
        elo = strength[at] * ELO
        found.append(Rating(player, elo, elo - error, elo + error))
    return sorted(found, key=lambda rating: (-rating.elo, rating.player))


def _pull(
    place: Mapping[str, int], strength: Sequence[float], scores: Mapping[Pairing, Sequence[float]]
) -> tuple[list[float], Matrix, Matrix]:
    """The slope of the likelihood, its curvature, and how the slopes of single pairs spread."""
    size = len(place)
    slope, curve, spread = [0.0] * size, _zeros(size), _zeros(size)
    for (first, second), listed in scores.items():
        if not listed:
            continue
        ends = [(place[who], sign) for who, sign in ((first, 1), (second, -1)) if who in place]
        chance = 1 / (1 + exp(-sum(sign * strength[at] for at, sign in ends)))
        games = 2 * len(listed) + 1
        pull = 2 * sum(listed) + 0.5 - games * chance
        noise = sum((2 * (score - chance)) ** 2 for score in listed)
        for at, sign in ends:
            slope[at] += sign * pull
            for to, other in ends:
                curve[at][to] += sign * other * games * chance * (1 - chance)
                spread[at][to] += sign * other * noise
    for at in range(size):
        curve[at][at] += 1e-9  # somebody who has met nobody
    return slope, curve, spread


def _zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(part * other for part, other in zip(row, vector)) for row in matrix]


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in left]


def _inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan; the matrices here are small, symmetric and positive."""
    size = len(matrix)
    rows = [[*row, *(float(at == to) for to in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        head = rows[at][at]
        rows[at] = [value / head for value in rows[at]]
        for to in range(size):
            if to != at and rows[to][at]:
                factor = rows[to][at]
                rows[to] = [value - factor * taken for value, taken in zip(rows[to], rows[at])]
    return [row[size:] for row in rows]


# ---- is the new one stronger?


class Sprt(NamedTuple):
    """A sequential test: that a player is `elo0` stronger at most, against that it is `elo1` or more."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance to call a player stronger that is not."""
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it is settled."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Sequence[float]) -> float:
        """How much likelier `elo1` makes these scores of pairs than `elo0`, as a logarithm.

        Of all spreads over the five scores that have the mean in question, the likeliest is taken on either side.
        """
        if not scores:
            return 0.0
        counts = Counter(scores)
        seen = [counts[score] or UNSEEN for score in SCORES]
        total = sum(seen)
        shares = [count / total for count in seen]
        low, high = (_likeliest(shares, expected(elo)) for elo in (self.elo0, self.elo1))
        return sum(count * log(above / below) for count, above, below in zip(seen, high, low))

    def verdict(self, scores: Sequence[float]) -> Literal["stronger", "not stronger", "open"]:
        """What is settled so far."""
        low, high = self.bounds
        ratio = self.ratio(scores)
        if ratio >= high:
            return "stronger"
        return "not stronger" if ratio <= low else "open"


def sprt_between(elo0: float, elo1: float) -> Sprt:
    """A test between two Elos; BadInput if it cannot be made."""
    if not (abs(elo0) <= FARTHEST and abs(elo1) <= FARTHEST):
        raise BadInput(
            f"a test is between two Elos from -{FARTHEST} to {FARTHEST}, not {elo0:g} and {elo1:g}"
        )
    if not elo0 < elo1:
        raise BadInput(f"the test's first Elo must be less than its second, not {elo0:g},{elo1:g}")
    return Sprt(elo0, elo1)


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The likeliest chances of the five scores that have this mean, given how often each was seen."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(50):
        tilt = (low + high) / 2
        found = [share / (1 + tilt * (score - mean)) for share, score in zip(shares, SCORES)]
        if sum(part * (score - mean) for part, score in zip(found, SCORES)) > 0:
            low = tilt
        else:
            high = tilt
    return found
