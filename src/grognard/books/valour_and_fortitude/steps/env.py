"""Whom a sequence concerns: one frozen record for each."""

from __future__ import annotations

from typing import Any

import msgspec

from ..words import Deed, Mode


class Turn(msgspec.Struct, frozen=True, tag=True):
    """The battle, or one side's turn."""


class Placing(msgspec.Struct, frozen=True, tag=True):
    """Free deployment: who is at it, which brigades are set up, the unit in hand."""

    side: int
    done: tuple[int, ...] = ()
    brigade: int = -1
    unit: int = -1
    posted: bool = False
    """The brigade's leader has been given his place."""


Told = tuple[tuple[str, Any], ...]
"""Facts that a question without a table states by itself; empty in every game."""


class Attack(msgspec.Struct, frozen=True):
    """One attack's dice: how many, what they need, what they gave. [109, 125]"""

    attacker: int
    target: int
    dice: int
    need: int
    reroll: bool = False
    hits: int = 0
    ones: int = 0
    spare: int = 0
    """Failed dice that have not been rerolled. [11]"""
    again: int = 0
    """Dice a card has rerolled."""


class Shooting(msgspec.Struct, frozen=True, tag=True):
    """One target, its main shooter and those who support it. [46]"""

    unit: int
    target: int
    mode: Mode
    supporters: tuple[tuple[int, Mode], ...] = ()
    main: Attack | None = None
    told: Told = ()


class Suffering(msgspec.Struct, frozen=True, tag=True):
    """A unit takes losses. [129–133]"""

    unit: int
    losses: int
    safe: bool = False
    """It won its fight: no valour dice. [135]"""
    rolled: bool = False
    tests: int = 0
    passed: int = 0
    ones: int = 0
    failed: bool = False


class Brigading(msgspec.Struct, frozen=True, tag=True):
    """One brigade's actions. [62]"""

    brigade: int
    failed: bool = False
    moves: bool = False
    """Breakthrough: each unit may make one move and nothing else."""


class Acting(msgspec.Struct, frozen=True, tag=True):
    """One unit's action. [67]"""

    unit: int
    deed: Deed
    target: int = -1
    """The enemy assaulted, or the feature entered."""
    failed: bool = False
    reached: bool = False
    """A messenger test was passed."""
    legs: int = 0
    """Moves of an arrival already made. [150]"""
    free: bool = False
    """A move a card gives: no messenger, no action used."""
    displaced: tuple[int, ...] = ()


class Displacing(msgspec.Struct, frozen=True, tag=True):
    """Leaders that were moved over. [79]"""

    leaders: tuple[int, ...]


class Leading(msgspec.Struct, frozen=True, tag=True):
    """A leader to be moved. [97]"""

    leader: int


class Melee(msgspec.Struct, frozen=True, tag=True):
    """A melee phase: horse that has rolled against squares, who fights whom, fights done. [100]"""

    rolled: tuple[int, ...] = ()
    picks: tuple[tuple[int, int], ...] = ()
    passed: tuple[int, ...] = ()
    """Occupants that do not fight a connected section. [184]"""


class Fight(msgspec.Struct, frozen=True, tag=True):
    """One fight. [102]"""

    unit: int
    target: int
    supporters: tuple[tuple[int, int], ...] = ()
    """Melee supporters of the main attacker, with what each adds. [122]"""
    idle: tuple[int, ...] = ()
    """Units that picked the target and do not, or cannot, support. [B51]"""
    chosen: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    """Units with another fight of their own still to come: they lend no brigade support. [110, B19]"""
    second: bool = False
    friend: int = -1
    """Who lends the main attacker brigade support. [124]"""
    main: Attack | None = None
    back: Attack | None = None
    helpers: tuple[tuple[int, int], ...] = ()
    """Melee supporters of the unit that fights back, with what each adds. [B19]"""
    back_friend: int = -1
    won: int = -1
    feature: int = -1
    """The feature the target held when the fight began. [181]"""
    inside: bool = False
    """Somebody fights from inside a feature. [182]"""
    fallen: tuple[int, ...] = ()
    """Losing cavalry that had to retreat from this fight."""
    asked: tuple[int, ...] = ()
    """Winning cavalry that has chosen, or has charged on."""
    told: Told = ()
    """Of the main attacker's attack, and of the other one."""
    told_back: Told = ()


class Retreating(msgspec.Struct, frozen=True, tag=True):
    """A unit that must, or may, fall back outside its action. [108, B82]"""

    unit: int
    forced: bool = True


class Testing(msgspec.Struct, frozen=True, tag=True):
    """A brigade's fortitude test. [141]"""

    brigade: int
    failed: bool = False
    wavering: tuple[int, ...] = ()
    """Units that still have to take the loss of wavering. [144]"""


class Pursuing(msgspec.Struct, frozen=True, tag=True):
    """A headstrong unit that must charge on. [B65]"""

    unit: int
    target: int = -1
    bound: tuple[int, ...] = ()
    """Units with a fight of their own still to come."""


class Assaulting(msgspec.Struct, frozen=True, tag=True):
    """A question, never a game: will a unit be roused and reached, and how does its assault end?"""

    unit: int
    target: int
    brigade: int
    fight: Fight
    failed: bool = False
    reached: bool = False
    free: bool = False


Env = (
    Turn
    | Placing
    | Shooting
    | Suffering
    | Brigading
    | Acting
    | Displacing
    | Leading
    | Melee
    | Fight
    | Retreating
    | Testing
    | Pursuing
    | Assaulting
)
