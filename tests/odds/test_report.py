"""Inputs read, and odds told."""

from __future__ import annotations

import json
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from examples.toy_brigade.toy import RULESET
from grognard.engine.book import BadInput, Input
from grognard.odds.inputs import read_inputs, say_input
from grognard.odds.report import solve

WHOLE = Input("men", "whole", 4, "men", unit="figures")
LENGTH = Input("range", "length", 600, "how far", unit="inches")
FLAG = Input("cover", "flag", False, "in cover")
CHOICE = Input("arm", "choice", "light_horse", "arm", choices=("foot", "light_horse"))


@pytest.mark.parametrize(
    ("field", "raw", "value"),
    [
        (WHOLE, "12", 12),
        (WHOLE, 3, 3),
        (WHOLE, " -2 ", -2),
        (LENGTH, "6", 600),
        (LENGTH, "7.5", 750),
        (LENGTH, "7.05", 705),
        (LENGTH, 7.5, 750),
        (LENGTH, "8 inches", 800),
        (FLAG, "yes", True),
        (FLAG, "TRUE", True),
        (FLAG, "1", True),
        (FLAG, True, True),
        (FLAG, "no", False),
        (FLAG, "0", False),
        (CHOICE, "foot", "foot"),
        (CHOICE, "Light horse", "light_horse"),
    ],
)
def test_inputs_are_understood(field: Input, raw: Any, value: Any) -> None:
    found = read_inputs((field,), {field.name: raw}, "volley")[field.name]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("field", "raw", "allowed"),
    [
        (WHOLE, "many", "a whole number of figures"),
        (WHOLE, "1.5", "a whole number"),
        (WHOLE, True, "a whole number"),
        (LENGTH, "7.555", "a length in inches, at most two decimals"),
        (LENGTH, "-3", "a length"),
        (LENGTH, "", "a length"),
        (FLAG, "perhaps", "yes or no"),
        (CHOICE, "guns", "one of foot, light_horse"),
    ],
)
def test_a_wrong_input_is_named_with_what_is_allowed(field: Input, raw: Any, allowed: str) -> None:
    with pytest.raises(BadInput) as fault:
        read_inputs((field,), {field.name: raw}, "volley")
    message = str(fault.value)
    assert message.startswith(f"{field.name}: '{raw}'")
    assert allowed in message
    assert "\n" not in message


def test_a_field_not_given_takes_its_default_and_an_unknown_one_is_refused() -> None:
    assert read_inputs((WHOLE, LENGTH), {}, "volley") == {"men": 4, "range": 600}
    with pytest.raises(BadInput, match=r"volley has no field 'wind'; it has: men, range"):
        read_inputs((WHOLE, LENGTH), {"wind": "1"}, "volley")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (LENGTH, 600, "6 inches"),
        (LENGTH, 750, "7.5 inches"),
        (LENGTH, 705, "7.05 inches"),
        (FLAG, True, "yes"),
        (WHOLE, 3, "3 figures"),
    ],
)
def test_inputs_are_said_as_people_write_them(field: Input, value: Any, words: str) -> None:
    assert say_input(field, value) == words


def test_a_volley_is_solved_exactly() -> None:
    report = solve(RULESET, "volley", {"strength": "3", "range": "2", "cover": "yes"})
    assert report.inputs == {"strength": 3, "arm": "line", "range": 200, "cover": True}
    # 3 dice, +1 first volley, -1 cover: 3 dice hit on 5+
    assert report.dist.chance_of(0) == Fraction(8, 27)
    assert report.dist.chance_of(3) == Fraction(1, 27)
    assert report.marginals == {"fallen": report.dist}
    assert {"6.2a", "6.2c", "6.3"} <= set(report.rules)


def test_the_report_as_json_adds_up() -> None:
    told = json.loads(json.dumps(solve(RULESET, "charge", {}).as_json()))
    assert told["cite"] == "TB 7.2"
    assert told["heads"] == ["attackers fallen", "defenders fallen"]
    assert sum(Fraction(row["fraction"]) for row in told["outcomes"]) == 1
    for row in told["outcomes"]:
        assert len(row["outcome"]) == 2
        assert float(Fraction(row["fraction"])) == row["chance"]
    for at, head in enumerate(told["heads"]):
        values = told["marginals"][head]["values"]
        assert sum(Fraction(row["fraction"]) for row in values) == 1
        mean = sum(Fraction(row["fraction"]) * row["outcome"][at] for row in told["outcomes"])
        assert Fraction(told["marginals"][head]["mean"]) == mean
    assert told["tallies"][0]["lines"][0]["cite"] == "TB 6.2a"
    assert told["rules"]["TB 7.2"]


def test_the_report_prints() -> None:
    out = StringIO()
    Console(file=out, width=120).print(solve(RULESET, "charge", {"range": "2.5"}).table())
    text = out.getvalue()
    for words in (
        "a charge met standing [TB 7.2]",
        "2.5 paces",
        "+1 first volley [TB 6.2a]",
        "attackers fallen",
    ):
        assert words in text


def test_a_terminal_is_spared_hundreds_of_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.odds.tables.MOST", 3)
    out = StringIO()
    report = solve(RULESET, "charge", {})
    Console(file=out, width=120).print(report.table())
    assert f"the likeliest 3 of {len(report.dist)}" in out.getvalue()


def test_an_unknown_situation_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match=r"toy has no situation 'siege'; it has: volley, charge"):
        solve(RULESET, "siege", {})
