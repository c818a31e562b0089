"""Where a unit may stand: set up, regrouped, come out of a building. [B5, B8, G2, H1, M7, W5]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Need, Needs

if TYPE_CHECKING:
    from ..facts.deploying import SetUp
    from ..facts.driving import Parked
    from ..facts.garrisons import Sallied
    from ..facts.regrouping import Regrouped, Stood

# fmt: off
REGROUPS: Needs[Regrouped] = Needs("How a unit regroups", "W5", (
    Need("W5", "no figure goes farther than 4, or 6 with a guide",      lambda r: r.cost <= r.step,        lambda r: f"a figure would go {r.cost / 100:g} cm, and may go {r.step / 100:g} cm"),
    Need("W5", "its centre shifts by 2 at most",                        lambda r: r.centred,               "its centre would shift by more than 2 cm"),
    Need("W5", "nobody climbs a wall",                                  lambda r: not r.climbs,            "a figure would climb a wall, which nobody does while regrouping"),
))

STANDS: Needs[Stood] = Needs("Where a unit may stand", "B8", (
    Need("M7", "every figure stands on the table",                      lambda s: s.over is None,          "that is over the edge of the table", lambda s: s.over),
    Need("B8", "nobody else stands there, no enemy within 1",           lambda s: not s.in_the_way,        lambda s: f"{s.in_the_way} is in the way"),
    Need("B5", "every figure stands within 5 of another, all in one chain", lambda s: s.together,          "its figures would end too far apart"),
))

SALLIES: Needs[Sallied] = Needs("Who comes out of a building", "G2", (
    Need("M7", "every figure comes out on the table",                   lambda s: s.over is None,          "that is over the edge of the table", lambda s: s.over),
    Need("G2", "every figure comes out",                                lambda s: s.inside is None,        "that is still inside", lambda s: s.inside),
    Need("G2", "no figure stands in another building",                  lambda s: s.housed is None,        "another building stands there", lambda s: s.housed),
    Need("G2", "every figure reaches its place from the outline",       lambda s: s.beyond is None,        lambda s: f"it would go {s.far / 100:g} cm, and may go {s.reach / 100:g} cm", lambda s: s.beyond),
    Need("B8", "no enemy stands in its way, or within 1 of it",         lambda s: not s.past,              lambda s: f"{s.past} is in the way"),
    Need("G2", "no wall is in the way",                                 lambda s: not s.found.wall,        "a wall is in the way"),
    Need("P1", "the ground before it is not too heavy",                 lambda s: s.farthest <= s.allowed, lambda s: f"that is farther than the ground allows: {s.allowed / 100:g} cm"),
))

PARKS: Needs[Parked] = Needs("Where a gun may stand", "B8", (
    Need("M7", "the gun stands on the table",                           lambda p: p.over is None,          "that is over the edge of the table", lambda p: p.over),
    Need("M7", "its crew stand on the table",                           lambda p: p.crew_over is None,     "the crew would stand over the edge", lambda p: p.crew_over),
    Need("B8", "nobody is in its way, no enemy within 1",               lambda p: not p.in_the_way,        lambda p: f"{p.in_the_way} is in the way"),
))

SET_UP: Needs[SetUp] = Needs("Where a unit is set up", "H1", (
    Need("M7", "every figure stands on the table",                      lambda s: s.over is None,          "that is over the edge of the table", lambda s: s.over),
    Need("H1", "every figure stands in its zone",                       lambda s: s.astray is None,        "that is outside its zone", lambda s: s.astray),
    Need("O1", "a formed unit stands on ground that keeps formations",  lambda s: not s.broken,            "the ground breaks up formations: set it up loose"),
))

FINDS_ROOM: Needs[SetUp] = Needs("Who finds room at set-up", "H1", (
    Need("B8", "nobody else stands there",                              lambda s: not s.in_the_way,        lambda s: f"{s.in_the_way} is in the way"),
    Need("H1", "a hidden unit stands in ground that gives cover",       lambda s: not s.open,              "the ground there gives no cover, and it is hidden"),
    Need("H1", "a hidden unit stands beyond every enemy's charge",      lambda s: not s.in_reach,          "an enemy could charge it there, and it is hidden"),
))
# fmt: on
