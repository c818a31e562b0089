"""Orders of battle of one's own: prices, limits, and how they take the field. [FB F-24]"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.books.fix_bayonets import RULESET
from grognard.books.fix_bayonets.setup.lists import (
    ARMIES,
    Army,
    leader_points,
    list_faults,
    total,
    unit_points,
)
from grognard.books.fix_bayonets.state import State
from grognard.books.fix_bayonets.words import Trait, Where
from tests.rules import rule

replace = msgspec.structs.replace


def field(scenario: str, **chosen: str) -> State:
    found: Any = RULESET.start(scenario, RULESET.read_options(chosen)).state
    return found


def unit(army: str, name: str) -> Any:
    return next(u for u in ARMIES.own(army).unit if u.name == name)


@rule("F-24")
@pytest.mark.parametrize(
    ("army", "name", "points"),
    [
        ("albuera_allied", "1/3 Buffs", 8 * 4 + 2 + 6),
        ("albuera_allied", "Irlanda", 7 * 2 + 2),
        ("albuera_allied", "3 Dragoon Guards", 4 * 5 + 4),
        ("albuera_french", "1er Lanciers Vistule", 6 * 5 + 6 + 1),
        ("quatre_bras_french", "8e Cuirassiers", 5 * 6 + 5 + 5),
        ("quatre_bras_french", "2/4e a cheval (6 guns)", 18 + 4),
        ("serra_portuguese", "Iron 9-pounders, oxen", 21 - 3),
        ("serra_portuguese", "Lamego Militia", 6 * 2 + 2 - 3),
    ],
)
def test_what_units_cost(army: str, name: str, points: int) -> None:
    assert unit_points(unit(army, name)) == points


@rule("F-24")
def test_what_leaders_cost_and_armies_that_met_are_of_a_size() -> None:
    leaders = {leader.name: leader for leader in ARMIES.own("albuera_allied").leader}
    assert leader_points(leaders["Beresford"]) == 4 + 5 + 2 - 3
    assert leader_points(leaders["Stewart"]) == 5 + 2 + 4 + 3
    assert total(ARMIES.own("albuera_allied")) == 410
    assert total(ARMIES.own("albuera_french")) == 406


def changed(**parts: Any) -> Army:
    return replace(ARMIES.own("first_blood_french"), **parts)


OWN = ARMIES.own("first_blood_french")
FOOT, HORSE, GUNS = OWN.unit[0], OWN.unit[2], OWN.unit[3]
LEADER = OWN.leader[0]


@rule("F-24.1")
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (replace(FOOT, steps=13), "steps"),
        (replace(FOOT, steps=19), "1 to 18"),
        (replace(FOOT, fv=9), "FV"),
        (replace(FOOT, fv=0), "no FV"),
        (replace(FOOT, tem=10), "TEM"),
        (replace(FOOT, mcf=3), "MCF"),
        (replace(FOOT, sv=4), "SV"),
        (replace(FOOT, traits=(Trait.LANCE,)), "trait"),
        (replace(FOOT, traits=(Trait.POOR, Trait.POOR)), "trait"),
        (replace(HORSE, cv=0), "CV"),
        (replace(HORSE, cv=HORSE.steps + 3), "CV"),
        (replace(GUNS, steps=2), "one step"),
        (replace(GUNS, range=11), "RANGE"),
        (replace(FOOT, formation="Nobody"), "unknown Formation"),
        (replace(FOOT, name="x" * 61), "letters"),
    ],
)
def test_a_wrong_unit_is_named_with_its_rule(wrong: Any, words: str) -> None:
    faults = list_faults(changed(unit=(wrong, *OWN.unit[1:])))
    assert any(words in fault.words for fault in faults)
    assert all(fault.cite for fault in faults)


@rule("F-24.1")
@rule("F-24.2")
@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"leader": (replace(LEADER, sr=10),)}, "SR"),
        ({"leader": (replace(LEADER, cr=0),)}, "CR"),
        ({"leader": (replace(LEADER, inf=4),)}, "INF"),
        ({"leader": (replace(LEADER, superior="Ghost"),)}, "nobody known"),
        ({"leader": (replace(LEADER, superior=LEADER.name),)}, "nobody known"),
        ({"leader": (replace(LEADER, card=False),)}, "nobody commands"),
        ({"leader": (LEADER, replace(LEADER, name="Other"))}, "two leaders command"),
        ({"leader": (LEADER, replace(LEADER, name="Other", formation="Else"))}, "unknown Formation"),
        ({"leader": ()}, "1 to 12 leaders"),
        ({"unit": ()}, "1 to 24 units"),
        ({"formation": (*OWN.formation, replace(OWN.formation[0], key="Empty"))}, "has no unit"),
        ({"dress": "martians"}, "dressed as"),
        ({"title": " "}, "letters"),
    ],
)
def test_a_wrong_list_is_named_with_its_rule(parts: dict[str, Any], words: str) -> None:
    assert any(words in fault.words for fault in list_faults(changed(**parts)))
    assert list_faults(changed()) == []


@rule("F-24.3")
@pytest.mark.parametrize("side", [0, 1])
def test_another_army_begins_whole_on_its_own_edge(side: int) -> None:
    option = ("first_army", "second_army")[side]
    state = field("albuera", **{option: "quatre_bras_french"})
    own = [u for u in state.units if u.side == side and u.where is not Where.ATTACHED]
    assert len(own) == len(ARMIES.own("quatre_bras_french").unit)
    assert all(u.where is Where.MAP for u in own)
    assert len({u.hex for u in own}) == len(own)
    middle = state.field.rows // 2
    near = [abs(u.hex // state.field.columns - state.field.home[side]) < middle for u in own]
    assert all(near)
    assert state.field.sides[side] == "Ney at Quatre-Bras"
    assert all(command.fatigue == 0 for command in state.commands if command.side == side)
    leaders = [one for one in state.leaders if one.side == side and one.command >= 0]
    prizes = {prize[0] for prize in state.field.prizes}
    assert all(one.om is not None and one.om.hex in prizes for one in leaders)
