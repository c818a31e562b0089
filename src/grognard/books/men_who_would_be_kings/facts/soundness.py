"""What must hold in every position. [T143–T150]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.books.men_who_would_be_kings.facts.bodies import all_models
from grognard.books.men_who_would_be_kings.facts.ground import on_table, shut
from grognard.books.men_who_would_be_kings.facts.values import too_few
from grognard.books.men_who_would_be_kings.state import State, Unit
from grognard.books.men_who_would_be_kings.words import Where

SLACK = 3
"""How far rounding may press two bases into each other, in hundredths."""


def census(state: State) -> dict[str, int]:
    """What is the same in every position of one game: units and the models they began with. [T143]"""
    return {"units": len(state.units), "models": sum(u.start for u in state.units)}


def faults(state: State) -> Iterator[str]:
    """What no position may have. [T150]"""
    for unit in state.units:
        yield from _unit_faults(state, unit)
    yield from _overlaps(state)


def _overlaps(state: State) -> Iterator[str]:
    models = sorted((model, radius) for model, radius in all_models(state.on_table()))
    for at, ((x, y), radius) in enumerate(models):
        for (u, v), other in models[at + 1 :]:
            if u - x > radius + other:
                if u - x > 160:
                    break
                continue
            least = radius + other - SLACK
            if (u - x) ** 2 + (v - y) ** 2 < least * least:
                yield f"two models stand on each other at {(x, y)}"


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if unit.where is not Where.TABLE:
        if unit.models or unit.pins or unit.close_order or unit.to_ground:
            yield f"{unit.key} is gone but has left something behind"
        return
    if unit.count + unit.fallen != unit.start:
        yield f"{unit.key} has {unit.count} models and {unit.fallen} fallen of {unit.start}"
    if not unit.count:
        yield f"{unit.key} is a ghost"
    # At most one status. [T145, T148]
    if unit.pinned + unit.close_order + unit.to_ground > 1:
        yield f"{unit.key} is Pinned, in Close Order and Gone to Ground at once [R-60]"
    # [T146]
    if too_few(unit):
        yield f"{unit.key} is in Close Order with {unit.count} models"
    if unit.leader is not None and not 0 <= unit.leader < unit.count:
        yield f"{unit.key} has a Leader who is not there"
    if any(not on_table(state, model) for model in unit.models):
        yield f"{unit.key} sticks out over the edge"
    if unit.inside is None and any(shut(state, unit, (m, m)) for m in unit.models):
        yield f"{unit.key} stands where nobody can"
