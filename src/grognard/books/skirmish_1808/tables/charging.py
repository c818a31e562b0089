"""Who charges whom. [N5, B7b, G2, G5]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Need, Needs

from ..words import Arm

if TYPE_CHECKING:
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

INSTEAD: Needs[Instead] = Needs("Whom it ran into", "H5", (
    Need("H5",  "what is left of its allowance reaches whom it ran into", lambda i: i.gap <= i.left, lambda i: f"{i.name} is {i.gap / 100:g} cm away, and {max(0, i.left) / 100:g} cm are left of the charge"),
))
# fmt: on
