"""Fire attacks: what the tables look at. [45–61, 109–121]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tables import Refusal, Tally
from grognard.geometry.points import Point, Poly
from grognard.geometry.shapes import centre
from grognard.tabletop.bodies import apart, middles

from ..state import State, Unit
from ..tables.shooting import (
    BATTERY,
    FIRE_HALVED,
    FIRE_TO_HIT,
    FIRE_VALUE,
    MAY_SHOOT,
    MAY_SUPPORT,
    SUPPORTERS,
    value,
)
from ..tables.terrain import FEATURES
from ..words import Arm, Cover, Form, Mode, Special
from .bodies import deployed, form, front_count, gun_box, ranks_of, shape_of, stand
from .contact import in_contact
from .ground import across, cover_of_feature, land_of, touched_walls
from .layout import distance, layout, nearest_enemy, perhaps_near, shapes, surely_apart
from .sight import on_hill, seen_by, visible

SKIRMISH_REACH = 600
CARBINE_RANGE = 1200
RISING = list(Cover).index
"""Kinds of cover from none to the best."""
CANISTER_RANGE = 1200
BATTERY_NEAR = 600


class Shooter(NamedTuple):
    """What decides whether a unit may shoot at a target. [50–54]"""

    armed: bool
    deployed: bool
    in_contact: bool
    shot: bool
    target_engaged: bool
    target_shot_at: bool
    in_range: bool
    visible: bool
    closest: bool
    half_see: bool
    too_far: str
    """How far the target is, and how far the shot carries."""


class Shot(NamedTuple):
    """What decides the fire value and the hit tests."""

    base: int
    attack_column: bool = False
    obscured: bool = False
    foot_inside: bool = False
    skirmishing: bool = False
    carbines: bool = False
    square: bool = False
    deep_open: bool = False
    artillery: bool = False
    dense: bool = False
    target_square: bool = False
    enfilade: bool = False
    canister: bool = False
    support: int = 0
    directed: bool = False
    perfect: bool = False
    shaken: bool = False
    cover: Cover = Cover.NONE
    all_heavy: bool = False
    rockets: bool = False


def skirmishes(unit: Unit) -> bool:
    """Whether it may skirmish: skirmishers, light infantry, horse with carbines."""
    return (
        unit.has(Special.SKIRMISHERS)
        or unit.has(Special.LIGHT_INFANTRY)
        or (unit.has(Special.CARBINES) and unit.arm is Arm.CAVALRY)
    )


def carbines(unit: Unit) -> bool:
    """Horse that shoots with carbines only: value 1, range 12, always skirmishing. [F5.3]"""
    return unit.has(Special.CARBINES) and unit.profile.fire == 0


def has_open_order(unit: Unit) -> bool:
    """Whether it may take open order: light infantry and light cavalry have it. [F5.10, F5.11]"""
    return unit.has(Special.OPEN_ORDER) or unit.has(Special.LIGHT_INFANTRY) or unit.has(Special.LIGHT_CAVALRY)


@kept
def modes(unit: Unit) -> tuple[Mode, ...]:
    """How a unit can shoot at all."""
    found = []
    if unit.profile.fire:
        found.append(Mode.VOLLEY)
    if skirmishes(unit) and (unit.profile.fire or carbines(unit)):
        found.append(Mode.SKIRMISH)
    if unit.has(Special.CANISTER) and unit.profile.fire:
        found.append(Mode.CANISTER)
    return tuple(found)


def reach_of(unit: Unit, mode: Mode) -> int:
    """How far it shoots. [55, 190]"""
    if mode is Mode.CANISTER:
        return min(CANISTER_RANGE, unit.profile.range)
    if mode is Mode.SKIRMISH:
        return CARBINE_RANGE if carbines(unit) else unit.profile.range + SKIRMISH_REACH
    return unit.profile.range


def range_to(state: State, unit: Unit, target: Unit) -> int:
    """From the closest figure, or the gun's own base, to the closest figure. [56]"""
    if unit.arm is not Arm.ARTILLERY or unit.in_feature:
        return distance(state, unit, target)
    memo = layout(state).memo
    key = ("range", unit.id, target.id)
    if key not in memo:
        gun: Poly = gun_box(stand(unit))
        memo[key] = apart((gun,), shapes(state, target))
    found: int = memo[key]
    return found


def over(state: State, unit: Unit, target: Unit) -> str:
    """Whom a shooter sees over: rockets their friends, directed guns on a hill everybody not on one. [FC7, F5.14a]"""
    if unit.has(Special.ROCKETS) and (on_hill(state, unit) or on_hill(state, target)):
        return "friends"
    directed = state.spell("directed_fire", unit.side, target.id)
    return "units" if directed and unit.arm is Arm.ARTILLERY and on_hill(state, unit) else ""


def engaged(state: State, target: Unit) -> bool:
    """Whether an enemy touches a unit of ours: it may not be picked. [45]"""
    return in_contact(state, target)


@kept(of=("units", "shot_at", "field", "options", "phase"))
def rivals(state: State, side: int) -> frozenset[int]:
    """Those of a side that count when somebody looks for the closest. [53, B10]"""
    return frozenset(
        [
            u.id
            for u in state.of_side(side)
            if u.id not in state.shot_at and not (state.options.shoot_past_engaged and engaged(state, u))
        ]
    )


def is_closest(state: State, unit: Unit, target: Unit) -> bool:
    """No visible enemy not yet shot at is closer; ties are the shooter's choice; rockets need not care. [53, B10, B11, F5.14]"""
    if unit.has(Special.ROCKETS):
        return True
    mine, counted = range_to(state, unit, target), rivals(state, 1 - unit.side)
    for rival in perhaps_near(state, unit, 1 - unit.side, mine):
        if (
            rival.id in counted
            and rival.id != target.id
            and range_to(state, unit, rival) < mine
            and visible(state, unit, rival)
        ):
            return False
    return True


class _Looker:
    """Facts worked out only when a row asks: most refusals come before the dear ones."""

    def __init__(self, state: State, unit: Unit, target: Unit, mode: Mode, supporting: bool = False):
        self.state, self.unit, self.target, self.mode = state, unit, target, mode
        self.armed = mode in modes(unit)
        self.deployed = deployed(unit)
        self.shot = unit.today.shot

    @property
    def in_contact(self) -> bool:
        return in_contact(self.state, self.unit)

    @property
    def target_engaged(self) -> bool:
        return engaged(self.state, self.target)

    @property
    def target_shot_at(self) -> bool:
        return self.target.id in self.state.shot_at

    @property
    def in_range(self) -> bool:
        return range_to(self.state, self.unit, self.target) <= reach_of(self.unit, self.mode)

    @property
    def too_far(self) -> str:
        far, reach = range_to(self.state, self.unit, self.target), reach_of(self.unit, self.mode)
        return f"{self.target.name} is out of range: {far / 100:.4g}″, and it reaches {reach / 100:g}″"

    @property
    def visible(self) -> bool:
        return visible(self.state, self.unit, self.target, over(self.state, self.unit, self.target))

    @property
    def closest(self) -> bool:
        return is_closest(self.state, self.unit, self.target)

    @property
    def half_see(self) -> bool:
        return half_see(self.state, self.unit, self.target)


def half_see(state: State, unit: Unit, target: Unit) -> bool:
    """Whether at least half the front rank sees the target. [118, 121]"""
    return 2 * seen_by(state, unit, target, over(state, unit, target)) >= front_count(unit)


def why_no_shot(state: State, unit: Unit, target: Unit, mode: Mode) -> Refusal | None:
    """The row that forbids a shot, or None. [50–54]"""
    return MAY_SHOOT.refusal(_Looker(state, unit, target, mode))  # type: ignore[arg-type]


def targets(state: State, unit: Unit, mode: Mode) -> list[int]:
    """The enemies a unit may shoot at so."""
    return list(each_target(state, unit, mode))


def each_target(state: State, unit: Unit, mode: Mode) -> Iterator[int]:
    """The enemies for whom no row forbids a shot, one by one, by the cheapest test first. [50–54]"""
    if mode not in modes(unit) or unit.today.shot or not deployed(unit) or in_contact(state, unit):
        return
    reach = reach_of(unit, mode)
    if nearest_enemy(state, unit) > reach:
        return
    for target in perhaps_near(state, unit, 1 - unit.side, reach):
        if (
            target.id not in state.shot_at
            and not engaged(state, target)
            and range_to(state, unit, target) <= reach
            and visible(state, unit, target, over(state, unit, target))
            and is_closest(state, unit, target)
        ):
            yield target.id


def may_support(
    state: State, unit: Unit, main: Unit, target: Unit, mode: Mode, main_mode: Mode
) -> Refusal | None:
    """Why a unit may not lend fire support so, or None. [121, B48]"""
    if mode is Mode.SKIRMISH and main_mode is not Mode.SKIRMISH:
        return Refusal(
            "F5.15b", "the main shooter is not skirmishing, and skirmishers support only one who is"
        )
    if unit.id == main.id or unit.side != main.side:
        return Refusal("121", "it is the shooter itself, or of the other side")
    # The target counts as not yet shot at while its own attack is made ready.
    return MAY_SUPPORT.refusal(_Looker(state, unit, target, mode))  # type: ignore[arg-type]


def could_support(state: State, unit: Unit, target: Unit, mode: Mode) -> bool:
    """What is seen at a glance of a unit that may lend fire support: it can shoot so, has not, and may be near enough. [50–55]"""
    return (
        mode in modes(unit)
        and not unit.today.shot
        and not surely_apart(state, unit, target, reach_of(unit, mode))
        and not in_contact(state, unit)
    )


def weight_of(state: State, mode: Mode) -> int:
    """How many units a supporter counts as against the limit. [B45]"""
    return 2 if mode is Mode.CANISTER and state.options.canister_fills_two else 1


def support_limit(state: State, main: Unit, supporters: tuple[tuple[int, Mode], ...]) -> bool:
    """Whether so much support is allowed: three, or five guns of a battery's own brigade. [F5.1a, F5.2a, B45]"""
    total = sum(weight_of(state, mode) for _, mode in supporters)
    if total <= SUPPORTERS:
        return True
    units = [state.units[i] for i, _ in supporters]
    if total > BATTERY or any(u.arm is not Arm.ARTILLERY for u in units):
        return False
    if state.spell("grand_battery", main.side, main.id):
        return True  # any five guns [FC12R]
    return main.has(Special.BATTERY) and all(
        u.brigade == main.brigade and distance(state, u, main) <= BATTERY_NEAR for u in units
    )


def barrier_cover(state: State, unit: Unit, attacker: Unit) -> Cover:
    """The best cover of barriers that half the front rank touch, lying between it and the attacker. [161, B85]"""
    if unit.in_feature or not land_of(state).barriers:
        return Cover.NONE
    there = middles(shapes(state, attacker))
    front = stand(unit).front
    found = sorted([_behind(state, figure.base, there) for figure in front], key=RISING, reverse=True)
    # A square has a front on each side: half of one of them will do.
    rank = unit.files if form(unit) is Form.SQUARE else len(front)
    return found[0 if state.options.cover_by_one_figure else (rank + 1) // 2 - 1]


def _behind(state: State, base: Poly, there: Sequence[Point]) -> Cover:
    """The best cover one figure has of the barriers it touches."""
    here = centre(base)
    walls = [w for w in touched_walls(state, base) if any(across(w, here, point) for point in there)]
    return max([FEATURES[wall.kind].cover for wall in walls], key=RISING, default=Cover.NONE)


def cover_of(state: State, unit: Unit, attacker: Unit) -> Cover:
    """What shelters a unit from an attacker. [161, 168]"""
    if unit.in_feature:
        return cover_of_feature(state, unit.inside)
    return barrier_cover(state, unit, attacker)


def dense(unit: Unit) -> bool:
    """March or attack column, a limbered gun too. [116, 129c]"""
    return form(unit) in (Form.MARCH, Form.ATTACK)


def is_masses(state: State, target: Unit) -> bool:
    """Austrian card: the brigade's attack columns are no dense target this turn."""
    return state.spell("masses", target.side, target.brigade) and form(target) is Form.ATTACK


def enfiladed(state: State, target: Unit, attacker: Unit) -> bool:
    """Whether a target does not see its attacker; never occupants, and a square sees all round. [117, B13, B57]"""
    if target.in_feature or form(target) is Form.SQUARE:
        return False
    return not visible(state, target, attacker)


def _all_heavy(guns: list[Unit]) -> bool:
    """Whether a heavy gun is supported by heavy guns only. [188]"""
    return all(gun.has(Special.HEAVY_ARTILLERY) for gun in guns)


def shot_alone(unit: Unit, how: Form, mode: Mode) -> Shot:
    """What of a fire attack a unit drawn up so decides by itself, at whomever it shoots."""
    carbined = mode is Mode.SKIRMISH and carbines(unit)
    return Shot(
        base=1 if carbined else unit.profile.fire,
        attack_column=how is Form.ATTACK,
        foot_inside=how is Form.INSIDE and unit.arm is Arm.INFANTRY,
        skirmishing=mode is Mode.SKIRMISH,
        carbines=carbined,
        square=how is Form.SQUARE,
        artillery=unit.arm is Arm.ARTILLERY,
        canister=mode is Mode.CANISTER,
        shaken=unit.shaken,
    )


def shot_of(
    state: State, unit: Unit, target: Unit, mode: Mode, supporters: tuple[tuple[int, Mode], ...] = ()
) -> Shot:
    """Everything that shapes a fire attack; halved once however often, squares dense to guns only. [111, B59, B63]"""
    how = form(unit)
    helpers = [state.units[i] for i, _ in supporters]
    guns = [unit, *helpers]
    return shot_alone(unit, how, mode)._replace(
        obscured=not half_see(state, unit, target),
        deep_open=how is Form.OPEN and ranks_of(shape_of(unit)) >= 3,
        dense=dense(target) and not is_masses(state, target),
        target_square=form(target) is Form.SQUARE,
        enfilade=enfiladed(state, target, unit),
        support=sum(2 if m is Mode.CANISTER else 1 for _, m in supporters),
        directed=state.spell("directed_fire", unit.side, target.id),
        perfect=state.spell("perfect_volleys", unit.side, unit.brigade) and unit.arm is Arm.INFANTRY,
        cover=cover_of(state, target, unit),
        all_heavy=unit.has(Special.HEAVY_ARTILLERY) and _all_heavy(guns),
        rockets=any(u.has(Special.ROCKETS) for u in guns),
    )


def fire_value(shot: Shot) -> Tally:
    """How many hit tests a fire attack makes. [109, B1]"""
    return value(shot.base, "fire value", FIRE_HALVED, FIRE_VALUE, shot)


def fire_to_hit(shot: Shot) -> Tally:
    """What is added to its hit tests. [125–127, 162]"""
    return FIRE_TO_HIT.tally(shot)


def fire_rerolls(state: State, unit: Unit) -> bool:
    """Whether natural 1s are rerolled: disciplined musketry in line, a battery without markers. [F5.1, F5.4]"""
    if unit.has(Special.DISCIPLINED_MUSKETRY) and form(unit) is Form.LINE:
        return True
    return unit.has(Special.BATTERY) and unit.losses == 0


def halves_losses(state: State, unit: Unit) -> bool:
    """Open order, and light infantry in defendable terrain, halve losses of the fire phase, once. [F5.11b, F5.13a, B62]"""
    return form(unit) is Form.OPEN or (unit.in_feature and unit.has(Special.LIGHT_INFANTRY))


def fire_losses(state: State, unit: Unit, hits: int) -> int:
    """What so many hits of a fire attack cost. [128, 189, B61]"""
    if not halves_losses(state, unit) or hits == 0:
        return hits
    return max(int(state.options.open_order_min_one), hits // 2)
