"""Which units fight together, who attacks, and in what order fights are fought. [EVA 31, C1, C2, T5, G-29, G-39]"""

from __future__ import annotations

from grognard.books.ever_victorious_armies.facts.parties import Fight, next_fight
from grognard.books.ever_victorious_armies.state import Desk, Duties, State
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.common import part, touch
from grognard.books.ever_victorious_armies.words import Where
from grognard.engine.flow import replace
from tests.books.ever_victorious_armies.scenes import Play, begin, foot, scene, unit
from tests.rules import rule


def four(contacts: str) -> State:
    return scene(unit("A"), unit("B"), unit("c"), unit("d"), contacts=contacts)


def sides(game: Play) -> tuple[list[int], list[int]]:
    """Attackers and defenders of the combat whose dice are due."""
    return game.throw.facts["attackers"], game.throw.facts["defenders"]


@rule("31", "C1", "G-9")
def test_all_units_linked_by_contact_fight_as_one() -> None:
    game = begin(four("A>c B>c B>d"), Combats())
    assert sides(game) == ([0, 1], [2, 3])
    assert game.throw.dice.faces() == (2, 6)
    game.play((6, 1))
    assert game.over


@rule("31", "C1")
def test_fights_without_a_link_are_separate_and_each_is_fought_once() -> None:
    game = begin(four("B>d A>c"), Combats())
    assert sides(game) == ([1], [3])
    game.play((6, 1))
    assert sides(game) == ([0], [2])
    game.play((1, 3), 1, 1)
    assert game.over
    assert game.state.contacts != ()


@rule("C2", "G-29")
def test_the_side_of_the_first_contact_attacks() -> None:
    assert sides(begin(four("c>A A>d"), Combats())) == ([2, 3], [0])
    assert sides(begin(four("A>d c>A"), Combats())) == ([0], [2, 3])


@rule("C2")
def test_two_fights_that_grow_together_follow_the_older() -> None:
    state = four("A>c d>B")
    desk = Desk(state, None)
    touch(desk, 3, 0)
    assert next_fight(desk.state) == Fight((0, 1, 2, 3), 0, 0)


def next_turn(game: Play) -> Desk:
    """The next turn opened: orders in force, today forgotten."""
    units = tuple(replace(u, duties=u.tomorrow, tomorrow=Duties()) for u in game.state.units)
    return Desk(replace(game.state, units=units), None)


@rule("G-39", "C2", "G-29", "54")
def test_a_fight_that_goes_on_keeps_its_attacker() -> None:
    game = begin(scene(unit("A"), unit("b"), contacts="A>b"), Combats()).play((1, 3), 1, 1)
    again = begin(next_turn(game).state, Combats())
    assert sides(again) == ([0], [1])


@rule("C2", "G-29")
def test_it_keeps_its_attacker_even_if_the_first_pair_has_parted() -> None:
    state = scene(unit("A"), unit("B"), unit("c"), unit("d"), contacts="A>c d>A")
    game = begin(state, Combats()).play((1, 1), 1, 1, 1)  # 24 to 12: −2 and held
    desk = next_turn(game)
    part(desk, 2)
    assert sides(begin(desk.state, Combats())) == ([0], [3])


@rule("C2")
def test_an_old_fight_stays_the_older_when_its_first_contact_is_gone() -> None:
    units = [unit(key) for key in "ABcde"]
    game = begin(scene(*units, contacts="A>c d>B A>e"), Combats()).play((1, 2), 1, 1, 1)
    desk = next_turn(game.play((1, 3), 1, 1))
    part(desk, 2)
    touch(desk, 3, 0)
    assert sides(begin(desk.state, Combats())) == ([0, 1], [3, 4])


@rule("S15", "T5")
def test_a_charger_whose_target_was_shot_away_fights_nobody() -> None:
    assert begin(scene(unit("A"), unit("b", foot, 0, where=Where.LOST)), Combats()).over


@rule("T5")
def test_a_unit_destroyed_in_its_fight_is_not_counted_in_another() -> None:
    game = begin(four("A>c B>d"), Combats()).play((6, 1), (6, 1))
    assert game.over
    assert [u.where for u in game.state.units] == [Where.TABLE] * 2 + [Where.LOST] * 2
