"""Setting up: the standard set-up, or one's own in one's zones; hidden units in secret. [H1]"""

from __future__ import annotations

from grognard.engine.choices import Ask
from grognard.engine.domains import Domain, Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Flow, Step
from grognard.engine.tables import Refusal
from grognard.tabletop.manoeuvre import Legs

from ..facts.deploying import Placing, unplaced
from ..state import Desk, Unit
from .hide import discover


class Deploy(Step):
    """Each side in turn may shift its units within their zones, hidden ones unseen. [H1]"""

    cite = "H1"
    title = "Set-up"

    def begin(self, t: Desk) -> Flow | None:
        if not t.state.options.free_deployment or not t.state.field.zones:
            return NEXT
        t.bind(side=0, picked=None)
        return None

    def ask(self, t: Desk) -> Ask:
        side = t.env.side
        if t.env.picked is not None:
            unit = _unit(t, t.env.picked)
            offers: dict[str, Domain | None] = {"place": Reach(unit.id, Placing(t.state, unit))}
            return Ask(side, f"Place {unit.name}", self.cite, offers)
        offers = {"ready": None}
        movable = unplaced(t.state, side)
        if movable:
            offers["pick"] = Units(movable)
        return Ask(side, "Set up", self.cite, offers)

    def pick(self, t: Desk, unit: int) -> Flow:
        """Take a unit in hand."""
        t.bind(picked=unit)
        return AGAIN

    def place(self, t: Desk, legs: Legs) -> Flow:
        """Put it down elsewhere in its zone."""
        unit = _unit(t, t.env.picked)
        if legs:
            after = Placing(t.state, unit).work_out(legs)
            assert not isinstance(after, Refusal)
            if unit.id < 0:
                t.set(hidden=tuple(after if h.id == unit.id else h for h in t.state.hidden))
            else:
                t.put_unit(after)
        t.bind(picked=None)
        return AGAIN

    def ready(self, t: Desk) -> Flow:
        """This side is set up."""
        if t.env.side == 0:
            t.bind(side=1)
            return AGAIN
        for unit in t.state.units:
            if unit.on_table:
                discover(t, unit.id)
        return NEXT


def _unit(t: Desk, unit: int) -> Unit:
    return next(u for u in (*t.state.units, *t.state.hidden) if u.id == unit)
