"""Guns, buildings, hidden units, forces. [75–94, X1–X12, G1–G7, H1–H6, E1–E8]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808 import RULESET, redact
from grognard.books.skirmish_1808.army import Builder, faults_of, leader_points, profile_faults, total
from grognard.books.skirmish_1808.facts.driving import Driving, gun_rate
from grognard.books.skirmish_1808.facts.garrisons import capacity, why_not_enter
from grognard.books.skirmish_1808.facts.ground import cover_at, house_named, houses
from grognard.books.skirmish_1808.facts.gunnery import (
    Aim,
    Impact,
    aim,
    artillery_cover,
    blow,
    exactly,
    inside,
    landing,
    on_table,
    unit_at,
    why_no_shot,
)
from grognard.books.skirmish_1808.facts.hiding import (
    beyond_charges,
    could_find,
    finds,
    sheltered,
    unseen,
)
from grognard.books.skirmish_1808.facts.shooting import shooters, volley, why_not_target
from grognard.books.skirmish_1808.facts.sneaking import Sneaking
from grognard.books.skirmish_1808.facts.victory import holder
from grognard.books.skirmish_1808.setup.files import (
    FORCES,
    ForceFile,
    GunFile,
    LeaderFile,
    UnitFile,
    profile,
    profiles,
)
from grognard.books.skirmish_1808.setup.musters import muster, roles
from grognard.books.skirmish_1808.state import Contact, State, Today, Unit
from grognard.books.skirmish_1808.steps.env import Act, Bang, Turn
from grognard.books.skirmish_1808.tables.points import figure_cost
from grognard.books.skirmish_1808.words import Ammo, Calibre, Cover, Fire, Quality, Reach, Role, Where
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, light, play, wall
from tests.rules import rule

param = pytest.param


def laid(
    *units: Unit,
    at: tuple[float, float],
    ammo: Ammo = Ammo.ROUND,
    figure: int = -1,
    ground: tuple[object, ...] = (),
) -> Aim | Refusal:
    """The first unit's gun laid on a spot."""
    state = battle(*units, ground=ground)  # type: ignore[arg-type]
    return aim(state, state.units[0], ammo, (round(at[0] * 100), round(at[1] * 100)), figure)


def cite(found: object) -> str:
    """The rule that refuses."""
    return found.cite if isinstance(found, Refusal) else ""


@rule("75", "X2", "A-29", "X1b", "X1")
def test_who_fires() -> None:
    state = battle(
        gun("G", Calibre.III, crew=4),
        gun("H", Calibre.III, crew=3, at=(60, 30)),
        gun("L", at=(90, 30), limbered=True),
    )
    assert [cite(why_no_shot(state, state.units[n])) for n in range(3)] == ["", "X2", "X1"]
    moved = replace(state.units[0], today=Today(moved=True))
    assert cite(why_no_shot(state, moved)) == "X1"
    game = play(
        battle(gun("H", Calibre.III, crew=3), foot("B", side=1, at=(30, 60))),
        "activation",
        Act(0, commanded=True),
    )
    assert set(game.offers()) == {"hold"}, "no fire and no move"


@rule("85", "86", "87", "X10", "X10a", "A-43")
def test_ranges_and_arcs() -> None:
    piece = gun("G", Calibre.I, at=(30, 30), facing=0)
    target = foot("B", side=1, at=(60, 110))
    assert isinstance(laid(piece, target, at=(30, 72)), Aim), "40 from the muzzle"
    assert cite(laid(piece, target, at=(30, 72.1))) == "84"
    assert cite(laid(piece, target, at=(30, 62.1), ammo=Ammo.CANISTER)) == "83"
    near, far = laid(piece, target, at=(30, 62)), laid(piece, target, at=(30, 62.1))
    assert isinstance(near, Aim)
    assert isinstance(far, Aim)
    assert (near.reach, far.reach) == (Reach.EFFECTIVE, Reach.LONG)
    assert cite(laid(piece, target, at=(30, 10))) == "X10", "behind it"
    howitzer = gun("G", Calibre.III, howitzer=True)
    assert cite(laid(howitzer, target, at=(30, 41.9), ammo=Ammo.SHELL)) == "X10", "shell not under 10"
    assert cite(laid(piece, target, at=(30, 130))) == "87", "off the table"


@rule("X10", "X10b")
def test_what_is_in_the_way_of_a_shot() -> None:
    piece = gun("G", at=(30, 30))
    target = foot("B", side=1, at=(30, 60))
    assert cite(laid(piece, target, at=(30, 60), ground=(area("building", 28, 45, 32, 50),))) == "X10"
    assert cite(laid(piece, target, foot("C", count=1, at=(32.9, 45)), at=(30, 60))) == "X10", (
        "a friend within 2"
    )
    assert cite(laid(piece, target, foot("C", count=1, at=(33.1, 45)), at=(30, 60))) == ""
    hill = (area("hill", 20, 20, 40, 40),)
    assert cite(laid(piece, target, foot("C", count=1, at=(32.9, 45)), at=(30, 60), ground=hill)) == "", (
        "over their heads"
    )
    assert (
        cite(
            laid(
                piece, target, foot("C", count=1, at=(32.9, 45)), at=(30, 48), ammo=Ammo.CANISTER, ground=hill
            )
        )
        == "X10"
    )


@rule("82", "X4", "X4a", "A-14")
def test_where_strays_are_measured_from() -> None:
    piece, target = gun("G", at=(30, 30)), foot("B", side=1, count=9, files=3, at=(30, 60))
    found = laid(piece, target, at=(30, 60))
    assert isinstance(found, Aim)
    spots = [(f.x, f.y) for f in target.figures]
    assert found.origin in spots
    middle = min(range(9), key=lambda n: (spots[n][0] - 3000) ** 2 + (spots[n][1] - 6000) ** 2)
    assert cite(laid(piece, target, at=(30, 60), figure=middle)) == "X4", "not from the middle of the unit"
    bare = laid(piece, target, at=(30, 50))
    assert isinstance(bare, Aim)
    assert bare.origin == (3000, 5000), "bare ground: from the aim point"


@rule("X5", "X5a", "81", "A-15")
def test_landing_points() -> None:
    assert landing((3000, 3000), 5, 0).spot == (3500, 3000), "east"
    assert landing((3000, 3000), 5, 90).spot == (3000, 3500), "counter-clockwise"
    assert landing((3000, 3000), 5, 180).spot == (2500, 3000)
    state = battle(foot("B", count=1, at=(30, 30)))
    assert on_table(state, exactly((0, 0)))
    assert not on_table(state, landing((100, 100), 5, 180))


@rule("89", "X6", "A-31", "A-44")
def test_the_perimeter() -> None:
    one = foot("B", count=1, at=(30, 30))
    assert inside(one, exactly((3100, 3000))), "the edge is inside"
    assert not inside(one, exactly((3101, 3000)))
    block = horse("H", count=4, files=2, at=(30, 30))
    assert inside(block, exactly((3000, 3000)))
    crewed = gun("G", at=(30, 30))
    assert inside(crewed, Impact(3000 * 1024, 3200 * 1024)), "the gun belongs to it, with 2"


@rule("X6a")
def test_overlapping_perimeters() -> None:
    near, far = (
        foot("A", count=2, files=2, pitch=1000, at=(30, 30)),
        foot("B", side=1, count=1, at=(29, 30.5)),
    )
    state = battle(near, far)
    hit = unit_at(state, exactly((2900, 3030)), 0)
    assert hit is not None
    assert hit.key == "B", "the nearest figure"
    tied = battle(foot("A", count=1, at=(29, 30)), foot("B", side=1, count=1, at=(31, 30)))
    found = unit_at(tied, exactly((3000, 3000)), 0)
    assert found is not None
    assert found.side == 1, "a tie to the firer's enemy"


@rule("77", "78", "79", "79a", "88", "88a", "94", "A-50")
def test_a_shot_from_aim_to_loss() -> None:
    state = battle(gun("G", at=(30, 30)), foot("B", side=1, count=8, at=(30, 50)))
    made = aim(state, state.units[0], Ammo.CANISTER, (3000, 5000))
    assert isinstance(made, Aim)
    bang = Bang(0, made.ammo, made.point, made.origin, made.reach)
    game = play(state, "gun shot", bang)
    assert game.waiting.what == "accuracy"
    game.fall(3)
    assert (game.waiting.what, game.waiting.cite) == ("evasion", "91"), "true: no second die"
    game.fall(1)
    assert game.unit(1).size == 5, "three of four failed"
    stray = play(state, "gun shot", bang).fall(4)
    assert stray.waiting.what == "deviation"
    stray.fall(8)
    assert stray.waiting.what == "direction"
    stray.fall(180)
    assert stray.told("no_effect")
    assert stray.unit(1).size == 8


@rule("91", "92", "93", "X7", "X8", "A-32")
@pytest.mark.parametrize(
    ("target", "cover", "need", "throws"),
    [
        (foot("B", count=8), Cover.NONE, 6, 4),
        (foot("B", count=3), Cover.NONE, 6, 3),
        (foot("B", count=8, formed=True), Cover.NONE, 7, 4),
        (horse("B", count=8), Cover.NONE, 7, 4),
        (light("B", count=8), Cover.NONE, 5, 4),
        (light("B", count=8, formed=True), Cover.NONE, 7, 4),
        (foot("B", count=8), Cover.LIGHT, 5, 4),
        (foot("B", count=8), Cover.HEAVY, 2, 4),
    ],
)
def test_the_effect_of_a_hit(target: Unit, cover: Cover, need: int, throws: int) -> None:
    found = blow(target, gun("G", Calibre.II), Ammo.CANISTER, Reach.EFFECTIVE, cover)
    assert (found.need, found.throws, found.die) == (need, throws, max(target.combat, target.fire))


@rule("X8", "A-45")
def test_shell_and_cover() -> None:
    behind = foot("B", side=1, count=4, files=4, at=(30, 51))
    state = battle(gun("G", at=(30, 30)), behind, ground=(wall(4, (20, 50), (40, 50)),))
    assert artillery_cover(state, state.units[0], state.units[1], Ammo.ROUND) is Cover.MEDIUM
    assert artillery_cover(state, state.units[0], state.units[1], Ammo.SHELL) is Cover.LIGHT
    wood = battle(gun("G", at=(30, 30)), behind, ground=(area("light_wood", 20, 48, 40, 60),))
    assert artillery_cover(wood, wood.units[0], wood.units[1], Ammo.SHELL) is Cover.MEDIUM, (
        "woods are not lowered"
    )


@rule("76", "X1a", "A-30")
def test_moving_guns() -> None:
    assert gun_rate(gun("G", Calibre.III)) == 400
    assert gun_rate(gun("G", limbered=True)) == 1000
    assert gun_rate(gun("G", limbered=True, horse_team=True)) == 1500
    state = battle(
        gun("G", Calibre.I, at=(30, 30)),
        foot("B", side=1, at=(30, 100)),
        ground=(area("wood", 40, 20, 60, 40),),
    )
    mover = Driving(state, state.units[0])
    assert mover.refusal((("roll", 3000, 3600, 900),)) is None, "with any turn"
    assert cite(mover.refusal((("roll", 3000, 3601, 0),))) == "76"
    assert cite(mover.refusal((("roll", 4100, 3000, 0),))) in ("S3", "76")
    game = play(state, "activation", Act(0, commanded=True)).say("limber")
    assert game.unit(0).gun is not None
    assert game.unit(0).gun.limbered  # type: ignore[union-attr]
    assert game.unit(0).today.acted


@rule("X1a", "X1")
def test_firing_turns_the_gun() -> None:
    state = battle(gun("G", at=(30, 30), facing=0), foot("B", side=1, count=6, at=(50, 50)))
    game = play(state, "activation", Act(0, commanded=True)).say("canister", (("aim", 5000, 5000, -1),))
    assert game.unit(0).facing == 450
    assert all((f.x - 3000) ** 2 + (f.y - 3000) ** 2 < 600**2 for f in game.unit(0).figures), (
        "the crew stay with it"
    )


@rule("X3", "A-13")
def test_raw_gunners() -> None:
    state = battle(gun("G", quality=Quality.RAW), foot("B", side=1, at=(30, 50)))
    game = play(state, "activation", Act(0, commanded=True)).say("canister", (("aim", 3000, 5000, -1),))
    assert game.waiting.dice.sides == 12


@rule("X12", "X12a", "R4")
def test_guns_without_crews() -> None:
    left = gun("G", side=1, at=(30, 40), abandoned=True)
    crew = replace(left, figures=tuple(f._replace(y=f.y + 700) for f in left.figures))
    state = battle(light("A", count=2, files=2, at=(30, 31)), crew)
    back = play(battle(foot("C", at=(90, 90)), replace(crew, side=0)), "activation", Act(1, commanded=True))
    assert "man_the_gun" in back.offers(), "its own crew may come back"
    back.say("man_the_gun")
    assert not back.unit(1).gun.abandoned  # type: ignore[union-attr]
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 540),)).say("no_fire")
    assert game.told("takes_gun")
    assert game.unit(1).gun.taken  # type: ignore[union-attr]


# --- buildings ---------------------------------------------------------------------------------------------

FARM = area("building", 26, 36, 34, 44, "farm")


@rule("G1")
def test_room_in_a_house() -> None:
    house = house_named(battle(foot("A"), ground=(FARM,)), "farm")
    assert capacity(house) == 16, "64 square centimetres, 4 each"
    state = battle(foot("A", count=17, at=(30, 33)), foot("B", count=4, at=(30, 33)), ground=(FARM,))
    assert cite(why_not_enter(state, state.units[0], house)) == "G1"
    full = battle(foot("A", count=4, at=(30, 33)), foot("B", house="farm"), ground=(FARM,))
    assert cite(why_not_enter(full, full.units[0], house)) == "G1", "one unit"


@rule("G2", "G2a", "34", "48")
def test_going_in_and_out() -> None:
    state = battle(foot("A", count=4, at=(30, 32.5)), foot("B", side=1, at=(30, 100)), ground=(FARM,))
    game = play(state, "activation", Act(0, commanded=True)).say("enter", "farm")
    assert game.unit(0).house == "farm"
    assert not game.unit(0).formed
    out = play(
        replace(game.state, units=(replace(game.unit(0), today=Today()), game.unit(1))),
        "activation",
        Act(0, commanded=True),
    )
    assert out.refusal("charge", 1) == "34", "no charge from inside"
    out.say("sally", (("place", 3000, 4700, 0),))
    assert out.unit(0).house == ""
    far = battle(foot("A", count=4, at=(30, 28)), foot("B", side=1, at=(30, 100)), ground=(FARM,))
    assert cite(why_not_enter(far, far.units[0], house_named(far, "farm"))) == "G2"
    rider = battle(horse("A", count=4, at=(30, 32)), ground=(FARM,))
    assert cite(why_not_enter(rider, rider.units[0], house_named(rider, "farm"))) == "34"


@rule("G3", "G3a", "G4")
def test_fire_from_and_at_a_house() -> None:
    state = battle(
        foot("A", count=12, house="farm", at=(30, 40)),
        foot("B", side=1, count=6, at=(30, 56)),
        ground=(FARM,),
    )
    assert len(shooters(state, state.units[0], state.units[1])) == 4, "one for each 2 of the side"
    back = volley(state, state.units[1], state.units[0], Fire.HOLD)
    assert back is not None
    assert back.cover is Cover.HEAVY
    assert why_not_target(state, state.units[1], state.units[0], Fire.HOLD) is None


@rule("G5", "G5a", "A-46", "A-47")
def test_storming_a_house() -> None:
    units = (
        foot("A", count=6, formed=True, at=(30, 28)),
        foot("B", side=1, count=6, house="farm", at=(30, 40)),
    )
    state = battle(*units, ground=(FARM,))
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1)
    assert set(game.offers()) == {"stand", "stand_and_fire"}
    game.say("stand")
    assert game.state.contacts[0].house == "farm"
    assert not game.unit(0).formed
    assert "+3 in heavy cover" in str(game.waiting.why[1])
    assert game.waiting.dice.groups == ((6, 1, 1),), "all figures of both fight"
    rider = battle(horse("A", count=4, at=(30, 28)), units[1], ground=(FARM,))
    from grognard.books.skirmish_1808.facts.charging import onset

    assert cite(onset(rider, rider.units[0], rider.units[1])) == "G5"


@rule("G6")
def test_a_beaten_garrison_leaves() -> None:
    units = foot("A", count=6, at=(30, 33)), foot("B", side=1, count=6, house="farm", at=(30, 40))
    state = replace(battle(*units, ground=(FARM,)), contacts=(Contact(0, 1, 2, house="farm"),))
    game = play(state, "fight", Act(0)).fall((0, 2)).fall(1)
    assert game.unit(1).house == ""
    assert min(f.y for f in game.unit(1).figures) > 4400, "by the side farthest from the enemy"
    assert "go_in" in game.offers()
    game.say("go_in")
    assert game.unit(0).house == "farm"


@rule("G7")
def test_holding_a_house() -> None:
    def who(*units: Unit) -> int | None:
        state = battle(*units, ground=(FARM,))
        return holder(state, house_named(state, "farm"))

    assert who(foot("A", house="farm")) == 0
    assert who(foot("A", house="farm", fleeing=1)) is None
    assert who(foot("A", count=2, files=2, at=(30, 30))) == 0, "alone within 5"
    assert (
        who(foot("A", count=2, files=2, at=(30, 30)), foot("B", side=1, count=2, files=2, at=(30, 49)))
        is None
    )
    assert who(foot("A", count=2, files=2, at=(30, 20))) is None


@rule("X9", "X9a")
def test_battering_a_house() -> None:
    state = battle(
        gun("G", Calibre.IV, at=(30, 10)),
        foot("B", side=1, count=6, house="farm", at=(30, 40)),
        ground=(FARM,),
    )
    bang = Bang(0, Ammo.ROUND, (3000, 4000), (3000, 4000), Reach.EFFECTIVE)
    game = play(state, "gun shot", bang).fall(1)
    assert dict(game.state.damage) == {"farm": 1}
    assert "+4 heavy cover" in str(game.waiting.why)
    last = play(replace(state, damage=(("farm", 4),)), "gun shot", bang).fall(1).fall(3)
    assert (last.waiting.cite, last.waiting.dice.groups) == ("X9", ((6, 7),)), "every occupant throws at 7"
    last.fall(6)
    assert last.unit(1).house == ""
    assert not houses(last.state)
    assert cover_at(last.state, (3000, 4000), False) is Cover.MEDIUM, "a ruin"


# --- hidden units ------------------------------------------------------------------------------------------

WOOD = area("light_wood", 20, 40, 50, 60)


def ambush(*units: Unit, hidden: Unit) -> State:
    """A battle with a hidden unit of the second side."""
    return battle(*units, hidden=(hidden,), conceals=(False, True), ground=(WOOD,))


LURKER = light("H", side=1, count=4, at=(35, 50))


@rule("H1", "H1a", "L2b")
def test_hidden_units_are_known_to_their_owner_only() -> None:
    state = ambush(foot("A", at=(35, 20)), hidden=LURKER)
    elsewhere = ambush(foot("A", at=(35, 20)), hidden=light("H", side=1, count=7, at=(30, 45)))
    nobody = replace(state, hidden=())
    assert redact(state, 0) == redact(elsewhere, 0) == redact(nobody, 0), "not even a count"
    assert redact(state, None) == redact(nobody, None)
    assert redact(state, 1) == state
    views = [RULESET.sheet.view(redact(s, 0), 0) for s in (state, elsewhere, nobody)]
    assert views[0] == views[1] == views[2]


@rule("H1", "17")
def test_where_units_may_hide() -> None:
    state = ambush(foot("A", at=(35, 20)), hidden=LURKER)
    assert sheltered(state, state.hidden[0])
    assert not sheltered(state, light("H", side=1, count=4, at=(80, 80)))
    assert beyond_charges(state, state.hidden[0])
    near = ambush(horse("A", at=(35, 24)), hidden=LURKER)
    assert not beyond_charges(near, near.hidden[0]), "within its charge"


@rule("H2")
def test_secret_moves() -> None:
    state = ambush(foot("A", at=(35, 20)), hidden=LURKER)
    mover = Sneaking(state, state.hidden[0])
    assert mover.refusal((("go", 300, 0),)) is None
    assert cite(mover.refusal((("go", 0, -700),))) in ("H2", "P1")
    assert not unseen(state, light("H", side=1, count=2, at=(35, 30)))
    game = play(state, "turn", Turn())
    assert game.waiting.who == (1,)
    game.say("sneak", (("go", 300, 0),)).say("ready")
    assert game.state.hidden[0].figures[0].x == state.hidden[0].figures[0].x + 300


@rule("H3", "H3a", "T2")
def test_springing() -> None:
    state = ambush(foot("A", at=(35, 20)), foot("B", side=1, at=(90, 90)), hidden=LURKER)
    game = play(state, "turn", Turn()).say("ready").fall(-3).say("start").say("spring", -1)
    assert game.state.hidden == ()
    shown = game.unit(2)
    assert shown.key == "H"
    assert not shown.today.found, "a unit that sprang is not discovered"
    assert "advance" in game.offers(), "at once, without T5"
    empty = play(replace(state, hidden=()), "turn", Turn()).say("ready").fall(-3).say("start")
    empty.say("activate", 1).fall(1).say("hold")
    empty.say("activate", 0).fall(1).say("hold").fall(0)
    assert set(empty.offers()) == {"done"}, "asked whether anybody is left or not"


@rule("H4", "H4a")
def test_finding_hidden_units() -> None:
    near = ambush(foot("A", at=(35, 36)), hidden=LURKER)
    assert finds(near.units[0], near.hidden[0]), "within 10"
    far = ambush(foot("A", at=(35, 24)), hidden=light("H", side=1, count=4, files=4, at=(35, 42)))
    assert not finds(far.units[0], far.hidden[0])
    assert [h.key for h in could_find(far, far.units[0])] == ["H"]
    game = play(far, "activation", Act(0, commanded=True)).say("hold")
    assert (game.waiting.what, game.waiting.dice.groups) == ("search", ((1, 7),))
    missed = play(far, "activation", Act(0, commanded=True)).say("hold").fall(0)
    assert missed.state.hidden
    game.fall(1)
    assert not game.state.hidden
    assert game.unit(1).today.found
    deep = ambush(foot("A", at=(35, 30)), hidden=light("H", side=1, count=4, files=4, at=(35, 58)))
    assert not could_find(deep, deep.units[0]), "too much wood to see it"


@rule("H4b")
def test_a_shot_finds_whom_it_hits() -> None:
    state = ambush(gun("G", at=(35, 20)), hidden=LURKER)
    bang = Bang(0, Ammo.ROUND, (3500, 5000), (3500, 5000), Reach.EFFECTIVE)
    game = play(state, "gun shot", bang).fall(1)
    assert not game.state.hidden
    assert game.waiting.what == "evasion"


@rule("H5")
def test_running_into_a_hidden_unit() -> None:
    state = ambush(
        light("A", count=2, files=2, at=(35, 42)), hidden=light("H", side=1, count=2, files=2, at=(35, 52))
    )
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 600),))
    assert not game.state.hidden
    assert game.unit(0).figures[0].y < 4800, "it stopped short"
    charger = ambush(
        horse("A", count=2, files=2, at=(60, 20)),
        foot("B", side=1, count=1, at=(60, 40)),
        hidden=light("H", side=1, count=2, files=2, at=(61, 32)),
    )
    rushed = play(charger, "activation", Act(0, commanded=True)).say("charge", 1)
    assert rushed.told("is_found")
    assert set(rushed.offers()) == {"hold", "charge"}
    assert tuple(rushed.offers()["charge"]) == (2,), "it may charge that unit instead"


@rule("H6", "H6a", "68")
def test_discovered_units() -> None:
    found = replace(LURKER, today=Today(found=True))
    state = battle(foot("A", at=(35, 40)), found)
    from grognard.books.skirmish_1808.facts.answering import answers
    from grognard.books.skirmish_1808.facts.charging import Onset, onset
    from grognard.books.skirmish_1808.facts.fighting import bout

    made = onset(state, state.units[0], state.units[1])
    assert isinstance(made, Onset)
    assert len(answers(state, made, surprised=True)) == 1, "no reaction in the activation that found it"
    assert len(answers(state, made)) > 1
    fighting = replace(state, contacts=(Contact(0, 1, 1, (0,)),))
    assert bout(fighting, fighting.contacts[0], fighting.units[1], fighting.units[0]).found
    later = play(battle(foot("B", at=(90, 90)), replace(found, side=0)), "activation", Act(1, commanded=True))
    assert "advance" in later.offers(), "it may act later that turn"


# --- forces ------------------------------------------------------------------------------------------------


@rule("E1")
def test_every_profile_is_priced_by_the_formula() -> None:
    assert profile_faults() == []
    line = profile("FR-LIGNE")
    assert (
        figure_cost(line.arm, line.class_, line.quality, line.combat, line.fire, line.weapon, line.traits)
        == 14
    )
    assert len(profiles()) == 32
    assert {p.nation for p in profiles().values()} == {"french", "british", "spanish", "portuguese", "any"}


@rule("E2")
def test_command_groups() -> None:
    assert roles(profile("FR-LIGNE"), 12)[-3:] == (Role.GUIDE, Role.MUSICIAN, Role.FLAG)
    assert roles(profile("FR-LEG"), 12)[-3:] == (Role.GUIDE, Role.GUIDE, Role.MUSICIAN), "lights have no flag"
    assert set(roles(profile("FR-LIGNE"), 7)) == {Role.RANKER}


@rule("E3", "E4")
@pytest.mark.parametrize(
    ("rank", "mounted", "points"),
    [
        ("officer", False, 40),
        ("officer", True, 50),
        ("staff", False, 70),
        ("staff", True, 85),
        ("hq", False, 100),
        ("hq", True, 120),
    ],
)
def test_leaders_and_guns(rank: str, mounted: bool, points: int) -> None:
    assert leader_points(LeaderFile("L", "L", rank, mounted)) == points  # type: ignore[arg-type]
    listed = ForceFile("x", ("french",), 0, gun=(GunFile("G", Calibre.II, 4),))
    assert total(listed) == 124


@rule("E1", "E6")
def test_the_sample_forces() -> None:
    assert total(FORCES.own("french_vanguard")) == 961
    assert total(FORCES.own("allied_rearguard")) == 957
    for name in Builder().names():
        assert Builder().check(name) == [], name


@pytest.mark.parametrize(
    ("listed", "cited"),
    [
        param({"unit": (UnitFile("A", "FR-LIGNE", 3),)}, "E5", marks=rule("E5")),
        param({"unit": (UnitFile("A", "FR-LIGNE", 17),)}, "E5", marks=rule("E5")),
        param({"gun": (GunFile("G", Calibre.III, 3),)}, "E5", marks=rule("E5")),
        param({"unit": (UnitFile("A", "BR-LINE", 12),)}, "E7", marks=rule("E7")),
        param(
            {"unit": (UnitFile("A", "FR-LIGNE", 12), UnitFile("A", "FR-LIGNE", 12))}, "E1", marks=rule("E1")
        ),
        param(
            {"leader": (LeaderFile("L", "L", "officer", escorts=4, escort="FR-LIGNE"),)},
            "C1",
            marks=rule("C1"),
        ),
        param(
            {"leader": (), "unit": (UnitFile("A", "FR-LIGNE", 12),), "points": 198}, "E6", marks=rule("E6")
        ),
        param({"gun": (GunFile("G", Calibre.I, 2),), "points": 112}, "E6", marks=rule("E6")),
        param({"points": 41}, "E1", marks=rule("E1")),
    ],
)
def test_faulty_lists(listed: dict[str, object], cited: str) -> None:
    given = {"leader": (LeaderFile("L", "L", "officer"),), "points": 40, **listed}
    found = faults_of(ForceFile("x", ("french",), **given))  # type: ignore[arg-type]
    assert cited in [fault.cite for fault in found]


@rule("E7")
def test_allies_have_a_leader_each() -> None:
    listed = ForceFile(
        "x",
        ("british", "spanish"),
        210 + 40,
        leader=(LeaderFile("L", "L", "officer", nation="british"),),
        unit=(UnitFile("A", "BR-LINE", 12),),
    )
    assert [f.cite for f in faults_of(listed)] == ["E7"]


@rule("E8", "C1")
def test_a_list_musters() -> None:
    units = list(muster(FORCES.own("french_vanguard"), 0))
    assert [u.key for u in units] == ["F0", "F1", "F2", "F3", "F4", "F5"]
    assert units[0].rank == 2
    assert units[0].mounted
    assert units[5].gun is not None
    assert units[0].where is Where.TABLE


@rule("N8")
def test_a_roster() -> None:
    rows = Builder().roster("french_vanguard")
    assert "961" in rows[0].value
    assert any("type I" in row.value for row in rows)
