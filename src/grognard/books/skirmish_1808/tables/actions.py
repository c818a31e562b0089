"""Who is picked, and what a unit may do in its activation. [C4a, G1, T2, T3, T5, T8, X2]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Need, Needs

if TYPE_CHECKING:
    from ..facts.arriving import Late
    from ..facts.menu import Acting, Crewed
    from ..facts.picking import Picked

# fmt: off
PICKED: Needs[Picked] = Needs("Who is picked to act", "T2", (
    Need("T2",  "it is one's own unit",                              lambda p: p.own,               "it is the enemy's"),
    Need("T2",  "it is on the table",                                lambda p: p.here,              "it is not on the table"),
    Need("T3",  "it has not been activated this turn",               lambda p: not p.acted,         "it has acted this turn"),
    Need("C4a", "a leader's unit does not fight: he goes with it",   lambda p: not p.carried,       "he is with a unit that fights, and fights with it"),
))

COMES_ON: Needs[Late] = Needs("Who comes on", "T8", (
    Need("T8",  "it is one's own unit, and still to come",           lambda u: u.later,             "it is not among those still to come"),
    Need("T8",  "its turn has come",                                 lambda u: u.turn <= u.now,     lambda u: f"it comes on turn {u.turn}, and this is turn {u.now}"),
    Need("T8",  "it finds room at its edge",                         lambda u: u.room,              "there is no room for it at its edge"),
))

GOES: Needs[Acting] = Needs("Who goes where it likes", "T6", (
    Need("T5",  "it neither hesitates nor is broken up",             lambda a: not a.only_regroups, "it hesitates, or is broken up: it may only regroup"),
    Need("C4a", "a leader was not carried this turn",                lambda a: not a.carried,       "he was carried this turn and goes nowhere by himself"),
    Need("34",  "it is not inside a building, from where it only advances", lambda a: not a.inside, "it is inside a building, and from there it neither marches nor charges"),
))

DETACHES: Needs[Acting] = Needs("Which leader leaves his unit", "C4", (
    Need("C4a", "he was not carried this turn",                      lambda a: not a.carried,       "he was carried this turn and goes nowhere by himself"),
    Need("G1",  "he is not inside a house with it",                  lambda a: not a.inside,        "he is inside a house with his unit, and comes out with it"),
))

SERVES: Needs[Crewed] = Needs("Which gun is moved and turned", "X1", (
    Need("X2",  "enough of its crew are left",                       lambda g: g.fit,               "too few of the crew are left"),
    Need("T5",  "it does not hesitate, or it only turns",            lambda g: not g.only_regroups, "it hesitates: it may only regroup"),
))
# fmt: on
