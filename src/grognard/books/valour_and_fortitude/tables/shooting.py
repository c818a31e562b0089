"""Fire attacks: who may shoot, the fire value and the hit tests; text and sheets before the reference. [188, 191a]"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grognard.engine.tables import Line, Mod, ModTable, Need, Needs, Tally

from ..words import Cover

if TYPE_CHECKING:
    from ..facts.shooting import Shooter, Shot


def halved(base: int) -> int:
    """What halving takes off a value: rounded down, never below 1. [5, 7, B1]"""
    return max(1, base // 2) - base


def value(base: int, words: str, halving: ModTable[Any], adding: ModTable[Any], facts: Any) -> Tally:
    """A value halved at most once, then added to, never below 1. [4, 6, 7, B1]"""
    lines: tuple[Line, ...] = halving.lines(facts)
    total = max(1, base + sum(line.value for line in lines))
    more = adding.lines(facts)
    return Tally(base, words, (*lines, *more), max(1, total + sum(line.value for line in more)))


Half = Callable[["Shot"], int]


def _half(facts: Shot) -> int:
    return halved(facts.base)


# fmt: off
FIRE_HALVED: ModTable[Shot] = ModTable("Fire value halved, once", "6", stacking="best", base_words="fire value", rows=(
    Mod("112", _half, "attack column",                             lambda s: s.attack_column),
    Mod("118", _half, "fewer than half the front rank see the target", lambda s: s.obscured),
    Mod("178", _half, "infantry inside a feature",                 lambda s: s.foot_inside),
    Mod("F5.15", _half, "skirmishing",                               lambda s: s.skirmishing and not s.carbines),
    Mod("F5.17c", _half, "square",                                    lambda s: s.square),
    Mod("F5.13b", _half, "open order three or four ranks deep",       lambda s: s.deep_open),
))

FIRE_VALUE: ModTable[Shot] = ModTable("Fire value", "109", least=1, base_words="fire value", rows=(
    Mod("116", +1, "artillery at a march or attack column",        lambda s: s.artillery and s.dense),
    Mod("F5.17b", +1, "artillery at a square",                        lambda s: s.artillery and s.target_square),
    Mod("117", +1, "enfilade: the target does not see the shooter", lambda s: s.enfilade),
    Mod("F5.2", +2, "canister",                                     lambda s: s.canister),
    Mod("121", lambda s: s.support, "fire support",                lambda s: s.support > 0),
    Mod("FC7", +1, "Directed Fire",                                lambda s: s.directed),
    Mod("FC13B", +1, "Perfect Volleys",                              lambda s: s.perfect),
))

FIRE_TO_HIT: ModTable[Shot] = ModTable("Fire hit tests", "125", base_words="4 or more hits", rows=(
    Mod("127", -1, "the main shooter is shaken",                   lambda s: s.shaken),
    Mod("162", -1, "target in soft cover",                         lambda s: s.cover is Cover.SOFT),
    Mod("162", -2, "target in hard cover",                         lambda s: s.cover is Cover.HARD),
    Mod("F5.20", +1, "shooter and all supporters are heavy artillery", lambda s: s.all_heavy),
    Mod("F5.14b", -1, "rockets",                                     lambda s: s.rockets),
))

MAY_SHOOT: Needs[Shooter] = Needs("Who may shoot", "50", rows=(
    Need("B16", "the unit has this way of shooting",               lambda f: f.armed, "it has no such way of shooting"),
    Need("50",  "a shooter is deployed",                           lambda f: f.deployed, "it is not deployed"),
    Need("51",  "a shooter touches no enemy",                      lambda f: not f.in_contact, "it touches an enemy"),
    Need("54",  "it has not shot or lent fire support yet",        lambda f: not f.shot, "it has shot or lent fire support already"),
    Need("45",  "the target touches no unit of the shooter's side", lambda f: not f.target_engaged, "the target touches a unit of your side"),
    Need("47",  "an enemy is shot at once a phase",                lambda f: not f.target_shot_at, "the target has been shot at already this phase"),
    Need("55",  "the target is in range",                          lambda f: f.in_range, lambda f: f.too_far),
    Need("52",  "the target is visible",                           lambda f: f.visible, "the target is out of sight"),
    Need("53",  "the target is the closest visible enemy not yet shot at", lambda f: f.closest, "another enemy in sight is closer, and not shot at yet"),
))

MAY_SUPPORT: Needs[Shooter] = Needs("Who may lend fire support", "121", rows=(
    *MAY_SHOOT.rows,
    Need("121", "at least half its front rank sees the target",    lambda f: f.half_see, "fewer than half of its front rank see the target"),
))
# fmt: on

SUPPORTERS = 3
"""How many units may lend fire or melee support. [121, 122]"""
BATTERY = 5
"""How many may support a battery, if all are guns of its brigade within 6."""
