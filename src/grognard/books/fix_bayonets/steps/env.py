"""Whom a sequence concerns: one frozen record for each."""

from __future__ import annotations

import msgspec

from ..state import NO_PIVOT, NOBODY, NOWHERE
from ..words import Attack, Kind

DECLARE, RIDE, FIGHT = "declare", "ride", "fight"
"""How far a charge segment has come. [CHG-01, CHG-02, CHG-03]"""


class Turn(msgspec.Struct, frozen=True, tag=True):
    """One game turn: who has had his check already."""

    done: tuple[int, ...] = ()
    now: int = NOBODY


class Trains(msgspec.Struct, frozen=True, tag=True):
    """Trains that come up and hand out: which have been asked about. [F-26.4, F-26.5]"""

    done: tuple[int, ...] = ()


class Events(msgspec.Struct, frozen=True, tag=True):
    """A special event: what it is, and whom it befalls. [F-28]"""

    kind: str = ""
    side: int = NOBODY


class Operations(msgspec.Struct, frozen=True, tag=True):
    """The activation stack: cards shown, who has won."""

    cards: tuple[int, ...] = ()
    winner: int = NOBODY
    trying: int = NOBODY


class Activation(msgspec.Struct, frozen=True, tag=True):
    """Leaders activating together: orders given, the one being asked."""

    given: tuple[int, ...] = ()
    """Who has been given an OM, each once for each. [F-9.3]"""
    now: int = NOBODY
    to: int = NOBODY
    done: tuple[int, ...] = ()
    """Leaders whose turn in this step is over."""


class Formed(msgspec.Struct, frozen=True, tag=True):
    """One leader and his Formation moving."""

    leader: int
    rode: tuple[int, ...] = ()


class Act(msgspec.Struct, frozen=True, tag=True):
    """A stack acting: MCF left and whole, in halves; what it has done."""

    units: tuple[int, ...]
    left: int
    whole: int
    changed: bool = False
    moved: bool = False
    checked: bool = False
    pivot: int = NO_PIVOT
    """The facing it may turn from without paying, or that there is none, or that every turn is free."""
    becoming: str = ""
    """The formation it will take once the enemy has shot at the old one. [R-39]"""
    room: int = NOWHERE
    """The second hex that formation takes up, if any."""
    busy: bool = False
    """It has moved, turned or changed: a shot now would be its last act. [F-8.3]"""
    last_shot: bool = False
    """It has shot after other acts: nothing but more shots follows. [F-8.3]"""
    company: tuple[int, ...] = ()
    """Leaders who go along. [F-9.1a]"""
    entered: bool = False
    """It has just come onto the map. [F-10.11]"""
    turns: int = 0
    """Free turns taken since it last moved or changed: half a circle at most."""
    sending: int = NOWHERE
    """Where the Screen goes that a battalion sends out, once the enemy has shot at the battalion. [F-10.5, F-13.4]"""
    ended: bool = False
    good: bool = True
    """Whether it began in good order; losing that ends the action. [F-8.3]"""
    road: bool = False
    """Force marching: road hexes only."""


class March(msgspec.Struct, frozen=True, tag=True):
    """A stack entering a hex, turning or changing under fire."""

    units: tuple[int, ...]
    to: int
    check: bool = False
    """Whether a skirmish check is due."""
    good: bool = True
    """Whether it set out in good order; losing that stops it where it stands. [F-8.3]"""
    company: tuple[int, ...] = ()
    via: tuple[int, ...] = ()
    """The hexes behind the next one, where that is one of friends whom it passes through. [F-10.6]"""
    home: int = NOWHERE
    """The hex it set out from, to which it goes back if it is stopped among friends with whom it cannot stand. [F-10.6]"""


class React(msgspec.Struct, frozen=True, tag=True):
    """Enemies of a stack that spent movement in their fire zone."""

    units: tuple[int, ...]
    charge: bool = False
    but: int = NOBODY
    """The target of a charge does not shoot so."""


class Shooting(msgspec.Struct, frozen=True, tag=True):
    """A shot: who, at which hex, why; what it did."""

    unit: int
    at: int
    kind: Kind
    charge: bool = False
    hold: bool = False
    """Runs wait until the end of the segment. [R-75]"""
    die: int = -1
    check: bool = False
    first: int = 0
    """How far the first target of a ricochet was. [F-13.6]"""
    passing: bool = False
    """At the stack that is passing through the friends in the hex, not at them. [F-10.6, F-13.4]"""


class Wound(msgspec.Struct, frozen=True, tag=True):
    """A leader in a hit hex, or with one of the stacks in a melee."""

    at: int
    side: int
    also: tuple[int, ...] = ()
    """Other hexes of the same side whose leaders are in the same danger. [MCT-L9]"""
    leader: int = NOBODY
    result: str = ""


class Flights(msgspec.Struct, frozen=True, tag=True):
    """Stacks running: friends they have run through."""

    trampled: int = NOBODY


class Assaults(msgspec.Struct, frozen=True, tag=True):
    """The assault phase: whose turn it is."""

    side: int = 0
    target: int = NOBODY
    chosen: tuple[int, ...] = ()
    spots: tuple[int, ...] = ()
    """From where each of them strikes."""
    now: int = NOBODY
    """A stack that has more than one way to go in."""
    company: tuple[int, ...] = ()
    """Leaders who go in with their stacks. [F-9.1a]"""


class Melee(msgspec.Struct, frozen=True, tag=True):
    """One assault or one charge home: attackers, target, direction, and how it goes."""

    attackers: tuple[int, ...]
    target: int
    attack: Attack
    side: int
    direction: str = "front"
    straight: tuple[int, ...] = ()
    spots: tuple[int, ...] = ()
    fire: bool = False
    """The target may still shoot."""
    grand: bool = False
    reaction: bool = False
    """The target charges too."""
    result: str = ""
    hold: bool = False
    moved: tuple[int, ...] = ()
    over: bool = False
    tied: tuple[int, ...] = ()
    """Attackers of equal size, one of which takes the Stragglers. [R-71]"""
    ground: int = NOWHERE
    """Where the target stood when the assault began."""
    ground2: int = NOWHERE
    """Its second hex then. [F-10.4]"""
    leaving: int = NOBODY
    """An attacker who has been shot at, or not, as it left its hex to come up."""
    now: int = NOBODY
    """The attacker that takes the ground."""
    company: tuple[int, ...] = ()


class Rider(msgspec.Struct, frozen=True, tag=True):
    """A Charge marker: where it is going and how it got here."""

    unit: int
    target: int
    left: int
    path: tuple[int, ...] = ()
    state: str = "riding"
    """riding, contact, stopped"""
    fresh: bool = True
    """Nobody has had the chance to react to it yet. [F-17.2]"""
    former: tuple[int, ...] = ()
    """Targets it has turned away from."""
    recalled: bool = False
    reaction: bool = False
    direction: str = "front"
    spot: int = -1


class Victor(msgspec.Struct, frozen=True, tag=True):
    """A charger that has routed a stack: whom, all of whom, and the hex they left. [F-17.11]"""

    unit: int
    beaten: int
    routers: tuple[int, ...]
    ground: int


class Charging(msgspec.Struct, frozen=True, tag=True):
    """The charge segment of an activation."""

    side: int
    riders: tuple[Rider, ...] = ()
    at: int = 0
    grand: bool = False
    party: tuple[int, ...] = ()
    """Who is part of the Grand Charge; nobody named: everybody. [F-17.10]"""
    rode: tuple[tuple[int, ...], ...] = ()
    """Each stack that charged, the top unit first; friends who came to share a hex with it since are not of it. [F-17.1]"""
    squares: tuple[int, ...] = ()
    """Targets that have tried for Square, or decided."""
    asked: tuple[int, ...] = ()
    """Markers a target has let come nearer this tick."""
    tried: tuple[int, ...] = ()
    """Cavalry that tried a reaction charge."""
    slipped: tuple[int, ...] = ()
    stage: str = DECLARE
    now: int = NOBODY
    fought: tuple[int, ...] = ()
    regroup: tuple[int, ...] = ()
    victors: tuple[Victor, ...] = ()
    company: tuple[int, ...] = ()
    """Leaders who ride with their stacks. [F-9.1a]"""
    galloped: bool = False
    """The marker whose turn it is has entered a hex. [F-17.2]"""
    question: str = ""
    """What a pursuer is being asked. [F-17.11]"""


class Facing(msgspec.Struct, frozen=True, tag=True):
    """A stack that may face any way; out of Disorder also in General Order."""

    unit: int
    loose: bool = False


class Single(msgspec.Struct, frozen=True, tag=True):
    """One die for the odds room."""

    what: str
    unit: int = 0
    other: int = NOBODY
    terrain: int = 0
    direction: str = "front"
    distance: int = 3
    grand: bool = False


Env = (
    Turn
    | Trains
    | Events
    | Operations
    | Activation
    | Formed
    | Act
    | March
    | React
    | Shooting
    | Wound
    | Flights
    | Assaults
    | Melee
    | Charging
    | Facing
    | Single
)
