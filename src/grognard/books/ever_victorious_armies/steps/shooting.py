"""Shooting: both sides name targets, then all dice, then all losses together. [T4, S1–S15]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step
from grognard.engine.verbs import Barred, offered

from ..facts.shots import Volley, pool, tallies, volley, with_shot
from ..state import Aim, Desk, State, foe
from .common import lose_figures
from .env import Firing, SideTurn
from .menu import Aiming
from .verbs import TARGETS


class Shooting(Step):
    """Both have moved; the first side names every target, then the second; then all shoot. [T4, G-2, 21a]"""

    cite = "T4"
    title = "Shooting"

    def begin(self, t: Desk) -> Call:
        t.bind(stage=1)
        return Call("name targets", SideTurn(t.state.first))

    def resume(self, t: Desk) -> Flow | Call:
        t.bind(stage=t.env.stage + 1)
        if t.env.stage == 2:
            return Call("name targets", SideTurn(foe(t.state.first)))
        return Call("volleys", Firing()) if t.env.stage == 3 else NEXT


class NameTargets(Step):
    """One target a unit; a gun's owner picks the round with it. [S13, S7]"""

    cite = "S13"
    title = "Name targets"
    rows = TARGETS

    def ask(self, t: Desk) -> Ask | None:
        aiming = Aiming(t.state, t.env.side)
        offers = offered(TARGETS, aiming)
        if not offers:
            return None
        why = {verb: target.why(aiming) for verb, target in TARGETS.items()}
        barred = Barred(TARGETS, aiming, offers)
        every = {**offers, "done_aiming": None}
        return Ask(t.env.side, "Name targets, or be done", self.cite, every, barred, why=why)

    def done_aiming(self, t: Desk) -> Flow:
        """No more targets."""
        return NEXT


def volley_of(state: State, aim: Aim) -> Volley:
    """The fire an aim stands for."""
    found = volley(state, state.units[aim.shooter], state.units[aim.target], aim.round)
    assert isinstance(found, Volley)
    return found


class Volleys(Step):
    """One D6 for every shooting base; each hit takes a figure, all losses together. [S1, 9, T4, G-11]"""

    cite = "S1"
    title = "Volleys"

    def ask(self, t: Desk) -> Throw | None:
        at = len(t.env.hits)
        if at >= len(t.state.aims):
            return None
        aim = t.state.aims[at]
        found = volley_of(t.state, aim)
        return Throw(
            "volley",
            pool(found, t.state.options.unmodified_six_hits),
            "9",
            tuple(tally for _, tally in tallies(found)),
            side=t.unit(aim.shooter).side,
            unit=aim.shooter,
            target=aim.target,
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        aim = t.state.aims[len(t.env.hits)]
        t.bind(hits=(*t.env.hits, reading))
        t.note("S1", "hits", unit=aim.shooter, target=aim.target, hits=reading)
        return AGAIN


class FireLosses(Step):
    """All losses by fire are removed together; hits beyond the last figure are lost. [T4, S1, S15]"""

    cite = "S15"
    title = "Losses"

    def begin(self, t: Desk) -> Flow:
        fallen: dict[int, int] = {}
        for aim, hits in zip(t.state.aims, t.env.hits):
            fallen[aim.target] = fallen.get(aim.target, 0) + hits
            t.put_unit(with_shot(t.unit(aim.shooter), t.state.turn))
        for unit in sorted(fallen):
            lose_figures(t, unit, fallen[unit], "fire", "G-11")
        t.set(aims=())
        return NEXT
