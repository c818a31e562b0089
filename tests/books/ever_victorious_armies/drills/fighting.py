"""Drills: close combat, what follows it, morale, generals. [EVA 31–87a, T2, N1–N7]"""

from __future__ import annotations

from typing import Any

from grognard.books.ever_victorious_armies.state import Options, State, Unit
from grognard.books.ever_victorious_armies.steps.close import Close
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.generals import GeneralsAtRisk
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.steps.rally import Rally
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.words import Where
from grognard.engine.flow import replace
from tests.books.ever_victorious_armies.drill import duties, legs, work
from tests.books.ever_victorious_armies.drills import CHARGED, NEXT_TURN, RAN, fight, moving, second
from tests.books.ever_victorious_armies.scenes import (
    area,
    elite,
    ferocious,
    field_gun,
    foot,
    general,
    horse,
    irregular,
    limbered,
    minie,
    raw,
    scene,
    skirmish,
    stubborn,
    unit,
)
from tests.tools.drills import Drill, drill

# ---- close combat and the turn after


def duel(attacker: tuple[Any, ...], defender: tuple[Any, ...], *more: Unit, **fields: Any) -> State:
    """One unit that has charged another, flush in front."""
    a = unit("A", *attacker, at=(30, 24))
    b = unit("b", *defender, at=(30, 24), facing=180)
    deep = {foot: 0.5, horse: 0.75}
    a = replace(a, y=2400 - round(100 * deep.get(a.kind, 1)), today=replace(a.today, **CHARGED))
    b = replace(b, y=2400 + round(100 * deep.get(b.kind, 1)))
    return scene(a, b, *more, contacts="A>b", **fields)


@drill
def repulsed_and_pursued_by_horse(d: Drill) -> None:
    """−4: the attackers lose 2D6 and go back, the defending horse must follow."""
    fight(d, duel((foot, 12), (horse, 8), unit("Z", at=(60, 10))), -4, *NEXT_TURN)
    d.fall(1, 2)
    d.finish(face=3)


@drill
def repulsed_and_the_line_halts(d: Drill) -> None:
    """−4: the attackers lose 1D6 and go back; the defending line may follow and does not."""
    fight(d, duel((foot, 12), (foot, 12, minie), unit("Z", at=(60, 10))), -4, *NEXT_TURN)
    d.finish("halt", face=3)


@drill
def held_and_one_side_goes(d: Drill) -> None:
    """−2: everybody loses 1D6−2, nobody shoots, and the attacker breaks off."""
    fight(d, duel((foot, 12), (foot, 12), unit("Z", at=(60, 10))), -2, *NEXT_TURN)
    d.fall(1).fall(4)
    d.refused("retire", "Z", cite="54")
    d.move("retire", "A")
    d.finish("stay", face=2)


@drill
def held_and_both_stay(d: Drill) -> None:
    """−3: nobody retires, so they fight again, and nobody shoots."""
    fight(
        d, duel((foot, 12), (foot, 12, minie), unit("Z", at=(60, 10))), -3, *NEXT_TURN, Shooting(), Combats()
    )
    d.fall(2).fall(2)
    d.finish("stay", face=3)


@drill
def pushed_back_by_horse_and_foot(d: Drill) -> None:
    """0: defenders go though nobody won, horse may follow, foot may not."""
    state = duel((foot, 12), (foot, 12), unit("C", horse, 4, at=(36.5, 25), facing=270, today=CHARGED))
    desk = replace(
        state, contacts=(*state.contacts, replace(state.contacts[0], number=1, attacker=2)), next_contact=2
    )
    fight(d, desk, 0, *NEXT_TURN)
    d.fall(2).fall(2).fall(2)
    d.move("stay").fall(6, 6)
    d.refused("pursue", "A", cite="58a")
    d.move("pursue", "C")
    d.finish("halt", face=2)


@drill
def driven_by_foot_that_pursues(d: Drill) -> None:
    """+2: defenders lose 1D6 and go back, the attacking foot follows as far as it likes."""
    fight(d, duel((foot, 12), (foot, 12), unit("z", at=(60, 44))), 2, *NEXT_TURN)
    d.fall(4).fall(5, 4).move("pursue", "A").fall(5, 1)
    d.refused("go_on", 100, cite="P2")
    d.move("go_on", 250)


@drill
def driven_by_horse(d: Drill) -> None:
    """+3: the line loses 2D6 and goes back; the horse must follow and catches it unformed."""
    fight(d, duel((horse, 8), (foot, 12), unit("z", at=(60, 44))), 3, *NEXT_TURN, Combats())
    d.fall(1, 2).fall(1, 1).fall(6, 6, 6, 6).fall(1, 6)
    d.finish(face=2)


@drill
def destroyed_and_the_horse_runs_on(d: Drill) -> None:
    """+4: all defenders are gone; the horse runs on, marked or not."""
    state = duel((horse, 8), (foot, 12), unit("z", at=(60, 44)), unit("G", general, joined="A"))
    fight(d, replace(state, units=(replace(state.units[0], markers=2), *state.units[1:])), 5, *NEXT_TURN)
    d.finish(face=3)


@drill
def destroyed_and_the_foot_may_not_follow(d: Drill) -> None:
    """+4: foot with two markers is not asked whether it pursues."""
    state = duel((foot, 18), (foot, 12), unit("z", at=(60, 44)), unit("C", foot, 12, at=(24, 20)))
    fight(d, replace(state, units=(replace(state.units[0], markers=2), *state.units[1:])), 4, *NEXT_TURN)
    d.finish("halt", face=3)


@drill
def swept_away(d: Drill) -> None:
    """Skirmishers who stand are destroyed by horse that a general leads: +6, +1 and +1."""
    state = duel((horse, 8), (foot, 8, skirmish), unit("G", general, joined="A"), unit("z", at=(60, 44)))
    led = replace(state.units[0], today=replace(state.units[0].today, led=True))
    fight(d, replace(state, units=(led, *state.units[1:])), 3, *NEXT_TURN)
    d.finish(face=3)


@drill
def a_work_is_stormed(d: Drill) -> None:
    """Ferocious spears against stubborn raw men in a work, two to one: every line of the factors."""
    state = duel(
        (foot, 18, ferocious, irregular),
        (foot, 8, stubborn, raw),
        unit("z", at=(60, 44)),
        terrain=(work(20, 24, 40, 32),),
    )
    fight(d, state, 1, Morale(), *NEXT_TURN)
    d.finish("stay", face=4)


@drill
def a_gun_is_taken(d: Drill) -> None:
    """At −1 the crew scored better, must go back, and loses its gun."""
    fight(d, duel((foot, 4, elite), (field_gun, 4), unit("z", at=(60, 44))), -1, *NEXT_TURN)
    d.finish("stay", face=2)


@drill
def a_gun_is_brought_off(d: Drill) -> None:
    """The same by the letter of the sheet: the crew limbers up and goes."""
    state = duel((foot, 4), (field_gun, 4), unit("z", at=(60, 44)), options=Options(crews_lose_guns=False))
    fight(d, state, -1, *NEXT_TURN)
    d.finish("stay", face=2)


@drill
def gunners_who_beat_them_off(d: Drill) -> None:
    """−4: the crew halts at its gun and pursues nobody."""
    fight(d, duel((foot, 2), (field_gun, 4), unit("z", at=(60, 44)), unit("C", at=(10, 10))), -4, *NEXT_TURN)
    d.finish(face=3)


@drill
def hemmed_in_they_surrender(d: Drill) -> None:
    """A river behind it: a beaten line cannot get an inch away."""
    state = duel((foot, 12), (foot, 12), unit("z", at=(60, 44)), terrain=(area("river", 0, 25.3, 72, 28),))
    fight(d, state, 2, *NEXT_TURN)
    d.finish("halt", face=3)


@drill
def back_through_friends_and_off_the_table(d: Drill) -> None:
    """Friends are thrown out of order; at the edge the unit is lost, and its general with it."""
    state = duel(
        (foot, 12),
        (foot, 12),
        unit("c", at=(30, 26.2), facing=180),
        unit("g", general, joined="b"),
        size=(72, 30),
    )
    fight(d, state, 3, *NEXT_TURN)
    d.fall(1)
    d.finish("halt", face=5)


@drill
def the_close_of_a_turn(d: Drill) -> None:
    """Retired foot turns round, a gun unlimbers, an army breaks and the battle is over."""
    state = scene(
        unit("A", at=(30, 20), facing=180, today={**RAN, "retired": True, "unformed": "U2"}, duties=duties()),
        unit("B", field_gun, 4, limbered, at=(50, 20), still=0), unit("C", at=(10, 10), where=Where.LOST),
        unit("d", at=(30, 40), facing=180), unit("e", at=(50, 40), facing=180, where=Where.LOST, figures=3, full=12),
    )  # fmt: skip
    d.start(state, Close(), env=Turn())


# ---- morale, rallying, generals


@drill
def three_failures_and_a_rout(d: Drill) -> None:
    """Casualties call for tests; with two markers on, failing is rout, and who sees the general's unit go tests too."""
    state = scene(
        unit("A", foot, 10, markers=2, at=(20, 20), today={"lost_to_fire": 2}), unit("G", general, joined="A"),
        unit("B", foot, 5, raw, at=(28, 20), today={"lost_to_fire": 1}), unit("C", foot, 15, irregular, at=(50, 20), today={"lost_in_combat": 3}),
        unit("z", at=(60, 44)),
    )  # fmt: skip
    d.start(state, Morale(), env=Turn())
    d.move("test").fall(3).fall(4)
    d.finish("test", face=4)


@drill
def exceptions_of_every_kind(d: Drill) -> None:
    """Ferocious foot that advanced, stubborn foot in a work, elites, and the commander's own unit."""
    state = scene(
        unit("A", foot, 10, ferocious, at=(10, 20), today={**CHARGED, "lost_to_fire": 2}),
        unit("B", foot, 10, stubborn, at=(26, 20), today={"lost_to_fire": 2}),
        unit("C", foot, 10, elite, at=(44, 20), today={"lost_to_fire": 2}),
        unit("D", foot, 10, at=(58, 20), today={"lost_to_fire": 2}), unit("G", general, joined="D"),
        unit("E", foot, 10, at=(58, 10), today={"lost_to_fire": 2}), second(joined="E"), unit("z", at=(60, 44)),
        terrain=(work(20, 16, 32, 24),),
    )  # fmt: skip
    d.start(state, Morale(), env=Turn())
    d.refused("stand_firm_command", cite="74")
    d.move("stand_firm_elite").move("stand_firm_command").fall(4)


@drill
def two_generals_rally(d: Drill) -> None:
    """Each general tries one unit: within 6, out of contact, marked."""
    state = scene(
        unit("A", markers=1, at=(20, 20)), unit("B", foot, 12, irregular, markers=2, at=(50, 20)), unit("C", at=(20, 24)),
        unit("G", general, at=(20, 22)), second(at=(50, 23)), unit("D", markers=1, at=(34, 30)), unit("e", at=(34, 31), facing=180),
        unit("h", general, at=(34, 34)), unit("k", markers=1, at=(34, 38)), contacts="D>e",
    )  # fmt: skip
    d.start(state, Rally(), env=Turn())
    d.refused("rally", "B", cite="O5")
    d.refused("rally", "C", cite="84")
    d.move("rally", "A").fall(4)
    d.move("rally", "B").fall(5)
    d.move("no_rally")


@drill
def a_general_rides_and_joins(d: Drill) -> None:
    """He rides like horse, joins a unit within an inch, and is not led into houses."""
    state = scene(
        unit("A", at=(30, 20)), unit("B", at=(50, 20)), unit("G", general, at=(30, 10)), second(joined="B"),
        unit("z", at=(60, 44)), terrain=(area("village", 28, 12, 32, 16),),
    )  # fmt: skip
    moving(d, state).move("march", "G").fall(5, 5, 5, 5)
    d.refused("go", legs("forward 4"), cite="G-33")
    d.move("go", legs("turn 60", "forward 9", "turn -60", "forward 5"))
    d.finish("join", "end_moves", face=1)


@drill
def a_general_in_the_thick_of_it(d: Drill) -> None:
    """His unit lost figures: a 6, then 4 or more, and he is dead; all who see it test."""
    state = scene(
        unit("A", foot, 10, at=(20, 20), today={"lost_in_combat": 2}), unit("G", general, joined="A"), unit("B", at=(28, 20)),
        unit("z", at=(60, 44)), perils=(_peril(),),
    )  # fmt: skip
    d.start(state, GeneralsAtRisk(), Morale(), env=Turn())
    d.fall(6).fall(4)
    d.finish(face=4)


def _peril() -> Any:
    from grognard.books.ever_victorious_armies.state import Peril

    return Peril(1, "combat", 0)


@drill
def a_general_alone_is_ridden_down(d: Drill) -> None:
    """An enemy ends within an inch of a lone general: with no friend within 12 he is captured."""
    state = scene(
        unit("A", horse, 8, at=(30, 20)),
        unit("g", general, at=(30, 27)),
        unit("b", at=(60, 44)),
        unit("c", at=(8, 44)),
    )
    moving(d, state).move("march", "A").fall(3, 3, 3, 3).move("go", legs("forward 5")).finish("end_moves")
