"""Support in melee: who lends it, what it adds, and who has to fight whom. [100, 110, 120–124, B19, B46]"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from grognard.engine.tables import Refusal

from ..state import State, Unit
from ..tables.fighting import BRIGADE_SUPPORT, MELEE_SUPPORT
from ..tables.shooting import SUPPORTERS
from ..words import Arm, Form, Special
from .bodies import deployed, form
from .contact import enemies_touching, figures_on, in_contact
from .layout import distance
from .shooting import CANISTER_RANGE
from .sight import in_front_arc

BRIGADE_NEAR = 300
ADDS, ADDS_OPEN, ADDS_CANISTER = 2, 1, 4
"""What a melee supporter adds: closed up, in open order, with canister. [122, F5.13f, B46]"""

Picks = tuple[tuple[int, int], ...]


class Helper(NamedTuple):
    """What decides whether a unit lends support in a melee."""

    deployed: bool
    fought: bool
    figures: int = 0
    touches_unchosen: bool = False
    same_brigade: bool = False
    near: bool = False
    in_contact: bool = False


class Support(NamedTuple):
    """A melee supporter, what it adds, and how many units it counts as."""

    unit: int
    plus: int
    counts: int = 1
    canister: bool = False


def canister_at(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a gun may use canister in a melee: within 12, in its arc, not limbered. [186, B47]"""
    return (
        unit.has(Special.CANISTER)
        and deployed(unit)
        and distance(state, unit, target) <= CANISTER_RANGE
        and in_front_arc(state, unit, target)
    )


def leaves_one(state: State, unit: Unit, chosen: Iterable[int]) -> bool:
    """Whether it touches an enemy that nobody has chosen. [123]"""
    return any(u.id not in chosen for u in enemies_touching(state, unit))


def why_no_support(state: State, unit: Unit, target: Unit, chosen: frozenset[int]) -> Refusal | None:
    """The row that bars a unit from lending melee support, or None. [122, 123]"""
    return MELEE_SUPPORT.refusal(
        Helper(
            deployed(unit),
            unit.today.fought,
            figures_on(state, unit, target),
            leaves_one(state, unit, chosen),
        )
    )


def ways_to_support(state: State, unit: Unit, target: Unit, chosen: frozenset[int]) -> tuple[Support, ...]:
    """How a unit may lend melee support, the strongest way first; nothing if it may not. [122, B46, F5.13f]"""
    if why_no_support(state, unit, target, chosen) is not None:
        return ()
    plain = Support(unit.id, ADDS_OPEN if form(unit) is Form.OPEN else ADDS)
    if not canister_at(state, unit, target):
        return (plain,)
    counts = 2 if state.options.canister_fills_two else 1
    return Support(unit.id, ADDS_CANISTER, counts, True), plain


def best_support(ways: Iterable[tuple[Support, ...]]) -> tuple[Support, ...]:
    """The most that supporters give within the limit: a gun's canister is worth the two places it takes. [122]"""
    best: tuple[Support, ...] = ()
    room = SUPPORTERS
    for each in sorted((w for w in ways if w), key=lambda w: (-w[0].plus, w[0].unit)):
        fits = next((way for way in each if way.counts <= room), None)
        if fits is not None:
            best = (*best, fits)
            room -= fits.counts
    return best


def helpers_of(state: State, target: Unit, main: Unit, chosen: frozenset[int]) -> list[tuple[Support, ...]]:
    """Who may support a unit that fights back: friends on the main attacker, themselves no target. [B19]"""
    if not state.options.fight_back_support:
        return []
    # Rule 123 binds only the side that picks targets: to this one every enemy counts as chosen.
    everybody = frozenset(u.id for u in state.of_side(main.side))
    free = [u for u in state.of_side(target.side) if u.id != target.id and u.id not in chosen]
    return [ways for u in free if (ways := ways_to_support(state, u, main, everybody))]


def backers(state: State, target: Unit, main: Unit, chosen: frozenset[int]) -> tuple[Support, ...]:
    """The most support a unit that fights back can have. [B19]"""
    return best_support(helpers_of(state, target, main, chosen))


def risks_nothing(state: State, ways: list[tuple[Support, ...]], main: Unit) -> bool:
    """Whether lending support leaves its owner nothing to think about. [B19, B22]

    Horse would have to retreat with the loser, and a unit that touches a second enemy may rather support there.
    """
    if sum(each[0].counts for each in ways) > SUPPORTERS:
        return False
    units = [state.units[each[0].unit] for each in ways]
    return all(
        u.arm is not Arm.CAVALRY and all(e.id == main.id for e in enemies_touching(state, u)) for u in units
    )


def brigade_supporters(state: State, unit: Unit, bound: Collection[int] = ()) -> list[int]:
    """Units of the brigade that may lend brigade support, occupants and units that shot too; not those bound to fight. [124, B19, B49]"""
    found = []
    for other in state.of_brigade(unit.brigade):
        helper = Helper(
            deployed(other),
            other.today.fought,
            same_brigade=True,
            near=distance(state, other, unit) <= BRIGADE_NEAR,
            in_contact=in_contact(state, other),
        )
        if other.id != unit.id and other.id not in bound and BRIGADE_SUPPORT.met(helper):
            found.append(other.id)
    return found


def brigade_supporter(state: State, unit: Unit) -> int | None:
    """A unit of the brigade that lends brigade support, if there is one. [124]"""
    found = brigade_supporters(state, unit)
    return found[0] if found else None


def wanted_elsewhere(state: State, unit: Unit, helpers: list[int], bound: Collection[int] = ()) -> bool:
    """Whether a brigade supporter may be of use in another fight of this phase: it supports only once. [120, B46]"""
    for mate in state.of_brigade(unit.brigade):
        if mate.has(Special.HEADSTRONG):
            return True  # it may charge on, and fight a second time [B65]
        if mate.id == unit.id or mate.today.fought or not (mate.id in bound or in_contact(state, mate)):
            continue
        if any(distance(state, state.units[i], mate) <= BRIGADE_NEAR for i in helpers):
            return True
    return False


def agree(picks: Mapping[int, int], touched: Mapping[int, frozenset[int]]) -> bool:
    """Whether picks leave no supporter touching an enemy nobody chose; the main attacker may. [123, 129b]"""
    chosen = frozenset(picks.values())
    leading: set[int] = set()
    for unit, target in picks.items():
        if not touched[unit] <= chosen:
            if target in leading:
                return False
            leading.add(target)
    return True


def can_agree(
    picks: Mapping[int, int], left: Mapping[int, tuple[int, ...]], touched: Mapping[int, frozenset[int]]
) -> bool:
    """Whether those who have not picked yet can still pick so that everybody obeys. [129b]"""
    if not left:
        return agree(picks, touched)
    unit, *rest = left
    chosen = frozenset(picks.values())
    others = {u: left[u] for u in rest}
    fresh_first = sorted(left[unit], key=lambda target: target in chosen)
    return any(can_agree({**picks, unit: target}, others, touched) for target in fresh_first)
