"""What is printed of this book: armies by brigades, what a scenario asks, fate cards, templates, records. [33, 34, 40–44]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.printing import (
    Brief,
    Deck,
    Outline,
    PrintCard,
    Printing,
    Record,
    Roster,
    RosterPart,
    RosterRow,
    Special,
    Stick,
    Told,
    Wedge,
    by_rule,
    extent,
)

from .setup.files import ForceFile, ListedUnit, figures_of, profile_of, row_for, sheet
from .setup.lists import total
from .setup.smaller import half_of
from .state import HALF, State
from .tables.fate import FATE, RANKS
from .words import Arm, Nation
from .words import Special as Rule

SPECIALS = {
    Rule.BATTERY: ("F5.1", "F5.1a"), Rule.CANISTER: ("F5.2", "F5.2a"), Rule.CARBINES: ("F5.3",), Rule.DISCIPLINED_MUSKETRY: ("F5.4",),
    Rule.ELAN: ("F5.5",), Rule.HEADSTRONG: ("F5.6", "F5.6a"), Rule.HEAVY_ARTILLERY: ("F5.20",), Rule.HEAVY_CAVALRY: ("F5.7",),
    Rule.HIT_AND_RUN: ("F5.8",), Rule.HORSE_ARTILLERY: ("F5.9", "F5.9a", "F5.9b", "F5.9c"), Rule.LIGHT_CAVALRY: ("F5.10", "F5.10a"),
    Rule.LIGHT_INFANTRY: ("F5.11", "F5.11a", "F5.11b", "F5.11c"), Rule.MILITIA: ("F5.12", "F5.12a"),
    Rule.OPEN_ORDER: ("F5.13", "F5.13a", "F5.13b", "F5.13c", "F5.13d", "F5.13e", "F5.13f", "F5.13g"),
    Rule.ROCKETS: ("F5.14", "F5.14a", "F5.14b"), Rule.SKIRMISHERS: ("F5.15", "F5.15a", "F5.15b"), Rule.SLOW: ("F5.16",),
    Rule.SQUARE: ("F5.17", "F5.17a", "F5.17b", "F5.17c", "F5.17d", "F5.17e"), Rule.STOIC: ("F5.22",), Rule.SWIFT: ("F5.18",),
    Rule.UNPREDICTABLE: ("F5.19",),
}  # fmt: skip
MEANS = {Rule.LIGHT_CAVALRY: (Rule.OPEN_ORDER,), Rule.LIGHT_INFANTRY: (Rule.OPEN_ORDER, Rule.SKIRMISHERS)}
"""Special rules that bring others with them. [F5.10, F5.11]"""
OPTIONS = {"understrength": ("F2.5", "F2.5a"), "unenthusiastic": ("F2.6",), "stoic": ("F4.1",)}
HEADS = ("Figures", "At ½", "Fire", "Melee", "Tenacity", "Weapon", "Range")


def roster(listed: ForceFile) -> Roster:
    """An army by its brigades, with all its numbers. [32, 33]"""
    leaders = [RosterRow(listed.commander, "army leader", (), specials=_leading("39"))]
    leaders += [
        RosterRow(brigade.leader, f"leads {brigade.name}", (), specials=_leading("142"))
        for brigade in listed.brigade
    ]
    parts = [RosterPart("Leaders", (), tuple(leaders), leaders=True)]
    parts += [
        RosterPart(
            brigade.name,
            HEADS,
            tuple(_row(unit, listed.sheet) for unit in brigade.unit),
            f"Led by {brigade.leader}",
            "losses",
        )
        for brigade in listed.brigade
    ]
    own = sheet(listed.sheet)
    lines = (
        Told(
            f"From the sheet {own.title}, up to {listed.limit} points; {own.nation.value.capitalize()} fate cards.",
            "33",
        ),
        Told("Figures at half scale stand under ½; a gun stays one.", "F7.8"),
    )
    return Roster(listed.title, total(listed), tuple(parts), lines, listed.notes)


def _leading(cite: str) -> tuple[Special, ...]:
    return (Special("Leader", ("31", "98", cite)),)


def _row(unit: ListedUnit, of: str) -> RosterRow:
    row, profile = row_for(unit, of), profile_of(unit, of)
    gun, figures = row.arm is Arm.ARTILLERY, figures_of(unit, of)
    options = [f"elite {each}" for each in unit.elite]
    options += [name for name in OPTIONS if getattr(unit, name)]
    guest = f", {sheet(unit.sheet).title}" if unit.sheet and unit.sheet != of else ""
    specials = dict.fromkeys(rule for each in profile.specials for rule in (each, *MEANS.get(each, ())))
    return RosterRow(
        unit.name or row.name, f"{row.name}{guest}",
        (
            *(("1 gun", "1 gun") if gun else (str(figures), str(half_of(figures)))), str(profile.fire or "–"), str(profile.melee), str(profile.tenacity),
            profile.weapon, f"{profile.range / 100:g}″" if profile.range else "",
        ),
        profile.points, ", ".join(options), profile.tenacity, tuple(Special(each.value, SPECIALS[each]) for each in specials),
    )  # fmt: skip


def brief(state: State) -> Brief:
    """What the players of a scenario have to know. [34–38, 147–149]"""
    field = state.field
    goals = []
    for cite, words, inside in (("35", "Objectives", False), ("37", "Objectives to occupy", True)):
        named = [
            f"{goal.name}{_held(state, at)}"
            for at, goal in enumerate(field.objectives)
            if (goal.feature >= 0) is inside
        ]
        goals += [Told(f"{words}: {'; '.join(named)}.", cite)] if named else []
    late = tuple(_late(state))
    special = (*late, *by_rule("149", "150")) if late else ()
    return Brief(tuple(_setup(state)), (*goals, *by_rule("35", "36", "37", "146", "148")), special)


def _held(state: State, number: int) -> str:
    holder = state.holders[number] if number < len(state.holders) else -1
    sides = state.field.sides
    return f" (held by {sides[holder].name})" if 0 <= holder < len(sides) else ""


def _setup(state: State) -> Iterator[Told]:
    field = state.field
    yield Told(f"{field.sides[field.first].name} have the first turn; each side has {field.turns}.", "38")
    if state.options.scale == HALF:
        size = f"{field.width / 200:g}″ × {field.height / 200:g}″"
        yield Told(
            f"Half scale: every inch told here is half an inch on the table, which is {size}; units have half their figures.",
            "F7.8",
        )
    for side in field.sides:
        yield Told(
            f"{side.name} are led by {side.commander}, with {side.nation.value.capitalize()} fate cards.",
            "43",
        )
    for zone in field.zones:
        yield Told(f"{field.sides[zone.side].name} deploy in {extent(zone.poly)}.", "44a")


def _late(state: State) -> Iterator[Told]:
    for brigade in state.brigades:
        if brigade.arrives:
            who = state.field.sides[brigade.side].name
            yield Told(
                f"{who}: {brigade.name} on turn {brigade.arrives}, at {brigade.entry[0] / 100:g} across, {brigade.entry[1] / 100:g} up.",
                "149",
            )


def decks() -> tuple[Deck, ...]:
    """The fate cards: a deck of thirteen for each nation. [40, 43]"""
    return tuple(
        Deck(nation.value, f"Fate cards: {nation.value.capitalize()}", tuple(_cards(nation)))
        for nation in Nation
    )


def _cards(nation: Nation) -> Iterator[PrintCard]:
    for row in FATE:
        card = row.value
        if not card.nations or nation in card.nations:
            kind = f"{RANKS[card.rank]}, {nation.value.capitalize() if card.nations else 'every army'}"
            yield PrintCard(
                card.name,
                kind,
                (("When", card.moment),),
                (Told(f"{row.words[:1].upper()}{row.words[1:]}.", row.cite), Told("", "FC0")),
            )


PRINTING = Printing(
    "inch", roster, brief,
    (
        Stick("Moves; after ½ those at half scale", (
            (1.5, "½ square, guns by hand"), (3, "square, guns by hand"), (4, "½ line"), (4.5, "½ open"), (6, "½ columns, limbered guns"),
            (8, "line"), (9, "open order, ½ horse"), (12, "columns, limbered guns"), (18, "cavalry, horse guns")), "76"),
        Stick("Distances", ((1, "gun to limber"), (3, "no plain move nearer"), (6, "objectives, support"), (12, "musket, canister, army leader")), "35"),
        Wedge("Front arc", 45, "B2", 2.4, "Lay the front to the front corners of the unit; what touches the arc only at its edge is outside."),
        Outline("Infantry", 0.8, 0.8, 8, "F8.1"),
        Outline("Cavalry", 1.0, 2.0, 6, "F8.2"),
        Outline("Gun", 2.4, 2.4, 2, "F8.3"),
        Outline("Limber", 2.0, 4.0, 2, "F8.3"),
    ),
    Record(12, ("Fate", "Fire", "Action", "Melee"),
           (("Unit", 3.0), ("Brigade", 2.0), ("Formation", 1.6), ("Losses", 3.4)), 12,
           (("Defeats suffered", 10), ("Objectives", 8))),
    decks, "sequence",
)  # fmt: skip
