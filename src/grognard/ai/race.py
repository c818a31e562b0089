"""Which of some candidates is best, by noisy trials: every trial is the same luck for all who run in it."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from grognard.ai.look import Spent

MARGIN = 0.5
"""Standard errors by which another must be ahead of the favourite to be taken instead."""
LEAST = 0.01
"""What it must be ahead by besides, unless more is asked of it: for less nobody leaves what looks best."""
FLOOR = 0.02
"""The least a standard deviation is taken for: a few trials that happen to agree prove little."""
ALIKE = 3
"""Who has come to the very same as another so many times from the first is the same thing by another name."""
HOPE, ENOUGH = 1.0, 3
"""Standard errors of luck that somebody may need to be ahead by what is asked, or he is given up, and the trials it takes to say so."""

SHORTEST = 4
"""Trials of the shortest race that can be won: two of two, since by a single one nobody is taken instead of the favourite."""


class Runner(NamedTuple):
    """How a candidate did."""

    place: int
    """Its place among the candidates; 0 is the favourite."""
    mean: float
    trials: int
    lead: float
    """How far it is ahead of the favourite in the trials both ran."""
    error: float
    """The standard error of that."""


class Raced(NamedTuple):
    """How a race went."""

    winner: int
    runners: tuple[Runner, ...]
    cut_short: bool


def entrants(candidates: int, trials: float) -> int:
    """How many of them should run, if there are only so many trials: a few who are tried twice, not all for nothing."""
    while candidates > 2 and candidates + stages(candidates)[1] > trials:
        candidates -= 1
    return candidates


def stages(candidates: int) -> tuple[int, ...]:
    """How many run in each share of the race, if nobody falls out."""
    found = [candidates]
    while len(found) < max(1, (candidates - 1).bit_length()):
        found.append(1 + max(1, (found[-1] - 1) // 2))
    return tuple(found)


def race(
    candidates: int,
    trial: Callable[[int, int], float],
    rounds: int,
    margin: float = MARGIN,
    spent: Callable[[], float] = lambda: 0.0,
    least: Callable[[int], float] = lambda _candidate: LEAST,
) -> Raced:
    """Run `trial(candidate, round)`: all of them at first, the better half after each share of the race.

    The favourite, candidate 0, always runs: the others are compared with it, round by round, and only who runs to the
    end can be taken instead. Who is the same as another or will hardly come to be ahead falls out on the way; alone, the
    favourite need not run. `spent` tells how much of what there is to spend is gone, 0 to 1: a share of the race is
    over by it or by its rounds. `trial` may raise Spent; then what is known so far decides. `least` says by what chance
    to win somebody must be ahead, luck allowed for.
    """
    results: list[list[float]] = [[] for _ in range(candidates)]
    running, number, cut_short = list(range(candidates)), 0, False
    shares = len(stages(candidates))
    try:
        for stage in range(shares):
            end, cost = rounds * (stage + 1) // shares, 0.0
            while len(running) > 1 and number < end and spent() + cost <= (stage + 1) / shares:
                before = spent()
                for one in running:
                    results[one].append(trial(one, number))
                number, cost = number + 1, spent() - before
                running = _left(running, results, least)
            if stage + 1 < shares:
                running = _better(running, results, least)
    except Spent:
        cut_short = True
    runners = tuple(_runner(one, results) for one in range(candidates))
    known = [r for r in runners if r.place in running[1:] and r.trials > 1]
    ahead = {r.place: r.lead - margin * r.error - least(r.place) for r in known}
    winner = max(ahead, key=lambda place: (ahead[place], -place), default=0)
    winner = winner if ahead.get(winner, 0.0) > 0 else 0
    return Raced(winner, runners, cut_short)


def _left(running: list[int], results: list[list[float]], least: Callable[[int], float]) -> list[int]:
    """Without those who are the same as one before them, or will hardly be ahead by what is asked."""
    kept = [running[0]]
    for one in running[1:]:
        mine = results[one]
        if len(mine) == ALIKE and any(results[other] == mine for other in kept):
            continue
        runner = _runner(one, results)
        if len(mine) >= ENOUGH and runner.lead + HOPE * runner.error < least(one):
            continue
        kept.append(one)
    return kept


def _better(running: list[int], results: list[list[float]], least: Callable[[int], float]) -> list[int]:
    """The favourite and the better half of the others, by what is asked of each."""
    others = [one for one in running if one]
    others.sort(key=lambda one: (least(one) - _runner(one, results).lead, one))
    return [0, *sorted(others[: max(1, len(others) // 2)])]


def _runner(one: int, results: list[list[float]]) -> Runner:
    mine = results[one]
    trials = len(mine)
    leads = [a - b for a, b in zip(mine, results[0])]
    mean = sum(mine) / trials if trials else 0.0
    if not leads:
        return Runner(one, mean, trials, 0.0, 1.0)
    lead = sum(leads) / len(leads)
    spread = sum((each - lead) ** 2 for each in leads) / max(1, len(leads) - 1)
    return Runner(one, mean, trials, lead, sqrt((spread + FLOOR**2) / len(leads)))


__all__ = ["ENOUGH", "SHORTEST", "Raced", "Runner", "entrants", "race", "stages"]
