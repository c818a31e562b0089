"""What is printed of this book: rosters, what a scenario asks, templates, records. [Y1, V1–V5]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.printing import (
    Brief,
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
from grognard.engine.workshop import said

from .facts.victory import break_point
from .setup.lists import Army, ArmyUnit, unit_points
from .state import Score, State
from .tables.moving import MOVES
from .tables.shooting import CANISTER, RANGES
from .words import GUNS, Kind, Order, Round, Training, Trait, Weapon

SPECIALS: dict[str, tuple[str, ...]] = {
    Training.RAW: ("11", "39", "79"),
    Training.ELITE: ("42", "75"),
    Trait.IRREGULAR: ("79", "85"),
    Trait.FEROCIOUS: ("37", "38", "76", "G-49"),
    Trait.STUBBORN: ("43", "77"),
}
HEADS = ("Figures", "Training", "Orders", "Moves", "Weapon", "Range")
TROOPS = ((Kind.FOOT, "Foot"), (Kind.HORSE, "Horse"))
PACES = {
    (Kind.FOOT, Order.SKIRMISH): "skirmish foot",
    (Kind.FOOT, Order.COLUMN): "column",
    (Kind.FOOT, Order.LINE): "line",
    (Kind.HORSE, Order.SKIRMISH): "skirmish horse",
    (Kind.HORSE, Order.FORMED): "formed horse",
}


def roster(listed: Army) -> Roster:
    """An army with all its numbers. [Y1]"""
    parts = [
        RosterPart(
            "Generals",
            ("Moves",),
            tuple(_general(unit) for unit in listed.unit if unit.type is Kind.GENERAL),
            leaders=True,
        )
    ]
    parts += [
        RosterPart(
            title, HEADS, tuple(_row(unit) for unit in listed.unit if unit.type is kind), boxes="figures lost"
        )
        for kind, title in TROOPS
    ]
    guns = tuple(_row(unit) for unit in listed.unit if unit.type in GUNS)
    parts.append(RosterPart("Guns", HEADS, guns, boxes="crew lost"))
    points = sum(unit_points(unit) for unit in listed.unit if not unit.reserve)
    return Roster(listed.title, points, tuple(part for part in parts if part.rows), notes=listed.notes)


def _general(unit: ArmyUnit) -> RosterRow:
    kind = "general" if unit.subordinate else "commander-in-chief"
    specials = (
        Special("General", ("N1", "N2", "N3", "N4", "N5", "N6", *(("N7",) if unit.subordinate else ("74",)))),
    )
    return RosterRow(
        unit.name, kind, (str(MOVES["general"]),), unit_points(unit), _reserve(unit), specials=specials
    )


def _reserve(unit: ArmyUnit) -> str:
    return "in reserve, not counted" if unit.reserve else ""


def _row(unit: ArmyUnit) -> RosterRow:
    specials = [
        Special(said(each), SPECIALS[each]) for each in (unit.training, *unit.traits) if each in SPECIALS
    ]
    if unit.type in GUNS:
        specials.append(Special("guns", ("X1", "X2", "X3", "X4")))
    return RosterRow(
        unit.name, said(unit.type),
        (str(unit.figures), said(unit.training), ", ".join(map(said, unit.orders)), ", ".join(_paces(unit)), *_weapon(unit)),
        unit_points(unit), _reserve(unit), unit.figures, tuple(specials),
    )  # fmt: skip


def _paces(unit: ArmyUnit) -> Iterator[str]:
    """The dice it moves by, in each of its orders. [1–8]"""
    if unit.type in GUNS:
        yield str(MOVES[unit.type.value.replace("_", " ")])
        return
    for order in unit.orders:
        pace = PACES.get((unit.type, order))
        if pace:
            yield str(MOVES[pace]) if len(unit.orders) == 1 else f"{said(order)} {MOVES[pace]}"


def _weapon(unit: ArmyUnit) -> tuple[str, str]:
    if unit.weapon is Weapon.NONE:
        return ("", "")
    row = RANGES.row(unit.weapon)
    canister = f", canister {CANISTER[Round.CANISTER] / 100:g}″" if unit.type in GUNS else ""
    return (row.words, f"{row.value / 100:g}″{canister}")


def brief(state: State) -> Brief:
    """What the players of a scenario have to know. [V1–V5, M13]"""
    return Brief(
        tuple(_setup(state)), (*_victory(state), *by_rule("V1", "V3", "V4", "V5")), tuple(_special(state))
    )


def _setup(state: State) -> Iterator[Told]:
    field = state.field
    names = {unit.key: unit.name for unit in state.units}
    for zone in field.zones:
        who = names.get(zone.unit, field.sides[zone.side].name)
        yield Told(f"{who} may be set up in {extent(zone.poly)}.", "Z1")
    yield Told(
        f"The first initiative tie goes to {field.sides[field.tie].name}; the battle has {field.turns} turns.",
        "T1",
    )


def _victory(state: State) -> Iterator[Told]:
    for side, facts in enumerate(state.field.sides):
        yield Told(f"{facts.name} break at {break_point(state, side)} units lost.", "V1")
    for score in state.field.scores:
        yield Told(_worth(state, score), "V5" if score.kind == "hold" else "V3")


def _worth(state: State, score: Score) -> str:
    who = state.field.sides[score.side].name if score.side is not None else "Whoever"
    if score.kind == "hold":
        shared = f"; {score.shared} each if both are there, or nobody" if score.shared else ""
        return f"Whoever alone holds {score.area} has {score.points} points{shared}."
    if score.kind == "exit":
        return (
            f"{who}: by the open edge, a gun {score.gun} points, foot of {score.large_from} figures or more {score.foot_large}, "
            f"smaller foot {score.foot_small}, the commander-in-chief {score.general}."
        )
    if score.kind == "remain":
        return (
            f"{who}: {score.points} for each enemy unit still on the table at the end, unless broken alone."
        )
    return (
        f"{who}: {score.points} for a unit of {score.figures} figures or more on {score.area} or beyond it, no enemy within "
        f"{score.clear / 100:g}″."
    )


def _special(state: State) -> Iterator[Told]:
    field = state.field
    if field.arrival:
        late = ", ".join(u.name for u in state.units if u.key in field.arrival.units) or "some units"
        yield Told(
            f"{field.sides[field.arrival.side].name}: {late} come from turn {field.arrival.from_turn} on {field.arrival.need} or "
            f"more, surely on turn {field.arrival.sure_turn}, by the edge {extent(field.arrival.edge)}.",
            "M13",
        )
    if field.exit:
        yield Told(
            f"{field.sides[field.exit.side].name} may leave by the edge {extent(field.exit.edge)}.", "V2"
        )


PRINTING = Printing(
    "inch", roster, brief,
    (
        Stick("Ranges", ((8, "smoothbore musket"), (16, "patched ball, repeater, canister"), (20, "Minié-type rifle")), "22"),
        Wedge("Arc of fire and of charges", 45, "S8", 3.0, "Lay the front to the unit's front edge; its corners spread by 45°. Skirmishers see all round."),
        Wheel("Turning", 45, 90, "M5", "45° is free; every further 45° begun costs 2″, a column 1″; skirmishers and generals turn free."),
        Outline("Foot, two figures", 1.0, 1.0, 6, "B2"),
        Outline("Horse, two figures", 1.0, 1.5, 6, "B3"),
    ),
    Record(12, ("Initiative", "Compulsory", "Movement", "Shooting", "Close combat", "Morale", "Rally"),
           (("Unit", 3.0), ("Order", 1.2), ("Markers", 1.2), ("Next turn", 1.2), ("Figures lost", 4.2)), 18,
           (("Units lost", 12), ("Points", 20))),
    turn="turn",
)  # fmt: skip
