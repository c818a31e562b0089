"""Any facing: where the rules leave it open how a stack stands. [F-18.5, F-16.8]"""

from __future__ import annotations

from grognard.engine.choices import Ask
from grognard.engine.domains import Cells, Domain
from grognard.engine.flow import DONE, Flow, Step
from grognard.geometry.hexarcs import to_side, to_vertex

from ..facts.moving import turn_price
from ..facts.stacks import AT_CORNER, Stack, fits
from ..state import Desk
from ..words import Arm, Formation
from .common import ids

F = Formation


class AnyFacing(Step):
    """The owner says which way a stack looks; out of Disorder it may stay loose. [F-18.5, F-16.8]"""

    cite = "F-18.5"
    title = "Facing"

    def begin(self, t: Desk) -> Flow | None:
        stack = self._stack(t)
        return DONE if not stack or not stack[0].good or turn_price(stack[0]) is None else None

    def _stack(self, t: Desk) -> Stack:
        unit = t.unit(t.env.unit)
        return t.stack(unit.id) if unit.on_map else ()

    def ask(self, t: Desk) -> Ask:
        stack = self._stack(t)
        ways = Cells(there for _, there in t.state.field.grid.steps(stack[0].hex))
        offers: dict[str, Domain | None] = {"face": ways}
        if (
            t.env.loose
            and all(u.arm is not Arm.ART for u in stack)
            and fits(t.state, stack, F.GENERAL, stack[0].hex)
        ):
            offers["form_general"] = None
        cite = "F-18.5" if t.env.loose else "F-16.8"
        return Ask(stack[0].side, f"Which way does {stack[0].name} face?", cite, offers)

    def face(self, t: Desk, there: int) -> Flow:
        """Look that way."""
        stack = self._stack(t)
        way = t.state.field.grid.direction_between(stack[0].hex, there)
        assert way is not None
        corner = any(unit.formation in AT_CORNER for unit in stack)
        t.put_all(ids(stack), facing=to_vertex(way) if corner else to_side(way))
        t.note("F-18.5" if t.env.loose else "F-16.8", "turns", unit=stack[0].id)
        return DONE

    def form_general(self, t: Desk) -> Flow:
        """Stay loose, with a front all round."""
        stack = self._stack(t)
        t.put_all(ids(stack), formation=F.GENERAL)
        t.note("F-18.5", "forms", unit=stack[0].id, formation=F.GENERAL.value)
        return DONE


SEQUENCES: dict[str, tuple[Step, ...]] = {"facing": (AnyFacing(),)}
