"""What several steps do to the table: losses, Disorder, rout, moves, leaders. [F-15.2, F-18.1]"""

from __future__ import annotations

from grognard.engine.dice import Sum
from grognard.engine.flow import NEXT, Call, Flow, Step
from grognard.geometry.hexarcs import turn_between

from ..facts.command import commanded
from ..facts.ground import distance, ground, within
from ..facts.moving import new_facing, swung
from ..facts.retreat import ROUT
from ..facts.stacks import AT_CORNER, Stack, hexes, per_hex, rides, wing
from ..facts.zones import in_zone
from ..state import NOBODY, NOWHERE, Desk, Flight, Unit
from ..words import Arm, Card, Fate, Formation, Order, Where
from .env import Flights, Shooting

D10 = Sum(1, 10, low=0)
"""A die of ten sides that reads 0 to 9."""
SHELTER = 5
"""How far a leader without a stack finds friends. [F-9.7]"""
WAKE = 3
"""An enemy this near ends a Reserve. [F-10.10]"""


def ids(stack: Stack) -> tuple[int, ...]:
    """The units of a stack by their ids."""
    return tuple(unit.id for unit in stack)


def lose(t: Desk, one: int, halves: int, cite: str) -> None:
    """Half steps off the top unit of a stack. [F-18.2]"""
    lose_from(t, t.stack(one)[0].id, halves, cite)


def lose_from(t: Desk, one: int, halves: int, cite: str) -> None:
    """Half steps off one unit, as many as it has. [F-18.1, R-33]"""
    unit = t.unit(one)
    gone = min(halves, unit.halves)
    t.put(one, halves=unit.halves - gone, lost=unit.lost + gone)
    t.put_command(unit.command, lost=t.state.commands[unit.command].lost + gone)
    t.note(cite, "loses", unit=one, steps=gone / 2, left=t.unit(one).halves / 2)
    if t.unit(one).halves == 0:
        remove(t, one)
    _shrink(t, t.stack(one))


def shrink(t: Desk, here: int) -> None:
    """A Square below 2 steps is Disordered; a Line or Screen too short for two hexes contracts. [F-18.2, R-65]"""
    _shrink(t, t.state.at.get(here, ()))


def _shrink(t: Desk, stack: Stack) -> None:
    if not stack:
        return
    top = stack[0]
    if top.good and top.formation is Formation.SQUARE:
        foot = [unit for unit in stack if unit.arm is Arm.INF]
        if sum(unit.halves for unit in foot) < 4:
            disorder(t, stack, "F-18.2")
    elif top.wide and top.formation is Formation.EXT_LINE and top.halves < 10:
        contract(t, top.id)
        t.put(top.id, formation=Formation.LINE)
    elif top.wide and top.formation is Formation.SCREEN and top.steps <= per_hex(top.arm):
        contract(t, top.id)


def remove(t: Desk, unit: int) -> None:
    """A unit without steps leaves the game; its leaders look for friends. [F-9.7]"""
    each = t.unit(unit)
    alone = not any(other.id != unit for other in t.state.at.get(each.hex, ()))
    t.put(unit, where=Where.DEAD, hex2=NOWHERE, fb=False)
    t.note("F-18.2", "eliminated", unit=unit)
    align(t, each.hex)
    if alone:
        displace(t, each.hex, each.side)


def destroy(t: Desk, stack: Stack, cite: str) -> None:
    """A whole stack is lost."""
    for unit in stack:
        now = t.unit(unit.id)
        command = t.state.commands[now.command]
        t.put_command(now.command, lost=command.lost + now.halves)
        t.put(unit.id, lost=now.lost + now.halves, halves=0, where=Where.DEAD, hex2=NOWHERE, fb=False)
        t.note(cite, "eliminated", unit=unit.id)
    displace(t, stack[0].hex, stack[0].side)


def displace(t: Desk, here: int, side: int) -> None:
    """Leaders who lost their stack join the nearest friends within 5; others wait for their fate. [F-9.7]"""
    if any(unit.side == side for unit in t.state.at.get(here, ())):
        return  # there are friends in the hex itself
    for one in t.state.leaders_at(here, side):
        near = [
            (distance(t.state.field, here, stack[0].hex), stack[0].hex)
            for stack in t.state.stacks(side)
            if distance(t.state.field, here, stack[0].hex) <= SHELTER
        ]
        if near:
            t.put_leader(one.id, hex=min(near)[1])
            t.note("F-9.7", "leader joins", leader=one.name)
        else:
            t.put_leader(one.id, routed=True)


def disorder(t: Desk, stack: Stack, cite: str) -> None:
    """A stack becomes Disordered: no formation, no markers. [F-15.2, LEG-01]"""
    for unit in stack:
        contract(t, unit.id)
        formation = unit.formation if unit.arm is Arm.ART else Formation.NONE
        t.put(unit.id, order=Order.DISORDERED, formation=formation, fb=False)
        t.put_command(unit.command, reserve=False)
    align(t, t.unit(stack[0].id).hex)
    t.note(cite, "disordered", unit=stack[0].id)


def rout(t: Desk, stack: Stack, cite: str, half: bool = False) -> None:
    """A stack routs and will run. Guns rout limbered, and so look at a hexside. [F-15.2, F-18.3, F-16.9, F-5.2]"""
    for unit in stack:
        contract(t, unit.id)
        formation = Formation.LIMBERED if unit.arm is Arm.ART else Formation.NONE
        facing = new_facing(unit, formation) if unit.arm is Arm.ART else unit.facing
        t.put(
            unit.id,
            order=Order.ROUTED,
            formation=formation,
            facing=facing,
            fb=False,
            suppressed=0,
            routed_now=True,
        )
        t.put_command(unit.command, reserve=False, fought=True)
    far = min(ROUT[unit.arm] for unit in stack)
    split: dict[Arm, list[int]] = {}
    for unit in stack:
        split.setdefault(unit.arm, []).append(unit.id)
    already = {one for flight in t.state.fleeing for one in flight.units}
    flights = tuple(
        Flight(tuple(units), (far + 1) // 2 if half else ROUT[arm])
        for arm, units in split.items()
        if not already & set(units)
    )
    t.set(fleeing=(*t.state.fleeing, *flights))
    t.note(cite, "routs", unit=stack[0].id)


def fall_back(t: Desk, stack: Stack) -> None:
    """A Disordered loser goes back one hex. [R-54, F-16.7]"""
    already = {one for flight in t.state.fleeing for one in flight.units}
    if not already & set(ids(stack)):
        t.set(fleeing=(*t.state.fleeing, Flight(ids(stack), 1, rout=False)))


def worsen(t: Desk, stack: Stack, cite: str = "F-15.2") -> None:
    """A failed check: good order, Disordered, Routed, running again. [F-15.2, R-25]"""
    top = stack[0]
    if top.order is Order.ROUTED:
        rout(t, stack, cite, half=True)
    elif top.order is Order.DISORDERED or top.formation in (Formation.ROAD, Formation.LIMBERED):
        rout(t, stack, cite)
    else:
        disorder(t, stack, cite)


def contract(t: Desk, unit: int) -> None:
    """A wide unit draws together into the hex nearer its depot. [F-10.4]"""
    each = t.unit(unit)
    if not each.wide:
        return
    depot = t.state.field.depots[each.side]
    here = min(hexes(each), key=lambda h: distance(t.state.field, h, depot))
    lost = each.hex2 if here == each.hex else each.hex
    t.put(unit, hex=here, hex2=NOWHERE)
    for one in t.state.leaders_at(lost, each.side):
        t.put_leader(one.id, hex=here)


def wheel(t: Desk, unit: int, sixth: int) -> None:
    """An Extended Line turns about its first hex: its second hex swings with it. [F-10.4, F-10.2]"""
    each = t.unit(unit)
    second = swung(t.state, each, sixth)
    if each.formation is Formation.EXT_LINE and second is not None:
        t.put(unit, hex2=second)
        displace(t, second, 1 - each.side)
        hold_ground(t, unit, second)
        rouse(t)


def align(t: Desk, here: int) -> None:
    """Unlimbered guns look where the Line does with which they stand, else at a hexside. [F-5.2]"""
    stack = t.state.at.get(here, ())
    line = next((unit for unit in stack if unit.formation in AT_CORNER), None)
    for gun in stack:
        if gun.arm is Arm.ART and gun.formation is Formation.UNLIMBERED:
            t.put(gun.id, facing=line.facing if line else gun.facing // 2 * 2)


def place(
    t: Desk, units: tuple[int, ...], there: int, leaders: tuple[int, ...] = (), *, passing: bool = False
) -> None:
    """Units enter a hex, and these leaders with them; forced order counts at once. [F-7.3, F-9.1a]

    `passing`: they are not of the stack there as yet, and perhaps never will be. [F-10.6]
    """
    first = t.unit(units[0])
    others = t.state.at.get(there, ())
    seat = max((unit.seat for unit in others), default=-1) + 1
    second = wing(t.state, first, there) if first.wide else NOWHERE
    for offset, unit in enumerate(units):
        t.put(unit, hex=there, hex2=second, seat=seat + offset, passing=passing)
    for one in leaders:
        t.put_leader(one, hex=there)
    align(t, first.hex)
    if not others:
        align(t, there)  # guns drawn out of a Line look at a hexside; who comes to friends is joined to them
    for spot in hexes(t.unit(first.id)):
        displace(t, spot, 1 - first.side)
        hold_ground(t, first.id, spot)
        if in_zone(t.state, first.side, spot, riding=rides(first)):
            for unit in units:
                t.put_command(t.unit(unit).command, active=True)
    fall_into_general(t, units, there)
    rouse(t)


def all_leaders(t: Desk, units: tuple[int, ...]) -> tuple[int, ...]:
    """The leaders of a stack that draws back as a whole: they go where it goes, Passive or not. [F-9.7, F-9.5]"""
    here, side = t.unit(units[0]).hex, t.unit(units[0]).side
    if set(ids(t.state.at.get(here, ()))) - set(units):
        return ()
    return tuple(one.id for one in t.state.leaders_at(here, side))


def rouse(t: Desk) -> None:
    """An enemy within 3 hexes ends a Reserve at once. [F-10.10]"""
    for number, each in enumerate(t.state.commands):
        if not each.reserve:
            continue
        spots = [there for foe in t.state.stacks(1 - each.side) for there in hexes(foe[0])]
        own = {unit.hex for unit in t.state.units if unit.command == number and unit.on_map}
        if any(within(t.state.field, here, spots, WAKE) for here in own):
            t.put_command(number, reserve=False)
            t.note("F-10.10", "is roused", formation=each.key)


def fall_into_general(t: Desk, units: tuple[int, ...], there: int) -> None:
    """Foot and horse in wood or farm are in General Order. [F-7.3]"""
    if not ground(t.state.field, there).forced:
        return
    for unit in units:
        each = t.unit(unit)
        if each.good and each.arm is not Arm.ART and each.formation is not Formation.SCREEN:
            if each.formation is not Formation.GENERAL:
                t.note("F-7.3", "forms", unit=unit, formation=Formation.GENERAL.value)
            t.put(unit, formation=Formation.GENERAL)


def hold_ground(t: Desk, unit: int, there: int) -> None:
    """Scoring ground remembers who stood there last in good order. [F-22.2]"""
    each = t.unit(unit)
    if each.good and any(prize[0] == there for prize in t.state.field.prizes):
        held = {**dict(t.state.holders), there: each.side}
        depot_changes_hands(t, unit, there)
        t.set(holders=tuple(sorted(held.items())))


def depot_changes_hands(t: Desk, unit: int, there: int) -> None:
    """A depot is taken, or taken back. [F-27]"""
    taker = t.unit(unit).side
    for owner in t.state.field.supply:
        before = dict(t.state.holders).get(there, owner)
        if there == t.state.field.depots[owner] and before != taker:
            t.note("F-27", "has its depot again" if taker == owner else "takes a depot", unit=unit)


def join(t: Desk, units: tuple[int, ...]) -> tuple[int, ...]:
    """Units that came to friends take their formation and facing; a Screen is taken in, with what it has lost.

    What is left of them, or the battalion they are now of. [F-6.1a, F-10.5]
    """
    here = t.unit(units[0]).hex
    others = [unit for unit in t.state.at.get(here, ()) if unit.id not in units]
    if not others:
        return units
    found = []
    for unit in units:
        each = t.unit(unit)
        home = next((other for other in others if other.id == each.parent), None)
        if home is not None:
            t.put(home.id, halves=home.halves + each.halves, lost=home.lost + each.lost)
            t.put(unit, where=Where.ATTACHED, halves=0, lost=0, hex=NOWHERE, fb=False)
            t.note("F-10.5", "screen returns", unit=unit, into=home.id)
            found.append(home.id)
        else:
            t.put(unit, facing=_beside(each, others[0]))
            t.note("F-6.1a", "joins", unit=unit, into=t.state.at[here][0].id)
            found.append(unit)
    align(t, here)
    return tuple(found)


def _beside(unit: Unit, other: Unit) -> int:
    """The facing of a unit that joins another: the same, or of two corners beside that of guns the nearer. [F-6.1a, F-5.2]"""
    # Guns whose Line is gone may still look at its corner.
    if unit.formation not in AT_CORNER or other.facing % 2:
        return other.facing
    return min(
        ((other.facing + 1) % 12, (other.facing - 1) % 12), key=lambda way: turn_between(way, unit.facing)
    )


def unseat(t: Desk, leader: int, fate: Fate, clock: int = 0, wounded: bool = False) -> None:
    """A leader leaves the map, and his card with him. [F-20, F-9.6]"""
    one = t.leader(leader)
    card = Card.NONE if one.card is Card.NONE else Card.OUT
    t.put_leader(
        leader,
        fate=fate,
        clock=clock,
        wounded=wounded,
        card=card,
        hex=NOWHERE,
        routed=False,
        om=None,
        pending=None,
    )
    t.set(stack=tuple(each for each in t.state.stack if each != leader))
    if leader in t.state.active and one.command != NOBODY:
        _leaderless(t, one.command)


def _leaderless(t: Desk, command: int) -> None:
    """Stacks of a Formation that have not acted are out of command from when its leader falls. [F-9.6, OPS-03]"""
    waiting = [
        unit.id
        for unit in t.state.units
        if unit.command == command
        and unit.on_map
        and not (unit.acted or unit.ooc or commanded(t.state, unit, unit.hex))
    ]
    if waiting:
        t.put_all(tuple(waiting), ooc=True)
        t.note("F-9.6", "leaderless", formation=t.state.commands[command].key)


def living(t: Desk, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units that are still on the map."""
    return tuple([unit for unit in units if t.unit(unit).on_map])


def stranded(t: Desk) -> bool:
    """Whether some leader waits for his fate. [F-9.7]"""
    return any(one.routed and one.on_map for one in t.state.leaders)


class Flee(Step):
    """Whoever must run runs now. [F-18.3]"""

    cite = "F-18.3"

    def begin(self, t: Desk) -> Flow | Call:
        if isinstance(t.env, Shooting) and t.env.hold:
            return NEXT
        if t.state.fleeing or stranded(t):
            return Call("flights", Flights())
        return NEXT
