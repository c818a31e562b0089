"""Mr Babbage: a player who leaves nothing to judgement. Every choice has an order and a tie-break. [F-B7–F-B12]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grognard.engine.choices import Ask, Move
from grognard.engine.domains import Reach
from grognard.engine.flow import Position
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.gaps import length

from ..facts.babbage import tag_of
from ..facts.bodies import gap, middle, nearest_pair
from ..facts.ground import defends, level_of, unit_cover
from ..facts.moving import Walker
from ..facts.paths import in_charge_range, reach
from ..facts.shooting import band, shot, tallies, targets, why_not_shoot
from ..facts.sight import visible
from ..facts.values import half_move, move_of, troops, why_not
from ..state import Point, State, Unit
from ..steps.menu import Said
from ..steps.verbs import VERBS
from ..tables.profiles import WEAPONS
from ..words import COVER_POINTS, Action, Band, Class, Cover, Tag
from .aims import aim_of, useful_stand
from .ways import away_from, cover_spot, towards
from .worth import losses

A = Action
CLOSE, SHY, NEAR_FRIEND = 400, 1300, 600
"""Beyond a move that is worth running for; what riders keep from steady rifles; where Imperial horse waits."""
CALM = tuple(verb for verb, row in VERBS.items() if isinstance(row, Said) and row.calm)


class Order(NamedTuple):
    """What a unit is to do: the action, its target, and where its move is to lead."""

    action: Action
    target: int = -1
    spot: Point | None = None
    stop: int = 0
    """How far from the spot the move ends."""
    manner: str = "towards"


STAND = Order(A.STAND_TO)


class Babbage:
    """Mr Babbage: dice of his own decide where the natives go, as the solo rules have it.

    It remembers the order of its units for a turn, and where the one moving is bound.
    """

    title = "Mr Babbage"

    def __init__(self, _seed: int = 0):
        self._turn: tuple[int, int] = (-1, -1)
        self._queue: tuple[int, ...] = ()
        self._order: tuple[int, Order] = (-1, STAND)

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """The one answer there is."""
        state: State = view.state
        if "end_turn" in ask.offers or "end_turn" in ask.barred:
            return self._activate(state, ask, side)
        if "go" in ask.offers:
            return self._go(state, ask, side)
        if "follow_up" in ask.offers:
            melee = view.agenda[-1].env
            return self._follow_up(state, ask, side, melee.unit, melee.target)
        if "aim" in ask.offers:
            seen = [state.units[i] for i in ask.offers["aim"]]
            unit = state.units[view.agenda[-1].env.unit]
            return Move(side, "aim", near(state, unit, seen).id)
        if "face" in ask.offers:
            return self._face(state, ask, side, view.agenda[-1].env.unit)
        return calm(state, ask, side)

    # --- whose turn it is ----------------------------------------------------------------------------------

    def _activate(self, state: State, ask: Ask, side: int) -> Move:
        """The next unit in the order fixed as the turn began: Pinned first or nearest first. [F-B7, F-B12]"""
        if self._turn != (state.turn, side):
            self._turn, self._queue = (state.turn, side), turn_order(state, side)
        for number in (*self._queue, *(u.id for u in state.on_table(side))):
            unit = state.units[number]
            if not unit.on_table or unit.acted or unit.arrived:
                continue
            if "rouse" in ask.offers and number in ask.offers["rouse"]:
                return Move(side, "rouse", number)
            order = self.orders(state, unit)
            move = Move(side, order.action.value, number if order.target < 0 else (number, order.target))
            if move in ask:
                self._order = number, order
                return move
            stay = Move(side, STAND.action.value, number)
            if stay in ask:
                return stay
        if "end_turn" in ask.offers:
            return Move(side, "end_turn")
        # [F-T17] a Leader who attacks whenever he can leaves no choice
        attack = A.ATTACK.value
        return Move(side, attack, min(ask.offers[attack]))

    def orders(self, state: State, unit: Unit) -> Order:
        """What a unit does, by its tag; in a battle with a task, by the Imperial list. [F-B8–F-B12]"""
        if unit.pinned:
            return Order(A.RALLY)
        tag = tag_of(unit)
        if state.field.solo != unit.side:
            found = imperial(state, unit, tag)
            if found is not None:
                return found
        if tag is Tag.CHARGER:
            return charger(state, unit)
        if tag is Tag.RIDER:
            return rider(state, unit, careful=False)
        return gunner(state, unit) if tag is Tag.GUNNER else shooter(state, unit)

    def _go(self, state: State, ask: Ask, side: int) -> Move:
        domain = ask.offers["go"]
        assert isinstance(domain, Reach)
        walker = domain.mover
        assert isinstance(walker, Walker)
        number, order = self._order
        if number != walker.unit.id or order.spot is None:
            order = Order(A.MOVE, spot=aim_of(state, walker.unit).spot)
        assert order.spot is not None
        if walker.exits() and walker.refusal((("leave", 0),)) is None and aim_of(state, walker.unit).leaves:
            return Move(side, "go", (("leave", 0),))
        if order.manner == "away":
            return Move(side, "go", away_from(walker, order.spot))
        return Move(side, "go", towards(walker, order.spot, order.stop, order.manner))

    def _follow_up(self, state: State, ask: Ask, side: int, number: int, foe: int) -> Move:
        """Always after a beaten enemy that is not hard; else the nearest fresh one, hard or not. [F-B9]"""
        unit = state.units[number]
        found = [state.units[i] for i in ask.offers["follow_up"]]
        beaten = state.units[foe]
        if beaten.on_table and hard(state, unit, beaten):
            return Move(side, "stay")
        return Move(side, "follow_up", near(state, unit, found).id)

    def _face(self, state: State, ask: Ask, side: int, number: int) -> Move:
        unit = state.units[number]
        foes = state.on_table(1 - unit.side)
        front = heading(middle(unit), middle(near(state, unit, foes))) if foes else unit.facing
        best = min(ask.offers["face"], key=lambda legs: abs(turn_between(front, legs[0][1] % 3600)))
        return Move(side, "face", best)


def calm(state: State, ask: Ask, side: int) -> Move:
    """Whatever else is asked: the quiet answer, or the first there is."""
    verb = next((verb for verb in CALM if verb in ask.offers), next(iter(ask.offers)))
    domain = ask.offers[verb]
    nouns: Iterator[object] = iter(domain)
    if isinstance(domain, Reach):
        spots = list(domain)
        unit = state.units[domain.unit]
        foes = [middle(e) for e in state.on_table(1 - unit.side)] or [(3600, 2400)]
        return Move(side, verb, min(spots, key=lambda n: min(length((n[0][1], n[0][2]), f) for f in foes)))
    return Move(side, verb, next(nouns))


def turn_order(state: State, side: int) -> tuple[int, ...]:
    """Nearest to an enemy first, then by number; on the Imperial side the Pinned before all. [F-B7, F-B12]"""
    foes = state.on_table(1 - side)

    def key(unit: Unit) -> tuple[bool, int, int]:
        solo = state.field.solo == side
        return (not unit.pinned and not solo, min((gap(state, unit, e) for e in foes), default=0), unit.id)

    return tuple(u.id for u in sorted(state.on_table(side), key=key))


# ---- helpers of the lists


def near(state: State, unit: Unit, units: Iterable[Unit]) -> Unit:
    """The nearest; ties to fewer models, then the lower number. [F-B7]"""
    return min(units, key=lambda e: (gap(state, unit, e), e.count, e.id))


def hard(state: State, unit: Unit, enemy: Unit) -> bool:
    """In Close Order, or defending cover, an Obstacle or a height against this unit. [F-B8]"""
    judge = unit.models[nearest_pair(unit, enemy)[1]]
    higher = level_of(state, enemy.models) > level_of(state, unit.models)
    return enemy.close_order or bool(defends(state, enemy, judge)) or higher


def in_reach(state: State, unit: Unit, enemies: Sequence[Unit], limit: int) -> list[Unit]:
    """The enemies within a path of so much."""
    return [e for e in enemies if reach(state, unit, e, limit) is not None]


def threats(state: State, unit: Unit) -> list[Unit]:
    """Enemies, not Pinned, that could charge this unit. [F-B10]"""
    return [e for e in state.on_table(1 - unit.side) if not e.pinned and in_charge_range(state, e, unit)]


def can(state: State, unit: Unit, action: Action) -> bool:
    """Whether the unit may take an action, as far as it alone decides."""
    return why_not(state, unit, action) is None


def march(state: State, unit: Unit, seen: Sequence[Unit]) -> Order:
    """Move towards the nearest in sight, else the nearest of all."""
    foes = seen or state.on_table(1 - unit.side)
    if not foes:
        return STAND
    return Order(A.MOVE, spot=middle(near(state, unit, foes)))


def fire_targets(state: State, unit: Unit) -> list[Unit]:
    """The legal targets now, the forced-target rule applied. [R-14]"""
    if not can(state, unit, A.FIRE):
        return []
    return [state.units[i] for i in targets(state, unit, A.FIRE)]


def pick(state: State, unit: Unit, found: Sequence[Unit]) -> Unit:
    """Not Pinned before Pinned, Short before Long, least cover, nearest. [F-B10]"""

    def key(enemy: Unit) -> tuple[bool, bool, int, int, int, int]:
        cover = unit_cover(state, enemy, middle(unit))
        far = band(state, unit, enemy) is not Band.SHORT
        return enemy.pinned, far, COVER_POINTS[cover], gap(state, unit, enemy), enemy.count, enemy.id

    return min(found, key=key)


# ---- the lists


def charger(state: State, unit: Unit) -> Order:
    """Rush the nearest soft target, double when close, else close in. [F-B8]"""
    seen = list(visible(state, unit))
    if can(state, unit, A.ATTACK):
        prey = in_reach(state, unit, seen, move_of(unit))
        soft = [e for e in prey if not hard(state, unit, e)]
        if prey:
            return Order(A.ATTACK, near(state, unit, soft or prey).id)
    if seen and can(state, unit, A.CHARGE):
        first = near(state, unit, seen)
        if reach(state, unit, first, move_of(unit) + CLOSE) is not None:
            return Order(A.CHARGE, first.id)
    weak = 2 * unit.count <= unit.start and not unit.to_ground
    if weak and can(state, unit, A.GO_TO_GROUND) and _under_long_fire(state, unit):
        return Order(A.GO_TO_GROUND)
    return march(state, unit, seen)


def _under_long_fire(state: State, unit: Unit) -> bool:
    """Whether some unpinned enemy could fire at it beyond Short range."""
    return any(
        not e.pinned and why_not_shoot(state, e, unit, A.FIRE) is None and band(state, e, unit) is Band.LONG
        for e in state.on_table(1 - unit.side)
    )


def rider(state: State, unit: Unit, careful: bool) -> Order:
    """Take the Pinned and the weak; keep off steady rifles. [F-B9, F-B12]"""
    seen = list(visible(state, unit))

    def fair(enemy: Unit) -> bool:
        if careful:
            return enemy.pinned or enemy.count <= 2 * unit.count
        return not hard(state, unit, enemy) or enemy.pinned or 2 * unit.count >= enemy.count

    if can(state, unit, A.ATTACK):
        prey = [e for e in in_reach(state, unit, seen, move_of(unit)) if fair(e)]
        if prey:
            best = min(prey, key=lambda e: (not e.pinned, e.count, gap(state, unit, e), e.id))
            return Order(A.ATTACK, best.id)
    soft = [e for e in seen if not hard(state, unit, e) and (fair(e) or not careful)]
    if soft and can(state, unit, A.CHARGE):
        first = near(state, unit, soft)
        if reach(state, unit, first, move_of(unit) + CLOSE) is not None:
            return Order(A.CHARGE, first.id)
    if careful:
        return _escort(state, unit)
    onward = march(state, unit, seen)
    return onward._replace(manner="shy") if onward.spot is not None else onward


def _escort(state: State, unit: Unit) -> Order:
    """Within 6 of the nearest friend, towards the goal. [F-B12]"""
    friends = [u for u in state.on_table(unit.side) if u.id != unit.id]
    if not friends:
        return Order(A.MOVE, spot=aim_of(state, unit).spot)
    return Order(A.MOVE, spot=middle(near(state, unit, friends)), stop=NEAR_FRIEND)


def shooter(state: State, unit: Unit) -> Order:
    """Look for cover and fire; without cover close to Short range. [F-B10]"""
    found, foes = fire_targets(state, unit), threats(state, unit)
    if foes and found:
        return Order(A.FIRE, near(state, unit, found).id)
    if foes:
        return Order(A.MOVE, spot=middle(near(state, unit, foes)), manner="away")
    seen = list(visible(state, unit))
    if found and _covered(state, unit, near(state, unit, seen or found)):
        return Order(A.FIRE, pick(state, unit, found).id)
    spot = cover_spot(state, unit)
    if spot is not None and not _covered(
        state, unit, near(state, unit, seen or state.on_table(1 - unit.side))
    ):
        return Order(A.MOVE, spot=spot, manner="spot")
    short = [e for e in found if band(state, unit, e) is Band.SHORT]
    if short:
        return Order(A.FIRE, pick(state, unit, short).id)
    limit = WEAPONS[unit.weapon].short
    if found:
        first = near(state, unit, found)
        if gap(state, unit, first) - limit <= half_move(unit) and can(state, unit, A.SKIRMISH):
            return Order(A.SKIRMISH, spot=middle(first), stop=limit)
        return Order(A.MOVE, spot=middle(first), stop=limit)
    onward = march(state, unit, seen)
    return onward._replace(stop=limit) if onward.spot is not None else onward


def _covered(state: State, unit: Unit, enemy: Unit) -> bool:
    return unit_cover(state, unit, middle(enemy)) is not Cover.NONE


def gunner(state: State, unit: Unit) -> Order:
    """Fire where it hurts most. [F-B11]"""
    found = fire_targets(state, unit)
    if not found:
        return march(state, unit, ())

    def mean(enemy: Unit) -> float:
        dice, score, needed = (tally.total for tally in tallies(shot(state, unit, enemy, A.FIRE)))
        return sum(lost * share for lost, share in losses(dice, score, needed, enemy.count))

    return Order(A.FIRE, min(found, key=lambda e: (-mean(e), gap(state, unit, e), e.count, e.id)).id)


def imperial(state: State, unit: Unit, tag: Tag) -> Order | None:
    """The second list: search, volley, form up, go on to the goal. None: as the natives do. [F-B12]"""
    if useful_stand(state, unit) and not threats(state, unit):
        return STAND
    if troops(unit) is Class.REGULAR:
        return _in_ranks(state, unit) if unit.close_order else _redcoats(state, unit)
    aim = aim_of(state, unit)
    if tag is Tag.RIDER and any(troops(u) is Class.REGULAR for u in state.on_table(unit.side)):
        return rider(state, unit, careful=True)
    if tag is Tag.SHOOTER and aim.task and not fire_targets(state, unit):
        return Order(A.MOVE, spot=aim.spot, stop=aim.near)
    if tag is Tag.CHARGER and aim.task and aim.zeal > 1:
        return Order(A.MOVE, spot=aim.spot, stop=aim.near)
    return None


def _rush(state: State, unit: Unit, far: int) -> list[Unit]:
    """Chargers and riders, not Pinned, in sight and so near."""
    return [
        e
        for e in visible(state, unit)
        if tag_of(e) in (Tag.CHARGER, Tag.RIDER) and not e.pinned and gap(state, unit, e) <= far
    ]


def _in_ranks(state: State, unit: Unit) -> Order:
    volley = [state.units[i] for i in targets(state, unit, A.VOLLEY)]
    if volley:
        return Order(A.VOLLEY, near(state, unit, volley).id)
    found = fire_targets(state, unit)
    if found:
        return Order(A.FIRE, near(state, unit, found).id)
    if _rush(state, unit, 2400):
        return STAND
    aim = aim_of(state, unit)
    if length(middle(unit), aim.spot) > 2400:
        return Order(A.BREAK_CLOSE_ORDER)
    return Order(A.MOVE, spot=aim.spot, stop=aim.near)


def _redcoats(state: State, unit: Unit) -> Order:
    found = fire_targets(state, unit)
    short = [e for e in found if band(state, unit, e) is Band.SHORT]
    if short:
        return Order(A.FIRE, near(state, unit, short).id)
    if can(state, unit, A.FORM_CLOSE_ORDER) and _rush(state, unit, 1800):
        return Order(A.FORM_CLOSE_ORDER)
    if found:
        return Order(A.FIRE, pick(state, unit, found).id)
    aim = aim_of(state, unit)
    foes = state.on_table(1 - unit.side)
    far = all(gap(state, unit, e) > 1800 for e in foes)
    action = A.DOUBLE if aim.task and far and can(state, unit, A.DOUBLE) else A.MOVE
    return Order(action, spot=aim.spot, stop=aim.near)
