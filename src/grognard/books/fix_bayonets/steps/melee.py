"""Melee: Receive check, Defensive fire, the die, the result; guns overrun. [ASP-04, ASP-05, CHG-03, F-17.8]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Pairs, Units
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step
from grognard.engine.tables import Tally

from ..facts.checks import horse_facts, tally
from ..facts.fire import targets, why_not_fire
from ..facts.ground import number
from ..facts.melee import Bout, odds, special
from ..facts.stacks import Stack, hexes, mixed, shooters
from ..state import Desk, Unit
from ..tables.fire import SPIKED
from ..tables.melee import LEADER_CHECK, LEGEND, blow
from ..words import Arm, Attack, Blow, Formation, Kind, Order, Special, Trial
from .common import D10, destroy, disorder, fall_back, lose, rout
from .env import Melee, Shooting, Wound

F = Formation
STEADY = frozenset({F.SQUARE, F.MASSE})
"""Stacks that keep order and formation when they fail to receive a charge. [R-85]"""


def attackers(t: Desk) -> tuple[Stack, ...]:
    """The attacking stacks still in it."""
    found = []
    for one in t.env.attackers:
        unit = t.unit(one)
        if unit.on_map and unit.good:
            found.append(t.stack(one))
    return tuple(found)


def defender(t: Desk) -> Stack:
    """The stack under attack, if it is still there."""
    unit = t.unit(t.env.target)
    return t.stack(unit.id) if unit.on_map else ()


def guns_alone(stack: Stack) -> bool:
    """Guns without infantry."""
    return all(unit.arm is Arm.ART for unit in stack)


def terrain(t: Desk) -> int:
    """The number of the ground: of the hexside that is easiest for those who still attack. [ASR-01, F-16.4]"""
    target = t.unit(t.env.target)
    spots = [stack[0].hex for stack in attackers(t)]
    grid = t.state.field.grid
    return min(
        (number(t.state.field, s, h) for s in spots for h in hexes(target) if grid.distance(s, h) == 1),
        default=0,
    )


def why_receive(t: Desk) -> Tally:
    """The sum of a Receive check. [ASR-01, R-69]"""
    stack = defender(t)
    more = {}
    if t.env.attack is Attack.CHARGE:
        more = horse_facts(tuple(unit for one in attackers(t) for unit in one), t.env.grand)
    return tally(t.state, stack, Trial.RECEIVE, terrain=terrain(t), direction=t.env.direction, **more)


class Receive(Step):
    """The defender checks whether it stands. [ASP-04, F-16.5, F-17.8, R-74, R-85]"""

    cite = "ASP-04"
    title = "Receive check"

    def begin(self, t: Desk) -> Flow | None:
        t.set(verdict="")
        if t.env.over:
            return NEXT
        stack = defender(t)
        if not stack or not attackers(t):
            t.bind(over=True)
            return NEXT
        for each in (*attackers(t), stack):
            for unit in each:
                t.put_command(unit.command, active=True)
        if stack[0].order is Order.ROUTED:
            lose(t, stack[0].id, 1, "R-73")
            if left := defender(t):
                rout(t, left, "R-73")
            t.bind(over=True)
            t.set(verdict="DR")
            return NEXT
        return NEXT if t.env.reaction else None

    def ask(self, t: Desk) -> Throw:
        stack = defender(t)
        return Throw(
            "receive check",
            D10,
            self.cite,
            why_receive(t),
            side=stack[0].side,
            unit=stack[0].id,
            tem=stack[0].tem,
        )

    def fell(self, t: Desk, die: int) -> Flow:
        stack = defender(t)
        top = stack[0]
        if die + why_receive(t).total <= top.tem:
            t.note("F-15.1", "receives", unit=top.id)
            t.bind(fire=True)
        elif guns_alone(stack):
            t.set(verdict="DR")
            overrun(t, stack)
            t.bind(over=True)
        elif t.env.attack is Attack.CHARGE and top.good and top.formation in STEADY:
            t.note("R-85", "wavers", unit=top.id)
        elif top.order is Order.DISORDERED or top.formation is F.ROAD:
            flee_with_guns(t, stack, "F-16.5")
            t.bind(over=True)
            t.set(verdict="DR")
        else:
            disorder(t, stack, "F-16.5")
        return NEXT


class DefensiveFire(Step):
    """A stack that stands shoots at one charger, through its front. [F-13.5, CHG-03, R-60]"""

    cite = "F-13.5"
    title = "Defensive fire"

    def _pairs(self, t: Desk) -> dict[int, tuple[int, ...]]:
        stack = defender(t)
        if t.env.over or not t.env.fire or not stack:
            return {}
        chargers = {one[0].id for one in attackers(t)}
        if t.env.moved:
            chargers &= set(t.env.moved)
        found = {}
        for unit in shooters(stack):
            ready = not unit.fired if unit.arm is Arm.ART else not unit.spent
            if ready and why_not_fire(t.state, unit, Kind.DEFENSIVE) is None:
                aims = tuple(one for one in targets(t.state, unit) if one in chargers)
                if aims:
                    found[unit.id] = aims
        return found

    def ask(self, t: Desk) -> Ask | None:
        pairs = self._pairs(t)
        if not pairs:
            return None
        side = t.unit(t.env.target).side
        return Ask(
            side,
            f"{t.unit(t.env.target).name}: defensive fire?",
            self.cite,
            {"volley": Pairs(pairs), "hold_fire": None},
        )

    def volley(self, t: Desk, pair: tuple[int, int]) -> Call:
        """Fire at a charger."""
        t.bind(moved=(pair[1],))
        kind = Kind.DEFENSIVE
        return Call("shot", Shooting(pair[0], t.unit(pair[1]).hex, kind, charge=True, hold=True))

    def hold_fire(self, t: Desk) -> Flow:
        """Keep it."""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


def bout(t: Desk) -> Bout:
    """The melee as it stands."""
    alive = [one for one in t.env.attackers if t.unit(one).on_map and t.unit(one).good]
    runs = tuple(run for one, run in zip(t.env.attackers, t.env.straight) if one in alive)
    return Bout(
        tuple(t.stack(one) for one in alive), defender(t), t.env.attack, t.env.direction, runs, t.env.reaction
    )


class Clash(Step):
    """Odds, a die, a result. [ASP-05, F-16.6, MCT-C]"""

    cite = "ASP-05"
    title = "Melee"

    def begin(self, t: Desk) -> Flow | None:
        if t.env.over:
            return NEXT
        if not attackers(t) or not defender(t):
            t.bind(over=True)
            t.set(verdict="STOPPED")
            return NEXT
        return None

    def ask(self, t: Desk) -> Throw | None:
        if t.env.over:
            return None
        found = odds(t.state, bout(t))
        return Throw(
            "melee", D10, self.cite, found.tally, side=t.env.side, target=t.env.target, odds=str(found)
        )

    def fell(self, t: Desk, die: int) -> Flow | Call:
        fray = bout(t)
        for unit in (unit for stack in (*fray.attackers, fray.defender) for unit in stack):
            t.put_command(unit.command, fought=True)  # [F-19.1] a melee is fought when its die has fallen
        found = odds(t.state, fray)
        row = blow(die, found.tally.total)
        result = row.value[found.column]
        t.note(row.cite, "melee", target=t.env.target, result=result.value)
        name = result.value
        if result is Blow.SPECIAL:
            line, meaning = special(fray)
            name = meaning.value
            t.note(line.cite, "special", target=t.env.target, result=name.replace("_", " "))
        t.set(verdict=name if result is not Blow.SPECIAL else f"SPECIAL:{name}")
        apply(t, name, fray)
        t.bind(over=True)
        return self._leader(t, die, fray) if die in LEADER_CHECK else NEXT

    def _leader(self, t: Desk, die: int, fray: Bout) -> Flow | Call:
        """The unmodified die endangers one leader of a side, whichever of its stacks he is with. [MCT-L0, MCT-L9, R-02, F-20]"""
        defends = LEADER_CHECK[die] == "defender"
        stacks = (fray.defender,) if defends else fray.attackers
        spots = {here: stack for stack in stacks for here in hexes(stack[0])}
        led = [here for here, stack in spots.items() if t.state.leaders_at(here, stack[0].side)]
        if not led:
            return NEXT
        stack = spots[led[0]]
        t.note("MCT-L0" if defends else "MCT-L9", "leader in danger", unit=stack[0].id)
        return Call("wound", Wound(led[0], stack[0].side, tuple(led[1:])))


MEANS = {
    "AD": "The attackers are Disordered and fall back",
    "ADS": "The attackers are Disordered, lose Stragglers and fall back",
    "AR": "The attackers rout",
    "DD": "The defenders are Disordered and fall back",
    "DDS": "The defenders are Disordered, lose Stragglers and fall back",
    "DR": "The defenders rout",
    "HAND_TO_HAND": "Both sides are Disordered and lose Stragglers, and nobody gives way",
    "FORCED_REGROUP": "The attackers lose Stragglers and must regroup",
    "BOTH_REGROUP": "Both sides lose Stragglers and must regroup",
    "FIREFIGHT": "Both sides stand and fire, and nothing comes of it",
    "ROUTED_NO_SPIKE": "The guns get away in rout, unspiked",
}
"""What the results of a melee are called by those who read of them. [LEG-01]"""


def in_words(name: str, fray: Bout) -> str:
    """What a result comes to here: guns alone are overrun, who was Disordered routs. [LEG-01, R-43, R-72]"""
    if guns_alone(fray.defender) and name in ("DD", "DDS", "DR"):
        return "The guns are overrun"
    if name in ("DD", "DDS") and not fray.defender[0].good:
        return "The defenders were Disordered already and rout"
    return MEANS[name]


def apply(t: Desk, name: str, fray: Bout) -> None:
    """What a result does; states hit every stack, losses the largest. [LEG-01, R-71, R-72]"""
    own, foe = fray.attackers, (fray.defender,)
    if name in LEGEND:
        told = name.replace("_", " ")
        t.note(LEGEND.row(name).cite, "result", target=t.env.target, result=told, words=in_words(name, fray))
    if name in ("AD", "ADS"):
        beaten(t, own, name == "ADS")
    elif name in ("DD", "DDS"):
        if guns_alone(fray.defender):
            overrun(t, fray.defender)
        else:
            beaten(t, foe, name == "DDS")
    elif name == "AR":
        for stack in own:
            rout(t, stack, "LEG-03")
    elif name in ("DR", Special.ROUTED_NO_SPIKE.value):
        if guns_alone(fray.defender) and name == "DR":
            overrun(t, fray.defender)
        else:
            flee_with_guns(t, fray.defender, "LEG-03" if name == "DR" else "LEG-07a")
    elif name == Special.HAND_TO_HAND.value:
        hand_to_hand(t, fray)
    elif name in (Special.FORCED_REGROUP.value, Special.BOTH_REGROUP.value):
        straggle(t, own)
        if name == Special.BOTH_REGROUP.value:
            straggle(t, foe)


def overrun(t: Desk, guns: Stack) -> None:
    """Guns alone: unlimbered ones are in the enemy's hands, limbered ones gallop off. [R-43, R-74]"""
    if guns[0].formation is F.LIMBERED:
        rout(t, guns, "R-74")
    else:
        t.bind(result="SPIKE")


def flee_with_guns(t: Desk, stack: Stack, cite: str) -> None:
    """A stack routs; guns whose infantry routs are in the enemy's hands. [F-16.9, R-43]"""
    if mixed(stack):
        t.bind(result="SPIKE")
        rout(t, tuple(unit for unit in stack if unit.arm is not Arm.ART), cite)
    else:
        rout(t, stack, cite)


def beaten(t: Desk, stacks: tuple[Stack, ...], stragglers: bool) -> None:
    """Disordered and back one hex; whoever was Disordered routs instead and loses no Stragglers. [LEG-02, R-72]"""
    good = tuple(stack for stack in stacks if stack[0].good)
    if stragglers and good:
        straggle(t, good)
    for stack in stacks:
        left = tuple(t.unit(unit.id) for unit in stack if t.unit(unit.id).on_map)
        if not left:
            continue
        if guns_alone(left):
            continue  # [F-16.9] guns are Disordered by fire only: they stay when the foot over them is gone
        if left[0].order is Order.GOOD:
            disorder(t, left, "LEG-01")
            fall_back(t, tuple(t.unit(unit.id) for unit in left))
        else:
            flee_with_guns(t, left, "R-72")


def straggle(t: Desk, stacks: tuple[Stack, ...]) -> None:
    """One Stragglers loss for a side, on its largest stack; between equals the owner will choose. [R-71]"""
    alive = [t.stack(stack[0].id) for stack in stacks if t.unit(stack[0].id).on_map]
    if not alive:
        return
    most = max(sum(unit.halves for unit in stack) for stack in alive)
    largest = [stack[0].id for stack in alive if sum(unit.halves for unit in stack) == most]
    if len(largest) > 1:
        t.bind(tied=tuple(largest))
    else:
        lose(t, largest[0], 1, "LEG-02")


class TiedLoss(Step):
    """Which of several largest stacks takes the Stragglers loss. [R-71]"""

    cite = "R-71"
    title = "Stragglers"

    def ask(self, t: Desk) -> Ask | None:
        able = tuple(one for one in t.env.tied if t.unit(one).on_map)
        if not able:
            return None
        return Ask(t.unit(able[0]).side, "Who takes the Stragglers?", self.cite, {"straggle": Units(able)})

    def straggle(self, t: Desk, one: int) -> Flow:
        """That stack."""
        t.bind(tied=())
        lose(t, one, 1, "LEG-02")
        return NEXT


def hand_to_hand(t: Desk, fray: Bout) -> None:
    """Both lose Stragglers and are Disordered, and nobody moves. [LEG-04, LEG-04a, R-56]"""
    straggle(t, fray.attackers)
    straggle(t, (fray.defender,))
    for stack in (*fray.attackers, fray.defender):
        left = tuple(t.unit(unit.id) for unit in stack if t.unit(unit.id).on_map)
        if left and left[0].good and not guns_alone(left):
            disorder(t, left, "LEG-04")


class Spike(Step):
    """Guns overrun: eliminated or Routed. [SPK-01, R-43, R-74]"""

    cite = "SPK-01"
    title = "Spiked guns"

    def _guns(self, t: Desk) -> tuple[Unit, ...]:
        if t.env.result != "SPIKE":
            return ()
        target = t.unit(t.env.target)
        return tuple(
            unit
            for unit in t.state.units
            if unit.arm is Arm.ART and unit.on_map and unit.hex == target.hex and unit.side == target.side and unit.order is not Order.ROUTED
        )  # fmt: skip

    def ask(self, t: Desk) -> Throw | None:
        guns = self._guns(t)
        if not guns:
            return None
        return Throw("spiked guns", D10, self.cite, side=t.env.side, unit=guns[0].id)

    def fell(self, t: Desk, die: int) -> Flow:
        gun = self._guns(t)[0]
        row = SPIKED.find(die)
        result = row.value[0 if t.env.attack is Attack.ASSAULT else 1]
        t.note(row.cite, "spiked", unit=gun.id, result=result)
        t.set(verdict=result)
        if result == "ELIM":
            destroy(t, (gun,), row.cite)
        else:
            rout(t, (gun,), row.cite)
        return AGAIN


class Close(Step):
    """A melee is over; what follows belongs to its phase. [CHG-03, R-75]"""

    cite = "CHG-03"

    def begin(self, t: Desk) -> Flow:
        return DONE


def start(attackers_: tuple[int, ...], target: int, attack: Attack, side: int, **more: object) -> Melee:
    """A melee about to begin."""
    return Melee(attackers_, target, attack, side, **more)  # type: ignore[arg-type]


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "home": (Receive(), DefensiveFire(), Clash(), TiedLoss(), Spike(), Close()),
}
