"""The Assault Phase. [SEQ-09, ASP-00, F-16.2]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, Domain, Pairs, Units
from grognard.engine.flow import AGAIN, DONE, LOOP, NEXT, Call, Flow, Step
from grognard.geometry.hexarcs import turned

from ..facts.assault import MOST_STACKS, approaches, marked, reached, reaches_any, withdrawals, worst_aspect
from ..facts.checks import tally
from ..facts.company import followers, keeping_up
from ..facts.fire import targets, why_not_fire
from ..facts.melee import Bout, open_order_allowed
from ..facts.moving import may_turn, swung, turn_price
from ..facts.stacks import Stack, room, shooters
from ..state import NOBODY, NOWHERE, Desk
from ..words import Arm, Attack, Kind, Trial
from .common import D10, Flee, all_leaders, ids, join, place, wheel
from .env import Assaults, Facing, Melee, Shooting
from .fire import provoked
from .melee import Clash, Receive, Spike, TiedLoss, attackers, defender


class AssaultPhase(Step):
    """One assault after the other, the initiative player first. [ASP-00, ASP-01, R-27]"""

    cite = "ASP-00"
    title = "Assault Phase"

    def begin(self, t: Desk) -> Flow | None:
        for stack in t.state.stacks():
            if stack[0].fb and not (stack[0].good and reaches_any(t.state, stack)):
                t.put_all(ids(stack), fb=False)
                t.note("F-16.2", "no target", unit=stack[0].id)
        if t.env.target == NOBODY and not marked(t.state, t.env.side):
            t.bind(side=1 - t.env.side)
            if not marked(t.state, t.env.side):
                return DONE
        return None

    def ask(self, t: Desk) -> Ask:
        env = t.env
        if env.now != NOBODY:
            words = f"By which hex does {t.unit(env.now).name} go in?"
            return Ask(env.side, words, "F-16.2", {"go_by": Cells(self._ways(t, env.now))})
        if env.target == NOBODY:
            aims = dict.fromkeys(
                target[0].id for stack in marked(t.state, env.side) for target in reached(t.state, stack)
            )
            return Ask(env.side, "Assault whom?", "ASP-01", {"assault_target": Units(aims)})
        able = self._able(t)
        offers: dict[str, Domain | None] = {}
        if able and len(env.chosen) < MOST_STACKS:
            offers["send"] = Units(able)
        found = (one for unit in env.chosen for one in followers(t.state, t.stack(unit), called=True))
        if leaders := tuple(one for one in found if one not in env.company):
            offers["take_along"] = Units(leaders)
        if env.chosen:
            offers["charge_home"] = None
        words = f"Which stacks go in against {t.unit(env.target).name}?"
        return Ask(env.side, words, "ASP-01", offers)

    def _able(self, t: Desk) -> tuple[int, ...]:
        return tuple(
            stack[0].id
            for stack in marked(t.state, t.env.side)
            if stack[0].id not in t.env.chosen and self._ways(t, stack[0].id) and self._led(t, stack)
        )

    def _led(self, t: Desk, stack: Stack) -> bool:
        """Whether it may go in with those named so far: open-order foot not alone against some targets. [R-44]"""
        party = (*(t.stack(one) for one in t.env.chosen), stack)
        return open_order_allowed(Bout(party, t.stack(t.env.target), Attack.ASSAULT, "front"))

    def _ways(self, t: Desk, one: int) -> tuple[int, ...]:
        """Hexes it may strike from, each stack through another hexside. [F-16.2]"""
        ways = approaches(t.state, t.stack(one), t.stack(t.env.target))
        return tuple(way for way in ways if way not in t.env.spots)

    def assault_target(self, t: Desk, target: int) -> Flow:
        """Name the enemy stack."""
        t.bind(target=target)
        return AGAIN

    def send(self, t: Desk, one: int) -> Flow:
        """A stack under FB! goes in."""
        ways = self._ways(t, one)
        t.bind(now=one)
        return AGAIN if len(ways) > 1 else self.go_by(t, ways[0])

    def go_by(self, t: Desk, there: int) -> Flow:
        """Through that hex."""
        t.bind(chosen=(*t.env.chosen, t.env.now), spots=(*t.env.spots, there), now=NOBODY)
        return AGAIN

    def take_along(self, t: Desk, leader: int) -> Flow:
        """He goes in with them. [F-9.1a]"""
        t.bind(company=(*t.env.company, leader))
        t.note("F-9.1a", "goes in", leader=t.leader(leader).name)
        return AGAIN

    def charge_home(self, t: Desk) -> Call:
        """Begin the assault."""
        env = t.env
        start = Melee(env.chosen, env.target, Attack.ASSAULT, env.side, spots=env.spots, company=env.company)
        return Call("assault", start)

    def resume(self, t: Desk) -> Flow:
        t.bind(side=1 - t.env.side, target=NOBODY, chosen=(), spots=(), company=())
        return LOOP


def go_in(t: Desk, one: int, there: int) -> None:
    """An assaulting stack enters a hex, with the leaders who go in with it. [F-9.1a]"""
    stack = t.stack(one)
    place(t, ids(stack), there, keeping_up(t.state, t.env.company, stack, there, called=True))


def coming(t: Desk) -> str:
    """Those who come on, by their names."""
    return " and ".join(t.unit(one).name for one in t.env.attackers)


class Withdraw(Step):
    """Screens, cavalry and limbered horse guns may slip away. [ASP-02, F-16.3]"""

    cite = "ASP-02"
    title = "Reaction moves"

    def ask(self, t: Desk) -> Ask | None:
        stack = defender(t)
        ways = withdrawals(t.state, stack) if stack else ()
        if not ways or t.env.moved:
            return None
        words = f"{stack[0].name}: withdraw from {coming(t)}?"
        return Ask(stack[0].side, words, self.cite, {"withdraw": Cells(ways), "stand": None})

    def withdraw(self, t: Desk, there: int) -> Flow:
        """Slip away."""
        stack = defender(t)
        t.bind(moved=(stack[0].hex,), over=True)
        place(t, ids(stack), there, all_leaders(t, ids(stack)))
        t.note("F-16.3", "withdraws", unit=stack[0].id, hex=t.state.field.grid.label(there))
        join(t, ids(stack))
        return NEXT

    def stand(self, t: Desk) -> Flow:
        """Stay."""
        return NEXT


TURNS = {"face_left": -1, "face_right": 1}


class FaceAbout(Step):
    """Infantry may turn 60 degrees after a check. [F-16.3]"""

    cite = "F-16.3"
    title = "Turn to meet them"

    def ask(self, t: Desk) -> Ask | Throw | None:
        stack = defender(t)
        if (
            t.env.over
            or not stack
            or stack[0].arm is not Arm.INF
            or not stack[0].good
            or turn_price(stack[0]) is None
            or t.state.commands[stack[0].command].reserve
        ):
            return None
        if t.env.result in ("left", "right"):
            why = tally(t.state, stack, Trial.TURN)
            return Throw(
                "turn check", D10, self.cite, why, side=stack[0].side, unit=stack[0].id, tem=stack[0].tem
            )
        ways = {verb: None for verb, sixth in TURNS.items() if self._may(t, stack, sixth)}
        if not ways or worst_aspect(t.state, stack[0], t.env.spots) == "front" or t.env.result:
            return None
        words = f"{stack[0].name}: turn to meet {coming(t)}?"
        return Ask(stack[0].side, words, self.cite, {**ways, "stand": None})

    def _may(self, t: Desk, stack: Stack, sixth: int) -> bool:
        """Whether it has room to turn; an Extended Line does not swing away from those who come on. [F-10.4]"""
        if not may_turn(t.state, stack[0], sixth):
            return False
        second = swung(t.state, stack[0], sixth)
        own = (stack[0].hex,) if second is None else (stack[0].hex, second)
        far = t.state.field.grid.distance
        return second is None or all(any(far(spot, here) == 1 for here in own) for spot in t.env.spots)

    def face_left(self, t: Desk) -> Flow:
        """Try to turn left."""
        t.bind(result="left")
        return AGAIN

    def face_right(self, t: Desk) -> Flow:
        """Try to turn right."""
        t.bind(result="right")
        return AGAIN

    def stand(self, t: Desk) -> Flow:
        """Stay as you are."""
        t.bind(result="stood")
        return NEXT

    def fell(self, t: Desk, die: int) -> Flow:
        stack = defender(t)
        if die + tally(t.state, stack, Trial.TURN).total <= stack[0].tem:
            way = -1 if t.env.result == "left" else 1
            wheel(t, stack[0].id, way)
            t.put_all(ids(stack), facing=turned(stack[0].facing, way))
            t.note(self.cite, "turns", unit=stack[0].id)
        t.bind(result="stood")
        return NEXT


class CloseUp(Step):
    """Attackers not yet adjacent come up; others may shoot at those who move. [ASP-03, F-16.4, F-5.3a]"""

    cite = "ASP-03"
    title = "Advance"

    def begin(self, t: Desk) -> Flow | Call:
        t.bind(result="")
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _free(self, t: Desk, one: int, spot: int) -> bool:
        return spot not in t.state.at and room(t.state, t.stack(one), spot)

    def _next(self, t: Desk) -> Flow | Call:
        for one, spot in zip(t.env.attackers, t.env.spots):
            unit = t.unit(one)
            if unit.on_map and unit.good and unit.hex != spot and self._free(t, one, spot) and not t.env.over:
                if (
                    one != t.env.leaving
                ):  # [F-13.4] fire on leaving comes before the step, and hits them where they stand
                    t.bind(leaving=one)
                    call = provoked(t, (one,), but=t.env.target)
                    if call is not None:
                        return call
                go_in(t, one, spot)
                t.note(self.cite, "closes", unit=one)
                call = provoked(t, (one,), but=t.env.target)
                if call is not None:
                    return call
        spots = tuple(t.unit(one).hex for one in t.env.attackers if t.unit(one).on_map and t.unit(one).good)
        stack = defender(t)
        if stack and not t.env.over:
            t.bind(direction=worst_aspect(t.state, stack[0], spots))
        return NEXT


class AssaultShot(Step):
    """The target may use its reaction shot on one attacker in its front. [R-28, F-16.4]"""

    cite = "R-28"
    title = "The last volley"

    def _pairs(self, t: Desk) -> dict[int, tuple[int, ...]]:
        stack = defender(t)
        if t.env.over or not stack:
            return {}
        foes = {one[0].id for one in attackers(t)}
        if t.env.moved:
            foes &= set(t.env.moved)
        found = {}
        for unit in shooters(stack):
            ready = not unit.fired if unit.arm is Arm.ART else not unit.spent
            if ready and why_not_fire(t.state, unit, Kind.OPPORTUNITY) is None:
                aims = tuple(one for one in targets(t.state, unit) if one in foes)
                if aims:
                    found[unit.id] = aims
        return found

    def ask(self, t: Desk) -> Ask | None:
        pairs = self._pairs(t)
        if not pairs:
            return None
        return Ask(
            t.unit(t.env.target).side,
            f"{t.unit(t.env.target).name}: shoot at {coming(t)}?",
            self.cite,
            {"volley": Pairs(pairs), "hold_fire": None},
        )

    def volley(self, t: Desk, pair: tuple[int, int]) -> Call:
        """Shoot at one of them."""
        t.bind(moved=(pair[1],))
        return Call("shot", Shooting(pair[0], t.unit(pair[1]).hex, Kind.OPPORTUNITY))

    def hold_fire(self, t: Desk) -> Flow:
        """Keep it."""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


class Occupy(Step):
    """A good-order attacker enters the empty hex. [ASP-06, F-16.8]"""

    cite = "ASP-06"
    title = "Advance after combat"

    def begin(self, t: Desk) -> Flow | Call | None:
        able = self._able(t)
        t.bind(now=NOBODY)
        if len(able) == 1:
            found = self.occupy(t, able[0])
            return None if found is AGAIN else found
        return None if able else NEXT

    def _able(self, t: Desk) -> tuple[int, ...]:
        return tuple(self._ways(t))

    def _ways(self, t: Desk) -> dict[int, tuple[int, ...]]:
        """The attackers who may take the ground, and the hexes that each of them has attacked. [ASP-06, F-16.8]"""
        found, struck = {}, dict(zip(t.env.attackers, t.env.spots))
        far = t.state.field.grid.distance
        free = [here for here in (t.env.ground, t.env.ground2) if here != NOWHERE and here not in t.state.at]
        for stack in attackers(t):
            spot = struck.get(stack[0].id, NOWHERE)
            near = [
                here
                for here in free
                if room(t.state, stack, here)
                and (far(stack[0].hex, here) <= 2 if spot == NOWHERE else far(spot, here) == 1)
            ]
            if near:
                found[stack[0].id] = tuple(near)
        return found

    def ask(self, t: Desk) -> Ask | None:
        able = self._ways(t)
        if not able:
            return None
        if t.env.now != NOBODY:
            words = f"Which hex does {t.unit(t.env.now).name} take?"
            return Ask(t.env.side, words, self.cite, {"go_by": Cells(able[t.env.now])})
        return Ask(t.env.side, "Who takes the ground?", self.cite, {"occupy": Units(able)})

    def occupy(self, t: Desk, one: int) -> Flow | Call:
        """Enter the hex, facing any way."""
        t.bind(now=one)
        ways = self._ways(t)[one]
        return AGAIN if len(ways) > 1 else self.go_by(t, ways[0])

    def go_by(self, t: Desk, there: int) -> Call:
        """That hex."""
        one = t.env.now
        go_in(t, one, there)
        t.note(self.cite, "takes the ground", unit=one, hex=t.state.field.grid.label(there))
        return Call("facing", Facing(one))

    def resume(self, t: Desk) -> Flow:
        return NEXT


class NoteGround(Step):
    """Where the target stood when the assault began: one hex or two. [F-16.8, F-10.4]"""

    cite = "F-16.8"

    def begin(self, t: Desk) -> Flow:
        target = t.unit(t.env.target)
        t.bind(ground=target.hex, ground2=target.hex2)
        return NEXT


class OffMarkers(Step):
    """FB! comes off all stacks of the assault, the target's too. [F-16.8, R-55]"""

    cite = "F-16.8"

    def begin(self, t: Desk) -> Flow:
        for one in (*t.env.attackers, t.env.target):
            if t.unit(one).on_map:
                t.put_all(ids(t.stack(one)), fb=False)
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "assaults": (AssaultPhase(),),
    "assault": (
        NoteGround(),
        Withdraw(),  # ASP-02
        FaceAbout(),
        CloseUp(),  # ASP-03
        AssaultShot(),
        Receive(),  # ASP-04
        Clash(),  # ASP-05
        TiedLoss(),
        Spike(),
        Flee(),
        Occupy(),  # ASP-06
        OffMarkers(),
    ),
}

__all__ = ["SEQUENCES", "Assaults"]
