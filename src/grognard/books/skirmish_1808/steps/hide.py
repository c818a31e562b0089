"""Hidden units: secret moves, springing, searching. [H1–H6]"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import isqrt
from typing import ClassVar

from grognard.engine.choices import Action, Ask, Move, Throw
from grognard.engine.dice import Pool
from grognard.engine.domains import Domain, Reach
from grognard.engine.flow import AGAIN, NEXT, Flow, Step, replace
from grognard.geometry.points import Segment
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import body_of, clash, nearest_pair, outdoors
from ..facts.hiding import SEARCH_NEED, STUMBLE, could_find, finds, passes
from ..facts.layout import placed
from ..facts.moving import moved, stirred
from ..facts.shifting import settle
from ..facts.sneaking import Sneaking, crept
from ..facts.walks import Walk, walk
from ..state import Desk, State, Today, Unit


def reveal(t: Desk, unit: Unit, found: bool, cite: str) -> Unit:
    """A hidden unit shows: it takes its place among the others, and may act if it had not. [H3, H4b, H6a]"""
    number = len(t.state.units)
    shown = replace(unit, id=number, today=replace(unit.today, found=found))
    if any(clash(body_of(shown).circles, body_of(u)) for u in outdoors(t.state)):
        spots = settle(t.state, shown, [(f.x, f.y) for f in shown.figures])
        shown = replace(shown, figures=placed(shown, spots))
    t.set(
        units=(*t.state.units, shown),
        hidden=tuple(h for h in t.state.hidden if h.id != unit.id),
    )
    t.reveal()
    t.note(cite, "is_found" if found else "springs", unit=number)
    discover(t, number)
    return t.unit(number)


class Scouting(Step):
    """A step whose moves may come upon hidden troops: none of them is taken back, lest the way be tried for nothing. [H4]"""

    scouts: ClassVar[frozenset[str]] = frozenset()
    """The verbs by which a unit goes on."""

    def looks(self, t: Desk, action: Action) -> bool:
        return isinstance(action, Move) and action.verb in self.scouts and searched_for(t.state, action.side)


def searched_for(state: State, side: int) -> bool:
    """Whether a side has hidden enemies to reckon with, as far as anybody knows. [H3a]"""
    return state.field.sides[1 - side].conceals


def discover(t: Desk, unit: int, ways: Sequence[Segment] = ()) -> None:
    """Whoever lies hidden within 10 of a figure, or of its way, is found at once. [H4]"""
    each = t.unit(unit)
    leader = t.state.leader_with(unit)
    for hidden in t.state.hidden:
        if hidden.side == each.side or hidden not in t.state.hidden:
            continue
        passed = passes(ways, each.radius, hidden)
        if passed or any(finds(who, hidden) for who in (each, leader) if who is not None):
            reveal(t, hidden, True, "H4")


PARTS = 20
"""A move is looked along in so many parts. [H5]"""


class SecretMoves(Step):
    """Before initiative their owner may move each hidden unit in secret. [H2]"""

    cite = "H2"
    title = "Secret moves"

    def begin(self, t: Desk) -> Flow | None:
        sides = [side for side in (0, 1) if t.state.field.sides[side].conceals]
        if not sides or not t.state.field.sneaks:
            return NEXT
        t.bind(side=sides[0], done=())
        return None

    def ask(self, t: Desk) -> Ask | None:
        """Asked whether anybody is hidden or not, so that the question tells nothing. [H3]"""
        side = t.env.side
        offers: dict[str, Domain | None] = {"ready": None}
        left = self._left(t)
        if left:
            offers["sneak"] = Reach(left[0].id, Sneaking(t.state, left[0]))
        return Ask(side, "Move hidden units", self.cite, offers)

    def sneak(self, t: Desk, legs: Legs) -> Flow:
        """One hidden unit goes on, unseen. [H2]"""
        unit = self._left(t)[0]
        found = walk(unit, legs)
        gone = crept(t.state, unit, found) if legs and isinstance(found, Walk) else unit
        self._mark(t, replace(gone, today=Today(moved=True, crept=stirred(unit, gone))))
        return AGAIN

    def _left(self, t: Desk) -> list[Unit]:
        """Who has not been asked yet; marked on the hidden units themselves, where the enemy cannot count them. [H1]"""
        return [h for h in t.state.hidden if h.side == t.env.side and not h.today.moved]

    def _mark(self, t: Desk, unit: Unit) -> None:
        t.set(hidden=tuple(unit if h.id == unit.id else h for h in t.state.hidden))

    def ready(self, t: Desk) -> Flow:
        """No more secret moves."""
        for unit in t.state.hidden:
            if unit.side == t.env.side and unit.today.moved:
                self._mark(t, replace(unit, today=Today(crept=unit.today.crept)))
        if t.env.side == 0 and t.state.field.sides[1].conceals:
            t.bind(side=1, done=())
            return AGAIN
        return NEXT


class Search(Step):
    """Who ends an action near a hidden unit may find it; one die each time, whether anybody is there or not. [H4]"""

    cite = "H4"
    title = "Search"

    def _searches(self, t: Desk) -> bool:
        each = t.unit(t.env.unit)
        return searched_for(t.state, each.side) and each.on_table

    def begin(self, t: Desk) -> Flow | None:
        if not self._searches(t):
            return NEXT
        discover(t, t.env.unit)
        return None

    def ask(self, t: Desk) -> Throw:
        side = t.unit(t.env.unit).side
        return Throw("search", Pool.of(1, SEARCH_NEED, 10), "H4", side=side, unit=t.env.unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        if reading:
            for hidden in could_find(t.state, t.unit(t.env.unit)):
                reveal(t, hidden, True, "H4")
        return NEXT


def stopped_short(t: Desk, unit: Unit, walked: Walk) -> Walk:
    """A move that would come within 2 of a hidden unit stops there and finds it. [H5]"""
    foes = [h for h in t.state.hidden if h.side != unit.side]
    if not foes:
        return walked
    for part in range(1, PARTS + 1):
        here = _partly(walked, part)
        ghost = replace(unit, figures=moved(unit, here).figures)
        for foe in foes:
            if nearest_pair(body_of(ghost).circles, body_of(foe).circles)[0] <= STUMBLE:
                reveal(t, foe, True, "H5")
                return _room_before(t, unit, walked, part)
    return walked


def _room_before(t: Desk, unit: Unit, walked: Walk, part: int) -> Walk:
    """The farthest place before one on its way where it stands on nobody: friends may be passed, not stood on. [B8, H5]"""
    others = [body_of(u) for u in outdoors(t.state) if u.id != unit.id and u.attached != unit.id]
    here = _partly(walked, part - 1)
    circles = body_of(replace(unit, figures=moved(unit, here).figures)).circles
    if part == 1 or not any(clash(circles, other) for other in others):
        return here
    return _room_before(t, unit, walked, part - 1)


def _partly(walked: Walk, part: int) -> Walk:
    """The first so many parts of a walk, every figure so far along its way."""
    trails = []
    for trail in walked.trails:
        legs = list(itertools.pairwise(trail))
        lengths = [isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) for a, b in legs]
        left = sum(lengths) * part // PARTS
        spot = trail[0]
        for (a, b), length in zip(legs, lengths):
            here = min(left, length)
            if here:
                spot = a[0] + (b[0] - a[0]) * here // length, a[1] + (b[1] - a[1]) * here // length
            left -= here
        trails.append((trail[0], spot))
    return walked._replace(trails=tuple(trails))
