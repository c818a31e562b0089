"""What of a charge still matters to its odds once its melees are fought. [CHG-03]

The fights of a charge follow one another, and most of what one of them leaves behind is nothing to the next: how many steps a regiment
has left that has fought already. Positions that differ in that alone are one to the odds.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from grognard.engine.flow import Position, replace

from ..facts import retreat
from ..facts.depots import homeward
from ..facts.ground import distances, in_the_way
from ..facts.retreat import FRIENDS, leaves, rank
from ..facts.stacks import Stack, hexes, room
from ..facts.zones import FARTHEST
from ..state import Flight, State, Unit
from ..steps.env import FIGHT, Charging, Rider
from ..words import Arm, Formation, Order

Hexes = frozenset[int]
CLEAR = 2
"""The classes of retreat hexes without a zone of the enemy go up to this. [RET-02]"""
FAR_SEEING = frozenset({Formation.SCREEN, Formation.UNLIMBERED})
"""Who reaches farther than the next hex, so that it counts what stands between. [F-11.1, F-11.2]"""


class Matters:
    """Tells which positions of a charge are the same to whoever asks how two units come out of it."""

    def __init__(self, start: State, charge: int, units: tuple[int, ...]):
        self.start, self.units = start, units
        self.charge = charge
        """Where the charge stands on the agenda."""
        self._known: dict[Hashable, bool] = {}

    def __call__(self, position: Position) -> Hashable:
        """The position itself while they ride; then what the fights to come look at, and what those who run do."""
        agenda, state = position.agenda, position.state
        env = agenda[self.charge].env if len(agenda) > self.charge else None
        if not isinstance(env, Charging) or env.stage != FIGHT:
            return position
        fights = contacts(env)
        regroup = [one for one in env.regroup if state.units[one].on_map and state.units[one].good]
        if not fights and len(agenda) == self.charge + 1 and (regroup or self.settled(state)):
            return state.verdict, *[state.units[one] for one in self.units]  # all that is told
        stage = _ground(state, (*_fighting(fights), *self.units))
        runs = self._may_run(state, fights) and not self._halts(state, fights)
        return (
            tuple([(frame.sequence, frame.at, frame.env) for frame in agenda[self.charge + 1 :]]),
            agenda[self.charge].at,
            tuple([(one.unit, one.target, one.direction, one.spot, one.reaction) for one in fights]),
            tuple([one.unit for one in env.riders if any(one.unit == each.target for each in fights)]),
            tuple(regroup),
            state.verdict,
            tuple([each for each in state.fleeing if runs or state.units[each.units[0]].hex in stage]),
            tuple(
                [
                    unit if runs or not stage.isdisjoint(hexes(unit)) else _outline(state, unit)
                    for unit in self._changed(state)
                ]
            ),
            self._leading(state),
        )

    def settled(self, state: State) -> bool:
        """Whether after the last fight none of those asked about runs before somebody is asked where to."""
        if not flees(state, self.units):
            return True
        first = state.fleeing[0]
        if leaves(state, first):
            return False
        key = (first, _sizes(state.units[one] for one in first.units), self._zones(state))
        if key not in self._known:
            self._known[key] = retreat.chooses(state, first)
        return self._known[key]

    def _may_run(self, state: State, fights: Sequence[Rider]) -> bool:
        """Whether one of those asked about runs, or may yet come to: then it counts who runs before it, and from whom."""
        if flees(state, self.units):
            return True
        return not _ground(state, self.units).isdisjoint(_ground(state, _fighting(fights)))

    def _halts(self, state: State, fights: Sequence[Rider]) -> bool:
        """Whether the first who runs has a choice of ways, however the fights to come go: there the odds are read off."""
        stage = _ground(state, _fighting(fights))
        if state.fleeing:
            runners = [tuple([state.units[one] for one in state.fleeing[0].units])]
        else:
            runners = [_beaten(state.at[here]) for here in stage]
        key = (_sizes(unit for stack in runners for unit in stack), stage, self._zones(state))
        if key not in self._known:
            self._known[key] = all(chooses(state, stack, stage) for stack in runners)
        return self._known[key]

    def _zones(self, state: State) -> Hashable:
        """What the ways of those who run depend on besides themselves: everybody's place and zones. [RET-01, F-11.4]"""
        return (
            tuple([_zone(state, unit) for unit in self._changed(state)]),
            tuple([each.reserve for each in state.commands]),
        )

    def _changed(self, state: State) -> list[Unit]:
        return [unit for unit, before in zip(state.units, self.start.units) if unit is not before]

    def _leading(self, state: State) -> Hashable:
        leaders, commands = zip(state.leaders, self.start.leaders), zip(state.commands, self.start.commands)
        return (
            tuple([(one.id, one.hex, one.fate, one.routed) for one, before in leaders if one is not before]),
            tuple([each.key for each, before in commands if each.reserve is not before.reserve]),
        )


def contacts(env: Charging) -> tuple[Rider, ...]:
    """The markers whose fight is on or to come."""
    return tuple(
        [
            one
            for one in env.riders
            if one.state == "contact" and (one.target == env.now or one.target not in env.fought)
        ]
    )


def flees(state: State, units: tuple[int, ...]) -> bool:
    """Whether somebody of these units' stacks must run."""
    own = _ground(state, units)
    return any(state.units[one].hex in own for each in state.fleeing for one in each.units)


def chooses(state: State, stack: Stack, stage: Hexes) -> bool:
    """Whether a stack that runs has more than one way for certain, whatever becomes of those who fight on some ground.

    Fights take zones away and bring none, so a hex that is clear stays clear, unless a view opens on it. [RET-06, F-11.4, F-12.1]
    """
    top = stack[0]
    if top.wide or top.arm is Arm.ART or len({unit.arm for unit in stack}) > 1:
        return False
    if leaves(state, Flight((top.id,), 1)) or any(_reserve(state, here) for here in stage):
        return False
    friends, clear, doubtful = 0, list[int](), list[int]()
    for _, there in state.field.grid.steps(top.hex):
        found = rank(state, top, top.hex, there)
        if found == FRIENDS and (there not in stage or _outlasts(state.at[there])):
            friends += 1
        elif there in stage:
            doubtful.append(there)  # whoever stands there may be gone
        elif found is not None and room(state, stack, there):
            sure = found <= CLEAR and not _overlooked(state, 1 - top.side, there)
            (clear if sure else doubtful).append(there)
    ways = [there for there in (*clear, *doubtful) if there not in stage]
    return friends > 1 or (friends == 1 and len(ways) > 0) or _two_best(state, top, clear, doubtful)


def _two_best(state: State, unit: Unit, clear: list[int], doubtful: list[int]) -> bool:
    """Whether two clear hexes are of the lowest class, and no other can come to be of a lower one. [RET-01, RET-02]"""
    first = [there for there in clear if homeward(state, unit.side, unit.hex, there)]
    if first or any(homeward(state, unit.side, unit.hex, there) for there in doubtful):
        return len(first) > 1
    return len(clear) > 1


def _outlasts(stack: Stack) -> bool:
    """Whether foot is there still after a fight: it loses a half for running already, and one in the melee. [R-73, R-71]"""
    return stack[0].arm is Arm.INF and sum([unit.halves for unit in stack if unit.arm is Arm.INF]) > 4


def _reserve(state: State, here: int) -> bool:
    """Whether somebody in a hex is of a Reserve, whose zones a fight would wake. [F-10.10, F-11.4]"""
    return any(state.commands[unit.command].reserve for unit in state.at.get(here, ()))


def _overlooked(state: State, side: int, here: int) -> bool:
    """Whether Screens or guns of a side are near enough to reach a hex, were nobody in the way."""
    far = distances(state.field, here)
    return any(
        unit.side == side and unit.formation in FAR_SEEING
        for there, stack in state.at.items()
        if far[there] <= FARTHEST
        for unit in stack
    )


def _beaten(stack: Stack) -> Stack:
    """A stack as it would run."""
    return tuple([replace(unit, order=Order.ROUTED, formation=Formation.NONE) for unit in stack])


def _sizes(units: Iterable[Unit]) -> Hashable:
    """Where some units stand, and how much room they take. [F-10.6]"""
    return tuple([(unit.id, unit.hex, unit.steps) for unit in units])


def _fighting(fights: Iterable[Rider]) -> set[int]:
    return {unit for one in fights for unit in (one.unit, one.target)}


def _ground(state: State, units: Iterable[int]) -> Hexes:
    """The hexes where some units stand."""
    return frozenset([here for one in units if (unit := state.units[one]).on_map for here in hexes(unit)])


def _outline(state: State, unit: Unit) -> Hashable:
    """Where a unit stands, and whether one sees past it: what every shot and every leader without friends looks at."""
    if not unit.on_map:
        return unit.id, unit.where
    return unit.id, unit.hex, unit.hex2, in_the_way(state.stack_of(unit))


def _zone(state: State, unit: Unit) -> Hashable:
    """Where a unit stands, and what its zones depend on. [F-11.1, F-11.2, F-13.4]"""
    kept = (
        unit.order,
        unit.formation,
        unit.facing,
        unit.spent,
        unit.fired,
        unit.fb,
        unit.suppressed,
        unit.seat,
    )
    return _outline(state, unit), kept
