"""Every row of every table, told where it bites and not told where one of its conditions fails."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.fix_bayonets.tables.checks import (
    ASSAULT,
    ASSAULT_HORSE,
    SKIRMISH,
    SQUARE,
    SQUARE_HORSE,
    SR,
    TEM,
    Check,
    Flip,
    Skirmish,
    check_tally,
)
from grognard.books.fix_bayonets.tables.fire import FV, Shot
from grognard.books.fix_bayonets.tables.limits import CLEAR_SIGHT, RETREAT, STATUS, TERRAIN
from grognard.books.fix_bayonets.tables.melee import (
    COLUMNS,
    DRM,
    MULTIPLIERS,
    ODDS,
    STARRED,
    Fight,
    Fighter,
    blow,
    column,
    melee_tally,
    multipliers,
)
from grognard.books.fix_bayonets.tables.needs import (
    ALONG,
    CHARGE,
    DECLARE,
    FIRING,
    RETURN,
    SHIFT,
    SQUARE_NEEDS,
    Aim,
    Along,
    Form,
    Gallop,
    Homecoming,
    Onset,
    Team,
)
from grognard.books.fix_bayonets.words import Arm, Cover, Formation, Order, Trial, Weather
from tests.rules import rule

F, T, W = Formation, Trial, Weather
SQ, RC, AS = Check(trial=T.SQUARE), Check(trial=T.RECEIVE), Check(trial=T.ASSAULT)
CHARGED = RC._replace(charged=True)
DISORDERED, ROUTED = Order.DISORDERED, Order.ROUTED
GUNS = Shot(arm=Arm.ART, formation=F.UNLIMBERED, distance=3)
RIDE = Fight(charge=True)
HORSE = Fighter(arm=Arm.CAV, formation=F.COLUMN)
SHOCK = HORSE._replace(shock=True, charging=True)
HIT = SHOCK._replace(momentum=True)
LANCE = HORSE._replace(lance=True, charging=True, formation=F.LINE)
COVERED = Fighter(defending=True, covered=True)
SQUARE_ = Fighter(formation=F.SQUARE, charged=True)


# fmt: off
ROWS: list[tuple[Any, Any, str]] = [
    (TEM, Check(), ""), (TEM, Check(cohesion=1), "TEM-01"),
    (TEM, Check(fatigue=5), ""), (TEM, Check(fatigue=6), "TEM-02"), (TEM, Check(fatigue=9), "TEM-02"), (TEM, Check(fatigue=10), "TEM-03"),
    (TEM, Check(fatigue=7, arm=Arm.ART), ""), (TEM, Check(fatigue=10, arm=Arm.ART), ""), (TEM, Check(fatigue=10, arm=Arm.CAV), "TEM-03"),
    (TEM, Check(formation=F.SQUARE), "TEM-04"), (TEM, Check(formation=F.SQUARE, order=DISORDERED), "TEM-06"),
    (TEM, Check(formation=F.GENERAL, heavy=True), "TEM-04"), (TEM, Check(formation=F.GENERAL), ""), (TEM, Check(heavy=True), ""),
    (TEM, Check(formation=F.GENERAL, heavy=True, order=DISORDERED), "TEM-06"),
    (TEM, Check(formation=F.ROAD), "TEM-05"), (TEM, Check(formation=F.LIMBERED, arm=Arm.ART), "TEM-05"),
    (TEM, Check(formation=F.LIMBERED, arm=Arm.ART, order=DISORDERED), "TEM-06"),
    (TEM, Check(forced=True), "TEM-06"), (TEM, Check(order=DISORDERED, formation=F.NONE), "TEM-06"),
    (TEM, Check(trial=T.RALLY, order=ROUTED, formation=F.NONE), "TEM-07"), (TEM, Check(order=ROUTED, formation=F.NONE), ""),
    (TEM, Check(trial=T.RALLY), ""), (TEM, Check(trial=T.RALLY, order=ROUTED, formation=F.LIMBERED, arm=Arm.ART), ""),
    (TEM, Check(trial=T.TRAVERSED), "TEM-08"), (TEM, Check(mixed_corps=True), "TEM-09"), (TEM, Check(leader=1), "TEM-10"),
    (TEM, Check(weather=(W.NIGHT,)), "TEM-11"), (TEM, Check(weather=(W.SNOWFALL,)), "TEM-11"), (TEM, Check(weather=(W.DUSK,)), ""),
    (SQUARE, SQ._replace(distance=5), ""), (SQUARE, SQ._replace(distance=5, inf_bonus=1), "SQR-01"),
    (SQUARE, SQ._replace(distance=5, formation=F.LINE), "SQR-02"), (SQUARE, SQ._replace(distance=5, formation=F.EXT_LINE), "SQR-02"),
    (SQUARE, SQ._replace(distance=5, formation=F.LINE, order=DISORDERED), ""), (SQUARE, SQ._replace(distance=5, formation=F.SCREEN), "SQR-03"),
    (SQUARE, SQ._replace(distance=5, formation=F.SCREEN, order=DISORDERED), ""), (SQUARE, SQ._replace(distance=5, wide=True), "SQR-04"),
    (SQUARE, SQ._replace(distance=0), "SQR-08"), (SQUARE, SQ._replace(distance=1), "SQR-08"), (SQUARE, SQ._replace(distance=2), "SQR-09"),
    (SQUARE, SQ._replace(distance=3), "SQR-10"), (SQUARE, SQ._replace(distance=4), "SQR-11"),
    (SQUARE_HORSE, SQ, ""), (SQUARE_HORSE, SQ._replace(light=True), "SQR-05"), (SQUARE_HORSE, SQ._replace(lance=True), "SQR-06"),
    (SQUARE_HORSE, SQ._replace(light=True, lance=True), "SQR-06"), (SQUARE_HORSE, SQ._replace(grand=True), "SQR-07"),
    (ASSAULT, AS, ""), (ASSAULT, RC, ""), (ASSAULT, AS._replace(terrain=1), "ASR-01"), (ASSAULT, RC._replace(terrain=1), "ASR-01"),
    (ASSAULT, RC._replace(direction="flank"), "ASR-02"), (ASSAULT, AS._replace(direction="flank"), ""),
    (ASSAULT, RC._replace(direction="rear"), "ASR-03"), (ASSAULT, AS._replace(direction="rear"), ""),
    (ASSAULT, CHARGED._replace(fb=True), "ASR-04"), (ASSAULT, CHARGED, ""), (ASSAULT, RC._replace(fb=True), ""),
    (ASSAULT, AS._replace(charged=True, fb=True), ""),
    (ASSAULT_HORSE, CHARGED, ""), (ASSAULT_HORSE, RC._replace(lance=True, shock=True, cuirassier=True, grand=True), ""),
    (ASSAULT_HORSE, CHARGED._replace(lance=True), "ASR-05"), (ASSAULT_HORSE, CHARGED._replace(shock=True), "ASR-06"),
    (ASSAULT_HORSE, CHARGED._replace(cuirassier=True), "ASR-07"), (ASSAULT_HORSE, CHARGED._replace(grand=True), "ASR-08"),
    (SKIRMISH, Skirmish(), ""), (SKIRMISH, Skirmish(mover_sv=1), "SKC-01"), (SKIRMISH, Skirmish(reactor_sv=1), "SKC-02"),
    (SKIRMISH, Skirmish(active_cav=1), "SKC-03"), (SKIRMISH, Skirmish(active_cav=2), "SKC-03"), (SKIRMISH, Skirmish(active_cav=3), "SKC-04"),
    (SKIRMISH, Skirmish(reacting_cav=1), "SKC-05"), (SKIRMISH, Skirmish(reacting_cav=2), "SKC-05"), (SKIRMISH, Skirmish(reacting_cav=3), "SKC-06"),
    (SKIRMISH, Skirmish(steps=5), ""), (SKIRMISH, Skirmish(steps=6), "SKC-07"),
    (SKIRMISH, Skirmish(cover=Cover.LIGHT), "SKC-08"), (SKIRMISH, Skirmish(cover=Cover.MEDIUM), "SKC-09"), (SKIRMISH, Skirmish(cover=Cover.HEAVY), "SKC-10"),
    (SKIRMISH, Skirmish(weather=(W.DUSK,)), "SKC-11"), (SKIRMISH, Skirmish(weather=(W.MIST,)), ""),
    *((SKIRMISH, Skirmish(weather=(sky,)), "SKC-12") for sky in (W.NIGHT, W.FOG, W.SNOWFALL, W.RAIN)),
    (SR, Flip(), ""), (SR, Flip(adjacent=True), "SRF-01"), (SR, Flip(superior=1), "SRF-02"),
    (FV, Shot(), ""), (FV, GUNS, ""), (FV, Shot(target=F.SQUARE), "FV-01"), (FV, Shot(target=F.MASSE), "FV-01"),
    (FV, Shot(target=F.MASSE, disordered=True), "FV-02"), (FV, Shot(disordered=True), "FV-02"),
    *((FV, Shot(target=form), "FV-02") for form in (F.LINE, F.EXT_LINE, F.ROAD, F.LIMBERED)), (FV, Shot(target=F.OPEN), ""),
    (FV, Shot(target_arm=Arm.ART, target=F.UNLIMBERED), "FV-03"), (FV, Shot(target=F.UNLIMBERED), ""),
    (FV, Shot(target_arm=Arm.ART, target=F.LIMBERED), "FV-02"), (FV, Shot(target_arm=Arm.ART, target=F.UNLIMBERED, mixed=True), ""),
    (FV, Shot(target=F.SCREEN), "FV-04"), (FV, Shot(target_arm=Arm.CAV, target=F.SCREEN), "FV-05"), (FV, Shot(target_arm=Arm.CAV), ""),
    (FV, Shot(target=F.SCREEN, disordered=True), "FV-02"), (FV, Shot(target_arm=Arm.CAV, target=F.SCREEN, disordered=True), "FV-02"),
    (FV, Shot(cover=Cover.LIGHT), "FV-06"), (FV, Shot(cover=Cover.LIGHT, over=True), "FV-06"), (FV, Shot(over=True), ""),
    (FV, Shot(cover=Cover.MEDIUM, over=True), "FV-07"), (FV, Shot(cover=Cover.HEAVY, over=True), "FV-07"),
    (FV, Shot(cover=Cover.MEDIUM), "FV-08"), (FV, Shot(cover=Cover.HEAVY), "FV-09"),
    *((FV, Shot(target=F.SCREEN, cover=cover, over=over), "FV-04 FV-10") for cover in (Cover.LIGHT, Cover.MEDIUM, Cover.HEAVY) for over in (True, False)),
    (FV, Shot(target_steps=3), ""), (FV, Shot(target_steps=4), "FV-11"), (FV, Shot(target_steps=6), "FV-11"), (FV, Shot(target_steps=7), "FV-12"),
    (FV, Shot(target_steps=8), "FV-12"), (FV, Shot(target_steps=9), "FV-13"),
    (FV, Shot(formation=F.GENERAL, steps=1), ""), (FV, Shot(formation=F.GENERAL, steps=2), "FV-14"),
    *((FV, Shot(formation=form, steps=2), "FV-15") for form in (F.COLUMN, F.MASSE, F.ROAD)), (FV, Shot(formation=F.COLUMN, steps=1), ""),
    (FV, Shot(formation=F.ROAD, in_full=True), ""), (FV, Shot(formation=F.COLUMN, in_full=True), "FV-15"),
    *((FV, Shot(formation=F.COLUMN, british=True, steps=steps), "FV-16") for steps in (1, 2, 4)), (FV, Shot(british=True), ""),
    (FV, Shot(formation=F.ROAD, british=True), "FV-16"), (FV, Shot(formation=F.ROAD, british=True, in_full=True), ""),
    (FV, Shot(formation=F.EXT_LINE), ""), (FV, Shot(formation=F.EXT_LINE, extra=1), "FV-17"), (FV, Shot(extra=1), ""),
    (FV, Shot(formation=F.SQUARE), "FV-18"), (FV, Shot(fatigue=5), ""), (FV, Shot(fatigue=6), "FV-19"), (FV, Shot(fatigue=9), "FV-19"),
    (FV, Shot(fatigue=10), "FV-20"), (FV, GUNS._replace(fatigue=7), ""), (FV, GUNS._replace(fatigue=10), ""),
    (FV, Shot(weather=(W.RAIN,)), "FV-21"), (FV, GUNS._replace(weather=(W.RAIN,)), ""), (FV, Shot(weather=(W.MIST,)), ""),
    *((FV, GUNS._replace(weather=(sky,)), "FV-22") for sky in (W.NIGHT, W.FOG, W.SNOWFALL)), (FV, GUNS._replace(weather=(W.DUSK,)), "FV-23"),
    (FV, GUNS._replace(art_bonus=1), "FV-24"), (FV, Shot(art_bonus=1), ""),
    (FV, GUNS._replace(distance=1), "FV-25"), (FV, GUNS._replace(distance=2), "FV-26"), (FV, Shot(distance=2), ""),
    (FV, GUNS._replace(distance=4), ""), (FV, GUNS._replace(distance=5), "FV-27"), (FV, GUNS._replace(distance=8), "FV-27"),
    (FV, GUNS._replace(distance=9), "FV-28"), (FV, GUNS._replace(distance=4, range=3), "FV-28"), (FV, Shot(distance=5), ""), (FV, Shot(distance=9), ""),
    (FV, GUNS._replace(ricochet=True), "FV-29"), (FV, Shot(long=True), "F-13.1"),
    (DRM, Fight(), ""), (DRM, RIDE, ""), (DRM, RIDE._replace(weather=(W.DUSK,)), "DRM-02"), (DRM, RIDE._replace(weather=(W.RAIN,)), "DRM-02"),
    (DRM, Fight(weather=(W.DUSK, W.RAIN)), ""), (DRM, RIDE._replace(weather=(W.MIST,)), ""),
    (DRM, RIDE._replace(straight=2), "DRM-03"), (DRM, RIDE._replace(straight=2, foe_cav=True), ""), (DRM, Fight(straight=2), ""),
    (DRM, RIDE._replace(open_column=True), "DRM-04"), (DRM, Fight(open_column=True), ""),
    (DRM, Fight(att_leader=1), "DRM-05"), (DRM, Fight(def_leader=1), "DRM-05"),
    (DRM, Fight(att_fatigue=5), ""), (DRM, Fight(att_fatigue=6), "DRM-06"), (DRM, Fight(def_fatigue=5), ""), (DRM, Fight(def_fatigue=6), "DRM-07"),
    (STARRED, Fight(cav_fight=True), ""), (STARRED, Fight(longer=1), ""), (STARRED, Fight(cav_fight=True, longer=1), "DRM-01"),
    (STARRED, Fight(cav_fight=True, longer=-1), "DRM-01"), (STARRED, Fight(direction="flank"), "DRM-08"), (STARRED, Fight(direction="rear"), "DRM-09"),
]
# fmt: on


@rule("TEM-04", "SQR-02", "ASR-04", "SKC-03", "SRF-02", "FV-07", "FV-15", "FV-27", "DRM-03", "DRM-01")
@pytest.mark.parametrize(("table", "facts", "told"), ROWS)
def test_which_rows_are_told(table: Any, facts: Any, told: str) -> None:
    assert " ".join(line.cite for line in table.lines(facts)) == told


@rule("R-25", "R-26", "ASR-09")
@pytest.mark.parametrize(
    ("trial", "told"),
    [
        (T.FIRE, "TEM-10"),
        (T.RALLY, "TEM-10"),
        (T.SQUARE, "TEM-10 SQR-01 SQR-09 SQR-06"),
        (T.ASSAULT, "TEM-10 ASR-01 ASR-05"),
        (T.RECEIVE, "TEM-10 ASR-01 ASR-05"),
    ],
)
def test_which_tables_a_check_reads(trial: Trial, told: str) -> None:
    check = Check(trial, leader=1, inf_bonus=1, terrain=1, charged=True, lance=True, distance=2)
    assert " ".join(line.cite for line in check_tally(check).lines) == told


@rule("DRM-06", "DRM-07", "DRM-10")
@pytest.mark.parametrize(
    ("fight", "added"),
    [
        (Fight(att_fatigue=9), 1),
        (Fight(att_fatigue=10), 2),
        (Fight(def_fatigue=9), -1),
        (Fight(def_fatigue=10), -2),
        (Fight(cav_fight=True, longer=1, direction="flank"), -2),
        (Fight(cav_fight=True, longer=-1, direction="rear"), -3),
        (Fight(cav_fight=True, longer=-1), 1),
        (Fight(cav_fight=True, longer=1), -1),
    ],
)
def test_what_fatigue_and_starred_rows_add(fight: Fight, added: int) -> None:
    assert melee_tally(fight).total == added


@rule("MUL-01", "MUL-02", "MUL-03", "MUL-04", "MUL-05", "MUL-06", "MUL-07", "MUL-08")
@pytest.mark.parametrize(
    ("fighter", "told"),
    [
        (Fighter(), ""),
        (HORSE, ""),
        (SHOCK._replace(foe_cav=True), "MUL-01"),
        (SHOCK._replace(foe_cav=True, foe_shock=True), "MUL-01"),
        (SHOCK._replace(foe_cav=True, foe_charging=True), "MUL-01"),
        (SHOCK._replace(foe_cav=True, foe_shock=True, foe_charging=True), ""),
        (SHOCK._replace(foe_cav=True, shock=False), ""),
        (SHOCK._replace(foe_cav=True, charging=False), ""),
        (SHOCK._replace(foe_cav=True, arm=Arm.INF), ""),
        (SHOCK, ""),
        (HIT, "MUL-02"),
        (HIT._replace(foe_cav=True), "MUL-01"),
        (HIT._replace(shock=False), ""),
        (HIT._replace(charging=False), ""),
        (HIT._replace(arm=Arm.INF), ""),
        (LANCE, "MUL-03"),
        (LANCE._replace(formation=F.COLUMN), ""),
        (LANCE._replace(charging=False), ""),
        (LANCE._replace(lance=False), ""),
        (LANCE._replace(arm=Arm.INF), ""),
        (COVERED, "MUL-04"),
        (COVERED._replace(covered=False), ""),
        (COVERED._replace(defending=False), ""),
        (COVERED._replace(arm=Arm.ART), ""),
        (HORSE._replace(defending=True), "MUL-05"),
        (HORSE._replace(defending=True, charging=True), ""),
        (Fighter(defending=True), ""),
        (HORSE._replace(spent=True), "MUL-06"),
        (Fighter(spent=True), ""),
        (Fighter(disordered=True), "MUL-07"),
        *((Fighter(formation=form), "MUL-07") for form in (F.SCREEN, F.ROAD, F.LIMBERED)),
        (SQUARE_, "MUL-08"),
        (SQUARE_._replace(formation=F.MASSE), "MUL-08"),
        (SQUARE_._replace(formation=F.COLUMN), ""),
        (SQUARE_._replace(charged=False), ""),
        (SQUARE_._replace(disordered=True), "MUL-07"),
        (SQUARE_._replace(arm=Arm.CAV), ""),
    ],
)
def test_which_multipliers_bite(fighter: Fighter, told: str) -> None:
    assert " ".join(row.cite for row in multipliers(fighter)) == told
    assert len(tuple(MULTIPLIERS)) == 8


@rule("R-15", "R-01", "MCT-C")
@pytest.mark.parametrize("at", range(1, 13))
def test_each_column_begins_at_its_odds(at: int) -> None:
    odds = Fraction(COLUMNS[at])
    assert ODDS[at] == odds
    assert column(odds) == at
    assert column(odds - Fraction(1, 1000)) == at - 1


@rule("R-01")
def test_the_first_column_begins_at_nothing() -> None:
    assert ODDS[0] == 0
    assert column(Fraction(0)) == 0


@rule("R-02")
@pytest.mark.parametrize(
    ("die", "drm", "row"), [(0, -2, -2), (0, -3, -2), (0, -1, -1), (9, 1, 10), (9, 2, 11), (9, 3, 11)]
)
def test_the_modified_die_is_held_between_the_ends(die: int, drm: int, row: int) -> None:
    assert blow(die, drm).key == row


@rule("F-13.3", "F-16.1", "F-17.1", "F-17.4", "F-9.1a", "F-10.9", "R-78", "R-66")
@pytest.mark.parametrize(
    ("needs", "facts", "cite"),
    [
        (FIRING, Aim(), ""),
        (FIRING, Aim(able=False), "F-13.1"),
        (FIRING, Aim(good=False), "STA-01"),
        (FIRING, Aim(suppressed=True), "STA-02"),
        (FIRING, Aim(reserve=True), "STA-06"),
        (FIRING, Aim(weather_bars=True), "WX-06"),
        (FIRING, Aim(fb=True), "F-16.1"),
        (FIRING, Aim(shot=True), "F-13.3"),
        (FIRING, Aim(moved_guns=True), "F-13.3"),
        (DECLARE, Onset(), ""),
        *((DECLARE, Onset(formation=form), "") for form in (F.COLUMN, F.MASSE, F.GENERAL, F.SCREEN)),
        (DECLARE, Onset(infantry=False), "F-16.1"),
        (DECLARE, Onset(guns=True), "F-10.9"),
        (DECLARE, Onset(good=False), "STA-01"),
        (DECLARE, Onset(formation=F.SQUARE), "STA-04"),
        (DECLARE, Onset(formation=F.ROAD), "F-16.1"),
        (DECLARE, Onset(formation=F.EXT_LINE), "F-16.1"),
        (DECLARE, Onset(ooc=True), "OOC-04"),
        (DECLARE, Onset(reserve=True), "STA-06"),
        (DECLARE, Onset(shot=True), "F-8.3"),
        (DECLARE, Onset(halted=True), "F-14.2"),
        (DECLARE, Onset(weather_bars=True), "R-21"),
        (DECLARE, Onset(target=False), "F-16.2"),
        (CHARGE, Gallop(), ""),
        *((CHARGE, Gallop(formation=form), "") for form in (F.COLUMN, F.OPEN)),
        (CHARGE, Gallop(cavalry=False), "SPR-09a"),
        (CHARGE, Gallop(good=False), "STA-01"),
        (CHARGE, Gallop(spent=True), "STA-03"),
        (CHARGE, Gallop(ooc=True), "OOC-04"),
        (CHARGE, Gallop(reserve=True), "STA-06"),
        (CHARGE, Gallop(halted=True), "F-14.2"),
        (CHARGE, Gallop(formation=F.SCREEN), "F-17.1"),
        (CHARGE, Gallop(formation=F.OPEN, steps=5), "F-6.4"),
        (CHARGE, Gallop(formation=F.COLUMN, steps=5), ""),
        (CHARGE, Gallop(fresh=False), "F-17.1"),
        (CHARGE, Gallop(failed=True), "R-78"),
        (CHARGE, Gallop(weather_bars=True), "R-21"),
        (CHARGE, Gallop(target=False), "F-17.1"),
        (SQUARE_NEEDS, Form(), ""),
        (SQUARE_NEEDS, Form(infantry=False), "F-17.4"),
        (SQUARE_NEEDS, Form(good=False), "F-17.4"),
        (SQUARE_NEEDS, Form(square=True), "F-17.4"),
        (SQUARE_NEEDS, Form(steps=2), ""),
        (SQUARE_NEEDS, Form(steps=1), "R-66"),
        (SQUARE_NEEDS, Form(road=True), "F-10.3"),
        (SQUARE_NEEDS, Form(reserve=True), "STA-06"),
        (SQUARE_NEEDS, Form(poor=True), "PT-02"),
        (SQUARE_NEEDS, Form(closed=True), "F-17.4"),
        (SQUARE_NEEDS, Form(sees=False), "F-17.4"),
        (SQUARE_NEEDS, Form(distance=4), ""),
        (SQUARE_NEEDS, Form(distance=5), "SQR-12a"),
        (SQUARE_NEEDS, Form(distance=2, late=True), ""),
        (SQUARE_NEEDS, Form(distance=3, late=True), "F-21.2"),
        (SHIFT, Team(), ""),
        (SHIFT, Team(shot=True), "F-13.3"),
        (SHIFT, Team(foot=False, shot=True), ""),
        (ALONG, Along(), ""),
        (ALONG, Along(passive=True), "OPS-04a"),
        (ALONG, Along(active=False), "F-9.1a"),
        (ALONG, Along(free=False), "F-9.1a"),
        (ALONG, Along(ordered=False), "OPS-04b"),
        (ALONG, Along(ordered=False, shaken=True), ""),
        (ALONG, Along(near=False), "F-9.1a"),
        (RETURN, Homecoming(), ""),
        (RETURN, Homecoming(alike=False), "F-10.5"),
        (RETURN, Homecoming(room=False), "F-10.6"),
    ],
)
def test_each_need_by_itself(needs: Any, facts: Any, cite: str) -> None:
    refusal = needs.refusal(facts)
    assert (refusal.cite if refusal else "") == cite


# fmt: off
@rule("F-7", "F-7.1", "F-7.4", "F-17.1")
@pytest.mark.parametrize(("letter", "cells"), [
    (".", (0, 1, 1, 1, "none", False, 0, True, 0)), ("h", (1, 1, 1, 1, "none", False, 0, True, 0)), ("H", (2, 1, 1, 1, "none", False, 0, True, 0)),
    ("r", (0, 1, 1, 2, "light", False, 0, True, 1)), ("R", (1, 1, 1, 2, "light", False, 0, True, 1)),
    ("o", (0, 2, 2, 4, "light", False, 1, False, 2)), ("w", (0, 3, 5, None, "medium", True, 1, False, 2)),
    ("f", (0, 3, 3, 3, "heavy", True, 2, False, 2)), ("~", (0, 2, 3, 4, "none", False, 1, True, 0)),
])
def test_terrain_cell_by_cell(letter: str, cells: tuple[Any, ...]) -> None:
    """Level; price for foot, horse and guns; cover; forced order; number; open to charges; half levels it hides."""
    assert tuple(TERRAIN[letter]) == cells
# fmt: on


@rule("F-12.3", "STA-05", "RET-06")
def test_clear_sight_lines_and_the_names_of_retreat_hexes() -> None:
    assert CLEAR_SIGHT == 20
    assert {row.key: row.value.per_hex for row in STATUS if row.value.per_hex} == {"line": 1}
    assert [row.cite for row in RETREAT] == [f"RET-0{row.key}" for row in RETREAT]
