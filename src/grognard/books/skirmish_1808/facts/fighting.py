"""Hand strokes: who fights whom, with what. [26–28, 59–70a, K1–K14]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.dice import Duels
from grognard.engine.memo import kept
from grognard.engine.tables import Tally

from ..state import Contact, State, Unit
from ..tables.cover import wall_cover
from ..tables.melee import MELEE
from ..tables.shooting import die_of
from ..words import Cover, Quality, Trait
from .ground import area_cover_of, in_woods, level_of, shared_area


class Bout(NamedTuple):
    """What the factors of one unit against one enemy look at."""

    die: int
    quality: Quality = Quality.REGULAR
    formed: bool = False
    cavalry: bool = False
    foe_cavalry: bool = False
    impact: bool = False
    """The first round of a contact it charged or counter-charged into. [K7, A-11]"""
    lance: bool = False
    cuirass: bool = False
    led: bool = False
    higher: bool = False
    in_woods: bool = False
    found: bool = False
    cover: Cover = Cover.NONE
    barricaded: bool = False
    """It holds a house that it has barricaded. [D6]"""


class Pairing(NamedTuple):
    """One contact's share of a melee: how many figures each puts against the other. [K2]"""

    contact: Contact
    attackers: int
    defenders: int


@kept(of=("contacts",))
def melee_of(state: State, unit: int) -> tuple[Contact, ...]:
    """All contacts of the melee a unit is in, linked through those who fight. [K1]"""
    members, found = {unit}, []
    left = list(state.contacts)
    growing = True
    while growing:
        growing = False
        for contact in tuple(left):
            if contact.attacker in members or contact.defender in members:
                members |= {contact.attacker, contact.defender}
                found.append(contact)
                left.remove(contact)
                growing = True
    return tuple(sorted(found, key=lambda c: (c.attacker, c.defender)))


def members(contacts: tuple[Contact, ...]) -> tuple[int, ...]:
    """Every unit of a melee."""
    return tuple(sorted({unit for c in contacts for unit in (c.attacker, c.defender)}))


def shares(count: int, foes: tuple[int, ...]) -> tuple[int, ...]:
    """Figures shared out among several enemies in proportion to theirs, at least one each, if need be one against several. [26, K2a]"""
    total = sum(foes)
    if not total:
        return (count,) * len(foes)
    exact = [count * foe for foe in foes]
    found = [max(1, part // total) for part in exact]
    order = sorted(range(len(foes)), key=lambda i: (-(exact[i] % total), i))
    for lucky in order[: max(0, count - sum(found))]:
        found[lucky] += 1
    while sum(found) > max(count, len(foes)):
        most = max(range(len(found)), key=lambda i: (found[i], i))
        found[most] -= 1
    return tuple(found)


def pairings(state: State, contacts: tuple[Contact, ...]) -> tuple[Pairing, ...]:
    """How the figures of a melee are shared out among its contacts. [26, K2]"""
    contacts = _without_spared(state, contacts)
    share: dict[tuple[int, int], int] = {}
    for unit in members(contacts):
        foes = [
            c.defender if c.attacker == unit else c.attacker
            for c in contacts
            if unit in (c.attacker, c.defender)
        ]
        sizes = tuple(state.units[foe].size for foe in foes)
        for foe, part in zip(foes, shares(state.units[unit].size, sizes)):
            share[unit, foe] = part
    return tuple(Pairing(c, share[c.attacker, c.defender], share[c.defender, c.attacker]) for c in contacts)


def due(state: State, contacts: tuple[Contact, ...]) -> tuple[Contact, ...]:
    """The contacts of a melee that have not had their round this turn. [K1]"""
    return tuple(c for c in contacts if c.fought != state.turn)


@kept
def rounds(state: State, unit: int) -> tuple[Pairing, ...]:
    """What the melee a unit is in still has to throw: shares of the whole of it, of contacts whose round is due. [K1, K2a]"""
    contacts = melee_of(state, unit)
    ready = due(state, contacts)
    return tuple(p for p in pairings(state, contacts) if p.contact in ready)


def comrades(state: State, contacts: tuple[Contact, ...], unit: int) -> tuple[int, ...]:
    """The troops of its own side in a command unit's melee: while one is left, they fight and fall for it. [27, K10]"""
    side = state.units[unit].side
    return tuple(
        u
        for u in members(contacts)
        if u != unit and state.units[u].side == side and not state.units[u].is_command
    )


def _without_spared(state: State, contacts: tuple[Contact, ...]) -> tuple[Contact, ...]:
    """The contacts that are fought out: not those of command units whose comrades fight, unless an enemy had nobody else. [26, 27, K10]"""
    spared = {
        unit for unit in members(contacts) if state.units[unit].is_command and comrades(state, contacts, unit)
    }
    kept = [c for c in contacts if not spared & {c.attacker, c.defender}]
    busy = {unit for c in kept for unit in (c.attacker, c.defender)}
    for contact in contacts:
        idle = {contact.attacker, contact.defender} - spared - busy
        if idle:
            kept.append(contact)
            busy |= idle
    return tuple(sorted(kept, key=lambda c: (c.attacker, c.defender)))


def duel_groups(attackers: int, defenders: int) -> tuple[tuple[int, int, int], ...]:
    """Figures paired as evenly as possible so that nobody is idle. [K2, K4, K5, A-21]"""
    if not attackers or not defenders:
        return ()
    few = min(attackers, defenders)
    (ours, extra), (theirs, spare) = divmod(attackers, few), divmod(defenders, few)
    # The fewer stand one to a group and none of them is over: those over are of one side.
    groups = ((extra + spare, ours + bool(extra), theirs + bool(spare)), (few - extra - spare, ours, theirs))
    return tuple(group for group in groups if group[0])


def bout(state: State, contact: Contact, unit: Unit, enemy: Unit) -> Bout:
    """The factors of one unit against one enemy in a contact; newcomers count their own charge. [K3, K7, K11]"""
    first = contact.round == 1
    impact = first and unit.id in contact.charged
    formed = unit.formed and not (first and unit.id in contact.loose) and not contact.house
    return Bout(
        die=unit.combat,
        quality=unit.quality,
        formed=formed,
        cavalry=unit.mounted,
        foe_cavalry=enemy.mounted,
        impact=impact,
        lance=Trait.LANCE in unit.traits,
        cuirass=Trait.CUIRASS in unit.traits,
        led=unit.id in contact.led,
        higher=not contact.house and level_of(state, unit) > level_of(state, enemy),
        in_woods=unit.mounted and in_woods(state, unit),
        found=first and unit.today.found and contact.defender == unit.id,
        cover=melee_cover(state, contact, unit, enemy),
        barricaded=contact.defender == unit.id and (contact.house, unit.side) in state.barricades,
    )


def melee_cover(state: State, contact: Contact, unit: Unit, enemy: Unit) -> Cover:
    """Cover in melee: for the unit that was charged, while it stays there. [69, 70, A-25, G5, K14a]"""
    if contact.defender != unit.id or unit.id in contact.exposed:
        return Cover.NONE
    if contact.house:
        return Cover.HEAVY
    if contact.wall:
        return wall_cover(contact.wall, unit.mounted)
    if shared_area(state, unit, enemy):
        return Cover.NONE
    return area_cover_of(state, unit)


class Strokes(NamedTuple):
    """The dice of one contact, with both tallies."""

    dice: Duels
    mine: Tally
    theirs: Tally


def strokes(state: State, pairing: Pairing) -> Strokes:
    """The opposed rolls of one contact. [K3–K5]"""
    contact = pairing.contact
    attacker, defender = state.units[contact.attacker], state.units[contact.defender]
    first, second = bout(state, contact, attacker, defender), bout(state, contact, defender, attacker)
    return dice_of(first, second, pairing.attackers, pairing.defenders)


def dice_of(first: Bout, second: Bout, attackers: int, defenders: int) -> Strokes:
    """The opposed rolls of two bouts. [K3–K5]"""
    mine, theirs = MELEE.tally(first), MELEE.tally(second)
    dice = Duels(
        duel_groups(attackers, defenders),
        die_of(first.die, first.formed),
        mine.total,
        die_of(second.die, second.formed),
        theirs.total,
    )
    return Strokes(dice, mine, theirs)
