"""Dice, chances, lengths, citations and manoeuvres in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.cli.terminal import chances, manoeuvres, words
from grognard.engine import measures
from grognard.engine.choices import Throw
from grognard.engine.dice import Draw, Faced, Opposed, Pool, Row, Sum
from grognard.engine.dist import Dist
from grognard.engine.domains import Mover, Reach
from grognard.engine.flow import IllegalAction
from grognard.engine.log import Entry
from grognard.engine.tables import Refusal


def test_dice_are_shown_as_they_lie() -> None:
    assert words.faces((1, 4, 6)) == "⚀ ⚃ ⚅"
    assert words.faces((7, 10)) == "7 10"
    assert words.faces(("ambush",)) == "ambush"


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 3), "33 %"),
        (Fraction(1, 200), "0.5 %"),
        (Fraction(1, 10**6), "<0.1 %"),
        (Fraction(999, 1000), "99.9 %"),
        (1 - Fraction(1, 10**6), ">99.9 %"),
    ],
)
def test_a_small_chance_is_never_called_none(chance: Fraction, said: str) -> None:
    assert words.percent(chance) == said


def test_lengths_and_angles() -> None:
    assert measures.length(1250, "inch") == "12.5″"
    assert measures.length(600, "paces") == "6 paces"
    assert measures.length(600, "") == "6"
    assert words.degrees(-225) == "-22.5°"
    assert measures.compass(3590) == "north"
    assert measures.compass(1349) == "south-east"


def test_citations_carry_their_provenance() -> None:
    assert words.citation(RULESET, "6.2c") == "[TB 6.2cⁱ]"
    assert words.citation(RULESET, "99") == "[TB 99]"
    assert words.citation(RULESET, "") == ""


def test_log_entries_read_as_the_book_phrases_them() -> None:
    entry = Entry("6.4", "loses", {"unit": 1, "hits": 2})
    assert words.entry_line(RULESET, entry, {1: "Guards"}) == "Guards loses 2 [TB 6.4ⁱ]"


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        (Pool.of(6, 5), "volley 6D6 at 5+: mean 2, 1+ 91 %, 2+ 65 %"),
        (Pool(((2, 4), (1, 5))), "volley 2D6 at 4+ and 1D6 at 5+: mean 1.33, 1+ 83 %, 2+ 42 %"),
        (Sum(2, plus=1), "volley 2D6+1: mean 8, from 3 to 13"),
        (Opposed(1, 0), "volley 2D6: ahead 58 %, level 14 %, behind 28 %"),
        (Row(2, first=1), "volley 2D6: mean 7, from 2 to 12"),
        (Draw((("ambush", 1), ("blank", 3))), "volley: blank 75 %, ambush 25 %"),
        (Draw((("?", 3),)), ""),
        (Faced(1), "volley 1D6: mean 3.5, from 1 to 6"),
    ],
)
def test_a_throw_in_a_few_words(dice: Any, said: str) -> None:
    assert chances.of_throw(Throw("volley", dice, "6.3")) == said


def test_a_whole_sequence_part_by_part() -> None:
    dist = Dist({(0, "stands"): 1, (2, "routs"): 3})
    assert (
        chances.of_outcomes(dist, ("lost", "then"))
        == "lost mean 1.5, 1+ 75 %, 2+ 75 %; then routs 75 %, stands 25 %"
    )
    assert chances.of_outcomes(Dist({True: 1, False: 3}), ("wins",)) == "wins 25 %"
    assert chances.of_outcomes(Dist.sure((0, "stands")), ("lost", "then")) == "0, stands 100 %"


class Anywhere(Mover):
    """Proposes two kinds of legs, one of its own."""

    def candidates(self) -> Iterator[Any]:
        yield (("turn", -300), ("forward", 600))
        yield (("march", "quick", 300),)

    def refusal(self, legs: Any) -> None:
        return None


REACH = Reach(1, Anywhere())


@pytest.mark.parametrize(
    ("typed", "legs"),
    [
        ("forward 6", (("forward", 600),)),
        ('Forward 6.25"', (("forward", 625),)),
        ("f 6", (("forward", 600),)),
        ("advance 6", (("forward", 600),)),
        ("back 2", (("back", 200),)),
        ("turn 30, forward 6", (("turn", 300), ("forward", 600))),
        ("turn left 30 then forward 6", (("turn", -300), ("forward", 600))),
        ("turn right 22.5°; forward 6in", (("turn", 225), ("forward", 600))),
        ("about", (("turn", 1800),)),
        ("wheel left 30", (("wheel", -300, "left"),)),
        ("wheel 30", (("wheel", 300, "right"),)),
        ("wheel left 30 right", (("wheel", -300, "right"),)),
        ("side left 1.5", (("side", -150),)),
        ("left 1.5", (("side", -150),)),
        ("glide 3 -2", (("glide", 300, -200),)),
        ("form column", (("order", "column"),)),
        ("order line, forward 2", (("order", "line"), ("forward", 200))),
        ("march quick 3", (("march", "quick", 300),)),
        ("forward -2", (("forward", -200),)),
    ],
)
def test_typed_manoeuvres_are_read(typed: str, legs: Any) -> None:
    assert manoeuvres.read(typed, REACH) == legs


@pytest.mark.parametrize("typed", ["", " , ", "forward", "turn left", "form"])
def test_manoeuvres_that_cannot_be_read(typed: str) -> None:
    with pytest.raises(ValueError, match="for instance"):
        manoeuvres.read(typed, REACH)


def test_manoeuvres_are_told_in_words() -> None:
    legs = (
        ("turn", -300),
        ("forward", 650),
        ("wheel", -225, "left"),
        ("wheel", 100, "left"),
        ("order", "line"),
    )
    assert manoeuvres.say(legs, "inch") == (
        "turn left 30°, forward 6.5″, wheel left 22.5°, wheel right 10° on the left corner, form line"
    )
    others = (("turn", 1800), ("side", -100), ("glide", 300, -400), ("march_off", 200, "by_road"))
    assert (
        manoeuvres.say(others, "inch") == "turn about, step left 1″, go 5″ south-east, march off 2″ by road"
    )
    assert manoeuvres.say((), "inch") == "stay"


def test_previews_are_told_in_words() -> None:
    told = manoeuvres.say_preview({"end": (1204, 650, 900, "line"), "cost": 600}, "inch")
    assert told == "ends at 12·6.5″ →, costs 6″"
    told = manoeuvres.say_preview({"pose": [1200, 650], "cost": [100, 200], "allowance": 900}, "inch")
    assert told == "ends at 12·6.5″, 3 of 9″"
    assert manoeuvres.say_preview({}, "inch") == ""


class Everywhere(Mover):
    """Proposes much that hardly differs."""

    def candidates(self) -> Iterator[Any]:
        yield ()
        yield (("turn", 50), ("forward", 1200))
        for far in (100, 110, 250, 1200, 1210):
            yield (("forward", far),)
        yield (("forward", 1200), ("turn", 50))
        yield (("forward", 1200), ("turn", 900))
        yield (("forward", 1200), ("order", "line"))

    def preview(self, legs: Any) -> dict[str, Any]:
        facing = next((leg[1] for leg in legs if leg[0] == "turn"), 0)
        far = next((leg[1] for leg in legs if leg[0] == "forward"), 0)
        return {"end": (0, far, facing), "cost": 0, "allowance": 1200}

    def plan(self, pose: Any) -> Any:
        x, y, facing, order = pose
        if facing != 900:
            return Refusal("5.2", "no way so")
        return (("turn", facing), ("forward", x + y), *((("order", order),) if order else ()))

    def arrange(self, pose: Any, places: Any, by: Any = ()) -> Any:
        assert places == ()
        return (*(("by", *spot) for spot in by), *self.plan(pose))


def test_manoeuvres_that_hardly_differ_are_listed_once() -> None:
    assert manoeuvres.varied(Reach(1, Everywhere())) == [
        (),
        (("forward", 250),),
        (("forward", 1200),),
        (("forward", 1200), ("turn", 900)),
        (("forward", 1200), ("order", "line")),
    ]


def test_a_place_is_reached_by_the_books_own_planner() -> None:
    reach = Reach(1, Everywhere())
    assert manoeuvres.read("to 6 12", reach, (0, 1200, 0)) == (("turn", 900), ("forward", 1800))
    assert manoeuvres.read("to 6 0 90 line", reach) == (("turn", 900), ("forward", 600), ("order", "line"))
    with pytest.raises(IllegalAction, match="no way so"):
        manoeuvres.read("to 6 12 45", reach)
    with pytest.raises(ValueError, match="say where"):
        manoeuvres.read("to 6", reach)
    assert manoeuvres.read("stay", reach) == ()


def test_a_way_is_led_by_places_that_are_typed() -> None:
    reach = Reach(1, Everywhere())
    there = (("turn", 900), ("forward", 1800))
    assert manoeuvres.read("to 6 12 90 by 3 4", reach) == (("by", 300, 400), *there)
    assert manoeuvres.read("to 6 12 90 by 3 4 by 5 6.5", reach) == (
        ("by", 300, 400),
        ("by", 500, 650),
        *there,
    )
    with pytest.raises(ValueError, match="say by which place"):
        manoeuvres.read("to 6 12 by 3", reach)
