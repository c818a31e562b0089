"""Engineers at a bridge, and the fuse. [D2–D5]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Item, Lookup, Need, Needs

if TYPE_CHECKING:
    from ..facts.mining import Mining

MOST_CHARGES = 3
LAYING, FIRING = 200, 2000
"""How near a bridge charges are laid, and from how far they are fired. [D2, D3]"""
FALLS = 7
"""What those on a bridge must throw as it falls. [D5]"""

# fmt: off
FUSE: Lookup[int, int] = Lookup("Firing the charges", "D3", (
    Item("D3", 1, "one charge",    7),
    Item("D3", 2, "two charges",   5),
    Item("D3", 3, "three charges", 3),
), columns=("D10 needed",))

LAYS: Needs[Mining] = Needs("Who lays a charge", "D2", (
    Need("D2", "the bridge takes another charge",      lambda m: m.charges < MOST_CHARGES, "three charges are laid, and it takes no more"),
    Need("D2", "a figure is within 2 of the bridge",   lambda m: m.gap <= LAYING,          lambda m: f"the bridge is {m.gap / 100:g} cm away; charges are laid from 2"),
))

BLOWS: Needs[Mining] = Needs("Who fires the charges", "D3", (
    Need("D3", "a charge is laid at the bridge",       lambda m: m.charges > 0,            "no charge is laid there"),
    Need("D3", "a figure is within 20 of the bridge",  lambda m: m.gap <= FIRING,          lambda m: f"the bridge is {m.gap / 100:g} cm away; the fuse is 20 long"),
    Need("D3", "no figure of the unit is on the bridge", lambda m: not m.on_it,            "some of the unit are on the bridge"),
    Need("D3a", "no gun, wagons or melee are on the bridge", lambda m: not m.blocked,       "a gun, wagons or a melee are on the bridge"),
))
# fmt: on
