"""Fire and melee: scores to hit, dice, hits per casualty. [T017–T025, T053–T063]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup, Mod, ModTable

from ..words import Band, Cover

GUN, MACHINE, SMALL = "field gun", "machine gun", "small arms"


class Shot(NamedTuple):
    """What the tables of Fire look at."""

    models: int
    arm: str
    firing: int
    band: Band
    cover: Cover
    volley: bool = False
    skirmish: bool = False
    dense: bool = False
    """The target is in Close Order."""
    marksman: bool = False


class Strike(NamedTuple):
    """What the tables of melee look at: one side striking the other."""

    models: int
    fighting: int
    close_order: bool
    cavalry: bool
    halved: str
    """The rule that halves its dice, if one does: Pinned or Gone to Ground."""
    foe_close_order: bool
    foe_models: int
    foe_cavalry: bool
    foe_defends: str
    """The rule by which the enemy defends: Hard cover or an Obstacle."""
    foe_uphill: bool
    trait_die: int = 0


# fmt: off
CREW_DICE: Lookup[str, int] = Lookup("Fire dice a model", "T053", columns=("dice",), rows=(
    Item("T053", SMALL,   "each model",           1),
    Item("T054", GUN,     "each crew of a Field Gun",   2),
    Item("T055", MACHINE, "each crew of a Machine Gun", 3),
))

# No more dice than models or two or three a crew, one more only with the trait [T147].
FIRE_DICE: ModTable[Shot] = ModTable("Fire dice", "T053", least=0, base_words="models", rows=(
    Mod("T054",  lambda s: s.models,               "two dice for each crew of a Field Gun",     lambda s: s.arm == GUN),
    Mod("T055",  lambda s: 2 * s.models,           "three dice for each crew of a Machine Gun", lambda s: s.arm == MACHINE),
    Mod("T057",  lambda s: s.models // 2 - s.models, "half the models when Skirmishing",        lambda s: s.skirmish),
    Mod("F-T21", +1,                               "Expert marksman",                           lambda s: s.marksman and s.arm == SMALL),
))

FIRE_SCORE: ModTable[Shot] = ModTable("Score to hit by Fire", "R-04", least=2, most=6, base_words="to hit: Firing", rows=(
    Mod("T131", -1, "Volley Fire",              lambda s: s.volley),
    Mod("T080", -1, "target in Close Order",    lambda s: s.dense),
))

# A Field Gun meets 1, 1, 2 and 2, 2, 3 [T063a, R-17]; Cavalry is nothing special under fire.
FIRE_HITS: ModTable[Shot] = ModTable("Hits for a casualty by Fire", "T058", least=1, base_words="hit for a casualty at Short range", rows=(
    Mod("T059", +1, "Long range",                              lambda s: s.band is Band.LONG),
    Mod("T060", +1, "Soft cover",                              lambda s: s.cover is Cover.SOFT),
    Mod("T061", +2, "Hard cover",                              lambda s: s.cover is Cover.HARD),
    Mod("T063", -1, "a Field Gun ignores one point of cover",  lambda s: s.arm == GUN and s.cover is not Cover.NONE),
))

# A Pinned unit counts half its models when attacked [T104]; Close Order caps whoever it meets.
MELEE_DICE: ModTable[Strike] = ModTable("Melee dice", "T017", least=0, base_words="models", rows=(
    Mod("T018",  lambda s: s.models // 2 - s.models, "half when Pinned",               lambda s: s.halved == "T018"),
    Mod("T112",  lambda s: s.models // 2 - s.models, "half when Gone to Ground",       lambda s: s.halved == "T112"),
    Mod("T082",  lambda s: s.foe_models - halved(s), "no more than a Close Order enemy has", lambda s: s.foe_close_order and halved(s) > s.foe_models),
    Mod("F-T16", -1,                                 "Weakling",                       lambda s: s.trait_die < 0),
    Mod("F-T24", +1,                                 "Brave",                          lambda s: s.trait_die > 0),
))

MELEE_SCORE: ModTable[Strike] = ModTable("Score to hit in melee", "R-04", least=2, most=6, base_words="to hit: Fighting", rows=(
    Mod("T079", -1, "in Close Order", lambda s: s.close_order),
))

# Cavalry by Cavalry is one a hit [T021]; Difficult ground and Soft cover do nothing [T024, T025].
MELEE_HITS: ModTable[Strike] = ModTable("Hits for a casualty in melee", "T019", least=1, base_words="hit for a casualty", rows=(
    Mod("T020", +1, "Cavalry struck by others",                lambda s: s.foe_cavalry and not s.cavalry),
    Mod("T022", +1, "the enemy defends Hard cover or an Obstacle", lambda s: bool(s.foe_defends)),
    Mod("T023", +1, "the enemy is uphill",                     lambda s: s.foe_uphill and not s.foe_defends),
))
# fmt: on


def halved(strike: Strike) -> int:
    """The dice after the one halving there may be. [R-13]"""
    return strike.models // 2 if strike.halved else strike.models
