"""Army lists: the four that come with the book, points, and what is refused. [EVA Y1, B1–B6]"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.books.ever_victorious_armies.army import Builder
from grognard.books.ever_victorious_armies.setup.lists import HOUSE, ArmyUnit, unit_faults, unit_points
from grognard.books.ever_victorious_armies.words import Kind, Order, Training, Trait, Weapon
from grognard.engine.book import BadInput
from tests.books.ever_victorious_armies.drill import RULES
from tests.rules import rule

param = pytest.param

L, C, S, FORMED = Order.LINE, Order.COLUMN, Order.SKIRMISH, Order.FORMED

# Unit, figures, type, orders, class, weapon, points; "!" is a reserve.
ROSTERS = """
EV0  1 general   -   -                  none        40
EV1  6 foot      S   elite              repeater    60
EV2 12 foot      LCS regular            minie       96
EV3 12 foot      LC  regular            minie       96
EV4 12 foot      LC  regular            smoothbore  72
EV5 12 foot      LC  raw                smoothbore  36
EV6  4 field_gun -   regular            smoothbore_artillery 50
EV7  4 heavy_gun -   regular            smoothbore_artillery 44
EV8 18 foot      LC  raw,irregular      smoothbore  36
TP0  1 general   -   -                  none        40
TP1 12 foot      LC  regular,ferocious  smoothbore 108
TP2 18 foot      LC  irregular,ferocious none      126
TP3 18 foot      LC  raw,irregular      none        18
TP4 12 foot      LC  irregular,stubborn patched     84
TP5  8 foot      S   irregular          smoothbore  32
TP6  8 foot      S   irregular          smoothbore  32
TP7  6 horse     S   irregular          smoothbore  48
TP8  4 field_gun -   irregular          smoothbore_artillery 45
TP9 18 foot      LC  irregular,ferocious none      126!
AF0  1 general   -   -                  none        40
AF1 12 foot      LCS elite              minie      120
AF2 12 foot      LC  regular            minie       96
AF3 12 foot      LC  regular            minie       96
AF4 12 foot      LC  regular            smoothbore  72
AF5  8 horse     F   elite              none        96
AF6  8 horse     F   regular            none        80
AF7  4 field_gun -   regular            rifled_artillery 60
AF8  4 field_gun -   regular            rifled_artillery 60
AF9  3 horse_gun -   regular            smoothbore_artillery 44!
AF10 1 general   -   -                  none        20!
QI0  1 general   -   -                  none        40
QI1 12 foot      LC  regular,stubborn   smoothbore  84
QI2 12 foot      LC  irregular,stubborn patched     84
QI3 18 foot      LC  raw,irregular      smoothbore  36
QI4 18 foot      LC  raw,irregular      smoothbore  36
QI5  8 horse     F   irregular          none        72
QI6  8 horse     F   irregular          none        72
QI7  4 heavy_gun -   raw,irregular      smoothbore_artillery 24
QI8  4 heavy_gun -   raw,irregular      smoothbore_artillery 24
QI9  6 horse     S   irregular          smoothbore  48
QI10 6 horse     S   irregular          smoothbore  48
QI11 1 general   -   -                  none        20!
CY0   1 general   -   -                  none        40
CY1  12 foot      LC  ferocious          smoothbore  108
CY2  18 foot      LC  irregular,ferocious none        126
CY3  18 foot      LC  raw,irregular      none        18
CY4   8 foot      S   irregular          smoothbore  32
CY5   8 foot      S   irregular          smoothbore  32
CY6   8 horse     F   irregular          none        72
CY7   6 horse     S   irregular          smoothbore  48
CY10 12 foot      LC  ferocious          smoothbore  108
CY8  12 foot      LC  irregular          smoothbore  60
CY9  12 foot      LC  irregular,stubborn patched     84
HU0   1 general   -   -                  none        40
HU1  12 foot      LC  regular            smoothbore  72
HU2  12 foot      LC  irregular          patched     72
HU3  12 foot      LC  regular            smoothbore  72
HU4  12 foot      LC  raw                smoothbore  36
HU5  12 foot      LC  raw                smoothbore  36
HU6   6 foot      S   regular            smoothbore  30
HU7   6 horse     S   irregular          smoothbore  48
HU8   4 field_gun -   regular            smoothbore_artillery 50
HU9   1 general   -   -                  none        20
PC0   1 general   -   -                  none        40
PC1   8 horse     F   elite              none        96
PC2   8 horse     F   regular            none        80
PC3   6 horse     S   regular            smoothbore  54
PC4   3 horse_gun -   regular            smoothbore_artillery 44
PC5   3 horse_gun -   regular            rifled_artillery 54
PC6  12 foot      LCS elite              minie       120
PC7  12 foot      LC  regular            smoothbore  72
PC8  12 foot      LC  regular            minie       96
PC9   1 general   -   -                  none        20
PR0   1 general   -   -                  none        40
PR1  12 foot      LC  elite,stubborn     smoothbore  108
PR2  12 foot      LC  irregular,stubborn patched     84
PR3  18 foot      LC  raw,irregular      smoothbore  36
PR4   8 horse     F   irregular          none        72
PR5   8 horse     F   irregular          none        72
PR6   6 horse     S   irregular          smoothbore  48
PR7   6 horse     S   irregular          smoothbore  48
PR8   4 heavy_gun -   raw,irregular      smoothbore_artillery 24
PR9   3 horse_gun -   irregular          smoothbore_artillery 39
PR10  8 foot      S   irregular          patched     40
PR11  1 general   -   -                  none        20
"""
ARMIES = {
    "ever_victorious_army": 530,
    "taiping": 533,
    "anglo_french": 720,
    "qing": 568,
    "chen": 728,
    "hunan": 476,
    "peking_column": 676,
    "peking_rearguard": 631,
}
BUILDER = Builder()


def row(unit: ArmyUnit) -> tuple[Any, ...]:
    """A unit as the rosters above write it."""
    orders = "".join(order.value[0].upper() for order in unit.orders) or "-"
    classes = [] if unit.training is Training.REGULAR and unit.traits else [unit.training.value]
    words = [*classes, *(trait.value for trait in unit.traits)]
    return unit.figures, unit.type.value, orders, words, unit.weapon.value, unit.points, unit.reserve


def rosters() -> dict[str, tuple[Any, ...]]:
    found = {}
    for text in ROSTERS.strip().splitlines():
        key, figures, kind, orders, classes, weapon, points = text.split()
        words = [word for word in classes.split(",") if word != "-"] or ["regular"]
        if words[0] == "regular" and len(words) > 1:
            words = words[1:]
        found[key] = (
            int(figures),
            kind,
            orders,
            words,
            weapon,
            int(points.rstrip("!")),
            points.endswith("!"),
        )
    return found


@pytest.mark.parametrize("name", ARMIES)
@rule("Y1", "B1", "B2", "B3", "B4", "B5")
def test_the_armies_that_come_with_the_book(name: str) -> None:
    army = BUILDER.load(name)
    assert BUILDER.check(name) == []
    assert army.points == ARMIES[name] == sum(unit.points for unit in army.unit if not unit.reserve)
    expected = {key: facts for key, facts in rosters().items() if key.startswith(army.key)}
    assert {unit.id: row(unit) for unit in army.unit} == expected


@pytest.mark.parametrize("name", ARMIES)
@rule("Y1")
def test_every_unit_costs_what_the_scale_says(name: str) -> None:
    for unit in BUILDER.load(name).unit:
        assert unit_points(unit) == unit.points, unit.id


def test_the_armies_are_named() -> None:
    assert list(BUILDER.names()) == sorted(ARMIES)


# ---- the scale


def foot(weapon: Weapon = Weapon.SMOOTHBORE, orders: tuple[Order, ...] = (L, C), **more: Any) -> ArmyUnit:
    fields = {"id": "X1", "name": "X", "type": Kind.FOOT, "figures": 12, "weapon": weapon, "points": 0}
    return ArmyUnit(**{**fields, "orders": orders, **more})


def horse(orders: tuple[Order, ...] = (FORMED,), figures: int = 8, **more: Any) -> ArmyUnit:
    return foot(Weapon.NONE, orders, type=Kind.HORSE, figures=figures, **more)


def gun(kind: Kind, weapon: Weapon = Weapon.SMOOTHBORE_ARTILLERY, **more: Any) -> ArmyUnit:
    return foot(weapon, (), type=kind, figures=3 if kind is Kind.HORSE_GUN else 4, **more)


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        param(foot(), 72, id="foot 6"),
        param(foot(training=Training.RAW), 36, id="raw -3"),
        param(foot(training=Training.ELITE), 96, id="elite +2"),
        param(foot(traits=(Trait.IRREGULAR,)), 60, id="irregular -1"),
        param(foot(traits=(Trait.FEROCIOUS,)), 108, id="ferocious +3"),
        param(foot(traits=(Trait.STUBBORN,)), 84, id="stubborn +1"),
        param(foot(Weapon.NONE), 60, id="no firearm -1"),
        param(foot(Weapon.PATCHED), 84, id="patched ball +1"),
        param(foot(Weapon.MINIE), 96, id="Minié +2"),
        param(foot(Weapon.REPEATER), 108, id="repeater +3"),
        param(foot(orders=(S,)), 60, id="skirmish order only -1"),
        param(foot(orders=(L, C, S)), 72, id="not only"),
        param(
            foot(Weapon.NONE, (S,), training=Training.RAW, traits=(Trait.IRREGULAR,)),
            12,
            id="at least 1 a figure",
        ),
        param(horse(), 80, id="horse 10"),
        param(horse(training=Training.ELITE), 96, id="elite horse"),
        param(horse((S,), 6), 54, id="skirmish horse -1"),
        param(gun(Kind.FIELD_GUN), 50, id="field gun 50"),
        param(gun(Kind.HORSE_GUN), 44, id="horse gun 44"),
        param(gun(Kind.HEAVY_GUN), 44, id="heavy gun 44"),
        param(gun(Kind.FIELD_GUN, Weapon.RIFLED_ARTILLERY), 60, id="rifled +10"),
        param(gun(Kind.FIELD_GUN, training=Training.RAW), 35, id="raw crew -15"),
        param(gun(Kind.FIELD_GUN, traits=(Trait.IRREGULAR,)), 45, id="irregular crew -5"),
        param(foot(Weapon.NONE, (), type=Kind.GENERAL, figures=1), 40, id="commander-in-chief 40"),
    ],
)
@rule("Y1")
def test_the_scale_of_points(unit: ArmyUnit, points: int) -> None:
    assert unit_points(unit) == points


# ---- faults


def priced(unit: ArmyUnit) -> ArmyUnit:
    """The same unit at its right price."""
    return ArmyUnit(**{f: getattr(unit, f) for f in unit.__struct_fields__} | {"points": unit_points(unit)})


@pytest.mark.parametrize(
    ("unit", "numbers"),
    [
        param(priced(foot()), [], id="sound foot"),
        param(priced(foot(figures=18)), [], id="large foot"),
        param(priced(foot(figures=8)), ["B1"], marks=rule("B1"), id="a line of 8"),
        param(priced(foot(orders=(S,), figures=8)), [], marks=rule("B2"), id="8 skirmishers"),
        param(priced(foot(orders=(S,), figures=18)), ["B2"], marks=rule("B2"), id="18 skirmishers"),
        param(priced(horse(figures=6)), ["B3"], marks=rule("B3"), id="6 formed horse"),
        param(priced(horse((S,), 6)), [], marks=rule("B4"), id="6 skirmish horse"),
        param(priced(horse((S,), 8)), ["B4"], marks=rule("B4"), id="8 skirmish horse"),
        param(priced(gun(Kind.FIELD_GUN)), [], marks=rule("B5"), id="sound gun"),
        param(
            priced(foot(Weapon.SMOOTHBORE_ARTILLERY, (), type=Kind.HORSE_GUN, figures=4)),
            ["B5"],
            marks=rule("B5"),
            id="a horse gun with 4",
        ),
        param(
            priced(foot(Weapon.NONE, (), type=Kind.GENERAL, figures=2)),
            ["B6"],
            marks=rule("B6"),
            id="two generals in one",
        ),
        param(priced(foot(Weapon.RIFLED_ARTILLERY)), ["26"], id="foot with a gun"),
        param(priced(gun(Kind.FIELD_GUN, Weapon.MINIE)), ["26"], id="a gun without one"),
        param(priced(horse(traits=(Trait.FEROCIOUS,))), ["37"], marks=rule("37"), id="ferocious horse"),
        param(priced(horse(traits=(Trait.STUBBORN,))), ["37"], marks=rule("43"), id="stubborn horse"),
        param(priced(horse(traits=(Trait.IRREGULAR,))), [], id="irregular horse"),
        param(priced(foot(orders=(FORMED,))), ["G-33"], marks=rule("G-33"), id="foot formed like horse"),
        param(priced(foot(orders=())), ["G-33"], id="foot without an order"),
        param(priced(horse((FORMED, S))), ["G-33"], marks=rule("G-33"), id="horse with two orders"),
        param(priced(horse((L,))), ["G-33"], marks=rule("G-33"), id="horse in line"),
        param(foot(points=71), ["Y1"], marks=rule("Y1"), id="a wrong price"),
    ],
)
def test_faults_of_a_unit(unit: ArmyUnit, numbers: list[str]) -> None:
    found = unit_faults(unit)
    assert [fault.cite for fault in found] == numbers
    assert all(fault.cite in RULES and unit.name in fault.words for fault in found)


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        param("points = 530", "points = 531", "Y1", id="a wrong sum"),
        param('id = "EV3"', 'id = "EV2"', "Y1", id="a unit twice"),
        param('type = "general"', 'type = "foot"', "N7", marks=rule("N7"), id="no commander-in-chief"),
    ],
)
@rule("Y1")
def test_faults_of_a_list(tmp_path: Path, old: str, new: str, number: str) -> None:
    text = (HOUSE / "armies" / "ever_victorious_army.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    assert number in [fault.cite for fault in BUILDER.check(path)]
    path.write_text(text, "utf-8")
    assert BUILDER.check(path) == []


def test_lists_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no army 'martians'"):
        BUILDER.load("martians")
    broken = tmp_path / "broken.toml"
    broken.write_text("title = ", "utf-8")
    with pytest.raises(BadInput, match="not TOML"):
        BUILDER.check(broken)


@rule("Y1")
def test_a_roster_to_read() -> None:
    rows = BUILDER.roster("taiping")
    assert (rows[0].label, rows[0].value) == ("Taiping army", "533 points")
    assert rows[3].value == "18 foot line/column regular irregular ferocious, 126 points"
    assert rows[-1].value.endswith("(reserve), 126 points")
