"""Exact odds in a sentence: won, lost, what it costs, what is hoped and feared."""

from __future__ import annotations

from fractions import Fraction

from grognard.engine.book import Sign, Verdict
from grognard.server.parts import Chance, Feared, OddsOf, VerdictOf


def verdict_of(odds: OddsOf, verdict: Verdict) -> VerdictOf:
    """How outcomes read to whoever chooses; where neither is won or lost by it, nothing is said of that."""
    won, lost = _chance(odds, verdict.won), _chance(odds, verdict.lost)
    decided = bool(won or lost)
    return VerdictOf(
        won=won if decided else None,
        lost=lost if decided else None,
        ours=_mean(odds, verdict.ours),
        theirs=_mean(odds, verdict.theirs),
        hope=_feared(odds, verdict.hope),
        fear=_feared(odds, verdict.fear),
        mishap=_feared(odds, verdict.mishap),
    )


def _chance(odds: OddsOf, sign: Sign | None) -> float | None:
    if sign is None or sign.head not in odds.heads:
        return None
    at = odds.heads.index(sign.head)
    return float(sum((_weight(one) for one in odds.outcomes if _holds(one, at, sign)), Fraction(0)))


def _holds(outcome: Chance, at: int, sign: Sign) -> bool:
    return str(outcome.values[at]).startswith(sign.begins)


def _weight(outcome: Chance) -> Fraction:
    return Fraction(outcome.fraction)


def _mean(odds: OddsOf, head: str) -> float | None:
    if head not in odds.heads:
        return None
    at = odds.heads.index(head)
    return float(sum((_weight(one) * Fraction(one.values[at]) for one in odds.outcomes), Fraction(0)))


def _feared(odds: OddsOf, sign: Sign | None) -> Feared | None:
    chance = _chance(odds, sign)
    return None if sign is None or not chance else Feared(sign.words, chance)
