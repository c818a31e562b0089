"""The charges at a bridge are fired, and it falls. [D3–D5]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Pool
from grognard.engine.flow import AGAIN, DONE, NEXT, Flow, Step

from ..facts.mining import blown, bridge_named, charges_at, figures_on, with_charges
from ..facts.shifting import loosened, settle
from ..facts.shooting import evasion_die
from ..state import Desk, places_of
from ..tables.mining import FALLS, FUSE
from .common import bring_leader, cause, lose, shaken_by_losses


def lay_charge(t: Desk, unit: int, bridge: str) -> None:
    """One charge more at a bridge. [D2]"""
    side = t.unit(unit).side
    count = charges_at(t.state, bridge, side) + 1
    t.set(charges=with_charges(t.state, bridge, side, count))
    t.note("D2", "lays_charge", unit=unit, bridge=bridge, count=count)


def tear_out(t: Desk, unit: int, bridge: str) -> None:
    """The enemy's charges are torn out. [D7]"""
    t.set(charges=with_charges(t.state, bridge, 1 - t.unit(unit).side, 0))
    t.note("D7", "tears_out", unit=unit, bridge=bridge)


class Fuse(Step):
    """A D10 against the number of charges; a fuse that fails spoils one of them. [D3]"""

    cite = "D3"
    title = "The fuse"

    def _laid(self, t: Desk) -> int:
        return charges_at(t.state, t.env.bridge, t.unit(t.env.unit).side)

    def ask(self, t: Desk) -> Throw:
        each = t.unit(t.env.unit)
        return Throw("fuse", Pool.of(1, FUSE[self._laid(t)], 10), "D3", side=each.side, unit=each.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        name, each = t.env.bridge, t.unit(t.env.unit)
        if not reading:
            t.set(charges=with_charges(t.state, name, each.side, self._laid(t) - 1))
            t.note("D3", "fuse_fails", unit=each.id, bridge=name)
            return DONE
        bridge = bridge_named(t.state, name)
        on_it = [(u.id, on) for u in t.state.units if u.attached is None and (on := figures_on(u, bridge))]
        t.note("D4", "bridge_falls", unit=each.id, bridge=name)
        t.bind(falling=tuple(on_it))
        return NEXT


class Falling(Step):
    """Each figure on the bridge throws evasion at 7; those saved come to the nearest bank, loose. [D5]"""

    cite = "D5"
    title = "On the falling bridge"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.env.falling else self._down(t)

    def ask(self, t: Desk) -> Throw:
        unit, on_it = t.env.falling[0]
        each = t.unit(unit)
        dice = Pool.of(on_it, FALLS, evasion_die(each))
        return Throw("evasion", dice, "D5", side=each.side, unit=unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit, on_it = t.env.falling[0]
        before = t.unit(unit).size
        lost = lose(t, unit, on_it - reading, "D5")
        if shaken_by_losses(t, unit, before, lost):
            cause(t, unit, "M3")
        t.bind(falling=t.env.falling[1:], fallen=(*t.env.fallen, unit))
        return AGAIN if t.env.falling else self._down(t)

    def _down(self, t: Desk) -> Flow:
        """The ground is a stream from now on, and nobody stands in it. [D4]"""
        after = blown(t.state, t.env.bridge)
        t.set(field=after.field, charges=after.charges, down=after.down)
        for unit in t.env.fallen:
            each = t.unit(unit)
            if each.on_table:
                t.put_unit(loosened(each, settle(t.state, each, places_of(each), ashore=True)))
                bring_leader(t, unit, carried=False)
        return DONE
