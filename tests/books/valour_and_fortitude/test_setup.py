"""Armies and scenarios read from files; drawing up; free deployment. [VF 15, 16, 30, 32–34, 44a, 172, F7.1]"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard import books
from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.arrange import usual_files
from grognard.books.valour_and_fortitude.facts.bodies import form, leader_box, stand
from grognard.books.valour_and_fortitude.facts.soundness import census, faults
from grognard.books.valour_and_fortitude.setup import force_names, setup, sheet_names
from grognard.books.valour_and_fortitude.setup.files import (
    ListedUnit,
    figure_limits,
    force,
    profile_of,
    row_for,
    sheet,
)
from grognard.books.valour_and_fortitude.state import Options, State, Zone
from grognard.books.valour_and_fortitude.words import Arm, Form, Where
from grognard.engine.book import BadInput
from grognard.engine.flow import replace
from grognard.geometry.shapes import first_overlap
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    gun,
    leader,
    offered,
    place,
    refused,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
BOOK = books.load("valour_and_fortitude")
SCENARIOS = sorted(RULESET.scenarios)


def state_of(name: str, **options: Any) -> State:
    """A scenario's first state."""
    found: State = setup(RULESET.scenarios[name].path, Options(**options))
    return found


# ---- sheets and lists


@pytest.mark.parametrize("name", sheet_names())
@rule("33", "43")
def test_every_line_of_a_sheet_tells_all_a_unit_needs(name: str) -> None:
    for row in sheet(name).profile:
        assert row.arm in Arm
        assert 1 <= row.figures[0] <= row.figures[1]
        assert row.melee >= 1
        assert row.tenacity >= 1
        assert row.points > 0
        # A fire value goes with a weapon and a range, and the other way round.
        assert (row.fire > 0) == (row.range > 0) == bool(row.weapon) or row.arm is Arm.CAVALRY
    assert sheet(name).nation


@pytest.mark.parametrize("name", force_names())
@rule("15", "16", "30", "32", "33a")
def test_every_list_of_the_book_is_made_up_by_the_rules(name: str) -> None:
    assert BOOK.army is not None
    assert BOOK.army.check(name) == []
    listed = force(name)
    for brigade in listed.brigade:
        assert 2 <= len(brigade.unit) <= 8
        assert brigade.leader
        for each in brigade.unit:
            low, high = figure_limits(each, listed.sheet)
            assert low <= (each.figures or low) <= high


def listing(tmp_path: Path, *rows: str) -> Path:
    """A list of one brigade of French, a line of TOML for what each unit has besides its profile."""
    units = "\n".join(
        f'[[brigade.unit]]\nid = "X{i}"\nprofile = "line_infantry"\n{row}' for i, row in enumerate(rows)
    )
    path = tmp_path / "mine.toml"
    path.write_text(
        'kind = "list"\nbook = "valour_and_fortitude"\ntitle = "x"\nsheet = "french"\ncommander = "Y"\n'
        f'limit = 900\n[[brigade]]\nname = "b"\nleader = "Z"\n{units}\n'
    )
    return path


def cites(path: Path) -> list[str]:
    """What is wrong with a list."""
    assert BOOK.army is not None
    return [fault.cite for fault in BOOK.army.check(path)]


@pytest.mark.parametrize(("figures", "sound"), [(23, False), (24, True), (36, True), (37, False)])
@rule("15")
def test_a_unit_outside_its_sheets_limits_is_refused(tmp_path: Path, figures: int, sound: bool) -> None:
    path = listing(tmp_path, f"figures = {figures}", "figures = 24")
    assert cites(path) == ([] if sound else ["15"])


@rule("16", "33")
def test_all_figures_of_a_unit_are_what_its_profile_names() -> None:
    for each in state_of("first_brigade").units:
        assert len({base_size(base) for base in stand(each).bases}) == 1 or each.arm is Arm.ARTILLERY
    listed = ListedUnit(id="X1", profile="line_infantry")
    assert profile_of(listed, "french").arm is row_for(listed, "french").arm
    with pytest.raises(BadInput, match="has no “dragoons of nowhere”"):
        row_for(ListedUnit(id="X1", profile="dragoons of nowhere"), "french")


def base_size(base: Any) -> tuple[int, int]:
    """Width and depth of an upright base, to the nearest tenth of an inch."""
    xs, ys = [x for x, _ in base], [y for _, y in base]
    return round(max(xs) - min(xs), -1), round(max(ys) - min(ys), -1)


@pytest.mark.parametrize(("count", "sound"), [(1, False), (2, True), (8, True), (9, False)])
@rule("32")
def test_a_brigade_has_two_to_eight_units(tmp_path: Path, count: int, sound: bool) -> None:
    assert cites(listing(tmp_path, *[""] * count)) == ([] if sound else ["32"])


@pytest.mark.parametrize("name", SCENARIOS)
@rule("30", "32", "33a")
def test_every_unit_has_one_brigade_every_brigade_one_leader_every_army_one_army_leader(name: str) -> None:
    state = state_of(name)
    for each in state.units:
        assert state.brigades[each.brigade].side == each.side
    for brigade in state.brigades:
        chief = state.leader(brigade.leader)
        assert (chief.side, chief.brigade) == (brigade.side, brigade.id)
        assert sum(x.brigade == brigade.id for x in state.leaders) == 1
    for side in (0, 1):
        assert sum(x.brigade < 0 for x in state.leaders if x.side == side) == 1
        assert state.army_leader(side) is not None


@rule("33a")
def test_brigades_mix_arms_and_one_side_commands_each() -> None:
    state = state_of("setpiece_battle")
    mixed = [b for b in state.brigades if len({u.arm for u in state.units if u.brigade == b.id}) > 1]
    assert mixed
    # Whoever has the side has all its brigades: every choice of a brigade goes to its own side.
    for side in (0, 1):
        game = begin(replace(state, side=side, phase=state.phase), "action")
        assert game.ask.who == (side,)
        brigades = set(game.ask.offers["brigade"])
        assert brigades == {b.id for b in state.brigades if b.side == side and not b.arrives}


# ---- scenarios


@pytest.mark.parametrize("name", SCENARIOS)
@rule("34", "17", "164", "168")
def test_every_scenario_begins_soundly(name: str) -> None:
    state = state_of(name)
    assert list(faults(state)) == []
    assert census(state)["units"] == len(state.units)
    assert state.field.name == name


@pytest.mark.parametrize("name", ["setpiece_battle", "attack_and_defence", "meeting_engagement"])
@rule("34")
def test_other_armies_find_their_places_by_themselves(name: str) -> None:
    state = state_of(name, first_army="prussian_300", second_army="russian_300")
    assert list(faults(state)) == []
    assert {u.key[:2] for u in state.units if u.side == 0} != {u.key[:2] for u in state.units if u.side == 1}


@rule("34", "33a")
def test_both_sides_may_bring_the_same_list() -> None:
    state = state_of("setpiece_battle", first_army="french_300", second_army="french_300")
    assert list(faults(state)) == []
    keys = [each.key for each in state.units]
    assert len(set(keys)) == len(keys)
    ours, theirs = ([u for u in state.units if u.side == side] for side in (0, 1))
    assert [u.profile for u in ours] == [u.profile for u in theirs]
    # Each side is drawn up at home, whatever ids the scenario's places name.
    height = state.field.height
    assert all(u.y < height // 2 for u in ours if u.on_table and u.inside < 0)
    assert all(u.y > height // 2 for u in theirs if u.on_table and u.inside < 0)


@rule("34")
def test_a_side_that_brings_its_own_list_stands_where_the_scenario_says() -> None:
    plain, mixed = state_of("setpiece_battle"), state_of("setpiece_battle", second_army="french_300")
    assert [(u.x, u.y) for u in plain.units if u.side == 0] == [
        (u.x, u.y) for u in mixed.units if u.side == 0
    ]


@rule("34")
def test_an_unknown_list_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match="there is no army list 'mongols'"):
        state_of("setpiece_battle", first_army="mongols")


@pytest.mark.parametrize("name", SCENARIOS)
@rule("30", "B81")
def test_leaders_stand_on_the_table_and_on_nobody(name: str) -> None:
    state = state_of(name)
    bodies = [rim for each in state.units if each.in_open for rim in stand(each).rims]
    for chief in state.leaders:
        if chief.where is Where.TABLE and chief.inside < 0:
            base = leader_box(chief)
            assert first_overlap(base, bodies, 2) is None, chief.name


@pytest.mark.parametrize(
    ("figures", "arm", "name"),
    [(24, Arm.INFANTRY, Form.ATTACK), (12, Arm.CAVALRY, Form.LINE), (3, Arm.CAVALRY, Form.LINE)],
)
@rule("34")
def test_units_are_usually_drawn_up_as_foot_in_column_and_horse_in_line(
    figures: int, arm: Arm, name: Form
) -> None:
    each = unit("A", arm, figures=figures)
    assert form(replace(each, files=usual_files(each))) is name


# ---- free deployment


ZONES = (
    Zone(0, ((0, 0), (7200, 0), (7200, 1400), (0, 1400))),
    Zone(1, ((0, 3400), (7200, 3400), (7200, 4800), (0, 4800))),
)
NEAR = area("wood", 20, 4, 26, 10, name="near")
ASTRIDE = area("wood", 40, 10, 46, 16, name="astride")


def deploying(*more: Any, **options: Any) -> Play:
    """Two brigades a side about to deploy, side 1 first as side 0 has the first turn."""
    state = scene(
        unit("A", at=(10, 5)), unit("B", gun, at=(60, 5), brigade="II"), unit("c", at=(10, 43), facing=180),
        unit("d", at=(60, 43), facing=180, brigade="ii"), *more, terrain=(NEAR, ASTRIDE),
        options={"free_deployment": True, **options},
    )  # fmt: skip
    return begin(replace(state, field=replace(state.field, zones=ZONES)), "deploy", env=placing())


def placing() -> Any:
    """The start of a free deployment."""
    from grognard.books.valour_and_fortitude.steps.env import Placing

    return Placing(1)


def brigades(game: Play) -> set[str]:
    """The brigades that may deploy now."""
    return {game.state.brigades[b].name for b in game.ask.offers["deploy"]}


@rule("F7.1", "44a")
def test_brigades_deploy_by_turns_the_side_with_the_second_turn_first() -> None:
    game = deploying()
    assert game.ask.who == (1,)
    assert brigades(game) == {"i", "ii"}
    game.play(("deploy", "i"), "ready")
    assert game.ask.who == (0,)
    assert brigades(game) == {"I", "II"}
    game.play(("deploy", "II"), "ready", ("deploy", "ii"), "ready")
    assert game.ask.who == (0,)
    assert brigades(game) == {"I"}


@rule("44a")
def test_a_unit_is_set_up_wholly_in_its_zone() -> None:
    game = deploying().play(("deploy", "i"), "ready", ("deploy", "I"), ("set_up", "A"))
    assert refused(game, "place", (("place", 1000, 1331, 0, "close", 12),)) == "44a"
    assert refused(game, "place", (("place", 3500, 4000, 0, "close", 12),)) == "44a"
    game.play(("place", (("place", 1000, 1320, 0, "close", 12),)))
    assert place(game.unit("A")) == (10, 13.2, 0)


@rule("44a", "25")
def test_a_gun_may_be_set_up_with_its_limber_aside() -> None:
    game = deploying().play(("deploy", "i"), "ready", ("deploy", "II"), ("set_up", "B"))
    assert refused(game, "place", (("place", 6000, 700, 0, "unlimbered", 1, 400, 0, 0),)) == "25"
    game.play(("place", (("place", 6000, 700, 0, "unlimbered", 1, 320, 0, 0),)))
    assert game.unit("B").spread == (320, 0, 0)


@rule("172")
def test_units_may_begin_inside_features_wholly_in_their_zone_and_come_out_again() -> None:
    game = deploying().play(("deploy", "i"), "ready", ("deploy", "I"))
    cells = set(game.ask.offers["garrison"])
    assert {game.state.field.terrain[n].name for _, n in cells} == {"near"}
    game.play(("garrison", ("A", "near")))
    assert game.unit("A").inside == 0
    game.play(("set_up", "A"), ("place", (("place", 1000, 1320, 0, "close", 12),)))
    assert game.unit("A").inside < 0


@rule("172", "169")
def test_a_feature_takes_one_unit_at_deployment_too() -> None:
    game = deploying().play(("deploy", "i"), "ready", ("deploy", "I"), ("garrison", ("A", "near")), "ready")
    game.play(("deploy", "ii"), "ready", ("deploy", "II"))
    assert "garrison" not in game.ask.offers


@rule("172", "44a")
def test_leaders_are_set_up_in_the_zone_or_inside_a_feature() -> None:
    game = deploying().play(("deploy", "i"), "ready", ("deploy", "I"))
    assert refused(game, "post", (("place", 3000, 1351),)) == "44a"
    game.play(("post", (("place", 3000, 1350),)), "ready")
    assert (leader(game.state, "I").x, leader(game.state, "I").y) == (3000, 1350)
    game.play(("deploy", "ii"), "ready", ("deploy", "II"))
    assert {game.state.field.terrain[n].name for n in game.ask.offers["billet"]} == {"near"}
    game.play(("billet", 0), "ready")
    assert leader(game.state, "II").inside == 0


@rule("39", "172")
def test_each_commander_in_chief_sets_up_his_army_leader_last() -> None:
    game = deploying().play(("deploy", "i"), "ready", ("deploy", "I"), "ready")
    game.play(("deploy", "ii"), "ready", ("deploy", "II"), "ready")
    assert (game.ask.who, game.ask.prompt) == ((1,), "Set up general")
    game.play("ready")
    assert (game.ask.who, game.ask.prompt) == ((0,), "Set up General")
    game.play(("billet", 0))
    assert leader(game.state, "General").inside == 0
    assert game.over


@rule("44a")
def test_without_the_switch_the_standard_set_up_stands() -> None:
    game = begin(state_of("first_brigade"), "battle")
    assert game.pending is not None
    assert not offered(game, "deploy")
    assert game.state.turn == 1
    assert find(game.state, game.state.units[0].key).on_table


# ---- reinforcements of a list one chooses


@pytest.mark.parametrize("name", force_names())
@rule("34", "149", "F7.6")
def test_whatever_list_comes_to_a_meeting_engagement_one_brigade_deploys_and_the_rest_arrive(
    name: str,
) -> None:
    state = state_of("meeting_engagement", first_army=name)
    due = [b.arrives for b in state.brigades if b.side == 0]
    assert due[0] == 0
    assert all(turn in (2, 3, 4) for turn in due[1:])
    assert due == sorted(due)
    assert list(faults(state)) == []
