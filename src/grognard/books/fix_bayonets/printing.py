"""What is printed of this book: orders of battle, what a scenario asks, hexes with their arcs, records. [F-24, F-19.4]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.printing import (
    Brief,
    HexFan,
    Outline,
    Printing,
    Record,
    Roster,
    RosterPart,
    RosterRow,
    Special,
    Told,
    by_rule,
)
from grognard.geometry.hexarcs import arcs

from .setup.lists import ARMS, GUN_RANGE, Army, ListedLeader, ListedUnit, leader_points, total, unit_points
from .state import NOBODY, State
from .words import Fate, Trait

SPECIALS = {
    Trait.LANCE: ("MUL-03", "SQR-06", "ASR-05"),
    Trait.LIGHT: ("SQR-05",),
    Trait.SHOCK: ("MUL-01", "MUL-02", "ASR-06"),
    Trait.CUIRASSIER: ("ASR-07",),
    Trait.RIFLE: ("F-13.1",),
    Trait.POOR: ("PT-01", "PT-02", "PT-03", "PT-04", "PT-05", "PT-06"),
    Trait.HORSE: ("F-11.3",),
    Trait.DIFFICULT: ("FCC-07",),
    Trait.TRAIN: ("F-26", "F-26.4", "F-26.5"),
}
NAMES = {
    Trait.LIGHT: "light horse", Trait.SHOCK: "shock cavalry", Trait.CUIRASSIER: "cuirassiers", Trait.RIFLE: "rifles",
    Trait.POOR: "poorly trained", Trait.HORSE: "horse artillery", Trait.DIFFICULT: "difficult to limber", Trait.LANCE: "lances",
    Trait.TRAIN: "train",
}  # fmt: skip
UNITS = ("Steps", "FV", "CV", "TEM", "SV", "MCF", "Range")
LEADERS = ("SR", "CR", "TEM", "Infantry", "Cavalry", "Guns")


def roster(listed: Army) -> Roster:
    """An order of battle with all its numbers, Formation by Formation. [F-6, F-9.1]"""
    parts = [RosterPart("Leaders", LEADERS, tuple(_leader(one) for one in listed.leader), leaders=True)]
    for formation in listed.formation:
        led = next((one.name for one in listed.leader if one.formation == formation.key), "nobody")
        note = f"Led by {led}" + (f"; corps: {formation.corps}" if formation.corps else "")
        british = (Special("British or Portuguese", ("FV-16",)),) if formation.british else ()
        rows = tuple(_unit(unit, british) for unit in listed.unit if unit.formation == formation.key)
        parts.append(RosterPart(formation.key, UNITS, rows, note, "steps lost"))
    strength = sum(unit.steps for unit in listed.unit)
    lines = (Told(f"{strength} steps in {len(listed.unit)} units.", "F-6"),)
    return Roster(
        listed.title, total(listed), tuple(part for part in parts if part.rows), lines, listed.notes
    )


def _leader(one: ListedLeader) -> RosterRow:
    numbers = (one.sr, one.cr, one.tem, one.inf, one.cav, one.art)
    cells = tuple(str(number) for number in numbers[:2]) + tuple(
        f"+{number}" if number else "" for number in numbers[2:]
    )
    gifts = [Special("Checks", ("F-9.1",)), Special("Command", ("F-9.2",))]
    gifts += [Special("Flexible", ("INI-01d", "INI-02"))] if one.flexible else []
    gifts += [Special("Passive", ("F-9.5",))] if one.passive else []
    of = f" of {one.formation}" if one.formation else ""
    under = f", under {one.superior}" if one.superior else ""
    return RosterRow(
        one.name,
        f"{one.rank.value}{of}{under}",
        cells,
        leader_points(one),
        "" if one.card else "no card",
        specials=tuple(gifts),
    )


def _unit(unit: ListedUnit, british: tuple[Special, ...]) -> RosterRow:
    guns = unit.arm == "art" and Trait.TRAIN not in unit.traits
    reach = unit.range or GUN_RANGE.get(unit.fv, 6) if guns else 0
    numbers = (unit.steps, unit.fv, unit.cv, unit.tem, unit.sv, unit.mcf, reach)
    specials = tuple(Special(NAMES.get(trait, trait.value), SPECIALS[trait]) for trait in unit.traits)
    shown = british if unit.arm == "inf" else ()
    return RosterRow(
        unit.name, ARMS[unit.arm].value, tuple(str(number) if number else "" for number in numbers), unit_points(unit),
        boxes=unit.steps, specials=(*specials, *shown),
    )  # fmt: skip


def brief(state: State) -> Brief:
    """What the players of a scenario have to know. [F-19.3, F-19.4, F-22.3]"""
    return Brief(
        tuple(_setup(state)), (*_victory(state), *by_rule("F-19.4", "F-19.3")), tuple(_special(state))
    )


def _setup(state: State) -> Iterator[Told]:
    field = state.field
    label = field.grid.label
    clock = f"{field.clock // 60}:{field.clock % 60:02d}"
    yield Told(f"The first turn begins at {clock}; there are {field.turns} turns.", "SEQ-17")
    for side, name in enumerate(field.sides):
        here = [u for u in state.units if u.side == side and u.on_map]
        places = ", ".join(f"{u.name} {label(u.hex)} ({u.formation.value})" for u in here)
        yield Told(f"{name}: {places}." if here else f"{name}: nobody is on the map yet.", "F-5.1")
        leaders = ", ".join(
            f"{one.name} {label(one.hex)}"
            for one in state.leaders
            if one.side == side and one.fate is Fate.MAP
        )
        if leaders:
            yield Told(f"{name}, leaders: {leaders}.", "F-9.1")
        yield Told(
            f"{name}: depot at {label(field.depots[side])}; routed units leave by row {field.home[side] + 1}.",
            "F-21.4",
        )


def _victory(state: State) -> Iterator[Told]:
    field = state.field
    yield Told(f"A lead of {field.lead} points wins; less is a draw.", "F-22.3")
    alike: dict[tuple[int, int, int], list[str]] = {}
    for here, first, second, default in field.prizes:
        alike.setdefault((first, second, default), []).append(field.grid.label(here))
    for (first, second, default), hexes in alike.items():
        worth = " and ".join(
            f"{points} to the {name}" for name, points in zip(field.sides, (first, second)) if points
        )
        held = f"; {field.sides[default]} have it unless somebody else does" if default != NOBODY else ""
        counts = "each counts" if len(hexes) > 1 else "counts"
        yield Told(f"{', '.join(hexes)}: {counts} {worth}{held}.", "F-21.3" if field.held_now else "F-22.2")


def _special(state: State) -> Iterator[Told]:
    field = state.field
    late: dict[tuple[int, int], list[str]] = {}
    for unit in state.units:
        if unit.arrives and not unit.on_map:
            late.setdefault((unit.side, unit.arrives), []).append(unit.name)
    for (side, turn), names in late.items():
        yield Told(f"{field.sides[side]}, turn {turn}: {', '.join(names)}.", "F-10.11")
    if field.weather:
        yield Told(f"Weather, turn by turn: {', '.join(kind.value for kind in field.weather)}.", "F-23")
    for die, kind in field.rolls:
        yield Told(f"After that a die of {die} or less brings {kind.value}.", "F-23")
    for turn, words in ((field.dusk, "dusk"), (field.night, "night")):
        if turn:
            yield Told(f"From turn {turn} it is {words}.", "F-23")
    for side in field.hasty:
        yield Told(f"{field.sides[side]}: in rain squares are tried at 2 hexes or less only.", "F-21.2")
    if field.rye:
        yield Told("", "F-22.1")
    if field.supply:
        yield from by_rule("F-26.2", "F-26.3", "F-26.4", "F-26.5", "F-27", "F-27.1", "F-27.2")
    if field.events:
        yield from by_rule("F-28", "F-28.1", "F-28.2", "F-28.3")


def _fan(title: str, facing: int, front: int, flank: int) -> HexFan:
    dealt = arcs(facing, front, flank)
    return HexFan(title, dealt.front, dealt.flank, dealt.rear, "F-5.2", facing % 2 == 1)


PRINTING = Printing(
    "hex", roster, brief,
    (
        _fan("Line, facing a corner", 1, 2, 2),
        _fan("Skirmish screen, facing a corner", 1, 4, 2),
        _fan("Column and unlimbered guns, facing a hexside", 0, 3, 2),
        _fan("Road column and limbered guns, facing a hexside", 0, 1, 4),
        _fan("Light cavalry in column, facing a hexside", 0, 5, 0),
        Outline("Counters of five eighths of an inch, to be lettered by hand", 0.625, 0.625, 44, "F-6"),
    ),
    Record(12, ("Rally", "Operations", "Assault", "Cleanup"),
           (("Unit", 3.0), ("Hex", 0.8), ("Formation", 1.4), ("Facing", 0.8), ("Status", 1.6), ("Steps lost", 3.4)), 12,
           (("Fatigue", 10), ("Cohesion", 3), ("Points", 20))),
    turn="sequence_of_play",
)  # fmt: skip
