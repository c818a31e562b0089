"""The catalogue of verbs: everything that players may choose, one row each, in the order of a battle.

A round of a gun says by itself what follows; any other verb has a method of its name in the step that asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from grognard.engine.flow import Call
from grognard.engine.sheet import Label
from grognard.engine.verbs import Mood, Verb
from grognard.tabletop.manoeuvre import Legs

from ..facts.gunnery import Aim
from ..facts.laying import Laying
from ..state import Desk
from ..words import Ammo
from .env import Bang
from .gun import traverse

BOLD, WARY = Mood.BOLD, Mood.WARY


class Rating(Enum):
    """The sums by which the advice rates a verb."""

    TURN_TO_ACT = auto()
    ARRIVAL = auto()
    AMBUSH = auto()
    EDGE = auto()
    BEGINNING = auto()
    VOLLEY = auto()
    ROUND = auto()
    ONSET = auto()
    MINE = auto()
    FUSE = auto()
    WALLS = auto()
    ANSWER = auto()
    WALK = auto()
    DRESSING = auto()
    DOOR = auto()
    WAY_OUT = auto()
    PUSH = auto()
    TEAM = auto()
    ORDER = auto()
    LEAD = auto()
    LEAVE = auto()
    RANKS = auto()
    SECRET = auto()


class Odds(Enum):
    """Which odds are told of a verb."""

    VOLLEY = auto()
    ROUND = auto()
    MINE = auto()
    ONSET = auto()
    ANSWER = auto()


class Said(Verb[Any, Desk], frozen=True, kw_only=True):
    """A row of this book's catalogue."""

    scouts: bool = False
    """Whether its unit goes on, and may come upon hidden troops. [H4]"""
    ends: bool = False
    """Whether it only ends an action: where there is nothing else, nobody is asked. [W2, W5, C2]"""
    plain: bool = False
    """Whether it is what is done on the way where odds are told. [R2, R3]"""


class Round(Said, frozen=True, kw_only=True):
    """A gun fires a round. [85]"""

    rating: Enum = Rating.ROUND
    odds: Odds | None = Odds.ROUND
    ammo: Ammo

    def does(self, t: Desk, noun: Legs) -> Call:
        """The gun is laid, then the dice say where it strikes. [X1, 85]"""
        each = t.unit(t.env.unit)
        made = Laying(t.state, each, self.ammo).work_out(noun)
        assert isinstance(made, Aim)
        t.bind(stage="fired")
        traverse(t, each, made)
        return Call("gun shot", Bang(made.gun, made.ammo, made.point, made.origin, made.reach))


R = Rating

# fmt: off
ROUNDS: dict[str, Round] = {
    "canister":   Round(Label("Fire canister", "Short and deadly: choose where it lands"), ammo=Ammo.CANISTER),
    "round_shot": Round(Label("Fire round shot", "Choose where it lands"), ammo=Ammo.ROUND),
    "shell":      Round(Label("Fire shell", "Choose where it lands"), ammo=Ammo.SHELL),
}

VERBS: Mapping[str, Said] = {
    # before the battle, and in secret
    "pick":            Said(Label("Place", "Take a unit in hand", drag=True), -1.0),
    "place":           Said(Label("Put down")),
    "ready":           Said(Label("Ready", alone=True)),
    "sneak":           Said(Label("Move in secret"), R.SECRET),
    # the turn
    "start":           Said(Label("Start"), R.BEGINNING),
    "let_them_start":  Said(Label("Let them start")),
    "activate":        Said(Label("Activate", "One unit acts; then the enemy picks", drag=True), R.TURN_TO_ACT),
    "arrive":          Said(Label("Bring on", "A late unit comes on at its edge"), R.ARRIVAL),
    "come_on":         Said(Label("Come on", "Where along the edge"), R.EDGE, scouts=True),
    "draw_up":         Said(Label("Draw up otherwise", "In another layout, before it comes on"), -1000.0),
    "spring":          Said(Label("Spring the ambush", "Show a hidden unit and act with it at once"), R.AMBUSH, mood=BOLD),
    "done":            Said(Label("Wait", "Show nobody now; you are asked again after the enemy's next unit, and when neither side goes on the turn ends", alone=True)),
    # an action
    "advance":         Said(Label("Advance", "A Normal move; some may fire before or after it", drag=True), R.WALK, mood=BOLD, scouts=True),
    "march":           Said(Label("March", "Faster, no fire, not near a visible enemy"), R.WALK, scouts=True),
    "regroup":         Said(Label("Regroup", "Dress, form, unform or change front; then fire unaimed"), R.DRESSING, mood=WARY, scouts=True),
    "enter":           Said(Label("Enter a building"), R.DOOR, scouts=True),
    "sally":           Said(Label("Come out", "Leave the building"), R.WAY_OUT, mood=BOLD, scouts=True),
    "charge":          Said(Label("Charge", "Straight into contact; the melee is fought at once"), R.ONSET, Odds.ONSET, BOLD, scouts=True),
    "close_in":        Said(Label("Close in", "Into contact where no charge is allowed"), R.ONSET, Odds.ONSET, BOLD, scouts=True),
    "fire":            Said(Label("Fire", "All who can shoot, at one unit", shows="aim"), R.VOLLEY, Odds.VOLLEY),
    "fire_first":      Said(Label("Fire, then advance", "Half the shooters fire before the move", shows="aim"), R.VOLLEY, Odds.VOLLEY),
    "no_fire":         Said(Label("Do not fire"), ends=True, plain=True),
    **ROUNDS,
    "turn_gun":        Said(Label("Turn the gun", "Regroup: the gun is turned where it stands, its crew about it"), R.PUSH, scouts=True),
    "manhandle":       Said(Label("Move the gun", "Push it, or drive it if limbered"), R.PUSH, scouts=True),
    "limber":          Said(Label("Limber or unlimber", "The whole action"), R.TEAM),
    "man_the_gun":     Said(Label("Back to the gun"), 10.0, scouts=True),
    "lay_charge":      Said(Label("Lay a charge", "The whole action; three at most at one bridge"), R.MINE),
    "blow":            Said(Label("Fire the charges", "A D10 by the number of charges: the bridge comes down, or the fuse goes out"), R.FUSE, Odds.MINE),
    "barricade":       Said(Label("Barricade the house", "The whole action: +1 in melee for its garrison"), R.WALLS),
    "command":         Said(Label("Command", "This unit acts at once, without a test", shows="range"), R.ORDER),
    "attach":          Said(Label("Join", "The leader goes with this unit and leads its charges"), R.LEAD, scouts=True),
    "detach":          Said(Label("Leave the unit", "The leader goes his own way"), R.LEAVE),
    "finish":          Said(Label("No more orders"), ends=True, plain=True),
    "hold":            Said(Label("Hold", "Stay, and do not fire"), 0.5, mood=WARY, plain=True),
    # the answer to a charge
    "stand_and_fire":  Said(Label("Stand and fire", "Fire held until they are close"), R.ANSWER, Odds.ANSWER, plain=True),
    "stand":           Said(Label("Stand", "No fire, no move"), R.ANSWER, Odds.ANSWER, plain=True),
    "counter_charge":  Said(Label("Counter-charge", "Meet them half-way, charging too"), R.ANSWER, Odds.ANSWER, BOLD, scouts=True),
    "evade":           Said(Label("Evade", "A Normal move away, straight or aside"), R.ANSWER, Odds.ANSWER, WARY, scouts=True),
    # the winners of a melee
    "halt":            Said(Label("Try to halt", "A throw against its morale number, else it pursues"), 1.0, mood=WARY, plain=True),
    "pursue":          Said(Label("Pursue", "Ride on after the enemy"), 2.0, mood=BOLD, scouts=True),
    "stay":            Said(Label("Stay as it is"), mood=WARY, plain=True),
    "redress":         Said(Label("Dress the ranks"), R.RANKS, mood=WARY, scouts=True),
    "go_in":           Said(Label("Go in", "The stormers take the house"), 20.0, mood=BOLD, scouts=True),
}
# fmt: on
SCOUTING = frozenset(verb for verb, row in VERBS.items() if row.scouts)
ENDING = frozenset(verb for verb, row in VERBS.items() if row.ends)
