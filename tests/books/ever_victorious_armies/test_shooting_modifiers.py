"""What counts for and against a shot. [EVA 11–21, K2, S3, S5, S9, G-3–G-8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.shots import Shot, Volley, pool, tallies, volley
from grognard.books.ever_victorious_armies.state import Terrain, Unit
from grognard.books.ever_victorious_armies.tables.shooting import SHOOTING
from tests.books.ever_victorious_armies.drill import wall, work
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    field_gun,
    find,
    foot,
    horse,
    limbered,
    line,
    minie,
    patched,
    raw,
    repeater,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.rules import rule

param = pytest.param

MOVED = {"moved": True}
FIRER = unit("A", foot, 12, repeater, at=(30, 20))
TARGET = unit("c", at=(30, 26), facing=180, today=MOVED)
"""Five inches off and on the move: nothing counts against a shot at it."""


def shots(
    *units: Unit, terrain: tuple[Terrain, ...] = (), contacts: str = "", **more: Any
) -> tuple[str, ...]:
    """The rules that modify A's fire at c, all bases alike."""
    state = scene(*units, terrain=terrain, contacts=contacts, **more)
    found = volley(state, find(state, "A"), find(state, "c"))
    assert isinstance(found, Volley), found
    ((_, tally),) = tallies(found)
    return tuple(row.cite for row in tally.lines)


# ---- the modifiers, each where it bites and where it does not


@pytest.mark.parametrize(
    ("firer", "expected"),
    [
        param(FIRER, (), id="nothing"),
        param(unit("A", foot, 12, repeater, raw, at=(30, 20)), ("11",), marks=rule("11"), id="raw"),
        param(
            unit("A", foot, 12, smoothbore, at=(30, 21), ever_shot=True),
            ("12",),
            marks=rule("12"),
            id="musket",
        ),
        param(
            unit("A", foot, 12, patched, at=(30, 20), ever_shot=True),
            ("12",),
            marks=rule("12"),
            id="patched ball",
        ),
        param(unit("A", foot, 12, minie, at=(30, 20), ever_shot=True), ("12",), marks=rule("12"), id="Minié"),
        param(
            unit("A", foot, 12, repeater, at=(30, 20), ever_shot=True),
            (),
            marks=rule("12"),
            id="no muzzle-loader",
        ),
        param(
            unit("A", foot, 12, minie, at=(30, 20)), (), marks=rule("12", "G-4"), id="first turn of firing"
        ),
        param(
            unit("A", field_gun, at=(30, 20), ever_shot=True),
            (),
            marks=rule("12", "G-8"),
            id="guns are spared",
        ),
        param(
            unit("A", foot, 12, repeater, at=(30, 20), today=MOVED),
            ("13",),
            marks=rule("13"),
            id="firer moved",
        ),
    ],
)
@rule("S5")
def test_what_counts_against_the_firer(firer: Unit, expected: tuple[str, ...]) -> None:
    assert shots(firer, TARGET) == expected


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        param(unit("c", foot, 8, skirmish, at=(30, 26), today=MOVED), ("14",), id="skirmish foot"),
        param(unit("c", horse, 6, skirmish, at=(30, 26), today=MOVED), ("14",), id="skirmish horse"),
        param(unit("c", field_gun, at=(30, 26), today=MOVED), ("14",), id="unlimbered gun"),
        param(
            unit("c", field_gun, 4, limbered, at=(30, 26), today=MOVED),
            (),
            marks=rule("X3"),
            id="limbered gun",
        ),
        param(unit("c", foot, 12, line, at=(30, 26), today=MOVED), (), id="line"),
        param(unit("c", foot, 12, column, at=(30, 27), today=MOVED), (), id="column"),
        param(unit("c", horse, 8, at=(30, 26), today=MOVED), (), id="formed horse"),
        param(
            unit("c", at=(30, 26), today={"moved": True, "unformed": "U1"}),
            (),
            id="unformed is not dispersed",
        ),
    ],
)
@rule("14", "G-5")
def test_dispersed_targets(target: Unit, expected: tuple[str, ...]) -> None:
    firer = unit("A", foot, 2, repeater, at=(30, 20))
    assert shots(firer, target) == expected


WOOD = area("wood", 20, 25, 40, 30)
VILLAGE = area("village", 20, 25, 40, 30)
WORK = work(20, 25, 40, 30)
STILL = unit("c", at=(30, 26), facing=180)


@pytest.mark.parametrize(
    ("target", "ground", "expected"),
    [
        param(TARGET, (), (), id="moving in the open"),
        param(STILL, (), ("17",), marks=rule("17", "G-6"), id="stood still"),
        param(TARGET, (WOOD,), ("17",), marks=rule("17", "Q3"), id="in soft cover"),
        param(STILL, (WOOD,), ("17",), marks=rule("17", "G-7", "S3"), id="both count once"),
        param(TARGET, (VILLAGE,), ("18",), marks=rule("18", "Q5"), id="in hard cover"),
        param(STILL, (VILLAGE,), ("17", "18"), marks=rule("17", "18", "S3"), id="still in hard cover"),
        param(TARGET, (WORK,), ("20",), marks=rule("20", "Q7"), id="entrenched"),
        param(STILL, (WORK,), ("17", "20"), marks=rule("17", "20", "S3"), id="still and entrenched"),
        param(TARGET, (WOOD, VILLAGE), ("18",), marks=rule("G-7"), id="the best cover only: hard beats soft"),
        param(TARGET, (WOOD, WORK, VILLAGE), ("20",), marks=rule("G-7"), id="entrenchment beats all"),
        param(STILL, (WOOD, WORK), ("17", "20"), marks=rule("G-7"), id="and standing still adds to it"),
        param(TARGET, (area("paddy", 20, 25, 40, 30),), (), marks=rule("Q4"), id="no cover in a paddy"),
        param(TARGET, (area("hill", 20, 25, 40, 30),), (), marks=rule("Q9"), id="nor on a hill"),
        param(TARGET, (area("road", 20, 25, 40, 30),), (), marks=rule("Q2"), id="nor on a road"),
    ],
)
@rule("G-46")
def test_still_and_covered_targets(
    target: Unit, ground: tuple[Terrain, ...], expected: tuple[str, ...]
) -> None:
    assert shots(FIRER, target, terrain=ground) == expected


@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        param(VILLAGE, (), marks=rule("19", "18"), id="hard cover is nothing to artillery"),
        param(wall("wall", (20, 25), (40, 25)), (), marks=rule("19"), id="nor a wall"),
        param(WORK, ("20",), marks=rule("19", "20"), id="an entrenchment is"),
        param(WOOD, ("17",), marks=rule("19"), id="and soft cover"),
    ],
)
def test_cover_against_artillery(ground: Terrain, expected: tuple[str, ...]) -> None:
    assert shots(unit("A", field_gun, at=(30, 20)), TARGET, terrain=(ground,)) == expected


@pytest.mark.parametrize(
    ("firer_at", "ground", "expected"),
    [
        param((30, 20), WOOD, ("17",), id="the firer outside"),
        param((30, 25.5), area("wood", 20, 25, 40, 35), ("17",), id="soft cover asks only for the target"),
        param((30, 25.5), area("village", 20, 25, 40, 35), (), id="hard cover: both inside, none"),
        param((30, 25.5), area("work", 20, 25, 40, 35), (), id="nor in one work"),
        param((30, 25.01), area("wood", 20, 25.02, 40, 35), ("17",), id="the firer's centre just outside"),
        param((30, 20), area("wood", 20, 26.01, 40, 30), (), id="the target's centre just outside"),
        param((30, 20), area("wood", 20, 26, 40, 30), ("17",), id="the target's centre on the edge"),
    ],
)
@rule("K2")
def test_area_cover_goes_by_the_centres(
    firer_at: tuple[float, float], ground: Terrain, expected: Any
) -> None:
    target = TARGET if firer_at == (30, 20) else unit("c", at=(30, 27.5), facing=180, today=MOVED)
    assert shots(unit("A", foot, 12, repeater, at=firer_at), target, terrain=(ground,)) == expected


@pytest.mark.parametrize(
    ("kind", "y", "expected"),
    [
        param("wall", 24.5, ("18",), marks=rule("Q8", "18"), id="a wall 1.00 before the target"),
        param("wall", 24.49, (), marks=rule("Q8"), id="1.01 before it"),
        param("hedge", 24.5, ("17",), marks=rule("Q8", "17"), id="a hedge 1.00 before it"),
        param("hedge", 24.49, (), marks=rule("Q8"), id="1.01"),
        param("wall", 27, (), marks=rule("Q8"), id="behind its back"),
    ],
)
@rule("K2")
def test_line_cover_goes_by_the_line_between_the_centres(
    kind: str, y: float, expected: tuple[str, ...]
) -> None:
    assert shots(FIRER, TARGET, terrain=(wall(kind, (20, y), (40, y)),)) == expected
    # Beside that line it covers nobody.
    assert shots(FIRER, TARGET, terrain=(wall(kind, (31, y), (40, y)),)) == ()


@rule("16", "S14", "G-55")
def test_a_target_in_contact_whichever_side_of_the_fight_it_is() -> None:
    deep = unit("c", foot, 12, column, at=(30, 27), facing=180, today=MOVED)
    fighting = unit("A", foot, 2, repeater, at=(30, 20)), deep, unit("B", at=(30, 29), facing=180)
    for contacts in ("B>c", "c>B"):
        assert shots(*fighting, contacts=contacts) == ("16",)
    assert shots(*fighting) == ()


@pytest.mark.parametrize(
    ("weapon", "y", "expected"),
    [
        param(smoothbore, 4.0, (), marks=rule("22"), id="musket 4.00"),
        param(smoothbore, 4.01, ("15",), marks=rule("22"), id="musket 4.01"),
        param(patched, 8.0, (), marks=rule("23"), id="patched ball 8.00"),
        param(patched, 8.01, ("15",), marks=rule("23"), id="patched ball 8.01"),
        param(minie, 10.0, (), marks=rule("24"), id="Minié 10.00"),
        param(minie, 10.01, ("15",), marks=rule("24"), id="Minié 10.01"),
        param(repeater, 8.0, (), marks=rule("25"), id="repeater 8.00"),
        param(repeater, 8.01, ("15",), marks=rule("25"), id="repeater 8.01"),
    ],
)
@rule("15", "S9")
def test_beyond_half_range(weapon: Any, y: float, expected: tuple[str, ...]) -> None:
    target = unit("c", foot, 18, at=(30, 21 + y), facing=180, today=MOVED)
    assert shots(unit("A", foot, 12, weapon, at=(30, 20)), target) == expected


@rule("15", "G-50", "S11")
def test_each_base_measures_for_itself() -> None:
    # Before a slanting line the bases on one side are nearer than those on the other.
    state = scene(
        unit("A", foot, 12, smoothbore, at=(30, 20)),
        unit("c", foot, 12, at=(30, 25), facing=170, today=MOVED),
    )
    found = volley(state, state.units[0], state.units[1])
    assert isinstance(found, Volley)
    assert (found.near, found.far) == (3, 3)
    assert [row.cite for _, tally in tallies(found) for row in tally.lines] == ["15"]
    assert pool(found, six_hits=True).groups == ((3, 4), (3, 5))


# ---- adding up


@rule("21", "G-3")
def test_modifiers_add_up() -> None:
    worst = Shot(True, True, False, True, True, True, True, True, True, True, True, False)
    tally = SHOOTING.tally(worst)
    assert tally.total == -10
    assert [row.value for row in tally.lines] == [-1] * 8 + [-2]
    assert SHOOTING.tally(Shot()).total == 0


@pytest.mark.parametrize(
    ("worse_by", "with_six", "literal"),
    [param(0, 4, 4), param(1, 5, 5), param(2, 6, 6), param(3, 6, 7), param(5, 6, 9)],
)
@rule("10", "G-3", "S2", "21")
def test_what_a_die_must_show(worse_by: int, with_six: int, literal: int) -> None:
    names = ("raw", "moved", "dispersed", "in_contact", "still")
    shot = Shot(**dict.fromkeys(names[:worse_by], True))
    assert pool(Volley(1, 0, shot), six_hits=True).groups == ((1, with_six),)
    assert pool(Volley(1, 0, shot), six_hits=False).groups == ((1, literal),)
