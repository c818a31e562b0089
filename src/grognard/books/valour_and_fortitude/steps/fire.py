"""The fire phase: targets, main shooters, support, hits. [45–61]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.choices import Ask
from grognard.engine.domains import Cells, Domain, LazyPairs, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Refusal, Tally

from ..facts.bodies import form
from ..facts.shooting import (
    could_support,
    each_target,
    fire_losses,
    fire_rerolls,
    fire_to_hit,
    fire_value,
    may_support,
    modes,
    shot_of,
    support_limit,
    why_no_shot,
)
from ..facts.sight import on_hill
from ..state import Desk, Spell, State, Unit, foe
from ..tables.dice import HIT, natural
from ..words import Arm, Form, Mode
from .attack import HitTests, RerollFailed, RerollOnes
from .cards import Deadly
from .env import Attack, Shooting, Suffering
from .hands import held, holds, might_hold, only_held, play_on_brigade, play_on_unit
from .verbs import SHOTS, SUPPORTS

CARDS = frozenset({"directed_fire", "perfect_volleys", "grand_battery"})


class PickTarget(Step):
    """The active side picks a target and its main shooter, until it stops or cannot; supporters come from any brigade. [45, 47, 61a]"""

    cite = "45"
    title = "Fire phase"
    rows = SHOTS

    def ask(self, t: Desk) -> Ask | None:
        state, side = t.state, t.state.side
        shots = {verb: pairs for verb, shot in SHOTS.items() if (pairs := _pairs(state, side, shot.mode))}
        offers: dict[str, Domain | None] = {**shots, **self._cards(state, side, shots)}
        if not offers and not self._could_direct(state, side):
            return None
        return Ask(side, "Pick a target and who shoots at it", self.cite, {**offers, "end_fire": None})

    def _cards(self, state: State, side: int, shots: Mapping[str, LazyPairs]) -> dict[str, Domain | None]:
        """Cards of the fire phase, for those who can shoot and be shot at. [FC7, FC13B, FC12R]"""
        if not held(state, side) & CARDS:
            return {}
        pairs = {pair for domain in shots.values() for pair in domain}
        shooters = [state.units[i] for i in sorted({unit for unit, _ in pairs})]
        aimed = {target for _, target in pairs}
        if holds(state, side, "directed_fire"):
            aimed |= _over_friends(state, side)
        return only_held(
            state,
            side,
            {
                "directed_fire": Units(sorted(aimed)),
                "perfect_volleys": Cells(sorted({u.brigade for u in shooters if u.arm is Arm.INFANTRY})),
                "grand_battery": Units([u.id for u in shooters if u.arm is Arm.ARTILLERY]),
            },
        )

    def _could_direct(self, state: State, side: int) -> bool:
        """Whether the enemy must reckon with guns that fire over others, though nobody else may shoot. [FC7, 44]"""
        reckoned = state.options.pause_at_windows and might_hold(state, side, "directed_fire")
        return reckoned and bool(_over_friends(state, side))

    def directed_fire(self, t: Desk, target: int) -> Flow:
        """A card for one target."""
        play_on_unit(t, t.state.side, "directed_fire", target)
        t.cast("directed_fire", t.state.side, target)
        return AGAIN

    def perfect_volleys(self, t: Desk, brigade: int) -> Flow:
        """A card for one brigade."""
        play_on_brigade(t, t.state.side, "perfect_volleys", brigade)
        t.cast("perfect_volleys", t.state.side, brigade)
        return AGAIN

    def grand_battery(self, t: Desk, unit: int) -> Flow:
        """A card for one gun."""
        play_on_unit(t, t.state.side, "grand_battery", unit)
        t.cast("grand_battery", t.state.side, unit)
        return AGAIN

    def end_fire(self, t: Desk) -> Flow:
        """No more shooting: it is never a duty. [48]"""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


def _over_friends(state: State, side: int) -> set[int]:
    """Enemies that guns on a hill would see over others if their fire were directed there. [FC7]"""
    guns = [u for u in state.of_side(side) if u.arm is Arm.ARTILLERY and on_hill(state, u)]
    found = set()
    for target in state.of_side(foe(side)) if guns else ():
        spells = (*state.spells, Spell("directed_fire", side, target.id))
        directed = replace(state, spells=spells)
        if any(why_no_shot(directed, u, target, mode) is None for u in guns for mode in modes(u)):
            found.add(target.id)
    return found


def _pairs(state: State, side: int, mode: Mode) -> LazyPairs:
    shooters = [u.id for u in state.of_side(side) if mode in modes(u) and not u.today.shot]

    def why(noun: tuple[int, int]) -> Refusal | None:
        unit, target = state.units[noun[0]], state.units[noun[1]]
        if unit.side != side or target.side == side:
            return Refusal("45", "that is not one of yours and an enemy")
        return why_no_shot(state, unit, target, mode)

    return LazyPairs(shooters, lambda unit: each_target(state, state.units[unit], mode), why)


class LendSupport(Step):
    """Up to three other units lend fire support, or five guns a battery. [121]"""

    cite = "121"
    rows = SUPPORTS

    def ask(self, t: Desk) -> Ask | None:
        offers = {
            verb: Units(found) for verb, each in SUPPORTS.items() if (found := self._able(t, each.mode))
        }
        if not offers:
            return None
        main, target = t.unit(t.env.unit).name, t.unit(t.env.target).name
        prompt = f"{main} fires at {target}: who supports?"
        return Ask(t.state.side, prompt, self.cite, {**offers, "resolve": None})

    def _able(self, t: Desk, mode: Mode) -> list[int]:
        env: Shooting = t.env
        state, main, target = t.state, t.unit(env.unit), t.unit(env.target)
        taken = {unit for unit, _ in env.supporters}
        return [
            u.id
            for u in state.of_side(main.side)
            if u.id not in taken
            and could_support(state, u, target, mode)
            and self._room(state, main, env, u, mode)
            and may_support(state, u, main, target, mode, env.mode) is None
        ]

    def _room(self, state: State, main: Unit, env: Shooting, unit: Unit, mode: Mode) -> bool:
        together = (*env.supporters, (unit.id, mode))
        return support_limit(state, main, together)

    def resolve(self, t: Desk) -> Flow:
        """Let the dice decide."""
        return NEXT


class FireTests(HitTests):
    """The main shooter's hit tests. [109, 125]"""

    def begin(self, t: Desk) -> None:
        attack, _ = self.attack(t)
        env: Shooting = t.env
        for unit, mode in ((env.unit, env.mode), *env.supporters):
            t.today(unit, shot=True, skirmished=mode is Mode.SKIRMISH)
        t.set(shot_at=(*t.state.shot_at, env.target))
        t.bind(main=attack)

    def attack(self, t: Desk) -> tuple[Attack, tuple[Tally, Tally]]:
        env: Shooting = t.env
        unit, target = t.unit(env.unit), t.unit(env.target)
        shot = shot_of(t.state, unit, target, env.mode, env.supporters)._replace(**dict(env.told))
        value, plus = fire_value(shot), fire_to_hit(shot)
        attack = Attack(
            unit.id, target.id, value.total, natural(HIT, plus.total), fire_rerolls(t.state, unit)
        )
        return attack, (value, plus)


class FireLosses(Step):
    """Each hit is a loss on the target; open order halves them. [61, 128, 189]"""

    cite = "128"

    def begin(self, t: Desk) -> Flow | Call:
        env: Shooting = t.env
        assert env.main is not None
        target = t.unit(env.target)
        losses = fire_losses(t.state, target, env.main.hits)
        halved = ""
        if losses != env.main.hits:
            halved = (
                f", halved {'by open order' if form(target) is Form.OPEN else 'behind its walls'}: {losses}"
            )
        t.note(self.cite, "hits", unit=env.unit, target=env.target, hits=env.main.hits, halved=halved)
        return Call("suffer", Suffering(env.target, losses)) if losses else NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "shoot": (
        LendSupport(),
        FireTests(),
        RerollOnes(),
        Deadly("main"),
        RerollFailed(),
        FireLosses(),
    ),
}
__all__ = ["SEQUENCES", "PickTarget", "replace"]
