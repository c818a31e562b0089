"""What the table asks of every mover: a plan from a pose, a preview, a region, and refusals with their rule. [B4–B8, W5, G2, H1, X1, X4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.bodies import circles_of, disc, perimeter
from grognard.books.skirmish_1808.facts.deploying import Placing, unplaced, zone_of
from grognard.books.skirmish_1808.facts.driving import Driving, placed_gun
from grognard.books.skirmish_1808.facts.garrisons import (
    Sally,
    capacity,
    enterable,
    free_before,
    indoor_rate,
    outside,
    rooms,
    why_not_enter,
)
from grognard.books.skirmish_1808.facts.ground import house_named
from grognard.books.skirmish_1808.facts.laying import Laying
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.moving import Marching, climb, rate, rate_cite
from grognard.books.skirmish_1808.facts.regrouping import Regrouping, why_not_form
from grognard.books.skirmish_1808.facts.sneaking import Sneaking
from grognard.books.skirmish_1808.facts.staying import staying
from grognard.books.skirmish_1808.facts.walks import Walk, layout, walk
from grognard.books.skirmish_1808.state import Exit, Options, State, Terrain, Unit, Zone, centre
from grognard.books.skirmish_1808.words import Ammo, Arm, Calibre, Class, Pace, Role, Trait
from grognard.engine.domains import Mover
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.shapes import hull
from tests.books.skirmish_1808.drill import (
    area,
    battle,
    foot,
    gun,
    horse,
    leader,
    light,
    road,
    wagons,
    wall,
)
from tests.rules import rule

param = pytest.param
FAR = foot("E", side=1, at=(110, 110))
HOUSE = area("building", 26, 36, 34, 44, "farm")


def cite(found: object) -> str:
    """The rule that refuses, or nothing."""
    return found.cite if isinstance(found, Refusal) else ""


def stage(unit: Unit, *more: Unit, ground: tuple[Terrain, ...] = (), **field: Any) -> tuple[State, Unit]:
    """A battle, and the unit in it that moves."""
    state = battle(unit, *(more or (FAR,)), ground=ground, **field)
    return state, state.units[0]


ZONE = (Zone(0, ((0, 0), (0, 6000), (6000, 6000), (6000, 0))),)


def movers() -> list[Any]:
    """One of each, with a noun that is allowed, one that is not, and its rule."""
    gunner = stage(gun("G", at=(30, 30)))
    return [
        param(Marching(*stage(foot("A", count=4, at=(30, 30))), Pace.NORMAL), (("go", 0, 300),), (("go", 0, 601),), "P1", id="a march"),
        param(Driving(*gunner), (("roll", 3000, 3300, 0),), (("roll", 3000, 3601, 0),), "76", id="a gun"),
        param(Driving(*gunner, on_the_spot=True), (("roll", 3000, 3000, 900),), (("roll", 3000, 3001, 0),), "X1", id="a gun on the spot"),
        param(Regrouping(*stage(foot("A", count=4, at=(30, 30)))), (("dress", 4, 300, 0, 0, 0, 0),), (("dress", 4, 300, 1800, 0, 0, 0),), "W5", id="a regroup"),
        param(Sally(*stage(foot("A", count=4, at=(30, 40), house="farm"), ground=(HOUSE,))), (("place", 3000, 4700, 0),), (("place", 3000, 4000, 0),), "G2", id="a sally"),
        param(Placing(*stage(foot("A", count=4, at=(30, 30)), zones=ZONE)), (("place", 2000, 2000, 0),), (("place", 7000, 2000, 0),), "H1", id="a set-up"),
        param(Laying(*gunner, Ammo.ROUND), (("aim", 3000, 5000, -1),), (("aim", 3000, 9900, -1),), "84", id="a shot"),
    ]  # fmt: skip


@pytest.mark.parametrize(("mover", "good", "bad", "cited"), movers())
@rule("B6", "W5", "G2", "H1", "X1", "X4")
def test_a_preview_says_what_refuses(mover: Mover, good: Any, bad: Any, cited: str) -> None:
    assert mover.refusal(good) is None
    assert cite(mover.refusal(bad)) == cited
    assert mover.preview(good)["refusal"] is None
    assert mover.preview(bad)["refusal"]["cite"] == cited


@pytest.mark.parametrize(("mover", "good", "bad", "cited"), movers())
@rule("B6", "W5", "G2", "H1", "X1", "X4")
def test_nouns_of_another_shape_are_refused(mover: Mover, good: Any, bad: Any, cited: str) -> None:
    for legs in (
        (("nonsense", 1, 2, 3),),
        (*good, *good, *good, *good),
        ((good[0][0], 1),),
        ((*good[0], 1, 1),),
    ):
        found = mover.refusal(legs)
        assert isinstance(found, Refusal)
        assert found.cite in ("B6", "X1", "W5", "G2", "B4", "H1", "X4")


@pytest.mark.parametrize(("mover", "good", "bad", "cited"), movers())
@rule("B6", "W5", "G2", "H1", "X1", "X4")
def test_poses_that_are_none(mover: Mover, good: Any, bad: Any, cited: str) -> None:
    for pose in ((), ("x", "y", "z"), (None, None, None)):
        assert isinstance(mover.plan(pose), Refusal)


@pytest.mark.parametrize(("mover", "good", "bad", "cited"), movers())
@rule("B6", "W5", "G2", "H1", "X1")
def test_to_stay_is_allowed_and_costs_nothing(mover: Any, good: Any, bad: Any, cited: str) -> None:
    if isinstance(mover, Laying):
        assert cite(mover.refusal(())) == "X4", "a shot is laid somewhere"
        return
    assert mover.refusal(()) is None
    shown = mover.preview(())
    assert (shown["cost"], shown["refusal"], shown["difficult"]) == (0, None, False)
    assert shown["end"][:3] == [*centre(mover.unit), mover.unit.facing]
    found = list(mover.candidates())
    assert found[0] == ()
    assert all(mover.refusal(legs) is None for legs in found)


@rule("B6")
def test_what_is_shown_of_who_stays() -> None:
    unit = foot("A", count=1, at=(30, 40), facing=90)
    assert staying(unit, "loose").as_json() == {
        "end": [3000, 4000, 900, "loose"], "body": [], "steps": [], "cost": 0, "allowance": 0,
        "difficult": False, "refusal": None,
    }  # fmt: skip


# --- marches -----------------------------------------------------------------------------------------------


@rule("P1", "B6")
def test_the_preview_of_a_march() -> None:
    state, unit = stage(foot("A", count=2, files=2, at=(30, 30)), ground=(area("crops", 20, 31, 40, 60),))
    shown = Marching(state, unit, Pace.NORMAL).preview((("go", 0, 300),))
    after = replace(unit, figures=placed(unit, [(f.x, f.y + 300) for f in unit.figures]))
    assert shown == {
        "end": [3000, 3300, 0, ""],
        "body": [list(p) for p in perimeter(after)],
        "spots": [list(c) for c in circles_of(after)],
        "steps": [["crops, brush, orchard", -200, "39"]],
        "cost": 300,
        "allowance": 400,
        "difficult": True,
        "refusal": None,
    }
    assert not Marching(*stage(foot("A")), Pace.NORMAL).preview((("go", 0, 1),))["difficult"]
    over = Marching(
        *stage(foot("A", count=1, at=(30, 30)), ground=(wall(2, (20, 31), (40, 31)),)), Pace.NORMAL
    )
    assert over.preview((("go", 0, 200),))["difficult"], "a wall"
    assert "refusal" in over.preview((("wheel", 1),))


@rule("1", "S3")
def test_rates_by_pace() -> None:
    assert [rate(foot("A"), p) for p in Pace] == [600, 1000, 1500]
    assert [rate(gun("A"), p) for p in Pace] == [600, 1000, 1500], "gunners without a gun go as line foot"
    assert [rate_cite(u) for u in (foot("A"), gun("A"), light("A"), horse("A"), wagons("A"))] == [
        "1",
        "1",
        "2",
        "4",
        "S3",
    ]


@rule("P6", "P4")
@pytest.mark.parametrize(
    ("unit", "heights", "far", "refused"),
    [
        param(foot("A", count=1, at=(30, 30)), 2, 2, "", id="6 less 4"),
        param(foot("A", count=1, at=(30, 30)), 2, 2.01, "P1", id="no farther"),
        param(foot("A", count=1, at=(30, 29.49)), 3, 2.5, "P6", id="nothing left, and not at its foot"),
        param(foot("A", count=1, at=(30, 29.5)), 3, 2.5, "", id="1 from its foot"),
        param(foot("A", count=1, at=(30, 30)), 3, 5.5, "", id="over it, a base and 1 behind it"),
        param(foot("A", count=1, at=(30, 30)), 3, 5.51, "P1", id="no farther behind it"),
        param(horse("A", count=1, at=(30, 30)), 6, 9, "", id="horse jumps it: 15 less 6"),
    ],
)
def test_over_a_wall(unit: Unit, heights: float, far: float, refused: str) -> None:
    state, mover = stage(unit, ground=(wall(heights, (20, 31.5), (40, 31.5)),))
    found = Marching(state, mover, Pace.NORMAL).refusal((("go", 0, round(far * 100)),))
    assert cite(found) == refused


@rule("P6")
def test_how_far_a_climb_brings() -> None:
    state = battle(foot("A"), ground=(wall(4, (20, 31.5), (40, 31.5)),))
    up = (((3000, 3000), (3000, 3400)),)
    assert climb(state, ((3000, 3000, 100),), up) == 150 + 300 + 100
    assert climb(state, ((3000, 2950, 100),), up) == 200 + 300 + 100
    assert climb(state, ((3000, 2949, 100),), up) == 0
    assert climb(state, ((3000, 2949, 100), (3300, 3000, 100)), up) == 201 + 300 + 100, (
        "one at its foot is enough"
    )
    assert climb(state, ((3000, 3000, 100),), (((3000, 3000), (3000, 3100)),)) == 0


@rule("B8")
def test_who_begins_too_near_an_enemy_may_draw_off() -> None:
    state, unit = stage(foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 32.5)))
    mover = Marching(state, unit, Pace.NORMAL)
    assert mover.refusal((("go", 0, -300),)) is None
    assert cite(mover.refusal((("go", 0, 10),))) == "B8"
    far, other = stage(foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 35)))
    assert cite(Marching(far, other, Pace.NORMAL).refusal((("go", 0, 202),))) == "B8", (
        "who was clear does not come near"
    )


@rule("B8")
def test_no_base_on_another() -> None:
    friend, hidden = light("F", count=1, at=(30, 34)), light("H", count=1, at=(30, 34))
    for state in (
        battle(light("A", count=1), FAR, friend),
        battle(light("A", count=1), FAR, hidden=(hidden,)),
    ):
        mover = Marching(state, state.units[0], Pace.NORMAL)
        assert cite(mover.refusal((("go", 0, 300),))) == "B8"
        assert mover.refusal((("go", 0, 700),)) is None, "past him"
    led = battle(light("A", count=1), FAR, leader("L", at=(30, 34), attached=0))
    assert Marching(led, led.units[0], Pace.NORMAL).refusal((("go", 0, 400),)) is None, (
        "his own leader goes along"
    )
    gone = battle(light("A", count=1), FAR, leader("L", at=(30, 34)))
    assert cite(Marching(gone, gone.units[0], Pace.NORMAL).refusal((("go", 0, 400),))) == "B8"


@pytest.mark.parametrize(
    ("unit", "friend", "passes"),
    [
        param(light("A", count=1), light("F", count=1, at=(30, 34)), True, id="loose through loose"),
        param(
            light("A", count=1),
            foot("F", count=6, files=3, formed=True, at=(30, 34)),
            False,
            id="not through formed",
        ),
        param(light("A", count=1), gun("F", crew=2, at=(30, 34)), False, id="nor a gun"),
        param(light("A", count=1), wagons("F", 1, at=(30, 34)), False, id="nor wagons"),
        param(leader("A"), foot("F", count=6, files=3, formed=True, at=(30, 34)), True, id="leaders pass"),
        param(light("A", count=1), leader("F", at=(30, 34)), True, id="and are passed"),
    ],
)
@rule("B8")
def test_who_passes_through_whom(unit: Unit, friend: Unit, passes: bool) -> None:
    state, mover = stage(unit, friend, FAR)
    assert (Marching(state, mover, Pace.NORMAL).refusal((("go", 0, 800),)) is None) is passes


@rule("B8")
def test_formed_units_pass_nobody() -> None:
    state, unit = stage(light("A", count=6, formed=True, at=(30, 30)), light("F", count=1, at=(30, 34)), FAR)
    assert cite(Marching(state, unit, Pace.NORMAL).refusal((("move", 0, 800),))) == "B8"
    state, unit = stage(
        light("A", count=1, at=(30, 30)), foot("F", count=6, files=3, formed=True, at=(30, 31.5)), FAR
    )
    assert Marching(state, unit, Pace.NORMAL).refusal((("go", 0, -400),)) is None, (
        "who stands among them comes out"
    )


@rule("S6")
@pytest.mark.parametrize(
    ("side", "names", "y", "out"),
    [
        (0, (), 150, True),
        (0, (), 151, False),
        (1, (), 150, False),
        (0, ("A",), 150, True),
        (0, ("Z",), 150, False),
    ],
)
def test_who_leaves_where(side: int, names: tuple[str, ...], y: int, out: bool) -> None:
    way_out = Exit(side, ((2000, 0), (4000, 0)), names)
    state, unit = stage(foot("A", count=1, at=(30, 5)), exits=(way_out,))
    found = Marching(state, unit, Pace.NORMAL).refusal((("go", 0, y - 500), ("leave", 1)))
    assert cite(found) == ("" if out else "S6")


@rule("G2", "34")
@pytest.mark.parametrize(("west", "refused"), [(38, ""), (31, "G2")])
def test_nobody_comes_out_of_a_house_into_the_walls_of_the_next(west: float, refused: str) -> None:
    barn = area("building", west, 46, west + 8, 54, name="barn")
    state, unit = stage(foot("A", count=4, at=(30, 40), house="farm"), ground=(HOUSE, barn))
    assert cite(Sally(state, unit).refusal((("place", 3000, 4700, 0),))) == refused


@rule("W3", "O3")
@pytest.mark.parametrize(("ground", "refused"), [((), ""), ((area("light_wood", 20, 31, 40, 34),), "W3")])
def test_who_loses_its_formation_on_a_march_looks_all_round_at_its_end(
    ground: tuple[Terrain, ...], refused: str
) -> None:
    """The enemy beside it is out of sight of ranks that look ahead, and in sight of men who stand loose."""
    state, unit = stage(
        foot("A", count=8, formed=True, at=(30, 30)), foot("B", side=1, count=1, at=(42, 30)), ground=ground
    )
    assert cite(Marching(state, unit, Pace.MARCH).refusal((("move", 0, 400),))) == refused


@rule("W3")
@pytest.mark.parametrize(("y", "refused"), [(52.01, ""), (52, "W3")])
def test_how_near_a_march_ends(y: float, refused: str) -> None:
    state, unit = stage(foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, y)))
    assert cite(Marching(state, unit, Pace.MARCH).refusal((("go", 0, 1000),))) == refused
    assert cite(Marching(state, unit, Pace.NORMAL).refusal((("go", 0, 600),))) == ""
    screened, mover = stage(
        foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, y)),
        ground=(area("building", 25, 46, 35, 48),),
    )  # fmt: skip
    assert Marching(screened, mover, Pace.MARCH).refusal((("go", 0, 1000),)) is None, "not seen from there"
    around = battle(
        foot("B", side=1, count=1, at=(38, 45)),
        foot("A", count=1, at=(30, 30)),
        ground=(area("building", 33, 26, 35, 38),),
    )
    assert cite(Marching(around, around.units[1], Pace.MARCH).refusal((("go", 0, 1000),))) == "W3", (
        "it is what it sees at its end that counts"
    )


@rule("H2", "W3")
def test_a_hidden_unit_may_march_up_unseen() -> None:
    state = battle(
        foot("E", side=1, at=(30, 90)), hidden=(light("H", count=1, at=(30, 30)),), conceals=(True, False)
    )
    assert Marching(state, state.hidden[0], Pace.MARCH).refusal((("go", 0, 1000),)) is None
    assert Sneaking(state, state.hidden[0]).base == 800


@pytest.mark.parametrize(
    ("unit", "pose", "legs"),
    [
        param(foot("A", count=4, at=(30, 30)), (3100, 3200, 0), (("go", 100, 200),), id="loose"),
        param(
            foot("A", count=4, at=(30, 30)), (3100, 3200, 19), (("go", 100, 200),), id="nearly as it faces"
        ),
        param(
            foot("A", count=4, at=(30, 30)),
            (3000, 3200, 20),
            (("go", 0, 200), ("dress", 2, 300, 20)),
            id="faced anew",
        ),
        param(
            foot("A", count=6, formed=True, at=(30, 30)), (3000, 3400, 0), (("move", 0, 400),), id="formed"
        ),
        param(
            foot("A", count=6, formed=True, at=(30, 30)),
            (3000, 3400, 19),
            (("move", 0, 400),),
            id="formed, nearly as it faces",
        ),
        param(
            foot("A", count=6, formed=True, at=(30, 30)),
            (3200, 3200, 0),
            (("move", 450, 283),),
            id="formed, obliquely",
        ),
        param(
            foot("A", count=6, formed=True, at=(30, 30)),
            (3000, 3200, 1800),
            (("about", 1),),
            id="turned about, 2 off",
        ),
        param(
            foot("A", count=6, formed=True, at=(30, 30)),
            (3000, 3000, 1351),
            (("about", 1),),
            id="hardly turned about",
        ),
    ],
)
@rule("B6", "B7")
def test_the_plan_of_a_march(unit: Unit, pose: Any, legs: Any) -> None:
    assert Marching(*stage(unit), Pace.NORMAL).plan(pose) == legs


@rule("B7")
@pytest.mark.parametrize(
    ("first", "kinds"),
    [
        ((("wheel", 300),), ["wheel"]),
        ((("wheel", 300), ("move", 0, 150)), ["wheel", "move"]),
        ((("wheel", -300), ("move", 440, 150)), ["wheel", "move"]),
        ((("move", 0, 150), ("wheel", 300)), ["wheel", "move"]),
        ((("move", -450, 150), ("wheel", 300)), ["move", "wheel"]),
        ((("move", 440, 150), ("wheel", -300)), ["move", "wheel"]),
    ],
)
def test_a_wheel_is_found_for_a_pose(first: Any, kinds: list[str]) -> None:
    state, unit = stage(light("A", count=6, formed=True, at=(60, 60)))
    there = walk(unit, first)
    assert isinstance(there, Walk)
    legs = Marching(state, unit, Pace.NORMAL).plan((*there.middles[-1], there.facing))
    assert not isinstance(legs, Refusal), legs
    assert [leg[0] for leg in legs] == kinds
    back = walk(unit, legs)
    assert isinstance(back, Walk)
    x, y = there.middles[-1]
    assert abs(back.middles[-1][0] - x) <= 50
    assert abs(back.middles[-1][1] - y) <= 50
    assert back.facing == there.facing


# --- regrouping --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "ground", "refused"),
    [
        param(foot("A", count=6), (), "", id="six"),
        param(foot("A", count=5), (), "O1", id="five"),
        param(foot("A", count=6, traits=(Trait.CANNOT_FORM,)), (), "O1", id="who cannot"),
        param(replace(foot("A", count=6), arm=Arm.WAGON), (), "O1", id="wagons"),
        param(leader("A", escorts=6), (), "O1", id="a leader"),
        param(foot("A", count=6), (area("light_wood", 0, 0, 60, 60),), "O1", id="in a wood"),
        param(foot("A", count=6), (area("rocks", 0, 0, 60, 60),), "", id="foot in rocks"),
        param(horse("A", count=6), (area("rocks", 0, 0, 60, 60),), "O1", id="horse in rocks"),
    ],
)
@rule("O1")
def test_who_may_be_formed(unit: Unit, ground: Any, refused: str) -> None:
    state, each = stage(unit, ground=ground)
    from grognard.books.skirmish_1808.facts.ground import met

    assert cite(why_not_form(state, each, met(state, [((3000, 3000), (3000, 3001))]))) == refused
    free = battle(unit)
    orders = Regrouping(free, free.units[0]).orders()
    assert orders == (("loose", "formed") if not refused or ground else ("loose",))


@pytest.mark.parametrize(
    ("leg", "refused"),
    [
        param((4, 300, 0, 0, 0, 0), "", id="one rank"),
        param((5, 300, 0, 0, 0, 0), "B4", id="more files than men"),
        param((0, 300, 0, 0, 0, 0), "B4", id="no files"),
        param((1, 300, 0, 0, 0, 0), "B4", id="four ranks"),
        param((1, 300, 0, 0, 0, 1), "B3", id="four ranks, formed"),
        param((4, 300, 0, 0, 0, 2), "B3", id="neither formed nor loose"),
        param((4, 200, 0, 0, 0, 0), "", id="touching"),
        param((4, 199, 0, 0, 0, 0), "B4", id="overlapping"),
        param((4, 700, 0, 0, 0, 0), "W5", id="widest, but too far to go"),
        param((4, 701, 0, 0, 0, 0), "B4", id="too wide"),
        param((4, 300, 0, 0, 202, 0), "", id="2 on, and a hair for rounding"),
        param((4, 300, 0, 0, 203, 0), "W5", id="more than 2 on"),
        param((4, 300, 0, 202, 0, 0), "", id="2 aside"),
        param((4, 300, 0, 0, 0, 1), "O1", id="four cannot form"),
    ],
)
@rule("W5", "B3", "B4")
def test_what_a_regroup_may_do(leg: tuple[int, ...], refused: str) -> None:
    state, unit = stage(foot("A", count=4, files=4, at=(30, 30)))
    assert cite(Regrouping(state, unit).refusal((("dress", *leg),))) == refused


@rule("W5", "B4")
def test_three_ranks_and_the_longest_way() -> None:
    state, unit = stage(foot("A", count=3, files=3, pitch=200, at=(30, 30)))
    assert Regrouping(state, unit).refusal((("dress", 1, 200, 0, 0, 0, 0),)) is None
    lone, single = stage(foot("A", count=1, at=(30, 30)))
    for step, far, refused in ((None, 200, ""), (150, 150, ""), (150, 151, "W5")):
        assert cite(Regrouping(lone, single, step).refusal((("dress", 1, 300, 0, 0, far, 0),))) == refused
    guided = foot("A", roles=(Role.RANKER, Role.GUIDE), at=(30, 30))
    assert [Regrouping(*stage(u)).step for u in (foot("A"), guided)] == [400, 600]


@pytest.mark.parametrize(
    ("unit", "more", "ground", "refused"),
    [
        param(foot("A", count=1, at=(30, 30)), (), (wall(2, (20, 31), (40, 31)),), "W5", id="over a wall"),
        param(horse("A", count=1, at=(30, 30)), (), (area("wood", 20, 31, 40, 60),), "30", id="into forbidden ground"),
        param(horse("A", count=1, at=(30, 30)), (), (area("wood", 20, 31, 40, 60), road("road", (30, 0), (30, 90))), "", id="but on a road"),
        param(foot("A", count=1, at=(30, 118.5)), (), (), "M7", id="over the edge"),
        param(foot("A", count=1, at=(30, 30)), (foot("B", count=1, at=(30, 33.9)),), (), "B8", id="on a friend"),
        param(foot("A", count=1, at=(30, 30)), (foot("B", count=1, at=(30, 34)),), (), "", id="touching a friend"),
        param(foot("A", count=1, at=(30, 30)), (leader("B", at=(30, 33), attached=0),), (), "", id="its own leader"),
        param(foot("A", count=1, at=(30, 30)), (foot("B", side=1, count=1, at=(30, 34.9)),), (), "B8", id="within 1 of an enemy"),
        param(foot("A", count=1, at=(30, 30)), (foot("B", side=1, count=1, at=(30, 35)),), (), "", id="1 from an enemy"),
        param(foot("A", count=1, at=(30, 30)), (foot("B", side=1, count=1, at=(31, 31.9)),), (), "B8", id="nearer to one close by"),
        param(foot("A", count=1, at=(30, 30)), (foot("B", side=1, count=1, at=(30, 27.5)),), (), "", id="away from one close by"),
    ],
)  # fmt: skip
@rule("W5", "B8", "M7", "P2")
def test_where_a_regroup_may_end(unit: Unit, more: Any, ground: Any, refused: str) -> None:
    state, each = stage(unit, *more, ground=ground)
    assert cite(Regrouping(state, each).refusal((("dress", 1, 300, 0, 0, 200, 0),))) == refused


@rule("O1", "O3", "P2")
def test_ranks_kept_on_a_road_stay_so() -> None:
    ground = (area("light_wood", 0, 0, 60, 60), road("road", (30, 0), (30, 90)))
    legs = (("dress", 6, 200, 0, 0, 100, 1),)
    formed, loose = (
        foot("A", count=6, files=6, formed=True, at=(30, 30)),
        foot("A", count=6, files=6, pitch=200, at=(30, 30)),
    )
    assert Regrouping(*stage(formed, ground=ground)).refusal(legs) is None
    assert cite(Regrouping(*stage(loose, ground=ground)).refusal(legs)) == "O1"
    assert cite(Regrouping(*stage(formed, ground=ground[:1])).refusal(legs)) == "O1"


@rule("W5")
def test_the_plan_and_preview_of_a_regroup() -> None:
    state, unit = stage(foot("A", count=6, files=3, at=(30, 30)))
    mover = Regrouping(state, unit)
    assert mover.plan((3000, 3100, 0)) == (("dress", 3, 300, 0, 0, 100, 0),)
    assert mover.plan((3000, 3000, 0, "formed")) == (("dress", 3, 200, 0, 0, 0, 1),)
    assert mover.plan((3000, 3000, 0, "loose")) == (("dress", 3, 300, 0, 0, 0, 0),)
    formed = Regrouping(*stage(replace(foot("A", count=6, files=3, formed=True, at=(30, 30)), files=3)))
    assert formed.plan((3000, 3000, 0, ""))[0][6] == 1, "as it is"
    assert formed.orders() == ("formed", "loose")
    assert cite(mover.plan((3000, 3900, 0))) == "W5"
    assert list(Regrouping(*stage(foot("A", count=7, files=5))).depths()) == [5, 4, 3, 7]
    assert list(Regrouping(*stage(foot("A", count=8, files=2))).depths()) == [4, 3, 8], "not four ranks"
    assert list(Regrouping(*stage(foot("A", count=2, files=6))).depths()) == [2, 1]
    assert [mover.usual_pitch(f) for f in (0, 1)] == [300, 200]
    x, y = centre(unit)
    assert mover.region() == ((x - 200, y - 200), (x - 200, y + 200), (x + 200, y + 200), (x + 200, y - 200))
    shown = mover.preview((("dress", 6, 300, 10, 0, 0, 0),))
    after = replace(unit, figures=placed(unit, layout(unit, (3000, 3000), 6, 300, 10, False)))
    assert shown["body"] == [list(p) for p in perimeter(after)]
    assert (shown["end"][2:], shown["allowance"], shown["difficult"]) == ([10, ""], 400, False)
    assert shown["steps"] == [["longest way", shown["cost"], "W5"]]
    assert mover.preview((("dress", 6, 300),))["refusal"]["cite"] == "W5"


@rule("W5", "B4")
def test_a_closer_layout_is_planned_where_the_usual_one_does_not_fit() -> None:
    walls = foot("B", count=1, at=(25, 30)), foot("C", count=1, at=(35, 30))
    state, unit = stage(foot("A", count=3, files=3, pitch=200, at=(30, 30)), *walls)
    assert Regrouping(state, unit).plan((3000, 3000, 0)) == (("dress", 3, 300, 0, 0, 0, 0),)
    tight = foot("B", count=1, at=(25.5, 30)), foot("C", count=1, at=(34.5, 30))
    state, unit = stage(foot("A", count=3, files=3, pitch=200, at=(30, 30)), *tight)
    legs = Regrouping(state, unit).plan((3000, 3000, 0))
    assert not isinstance(legs, Refusal)
    assert legs != (("dress", 3, 300, 0, 0, 0, 0),)


# --- houses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "more", "ground", "refused"),
    [
        param(foot("A", count=1, at=(30, 30)), (), (), "", id="5 less a base, 5 allowed"),
        param(foot("A", count=1, at=(30, 29.99)), (), (), "G2", id="too far"),
        param(horse("A", count=1, at=(30, 33)), (), (), "34", id="horse"),
        param(foot("A", count=1, at=(30, 33), house="barn"), (), (), "G2", id="indoors already"),
        param(foot("A", count=16, files=8, pitch=200, at=(30, 33)), (), (), "", id="as many as fit"),
        param(foot("A", count=17, files=9, pitch=200, at=(30, 33)), (), (), "G1", id="too many"),
        param(foot("A", count=1, at=(30, 33)), (foot("B", house="farm", at=(30, 40)),), (), "G1", id="somebody is in"),
        param(foot("A", count=1, at=(30, 33)), (leader("L", at=(30, 30), attached=0),), (), "", id="with a leader on foot"),
        param(foot("A", count=1, at=(30, 33)), (leader("L", mounted=True, at=(30, 30), attached=0),), (), "34", id="with a mounted leader"),
        param(foot("A", count=1, at=(30, 33)), (), (wall(2, (20, 35), (40, 35)),), "G2", id="a wall before it"),
        param(foot("A", count=1, at=(30, 32)), (), (area("crops", 20, 30, 40, 36),), "", id="crops before it: 5 less 2"),
        param(foot("A", count=1, at=(30, 31.99)), (), (area("crops", 20, 30, 40, 36),), "G2", id="too far in crops"),
        param(foot("A", count=1, at=(30, 34)), (), (area("heavy_wood", 20, 30, 40, 36),), "", id="1 at least"),
        param(foot("A", count=1, at=(30, 33.99)), (), (area("heavy_wood", 20, 30, 40, 36),), "G2", id="more than 1"),
    ],
)  # fmt: skip
@rule("G1", "G2", "34")
def test_who_gets_into_a_house(unit: Unit, more: Any, ground: Any, refused: str) -> None:
    state, each = stage(unit, *more, ground=(HOUSE, *ground))
    assert cite(why_not_enter(state, each, house_named(state, "farm"))) == refused
    assert enterable(state, each) == (() if refused else ("farm",))


@rule("G1", "G2", "34")
def test_rooms_and_rates() -> None:
    state = battle(foot("A"), ground=(area("building", 20, 20, 26, 25, "farm"),))
    house = house_named(state, "farm")
    assert capacity(house) == 7, "30 square centimetres, 4 each"
    assert [indoor_rate(u) for u in (foot("A"), light("A"), foot("A", class_=Class.QUICK))] == [500, 700, 900]
    assert list(rooms(foot("A", count=8), house)) == [
        (2100, 2100), (2300, 2100), (2500, 2100), (2100, 2300), (2300, 2300), (2500, 2300), (2100, 2100), (2300, 2100),
    ]  # fmt: skip
    odd = battle(foot("A"), ground=(area("building", 20, 20, 25.98, 23.98, "odd"),))
    assert list(rooms(foot("A", count=3), house_named(odd, "odd"))) == [
        (2100, 2100),
        (2300, 2100),
        (2100, 2100),
    ]
    hut = battle(foot("A"), ground=(area("building", 20, 20, 21.5, 21.5, "hut"),))
    assert list(rooms(foot("A", count=2), house_named(hut, "hut"))) == [(2100, 2100), (2100, 2100)]


@pytest.mark.parametrize(
    ("enemy", "facing", "spot"),
    [
        param((30, 100), 1800, (3000, 3200), id="south"),
        param((30, 2), 0, (3000, 4800), id="north"),
        param((100, 40), 2700, (2200, 4000), id="west"),
        param((2, 40), 900, (3800, 4000), id="east"),
    ],
)
@rule("G6")
def test_a_garrison_leaves_away_from_the_enemy(
    enemy: tuple[float, float], facing: int, spot: tuple[int, int]
) -> None:
    state, unit = stage(
        foot("A", count=3, at=(30, 40), house="farm"), foot("E", side=1, count=1, at=enemy), ground=(HOUSE,)
    )
    found = outside(state, unit)
    assert found is not None
    places, out = found
    assert out == facing
    assert list(places) == list(layout(unit, spot, 2, 300, facing, False))


@rule("G6", "B4a", "B8")
@pytest.mark.parametrize(
    ("enemy", "places", "free"),
    [
        param((30, 29), [(3000, 3200)], True, id="1 from an enemy"),
        param((30, 29.02), [(3000, 3200)], False, id="within 1 of an enemy"),
        param((90, 90), [(3300, 3200)], True, id="shifted by 3"),
        param((90, 90), [(3301, 3200)], False, id="shifted by more"),
        param((90, 90), [(3000, 3300)], True, id="before the wall"),
        param((90, 90), [(3000, 3601)], False, id="not behind it"),
    ],
)
def test_which_side_of_a_house_is_free(enemy: tuple[float, float], places: Any, free: bool) -> None:
    garrison = replace(foot("A", count=1, at=(30, 40)), house="farm")
    state, unit = stage(garrison, foot("E", side=1, count=1, at=enemy), ground=(HOUSE,))
    south = (3400, 3600), (2600, 3600)
    wanted = ((3000, 3200),) if places != [(3000, 3601)] else ((3000, 3500),)
    assert free_before(state, unit, south, wanted, tuple(places)) is free


@pytest.mark.parametrize(
    ("spot", "more", "ground", "refused"),
    [
        param((3000, 4900), (), (), "", id="5 from the wall"),
        param((3000, 4901), (), (), "G2", id="farther"),
        param((3000, 4500), (), (), "", id="touching the wall"),
        param((3000, 4499), (), (), "G2", id="half inside"),
        param((3000, 4700), (), (wall(2, (20, 45), (40, 45)),), "G2", id="over a wall"),
        param((3000, 4700), (), (area("crops", 20, 44, 40, 60),), "", id="3 in crops"),
        param((3000, 4701), (), (area("crops", 20, 44, 40, 60),), "P1", id="farther in crops"),
        param((3000, 4500), (), (area("heavy_wood", 20, 44, 40, 60),), "", id="1 in heavy wood"),
        param((3000, 4501), (), (area("heavy_wood", 20, 44, 40, 60),), "P1", id="farther in heavy wood"),
        param((3000, 4700), (foot("F", count=1, at=(30, 49)),), (), "", id="touching a friend"),
        param((3000, 4700), (foot("F", count=1, at=(30, 48.9)),), (), "B8", id="on a friend"),
        param((3000, 4700), (foot("F", side=1, count=1, at=(30, 50)),), (), "", id="1 from an enemy"),
        param((3000, 4700), (foot("F", side=1, count=1, at=(30, 49.9)),), (), "B8", id="within 1"),
    ],
)  # fmt: skip
@rule("G2", "G2a", "B8", "P1")
def test_where_a_garrison_comes_out(spot: tuple[int, int], more: Any, ground: Any, refused: str) -> None:
    state, unit = stage(foot("A", count=1, at=(30, 40), house="farm"), *more, ground=(HOUSE, *ground))
    assert cite(Sally(state, unit).refusal((("place", *spot, 0),))) == refused


@rule("G2")
@pytest.mark.parametrize("count", [4, 8, 12])
def test_a_garrison_of_any_size_gets_out_of_its_house(count: int) -> None:
    mover = Sally(*stage(foot("A", count=count, at=(30, 40), house="farm"), ground=(HOUSE,)))
    ways = [legs for legs in mover.candidates() if legs]
    assert ways
    assert all(mover.refusal(legs) is None for legs in ways)


@rule("G2a", "M7", "34")
def test_the_preview_and_plan_of_a_sally() -> None:
    state, unit = stage(foot("A", count=3, at=(30, 40), house="farm"), ground=(HOUSE,))
    mover = Sally(state, unit)
    legs = mover.plan((3000, 4700, 3610))
    assert legs == (("place", 3000, 4700, 10),)
    spots = layout(unit, (3000, 4700), 2, 300, 10, False)
    assert mover.preview(legs) == {
        "end": [3000, 4700, 10, ""],
        "body": [list(p) for p in hull(spots)],
        "spots": [[*spot, 100] for spot in spots],
        "steps": [["inside a building", -100, "34"]],
        "cost": max(y for _, y in spots) - 4400,
        "allowance": 500,
        "difficult": False,
        "refusal": None,
    }
    assert mover.region() == disc((*centre(unit), 1000))
    assert mover.preview((("place", 1),))["refusal"]["cite"] == "G2"
    edge = battle(
        foot("A", count=1, at=(30, 40), house="farm"), ground=(area("building", 26, 112, 34, 118, "farm"),)
    )
    assert cite(Sally(edge, edge.units[0]).refusal((("place", 3000, 11910, 0),))) == "M7"
    assert len(list(mover.candidates())) == 5


# --- setting up --------------------------------------------------------------------------------------------


def put(mover: Placing, legs: Any) -> Unit:
    """The unit put down."""
    found = mover.work_out(legs)
    assert isinstance(found, Unit)
    return found


def placing(unit: Unit, *more: Unit, **field: Any) -> Placing:
    return Placing(*stage(unit, *more, zones=field.pop("zones", ZONE), **field))


@pytest.mark.parametrize(
    ("unit", "leg", "more", "ground", "refused"),
    [
        param(foot("A", count=1), (6000, 3000, 0), (), (), "", id="on the line of its zone"),
        param(foot("A", count=1), (6001, 3000, 0), (), (), "H1", id="outside"),
        param(foot("A", count=1), (99, 3000, 0), (), (), "M7", id="over the edge"),
        param(horse("A", count=1), (3000, 3000, 0), (), (area("wood", 20, 20, 40, 40),), "30", id="horse in a wood"),
        param(foot("A", count=6), (3000, 3000, 0, 1), (), (), "", id="formed"),
        param(foot("A", count=6), (3000, 3000, 0, 1), (), (area("light_wood", 20, 20, 40, 40),), "O1", id="formed in a wood"),
        param(foot("A", count=6), (3000, 3000, 0, 0), (), (area("light_wood", 20, 20, 40, 40),), "", id="loose in a wood"),
        param(foot("A", count=5), (3000, 3000, 0, 1), (), (), "O1", id="too few to form"),
        param(foot("A", count=1), (3000, 3000, 0), (foot("F", count=1, at=(30, 31.9)),), (), "B8", id="on a friend"),
        param(foot("A", count=1), (3000, 3000, 0), (foot("F", count=1, at=(30, 32)),), (), "", id="touching a friend"),
    ],
)  # fmt: skip
@rule("H1", "O1", "B8", "M7")
def test_where_a_unit_may_be_set_up(unit: Unit, leg: Any, more: Any, ground: Any, refused: str) -> None:
    assert cite(placing(unit, *more, ground=ground).refusal((("place", *leg),))) == refused


@rule("H1", "B8")
def test_hidden_units_are_set_up_among_themselves() -> None:
    crops = (area("crops", 0, 0, 60, 60),)
    lurkers = (
        light("H", count=1, at=(20, 20)),
        light("K", count=1, at=(30, 30)),
        light("Z", side=1, count=1, at=(40, 40)),
    )
    state = battle(FAR, hidden=lurkers, zones=ZONE, ground=crops, conceals=(True, True))
    mover = Placing(state, state.hidden[0])
    assert cite(mover.refusal((("place", 3000, 3100, 0),))) == "B8", "on another of ours"
    assert mover.refusal((("place", 4000, 4100, 0),)) is None, "of theirs nobody knows"
    assert mover.refusal((("place", 2000, 2050, 0),)) is None, "a little aside of where it is"
    bare = replace(state, field=replace(state.field, terrain=()))
    assert cite(Placing(bare, bare.hidden[0]).refusal((("place", 2000, 2100, 0),))) == "H1", "no cover"
    near = battle(horse("E", side=1, count=1, at=(70, 20)), hidden=lurkers[:1], zones=ZONE, ground=crops)
    assert Placing(near, near.hidden[0]).refusal((("place", 4249, 2000, 0),)) is None
    assert cite(Placing(near, near.hidden[0]).refusal((("place", 4250, 2000, 0),))) == "H1", (
        "within a charge of 25"
    )
    assert (
        Placing(near, replace(light("A", count=1, at=(20, 20)), id=0)).refusal((("place", 5000, 2000, 0),))
        is None
    )


@rule("H1", "O1")
def test_the_plan_and_preview_of_a_set_up() -> None:
    mover = placing(foot("A", count=6, files=3, pitch=400, at=(30, 30)))
    assert mover.plan((2000, 2000, 3650)) == (("place", 2000, 2000, 50),)
    assert mover.plan((2000, 2000, 0, "formed")) == (("place", 2000, 2000, 0, 1),)
    assert mover.plan((2000, 2000, 0, "loose")) == (("place", 2000, 2000, 0, 0),)
    assert mover.plan((2000, 2000, 0, "")) == (("place", 2000, 2000, 0),)
    assert cite(mover.plan((9000, 2000, 0))) == "H1"
    kept, formed = put(mover, (("place", 2000, 2000, 0),)), put(mover, (("place", 2000, 2000, 0, 1),))
    assert (kept.pitch, kept.formed, kept.facing) == (400, False, 0), "as it was drawn up"
    assert (formed.pitch, formed.formed) == (200, True)
    block = placing(foot("A", count=6, files=3, formed=True, at=(30, 30)))
    assert put(block, (("place", 2000, 2000, 0, 0),)).pitch == 300
    assert (mover.orders(), block.orders()) == (("loose", "formed"), ("formed", "loose"))
    assert placing(foot("A", count=5)).orders() == ("loose",)
    shown = mover.preview((("place", 2000, 2000, 0, 1),))
    assert shown == {
        "end": [*centre(formed), 0, "formed"], "body": [list(p) for p in perimeter(formed)],
        "spots": [list(c) for c in circles_of(formed)], "steps": [],
        "cost": 0, "allowance": 0, "difficult": False, "refusal": None,
    }  # fmt: skip
    assert mover.preview(())["end"][3] == "loose"
    assert block.preview(())["end"][3] == "formed"
    assert mover.region() == ZONE[0].poly
    piece = placing(gun("G"))
    assert put(piece, (("place", 2000, 2000, 900),)) == placed_gun(piece.unit, 2000, 2000, 900)
    assert len(list(mover.candidates())) == 17


@rule("H1")
def test_who_may_be_shifted_at_set_up() -> None:
    units = (
        foot("A"), foot("B", house="farm", at=(60, 60)), leader("L", at=(30, 50), attached=0), foot("E", side=1, at=(60, 90)),
    )  # fmt: skip
    state = battle(
        *units,
        hidden=(light("H", at=(50, 50)), light("Z", side=1, at=(90, 90))),
        zones=ZONE,
        options=Options(),
    )
    assert unplaced(state, 0) == (0, -1)
    assert unplaced(state, 1) == ()
    assert zone_of(state, state.units[0]) == ZONE[0]
    assert zone_of(state, state.units[3]) is None
    own = battle(foot("A"), foot("B", at=(60, 60)), zones=(Zone(0, ZONE[0].poly, "A"), Zone(1, ZONE[0].poly)))
    assert unplaced(own, 0) == (0,)


# --- guns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leg", "more", "refused"),
    [
        param((3000, 3600, 0), (), "", id="6"),
        param((3000, 3000, 1800), (), "", id="only turned"),
        param((199, 3000, 0), (), "76", id="far and over the edge"),
        param((3000, 3400, 0), (foot("F", count=1, at=(30, 37)),), "", id="touching a friend"),
        param((3000, 3400, 0), (foot("F", count=1, at=(30, 36.9)),), "B8", id="on a friend"),
        param((3000, 3600, 0), (foot("F", count=1, at=(30, 33)),), "B8", id="through a friend"),
        param((3000, 3400, 0), (foot("F", side=1, count=1, at=(30, 38)),), "", id="1 from an enemy"),
        param((3000, 3400, 0), (foot("F", side=1, count=1, at=(30, 37.9)),), "B8", id="within 1"),
        param((3000, 3600, 0), (leader("L", at=(30, 33), attached=0),), "", id="its own leader is no hindrance"),
        param((3000, 3600, 0), (leader("L", at=(30, 33)),), "B8", id="another is"),
        param((3000, 3400, 0), (foot("F", count=1, at=(34, 34)),), "B8", id="its crew on a friend"),
    ],
)  # fmt: skip
@rule("76", "B8", "X1")
def test_where_a_gun_is_rolled(leg: Any, more: Any, refused: str) -> None:
    assert (
        cite(Driving(*stage(gun("G", Calibre.I, at=(30, 30)), *more)).refusal((("roll", *leg),))) == refused
    )


@rule("M7", "X1")
@pytest.mark.parametrize(
    ("spot", "facing", "refused"),
    [
        ((3000, 450), 0, "M7"),
        ((3000, 250), 0, "M7"),
        ((3000, 199), 1800, "M7"),
        ((3000, 200), 1800, ""),
        ((3000, 251), 0, "M7"),
    ],
)
def test_neither_gun_nor_crew_stand_over_the_edge(spot: tuple[int, int], facing: int, refused: str) -> None:
    state, unit = stage(gun("G", Calibre.I, crew=5, at=(30, 5), facing=180))
    assert cite(Driving(state, unit).refusal((("roll", *spot, facing),))) == (
        refused if spot[1] != 450 else ""
    )


@rule("A-30", "P6", "32")
@pytest.mark.parametrize(
    ("height", "y", "far", "refused"),
    [(2, 31.5, 200, ""), (2, 31.5, 201, "76"), (3, 31.5, 201, ""), (3, 33.01, 302, "76"), (3, 33, 301, "")],
)
def test_guns_over_walls(height: float, y: float, far: int, refused: str) -> None:
    state, unit = stage(gun("G", Calibre.I, crew=2, at=(30, 30)), ground=(wall(height, (20, y), (40, y)),))
    assert cite(Driving(state, unit).refusal((("roll", 3000, 3000 + far, 0),))) == refused


@rule("76", "X1")
def test_the_plan_and_preview_of_a_gun() -> None:
    state, unit = stage(gun("G", Calibre.I, at=(30, 30)), ground=(area("crops", 0, 31, 60, 60),))
    mover = Driving(state, unit)
    x, y = centre(unit)
    legs = mover.plan((x, y + 300, 3650))
    assert legs == (("roll", 3000, 3300, 50),)
    after = placed_gun(unit, 3000, 3300, 50)
    assert mover.preview(legs) == {
        "end": [*centre(after), 50, ""],
        "body": [list(p) for p in perimeter(after)],
        "spots": [list(c) for c in circles_of(after)],
        "steps": [["man-handled", 600, "76"], ["crops, brush, orchard", -200, "39"]],
        "cost": 300,
        "allowance": 400,
        "difficult": True,
        "refusal": None,
    }
    assert mover.region() == disc((3000, 3000, 600))
    spot = Driving(state, unit, on_the_spot=True)
    assert spot.plan((x + 900, y, 900)) == (("roll", 3000, 3000, 900),), "wherever it is dragged"
    assert spot.region() == disc((3000, 3000, 100))
    shown = spot.preview((("roll", 3000, 3000, 900),))
    assert (shown["allowance"], shown["cost"], shown["refusal"]) == (0, 0, None)
    driven = Driving(*stage(gun("G", Calibre.I, at=(30, 30), limbered=True)))
    shown = driven.preview((("roll", 3000, 3100, 0),))
    assert (shown["steps"], shown["difficult"]) == ([["limbered", 1000, "76"]], False)
    over = Driving(*stage(gun("G", Calibre.I, crew=2), ground=(wall(2, (20, 31.5), (40, 31.5)),)))
    assert over.preview((("roll", 3000, 3200, 0),))["difficult"], "a wall"


@rule("36", "38", "P2", "X1")
@pytest.mark.parametrize(
    ("piece", "longest"),
    [
        (gun("G", Calibre.I), 1200),
        (gun("G", Calibre.I, limbered=True), 1600),
        (gun("G", Calibre.I, limbered=True, horse_team=True), 2300),
    ],
)
def test_guns_think_of_the_road(piece: Unit, longest: int) -> None:
    state, unit = stage(piece, foot("E", side=1, at=(90, 90)), ground=(road("road", (30, 0), (30, 100)),))
    found = [legs[0][2] - 3000 for legs in Driving(state, unit).candidates() if legs and legs[0][1] == 3000]
    assert max(found) == longest
    assert all(
        legs == () or legs[0][1:3] == (3000, 3000)
        for legs in Driving(state, unit, on_the_spot=True).candidates()
    )


@rule("38", "P2", "B7")
def test_formed_units_think_of_the_road() -> None:
    unit = foot("A", count=6, formed=True, at=(30, 30))
    state, each = stage(unit, ground=(road("road", (30, 0), (30, 100)),))
    assert (("move", 0, 1200),) in list(Marching(state, each, Pace.NORMAL).candidates())
    off, other = stage(unit)
    assert (("move", 0, 1200),) not in list(Marching(off, other, Pace.NORMAL).candidates())


@rule("X4", "84", "X5")
def test_the_preview_and_plan_of_a_shot() -> None:
    state, unit = stage(gun("G", Calibre.I, at=(30, 30)), foot("B", side=1, count=1, at=(30, 60)))
    mover = Laying(state, unit, Ammo.ROUND)
    assert mover.plan((3000, 6000, 0)) == (("aim", 3000, 6000, -1),)
    assert mover.plan((3000, 6000, 0, None)) == (("aim", 3000, 6000, -1),)
    assert mover.plan((3000, 6000, 0, "stray_from_front")) == (("aim", 3000, 6000, 0),)
    assert mover.plan((3000, 5000, 0, "stray_from_front")) == (("aim", 3000, 5000, -1),), "bare ground"
    shown = mover.preview((("aim", 3000, 6000, -1),))
    assert shown["end"] == [3000, 6000, 0, ""]
    assert shown["from"] == [3000, 3200]
    assert shown["steps"] == [["effective range", 2800, "X10"]]
    assert (shown["cost"], shown["allowance"]) == (2800, 4000)
    assert shown["rings"] == [
        {"at": [3000, 6000], "radius": 800, "words": "strays 1 to 8 cm, any way: 70 %", "cite": "80"}
    ]
    assert shown["mark"] == {"at": [3000, 6000], "words": "true: 30 %", "cite": "78"}
    assert [(n["unit"], n["cite"]) for n in shown["notes"]] == [(1, "89")]
    region = mover.region()
    assert (region[0], len(region)) == ((3000, 3000), 14)
    assert region[7] == (3000, 7200), "as far as it carries, from the muzzle"
    assert region[1] == (0, 3000), "cut off at the edge of the table"
    low = Laying(*stage(gun("G", Calibre.I, at=(30, 3), facing=180)), Ammo.ROUND).region()
    assert min(y for _, y in low) == 0
    high = Laying(*stage(gun("G", Calibre.I, at=(117, 117))), Ammo.ROUND).region()
    assert (max(x for x, _ in high), max(y for _, y in high)) == (12000, 12000)
