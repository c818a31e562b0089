"""What the computer thinks of places and charges: judgement, but judgement that must keep its order."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from grognard.ai.greedy import GreedyAgent
from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.advice.aims import goal_worth, goals, march_on, stake
from grognard.books.ever_victorious_armies.advice.charging import joined, way_lost
from grognard.books.ever_victorious_armies.advice.moves import ADVISERS, SUMS
from grognard.books.ever_victorious_armies.advice.worth import bout, clash
from grognard.books.ever_victorious_armies.facts.ground import named
from grognard.books.ever_victorious_armies.facts.lanes import Lane, lane
from grognard.books.ever_victorious_armies.state import Score, State, Unit
from grognard.books.ever_victorious_armies.steps.verbs import VERBS, Rating
from grognard.engine.flow import replace
from grognard.geometry.outlines import in_parts
from grognard.lab.play import play_game
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    elite,
    find,
    foot,
    horse,
    line,
    raw,
    repeater,
    scene,
    skirmish,
    unit,
)

WORK = area("work", 40, 14, 54, 34, name="the stockade")
HOLD = Score("hold", points=6, area="the stockade", shared=2)


def siege(*units: Unit, turn: int = 5) -> State:
    return scene(*units, terrain=(WORK,), scores=(HOLD,), break_at=(9, 9), turn=turn)


def aim(state: State, key: str) -> tuple[int, int]:
    (goal,) = goals(state, find(state, key))
    return goal.at


# ---- the way to what the scenario scores


def test_each_unit_takes_the_way_in_nearest_to_it() -> None:
    state = siege(
        unit("A", foot, 12, column, at=(30, 16), facing=90),
        unit("B", foot, 12, column, at=(30, 32), facing=90),
        unit("z", at=(70, 2)),
    )
    south, north = aim(state, "A"), aim(state, "B")
    work = named(state.field, "the stockade")
    assert work is not None
    assert all(in_parts(work.whole, at) for at in (south, north))
    assert south[1] < 2000 < 2800 < north[1]


def test_an_enemy_in_the_way_sends_it_round() -> None:
    column_ = unit("A", foot, 12, column, at=(30, 24), facing=90)
    open_ = aim(siege(column_, unit("z", at=(70, 2))), "A")
    barred = aim(siege(column_, unit("b", foot, 8, line, at=(41, 24), facing=270)), "A")
    assert abs(open_[1] - 2400) < 300
    assert abs(barred[1] - 2400) > 400


def test_who_is_inside_has_arrived() -> None:
    state = siege(unit("A", foot, 12, column, at=(44, 20)), unit("z", at=(70, 2)))
    assert aim(state, "A") == (4400, 2000)


def test_too_few_to_hold_are_not_drawn_to_it() -> None:
    state = siege(unit("A", foot, 2, column, at=(30, 24)), unit("z", at=(70, 2)))
    assert goals(state, find(state, "A")) == []


def test_a_column_is_nearer_than_a_line() -> None:
    state = siege(unit("A", foot, 12, column, at=(10, 24), orders=(line, column)), unit("z", at=(70, 2)))
    here, in_column = (1000, 2400), find(state, "A")
    assert goal_worth(state, in_column, here) > goal_worth(state, replace(in_column, order=line), here)
    inside = 4400, 2400
    assert goal_worth(state, in_column, inside) == goal_worth(state, replace(in_column, order=line), inside)


def test_a_march_stops_before_the_enemy() -> None:
    column_ = unit("A", foot, 12, column, at=(30, 24), facing=90)
    free = siege(column_, unit("z", at=(70, 2)))
    barred = siege(column_, unit("b", foot, 36, line, at=(38, 24), facing=270))
    assert march_on(free, find(free, "A"), 1500) > march_on(barred, find(barred, "A"), 1500)


# ---- what a charge is worth


def found(state: State, charger: str, target: str) -> Lane:
    way = lane(state, find(state, charger), find(state, target))
    assert isinstance(way, Lane)
    return way


def test_a_charge_away_from_the_work_costs_the_way() -> None:
    def cost(at: tuple[float, float]) -> float:
        state = siege(
            unit("A", foot, 12, column, at=(30, 24), facing=45), unit("b", foot, 8, at=at, facing=225)
        )
        return way_lost(state, find(state, "A"), found(state, "A", "b"))

    assert cost((31, 32)) > cost((36, 28)) >= 0


def test_those_who_follow_embolden_the_formed_but_no_skirmishers() -> None:
    def gain(order: object, friends: int) -> float:
        kind = column if order is column else skirmish
        helpers = [unit(f"B{n}", foot, 12, column, at=(24 + 4 * n, 20), facing=0) for n in range(friends)]
        state = scene(
            unit("A", foot, 6, kind, elite, repeater, at=(30, 22)),
            unit("b", foot, 18, at=(30, 27)),
            *helpers,
            break_at=(4, 4),
        )
        return joined(state, find(state, "A"), find(state, "b")).gain

    assert gain(column, 3) > gain(column, 0)
    assert gain(skirmish, 3) == gain(skirmish, 0) < 0


def test_raw_troops_do_not_embolden_regulars() -> None:
    def gain(*words: object) -> float:
        friend = unit("B", foot, 18, column, *words, at=(26, 22))  # type: ignore[arg-type]
        state = scene(unit("A", foot, 12, column, at=(30, 22)), unit("b", foot, 12, at=(30, 27)), friend)
        return joined(state, find(state, "A"), find(state, "b")).gain

    assert gain() > gain(raw)


def test_joining_a_fight_counts_what_it_adds() -> None:
    def fight(*words: object, figures: int = 12) -> State:
        return scene(
            unit("A", foot, 12, column, at=(30, 22)),
            unit("B", foot, figures, column, *words, at=(26, 22)),  # type: ignore[arg-type]
            unit("b", foot, 12, at=(30, 24)),
            contacts="A>b",
        )

    strong, weak = fight(), fight(raw, figures=4)
    assert joined(strong, find(strong, "B"), find(strong, "b")).gain > 0
    assert joined(weak, find(weak, "B"), find(weak, "b")).gain < 0


def test_a_friend_who_is_attacked_is_helped() -> None:
    state = scene(
        unit("A", foot, 12, at=(30, 22)),
        unit("B", foot, 12, column, at=(26, 22)),
        unit("b", foot, 12, at=(30, 24)),
        contacts="b>A",
    )
    assert joined(state, find(state, "B"), find(state, "b")).gain > 0


def test_a_work_helps_nobody_against_those_inside_it() -> None:
    def gain(at: tuple[float, float]) -> float:
        state = siege(unit("A", foot, 12, column, at=at), unit("b", foot, 12, at=(41, 24), facing=270))
        return joined(state, find(state, "A"), find(state, "b")).gain

    assert gain((46, 24)) > gain((36, 24))


def test_several_clash_as_one_does_with_itself() -> None:
    state = scene(unit("A", foot, 12, at=(30, 22)), unit("b", foot, 12, at=(30, 27)))
    a, b = find(state, "A"), find(state, "b")
    assert clash(state, (a,), (b,)) == bout(state, a, b)


@pytest.mark.parametrize(("others", "share"), [(0, 1.0), (1, 0.5), (2, 1 / 3)])
def test_what_is_at_stake_is_shared_by_those_who_hold(others: int, share: float) -> None:
    friends = [unit(f"B{n}", at=(50, 18 + 6 * n)) for n in range(others)]
    state = siege(unit("A", at=(44, 24)), unit("z", at=(70, 2)), *friends)
    alone = siege(unit("A", at=(44, 24)), unit("z", at=(70, 2)))
    assert stake(state, find(state, "A")) == pytest.approx(share * stake(alone, find(alone, "A")))
    assert stake(state, find(state, "z")) == 0.0


# ---- the general


@pytest.mark.parametrize(
    ("friend", "joins"),
    [
        (unit("A", foot, 12, elite, at=(30, 22)), False),
        (unit("A", horse, 8, at=(30, 22)), True),
        (unit("A", horse, 8, skirmish, at=(30, 22)), False),
        (unit("A", horse, 8, at=(30, 22), markers=1), False),
        (unit("A", horse, 8, at=(5, 2)), False),
    ],
)
def test_the_general_leads_horse_and_shares_nobody_elses_fate(friend: Unit, joins: bool) -> None:
    state = scene(friend, unit("b", at=(30, 40)))
    look = SimpleNamespace(position=SimpleNamespace(state=state), plan={})
    ((_, rating),) = ADVISERS["join"](look, (0,))
    assert (rating > 0) is joins


# ---- a whole game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "limit"), [("stockade", 5000), ("rearguard", 90), ("palikao", 90), ("tungchow", 90)]
)
def test_two_computers_come_to_an_end_and_their_advice_is_always_on_offer(scenario: str, limit: int) -> None:
    """One game to the end, of the others two turns or so: how they end is told by the recorded games."""
    agents = GreedyAgent(RULESET, 1), GreedyAgent(RULESET, 2)
    result = play_game(RULESET, scenario, agents, 7, limit=limit)
    assert result.ended or result.actions == limit < 1000
    assert [agent.misadvised for agent in agents] == [0, 0]


def test_every_sum_of_the_advice_rates_a_verb_and_every_verb_has_its_sum() -> None:
    assert (
        set(SUMS) == {row.rating for row in VERBS.values() if isinstance(row.rating, Rating)} == set(Rating)
    )
    assert set(ADVISERS) == set(RULESET.sheet.labels)
