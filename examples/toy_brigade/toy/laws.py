"""What holds in every position of Toy Brigade: one law of each kind."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.engine.soundness import Deed, Law

from . import tables
from .state import State
from .steps.act import March


def whole(state: State) -> Iterator[str]:
    """Nobody has more figures than he began with."""
    for unit in state.units:
        if unit.strength > unit.full:
            yield f"{unit.name} has {unit.strength} of {unit.full}"


def told_truly(deed: Deed) -> Iterator[str]:
    """The journal says where a march ended."""
    for entry in deed.told("marches"):
        unit = deed.after.state.units[entry.facts["unit"]]
        if unit.x != entry.facts["x"]:
            yield f"{unit.name} stands at {unit.x}, the journal says {entry.facts['x']}"


def every_march(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whoever may act and could march at all is offered it: step by step, without the march's own ideas."""
    if "end" not in ask.offers or ask.prompt != "Act with a unit, or end":
        return
    offered = set(ask.offers["march"]) if "march" in ask.offers else set()
    for unit in position.state.of(ask.who[0]):
        if unit.acted or unit.id in offered:
            continue
        march = March(position.state, unit)
        least = tables.MARCH[unit.arm] // 10
        for kind in ("advance", "withdraw"):
            if march.refusal(((kind, 2 * least if kind == "advance" else least),)) is None:
                yield f"{unit.name} could {kind}"


LAWS = (
    Law("nobody has more figures than he began with", ("5.1",), at=whole),
    Law("the journal says where a march ends", ("5.2",), over=told_truly),
    Law("whoever could march is offered it", ("5.2",), seek=every_march),
)
