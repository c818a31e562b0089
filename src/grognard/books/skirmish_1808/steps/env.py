"""What each open sequence is about."""

from __future__ import annotations

import msgspec

from ..facts.bodies import FOREVER
from ..state import Point
from ..words import Ammo, Answer, Fire, Reach


class Turn(msgspec.Struct, frozen=True, omit_defaults=True, tag="turn"):
    """A turn: whose pick it is, and who has shown nobody since the last pick. [T2, H3a]"""

    side: int = 0
    done: tuple[int, ...] = ()


class Act(msgspec.Struct, frozen=True, omit_defaults=True, tag="act"):
    """One activation. [T6]"""

    unit: int
    commanded: bool = False
    """By a command unit, so without test. [C2]"""
    sprung: bool = False
    """From hiding. [H3]"""
    stage: str = ""
    """How far the chosen action is: the fire after a move, the move after a fire, a leader's commands."""
    only_regroup: bool = False
    tested: bool = False
    given: int = 0
    """Units a leader has activated in this activation. [C2]"""
    acted: bool = False
    """A leader's own action is done. [C2]"""
    prey: int | None = None
    """The hidden unit a charge ran into. [H5]"""
    gone: int = 0
    """How far it had come by then. [H5]"""
    reach: int = FOREVER
    """What that charge could cover in all. [H5]"""
    shape: str = ""
    """The layout its owner has chosen for a late unit. [T8]"""


class Rush(msgspec.Struct, frozen=True, omit_defaults=True, tag="rush"):
    """A charge on its way. [N5]"""

    unit: int
    target: int
    start: Point
    end: Point
    bearing: int
    gap: int
    reach: int
    closing: bool = False
    wall: int = 0
    house: str = ""
    answer: Answer = Answer.STAND
    flank: bool = False
    surprise: bool = False
    """Out of hiding, or on a unit found just now: no reaction. [H3, H5, H6]"""
    caught: bool = False
    led: bool = False


class Shot(msgspec.Struct, frozen=True, omit_defaults=True, tag="shot"):
    """A volley. [7a]"""

    unit: int
    target: int
    occasion: Fire
    hits: int = 0


class Bang(msgspec.Struct, frozen=True, omit_defaults=True, tag="bang"):
    """A gun shot. [88]"""

    gun: int
    ammo: Ammo
    point: Point
    origin: Point
    reach: Reach
    distance: int = 0
    x: int = 0
    y: int = 0
    target: int | None = None
    house: str = ""
    hurt: tuple[tuple[int, int, int], ...] = ()
    """Each unit that has lost figures to this shot: how many stood before it, how many fell. [M3]"""
    inside: tuple[int, ...] = ()
    """Who is still to throw as the building comes down. [X9a]"""


class Mine(msgspec.Struct, frozen=True, omit_defaults=True, tag="mine"):
    """The charges at a bridge are fired. [D3]"""

    unit: int
    bridge: str
    falling: tuple[tuple[int, int], ...] = ()
    """The units on the bridge as it falls, and how many figures of each; the first throws next. [D5]"""
    fallen: tuple[int, ...] = ()
    """Those that have thrown. [D5]"""


class Round(msgspec.Struct, frozen=True, omit_defaults=True, tag="round"):
    """A round of a melee: the unit through which it is fought, and losses so far. [K1, K6]"""

    unit: int
    at: int = 0
    lost: tuple[tuple[int, int], ...] = ()
    beaten: tuple[int, ...] = ()
    margin: int = 0
    left: tuple[int, ...] = ()
    """Beaten units that have left the melee, fleeing or back. [K9]"""
    winners: tuple[int, ...] = ()
    storms: tuple[tuple[int, str], ...] = ()
    """Who has stormed which house in this melee. [G5, G6]"""
    over: bool = False
    halting: int | None = None
    """The horse that tries to halt. [K9]"""
    rider: int | None = None
    prey: int | None = None
    """A fleeing unit that a rider has reached. [K9]"""


class Place(msgspec.Struct, frozen=True, omit_defaults=True, tag="place"):
    """Setting up, side by side. [H1]"""

    side: int = 0
    picked: int | None = None


Env = Turn | Act | Rush | Shot | Bang | Mine | Round | Place
