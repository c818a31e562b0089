"""Toy Brigade's tables, and the facts their rows look at."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup, Mod, ModTable, Need, Needs, Result, Results

from .state import WIDTH, State, Unit


class Shot(NamedTuple):
    """One unit and another it aims at or runs at."""

    unit: Unit
    target: Unit
    range: int
    weather: str


class Arms(NamedTuple):
    """One unit on its own: rallying, fighting."""

    unit: Unit
    led: bool


class Path(NamedTuple):
    """A march: what it costs, what it may cost, where it ends and how near it comes to an enemy."""

    cost: int
    allowance: int
    end: int
    gap: int


def shot(state: State, unit: int, target: int) -> Shot:
    """The facts of one unit aiming at another."""
    a, b = state.units[unit], state.units[target]
    return Shot(a, b, abs(a.x - b.x), state.weather)


def arms(state: State, unit: Unit) -> Arms:
    """The facts of one unit on its own."""
    return Arms(unit, state.generals[unit.side] == unit.zone)


# fmt: off
RALLY = ModTable[Arms]("Rally", "4.2", (
    Mod("4.2a", +1, "with the general", lambda a: a.led),
    Mod("4.2b", +1, "guard",            lambda a: a.unit.arm == "guard"),
))

RALLIES = Results[int]("Rally results", "4.3", (
    Result("4.3a", None, 5,    "no change",         0),
    Result("4.3b", 6,    8,    "one disorder less", 1),
    Result("4.3c", 9,    None, "in good order",     9),
))

MAY_MARCH = Needs[Path]("Where a unit may march", "5.2", (
    Need("5.2a", "the march goes somewhere",             lambda p: p.cost > 0, "the march goes nowhere"),
    Need("5.2b", "the march is within the allowance",    lambda p: p.cost <= p.allowance, lambda p: f"the march takes {p.cost}, and {p.allowance} is allowed"),
    Need("5.2c", "the march ends on the table",          lambda p: 0 <= p.end <= WIDTH, "the march ends off the table"),
    Need("5.2d", "the march keeps 50 from every enemy",  lambda p: p.gap >= 50, lambda p: f"an enemy is {p.gap} away, and a march keeps 50"),
))

MARCH = Lookup[str, int]("Allowance", "5.3", (
    Item("5.3a", "line",  "line",  200),
    Item("5.3b", "guard", "guard", 250),
    Item("5.3c", "guns",  "guns",  100),
), columns=("hundredths",))

MAY_FIRE = Needs[Shot]("Who may fire", "6.1", (
    Need("6.1a", "the unit has not acted",      lambda s: not s.unit.acted, "it has acted already"),
    Need("6.1b", "the target is within 500",    lambda s: s.range <= 500, lambda s: f"the target is {s.range} away, and muskets carry 500"),
))

VOLLEY = ModTable[Shot]("Volley", "6.2", least=1, most=8, base_words="strength", rows=(
    Mod("6.2a", +1,                            "first volley",    lambda s: s.unit.loaded),
    Mod("6.2b", lambda s: -s.unit.disorder,    "disordered",      lambda s: s.unit.disorder > 0),
    Mod("6.2c", -1,                            "target in cover", lambda s: s.target.cover),
    Mod("6.2d", -1,                            "long range",      lambda s: s.range > 250),
    Mod("6.2e", -1,                            "rain",            lambda s: s.weather == "rain"),
))

MAY_CHARGE = Needs[Shot]("Who may charge", "7.1", (
    Need("7.1a", "the unit is in good order",  lambda s: s.unit.disorder == 0, "it is in disorder"),
    Need("7.1b", "the target is within 300",   lambda s: s.range <= 300, lambda s: f"the target is {s.range} away, and a charge carries 300"),
    Need("7.1c", "the unit has not acted",     lambda s: not s.unit.acted, "it has acted already"),
    Need("7.1d", "guns never charge",          lambda s: s.unit.arm != "guns", "they are guns, which never charge"),
    Need("7.1e", "nobody charges in fog",      lambda s: s.weather != "fog", "it is foggy, and nobody charges in fog"),
))

MELEE = ModTable[Arms]("Melee", "8.1", (
    Mod("8.1a", +1,                            "guard",            lambda a: a.unit.arm == "guard"),
    Mod("8.1b", lambda a: -a.unit.disorder,    "disordered",       lambda a: a.unit.disorder > 0),
    Mod("8.1c", +1,                            "with the general", lambda a: a.led),
))

MELEES = Results[tuple[int, int]]("Melee results", "8.2", (
    Result("8.2a", None, -2,   "the charger loses two", (2, 0)),
    Result("8.2b", -1,   0,    "one each",              (1, 1)),
    Result("8.2c", 1,    None, "the target loses two",  (0, 2)),
))
# fmt: on

TABLES = (RALLY, RALLIES, MAY_MARCH, MARCH, MAY_FIRE, VOLLEY, MAY_CHARGE, MELEE, MELEES)
