"""After the dice of a close combat each side's losses and nerves are its own affair: looked at apart, then joined.

Neither side's losses, tests and generals' risks ask anything of the other, so the chances of both multiply.
Each is walked with the real steps on a table that holds this side alone. [C5, T6, N4, N5]
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace

from ..facts.bodies import size_of
from ..facts.ground import in_shelter
from ..facts.nerve import high_casualties
from ..state import Desk, Duties, State, Today, Unit
from ..steps.common import nearest_friend
from ..steps.env_fight import Combat
from ..tables.nerve import CASUALTIES
from ..words import Exception_, Kind, Order, Toll, Training, Weapon, Where
from .walks import ENGINE, Plan, odds_of

Due = tuple[tuple[int, Toll, str], ...]
AFAR = 10000
"""Where somebody stands of whom it does not matter where: off every table, far from every other."""


class End(NamedTuple):
    """What has become of one unit, or of a general."""

    unit: int
    start: int
    """Figures when the turn began."""
    figures: int
    markers: int
    where: Where
    used: tuple[Exception_, ...]

    def with_figures(self, figures: int) -> End:
        """The same with so many figures left."""
        return End(self.unit, self.start, figures, self.markers, self.where, self.used)

    @property
    def lives(self) -> bool:
        """Whether it is still on the table."""
        return self.where is Where.TABLE

    @property
    def lost(self) -> int:
        """Figures lost this turn."""
        return self.start - self.figures

    @property
    def how(self) -> str:
        """How it fared: steady, marked, routed or destroyed. [81–83]"""
        if not self.lives:
            return "routs" if self.figures else "destroyed"
        return MARKED[self.markers]


MARKED = ("steady", "1 marker", "2 markers")


def gone(unit: Unit) -> End:
    """The end of a unit that was destroyed before its losses could be thrown. [47, 60, 66]"""
    return End(unit.id, unit.start, 0, 0, unit.where, ())


def ends_of(
    state: State, side: int, fighters: tuple[int, ...], due: Due = (), *, morale: bool, exceptions: bool
) -> Dist[tuple[End, ...]]:
    """What becomes of some of a side's units, and of its general if he is with them: losses, then nerves."""
    return _ends(*_apart(state, side, fighters, due), morale, exceptions)


def end_of(
    state: State, unit: Unit, fighters: tuple[int, ...], due: Due, general: int | None, exceptions: bool
) -> Dist[tuple[End | None, bool | None]]:
    """The same of one unit, morale included, and whether a general lives; None of whoever is not in it."""
    return _end_of(*_apart(state, unit.side, fighters, due), exceptions, unit.id, general)


@lru_cache(maxsize=8192)
def _end_of(
    state: State, due: Due, watched: tuple[int, ...], exceptions: bool, unit: int, general: int | None
) -> Dist[tuple[End | None, bool | None]]:
    at = watched.index(unit) if unit in watched else None
    led = watched.index(general) if general is not None and general in watched else None
    return _ends(state, due, watched, True, exceptions).map(
        # Which exceptions it used makes no difference any more.
        lambda each: (
            None if at is None else End(*each[at][:5], ()),
            None if led is None else each[led].lives,
        )
    )


def _apart(
    state: State, side: int, fighters: tuple[int, ...], due: Due
) -> tuple[State, Due, tuple[int, ...]]:
    """A table for one side alone, what is due on it, and whom to watch: the units first, generals last."""
    alive = tuple([i for i in fighters if state.units[i].on_table])
    generals = _generals_at_risk(state, side, fighters)
    small = _one_side(state, side, alive, generals)
    watched = (*alive, *[general.id for general in generals])
    return small, tuple([each for each in due if each[0] in alive]), watched


def with_end(unit: Unit, end: End) -> Unit:
    """A unit with what has become of it."""
    return replace(unit, figures=end.figures, markers=end.markers, where=end.where, used=end.used)


def _generals_at_risk(state: State, side: int, fighters: tuple[int, ...]) -> tuple[Unit, ...]:
    endangered = {peril.general for peril in state.perils}
    return tuple([g for g in state.generals(side) if g.joined in fighters or g.id in endangered])


def _one_side(state: State, side: int, fighters: tuple[int, ...], generals: tuple[Unit, ...]) -> State:
    """A table with these units alone, their generals, and the friends they would flee to. [N5]"""
    sheltered = any(in_shelter(state.field, state.units[i]) for i in fighters)  # [K5]
    placed = sheltered or len(generals) > 1 or (bool(generals) and len(fighters) > 1)
    kept = {i: _bare(state.units[i], placed) for i in fighters}
    for general in generals:
        kept[general.id] = general if placed else replace(general, x=-AFAR, y=-AFAR, facing=0)
        for refuge in _refuges(state, general, fighters, len(generals)):
            kept[refuge] = state.units[refuge] if placed else _somebody(refuge, side)
    return State(
        state.field,
        state.options,
        tuple([kept.get(u.id) or nobody(u.id, u.side) for u in state.units]),
        turn=1,
        losses=tuple([loss for loss in state.losses if loss.side == side]),
        perils=tuple([peril for peril in state.perils if peril.general in kept]),
    )


def _bare(unit: Unit, placed: bool) -> Unit:
    """A unit with only what losses and nerves look at: equal ones are walked once."""
    today = unit.today
    bare = replace(
        unit,
        duties=Duties(),
        tomorrow=Duties(),
        today=Today(advanced=today.advanced, lost_to_fire=today.lost_to_fire + today.lost_in_combat),
    )
    return bare if placed else replace(bare, x=-AFAR, y=-AFAR, facing=0)


@lru_cache(maxsize=256)
def nobody(number: int, side: int) -> Unit:
    """Keeps a place in the roster."""
    return Unit(
        number, "", "", side, Kind.FOOT, 1, 1, (), Order.NONE, Training.REGULAR, (), Weapon.NONE, 0,
        where=Where.LATER,
    )  # fmt: skip


@lru_cache(maxsize=256)
def _somebody(number: int, side: int) -> Unit:
    """A friend far off: all that matters of him is that he is there."""
    return replace(nobody(number, side), where=Where.TABLE, start=1, x=AFAR, y=AFAR)


def _refuges(state: State, general: Unit, fighters: tuple[int, ...], most: int) -> list[int]:
    """The friends out of the fight to whom a general would go if his unit were lost, the nearest first. [N5]

    One for each general in the fight: where one has gone, the next must go elsewhere.
    """
    desk = Desk(state, None)
    found: list[int] = []
    for i in fighters:
        desk.put(i, where=Where.LATER)
    while len(found) < most and (friend := nearest_friend(desk, general)) is not None:
        found.append(friend)
        desk.put(friend, where=Where.LATER)
    return found


@lru_cache(maxsize=8192)
def _ends(
    state: State, due: Due, watched: tuple[int, ...], morale: bool, exceptions: bool
) -> Dist[tuple[End, ...]]:
    """The losses first; then generals and nerves, which do not ask how many fell as long as it is many."""
    position = ENGINE.start(state, "odds: losses", Combat((), 0, 0, due=due))
    fallen: Dist[State] = odds_of(position, lambda at: at.state if at.over else None, Plan())

    def told(after: State) -> Dist[tuple[End, ...]]:
        left = {i: after.units[i].figures for i in watched if not after.units[i].is_general}
        ends = _nerves(_evened(after, watched), watched, morale, exceptions)
        return ends.map(
            lambda each: tuple([end.with_figures(left.get(end.unit, end.figures)) for end in each])
        )

    return fallen.then(told).reduced()


@lru_cache(maxsize=1024)
def as_large(kind: Kind, order: Order, figures: int, per_base: int) -> int:
    """The fewest figures that take up just as much room; none is none. [B7]"""
    if not figures:
        return 0
    room = size_of(kind, order, figures, per_base)
    return next(n for n in range(1, figures + 1) if size_of(kind, order, n, per_base) == room)


def _evened(state: State, watched: tuple[int, ...]) -> State:
    """A state in which units that have lost enough for a test have lost just that; equal ones are walked once. [O1]"""
    units = list(state.units)
    for unit in [units[i] for i in watched if units[i].on_table and not units[i].is_general]:
        lost = CASUALTIES.find(unit.start).value if high_casualties(unit) else 0
        # Of whoever stands somewhere, his room tells who is near when a general is lost. [O2]
        room = as_large(unit.kind, unit.order, unit.figures, state.options.figures_per_base)
        figures = 1 if unit.x == -AFAR else room
        today = Today(advanced=unit.today.advanced, lost_to_fire=lost)
        units[unit.id] = replace(unit, figures=figures, today=today)
    return replace(state, units=tuple(units))


@lru_cache(maxsize=2048)
def _nerves(state: State, watched: tuple[int, ...], morale: bool, exceptions: bool) -> Dist[tuple[End, ...]]:
    def done(position: Position) -> tuple[End, ...] | None:
        if not position.over:
            return None
        units = [position.state.units[i] for i in watched]
        return tuple([End(u.id, u.start, u.figures, u.markers, u.where, u.used) for u in units])

    sequence = "odds: generals and morale" if morale else "odds: generals"
    position = ENGINE.start(state, sequence, Combat((), 0, 0))
    found: Dist[tuple[End, ...]] = odds_of(position, done, Plan(exceptions=exceptions))
    return found.reduced()
