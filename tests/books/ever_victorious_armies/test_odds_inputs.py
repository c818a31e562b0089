"""What the calculator asks and what it refuses, and the whole of it from the command line. [EVA]"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

from grognard.books.ever_victorious_armies import RULESET
from grognard.cli.main import app
from grognard.engine.book import BadInput, Situation
from grognard.odds.inputs import read_field, say_input
from grognard.odds.report import solve

NAMES = {
    "move", "pursuit", "shoot", "shoot_and_test", "combat", "charge", "morale", "rally", "general",
    "initiative", "arrival",
}  # fmt: skip


def test_every_procedure_of_the_book_has_its_situation() -> None:
    assert set(RULESET.situations) == NAMES


@pytest.mark.parametrize("situation", RULESET.situations.values(), ids=lambda each: str(each.name))
def test_fields_are_documented(situation: Situation) -> None:
    names = [field.name for field in situation.fields]
    assert len(set(names)) == len(names)
    assert situation.words
    assert situation.cite in RULESET.rulebook.rules
    for field in situation.fields:
        assert field.words, field.name
        assert field.kind != "length" or field.unit == "inches"
        assert field.kind != "choice" or field.default in field.choices
        # What is shown as the default is understood as the default.
        shown = say_input(field, field.default).removesuffix(field.unit)
        assert read_field(field, shown) == field.default


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("move", {"troops": "heavy_gun", "going": "difficult"}, r"^going: heavy guns may not enter .*\[8a\]"),
    ("move", {"troops": "zouaves"}, "^troops: 'zouaves' given"),
    ("move", {"need": "far"}, "^need: 'far' given, but allowed is a length in inches"),
    ("shoot", {"distance": "8.01"}, r"^distance: .*out of range.*\[22\]"),
    ("shoot", {"troops": "formed_horse"}, r"^troops: it is formed horse, which does not shoot \[G-53\]"),
    ("shoot", {"figures": 0}, "^figures: 0 given, but allowed is from 1 to 60"),
    ("shoot", {"figures": 61}, "^figures: 61 given"),
    ("shoot", {"target_figures": -1}, "^target_figures: -1 given"),
    ("shoot", {"weapon": "rifled"}, "^weapon: only a gun is rifled"),
    ("shoot", {"troops": "gun", "weapon": "minie"}, "^weapon: a gun is smoothbore or rifled"),
    ("shoot", {"round": "canister"}, r"^round: only artillery fires canister \[28\]"),
    ("shoot", {"troops": "gun", "moved": "yes"}, r"^moved: .*\[G-13\]"),
    ("shoot", {"troops": "gun", "round": "canister", "distance": "16.01"}, r"^distance: .*out of range"),
    ("shoot", {"distance": 0}, r"^in_contact: no given, but at a distance of 0"),
    ("shoot", {"per_base": 9}, "^per_base: 9 given, but allowed is from 1 to 6"),
    ("shoot", {"canister_dice": 13}, "^canister_dice: 13 given"),
    ("shoot", {"hour": 3}, "shoot has no field 'hour'"),
    ("shoot_and_test", {"target_troops": "gun", "target_stubborn": "yes"}, "^target_stubborn: only foot"),
    ("shoot_and_test", {"target_markers": 3}, "^target_markers: 3 given, but allowed is from 0 to 2"),
    ("shoot_and_test", {"target_moved": "no", "target_advanced": "yes"}, "^target_advanced: "),
    ("shoot_and_test", {"target_elite_used": "yes", "target_command_used": "yes", "target_stubborn_used": "yes"},
     r"^target_stubborn_used: a unit has two exceptions at most \[78\]"),
    ("combat", {"defender_troops": "skirmishers", "defender_unformed": "yes"}, r"^defender_unformed: .*\[U1\]"),
    ("combat", {"attacker_troops": "formed_horse", "attacker_ferocious": "yes"}, "^attacker_ferocious: only foot"),
    ("combat", {"defender_troops": "formed_horse", "entrenched": "yes"}, r"^entrenched: .*\[36\]"),
    ("combat", {"attacker2_figures": -3}, "^attacker2_figures: -3 given"),
    ("charge", {"distance": "15.01"}, r"^distance: .*best possible throw \[H1\]"),
    ("charge", {"distance": "9.5", "going": "difficult"}, r"^distance: .*best possible throw \[H1\]"),
    ("charge", {"markers": 2}, r"^markers: .*2 markers.*\[82\]"),
    ("charge", {"troops": "skirmishers", "markers": 1}, r"^markers: .*\[81\]"),
    ("charge", {"troops": "formed_horse", "target_cover": "entrenched"}, r"^target_cover: .*\[H7\]"),
    ("charge", {"troops": "formed_horse", "target_cover": "village"}, r"^target_cover: .*\[H7\]"),
    ("charge", {"evade": "yes"}, r"^evade: only a unit in skirmish order may evade \[E1\]"),
    ("charge", {"target_round": "canister"}, r"^target_round: only artillery"),
    ("charge", {"walls": 2, "distance": 1}, r"^walls: there is no room"),
    ("charge", {"walls": 6}, "^walls: 6 given"),
    ("charge", {"troops": "gun"}, "^troops: 'gun' given"),
    ("charge", {"target_troops": "formed_horse", "target_unformed": "yes"}, r"^target_unformed: .*\[U1\]"),
    ("morale", {"lost": 1}, r"^lost: 1 given, but such a loss calls for no test \[72\]"),
    ("morale", {"lost": 12}, "^lost: 12 given, but the unit began the turn with 12"),
    ("morale", {"sees": "general", "general": "yes"}, "^sees: a general who is lost is not with the unit"),
    ("rally", {"distance": "6.01"}, r"^distance: the general is more than 6.*\[O5\]"),
    ("rally", {"in_contact": "yes"}, r"^in_contact: .*\[O5\]"),
    ("rally", {"markers": 0}, r"^markers: .*\[84\]"),
    ("arrival", {"sure_turn": 4}, "^sure_turn: 4 given, but allowed is from 5 to 30"),
    ("arrival", {"need": 7}, "^need: 7 given"),
    ("pursuit", {"target_troops": "skirmishers"}, r"^target_troops: .*\[60\]"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "words"), BAD, ids=[f"{n} {g}" for n, g, _ in BAD])
def test_what_cannot_be_is_refused_by_its_field(name: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        solve(RULESET, name, given)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_command_line_tells_every_situation(name: str) -> None:
    runner = CliRunner()
    told = runner.invoke(app, ["odds", "ever_victorious_armies", name, "--json"])
    assert told.exit_code == 0, told.output
    report = json.loads(told.stdout)
    assert report["situation"] == name
    assert set(report["inputs"]) == {field.name for field in RULESET.situations[name].fields}
    assert sum(Fraction(row["fraction"]) for row in report["outcomes"]) == 1
    text = runner.invoke(app, ["odds", "ever_victorious_armies", name])
    assert text.exit_code == 0
    assert "%" in text.stdout


def test_the_command_line_gives_tallies_with_citations() -> None:
    words = [
        "odds",
        "ever_victorious_armies",
        "charge",
        "troops=formed_horse",
        "figures=8",
        "distance=6",
        "--json",
    ]
    report = json.loads(CliRunner().invoke(app, words).stdout)
    lines = {line["cite"] for tally in report["tallies"] for line in tally["lines"]}
    assert {"EVA 16", "EVA 40"} <= lines
    assert report["marginals"]["reached"]["values"]


def test_the_command_line_refuses_in_one_line() -> None:
    told = CliRunner().invoke(app, ["odds", "ever_victorious_armies", "shoot", "distance=9"])
    assert told.exit_code == 2
    assert "distance: the target is out of range: more than 8″ away [22]" in told.output
