"""Stand To: keep the status, turn, search, level a building. [T095, T114, R-23, F-SB2, F-SC2]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Draw
from grognard.engine.domains import Cells, Reach
from grognard.engine.flow import NEXT, Call, Flow, Step
from grognard.tabletop.manoeuvre import Legs

from ..facts.ground import garrison
from ..facts.placing import Facer
from ..facts.shooting import has_arc
from ..facts.victory import can_level, searchable
from ..state import Desk
from ..words import Where
from .common import remove
from .env import Bystanders


class TurnOnTheSpot(Step):
    """Standing To keeps every status; Close Order, or a crew with an arc, chooses its front afresh. [T114, R-23, R-38]"""

    cite = "R-23"
    title = "Stand To"

    def begin(self, t: Desk) -> Flow | None:
        t.note("T095", "stands to", unit=t.env.unit)
        return None

    def ask(self, t: Desk) -> Ask | None:
        unit = t.unit(t.env.unit)
        if not has_arc(t.state, unit):
            return None
        return Ask(
            t.env.by,
            f"{unit.name}: which way?",
            self.cite,
            {"face": Reach(unit.id, Facer(t.state, unit, False)), "as_it_is": None},
        )

    def face(self, t: Desk, legs: Legs) -> Flow:
        """Turn the front."""
        unit = t.unit(t.env.unit)
        facing = legs[0][1] % 3600
        t.put(unit.id, models=Facer(t.state, unit, False).ranks(facing), facing=facing)
        t.note(self.cite, "turns", unit=unit.id)
        return NEXT

    def as_it_is(self, t: Desk) -> Flow:
        """Keep the front."""
        return NEXT


class Search(Step):
    """Within 1 of a marker it searches: one chance in the markers left. [F-SC2]"""

    cite = "F-SC2"
    title = "Search"

    def ask(self, t: Desk) -> Throw | None:
        unit = t.unit(t.env.unit)
        found = searchable(t.state, unit)
        if not found:
            return None
        left = len(t.state.markers)
        cards = (("prize", 1), ("nothing", left - 1)) if left > 1 else (("prize", 1),)
        return Throw("search", Draw(cards), self.cite, side=unit.side, unit=unit.id)

    def fell(self, t: Desk, reading: str) -> Flow:
        unit = t.unit(t.env.unit)
        marker = searchable(t.state, unit)[0]
        left = tuple(m for m in t.state.markers if m != marker)
        t.set(markers=() if reading == "prize" else left)
        if reading == "prize":
            t.put(unit.id, prize=True)
            t.note(self.cite, "finds the prize", unit=unit.id)
        else:
            t.note(self.cite, "finds nothing", unit=unit.id)
        return NEXT


class Level(Step):
    """Within 1 of a building it takes one of its points; at none it is rubble. [F-SB2]"""

    cite = "F-SB2"
    title = "Demolition"

    def begin(self, t: Desk) -> Flow | Call | None:
        found = can_level(t.state, t.unit(t.env.unit))
        if len(found) == 1:
            return self._hit(t, found[0])
        return None if found else NEXT

    def ask(self, t: Desk) -> Ask:
        found = can_level(t.state, t.unit(t.env.unit))
        return Ask(t.env.by, "Which building?", self.cite, {"level": Cells(found)})

    def level(self, t: Desk, house: int) -> Flow | Call:
        """Pull at this one."""
        return self._hit(t, house)

    def _hit(self, t: Desk, house: int) -> Flow | Call:
        points = list(t.state.structure)
        points[house] -= 1
        inside = garrison(t.state, house)
        t.note(self.cite, "levels", unit=t.env.unit, left=points[house])
        t.set(structure=tuple(points))
        if points[house] == 0 and inside is not None:
            seen = remove(t, inside, Where.DESTROYED, self.cite, "destroyed")
            return Call("bystanders", Bystanders(seen)) if seen else NEXT
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {"stand to": (TurnOnTheSpot(), Search(), Level())}
