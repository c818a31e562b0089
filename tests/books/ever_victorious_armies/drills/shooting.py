"""Drills: shooting. [EVA 9–30a, S1–S15]"""

from __future__ import annotations

from grognard.books.ever_victorious_armies.steps.env import SideTurn, Turn
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.words import Weapon
from tests.books.ever_victorious_armies.drill import duties
from tests.books.ever_victorious_armies.drills import CHARGED, PURSUED, RAN
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    field_gun,
    foot,
    horse,
    limbered,
    minie,
    patched,
    repeater,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.tools.drills import Drill, drill

# ---- shooting


@drill
def how_far_every_weapon_carries(d: Drill) -> None:
    """Six weapons and canister, each at a target that is too far for it."""
    weapons = {"A": smoothbore, "B": patched, "C": minie, "D": repeater}
    units = [
        unit(key, foot, 12, weapon, at=(10 + 10 * n, 4)) for n, (key, weapon) in enumerate(weapons.items())
    ]
    guns = unit("E", field_gun, at=(52, 4)), unit("F", field_gun, 4, Weapon.RIFLED_ARTILLERY, at=(58, 4))
    state = scene(
        *units, *guns, unit("n", at=(14, 10), facing=180), unit("z", at=(34, 62), facing=180), size=(72, 64)
    )
    d.start(state, "name targets", SideTurn(0))
    for key, number in zip("ABCDEF", ("22", "23", "24", "25", "26", "27")):
        d.refused("aim", (key, "z"), cite=number)
    d.refused("canister", ("E", "z"), cite="28")
    d.refused("canister", ("A", "n"), cite="28")
    d.move("aim", ("A", "n"))
    d.refused("aim", ("A", "n"), cite="S13")
    d.finish("done_aiming")


@drill
def who_does_not_shoot(d: Drill) -> None:
    """Each reason why a unit holds its fire this turn."""
    target = unit("z", at=(36, 30), facing=180)
    cases = {
        "A": (unit("A", foot, 12, at=(6, 20)), "S10"),
        "B": (unit("B", horse, 8, minie, at=(12, 20)), "G-53"),
        "C": (unit("C", foot, 4, minie, at=(17, 20), today=CHARGED), "S4"),
        "D": (unit("D", foot, 4, skirmish, minie, at=(22, 20), today={**RAN, "evaded": True}), "E3"),
        "E": (unit("E", foot, 4, minie, at=(27, 20), today={**RAN, "retired": True}, duties=duties()), "R4"),
        "F": (unit("F", foot, 4, minie, at=(32, 20), today=PURSUED, duties=duties(pursue_by="52")), "52a"),
        "G": (unit("G", foot, 4, minie, at=(37, 20), today=PURSUED, duties=duties(pursue_by="65")), "65a"),
        "H": (unit("H", foot, 4, minie, at=(42, 20), duties=duties(no_shot="55")), "55"),
        "I": (unit("I", foot, 4, minie, at=(47, 20), duties=duties(no_shot="59")), "59"),
        "J": (
            unit("J", horse, 4, skirmish, minie, at=(52, 20), today={"halted": True}, duties=duties()),
            "G-40",
        ),
        "K": (unit("K", field_gun, 4, limbered, at=(58, 20), still=0), "X3"),
        "L": (unit("L", field_gun, 4, at=(62, 20), loaded_in=3), "29"),
    }
    state = scene(*[each for each, _ in cases.values()], unit("M", foot, 4, repeater, at=(36, 23)), target)
    d.start(state, "name targets", SideTurn(0))
    for key, (_, number) in cases.items():
        d.refused("aim", (key, "z"), cite=number)
    d.refused("aim", ("M", "A"), cite="S13")
    d.finish("done_aiming")


@drill
def what_is_in_the_way_of_a_shot(d: Drill) -> None:
    """Arc, sight, trees, hills, friends beside a fight, and the nearest target."""
    state = scene(
        unit("A", foot, 2, minie, at=(10, 20)), unit("b", foot, 2, at=(4, 20)), unit("B", foot, 4, at=(10, 24)),
        unit("c", foot, 2, at=(10, 28), facing=180), unit("D", foot, 2, minie, at=(24, 20)), unit("e", foot, 2, at=(24, 32)),
        unit("F", foot, 2, minie, at=(38, 20)), unit("g", foot, 2, at=(38, 32)), unit("H", foot, 2, smoothbore, at=(52, 20)),
        unit("i", foot, 2, at=(52, 23)), unit("j", foot, 2, at=(55, 26.5)), unit("k", field_gun, at=(66, 40), facing=180),
        unit("L", field_gun, at=(66, 10)),
        terrain=(area("wood", 21, 23, 27, 28), area("hill", 35, 23, 41, 28)),
    )  # fmt: skip
    d.start(state, "name targets", SideTurn(0))
    d.refused("aim", ("A", "b"), cite="S8")
    d.refused("aim", ("A", "c"), cite="S12")
    d.refused("aim", ("D", "e"), cite="K3")
    d.refused("aim", ("F", "g"), cite="K4")
    d.refused("aim", ("H", "j"), cite="S13")
    d.move("aim", ("H", "i")).move("aim", ("L", "k")).finish("done_aiming")


@drill
def a_fight_is_shot_into(d: Drill) -> None:
    """Past a friend nobody shoots; a gun beside the charged line finds a clear corner, at −1."""
    state = scene(
        unit("D", foot, 12, at=(30, 29), facing=180), unit("A", field_gun, 4, at=(34.2, 29), facing=180),
        unit("B", foot, 12, minie, at=(36.2, 31.5), facing=180), unit("c", foot, 12, column, at=(30, 27)), contacts="c>D",
    )  # fmt: skip
    d.start(state, Shooting(), env=Turn())
    d.refused("aim", ("B", "c"), cite="S12")
    d.move("aim", ("A", "c")).fall(6, 5, 1, 1)
