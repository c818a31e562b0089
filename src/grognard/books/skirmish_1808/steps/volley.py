"""A volley: shots, then evasion throws, then losses. [7a, 9–16, F1–F6]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Pool
from grognard.engine.flow import DONE, NEXT, Flow, Step, replace

from ..facts.shooting import Volley, evasion, volley
from ..state import Desk, centre
from ..words import Arm, Fire
from .common import cause, destroyed, lose, shaken_by_losses

WAGON_LIVES = 4


def volley_of(t: Desk) -> Volley | None:
    """The volley this sequence is about."""
    return volley(t.state, t.unit(t.env.unit), t.unit(t.env.target), t.env.occasion)


class Shots(Step):
    """One die for each shot, against the difficulty of its band. [9, 11, 7a]"""

    cite = "9"
    title = "Shots"

    def begin(self, t: Desk) -> Flow | None:
        found = volley_of(t)
        if found is None:
            return DONE
        t.note("F1", "fires", unit=t.env.unit, target=t.env.target, shots=found.total)
        return None

    def ask(self, t: Desk) -> Throw:
        found = volley_of(t)
        assert found is not None
        return Throw(
            "shots",
            found.pool(),
            "11",
            found.tally(),
            side=t.unit(t.env.unit).side,
            unit=t.env.unit,
            target=t.env.target,
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        t.bind(hits=reading)
        return NEXT


class Evasions(Step):
    """One evasion throw for each hit; every failure removes a figure. [15, 16, F4]"""

    cite = "15"
    title = "Evasion throws"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.env.hits else NEXT

    def ask(self, t: Desk) -> Throw:
        target = t.unit(t.env.target)
        found = volley_of(t)
        assert found is not None
        how = evasion(target, found.cover)
        dice = Pool.of(t.env.hits, how.need, how.die)
        cite = "S4" if target.arm is Arm.WAGON else "F4"
        return Throw("evasion", dice, cite, how.tally, side=target.side, unit=target.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        failed = t.env.hits - reading
        t.bind(hits=failed)
        return NEXT


class VolleyLosses(Step):
    """Figures fall in their order; a unit hurt enough will test. [16, 17, M3]"""

    cite = "16"
    title = "Losses"

    def begin(self, t: Desk) -> Flow:
        shooter, target = t.unit(t.env.unit), t.unit(t.env.target)
        _remember(t)
        failed = t.env.hits
        if not failed:
            return NEXT
        if target.arm is Arm.WAGON:
            wound_wagons(t, target.id, failed)
            return NEXT
        before = target.size
        lost = lose(t, target.id, failed, "16", centre(shooter))
        if shaken_by_losses(t, target.id, before, lost):
            cause(t, target.id, "M3")
        return NEXT


def _remember(t: Desk) -> None:
    """Whom it shot at, for precision; horse that fired steadily stays put. [T7, N3]"""
    shooter = t.unit(t.env.unit)
    steady = shooter.mounted and t.env.occasion in (Fire.HOLD, Fire.STAND)
    t.today(shooter.id, shot_at=t.env.target, steady=steady or shooter.today.steady)


def wound_wagons(t: Desk, unit: int, failed: int) -> None:
    """Failures fall on the wagon hurt most; the fourth wrecks it. [S4]"""
    each = t.unit(unit)
    wounds, figures = list(each.wounds), list(each.figures)
    for _ in range(failed):
        if not wounds:
            break
        at = max(range(len(wounds)), key=lambda i: (wounds[i], -i))
        wounds[at] += 1
        if wounds[at] >= WAGON_LIVES:
            del wounds[at], figures[at]
            t.set(wagons_lost=t.state.wagons_lost + 1)
            t.note("S4", "wagon_wrecked", unit=unit)
    t.put_unit(replace(each, wounds=tuple(wounds), figures=tuple(figures)))
    if not figures:
        destroyed(t, unit, "S4")
