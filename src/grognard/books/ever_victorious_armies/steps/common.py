"""What several steps do to the table: place, touch, hurt and remove units."""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Throw
from grognard.geometry.gaps import gap, within
from grognard.geometry.points import Pose

from ..facts.bodies import body
from ..facts.nerve import witnesses
from ..facts.readiness import move_cite, move_dice, move_throw
from ..state import Contact, Desk, Loss, Peril, Unit
from ..words import Where

NEAR = 100
"""Within 1: where a lone general is caught, or joins a unit. [N2, N6]"""
REFUGE = 1200
"""How far a general caught alone rides to a friendly unit. [N6]"""


def thrown_move(what: str, unit: Unit, **facts: Any) -> Throw:
    """The dice of a unit's move, to which its plus is added: for marches, charges, and whatever else it goes by dice. [M2]"""
    dice, plus = move_throw(unit), move_dice(unit).plus
    return Throw(what, dice, move_cite(unit), side=unit.side, unit=unit.id, plus=plus, **facts)


def place(t: Desk, unit: int, to: Pose) -> None:
    """Put a unit in a new place; a general with it comes along. [N1]"""
    t.put(unit, x=to.x, y=to.y, facing=to.facing)
    general = t.state.general_with(unit)
    if general is not None:
        t.put(general.id, x=to.x, y=to.y, facing=to.facing)


def touch(t: Desk, attacker: int, defender: int) -> None:
    """Two enemies come into contact. [H4, C2]"""
    if defender in t.state.touching(attacker):
        return
    number = t.state.next_contact
    for unit in (attacker, defender):
        if not t.unit(unit).today.touched:
            # A general who came to a fight already going on does not lead it. [N3]
            led = t.state.general_with(unit) is not None and not t.state.in_contact(unit)
            t.today(unit, touched=True, led=led)
    t.set(contacts=(*t.state.contacts, Contact(number, attacker, defender)), next_contact=number + 1)


def part(t: Desk, unit: int) -> None:
    """A unit is no longer in contact with anybody."""
    left = tuple(c for c in t.state.contacts if unit not in (c.attacker, c.defender))
    if len(left) != len(t.state.contacts):
        t.set(contacts=left)


def remove(t: Desk, unit: int, cite: str, what: str, where: Where = Where.LOST) -> None:
    """Take a unit off the table for good; a general with it is in peril. [V2, N5]"""
    general = t.state.general_with(unit)
    part(t, unit)
    t.put(unit, where=where)
    t.note(cite, what, unit=unit)
    if general is not None:
        if where is Where.LEFT:
            t.put(general.id, where=Where.LEFT, joined=None)
        else:
            _endanger(t, Peril(general.id, "gone", unit))


def _endanger(t: Desk, peril: Peril) -> None:
    """A general is in danger once from each cause; a lost unit makes its earlier losses idle. [N4, N5]"""
    others = tuple(
        p for p in t.state.perils if p != peril and not (peril.how == "gone" and p.general == peril.general)
    )
    t.set(perils=(*others, peril))


def lose_figures(t: Desk, unit: int, number: int, how: str, cite: str) -> None:
    """A unit loses figures, by fire or in combat; at none left it is destroyed. [G-11, G-52, N4]"""
    before = t.unit(unit)
    number = min(number, before.figures)
    if number <= 0:  # [C7, G-18] nobody comes back
        return
    lost = "lost_to_fire" if how == "fire" else "lost_in_combat"
    t.put(unit, figures=before.figures - number)
    t.today(unit, **{lost: getattr(before.today, lost) + number})
    t.note(cite, "loses", unit=unit, figures=number, left=before.figures - number)
    if before.figures == number:
        remove(t, unit, "G-52", "destroyed")
        return
    general = t.state.general_with(unit)
    if general is not None:
        _endanger(t, Peril(general.id, how, unit))


def nearest_friend(t: Desk, general: Unit) -> int | None:
    """The friendly unit nearest to a general that has no general yet, roster order breaking ties. [N5, N6]"""
    here = body(t.state, general)
    friends = [u for u in t.state.of_side(general.side) if t.state.general_with(u.id) is None]
    if not friends:
        return None
    return min(friends, key=lambda u: (gap(here, body(t.state, u)), u.id)).id


def join(t: Desk, general: int, unit: int, cite: str = "N2") -> None:
    """A general takes his place with a unit. [N2]"""
    with_ = t.unit(unit)
    t.put(general, joined=unit, x=with_.x, y=with_.y, facing=with_.facing)
    t.note(cite, "joins", general=general, unit=unit)


def catch_generals(t: Desk, unit: int) -> None:
    """A unit has ended a move: enemy generals alone within 1 of it flee or are captured. [N6]"""
    mover = t.unit(unit)
    if not mover.on_table or mover.is_general:
        return
    for general in t.state.generals(1 - mover.side):
        if general.joined is None and within(body(t.state, mover), body(t.state, general), NEAR):
            _caught(t, general)


def _caught(t: Desk, general: Unit) -> None:
    """A general alone with the enemy upon him rides to a friendly unit within 12, or is captured. [N6]"""
    refuge = nearest_friend(t, general)
    if refuge is not None and within(body(t.state, general), body(t.state, t.unit(refuge)), REFUGE):
        join(t, general.id, refuge, "N6")
    else:
        lose_general(t, general.id, "N6", "captured")


def lose_general(t: Desk, general: int, cite: str, what: str) -> None:
    """A general is killed or captured; units of his side within 12 will test. [69, O2, G-35]"""
    fallen = t.unit(general)
    seen_by = witnesses(t.state, fallen.side, body(t.state, fallen))
    t.put(general, where=Where.LOST, joined=None, figures=0)
    t.note(cite, what, general=general)
    t.set(losses=(*t.state.losses, Loss(fallen.side, "69", seen_by)))
