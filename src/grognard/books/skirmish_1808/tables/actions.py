"""Who is picked, and what a unit may do in its activation. [C4a, G1, T2, T3, T5, T8, X2]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Need, Needs

if TYPE_CHECKING:
    from ..facts.arriving import Late
    from ..facts.menu import Acting, Crewed
    from ..facts.orders import Joined, Ordering
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
    Need("B5",  "it is not broken up",                               lambda a: not a.broken_up,     "its figures are broken up: it may only regroup"),
    Need("T5",  "it does not hesitate",                              lambda a: not a.hesitates,     "it hesitates: it may only regroup"),
    Need("C4a", "a leader was not carried this turn",                lambda a: not a.carried,       "he was carried this turn and goes nowhere by himself"),
    Need("34",  "it is not inside a building, from where it only advances", lambda a: not a.inside, "it is inside a building, and from there it neither marches nor charges"),
))

DETACHES: Needs[Acting] = Needs("Which leader leaves his unit", "C4", (
    Need("C4a", "he was not carried this turn",                      lambda a: not a.carried,       "he was carried this turn and goes nowhere by himself"),
    Need("G1",  "he is not inside a house with it",                  lambda a: not a.inside,        "he is inside a house with his unit, and comes out with it"),
))

JOINS: Needs[Joined] = Needs("Whom a leader joins", "C4", (
    Need("C4",  "he joins foot or horse of his own, no guns, wagons or other leaders", lambda j: j.troops, lambda j: f"{j.name} are no foot or horse of his side"),
    Need("C4",  "they are steady",                                   lambda j: j.steady,            lambda j: f"{j.name} flees, and nobody joins fugitives"),
    Need("C4",  "they are in no melee",                              lambda j: not j.engaged,       lambda j: f"{j.name} is in a melee, which nobody joins by himself"),
    Need("C4",  "no other leader is with them",                      lambda j: not j.led,           lambda j: f"{j.name} has a leader already"),
    Need("34",  "nobody rides into a house",                         lambda j: not j.rides_in,      lambda j: f"{j.name} is inside a house, and he rides"),
    Need("C4",  "he is in contact with them",                        lambda j: j.touches,           lambda j: f"he is {j.gap / 100:g} cm from {j.name}, whom he has to touch"),
))

ORDERS: Needs[Ordering] = Needs("Who gives orders", "C2", (
    Need("C3",  "he is not carried off by fugitives",                lambda o: not o.flees or bool(o.reach), "he is with fugitives, and commands nobody else"),
    Need("C3",  "he is in no melee",                                 lambda o: not o.fights,        "he is in a melee, and commands nobody"),
    Need("C2",  "he gives no more orders than his rank has points",  lambda o: o.given < o.rank,    lambda o: f"he has given all the orders of his rank: {o.rank}"),
    Need("C2",  "troops inside his range have still to act",         lambda o: bool(o.reach),       "nobody inside his range has still to act"),
))

SERVES: Needs[Crewed] = Needs("Which gun is moved and turned", "X1", (
    Need("X2",  "enough of its crew are left",                       lambda g: g.fit,               "too few of the crew are left"),
    Need("T5",  "it does not hesitate, or it only turns",            lambda g: not g.hesitates,     "it hesitates: it may only regroup"),
))
# fmt: on
