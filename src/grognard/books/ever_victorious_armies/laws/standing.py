"""What is true of every position by itself: where units stand, what they are, what they are doing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from grognard.engine.soundness import Law
from grognard.geometry.outlines import in_parts
from grognard.geometry.shapes import first_overlap

from ..facts.bodies import body, others, standing
from ..facts.ground import keeps_to_roads, land, off_table
from ..facts.shots import Volley, touches_front, volley
from ..facts.victory import break_point, lost
from ..state import State, Unit
from ..words import Kind, Order, Weapon, Where

SLACK = 8
"""How far rounding may press two bodies into each other before it is a fault, in hundredths."""
EXCLUDE = (
    ("retired", "pursued"),
    ("retired", "halted"),
    ("retired", "charged"),
    ("retired", "evaded"),
    ("pursued", "halted"),
    ("pursued", "charged"),
    ("pursued", "evaded"),
    ("halted", "charged"),
    ("shot", "charged"),
    ("shot", "evaded"),
    ("shot", "retired"),
    ("shot", "pursued"),
)
"""What no unit does in one turn."""


def figures_count(state: State) -> Iterator[str]:
    """Between none and all of its figures, and nobody without any on the table."""
    for unit in state.units:
        if not 0 <= unit.figures <= unit.full:
            yield f"{unit.key} has {unit.figures} of {unit.full} figures"
        if unit.on_table and unit.figures == 0:
            yield f"{unit.key} is on the table without figures"


def markers_count(state: State) -> Iterator[str]:
    """No marker, one or two."""
    return (f"{u.key} has {u.markers} markers" for u in state.units if not 0 <= u.markers <= 2)


def exceptions_count(state: State) -> Iterator[str]:
    """Two exceptions at most, each once."""
    for unit in state.units:
        if len(unit.used) > 2 or len(set(unit.used)) < len(unit.used):
            yield f"{unit.key} has used {', '.join(unit.used)}"


def on_the_table(state: State) -> Iterator[str]:
    """Nobody sticks out over the edge."""
    for unit in state.units:
        if unit.on_table and off_table(state.field, body(state, unit)):
            yield f"{unit.key} sticks out over the edge"


def on_nobody(state: State) -> Iterator[str]:
    """Nobody stands on another."""
    units, shapes = others(state), standing(state).shapes
    for at, unit in enumerate(units):
        hit = first_overlap(shapes[at], shapes[:at], SLACK)
        if hit is not None:
            yield f"{unit.key} stands on {units[hit].key}"


def on_open_ground(state: State) -> Iterator[str]:
    """Nobody stands where he may not go, but on a road or bridge that carries him."""
    ground = land(state.field)
    for unit in state.units:
        if not unit.on_table or unit.joined is not None:
            continue
        parts, names = ground.barred[unit.kind]
        hit = first_overlap(body(state, unit), parts, SLACK) if parts else None
        if hit is not None and not (keeps_to_roads(unit) and in_parts(ground.roads, (unit.x, unit.y))):
            yield f"{unit.key} stands in {names[hit]}"


def in_a_known_order(state: State) -> Iterator[str]:
    """Everybody is drawn up as such troops can be."""
    for unit in state.units:
        if unit.order not in _orders(unit):
            yield f"{unit.key} is {unit.order.value or 'in no order'}"


def _orders(unit: Unit) -> tuple[Order, ...]:
    if unit.is_gun:
        return Order.UNLIMBERED, Order.LIMBERED
    return (Order.NONE,) if unit.is_general else unit.orders


def only_formed_foot_is_unformed(state: State) -> Iterator[str]:
    """Loose troops, horse and guns have no order to lose."""
    for unit in state.units:
        if unit.today.unformed and (unit.kind is not Kind.FOOT or unit.order is Order.SKIRMISH):
            yield f"{unit.key} is unformed"


def one_thing_at_a_time(state: State) -> Iterator[str]:
    """What excludes each other is not done in one turn."""
    for unit in state.units:
        today = unit.today
        if today.retired or today.pursued or today.halted or today.shot:
            for one, other in EXCLUDE:
                if getattr(today, one) and getattr(today, other):
                    yield f"{unit.key} {one} and {other}"


def whoever_ran_has_moved(state: State) -> Iterator[str]:
    """Charging, evading, retiring and pursuing are moves; charging and pursuing advances as well."""
    for unit in state.units:
        today = unit.today
        if (today.charged or today.evaded or today.retired or today.pursued) and not today.moved:
            yield f"{unit.key} ran but has not moved"
        if (today.charged or today.pursued) and not today.advanced:
            yield f"{unit.key} went at the enemy but has not advanced"


def contacts_are_between_enemies(state: State) -> Iterator[str]:
    """Two enemies on the table, each pair once; generals touch nobody."""
    pairs = Counter(frozenset((c.attacker, c.defender)) for c in state.contacts)
    for contact in state.contacts:
        a, b = state.units[contact.attacker], state.units[contact.defender]
        if not (a.on_table and b.on_table) or a.side == b.side or a.is_general or b.is_general:
            yield f"a contact of {a.key} and {b.key} that cannot be"
        if pairs[frozenset((a.id, b.id))] > 1:
            yield f"{a.key} and {b.key} touch twice"


def generals_are_with_friends(state: State) -> Iterator[str]:
    """Whoever is joined is a general, with a unit of his own side and at its place, and no other is there."""
    for unit in state.units:
        if unit.joined is None:
            continue
        with_ = state.units[unit.joined]
        if not unit.is_general or with_.is_general or with_.side != unit.side:
            yield f"{unit.key} is joined to {with_.key}"
        # Between his unit's end and his own dice a general is still joined to a unit that is gone.
        if with_.on_table and (unit.x, unit.y, unit.facing) != (with_.x, with_.y, with_.facing):
            yield f"{unit.key} is not where {with_.key} is"
    for one, other in combinations([u for u in state.units if u.joined is not None], 2):
        if one.joined == other.joined and one.on_table and other.on_table:
            yield f"{one.key} and {other.key} are with one unit"


def one_commander(state: State) -> Iterator[str]:
    """A side has one commander-in-chief at most, and only a general serves under him."""
    chiefs = Counter(u.side for u in state.units if u.is_general and not u.subordinate)
    yield from (f"side {side} has {n} commanders" for side, n in chiefs.items() if n > 1)
    yield from (f"{u.key} serves as a general" for u in state.units if u.subordinate and not u.is_general)


def aims_are_allowed(state: State) -> Iterator[str]:
    """Whoever aims may shoot: once, at an enemy on the table, and at nobody else if he is in contact."""
    if not state.aims:
        return
    for shooter, times in Counter(aim.shooter for aim in state.aims).items():
        if times > 1:
            yield f"{state.units[shooter].key} aims {times} times"
    for aim in state.aims:
        unit, target = state.units[aim.shooter], state.units[aim.target]
        if target.side == unit.side or not target.on_table or target.is_general:
            yield f"{unit.key} aims at {target.key}"
        yield from (f"{unit.key} aims though {why}" for why in _not_to_shoot(state, unit))
        touching = state.touching(unit.id)
        if touching and target.id not in touching:
            yield f"{unit.key} is in contact and aims at {target.key}"


def _not_to_shoot(state: State, unit: Unit) -> Iterator[str]:
    today = unit.today
    for holds, words in (
        (unit.weapon is Weapon.NONE, "it has no firearm"),
        (unit.order is Order.FORMED, "it is formed horse"),
        (today.charged or today.evaded or today.retired or today.pursued, "it ran this turn"),
        (unit.duties.no_shot != "", "its last fight forbids it"),
        (unit.order is Order.LIMBERED, "it is limbered"),
        (unit.is_gun and unit.still < 1, "it moved last turn"),
        (unit.is_gun and unit.loaded_in > state.turn, "it is not loaded"),
    ):
        if holds:
            yield words


def whole_front_at_contact(state: State) -> Iterator[str]:
    """An enemy touching the front is shot at by all bases of it."""
    for aim in state.aims:
        unit, target = state.units[aim.shooter], state.units[aim.target]
        if unit.is_gun or not touches_front(state, unit, target):
            continue
        found, per_base = volley(state, unit, target, aim.round), state.options.figures_per_base
        bases = -(-unit.figures // per_base)
        wanted = min(2, bases) if unit.order is Order.COLUMN else bases
        if not isinstance(found, Volley) or found.near != wanted:
            yield f"{unit.key} shoots at {target.key} with {found}, not {wanted} bases"


def the_absent_do_nothing(state: State) -> Iterator[str]:
    """Whoever is not on the table touches nobody and aims at nobody."""
    away = {u.id for u in state.units if not u.on_table}
    busy = {c.attacker for c in state.contacts} | {c.defender for c in state.contacts}
    busy |= {aim.shooter for aim in state.aims}
    yield from (f"{state.units[i].key} is gone and still at it" for i in sorted(away & busy))


def the_lost_are_counted(state: State) -> Iterator[str]:
    """The game is over once an army has broken: it is found out at the close of that turn, not later."""
    for side in (0, 1):
        gone = sum(u.where is Where.LOST and not u.is_general and u.side == side for u in state.units)
        if gone != lost(state, side):
            yield f"side {side} has lost {gone}, but {lost(state, side)} are counted"
        whole = sum(u.side == side and not u.is_general for u in state.units)
        if not 1 <= break_point(state, side) <= whole:
            yield f"side {side} of {whole} breaks at {break_point(state, side)}"


LAWS = (
    Law("figures are between none and all, and nobody without any stands", ("G-11", "G-52"), at=figures_count),
    Law("nobody has more than two markers", ("81", "82", "83"), at=markers_count),
    Law("each exception serves once, and two at most", ("78", "G-22"), at=exceptions_count),
    Law("nobody sticks out over the table's edge", ("M10", "R2"), at=on_the_table),
    Law("nobody stands on another", ("M9", "B7"), at=on_nobody),
    Law("nobody stands where he may not go", ("8a", "Q5", "Q6", "M4", "K1"), at=on_open_ground),
    Law("everybody is in an order such troops can take", ("G-33", "X1"), at=in_a_known_order),
    Law("only foot in line or column is unformed", ("U1", "G-28"), at=only_formed_foot_is_unformed),
    Law("nobody does in one turn what excludes each other", ("H5", "E3", "R4", "P5", "S10", "G-40"), at=one_thing_at_a_time),
    Law("whoever charged, ran, retired or pursued has moved", ("M11", "M12", "H5"), at=whoever_ran_has_moved),
    Law("only enemies on the table touch, each pair once", ("C1", "C9"), at=contacts_are_between_enemies),
    Law("a general is alone, or alone with one friendly unit and where it is", ("N1", "N2"), at=generals_are_with_friends),
    Law("a side has one commander-in-chief", ("N7",), at=one_commander),
    Law("whoever aims may shoot, once, at an enemy", ("S10", "S13", "29", "30", "55", "59"), at=aims_are_allowed),
    Law("the whole front shoots at an enemy touching it", ("S11", "9"), at=whole_front_at_contact),
    Law("whoever is gone fights and shoots no more", ("C9", "V2"), at=the_absent_do_nothing),
    Law("an army's losses are counted, and it can break", ("V1", "V2"), at=the_lost_are_counted),
)  # fmt: skip
