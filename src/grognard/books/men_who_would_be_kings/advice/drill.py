"""The quick choice, for battles played out in thought: one unit after the other, each by what its actions rate. [T012d]

Whoever takes what looks best for the whole side rates every action of every unit, and all of them again after each deed. Here
the first unit acts whose best is what comes first in a turn, so that of most others nothing need be worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Domain, LazyPairs, Reach

from ..facts.moving import Walker
from .moves import FIRST, RATES
from .orders import aim_for
from .ways import towards

Rated = tuple[Move, float]
IN_ORDER = tuple(
    tuple(verb for verb, urgency in FIRST.items() if urgency == each)
    for each in sorted(set(FIRST.values()), reverse=True)
)[1:]
"""What comes first in a turn once everybody is rallied; who may do none of it walks, forms or stands."""


def drill(look: Look) -> Move | None:
    """Rally, shoot, strike, walk; None where nothing so plain is asked."""
    offers = look.ask.offers
    if "end_turn" in offers:
        return _activate(look)
    if "go" in offers:
        return _go(look)
    return None


def _activate(look: Look) -> Move:
    """The best of the first unit whose best is what comes first."""
    offers = look.ask.offers
    if "rally" in offers:
        return _best(RATES["rally"](look, "rally", offers["rally"]))[0]
    known: dict[int, Rated] = {}
    for verbs in IN_ORDER:
        for unit in _able(offers, verbs):
            found = known[unit] = known.get(unit) or _best(_of(look, unit))
            if found[0].verb in verbs and found[1] > 0:
                return found[0]
    for unit in _able(offers, RATES):
        found = known.get(unit) or _best(_of(look, unit))
        if found[1] > 0 and found[0].verb not in FIRST:
            return found[0]
    return Move(look.side, "end_turn")


def _best(pairs: Iterable[Rated]) -> Rated:
    return max(pairs, key=lambda pair: pair[1])


def _able(offers: Mapping[str, Domain], verbs: Iterable[str]) -> Iterator[int]:
    """Who may do any of these things, each once."""
    seen: set[int] = set()
    for verb in verbs:
        domain = offers.get(verb)
        for unit in domain.firsts if isinstance(domain, LazyPairs) else domain or ():
            if unit not in seen:
                seen.add(unit)
                yield unit


def _of(look: Look, unit: int) -> Iterator[Rated]:
    """Everything one unit may do, rated."""
    for verb, domain in look.ask.offers.items():
        nouns: Any
        if isinstance(domain, LazyPairs):
            nouns = [(unit, other) for other in domain.seconds(unit)] if unit in domain.firsts else ()
        else:
            nouns = (unit,) if unit in domain else ()
        if nouns and verb in RATES:
            yield from RATES[verb](look, verb, nouns)


def _go(look: Look) -> Move | None:
    domain = look.ask.offers["go"]
    assert isinstance(domain, Reach)
    walker = domain.mover
    assert isinstance(walker, Walker)
    if walker.unit.side != look.side:
        return None
    aim = aim_for(look, walker.unit)
    return Move(look.side, "go", towards(walker, aim.spot, aim.near, "towards"))


__all__ = ["drill"]
