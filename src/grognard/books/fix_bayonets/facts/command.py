"""Leaders: chain of command, range, orders, initiative, rides, interruptions. [F-9.1, F-9.2, F-9.3, F-8.1]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.engine.memo import kept
from grognard.geometry.hexes import disc
from grognard.geometry.hexsets import bits, flood, members, rings

from ..state import ARRANGED, LEADERS, NOBODY, NOWHERE, Battlefield, Leader, State, Unit
from ..tables.limits import WEATHER
from ..words import RANKS, Card, Order, Rank, Weather, Where
from .depots import friendly_depot, homeward
from .ground import distance, distances, seen
from .stacks import hexes
from .zones import covered_by, in_zone

RIDE = 18
ORDER_REACH = 15
AREA = 3
"""The operational area of an OM. [R-37]"""
ARMY_BRINGS = 2
INTERRUPT_REACH = 8
DEEPEST = 4
ANYWHERE = 1 << 10
"""Farther than any two hexes of a map."""
SHIFT, FLEXIBLE_SHIFT = 3, 6


def leader(state: State, one: int) -> Leader:
    """A leader by his id."""
    return state.leaders[one - LEADERS]


def superiors(state: State, one: Leader) -> Iterator[Leader]:
    """Those above a leader, the nearest first."""
    seen_: set[int] = set()
    at = one.superior
    while at != NOBODY and at not in seen_:
        seen_.add(at)
        above = leader(state, at)
        yield above
        at = above.superior


def below(state: State, one: Leader) -> tuple[Leader, ...]:
    """Those under a leader, direct or lower."""
    return _below(state, one.id)


@kept(of=("leaders",))
def _below(state: State, one: int) -> tuple[Leader, ...]:
    lows = _ranked_below(tuple([each.superior for each in state.leaders]), one)
    return tuple([state.leaders[at] for at in lows])


@lru_cache(maxsize=1024)
def _ranked_below(above: tuple[int, ...], one: int) -> tuple[int, ...]:
    """The places in the list of those under a leader, by who stands above each: that hardly ever changes."""
    found = []
    for place, up in enumerate(above):
        passed: set[int] = set()
        while up not in (NOBODY, one, *passed):
            passed.add(up)
            up = above[up - LEADERS]
        if up == one:
            found.append(place)
    return tuple(found)


def command_range(state: State, one: Leader) -> int:
    """CR; weather changes that of army leaders only. [F-9.2b]"""
    reach = one.cr
    if one.rank is Rank.ARMY:
        for kind in state.weather:
            share = None if kind is Weather.CLEAR else WEATHER[kind].army_range
            if share is not None:
                reach = int(reach * share)
    return reach


@kept(of=("leaders",))
def _heads(state: State, command: int) -> frozenset[int]:
    """The leaders of a Formation and everybody above them."""
    own = [one for one in state.leaders if one.command == command]
    return frozenset(one.id for low in own for one in (low, *superiors(state, low)))


def commanded(state: State, unit: Unit, here: int) -> bool:
    """Whether a hex is in command for a unit, of an activating leader. [F-9.2, R-38]"""
    for far, reach in _posts(state, unit.command):  # noqa: SIM110 - asked for every hex round a stack
        if far[here] <= reach:
            return True
    return False


@kept(of=("leaders", "active", "weather", "field"))
def _posts(state: State, command: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """For each activating leader of a Formation, or above its own, how far every hex is from him and how far he commands. [F-9.2]"""
    heads = _heads(state, command)
    there = [leader(state, one) for one in state.active if one in heads]
    return tuple(
        [
            (distances(state.field, each.hex), command_range(state, each))
            for each in there
            if each.hex != NOWHERE
        ]
    )


def chief(state: State, unit: Unit) -> Leader | None:
    """The leader a unit's Formation answers to now: its own, or an activating superior."""
    return _chief(state, unit.command)


@kept(of=("leaders", "active"))
def _chief(state: State, command: int) -> Leader | None:
    own = (one for one in state.leaders if one.command == command and one.on_map)
    up = (leader(state, one) for one in state.active)
    return next((one for one in own if one.card is not Card.NONE), next(up, None))


def may_come_along(state: State, top: Leader, brought: tuple[int, ...]) -> tuple[int, ...]:
    """Subordinates a leader may bring. [F-8.2, OPS-02]"""
    if top.rank is Rank.ARMY and len(brought) >= ARMY_BRINGS:
        return ()
    reach = command_range(state, top)
    return tuple(
        one.id
        for one in below(state, top)
        if one.card is Card.HAND
        and one.on_map
        and one.id not in brought
        and distance(state.field, one.hex, top.hex) <= reach
    )


@kept
def interrupters(state: State) -> tuple[int, ...]:
    """Cards that may interrupt the top of the stack. [F-8.1, SEQ-07]"""
    top = leader(state, state.stack[-1])
    if top.id in state.interrupted or len(state.stack) >= DEEPEST:
        return ()
    return tuple(
        one.id
        for one in state.leaders
        if one.side != top.side
        and one.card is Card.HAND
        and one.on_map
        and not one.passive
        and not one.barred
        and _near(state, one, top)
    )


def _near(state: State, one: Leader, top: Leader) -> bool:
    """Whether a unit of the top leader's Formation is near him or in his sight; of an army leader's any unit. [F-8.1]"""
    far, spots = distances(state.field, one.hex), _places(state, top.side, top.command)
    return min([far[spot] for spot in spots], default=INTERRUPT_REACH + 1) <= INTERRUPT_REACH or any(
        sees(state, one, spot) for spot in spots
    )


@kept(of=("units",))
def _places(state: State, side: int, command: int) -> tuple[int, ...]:
    """The hexes of a Formation's units, or of all of a side's."""
    on_map, everybody = Where.MAP, command == NOBODY
    return tuple(
        [
            here
            for unit in state.units
            if unit.side == side and (everybody or unit.command == command) and unit.where is on_map
            for here in hexes(unit)
        ]
    )


def sees(state: State, one: Leader, there: int) -> bool:
    """What a leader sees from the saddle, past his own units. [F-12.1a, F-12.2, INI-03, INI-03a]"""
    return seen(state, one.hex, there, saddle=True, own=_under(state, one.id))


@kept(of=("leaders",))
def _under(state: State, one: int) -> tuple[int, ...]:
    """The Formations a leader and those under him lead."""
    lows = {low.command for low in _below(state, one)}
    return tuple(sorted({leader(state, one).command} | lows - {NOBODY}))


# ---- riding


def shaken(state: State, one: Leader) -> tuple[int, ...]:
    """Hexes of Disordered or Stragglers units of his Formation, in command and sight. [R-83]"""
    return tuple(
        stack[0].hex
        for stack in state.stacks(one.side)
        if any(
            unit.command == one.command
            and (unit.order is Order.DISORDERED or (unit.good and unit.halves % 2))
            for unit in stack
        )
        and distance(state.field, one.hex, stack[0].hex) <= command_range(state, one)
        and sees(state, one, stack[0].hex)
    )


@kept(of=ARRANGED)
def _shut(state: State, side: int) -> tuple[int, int]:
    """Hexes with enemies, and those a leader does not end in alone: these, and where the zones of foot and guns lie. [F-9.1a]"""
    held = bits([here for here, stack in state.at.items() if stack[0].side != side])
    return held, held | (covered_by(state, 1 - side) & ~bits(state.at))


def open_to(state: State, one: Leader, there: int) -> bool:
    """Whether a leader may end in a hex. [F-9.1a]"""
    return _lies_open(state, one.side, there)


def ridden(state: State, one: Leader) -> tuple[int, ...]:
    """Every hex a leader could reach, not through enemies. [F-9.1a]"""
    return _ridden(state, one.hex, one.side)


def ride(state: State) -> int:
    """How far leaders ride; weather slows them as it slows everybody. [F-9.1a, WX-08a]"""
    far = RIDE
    for kind in state.weather:
        share = None if kind is Weather.CLEAR else WEATHER[kind].mcf
        if share is not None:
            far = int(far * share)
    return far


@kept(of=ARRANGED)
def _ridden(state: State, start: int, side: int) -> tuple[int, ...]:
    held, shut = _shut(state, side)
    return members(flood(state.field.grid, start, ride(state), held) & ~shut & ~(1 << start))


def _rides_near(state: State, one: Leader, goal: int, apart: int) -> bool:
    """Whether a leader reaches a hex less than so far from a goal: mostly one of the six next to him. [F-9.1a]"""
    far, reach = distances(state.field, goal), ride(state)
    for _, there in state.field.grid.steps(one.hex):
        if far[there] < apart and reach and _lies_open(state, one.side, there):
            return True
    held = bits([here for here, stack in state.at.items() if stack[0].side != one.side])
    goals = _nearer(state.field, goal, apart) & ~held
    return any(
        _lies_open(state, one.side, there)
        for ring in rings(state.field.grid, one.hex, reach, held)
        if ring & goals
        for there in members(ring & goals)
    )


def _lies_open(state: State, side: int, there: int) -> bool:
    """Whether a leader may end in a hex: as `_shut` tells of all, for one of them; most have no enemy beside them. [F-9.1a]"""
    at = state.at
    if (here := at.get(there)) is not None:
        return here[0].side == side
    for beside in state.field.grid.tables.beside[there]:
        if beside in at and at[beside][0].side != side:
            break
    else:
        return True
    return not in_zone(state, side, there)


@kept(most=1 << 10)
def _nearer(field: Battlefield, goal: int, apart: int) -> int:
    """The hexes less than so far from a goal."""
    return bits([here for here, far in enumerate(distances(field, goal)) if far < apart])


def may_ride(state: State, one: Leader) -> bool:
    """Whether there is a hex to which a leader may ride now. [OPS-04a, OPS-04b, OPS-04c, F-9.5]"""
    return _may_ride(state, one.id) if leader(state, one.id) is one else _finds_a_ride(state, one)


@kept
def _may_ride(state: State, one: int) -> bool:
    return _finds_a_ride(state, leader(state, one))


def _finds_a_ride(state: State, one: Leader) -> bool:
    if one.passive or not one.on_map:
        return False
    follows = one.command == NOBODY or one.card is Card.NONE
    if one.rank is not Rank.ARMY and follows:
        up = next(superiors(state, one), None)
        return up is not None and up.on_map and _rides_near(state, one, up.hex, command_range(state, up) + 1)
    if one.rank is not Rank.ARMY and one.om is None:
        return bool(rides(state, one))
    # Either every hex he reaches will do, or he must ride, and then there is a nearer one.
    return _rides_near(state, one, one.hex, ANYWHERE)


def rides(state: State, one: Leader) -> tuple[int, ...]:
    """Where a leader may ride now. [OPS-04a, OPS-04b, OPS-04c, F-9.5]"""
    if one.passive or not one.on_map:
        return ()
    if one.rank is Rank.ARMY:
        return ridden(state, one)
    if one.command == NOBODY or one.card is Card.NONE:
        return _with_superior(state, one)
    if one.om is None:
        nearer = [
            there
            for _, there in state.field.grid.steps(one.hex)
            if homeward(state, one.side, one.hex, there) and open_to(state, one, there)
        ]
        reach = set(ridden(state, one))
        return tuple(dict.fromkeys([*nearer, *(there for there in shaken(state, one) if there in reach)]))
    reached = ridden(state, one)
    if not must_ride(state, one):
        return reached
    far = distances(state.field, one.om.hex)
    now, join = far[one.hex], shaken(state, one)
    return tuple([there for there in reached if far[there] < now or there in join])


def _with_superior(state: State, one: Leader) -> tuple[int, ...]:
    """A leader without a card stays in his superior's range. [F-9.1a]"""
    up = next(superiors(state, one), None)
    if up is None or not up.on_map:
        return ()
    reach, far = command_range(state, up), distances(state.field, up.hex)
    return tuple([there for there in ridden(state, one) if far[there] <= reach])


@kept
def must_ride(state: State, one: Leader) -> bool:
    """Whether he must come nearer to his OM: no enemy, OM or dwelling in sight. [OPS-04c, R-53, F-9.3a]"""
    if one.om is None or one.passive or one.rank is Rank.ARMY:
        return False
    if one.hex == one.om.hex or sees(state, one, one.om.hex):
        return False
    if any(sees(state, one, stack[0].hex) for stack in state.stacks(1 - one.side)):
        return False
    now = distance(state.field, one.om.hex, one.hex)
    return _rides_near(state, one, one.om.hex, now)


def dwelling(state: State, there: int) -> bool:
    """An OM in a farm or hamlet. [R-37]"""
    return state.field.terrain[there] == "f"


# ---- orders and initiative


def receivers(state: State, given: tuple[int, ...] = (), most: int = 1) -> tuple[int, ...]:
    """Formation Leaders who may be given an OM now, after those who have been given one; so many from each superior. [F-9.3]"""
    found = _subordinates(state)
    return tuple(one for one in found if _can_give(state, (*given, one), most, {})) if given else found


def _can_give(state: State, given: tuple[int, ...], most: int, by: dict[int, int]) -> bool:
    """Whether the active superiors could have given all these orders, so many each. [F-9.3]"""
    if not given:
        return True
    above = {up.id for up in superiors(state, leader(state, given[0]))}
    for one in sorted(above & set(state.active)):
        now = by.get(one, 0)
        if now < most and _can_give(state, given[1:], most, {**by, one: now + 1}):
            return True
    return False


def _subordinates(state: State) -> tuple[int, ...]:
    """The Formation Leaders under those who are active. [F-9.3]"""
    found = dict.fromkeys(
        low.id
        for one in state.active
        for low in below(state, leader(state, one))
        if low.command != NOBODY and low.on_map and low.card is not Card.NONE
    )
    return tuple(found)


def order_hexes(state: State, one: int) -> tuple[int, ...]:
    """Where his OM may lie. [F-9.3]"""
    return disc(state.field.grid, leader(state, one).hex, ORDER_REACH)


def in_range_of_superior(state: State, one: int) -> bool:
    """Whether an activating superior has him in range. [F-9.3]"""
    each = leader(state, one)
    return any(
        up.id in state.active and distance(state.field, up.hex, each.hex) <= command_range(state, up)
        for up in superiors(state, each)
    )


def initiative_hexes(state: State, one: int) -> tuple[int, ...]:
    """Where initiative may place or shift an order. [INI-01a, INI-01b, INI-01c, INI-01d, INI-02]"""
    each = leader(state, one)
    if each.om is not None:
        if dwelling(state, each.om.hex):
            return ()
        far = FLEXIBLE_SHIFT if each.flexible else SHIFT
        return disc(state.field.grid, each.om.hex, far)[1:]
    found: dict[int, None] = {}
    if each.flexible:  # [INI-01d] one more choice, not instead of the others
        found.update(dict.fromkeys(disc(state.field.grid, each.hex, ORDER_REACH)))
    for stack in state.stacks(1 - each.side):
        if sees(state, each, stack[0].hex):
            found.update(dict.fromkeys(disc(state.field.grid, stack[0].hex, 1)))
    depot = friendly_depot(state, each.side)
    if depot is not None:
        now = distance(state.field, each.hex, depot)
        found.update(dict.fromkeys(disc(state.field.grid, depot, now - 1)))
    kin = {*(up.id for up in superiors(state, each)), *(low.id for low in below(state, each))}
    found.update(dict.fromkeys(one.hex for one in state.leaders if one.id in kin and one.on_map))
    return tuple(found)


def may_try(state: State, one: int) -> bool:
    """Whether initiative has anywhere to place or shift an order. [F-9.4, INI-01b, INI-01d]"""
    each = leader(state, one)
    if each.om is not None:
        return not dwelling(state, each.om.hex)
    if each.flexible or friendly_depot(state, each.side) not in (None, each.hex):
        return True  # round himself, or back towards his depot
    return bool(initiative_hexes(state, one))


def initiative_rule(state: State, one: int, there: int) -> str:
    """By which rule initiative may place or shift an order there. [INI-01a, INI-02]"""
    each = leader(state, one)
    if each.om is not None and not each.om.temporary:
        return "INI-02"
    if any(
        distance(state.field, stack[0].hex, there) <= 1 and sees(state, each, stack[0].hex)
        for stack in state.stacks(1 - each.side)
    ):
        return "INI-01a"
    if homeward(state, each.side, each.hex, there):
        return "INI-01b"
    kin = {*(up.id for up in superiors(state, each)), *(low.id for low in below(state, each))}
    return "INI-01c" if any(o.hex == there and o.id in kin for o in state.leaders) else "INI-01d"


def outranks(one: Leader, other: Leader) -> bool:
    """Whether one leader is of higher rank. [SRF-02]"""
    return RANKS.index(one.rank) > RANKS.index(other.rank)
