"""Terrain features and the terrain rules each of them has. [153–158]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup

from ..words import Cover


class Feature(NamedTuple):
    """What a kind of terrain means: for moving, for sight, as cover."""

    rules: tuple[str, ...]
    cover: Cover = Cover.NONE
    line: bool = False

    def __str__(self) -> str:
        cover = f", {self.cover.value} cover" if self.cover else ""
        return ", ".join(self.rules) + cover

    def has(self, rule: str) -> bool:
        """Whether one of the terrain rules applies."""
        return rule in self.rules


# fmt: off
FEATURES: Lookup[str, Feature] = Lookup("Terrain features", "153", columns=("rules",), rows=(
    Item("153", "building",   "buildings and their walls",   Feature(("defendable", "obstacle"), Cover.HARD)),
    Item("154", "high_fence", "high fence",                  Feature(("impassable", "obstacle"), line=True)),
    Item("154", "high_hedge", "high hedge",                  Feature(("impassable", "obstacle"), line=True)),
    Item("154", "high_wall",  "high wall",                   Feature(("impassable", "obstacle"), line=True)),
    Item("154", "low_fence",  "low fence",                   Feature(("barrier",), Cover.SOFT, line=True)),
    Item("154", "low_hedge",  "low hedge",                   Feature(("barrier",), Cover.SOFT, line=True)),
    Item("154", "low_wall",   "low wall",                    Feature(("barrier",), Cover.SOFT, line=True)),
    Item("155", "hill",       "hill",                        Feature(("obstacle",))),
    Item("156", "river",      "river",                       Feature(("impassable",))),
    Item("156", "ford",       "ford",                        Feature(("rough",))),
    Item("156", "mud",        "mud",                         Feature(("rough",))),
    Item("156", "stream",     "stream, cover in the melee phase", Feature(("barrier",), Cover.MELEE, line=True)),
    Item("157", "road",       "road",                        Feature(("highway",))),
    Item("157", "track",      "track",                       Feature(("highway",))),
    Item("157", "path",       "path",                        Feature(("highway",))),
    Item("157", "bridge",     "bridge",                      Feature(("highway",))),
    Item("158", "wood",       "woodland",                    Feature(("defendable", "obstacle"), Cover.SOFT)),
))

COVER: Lookup[Cover, int] = Lookup("Cover against fire", "162", columns=("to hit",), rows=(
    Item("162", Cover.HARD,  "target in hard cover",         -2),
    Item("162", Cover.SOFT,  "target in soft cover",         -1),
    Item("156", Cover.MELEE, "a stream covers in melee only", 0),
    Item("162", Cover.NONE,  "target in the open",            0),
))

GOING: Lookup[str, int] = Lookup("What an inch costs", "166", columns=("inches",), rows=(
    Item("70",  "open",    "open ground",                    100),
    Item("166", "rough",   "rough terrain",                  200),
    Item("163", "highway", "a march column along a highway",  50),
    Item("160", "barrier", "crossing a barrier, once",       400),
))
# fmt: on

CROSSINGS = frozenset({"bridge", "ford"})
"""What cancels the river under it. [156, 157]"""
