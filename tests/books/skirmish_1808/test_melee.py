"""Hand strokes and what comes of them. [26–28, K1–K14, G5, G6]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.bodies import gap_between
from grognard.books.skirmish_1808.facts.fighting import bout, duel_groups, melee_of, pairings, shares
from grognard.books.skirmish_1808.state import Contact, State, Today, Unit
from grognard.books.skirmish_1808.steps.env import Act, Round
from grognard.books.skirmish_1808.words import Cover, Trait, Where
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import Play, area, battle, foot, horse, leader, play, wall
from tests.rules import rule

param = pytest.param


def fight(
    *units: Unit, contacts: tuple[Contact, ...] = (Contact(0, 1),), ground: tuple[object, ...] = ()
) -> Play:
    """A round of melee."""
    state = replace(battle(*units, ground=ground), contacts=contacts)  # type: ignore[arg-type]
    return play(state, "fight", Act(0))


def pair(first: Unit | None = None, second: Unit | None = None) -> tuple[Unit, Unit]:
    """Two units in touch."""
    return first or foot("A", count=4, files=4, at=(30, 30)), second or foot(
        "B", side=1, count=4, files=4, at=(30, 32)
    )


@rule("26", "K2", "A-21")
@pytest.mark.parametrize(
    ("n", "m", "groups"),
    [
        (4, 4, ((4, 1, 1),)),
        (8, 4, ((4, 2, 1),)),
        (5, 4, ((1, 2, 1), (3, 1, 1))),
        (4, 7, ((3, 1, 2), (1, 1, 1))),
        (1, 3, ((1, 1, 3),)),
        (0, 3, ()),
    ],
)
def test_figures_are_paired_evenly(n: int, m: int, groups: tuple[tuple[int, int, int], ...]) -> None:
    found = duel_groups(n, m)
    assert found == groups
    if n and m:
        assert sum(k * a for k, a, _ in found) == n, "everybody of the first has an opponent"
        assert sum(k * b for k, _, b in found) == m


@rule("K2a")
def test_figures_are_shared_among_several_enemies() -> None:
    assert shares(8, (4, 4)) == (4, 4)
    assert shares(8, (6, 2)) == (6, 2)
    assert shares(5, (4, 2)) == (3, 2)
    assert shares(4, (20, 1)) == (3, 1), "at least one each"
    units = (
        foot("A", count=6, at=(30, 30)),
        foot("B", side=1, count=4, at=(30, 33)),
        foot("C", side=1, count=2, at=(36, 30)),
    )
    state = replace(battle(*units), contacts=(Contact(0, 1), Contact(2, 0)))
    found = pairings(state, melee_of(state, 0))
    assert [(p.attackers, p.defenders) for p in found] == [(4, 4), (2, 2)]


@rule("K3", "103", "O4", "A-47")
def test_the_dice_of_a_bout() -> None:
    units = (
        foot("A", count=6, formed=True, at=(30, 30)),
        foot("B", side=1, count=6, formed=True, at=(30, 34), facing=180),
    )
    state = replace(battle(*units), contacts=(Contact(0, 1, 1, (0,)),))
    contact = state.contacts[0]
    first = bout(state, contact, state.units[0], state.units[1])
    assert (first.formed, first.impact) == (True, True)
    flanked = replace(contact, loose=(1,))
    assert not bout(state, flanked, state.units[1], state.units[0]).formed
    assert bout(state, replace(flanked, round=2), state.units[1], state.units[0]).formed
    stormed = replace(contact, house="farm")
    assert not bout(state, stormed, state.units[0], state.units[1]).formed, "attackers of a house are loose"


@rule("K7", "59", "A-11", "K11")
def test_starred_factors_only_in_the_first_round_and_for_chargers() -> None:
    units = (
        horse("A", traits=(Trait.LANCE,), at=(30, 30)),
        foot("B", side=1, at=(30, 34)),
        foot("C", at=(38, 34)),
    )
    state = replace(battle(*units), contacts=(Contact(0, 1, 2, (0,)), Contact(2, 1, 1, (2,))))
    old, new = state.contacts
    assert not bout(state, old, state.units[0], state.units[1]).impact
    assert bout(state, new, state.units[2], state.units[1]).impact, "newcomers count them"
    assert not bout(state, new, state.units[1], state.units[2]).impact


@rule("K4", "K6", "K1")
def test_a_round() -> None:
    game = fight(*pair())
    assert game.waiting.what == "strokes"
    game.fall((1, 1))
    assert (game.unit(0).size, game.unit(1).size) == (3, 3), "all together"
    assert game.told("locked")
    assert game.state.contacts[0].round == 2
    assert all(game.unit(n).today.acted for n in (0, 1)), "everybody in it has acted"


@rule("K5")
def test_several_against_one_keep_their_best() -> None:
    game = fight(foot("A", count=3, files=3, at=(30, 30)), foot("B", side=1, count=1, at=(30, 32)))
    assert game.waiting.dice.groups == ((1, 3, 1),)
    assert game.waiting.dice.read((1, 5, 8, 7)) == (0, 1)
    assert game.waiting.dice.read((1, 5, 6, 7)) == (1, 0), "the lone figure removes one"
    assert game.waiting.dice.read((1, 5, 7, 7)) == (0, 0)


@rule("K8", "M2")
def test_the_beaten_side_tests() -> None:
    game = fight(
        *pair(foot("A", count=8, files=8, at=(30, 30)), foot("B", side=1, count=8, files=8, at=(30, 32)))
    ).fall((0, 5))
    assert game.waiting.what == "morale"
    assert "-3 beaten in melee" in str(game.waiting.why), "3 at most"
    game.fall(0)
    assert game.unit(1).fleeing
    assert not game.state.contacts


@rule("K8", "O3")
def test_a_beaten_unit_that_passes_falls_back() -> None:
    formed = foot("B", side=1, count=8, formed=True, at=(30, 33), facing=180)
    game = fight(foot("A", count=8, at=(30, 28.5)), formed).fall((0, 1)).fall(1)
    assert game.told("falls_back")
    assert not game.unit(1).formed
    assert not game.unit(1).fleeing
    assert not game.state.contacts
    assert gap_between(game.state, game.unit(0), game.unit(1)) >= 550


@rule("K8a")
def test_a_side_wiped_out_has_lost() -> None:
    game = fight(foot("A", count=2, files=2, at=(30, 30)), foot("B", side=1, count=1, at=(30, 32))).fall(
        (0, 1)
    )
    assert not game.unit(1).on_table
    assert not [e for e in game.log if e.facts.get("throw") == "morale"], "nobody tests"


@rule("K9", "K9a")
def test_winning_horse_halts_or_pursues() -> None:
    def won() -> Play:
        units = horse("A", count=6, at=(30, 30)), foot("B", side=1, count=8, at=(30, 35))
        return fight(*units).fall((0, 3)).fall(0)

    game = won()
    assert set(game.offers()) == {"halt", "pursue"}
    game.say("halt")
    assert (game.waiting.what, game.waiting.dice.groups) == ("halt", ((1, 5),)), "its morale number, bare"
    game.fall(1)
    assert game.told("halts")
    ridden = won().say("halt").fall(0)
    assert ridden.told("pursues"), "it failed to halt"
    chosen = won().say("pursue", 1)
    assert chosen.waiting.what == "run_down", "a Normal move of horse reaches it"
    size = chosen.unit(1).size
    chosen.fall(2)
    assert chosen.unit(1).size == size - 2
    back = (
        fight(horse("A", count=6, at=(30, 30)), foot("B", side=1, count=8, at=(30, 35))).fall((0, 1)).fall(1)
    )
    back.say("pursue", 1)
    assert not [e for e in back.log if e.facts.get("throw") == "run_down"], "a retreating unit is not hurt"


@rule("K9a", "K9b")
def test_winning_foot_dresses_its_ranks() -> None:
    game = (
        fight(foot("A", count=8, at=(30, 28)), foot("B", side=1, count=8, at=(30, 33))).fall((0, 3)).fall(0)
    )
    assert set(game.offers()) == {"stay", "redress"}, "foot never pursues"
    game.say("redress", (("dress", 4, 200, 0, 0, 0, 1),))
    assert game.unit(0).formed


@rule("K10", "27", "28")
def test_leaders_fall_last() -> None:
    boss = leader("L", side=1, at=(36, 34), attached=1)
    game = fight(foot("A", count=6, at=(30, 30)), foot("B", side=1, count=2, files=2, at=(30, 33)), boss)
    assert game.waiting.dice.groups == ((2, 3, 1),), "he does not fight while others are left"
    game.fall((0, 2))
    assert game.unit(2).on_table, "and does not fall before them"


@rule("K12")
def test_who_cannot_get_away_surrenders() -> None:
    walls = area("stream", 0, 113, 7, 115.5), area("stream", 2.05, 113, 7, 120)
    state = replace(
        battle(
            foot("A", count=2, files=2, at=(3, 112)), foot("B", side=1, count=1, at=(2, 117.5)), ground=walls
        ),
        contacts=(Contact(0, 1),),
    )
    state = replace(
        state,
        units=(
            state.units[0],
            replace(state.units[1], figures=(state.units[1].figures[0]._replace(x=110, y=11890),)),
        ),
    )
    game = play(state, "fight", Act(0)).fall((0, 0))
    assert game.told("locked")
    penned = replace(
        state,
        units=(
            replace(state.units[0], figures=foot("A", count=2, files=2, at=(2, 117)).figures),
            state.units[1],
        ),
    )
    from grognard.books.skirmish_1808.facts.shifting import retreat

    assert retreat(penned, penned.units[1], (110, 11700)) is None, "no way of 1 is open"
    from grognard.books.skirmish_1808.state import Desk
    from grognard.books.skirmish_1808.steps.melee import BeatenTest

    desk = Desk(penned, Round(0, beaten=(1,), margin=1))
    BeatenTest().fell(desk, 1)
    assert desk.unit(1).where is Where.LOST, "it surrenders"


@rule("K13", "M3")
def test_melee_losses_cause_no_other_test() -> None:
    game = fight(
        foot("A", count=8, files=8, at=(30, 30)), foot("B", side=1, count=8, files=8, at=(30, 32))
    ).fall((4, 4))
    assert game.position.over, "level: nobody tests, though half are gone"
    assert game.unit(0).halved, "half strength counts as tested"


@rule("K14", "K14a", "69", "A-25")
def test_fighting_over_a_wall() -> None:
    lined = foot("B", side=1, count=4, files=4, at=(30, 41), today=Today(acted=True))
    state = battle(foot("A", count=4, files=4, at=(30, 30)), lined, ground=(wall(4, (20, 40), (40, 40)),))
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1)
    contact = game.state.contacts[0]
    assert contact.wall == 400
    assert max(f.y for f in game.unit(0).figures) < 4000, "nobody jumps it"
    assert bout(game.state, contact, game.unit(1), game.unit(0)).cover is Cover.MEDIUM
    later = replace(contact, round=3)
    assert bout(game.state, later, game.unit(1), game.unit(0)).cover is Cover.MEDIUM
    assert bout(game.state, contact, game.unit(0), game.unit(1)).cover is Cover.NONE


@rule("A-25", "69", "70")
def test_cover_in_melee() -> None:
    def cover(at: float, ground: tuple[object, ...], **contact: object) -> Cover:
        units = foot("A", count=4, files=4, at=(30, at)), foot("B", side=1, count=4, files=4, at=(30, 40))
        state: State = replace(battle(*units, ground=ground), contacts=(Contact(0, 1, **contact),))  # type: ignore[arg-type]
        return bout(state, state.contacts[0], state.units[1], state.units[0]).cover

    wood = (area("wood", 20, 39, 50, 60),)
    assert cover(38, wood) is Cover.HEAVY
    assert cover(42, wood) is Cover.NONE, "both in the same area"
    assert cover(38, wood, exposed=(1,)) is Cover.NONE
    assert cover(38, ()) is Cover.NONE


@rule("65", "B10", "66", "68", "H6")
def test_other_facts_of_a_bout() -> None:
    units = horse("A", count=4, at=(30, 30)), foot("B", side=1, count=4, at=(30, 36), today=Today(found=True))
    ground = (area("hill", 0, 33, 60, 60), area("light_wood", 0, 20, 60, 32.9))
    state = replace(battle(*units, ground=ground), contacts=(Contact(0, 1, 1, (0,)),))
    first, second = (bout(state, state.contacts[0], state.units[n], state.units[1 - n]) for n in (0, 1))
    assert (first.higher, second.higher) == (False, True)
    assert first.in_woods
    assert second.found
    assert not bout(state, replace(state.contacts[0], round=2), state.units[1], state.units[0]).found


@rule("W6", "T6")
def test_an_engaged_unit_fights() -> None:
    from grognard.books.skirmish_1808.steps.env import Turn

    state = replace(battle(*pair()), contacts=(Contact(0, 1),))
    game = play(state, "turn", Turn()).fall(5).say("start").say("activate", 0)
    assert game.waiting.what == "strokes"
