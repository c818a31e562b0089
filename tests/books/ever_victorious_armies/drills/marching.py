"""Drills: moving, coming on, setting up, charging. [EVA M1–M13, H1–H7, E1–E4, Z1]"""

from __future__ import annotations

from grognard.books.ever_victorious_armies.state import Arrival, Options, Zone
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.steps.movement import Arrivals, SidesMove
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.words import Where
from tests.books.ever_victorious_armies.drill import FOOT_ORDERS, duties, legs, on, wall, work
from tests.books.ever_victorious_armies.drills import RAN, moving
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    field_gun,
    foot,
    general,
    heavy_gun,
    horse,
    horse_gun,
    limbered,
    line,
    minie,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.tools.drills import Drill, drill

# ---- moving


@drill
def a_column_throws_for_its_march(d: Drill) -> None:
    """A column goes as far as its dice say and no farther, and nobody moves twice."""
    enemy = unit("b", at=(30, 40), facing=180)
    moving(d, scene(unit("A", foot, 12, column, at=(30, 20)), unit("C", at=(10, 10)), enemy))
    d.move("march", "A")
    d.fall(5, 2)
    d.refused("go", legs("forward 10.1"), cite="M3")
    d.move("go", legs("forward 10"))
    d.refused("march", "A", cite="M1")
    d.finish("end_moves")


@drill
def what_a_march_may_not_do(d: Drill) -> None:
    """Enemies are kept an inch away, friends are not walked through, the table is not left."""
    friend, enemy = unit("B", at=(30, 24)), unit("c", at=(40, 26), facing=180)
    moving(d, scene(unit("A", at=(30, 20), orders=FOOT_ORDERS), friend, enemy))
    d.move("march", "A").fall(6, 6)
    d.refused("go", legs("forward 6"), cite="M9")
    d.refused("go", legs("turn 90", "forward 4", "turn -90", "forward 4"), cite="M3")
    d.refused("go", legs("back 6", "side 1"), cite="M3")
    d.refused("go", legs("forward 1", "order column", "forward 1"), cite="M7")
    d.refused("go", legs("turn 50", "forward 9"), cite="M8")
    d.refused("go", legs("forward 1", "leave 0"), cite="M10")
    d.move("go", legs("back 2", "order column"))


@drill
def ground_that_closes_the_way(d: Drill) -> None:
    """Horse artillery keeps to good going, horse out of houses, nobody swims, guns cross no works or walls."""
    ground = (
        area("paddy", 0, 12, 12, 16), area("village", 14, 12, 24, 16), area("river", 26, 12, 36, 14),
        work(38, 12, 48, 20), wall("wall", (50, 12), (60, 12)), area("marsh", 62, 12, 72, 16),
    )  # fmt: skip
    movers = (
        unit("A", horse_gun, 3, limbered, at=(6, 10), still=0), unit("B", horse, 8, at=(18, 10)),
        unit("C", foot, 12, at=(31, 10)), unit("D", field_gun, 4, limbered, at=(43, 9), still=0),
        unit("E", heavy_gun, 4, limbered, at=(55, 10), still=0), unit("F", field_gun, 4, limbered, at=(20, 6), still=0),
        unit("G", foot, 12, at=(67, 10)),
    )  # fmt: skip
    moving(d, scene(*movers, unit("z", at=(36, 44), facing=180), terrain=ground))
    far = {"A": "8a", "B": "G-33", "C": "Q6", "D": "Q7", "E": "Q8", "F": "Q5", "G": "M4"}
    for key, number in far.items():
        d.move("march", key)
        d.fall(*[6] * d.throw.dice.faces()[0])
        d.refused("go", legs("forward 6.5" if key in "FG" else "forward 5"), cite=number)
        d.move("go", legs("forward 0.5"))
    d.finish("end_moves")


@drill
def a_road_carries_a_column_through_a_marsh(d: Drill) -> None:
    """On the road the marsh is good going; off it the difficult dice hold, and the unit is unformed."""
    ground = area("marsh", 0, 12, 72, 30), area("road", 28, 0, 32, 48)
    units = (
        unit("A", foot, 12, column, at=(30, 8)),
        unit("B", foot, 12, line, at=(10, 10)),
        unit("z", at=(60, 44)),
    )
    moving(d, scene(*units, terrain=ground))
    d.move("march", "A").fall(2, 6).move("go", legs("forward 11"))
    d.move("march", "B").fall(3, 6)
    d.refused("go", legs("forward 4"), cite="M4")
    d.move("go", legs("forward 3"))
    d.finish("end_moves")


@drill
def marked_units_do_not_advance(d: Drill) -> None:
    """Skirmishers with a marker, and anybody with two, stay back; the order they go in decides."""
    light = unit("A", foot, 12, line, at=(20, 20), markers=1, orders=FOOT_ORDERS)
    broken = unit("B", at=(50, 20), markers=2)
    loose = unit("C", foot, 8, skirmish, at=(35, 20), markers=1)
    moving(d, scene(light, broken, loose, unit("d", at=(30, 33), facing=180)))
    d.refused("charge", ("B", "d"), cite="82")
    d.refused("charge", ("C", "d"), cite="81")
    d.move("march", "A").fall(6, 6)
    d.refused("go", legs("order skirmish", "forward 3"), cite="81")
    d.move("go", legs("forward 3", "order skirmish"))
    d.move("march", "B").fall(6, 6)
    d.refused("go", legs("forward 3"), cite="82")
    d.move("go", legs("back 2"))
    d.finish("end_moves")


@drill
def who_may_not_be_picked(d: Drill) -> None:
    """Whoever is in contact, evaded, or fought last turn has no move; one that halted may turn."""
    state = scene(
        unit("A", at=(20, 20)), unit("B", foot, 8, skirmish, at=(32, 20), today={**RAN, "evaded": True}),
        unit("C", at=(44, 20), duties=duties(), today={"halted": True}), unit("D", at=(58, 20)),
        unit("e", at=(20, 21), facing=180), contacts="A>e",
    )  # fmt: skip
    moving(d, state)
    d.refused("march", "A", cite="M1")
    d.refused("march", "B", cite="M1")
    d.refused("march", "C", cite="T2")
    d.move("hold", "C")
    d.refused("face", legs("turn 46"), cite="M1")
    d.move("face", legs("turn 45"))
    d.finish("end_moves")


@drill
def reinforcements_come_on(d: Drill) -> None:
    """A column enters with its rear on the edge and marches; it may not charge."""
    due = Arrival(0, ("A",), 1, 4, 9, ((2000, 0), (3000, 0)))
    state = on(
        scene(
            unit("A", foot, 12, column, where=Where.LATER),
            unit("B", at=(60, 10)),
            unit("c", at=(25, 8), facing=180),
        ),
        arrival=due,
    )
    d.start(state, Arrivals(), SidesMove(), env=Turn())
    d.fall(4)
    d.move("enter", "A")
    d.refused("at", 1900, cite="M13")
    d.move("at", 2500).fall(1, 1)
    d.refused("go", legs("forward 5"), cite="M8")
    d.move("go", legs("forward 2"))
    d.refused("charge", ("A", "c"), cite="M1")
    d.finish("end_moves")


@drill
def set_up_by_hand(d: Drill) -> None:
    """Free deployment: wholly in one's zone, on nobody, four from the enemy, not in the river."""
    zones = (
        Zone(0, ((0, 0), (7200, 0), (7200, 2000), (0, 2000))),
        Zone(1, ((0, 2000), (7200, 2000), (7200, 4800), (0, 4800))),
    )
    ground = (area("river", 0, 0, 10, 5),)
    units = unit("A", at=(20, 10)), unit("B", at=(40, 10)), unit("c", at=(20, 30), facing=180)
    state = on(scene(*units, terrain=ground, options=Options(free_deployment=True), turn=0), zones=zones)
    d.start(state, "battle", Turn())
    d.move("set_up", "c").move("place", (("place", 2000, 2300, 1800, "line"),)).move("ready")
    d.move("set_up", "A")
    d.refused("place", (("place", 2000, 1900, 0, "line"),), cite="Z1")
    d.refused("place", (("place", 2000, 2500, 0, "line"),), cite="Z1")
    d.refused("place", (("place", 4000, 1000, 0, "line"),), cite="M9")
    d.refused("place", (("place", 500, 300, 0, "line"),), cite="Q6")
    d.refused("place", (("place", 100, 1000, 0, "line"),), cite="M10")
    d.move("place", (("place", 2000, 1500, 0, "line"),)).move("ready")


# ---- charging and evading


@drill
def whom_a_charge_may_name(d: Drill) -> None:
    """Within the best throw, before the front, in sight, down a free lane; guns and generals never charge."""
    state = scene(
        unit("A", at=(30, 20)), unit("B", field_gun, at=(50, 20)), unit("G", general, at=(10, 10)),
        unit("C", horse, 8, at=(60, 20)), unit("D", foot, 12, column, at=(30, 23.6)), unit("E", horse, at=(12, 20)),
        unit("c", at=(30, 30), facing=180), unit("d", at=(30, 46), facing=180), unit("e", at=(22, 16)),
        unit("f", at=(60, 36), facing=180), unit("h", at=(12, 30), facing=180),
        terrain=(work(54, 34, 66, 40), area("hill", 6, 24, 18, 27)),
    )  # fmt: skip
    moving(d, state)
    d.refused("charge", ("A", "d"), cite="H1")
    d.refused("charge", ("A", "e"), cite="S8")
    d.refused("charge", ("A", "c"), cite="S12")
    d.refused("charge", ("B", "c"), cite="X3")
    d.refused("charge", ("G", "c"), cite="N1")
    d.refused("charge", ("C", "f"), cite="H7")
    d.refused("charge", ("E", "h"), cite="K4")
    d.finish("end_moves")


@drill
def a_lane_that_is_not_free(d: Drill) -> None:
    """A friend beside the line of sight still stands in the lane; thick trees hide the target."""
    posts = unit("B", foot, 2, at=(31.4, 23)), unit("C", foot, 2, at=(28.6, 23))
    state = scene(
        unit("A", foot, 12, column, at=(30, 20)), *posts, unit("c", foot, 2, at=(30, 26), facing=180),
        unit("D", at=(50, 20)), unit("e", at=(50, 28), facing=180), terrain=(area("wood", 45, 22, 55, 26),),
    )  # fmt: skip
    moving(d, state)
    d.refused("charge", ("A", "c"), cite="H2")
    d.refused("charge", ("D", "e"), cite="K3")
    d.finish("end_moves")


@drill
def a_screen_runs_and_the_line_is_met(d: Drill) -> None:
    """Horse names the line behind a screen: the screen is asked, runs, and the line is met; the whole front shoots."""
    state = scene(
        unit("A", horse, 8, at=(30, 12)), unit("b", foot, 8, skirmish, smoothbore, at=(30, 18), facing=180),
        unit("c", foot, 12, line, minie, at=(30, 23), facing=180), unit("D", at=(60, 10)),
    )  # fmt: skip
    d.start(state, SidesMove(), Shooting(), Combats(), Morale(), env=Turn())
    d.move("charge", ("A", "c")).move("evade").fall(4, 5, 6).fall(6, 6, 6, 6)
    d.move("end_moves")
    d.refused("aim", ("b", "A"), cite="E3")
    d.move("aim", ("c", "A")).fall(6, 6, 1, 1, 1, 1).fall(4, 1)
    d.finish(face=3)


@drill
def a_charge_over_a_hedge_falls_short(d: Drill) -> None:
    """A hedge on the way costs two; too little, and the charger goes on to an inch before the enemy."""
    state = scene(
        unit("A", at=(30, 20)), unit("c", foot, 12, line, at=(30, 30), facing=180), terrain=(wall("hedge", (20, 24), (40, 24)),)
    )  # fmt: skip
    moving(d, state).move("charge", ("A", "c")).fall(5, 5)
    d.finish("end_moves")
