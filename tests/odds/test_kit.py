"""What all situations do alike, tried on Toy Brigade."""

from __future__ import annotations

from fractions import Fraction

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.book import BadInput
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position
from grognard.odds import kit
from grognard.odds.explore import explore

GIVEN = {"strength": 4, "arm": "line", "range": 200, "cover": False}


def test_inputs_go_by_their_prefix() -> None:
    given = kit.Given({"figures": 3, "target_figures": 5}, "target_")
    assert given["figures"] == 5
    assert given.get("markers") is None
    assert given.whole("figures", 1, 5) == 5
    with pytest.raises(BadInput, match=r"^target_figures: 5 given, but allowed is from 1 to 4$"):
        given.whole("figures", 1, 4)


@pytest.mark.parametrize(("value", "good"), [(0, False), (1, True), (9, True), (10, False)])
def test_a_whole_number_within_bounds(value: int, good: bool) -> None:
    if good:
        assert kit.whole({"steps": value}, "steps", 1, 9) == value
    else:
        with pytest.raises(BadInput, match=f"^steps: {value} given"):
            kit.whole({"steps": value}, "steps", 1, 9)


def test_a_short_way_is_summed_as_a_long_one_is_walked() -> None:
    engine, scene = RULESET.engine(), RULESET.situations["volley"].scene(GIVEN)
    walked = explore(engine, scene).dist
    assert kit.odds_of(engine, scene.position, scene.done, scene.choose, lambda _at, _throw: None) == walked
    merged = kit.odds_of(engine, scene.position, scene.done, scene.choose, scene.alike or _all)
    assert merged == walked


def _all(_position: Position, _throw: Throw) -> kit.Same | None:
    return None


def test_readings_that_come_to_the_same_are_told_once() -> None:
    engine, scene = RULESET.engine(), RULESET.situations["volley"].scene(GIVEN)
    throw = engine.pending(scene.position)
    assert isinstance(throw, Throw)
    none_or_some = kit.merged(scene.position, throw, lambda _at, _throw: bool)
    assert len(none_or_some) == 2
    assert sum(Fraction(part) for part in none_or_some.fractions().values()) == 1


def test_scenes_are_told_by_verb_where_the_verb_is_on_offer() -> None:
    engine, position = RULESET.engine(), RULESET.start("skirmish")
    asked = engine.pending(position)
    assert isinstance(asked, Ask)
    told: list[Move] = []

    def teller(_position: Position, move: Move) -> None:
        told.append(move)

    scene_for = kit.by_verb(engine, {"bid": teller, "charge": teller})
    for verb in ("bid", "hold_back", "charge", "nonsense"):
        assert scene_for(position, Move(asked.who[0], verb, 1)) is None
    assert [move.verb for move in told] == ["bid"]


def test_situations_by_name() -> None:
    rooms = list(RULESET.situations.values())
    assert kit.by_name(rooms[:1], rooms[1:]) == dict(RULESET.situations)


def test_a_way_may_end_in_odds_of_its_own() -> None:
    engine, scene = RULESET.engine(), RULESET.situations["volley"].scene(GIVEN)
    sure = Dist.sure("done")
    assert kit.odds_of(engine, scene.position, lambda _at: sure, scene.choose, _all) == sure
