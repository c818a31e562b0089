"""Every line that bars an action or changes a throw: where it bites, where it does not, and what is told of it. [TMWWBK T001, T053, T100]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.men_who_would_be_kings.tables.actions import ACTIVATE, Ready
from grognard.books.men_who_would_be_kings.tables.fighting import (
    FIRE_DICE,
    FIRE_HITS,
    FIRE_SCORE,
    GUN,
    MACHINE,
    MELEE_DICE,
    MELEE_HITS,
    MELEE_SCORE,
    SMALL,
    Shot,
    Strike,
)
from grognard.books.men_who_would_be_kings.tables.nerve import FAILED_RALLY, ORDER, PINNING, RALLY, Trial
from grognard.books.men_who_would_be_kings.words import Action, Band, Class, Cover, Upgrade
from tests.rules import rule

A = Action
EVERYTHING = frozenset(A)
STATES: dict[str, Any] = {
    "upgrades": (), "models": 12, "pinned": False, "close_order": False, "to_ground": False, "mounted": False,
    "rides": False, "inside": False, "acted": False, "arrived": False, "dry": False, "jammed": False,
    "coward": False, "shirking": False,
}  # fmt: skip


def barred(troops: Class, **change: Any) -> dict[str, set[Action]]:
    """The actions that each line bars a unit from, by the line."""
    found: dict[str, set[Action]] = {}
    for action in A:
        refusal = ACTIVATE.refusal(Ready(action, troops, **{**STATES, **change}))
        if refusal is not None:
            found.setdefault(refusal.cite, set()).add(action)
    return found


LOOSE = {"T128": {A.VOLLEY}, "T085": {A.BREAK_CLOSE_ORDER}}
CALM = {"T117a": {A.RALLY}}
UPRIGHT = {"T107": {A.GO_TO_GROUND}}
CHARGES = {A.ATTACK, A.CHARGE}


@rule("T149", "T103", "T117a", "T128", "T076", "T087", "T073", "T085", "T107", "R-23", "R-36", "R-60")
@rule("F-M1", "F-M4", "R-62", "F-T4", "F-T6", "F-T7", "R-19", "F-SC1")
@pytest.mark.parametrize(
    ("troops", "change", "lines"),
    [
        (Class.REGULAR, {}, {**CALM, **LOOSE, **UPRIGHT}),
        (Class.TRIBAL, {}, {**CALM, **LOOSE}),
        (Class.REGULAR, {"upgrades": (Upgrade.FIELDCRAFT,)}, {**CALM, **LOOSE}),
        (Class.REGULAR, {"upgrades": (Upgrade.GURKHAS,)}, {**CALM, **LOOSE, **UPRIGHT}),
        (Class.REGULAR, {"acted": True}, {"T149": set(EVERYTHING)}),
        (Class.REGULAR, {"arrived": True}, {"F-SC1": set(EVERYTHING)}),
        (Class.REGULAR, {"pinned": True}, {"T103": set(EVERYTHING) - {A.RALLY}}),
        (
            Class.REGULAR,
            {"close_order": True},
            {**CALM, **UPRIGHT, "T076": {A.DOUBLE, A.CHARGE}, "T087": {A.SKIRMISH}, "R-23": {A.FORM_CLOSE_ORDER}},
        ),
        (
            Class.TRIBAL,
            {"close_order": True},
            {**CALM, "R-60": {A.GO_TO_GROUND}, "T076": {A.DOUBLE, A.CHARGE}, "T087": {A.SKIRMISH}, "R-23": {A.FORM_CLOSE_ORDER}},
        ),
        (Class.TRIBAL, {"models": 6}, {**CALM, **LOOSE}),
        (Class.TRIBAL, {"models": 5}, {**CALM, **LOOSE, "T073": {A.FORM_CLOSE_ORDER}}),
        (Class.TRIBAL, {"to_ground": True}, {**CALM, **LOOSE, "R-36": {A.GO_TO_GROUND}}),
        (Class.TRIBAL, {"mounted": True}, {**CALM, **LOOSE, "F-M4": {A.FORM_CLOSE_ORDER, A.GO_TO_GROUND}, "F-M1": {A.FIRE}}),
        (
            Class.TRIBAL,
            {"inside": True},
            {**CALM, **LOOSE, "R-62": {A.ATTACK, A.DOUBLE, A.CHARGE, A.SKIRMISH, A.FORM_CLOSE_ORDER, A.GO_TO_GROUND}},
        ),
        (Class.TRIBAL, {"dry": True}, {**CALM, **LOOSE, "F-T7": {A.FIRE}}),
        (Class.TRIBAL, {"jammed": True}, {**CALM, **LOOSE, "R-19": {A.FIRE}}),
        (Class.TRIBAL, {"coward": True}, {**CALM, **LOOSE, "F-T4": CHARGES}),
        (Class.TRIBAL, {"shirking": True}, {**CALM, **LOOSE, "F-T6": CHARGES | {A.FIRE}}),
        (Class.REGULAR, {"pinned": True, "dry": True}, {"T103": set(EVERYTHING) - {A.RALLY}}),
    ],
)  # fmt: skip
def test_what_bars_which_action(troops: Class, change: dict[str, Any], lines: dict[str, set[Action]]) -> None:
    assert barred(troops, **change) == lines


@rule("F-T6", "F-T7", "R-19", "F-M1", "T128")
@pytest.mark.parametrize(
    ("change", "cite"),
    [("dry", "F-T7"), ("jammed", "R-19"), ("shirking", "F-T6"), ("mounted", "F-M1"), ("rides", None)],
)
def test_a_volley_is_barred_like_fire(change: str, cite: str | None) -> None:
    lines = barred(Class.REGULAR, close_order=True, **{change: True})
    assert [line for line, actions in lines.items() if A.VOLLEY in actions] == ([cite] if cite else [])


@rule("T073")
@pytest.mark.parametrize(("models", "words"), [(1, "only one is left"), (2, "only 2 are left")])
def test_how_few_are_left_is_told(models: int, words: str) -> None:
    refusal = ACTIVATE.refusal(Ready(A.FORM_CLOSE_ORDER, Class.REGULAR, **{**STATES, "models": models}))
    assert refusal is not None
    assert refusal.words.startswith(words)


def told(tally: Any) -> tuple[int, list[tuple[str, int]]]:
    """A total and its lines."""
    return tally.total, [(line.cite, line.value) for line in tally.lines]


FIRST = Shot(9, SMALL, 5, Band.SHORT, Cover.NONE)


@rule("T053", "T054", "T055", "T057", "F-T21")
@pytest.mark.parametrize(
    ("change", "total", "lines"),
    [
        ({}, 9, []),
        ({"arm": GUN}, 18, [("T054", 9)]),
        ({"arm": MACHINE}, 27, [("T055", 18)]),
        ({"skirmish": True}, 4, [("T057", -5)]),
        ({"marksman": True}, 10, [("F-T21", 1)]),
        ({"marksman": True, "arm": GUN}, 18, [("T054", 9)]),
        ({"models": 1, "skirmish": True}, 0, [("T057", -1)]),
    ],
)
def test_fire_dice_line_by_line(change: dict[str, Any], total: int, lines: list[tuple[str, int]]) -> None:
    facts = FIRST._replace(**change)
    assert told(FIRE_DICE.tally(facts, facts.models)) == (total, lines)


@rule("T058", "T059", "T060", "T061", "T063", "T080", "T131")
@pytest.mark.parametrize(
    ("change", "hits", "score"),
    [
        ({}, (1, []), (5, [])),
        ({"band": Band.LONG}, (2, [("T059", 1)]), (5, [])),
        ({"cover": Cover.SOFT}, (2, [("T060", 1)]), (5, [])),
        ({"cover": Cover.HARD}, (3, [("T061", 2)]), (5, [])),
        ({"arm": GUN}, (1, []), (5, [])),
        ({"arm": GUN, "cover": Cover.SOFT}, (1, [("T060", 1), ("T063", -1)]), (5, [])),
        ({"arm": MACHINE, "cover": Cover.SOFT}, (2, [("T060", 1)]), (5, [])),
        ({"volley": True}, (1, []), (4, [("T131", -1)])),
        ({"dense": True}, (1, []), (4, [("T080", -1)])),
        ({"volley": True, "dense": True, "firing": 2}, (1, []), (2, [("T131", -1), ("T080", -1)])),
    ],
)
def test_fire_line_by_line(change: dict[str, Any], hits: Any, score: Any) -> None:
    facts = FIRST._replace(**change)
    assert told(FIRE_HITS.tally(facts, 1)) == hits
    assert told(FIRE_SCORE.tally(facts, facts.firing)) == score


BLOW = Strike(9, 5, False, False, "", False, 4, False, "", False)


@rule("T017", "T018", "T112", "T082", "F-T16", "F-T24", "T079", "T020", "T021", "T022", "T023")
@pytest.mark.parametrize(
    ("change", "dice", "score", "hits"),
    [
        ({}, (9, []), (5, []), (1, [])),
        ({"halved": "T018"}, (4, [("T018", -5)]), (5, []), (1, [])),
        ({"halved": "T112"}, (4, [("T112", -5)]), (5, []), (1, [])),
        ({"foe_close_order": True}, (4, [("T082", -5)]), (5, []), (1, [])),
        ({"foe_close_order": True, "halved": "T018"}, (4, [("T018", -5)]), (5, []), (1, [])),
        ({"foe_close_order": True, "halved": "T018", "foe_models": 3}, (3, [("T018", -5), ("T082", -1)]), (5, []), (1, [])),
        ({"trait_die": -1}, (8, [("F-T16", -1)]), (5, []), (1, [])),
        ({"trait_die": 1}, (10, [("F-T24", 1)]), (5, []), (1, [])),
        ({"close_order": True}, (9, []), (4, [("T079", -1)]), (1, [])),
        ({"foe_cavalry": True}, (9, []), (5, []), (2, [("T020", 1)])),
        ({"foe_cavalry": True, "cavalry": True}, (9, []), (5, []), (1, [])),
        ({"cavalry": True}, (9, []), (5, []), (1, [])),
        ({"foe_defends": "T022"}, (9, []), (5, []), (2, [("T022", 1)])),
        ({"foe_uphill": True}, (9, []), (5, []), (2, [("T023", 1)])),
        ({"foe_uphill": True, "foe_defends": "T022"}, (9, []), (5, []), (2, [("T022", 1)])),
    ],
)  # fmt: skip
def test_melee_line_by_line(change: dict[str, Any], dice: Any, score: Any, hits: Any) -> None:
    blow = BLOW._replace(**change)
    assert told(MELEE_DICE.tally(blow, blow.models)) == dice
    assert told(MELEE_SCORE.tally(blow, blow.fighting)) == score
    assert told(MELEE_HITS.tally(blow, 1)) == hits


@rule("R-02", "F-B7", "T100", "T118", "F-T25")
@pytest.mark.parametrize(
    ("trial", "order", "pinning", "rally"),
    [
        (Trial(0), [], [], []),
        (Trial(1), [("R-02", 1)], [("T100", 1)], [("T118", 1)]),
        (Trial(-1), [("R-02", -1)], [("T100", -1)], [("T118", -1)]),
        (Trial(1, counts=False), [], [("T100", 1)], [("T118", 1)]),
        (Trial(0, bonus=2), [("F-B7", 2)], [], []),
        (Trial(0, casualties=1), [], [("T100", -1)], []),
        (Trial(0, markers=1), [], [], [("T118", -1)]),
        (Trial(0, pleasant=True), [], [], [("F-T25", 1)]),
    ],
)
def test_nerve_line_by_line(trial: Trial, order: Any, pinning: Any, rally: Any) -> None:
    found = [told(table.tally(trial, 0))[1] for table in (ORDER, PINNING, RALLY)]
    assert found == [order, pinning, rally]


@rule("T120", "T121", "R-34")
@pytest.mark.parametrize(("total", "fate"), [(-3, "rout"), (2, "rout"), (3, "retreat"), (9, "retreat")])
def test_a_failed_rally(total: int, fate: str) -> None:
    assert FAILED_RALLY.find(total).value == fate
