"""What is printed of this book: forces, what a scenario asks, templates with the dial of stray shots, records. [E1–E9, S1–S6]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.printing import (
    Brief,
    Dial,
    Outline,
    Printing,
    Record,
    Roster,
    RosterPart,
    RosterRow,
    Special,
    Stick,
    Told,
    Wedge,
    Wheel,
    by_rule,
    extent,
)

from .setup.files import ForceFile, GunFile, LeaderFile, UnitFile, profile
from .setup.lists import leader_points, total, unit_points
from .setup.musters import RANKS
from .state import Exit, Prize, State
from .tables.guns import accuracy_die, effect, ranges
from .tables.moving import LIMBERED, MANHANDLING, RATES
from .tables.nerve import COMMAND_RANGE
from .tables.nerve import RANKS as ORDERS
from .tables.points import CREW, GROUP_FROM, GUNS
from .tables.shooting import RANGES
from .words import Ammo, Class, Reach, Trait, Weapon

SPECIALS = {
    Trait.DOUBLE: ("N4",),
    Trait.HIDDEN: ("H1", "H2", "H3", "H4", "H6"),
    Trait.CANNOT_FORM: ("O1",),
    Trait.LANCE: ("60", "61"),
    Trait.CUIRASS: ("62", "F4a"),
    Trait.ENGINEER: ("D1", "D2", "D3"),
}
HEADS = ("Figures", "Class", "Quality", "Combat", "Fire", "Evade", "Moves", "Weapon", "Range")
TITLES = {"sergeant": "sergeant", "officer": "officer", "staff": "staff", "hq": "headquarters"}
CLASSES = {Class.LINE: "line", Class.LIGHT: "light", Class.QUICK: "quick"}


def roster(listed: ForceFile) -> Roster:
    """A force with all its numbers. [E1–E7]"""
    parts = (
        RosterPart("Leaders", ("Rank", "Reaches", "Combat", "Fire", "Evade"), tuple(_leader(one) for one in listed.leader), leaders=True),
        RosterPart("Units", HEADS, tuple(_unit(unit) for unit in listed.unit), boxes="figures lost"),
        RosterPart("Guns", ("Crew", "Quality", "Accuracy", "By hand", "Limbered", "Canister", "Shot", "Effect"), tuple(_gun(gun) for gun in listed.gun), boxes="crew lost"),
        RosterPart("Convoy", ("Wagons",), tuple(
            RosterRow(one.name, "wagons", (str(one.wagons),), None, "", one.wagons, (Special("Convoy", ("S3", "S4", "S5")),)) for one in listed.convoy
        ), boxes="wagons lost"),
    )  # fmt: skip
    return Roster(listed.title, total(listed), tuple(part for part in parts if part.rows), notes=listed.notes)


def _leader(one: LeaderFile) -> RosterRow:
    rank = RANKS[one.rank]
    reach = COMMAND_RANGE[rank, one.mounted]
    escort = f"{one.escorts} {profile(one.escort).name}" if one.escort and one.escorts else ""
    lines = (Special("Command", ("C1", "C2", "C3", "C4")), Special("In a fight", ("E8",)))
    how = "mounted" if one.mounted else "on foot"
    cells = (str(ORDERS[rank].activates), f"{reach / 100:g} cm", "D8", "D6", "4+")
    return RosterRow(
        one.name,
        f"{TITLES[one.rank]}, {how}",
        cells,
        leader_points(one),
        f"escort: {escort}" if escort else "",
        specials=lines,
    )


def _unit(unit: UnitFile) -> RosterRow:
    line = profile(unit.profile)
    rates = RATES[line.arm, line.class_]
    options = ["begins formed"] if unit.formed else []
    group = unit.figures >= GROUP_FROM and not unit.plain
    options += ["command group"] if group else []
    specials = tuple(Special(trait.value, SPECIALS[trait]) for trait in line.traits if trait in SPECIALS)
    return RosterRow(
        unit.name or line.name, f"{CLASSES[line.class_]} {line.arm.value}",
        (
            str(unit.figures), line.class_.value, line.quality.value, f"D{line.combat}", f"D{line.fire}" if line.fire else "", f"{line.ev}+",
            f"{rates.normal / 100:g} / {rates.march / 100:g} / {rates.charge / 100:g}", *_weapon(line.weapon),
        ),
        unit_points(unit), ", ".join(options), unit.figures, specials,
    )  # fmt: skip


def _weapon(weapon: Weapon) -> tuple[str, str]:
    if weapon is Weapon.NONE:
        return ("", "")
    row = RANGES.row(weapon)
    return (row.words, " / ".join(f"{reach / 100:g}" for reach in row.value))


def _gun(gun: GunFile) -> RosterRow:
    canister, shot = (ranges(gun.type, ammo, gun.carronade) for ammo in (Ammo.CANISTER, Ammo.ROUND))
    kind = next((word for word in ("howitzer", "mortar", "carronade") if getattr(gun, word)), "gun")
    fired = (Ammo.SHELL,) if gun.mortar else (Ammo.CANISTER, Ammo.ROUND)
    effects = [effect(gun.type, ammo, reach, gun.carronade) for ammo in fired for reach in Reach]
    team = "horse team" if gun.horse_team else "foot team"
    return RosterRow(
        gun.name or "gun", f"type {gun.type.value} {kind}, {team}",
        (
            str(gun.crew), gun.quality.value, f"D{accuracy_die(gun.quality, gun.mortar)}", "" if gun.mortar else f"{MANHANDLING[gun.type] / 100:g}", f"{LIMBERED[gun.horse_team] / 100:g}",
            f"{canister[0] / 100:g} / {canister[1] / 100:g}" if not gun.mortar else "", f"{shot[0] / 100:g} / {shot[1] / 100:g}", "; ".join(map(str, effects)),
        ),
        GUNS[gun.type] + CREW[gun.quality] * gun.crew, "", gun.crew, (Special("gun", ("X1", "X1a", "X1b", "X2", "X10", "X10a", "X12")),),
    )  # fmt: skip


def brief(state: State) -> Brief:
    """What the players of a scenario have to know. [S1–S6, T8, V1–V4]"""
    field = state.field
    wins = [Told(_prize(state, prize), "S1") for prize in field.prizes]
    wins += [Told(_exit(state, way), "S6") for way in field.exits]
    if field.losses_share != 100:
        wins.append(Told(f"Of the cost of enemies lost {field.losses_share} % counts.", "S1"))
    return Brief(tuple(_setup(state)), (*wins, *by_rule("V1", "V2", "V3", "V4")), tuple(_special(state)))


def _setup(state: State) -> Iterator[Told]:
    field = state.field
    yield Told(
        f"The table is {field.width / 100:g} × {field.height / 100:g} cm; there are {field.turns} turns.",
        "B1",
    )
    names = {unit.key: unit.name for unit in (*state.units, *state.hidden)}
    for zone in field.zones:
        who = names.get(zone.unit, field.sides[zone.side].name)
        yield Told(f"{who} may be set up in {extent(zone.poly)}.")
    for side in field.sides:
        yield Told(f"{side.name} flee to their own edge, {extent(side.home)}.", "M4")


def _prize(state: State, prize: Prize) -> str:
    who = "the side" if prize.side is None else state.field.sides[prize.side].name
    if prize.kind == "house":
        return (
            f"{prize.points} points to {who} that holds {prize.area} at the end."
            if prize.side is None
            else f"{prize.points} points to {who} for holding {prize.area} at the end."
        )
    if prize.kind == "area":
        return f"{prize.points} points to {who} {'with' if prize.side is None else 'for'} more figures in {prize.area} at the end."
    if prize.kind == "bridge":
        return f"{prize.points} points to {who} if {prize.area} is blown up."
    return f"{prize.points} points to {who} for each wagon that was not brought off."


def _exit(state: State, way: Exit) -> str:
    names = {unit.key: unit.name for unit in state.units}
    who = (
        ", ".join(names.get(key, key) for key in way.units)
        or f"All of the {state.field.sides[way.side].name}"
    )
    worth = [f"{way.points} points each"] if way.points else []
    worth += [f"{way.share} % of their cost"] if way.share else []
    ends = "; the battle ends when all of them have left or are lost" if way.ends else ""
    return f"{who} may leave by the edge {extent(way.edge)}{': ' if worth else ''}{', '.join(worth)}{ends}."


def _special(state: State) -> Iterator[Told]:
    field = state.field
    names = {unit.key: unit.name for unit in state.units}
    for late in field.arrivals:
        who = ", ".join(names.get(key, key) for key in late.units)
        yield Told(
            f"{field.sides[late.side].name}: {who} from turn {late.turn}, by the edge {extent(late.edge)}.",
            "T8",
        )
    if any(side.conceals for side in field.sides):
        yield from by_rule("H1", "H3", "H4")
        if not field.sneaks:
            yield Told("Hidden units do not move in secret.", "H2")
    if any(piece.kind == "bridge" for piece in field.terrain):
        yield from by_rule("D1", "D2", "D3", "D4", "D5", "D7")
    if any(unit.arm.value == "wagon" for unit in state.units):
        yield from by_rule("S3", "S4", "S5")


PRINTING = Printing(
    "cm", roster, brief,
    (
        Stick("Moves on foot", ((6, "line"), (8, "light"), (10, "quick"), (15, "light and quick march; line charges")), "6a"),
        Stick("Ranges", ((5, "pistol"), (10, "command on foot"), (15, "musket, short")), "A-5"),
        Wedge("Front of a formed unit, of a gun", 45, "L1", 4.0, "Formed figures see, shoot and charge within 45° of their front; a gun aims within 45° of its own."),
        Wheel("Wheeling", 15, 45, "B7", "Lay the corner to the front corner that stands still; the cost is the arc that the outermost figure walks."),
        Dial("Stray shots", "X5", (1, 2, 3, 4, 5, 6, 7, 8), 12, "Lay the middle on the figure the deviation starts from: the D8 or D10 shows direction and distance in cm. Beyond 8 cm a ruler goes on."),
        Outline("Foot", 2.0, 2.0, 8, "B2", True),
        Outline("Horse", 3.0, 3.0, 5, "B2", True),
        Outline("Guns and wagons", 4.0, 4.0, 4, "B2", True),
    ),
    Record(12, ("Initiative", "Activations", "End of turn"),
           (("Unit", 3.0), ("Formed", 0.9), ("Acted", 0.9), ("Shot at", 1.6), ("Figures lost", 4.2)), 16,
           (("Points lost ÷ 50", 20),)),
    turn="the_turn",
)  # fmt: skip
