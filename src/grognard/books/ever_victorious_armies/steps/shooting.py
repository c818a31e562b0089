"""Shooting: both sides name targets, then all dice, then all losses together. [T4, S1–S15]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import LatePairs, Pairs, Why
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal

from ..facts.shots import Volley, may_name, pool, shooters, tallies, volley, why_not_target, with_shot
from ..state import Aim, Desk, State, foe
from ..words import Round
from .common import lose_figures
from .env import Firing, SideTurn


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


def open_aims(state: State, side: int, round_: Round) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every unit of a side that may still name a target, with its targets, worked out as they are asked for. [S13]"""
    aimed = {aim.shooter for aim in state.aims}
    for unit in shooters(state, side, round_):
        if unit not in aimed and (found := may_name(state, unit, round_)):
            yield unit, found


NO_TARGET = {
    "aim": Refusal("S13", "nobody who may still shoot has a target"),
    "canister": Refusal("28", "no gun that may still shoot has a target within 16"),
}


class NameTargets(Step):
    """One target a unit; a gun's owner picks the round with it. [S13, S7]"""

    cite = "S13"
    title = "Name targets"

    def ask(self, t: Desk) -> Ask | None:
        side = t.env.side
        offers: dict[str, Pairs] = {}
        why = {"aim": _why(t.state, side, Round.BALL), "canister": _why(t.state, side, Round.CANISTER)}
        for verb, round_ in (("aim", Round.BALL), ("canister", Round.CANISTER)):
            open_to = partial(open_aims, t.state, side, round_)
            if any(open_to()):
                offers[verb] = LatePairs(open_to, why[verb])
        if not offers:
            return None
        barred = {verb: reason for verb, reason in NO_TARGET.items() if verb not in offers}
        every = {**offers, "done_aiming": None}
        return Ask(side, "Name targets, or be done", self.cite, every, barred, why=why)

    def aim(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """Shoot at this target."""
        return self._aim(t, pair, Round.BALL)

    def canister(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """Shoot canister at this target. [28, G-12]"""
        return self._aim(t, pair, Round.CANISTER)

    def _aim(self, t: Desk, pair: tuple[int, int], round_: Round) -> Flow:
        shooter, target = pair
        t.set(aims=(*t.state.aims, Aim(shooter, target, round_)))
        t.note(self.cite, "aims", unit=shooter, target=target, round=round_.value)
        return AGAIN

    def done_aiming(self, t: Desk) -> Flow:
        """No more targets."""
        return NEXT


def _why(state: State, side: int, round_: Round) -> Why:
    def why(noun: tuple[int, int]) -> Refusal | None:
        shooter, target = (state.units[i] for i in noun)
        if shooter.side != side or not shooter.on_table:
            return Refusal("S13", "that unit is not yours to shoot with")
        if any(aim.shooter == shooter.id for aim in state.aims):
            return Refusal("S13", "it has its target already")
        if target.side == side or not target.on_table:
            return Refusal("S13", "that is no enemy unit on the table")
        if target.is_general:
            return Refusal("N1", "a general cannot be shot at by himself")
        if round_ is Round.CANISTER and not shooter.is_gun:
            return Refusal("28", "it is not artillery, which alone fires canister")
        return why_not_target(state, shooter, target, round_)

    return why


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
