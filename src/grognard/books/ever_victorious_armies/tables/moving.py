"""Moving: dice by arm and order, and who may do what. [1–8a, M1–M12, H1–H7, E1]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.tables import Item, Lookup, Need, Needs

from ..words import Kind, Order

if TYPE_CHECKING:
    from ..facts.readiness import Dodger, Mover


class Dice(NamedTuple):
    """A row of the movement table: dice in good going, of which so many count in difficult, and a flat bonus."""

    good: int
    difficult: int | None
    plus: int = 0

    def __str__(self) -> str:
        plus = f" + {self.plus}" if self.plus else ""
        hard = "no" if self.difficult is None else f"{self.difficult}D6{plus}"
        return f"{self.good}D6{plus} / {hard}"


# fmt: off
MOVES: Lookup[str, Dice] = Lookup("Moving", "1", columns=("good going / difficult going",), rows=(
    Item("1",  "skirmish foot",  "foot in skirmish order", Dice(3, 2)),
    Item("2",  "column",         "foot in column",         Dice(2, 1, 3)),
    Item("3",  "line",           "foot in line",           Dice(2, 1)),
    Item("4",  "skirmish horse", "skirmishing cavalry",    Dice(6, 3)),
    Item("5",  "formed horse",   "other cavalry",          Dice(4, 2)),
    Item("6",  "horse gun",      "horse artillery",        Dice(3, None)),
    Item("7",  "field gun",      "field artillery",        Dice(2, 1)),
    Item("8",  "heavy gun",      "heavy artillery",        Dice(1, None)),
    Item("N1", "general",        "a general by himself",   Dice(4, 2)),
))

TURNING: Lookup[str, int] = Lookup("Turning: each started 45° after the first", "M5", columns=("inches",), rows=(
    Item("M5", "wide",   "line, formed horse and guns",    200),
    Item("M5", "column", "column",                         100),
    Item("M5", "free",   "skirmish order and generals",    0),
    Item("M5", "about",  "about-face of line or column, flat", 200),
))

MAY_MOVE: Needs[Mover] = Needs("Who may be picked to move", "M1", rows=(
    Need("M1",  "the unit has not moved yet this turn",                          lambda f: not f.acted, "it has moved already this turn"),
    Need("M1",  "the unit is not in contact",                                    lambda f: not f.in_contact, "it is in contact"),
    Need("E3",  "a unit that evaded has no further move",                        lambda f: not f.evaded, "it evaded, and has no further move this turn"),
    Need("T2",  "a unit that retired, pursued, halted or stayed locked has no move", lambda f: not f.in_duty, "it retired, pursued, halted or stayed locked, and has no move this turn"),
    Need("N1",  "a general with a unit moves with it, or off by himself",        lambda f: not f.led_away, "he is with a unit: he moves with it, or off by himself"),
))

MAY_HOLD: Needs[Mover] = Needs("Who may hold and turn on the spot", "M1", rows=(
    *MAY_MOVE.rows[:3],
    Need("T2",  "of the units named in T2 only one that halted may still turn [G-40]", lambda f: f.halted or not f.in_duty, "it retired, pursued or stayed locked, and may not turn"),
    Need("N1",  "a general does not hold",                                       lambda f: not f.general, "he is a general, who does not hold"),
))

MAY_CHARGE: Needs[Mover] = Needs("Who may charge", "H1", rows=(
    *MAY_MOVE.rows,
    Need("X3",  "guns never charge",                                             lambda f: not f.gun, "it is artillery, which never charges"),
    Need("N1",  "a general does not fight",                                      lambda f: not f.general, "he is a general, who does not fight"),
    Need("M13", "reinforcements do not charge in the turn they arrive",          lambda f: not f.arriving, "it arrived only this turn"),
    Need("81",  "skirmishers with a marker may not advance",                     lambda f: not (f.markers >= 1 and f.skirmishing), lambda f: f"it is in skirmish order with {f.markers} {'marker' if f.markers == 1 else 'markers'}, and may not advance"),
    Need("82",  "a unit with two markers may not advance",                       lambda f: f.markers < 2, lambda f: f"it has {f.markers} markers, and may not advance"),
))

MAY_EVADE: Needs[Dodger] = Needs("Who may evade a charge", "E1", rows=(
    Need("G-44", "skirmishers may evade, by the options of this game",                           lambda f: f.allowed, "by the options of this game nobody evades"),
    Need("E1",   "the unit is in skirmish order",                                lambda f: f.skirmishing, "it is not in skirmish order"),
    Need("E1",   "the unit is not in contact",                                   lambda f: not f.in_contact, "it is in contact"),
    Need("E1",   "a unit evades once a turn",                                    lambda f: not f.evaded, "it has evaded already this turn"),
    Need("E1",   "a unit that retired, pursued or is locked does not evade",     lambda f: not f.in_duty, "it retired, pursued or is locked, and so does not evade"),
))
# fmt: on


def row_of(kind: Kind, order: Order) -> str:
    """Which row of the movement table a unit reads."""
    if kind is Kind.GENERAL:
        return "general"
    if kind is Kind.HORSE:
        return "skirmish horse" if order is Order.SKIRMISH else "formed horse"
    if kind is Kind.FOOT:
        return {Order.SKIRMISH: "skirmish foot", Order.COLUMN: "column"}.get(order, "line")
    return kind.value.replace("_", " ")


def turning_row(kind: Kind, order: Order) -> str:
    """Which row of the turning costs a unit reads."""
    if kind is Kind.GENERAL or order is Order.SKIRMISH:
        return "free"
    return "column" if order is Order.COLUMN else "wide"
