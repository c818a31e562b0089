"""The scenarios as they are written: points, zones, objectives, rivers, arrivals; and with other armies. [34, F7.1–F7.6]"""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.army import total
from grognard.books.valour_and_fortitude.facts.bodies import stand
from grognard.books.valour_and_fortitude.facts.ground import feature
from grognard.books.valour_and_fortitude.setup.files import ScenarioFile, force
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.words import Phase, Where
from grognard.engine.book import BadInput
from grognard.engine.choices import Ask
from grognard.engine.files import read_toml
from grognard.engine.replay import Game
from grognard.geometry.outlines import convex_parts, in_parts, tidy
from grognard.geometry.points import Poly
from tests.rules import rule

SCENARIOS = tuple(RULESET.scenarios)
GENERIC = ("setpiece_battle", "attack_and_defence", "meeting_engagement")
BATTLES = ("barrosa", "medina_de_rioseco")
LISTS_300 = (
    "british_300",
    "spanish_300",
    "austrian_300",
    "prussian_300",
    "russian_300",
    "anglo_portuguese_300",
)


def file_of(name: str) -> ScenarioFile:
    return read_toml(RULESET.scenarios[name].path, ScenarioFile)


def start(name: str, **options: object) -> State:
    state: State = RULESET.start(name, RULESET.read_options(options)).state
    return state


def zones(state: State, side: int) -> list[tuple[Poly, ...]]:
    return [convex_parts(tidy(z.poly)) for z in state.field.zones if z.side == side]


def places(state: State) -> list[tuple[float, float]]:
    return [(o.at[0] / 100, o.at[1] / 100) for o in state.field.objectives]


# ---- any scenario


@rule("34")
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_says_all_it_must(name: str) -> None:
    file, state = file_of(name), start(name)
    assert file.turns == state.turns > 0
    assert file.first in (file.side[0].key, file.side[1].key)
    assert state.field.objectives
    assert {u.side for u in state.units} == {0, 1}
    assert {leader.side for leader in state.leaders if leader.brigade < 0} == {0, 1}
    assert len(file.blurb.split()) >= 20


@rule("34", "44a")
@pytest.mark.parametrize("name", [n for n in SCENARIOS if n not in BATTLES])
def test_armies_stand_in_their_zones(name: str) -> None:
    state = start(name)
    for unit in state.of_side(0) + state.of_side(1):
        corners = stand(unit).body if unit.inside < 0 else feature(state, unit.inside).parts[0]
        assert any(all(in_parts(zone, c) for c in corners) for zone in zones(state, unit.side)), unit


@rule("F7.1")
@pytest.mark.parametrize("name", ["setpiece_battle", "first_brigade"])
def test_brigades_deploy_by_turns_the_side_that_moves_second_first(name: str) -> None:
    game = Game(RULESET, name, RULESET.read_options({"free_deployment": True}))
    first = game.position.state.field.first
    asked: list[int] = []
    while game.position.state.phase is Phase.DEPLOYMENT:
        ask = game.pending
        assert isinstance(ask, Ask)
        if "deploy" in ask.offers:
            asked.append(ask.who[0])
            game.move("deploy", next(iter(ask.offers["deploy"])))
        else:
            game.move("ready" if "ready" in ask.offers else next(iter(ask.offers)))
    each = [sum(b.side == side for b in game.position.state.brigades) for side in (0, 1)]
    assert asked[0] == 1 - first
    pairs = min(each)
    assert asked[: 2 * pairs] == [1 - first, first] * pairs
    assert len(asked) == sum(each)


@rule("F7.1")
def test_without_the_switch_the_standard_set_up_stands() -> None:
    state = start("setpiece_battle")
    assert (state.phase, state.turn) == (Phase.FATE, 1)
    assert {u.key: (u.x, u.y) for u in state.units if u.key == file_of("setpiece_battle").unit[0].id} == {
        row.id: (round(row.at[0] * 100), round(row.at[1] * 100))
        for row in file_of("setpiece_battle").unit[:1]
    }


@rule("F7.2")
@pytest.mark.parametrize("name", ["setpiece_battle", "meeting_engagement"])
def test_five_objectives_one_in_the_middle_all_far_apart(name: str) -> None:
    state = start(name)
    found = places(state)
    assert len(found) == 5
    assert found[0] == (state.field.width / 200, state.field.height / 200)
    assert min(dist(a, b) for a, b in combinations(found, 2)) > 18


@rule("F7.2")
@pytest.mark.parametrize(("name", "axis"), [("setpiece_battle", 1), ("meeting_engagement", 0)])
def test_each_side_has_put_two_beyond_24_from_its_own_edge(name: str, axis: int) -> None:
    state = start(name)
    whole = (state.field.width, state.field.height)[axis] / 100
    from_first = [place[axis] for place in places(state)[1:]]
    assert sum(far > 24 for far in from_first) >= 2  # by the side at the near edge
    assert sum(whole - far > 24 for far in from_first) >= 2  # by the other


@rule("F7.3")
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_river_is_impassable_only_with_two_crossings(name: str) -> None:
    kinds = [t.kind for t in start(name).field.terrain]
    if "river" in kinds:
        assert kinds.count("bridge") + kinds.count("ford") >= 2


@rule("F7.3")
def test_there_is_a_river_to_try_it_on() -> None:
    assert "river" in [t.kind for t in start("meeting_engagement").field.terrain]
    assert "river" not in [t.kind for t in start("attack_and_defence").field.terrain]


# ---- the three general ones


def deep(state: State, side: int) -> float:
    (zone,) = [z.poly for z in state.field.zones if z.side == side]
    xs, ys = zip(*zone)
    return float(min(max(xs) - min(xs), max(ys) - min(ys)) / 100)


@rule("F7.4")
def test_the_setpiece_battle() -> None:
    state, file = start("setpiece_battle"), file_of("setpiece_battle")
    costs = [total(force(side.army)) for side in file.side]
    assert max(costs) <= 300
    assert abs(costs[0] - costs[1]) <= 10
    assert (deep(state, 0), deep(state, 1), state.turns, len(state.holders)) == (14, 14, 8, 5)
    assert set(state.holders) == {-1}


@rule("F7.4")
def test_the_setpiece_table_is_fair() -> None:
    """Turned half round it is the same."""
    state = start("setpiece_battle")
    width, height = state.field.width, state.field.height
    turned = {(width - x, height - y) for x, y in (o.at for o in state.field.objectives)}
    assert turned == {o.at for o in state.field.objectives}


@rule("F7.5")
def test_attack_and_defence() -> None:
    state, file = start("attack_and_defence"), file_of("attack_and_defence")
    attack, defence = (force(side.army).limit for side in file.side)
    assert 3 * attack == 4 * defence
    assert state.field.first == 0
    assert (deep(state, 1), state.turns) == (18, 8)
    assert state.holders == (1, 1, 1)
    assert all(2 * o.at[1] > state.field.height for o in state.field.objectives)


@rule("F7.6", "149")
def test_the_meeting_engagement() -> None:
    state = start("meeting_engagement")
    assert (deep(state, 0), deep(state, 1), state.turns) == (12, 12, 10)
    for side in (0, 1):
        due = [b.arrives for b in state.brigades if b.side == side]
        assert due == [0, 2, 3, 4][: len(due)]
        late = [u for u in state.units if u.side == side and u.where is Where.LATER]
        assert {state.brigades[u.brigade].arrives for u in late} == set(due) - {0}
        edge = 0 if side == 0 else state.field.width
        assert all(b.entry[0] == edge for b in state.brigades if b.side == side and b.arrives)


@rule("F7.6")
def test_a_fourth_brigade_comes_on_the_fourth_turn() -> None:
    arrivals = file_of("meeting_engagement").arrival
    assert sorted(a.turn for a in arrivals) == [2, 2, 3, 3, 4, 4]
    assert {a.brigade for a in arrivals} == {"2nd Brigade", "3rd Brigade", "4th Brigade"}


@rule("34")
@pytest.mark.parametrize("name", GENERIC)
@pytest.mark.parametrize("army", LISTS_300)
def test_armies_can_be_chosen_for_the_general_ones(name: str, army: str) -> None:
    state = start(name, first_army=army, second_army="french_300" if army != "french_300" else "british_300")
    listed = force(army)
    own = [u for u in state.units if u.side == 0]
    assert [u.key for u in own] == [u.id for b in listed.brigade for u in b.unit]
    assert state.field.sides[0].commander == listed.commander


@rule("34")
@pytest.mark.parametrize("pair", [("austrian_400", "russian_400"), ("british_400", "prussian_400")])
def test_bigger_armies_find_room_on_the_setpiece_table(pair: tuple[str, str]) -> None:
    state = start("setpiece_battle", first_army=pair[0], second_army=pair[1])
    assert sum(u.profile.points for u in state.units) > 750


@rule("34")
def test_an_army_that_is_none_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match="there is no army list 'martians'"):
        start("setpiece_battle", first_army="martians")
    with pytest.raises(BadInput, match="there is no army list"):
        start("setpiece_battle", second_army="/etc/passwd")


# ---- battles of history


@rule("34")
@pytest.mark.parametrize("name", BATTLES)
def test_historical_battles_have_200_to_400_points_a_side(name: str) -> None:
    for side in file_of(name).side:
        assert 200 <= total(force(side.army)) <= 400
    assert len(start(name).field.objectives) >= 3


@rule("34")
def test_the_learning_scenario_is_one_brigade_a_side_and_comes_first() -> None:
    state = start("first_brigade")
    assert [b.side for b in state.brigades] == [0, 1]
    assert SCENARIOS[0] == "first_brigade"
