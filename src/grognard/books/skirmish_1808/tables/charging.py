"""Who charges whom. [N5, B7b, G2, G5]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Need, Needs

from ..words import Arm, Class

if TYPE_CHECKING:
    from ..facts.answering import Charged, Meeting
    from ..facts.charging import Instead, Prey, Rush
    from ..state import Unit

# fmt: off
WHO_CHARGES: Needs[Unit] = Needs("Who charges", "N5", (
    Need("X1", "guns do not charge",                       lambda u: u.arm is not Arm.GUN,   lambda u: f"{u.name} does not charge"),
    Need("S3", "wagons do not charge",                     lambda u: u.arm is not Arm.WAGON, lambda u: f"{u.name} does not charge"),
    Need("G2", "a garrison leaves its building by an Advance", lambda u: not u.house,        "it is inside a building, which it leaves by an advance"),
))

CHARGED: Needs[Prey] = Needs("Whom it charges", "N5", (
    Need("N5",  "the target is an enemy unit on the table",          lambda p: p.enemy,       "that is no enemy unit on the table"),
    Need("C4",  "a leader who is with a unit is not charged by himself", lambda p: not p.carried, "he is with a unit, and is not charged by himself"),
    Need("N5",  "the target is seen",                                lambda p: p.visible,     lambda p: f"{p.name} is not visible: {p.seen.blocker}"),
    Need("G5",  "horse does not storm a house",                      lambda p: p.line is not None, "the target is inside a house, and horse cannot storm it"),
    Need("N5",  "the target is within reach of a charge by the best road there is", lambda p: p.gap <= p.reach, lambda p: f"{p.name} is {p.gap / 100:g} cm away, and the charge reaches {p.reach / 100:g} cm"),
    Need("B7b", "a formed unit wheels by 45° at most before it charges", lambda p: p.before_it, "it would have to wheel by more than 45°, and it charges formed"),
))

COMES_HOME: Needs[Rush] = Needs("How a charge comes home", "N5", (
    Need("N7",  "nobody closes in where a charge is allowed",        lambda r: not r.needless, "a charge is allowed on that ground, so there is no closing in"),
    Need("N5",  "the ground and roads of all its figures let it reach the target", lambda r: r.arrives, lambda r: f"{r.name} is {r.gap / 100:g} cm away, and the charge reaches {r.reach / 100:g} cm"),
    Need("N5",  "nobody else stands in its line",                    lambda r: not r.blocker, lambda r: f"{r.blocker} stands in the line of the charge"),
    Need("N5",  "a formed block has room before the target",         lambda r: r.room,        "the formed block has no room there"),
))

REACTS: Needs[Charged] = Needs("Who reacts to a charge", "R1", (
    Need("R1", "it has not acted this turn",                         lambda c: not c.acted,       "it has acted this turn"),
    Need("R1", "it is in no melee",                                  lambda c: not c.engaged,     "it is in a melee"),
    Need("R1", "it does not flee",                                   lambda c: not c.flees,       "it flees"),
    Need("R1", "it was not surprised",                               lambda c: not c.surprised,   "it is surprised: charged out of hiding, or found just now"),
    Need("O4", "the charge does not come from its flank or rear",    lambda c: not c.flank,       "the charge comes from its flank or rear"),
    Need("R1", "it sees the charger where he starts",                lambda c: c.sees,            "it does not see the charger"),
))

FIRES: Needs[Unit] = Needs("Who stands and fires", "R2", (
    Need("R2", "it has fire",                                        lambda u: u.arm is Arm.GUN or (bool(u.fire) and u.arm is not Arm.WAGON), "it has nothing to fire with"),
))

COUNTERS: Needs[Meeting] = Needs("Who counter-charges", "R3", (
    Need("G5", "a garrison does not leave its house",                lambda m: not m.inside,      "it is inside a house, where it stands"),
    Need("R3", "foot and horse alone charge",                        lambda m: m.charges,         "it is neither foot nor horse"),
    Need("R3", "horse meets anybody, foot meets foot",               lambda m: m.matched,         "it is on foot, and the charger rides"),
    Need("R3", "no wall lies between",                               lambda m: not m.wall,        "a wall lies between"),
    Need("R3", "the ground between is open to it and to charges",    lambda m: m.open_ground,     "the ground between bars a charge"),
))

EVADES: Needs[Unit] = Needs("Who evades", "R4", (
    Need("G5", "a garrison does not leave its house",                lambda u: not u.house,       "it is inside a house, where it stands"),
    Need("R4", "wagons do not evade",                                lambda u: u.arm is not Arm.WAGON, "wagons do not evade"),
    Need("R4", "troops of the line do not evade, gunners do",        lambda u: u.arm is Arm.GUN or u.class_ is not Class.LINE, "it is of the line, which does not evade"),
    Need("R4", "foot that is formed does not evade",                 lambda u: u.mounted or not u.formed, "it is formed foot, which does not evade"),
))

INSTEAD: Needs[Instead] = Needs("Whom it ran into", "H5", (
    Need("H5",  "what is left of its allowance reaches whom it ran into", lambda i: i.gap <= i.left, lambda i: f"{i.name} is {i.gap / 100:g} cm away, and {max(0, i.left) / 100:g} cm are left of the charge"),
))
# fmt: on
