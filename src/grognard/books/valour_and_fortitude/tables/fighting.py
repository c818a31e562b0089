"""Melee attacks, ties, automatic routs, the dice of squares and hit and run; guns halved as the text says. [B52]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.tables import Mod, ModTable, Need, Needs, Result, Results

from .shooting import halved

if TYPE_CHECKING:
    from ..facts.fighting import Beaten, Bout, Tie
    from ..facts.support import Helper


def _half(facts: Bout) -> int:
    return halved(facts.base)


class SquareDie(NamedTuple):
    """What a square does to the horse that touches it."""

    loss: bool
    retreat: bool


# fmt: off
MELEE_HALVED: ModTable[Bout] = ModTable("Melee value halved, once", "6", stacking="best", base_words="melee value", rows=(
    Mod("119", _half, "outflanked: one or no front-rank figure touches the target", lambda b: b.outflanked),
    Mod("167", _half, "cavalry or artillery in rough, or fighting a unit in it",    lambda b: b.mounted_or_guns and b.rough),
    Mod("179", _half, "cavalry or artillery inside a feature, or fighting a unit inside", lambda b: b.mounted_or_guns and b.feature),
))

MELEE_VALUE: ModTable[Bout] = ModTable("Melee value", "109", least=1, base_words="melee value", rows=(
    Mod("113", +1, "attack column against an occupied feature",     lambda b: b.attack_column and b.target_inside),
    Mod("115", lambda b: b.half_fire, "infantry in line: half its fire value", lambda b: b.half_fire > 0),
    Mod("116", +1, "artillery against a march or attack column",    lambda b: b.artillery and b.dense),
    Mod("B59", +1, "artillery against a square, by the switch",     lambda b: b.artillery and b.target_square),
    Mod("117", +1, "enfilade: the target does not see the attacker", lambda b: b.enfilade),
    Mod("178", +1, "infantry inside a feature",                     lambda b: b.foot_inside),
    Mod("F5.2", +2, "canister",                                      lambda b: b.canister),
    Mod("F5.13e", -1, "open order, not in cover",                      lambda b: b.open_order),
    Mod("F5.17c", +1, "square",                                        lambda b: b.square),
    Mod("122", lambda b: b.support, "melee support",                lambda b: b.support > 0),
    Mod("124", +1, "brigade support",                               lambda b: b.brigade_support),
    Mod("FC12G", +1, "Attack!",                                     lambda b: b.attack_all),
    Mod("F5.6", -1, "second fight of the phase (Headstrong)",        lambda b: b.second),
    Mod("FC1", +1, "All Out Attack",                                lambda b: b.all_out),
    Mod("FC12F", +1, "Attaque à Outrance",                            lambda b: b.outrance),
    Mod("FC12B", +1, "Defensive Fire",                                lambda b: b.defensive),
    Mod("FC11A", +1, "Hold the Village",                              lambda b: b.village),
    Mod("FC12P", +1, "Hurrah!",                                       lambda b: b.hurrah),
))

MELEE_TO_HIT: ModTable[Bout] = ModTable("Melee hit tests", "125", base_words="4 or more hits", rows=(
    Mod("126", +1, "the main attacker has no loss markers",         lambda b: b.fresh),
    Mod("127", -1, "the main attacker is shaken",                   lambda b: b.shaken),
    Mod("B87", +1, "attacker and all supporters are heavy artillery, by the switch", lambda b: b.heavy),
))

MELEE_SUPPORT: Needs[Helper] = Needs("Who may lend melee support", "122", rows=(
    Need("120", "a supporter is deployed",                          lambda h: h.deployed, "it is not deployed"),
    Need("110", "a unit attacks or supports once a phase",          lambda h: not h.fought, "it has attacked or supported already this phase"),
    Need("122", "three of its front-rank figures touch the target", lambda h: h.figures >= 3, lambda h: f"{h.figures or 'none'} of its front-rank figures {'touches' if h.figures == 1 else 'touch'} the target: it takes 3"),
    Need("123", "it touches no enemy that nobody has chosen",       lambda h: not h.touches_unchosen, "it touches an enemy whom nobody has chosen"),
))

BRIGADE_SUPPORT: Needs[Helper] = Needs("Who may lend brigade support", "124", rows=(
    Need("129a", "a supporter is deployed",                         lambda h: h.deployed, "it is not deployed"),
    Need("110",  "a unit attacks or supports once a phase",         lambda h: not h.fought, "it has attacked or supported already this phase"),
    Need("124",  "it belongs to the same brigade",                  lambda h: h.same_brigade, "it belongs to another brigade"),
    Need("124",  "it is within 3 of the fighting unit",             lambda h: h.near, "it is more than 3″ from the fighting unit"),
    Need("124",  "it touches no enemy",                             lambda h: not h.in_contact, "it touches an enemy"),
))

TIES: ModTable[Tie] = ModTable("Ties go to the unit that fights back", "106", stacking="best", rows=(
    Mod("145", 1, "it is in cover",                                 lambda t: t.cover and not (t.needs_edge and t.enemy_edge)),
    Mod("139", 1, "it stands higher up a hill than its enemies",    lambda t: t.higher and not (t.needs_edge and t.enemy_edge)),
))

AUTOMATIC_ROUTS: ModTable[Beaten] = ModTable("A losing target routs at once", "136", stacking="best", rows=(
    Mod("136", 1, "artillery",                                      lambda b: b.artillery and not b.feature),
    Mod("137", 1, "infantry fought by cavalry",                     lambda b: b.infantry and b.by_cavalry and not b.feature),
    Mod("F5.17d", 1, "a square",                                       lambda b: b.square),
))

SQUARE_DIE: Results[SquareDie] = Results("Horse that touches a square", "F5.17e", rows=(
    Result("F5.17e", None, 3, "one loss, and it retreats",  SquareDie(True, True)),
    Result("F5.17e", 4, 5, "it retreats",                   SquareDie(False, True)),
    Result("F5.17e", 6, None, "it stays and fights",        SquareDie(False, False)),
))

HIT_AND_RUN: Results[int] = Results("Hit and run", "F5.8", rows=(
    Result("F5.8", None, 1, "it takes a loss itself",      -1),
    Result("F5.8", 2, 3, "nothing",                         0),
    Result("F5.8", 4, None, "the enemy takes a loss",       1),
))

UNPREDICTABLE: Results[int] = Results("Unpredictable", "F5.19", rows=(
    Result("F5.19", None, 1, "melee and tenacity -1 for the battle", -1),
    Result("F5.19", 2, 5, "no change",                       0),
    Result("F5.19", 6, None, "melee and tenacity +1 for the battle", 1),
))
# fmt: on
