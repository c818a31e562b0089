"""Small print: bars on the way, marks of arcs, what is told of a move, supporters of a second fight. [44, 70, 77, 85, B19, B42, B65]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts import detours, onsets, withdrawing
from grognard.books.valour_and_fortitude.facts.assaults import first_onset
from grognard.books.valour_and_fortitude.facts.bodies import stand, stand_at
from grognard.books.valour_and_fortitude.facts.command import doer
from grognard.books.valour_and_fortitude.facts.fighting import automatic_rout
from grognard.books.valour_and_fortitude.facts.ground import level_at
from grognard.books.valour_and_fortitude.facts.judging import halts
from grognard.books.valour_and_fortitude.facts.placing import Entrant, Leaver
from grognard.books.valour_and_fortitude.facts.secrecy import redact
from grognard.books.valour_and_fortitude.facts.shooting import range_to
from grognard.books.valour_and_fortitude.facts.sight import seen_by
from grognard.books.valour_and_fortitude.state import Desk, Spell, State
from grognard.books.valour_and_fortitude.steps.arrivals import MoveOn
from grognard.books.valour_and_fortitude.steps.env import Attack, Brigading, Fight, Leading, Retreating
from grognard.books.valour_and_fortitude.steps.fire import PickTarget
from grognard.books.valour_and_fortitude.steps.melee import SquareDice
from grognard.books.valour_and_fortitude.steps.support import BackSupport
from grognard.books.valour_and_fortitude.steps.turn import CloseTurn
from grognard.books.valour_and_fortitude.words import Deed, Phase, Special
from grognard.engine.flow import replace
from grognard.geometry.angles import SCALE, ahead
from grognard.tabletop import slides
from tests.books.valour_and_fortitude.bouts import foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    ENVS,
    area,
    begin,
    cite,
    close,
    find,
    foot,
    ground,
    gun,
    horse,
    legs,
    marcher,
    open_order,
    put,
    reform,
    scene,
    square,
    unit,
    why,
    worked,
)
from tests.rules import rule

param = pytest.param
AWAY = {"I": (2, 2), "i": (70, 46), "General": (4, 2), "general": (66, 46)}


# ---- what bars the straight way

MIDDLE = 28, 18, 44, 22


@rule("77", "73", "164", "168", "160", "166", "B42")
@pytest.mark.parametrize(
    ("more", "terrain", "deed", "slow", "keeps"),
    [
        param((unit("b", at=(36, 20)),), (), Deed.MOVE, False, [300], id="an enemy, 3 off"),
        param((unit("b", at=(36, 20)),), (), Deed.ASSAULT, False, [2], id="an enemy, in an assault"),
        param((unit("F", at=(36, 20), brigade="II"),), (), Deed.MOVE, False, [2], id="a friend of another brigade"),
        param((unit("F", at=(36, 20)),), (), Deed.MOVE, False, [], id="one who is passed over"),
        param((), (area("river", *MIDDLE),), Deed.MOVE, False, [0], id="a river"),
        param((), (area("wood", *MIDDLE),), Deed.MOVE, False, [0], id="a wood"),
        param((), (ground("high_wall", (28, 20), (44, 20)),), Deed.MOVE, False, [0], id="a high wall"),
        param((), (ground("low_wall", (28, 20), (44, 20)),), Deed.MOVE, False, [], id="a low wall does not bar"),
        param((), (ground("low_wall", (28, 20), (44, 20)),), Deed.MOVE, True, [-40], id="it slows"),
        param((), (area("mud", *MIDDLE),), Deed.MOVE, False, [], id="mud does not bar"),
        param((), (area("mud", *MIDDLE),), Deed.MOVE, True, [-40], id="it slows"),
        param((), (area("river", 60, 2, 70, 6),), Deed.MOVE, False, [], id="not on the way"),
        param((), (ground("river", (38, 33), (45, 33), (45, 20)),), Deed.MOVE, False, [], id="a slanting bank beside the way"),
        param((unit("b", at=(36, 20)),), (), Deed.RETREAT, False, [300], id="an enemy, in a retreat"),
        param((unit("b", front=(36, 13), facing=180),), (), Deed.RETREAT, False, [], id="but not whom one retreats from"),
    ],
)  # fmt: skip
def test_what_may_bar_the_straight_way(
    more: Any, terrain: Any, deed: Deed, slow: bool, keeps: list[int]
) -> None:
    judge = marcher(
        scene(unit("A", files=6, at=(36, 10)), *more, unit("z", at=(5, 45)), terrain=terrain), "A", deed
    )
    there = stand_at(judge.start.shape, 3600, 3000, 0)
    assert [keep for _, keep in detours._bars(judge, there, slow)] == keeps


# ---- arcs on a slide


@rule("85", "B20")
def test_marks_are_where_a_slide_enters_or_leaves_an_arc() -> None:
    """b looks south: straight back A stays in his arc; to the side it leaves it."""
    state = scene(
        unit("A", horse, front=(36, 24)), unit("b", figures=12, files=6, front=(36, 24), facing=180)
    )
    judge = marcher(state, "A", Deed.RETREAT)
    at = judge.start
    assert withdrawing._arc_marks(judge, at, 1800, [300, 1050, 1800]) == set()
    # A's rear corner is 4 below b's front: out to the side of his arc by then.
    marks = withdrawing._arc_marks(judge, at, 900, [0, 1800])
    seen = withdrawing._seen_on(judge, at, 900, find(state, "b"))
    assert len(marks) == 2
    low, high = sorted(marks)
    assert high - low == 1
    assert (seen(low), seen(high)) == (True, False)
    # The other way it comes in again.
    away = stand_at(at.shape, at.x + 1800, at.y, 0)
    back = sorted(withdrawing._arc_marks(judge, away, 2700, [0, 1800]))
    assert len(back) == 2
    assert [1800 - mark for mark in back] == [high, low]
    assert withdrawing._arc_marks(judge, away, 900, [10, 500]) == set()
    # An occupant has no arc that a retreat would have to end in.
    house = area("building", 33, 24, 39, 28, "house")
    held = scene(unit("A", horse, front=(36, 20)), unit("b", inside="house", facing=180), terrain=(house,))
    judge = marcher(held, "A", Deed.RETREAT)
    assert judge.saw(find(held, "b"))
    assert withdrawing._arc_marks(judge, judge.start, 900, [10, 1800]) == set()


# ---- what is told of a move


@rule("70", "80", "83", "87", "94")
@pytest.mark.parametrize(
    ("verb", "said", "what", "number"),
    [
        ("move", legs("forward 2"), "moves", "70"), ("move", (reform(close, 12),), "forms up", "80"),
        ("move", (*legs("forward 2"), reform(close, 12)), "moves", "70"), ("move", (), "moves", "70"),
        ("retreat", legs("back 2"), "retreats", "83"), ("double", legs("forward 2"), "doubles", "70"),
    ],
)  # fmt: skip
def test_how_a_move_is_told(verb: str, said: Any, what: str, number: str) -> None:
    state = scene(
        unit("A", files=6, at=(30, 10)), unit("z", front=(36, 46), facing=180), leaders={"general": (66, 46)}
    )
    game = begin(state, "brigade", env=Brigading(0)).play((verb, "A"), ("go", said))
    assert [entry.cite for entry in game.notes(what)] == [number]
    assert game.unit("A").today.acted


# ---- features other than one's own


@rule("174", "176")
@pytest.mark.parametrize("first", [True, False])
def test_enemies_in_another_house_keep_one_at_a_distance(first: bool) -> None:
    houses = area("building", 30, 20, 34, 24, "other"), area("building", 30, 30, 34, 34, "own")
    state = scene(
        unit("A", inside="own"),
        unit("b", inside="other"),
        terrain=houses if first else houses[::-1],
        leaders=AWAY,
    )
    leaves = Leaver(state, find(state, "A"))
    for y, number in ((27.79, "176"), (27.8, "")):
        assert cite(leaves.refusal((("place", 3200, round(y * 100), 0, "close", 12),))) == number


@rule("77", "78", "177")
@pytest.mark.parametrize(("inside", "enemy"), [(True, 500), (False, 200)])
def test_who_is_inside_keeps_nobody_at_a_distance(inside: bool, enemy: int) -> None:
    house = area("building", 27, 12, 33, 16, "house")
    near: dict[str, Any] = {"inside": "house"} if inside else {"front": (30, 12), "facing": 180}
    state = scene(
        unit("A", figures=12, files=6, front=(30, 10)), unit("b", **near),
        unit("c", figures=6, files=6, front=(37.4 + 2.4, 10), facing=180), terrain=(house,) if inside else (),
    )  # fmt: skip
    assert doer(state, find(state, "A")).enemy == enemy


@rule("182", "B77", "136")
def test_a_gun_in_a_house_does_not_rout_at_once() -> None:
    house = area("building", 30, 24, 42, 30, "house")
    state = melee(foremost("A"), unit("g", gun, inside="house"), terrain=(house,), leaders=AWAY)
    assert automatic_rout(state, state.units[1], state.units[0], ()) is None


@rule("166", "F5.13d", "150")
@pytest.mark.parametrize(
    ("words", "order", "cost"),
    [((Special.LIGHT_INFANTRY,), open_order, 500), ((Special.LIGHT_INFANTRY,), close, 1000), ((Special.OPEN_ORDER,), open_order, 1000), ((), close, 1000)],
)  # fmt: skip
def test_what_a_way_in_through_mud_costs(words: Any, order: Any, cost: int) -> None:
    state = scene(
        unit("A", foot, *words, order, figures=12, files=6),
        unit("z", at=(60, 40)),
        terrain=(area("mud", 0, 0, 20, 48),),
    )
    state = replace(state, brigades=tuple(replace(b, entry=(0, 2400)) for b in state.brigades))
    comes = Entrant(state, find(state, "A"))
    assert comes._cost(find(state, "A"), (500, 2400)) == cost


# ---- cards nobody plays


def battery(hand: tuple[int, ...], pause: bool, hill: bool = True) -> State:
    """A gun on a hill behind a friend who has shot: only Directed Fire would let it shoot."""
    return scene(
        unit("A", gun, front=(30, 8)), unit("B", front=(30, 18), today={"shot": True}), unit("c", front=(30, 34), facing=180),
        phase=Phase.FIRE, hands=(hand, ()), options={"pause_at_windows": pause},
        terrain=(area("hill", 20, 0, 40, 9, crest=((20, 4), (40, 4))),) if hill else (),
    )  # fmt: skip


@rule("FC7", "44")
@pytest.mark.parametrize(
    ("hand", "pause", "hill", "asked"),
    [
        ((7,), False, True, True), ((8,), True, True, True), ((8,), False, True, False), ((), True, True, False),
        ((8,), True, False, False), ((7,), True, False, False),
    ],
)  # fmt: skip
def test_whether_the_fire_phase_waits_for_directed_fire(
    hand: tuple[int, ...], pause: bool, hill: bool, asked: bool
) -> None:
    game = begin(battery(hand, pause, hill), PickTarget())
    assert (not game.over) is asked


# ---- support in a second fight


@rule("B19", "B65")
@pytest.mark.parametrize(
    ("second", "fought", "helps"), [(False, True, True), (True, True, False), (False, False, False)]
)
def test_nobody_supports_who_fights_back_in_a_second_fight(second: bool, fought: bool, helps: bool) -> None:
    state = melee(
        foremost("A", horse, figures=12, files=12),
        foe("b", figures=12, files=6, front=(33.5, 24)),
        foe("c", figures=12, files=6, front=(38.5, 24)),
        options={"fight_back_support": True},
        leaders=AWAY,
    )
    blow = Attack(0, 1, 4, 4) if fought else None
    env = Fight(0, 1, chosen=(1,), second=second, main=blow)
    assert bool(BackSupport().able(Desk(state, env))) is helps


@rule("191", "F5.17e")
def test_the_die_before_a_square_begins_at_nothing() -> None:
    state = melee(
        foremost("A", horse, figures=3, files=3), foe("c", square, Special.SQUARE, files=6), leaders=AWAY
    )
    for losses, total in ((0, 0), (4, 2)):
        why = begin(put(state, "c", losses=losses), SquareDice(), env=ENVS["melee"]).throw.why
        assert (why.base, why.total) == (0, total)


# ---- round about


@rule("90", "B42", "160")
@pytest.mark.parametrize(("west", "east", "found"), [(35.5, 36.5, True), (20, 52, False)])
def test_an_assault_goes_round_what_slows_it(west: float, east: float, found: bool) -> None:
    """A wall lies before a narrow column 9 away: across it is 13, and round its end less than 12."""
    wall = ground("low_wall", (west, 16), (east, 16))
    state = scene(
        unit("A", files=6, front=(36, 12)),
        unit("b", figures=9, files=3, front=(36, 21), facing=180),
        terrain=(wall,),
    )
    assert why(state, "A", "forward 9", deed=Deed.ASSAULT) == "76"
    assert (first_onset(state, *state.units) is not None) is found


@rule("80", "B71", "74")
def test_where_a_manoeuvre_halts() -> None:
    state = scene(unit("A", files=6, at=(30, 10)), unit("z", at=(60, 44)))
    for said, halts_ in (
        (("forward 1", "side 1"), 1), (("forward 1", reform(close, 12)), 2), ((reform(close, 12), "forward 1"), 2),
        ((reform(close, 12),), 1), (("forward 1", "side 1", reform(close, 12)), 2),
    ):  # fmt: skip
        assert len(halts(worked(state, "A", *said))) == halts_


@rule("74", "88", "B42")
@pytest.mark.parametrize(
    ("begin_", "end", "marks"),
    [(-99, 99, [-100, 100]), (-100, 100, []), (-100, 99, [100]), (-99, 100, [-100]), (-10, 20, [-11, 21])],
)
def test_places_beside_neighbours_stay_within_the_side(
    begin_: int, end: int, marks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hundredth clear of him on both sides, if that is still on the side: 1 to either side of its middle."""
    friend = unit("F", figures=12, files=6, front=(40.5, 24))
    state = scene(unit("A", files=6, front=(36, 14)), unit("b", files=12, front=(36, 24), facing=180), friend)
    judge = marcher(state, "A", Deed.ASSAULT, target="b")
    monkeypatch.setattr(slides, "meeting_span", lambda *given: (begin_, SCALE, end, SCALE))
    edge = onsets.edges(state, judge.unit, state.units[1])[0]
    assert list(onsets._beside_neighbours(judge, edge, 100)) == marks


@rule("74", "B42")
@pytest.mark.parametrize("turn", [0, 900, 1800, 2700])
def test_places_beside_neighbours_are_the_same_on_every_side_of_the_compass(turn: int) -> None:
    """A long line, a friend on its right half, and a column that comes up to it, the whole picture turned."""

    def at(right: int, ahead_: int) -> tuple[float, float]:
        x, y = ahead(*ahead(3600, 2400, turn, ahead_), turn + 900, right)
        return x / 100, y / 100

    state = scene(
        unit("A", files=6, at=at(0, -1000), facing=turn / 10),
        unit("b", figures=40, files=20, at=at(0, 80), facing=turn / 10 + 180),
        unit("F", figures=12, files=6, at=at(500, -80), facing=turn / 10),
        size=(72, 72),
    )
    judge = marcher(state, "A", Deed.ASSAULT, target="b")
    edge = onsets.edges(state, judge.unit, state.units[1])[0]
    # F's near end is 2.6 to the right, the column's own 2.4; just clear of him is 0.16. Beyond him the line ends.
    assert list(onsets._beside_neighbours(judge, edge, 900)) == [16]


# ---- height and range


@rule("B56")
@pytest.mark.parametrize(("y", "level"), [(5, 0), (12, 1), (15, 2), (30, 0)])
def test_how_high_up_a_hill_something_stands(y: float, level: int) -> None:
    top = ((24, 14), (46, 14), (46, 16), (24, 16))
    hill = ground("hill", (20, 10), (50, 10), (50, 20), (20, 20), crest=((20, 15), (50, 15)), contours=(top,))
    state = scene(unit("A", figures=6, files=6, at=(35, y)), unit("z", at=(60, 44)), terrain=(hill,))
    assert level_at(state, stand(state.units[0]).body) == level
    assert level_at(scene(unit("A")), stand(state.units[0]).body) == 0


@rule("56", "174")
@pytest.mark.parametrize(("inside", "far"), [(True, 1600), (False, 2600 - 800 - 345)])
def test_from_where_a_gun_measures(inside: bool, far: int) -> None:
    """From its own base, not the limber's; inside a house from the house."""
    house = area("building", 28, 6, 32, 10, "house")
    where: dict[str, Any] = {"inside": "house"} if inside else {"at": (30, 8)}
    state = scene(
        unit("G", gun, **where), unit("b", front=(30, 26), facing=180), terrain=(house,) if inside else ()
    )
    assert range_to(state, *state.units) == far


# ---- steps that pass by


@rule("173", "B82")
@pytest.mark.parametrize("inside", [True, False])
def test_an_occupant_does_not_retreat(inside: bool) -> None:
    house = area("building", 30, 24, 42, 30, "house")
    where: dict[str, Any] = {"inside": "house"} if inside else {"front": (36, 20)}
    state = melee(unit("A", horse, **where), foe("b"), terrain=(house,) if inside else (), leaders=AWAY)
    game = begin(state, "retreat", env=Retreating(0))
    assert game.over is inside
    assert game.unit("A").on_table


@rule("102")
def test_a_single_fight_is_asked_for_by_name() -> None:
    one = melee(foremost("A", figures=12, files=6), foe("b", figures=12, files=6), leaders=AWAY)
    assert begin(one, "melee").ask.prompt == "A fights b"
    two = melee(
        foremost("A", figures=12, files=6, front=(20, 24)), foe("b", figures=12, files=6, front=(20, 24)),
        foremost("C", figures=12, files=6, front=(50, 24)), foe("d", figures=12, files=6, front=(50, 24)), leaders=AWAY,
    )  # fmt: skip
    assert begin(two, "melee").ask.prompt == "Which fight, with whom as main attacker?"


@rule("151", "B67")
@pytest.mark.parametrize(
    ("changes", "offers"),
    [
        ({}, {"double"}), ({"losses": 1}, {"double", "rally"}), ({"losses": 1, "x": 3600, "y": 2900}, {"rally"}),
        ({"x": 3600, "y": 3400}, {"assault"}),
    ],
)  # fmt: skip
def test_what_a_detachment_may_do_as_it_arrives(changes: dict[str, Any], offers: set[str]) -> None:
    """It has acted by arriving, may have shot, and its brigade is not activated: none of that matters."""
    state = scene(
        unit("A", figures=8, files=4, at=(36, 5), detachment=True, today={"acted": True, "shot": True}),
        unit("z", figures=12, files=6, front=(36, 40), facing=180), leaders=AWAY,
    )  # fmt: skip
    state = put(state, "A", **changes)
    assert set(MoveOn()._actions(state, state.units[0])) == offers


@rule("FC4", "44")
def test_a_breakthrough_of_nobody_waits_for_no_card() -> None:
    state = melee(
        foremost("A", figures=12, files=6, losses=1), foe("b", figures=12, files=6), hands=((4, 8), ()),
        options={"pause_at_windows": True}, leaders=AWAY,
    )  # fmt: skip
    game = begin(state, "breakthrough", env=Brigading(0, moves=True))
    assert game.over


@rule("44")
def test_what_a_side_does_not_see_is_hidden_and_nothing_else() -> None:
    """Our silence is ours to know, even where there is no card to hide."""
    state = scene(unit("A", at=(10, 10)), unit("z", at=(10, 40)), spells=(Spell("quiet", 0, 6),))
    assert redact(state, 1).spells == ()
    assert redact(state, 0) is state
    open_ = scene(unit("A", at=(10, 10)), unit("z", at=(10, 40)), spells=(Spell("masses", 0, 0),))
    assert redact(open_, 1) is open_


@rule("57", "B57")
@pytest.mark.parametrize(("screen", "seen"), [(True, 0), (False, 12)])
def test_all_of_an_occupants_figures_see_or_none(screen: bool, seen: int) -> None:
    state = scene(
        unit("A", inside="house"), unit("z", figures=6, files=6, front=(36, 40), facing=180),
        unit("B", figures=120, files=60, front=(36, 24 if screen else 4)), terrain=(area("building", 34, 6, 38, 10, "house"),),
    )  # fmt: skip
    assert seen_by(state, state.units[0], state.units[1]) == seen


@rule("171", "B81")
def test_a_leader_who_shelters_is_drawn_in_the_middle() -> None:
    house = area("building", 34, 4, 38, 8, name="house")
    state = scene(unit("A", at=(20, 10)), unit("z", at=(10, 40)), terrain=(house,), leaders={"I": (32, 6)})
    chief = next(x.id for x in state.leaders if x.name == "I")
    game = begin(state, "leader", env=Leading(chief)).play(("shelter", "house"))
    there = game.leader("I")
    assert (there.inside, there.x, there.y, there.entered) == (0, 3600, 600, True)


@rule("44", "FC10", "FC12A")
def test_what_cards_do_ends_with_the_turn_unless_it_is_for_the_battle() -> None:
    cast = Spell("capture", 0, 0, "battle"), Spell("masses", 1, 0, "turn"), Spell("hurrah", 0, 0)
    state = scene(unit("A", at=(10, 10)), unit("z", at=(10, 40)), spells=cast)
    assert begin(state, CloseTurn()).state.spells == cast[:1]
