"""What is printed of this book: field forces, what a scenario asks, traits, templates, records. [F-1–F-6, F-S1–F-S8]"""

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

from .facts.values import DRUNKARDS, discipline, fighting, firing, obeyed_on, weapon_of
from .setup.forces import Force, ForceUnit, leadership_of, price, said, trait_rolled
from .state import State, Unit
from .tables.actions import ACCESS, FREE
from .tables.leaders import D66, TRAITS
from .tables.profiles import PRICES, PROFILES, WEAPONS
from .words import CREWED, FIELD_GUNS, Upgrade

HEADS = (
    "Models",
    "Move",
    "Discipline",
    "Fighting",
    "Firing",
    "Weapon",
    "Short",
    "Long",
    "Leadership",
    "Free actions",
)
SCENARIOS = {
    "passing": ("F-SA1", "F-SA2"), "destroy": ("F-SB1", "F-SB2", "F-SB3"), "land": ("F-SC1", "F-SC2", "F-SC3", "F-SC4"),
    "bullet": ("F-SD1", "F-SD2"), "hills": ("F-SE1", "F-SE2"), "quiet": ("F-SF1", "F-SF2"), "fort": ("F-SG1", "F-SG2"),
    "relief": ("F-SH1", "F-SH2"), "meeting": ("F-SZ1",), "solo": ("F-B1", "F-B2", "F-B3", "F-B4", "F-B5", "F-B6", "F-B7"),
}  # fmt: skip
CREW_RULES = ("R-38",)


def roster(listed: Force) -> Roster:
    """A field force with all its numbers. [F-1–F-6]"""
    rows = tuple(_row(unit) for unit in listed.unit)
    units = RosterPart("Units", HEADS, rows, boxes="models lost, the Leader last")
    leaders = RosterPart(
        "Leaders",
        ("Leadership",),
        tuple(_leader(unit) for unit in listed.unit if unit.leader or unit.rolled),
        leaders=True,
    )
    points = sum(price(unit.type, unit.options) for unit in listed.unit)
    return Roster(
        listed.title, points, (units, leaders) if leaders.rows else (units,), by_rule("F-L1"), listed.notes
    )


def _row(unit: ForceUnit) -> RosterRow:
    profile = PROFILES[unit.type]
    weapon = weapon_of(unit.type, unit.options, unit.weapon)
    drawn = Unit(0, "", unit.name, 0, unit.type, unit.options, 0, profile.models, weapon)
    reach = WEAPONS[weapon]
    free = ", ".join(
        row.key.value.replace("_", " ") for row in ACCESS if row.value.of(profile.troops) == FREE
    )
    specials = [Special(said(option), _option_rules(option)) for option in unit.options]
    if unit.type in CREWED:
        specials.append(Special("field gun" if unit.type in FIELD_GUNS else "machine gun", CREW_RULES))
    return RosterRow(
        unit.name, PROFILES.row(unit.type).words,
        (
            str(profile.models), f"{profile.move / 100:g}″", f"{discipline(drawn):+d}", f"{fighting(drawn)}+", f"{firing(drawn)}+",
            WEAPONS.row(weapon).words, f"{reach.short / 100:g}″", "" if reach.long is None else f"{reach.long / 100:g}″",
            _obeyed(unit), free,
        ),
        price(unit.type, unit.options), "", profile.models, tuple(specials),
    )  # fmt: skip


def _option_rules(option: Upgrade) -> tuple[str, ...]:
    riding = ("F-M1", "F-M2", "F-M3", "F-M4") if option is Upgrade.MOUNTED_INFANTRY else ()
    return (PRICES.row(option).cite, *riding)


def _obeyed(unit: ForceUnit) -> str:
    """On what a Leader is obeyed; a drunkard throws for it. [F-L1–F-L4]"""
    trait = trait_rolled(unit)
    return "thrown" if trait in DRUNKARDS else f"{obeyed_on(leadership_of(unit), trait)}+"


def _leader(unit: ForceUnit) -> RosterRow:
    trait = TRAITS.row(trait_rolled(unit))
    named = Special(trait.words, (trait.cite,)) if len(unit.rolled) == 3 else Special("Trait", ("F-L3",))
    lines = (Special("Orders", ("T003",)), Special("Leaderless", ("T004",)), named)
    dice = f"rolled {', '.join(map(str, unit.rolled))}" if unit.rolled else ""
    return RosterRow(
        unit.leader or "The Leader", f"leads {unit.name}", (_obeyed(unit),), options=dice, specials=lines
    )


def brief(state: State) -> Brief:
    """What the players of a scenario have to know. [F-S1–F-S8]"""
    field = state.field
    rules = SCENARIOS.get(field.victory, ())
    return Brief(
        (*_setup(state), *by_rule("F-S1", "F-S7")), by_rule(*rules, "F-S2", "F-S6"), tuple(_special(state))
    )


def _setup(state: State) -> Iterator[Told]:
    field = state.field
    for zone in field.zones:
        for poly in zone.polys:
            yield Told(f"{field.sides[zone.side].name} set up in {extent(poly)}.", "F-S1")
        if zone.file:
            yield Told(f"{field.sides[zone.side].name}: in one file, 3 to 12 from unit to unit.", "F-SF1")
        if zone.spot:
            yield Told(
                f"{field.sides[zone.side].name}: each Leader within his unit's move of {zone.spot[0] / 100:g} across, {zone.spot[1] / 100:g} up.",
                "F-SD1",
            )
    if field.first is not None:
        yield Told(
            f"{field.sides[field.first].name} go first; the clock runs for {field.turns} turns.", "R-41"
        )
    else:
        yield Told(f"They roll for who goes first; the clock runs for {field.turns} turns.", "R-40")


def _special(state: State) -> Iterator[Told]:
    field = state.field
    for side in field.sides:
        yield Told(f"{side.name}: up to {side.points} points.", "F-1")
        if side.task.exits:
            edges = "; ".join(extent((edge.start, edge.end)) for edge in side.task.exits)
            yield Told(f"{side.name} may leave by the edge: {edges}.", "R-61")
        if side.task.from_turn:
            yield Told(
                f"{side.name}: reserves from turn {side.task.from_turn} on 4+, from {side.task.sure_turn} surely.",
                "F-S3",
            )
    if field.area:
        yield Told(f"The place to hold lies {extent(field.area)}.", "F-S4")
    for name, (x, y) in zip(field.marker_names, field.markers):
        yield Told(f"A marker: {name}, {x / 100:g} across, {y / 100:g} up.", "F-SC2")


def decks() -> tuple[Deck, ...]:
    """The traits of Leaders, each with the throws that give it. [F-L3]"""
    throws: dict[str, list[str]] = {}
    for throw, trait in D66.items():
        throws.setdefault(trait.value, []).append(str(throw))
    cards = tuple(
        PrintCard(
            row.words,
            f"thrown on {', '.join(throws[row.key.value])}" if row.key.value in throws else "",
            (),
            by_rule(row.cite),
        )
        for row in TRAITS
    )
    return (Deck("traits", "Leader traits", cards),)


PRINTING = Printing(
    "inch", roster, brief,
    (
        Stick("Moves", ((4, "crews, Close Order"), (6, "regular and irregular foot"), (8, "tribal foot"), (12, "cavalry")), "R-39"),
        Stick("Ranges", ((6, "spears, bows"), (9, "carbine, old rifle"), (12, "modern rifle"), (16, "field gun, Short"), (18, "old rifle, Long"), (24, "modern rifle, Long")), "T040"),
        Wedge("Fire from Close Order", 90, "T081", 4.0, "A unit in Close Order fires to its front only."),
        Outline("Foot and crews", 1.0, 1.0, 6, "R-55", True),
        Outline("Mounted", 1.5, 1.5, 4, "R-55", True),
    ),
    Record(16, ("First side", "Second side"),
           (("Unit", 2.6), ("Leader", 1.8), ("Trait", 1.6), ("Leadership", 1.2), ("Pinned", 1.0), ("Models lost", 4.0)), 16,
           (("Points", 24),)),
    decks, "turn_and_activation",
)  # fmt: skip
