"""The catalogue of verbs: everything that players may choose, one row each, in the order of a turn.

What a unit is picked for and whom it aims at say all about themselves; any other verb has a method of its name in the step that asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from grognard.engine.flow import Call
from grognard.engine.sheet import Label
from grognard.engine.tables import Refusal
from grognard.engine.verbs import Mood, Verb

from ..facts.entering import NO_ROOM
from ..state import Desk
from ..words import Round
from .env import Charging, Marching
from .menu import (
    Charge,
    Enter,
    Odds,
    Pick,
    Said,
    Target,
    why_not_charge,
    why_not_enter,
    why_not_hold,
    why_not_march,
)

BOLD, WARY = Mood.BOLD, Mood.WARY


class Rating(Enum):
    """The sums by which the advice rates a verb."""

    SPOT = auto()
    LEAD = auto()
    BACK = auto()
    AFTER = auto()
    FARTHER = auto()
    WALK = auto()
    TURN = auto()
    ONSET = auto()
    ARRIVAL = auto()
    EDGE = auto()
    LEGS = auto()
    FRONT = auto()
    GENERAL = auto()
    AWAY = auto()
    BALL = auto()
    CANISTER = auto()
    FIRM = auto()
    MEND = auto()


R = Rating

# fmt: off
PICKS: dict[str, Pick] = {
    "march":  Pick(Label("March", "Throw for the distance, then move", drag=True), R.WALK, Odds.THROW,
                   units=lambda m: m.movable, opens=lambda unit: Call("march", Marching(unit)),
                   bars=why_not_march, nobody=Refusal("M1", "no unit is free to march")),
    "hold":   Pick(Label("Hold", "Turn up to 45° without having moved"), R.TURN, mood=WARY,
                   units=lambda m: m.holders, opens=lambda unit: Call("hold", Marching(unit)),
                   bars=why_not_hold, nobody=Refusal("M1", "no unit is free to hold")),
    "charge": Charge(Label("Charge", "Name the target, then throw"), R.ONSET, Odds.CHARGE, BOLD,
                     units=lambda m: m.chargers, opens=lambda pair: Call("charge", Charging(*pair)),
                     bars=why_not_charge, nobody=Refusal("H1", "there is no unit that may charge")),
    "enter":  Enter(Label("Bring on", "Reinforcements enter from the edge"), R.ARRIVAL,
                    units=lambda m: m.enterable, opens=lambda unit: Call("enter", Marching(unit)),
                    bars=why_not_enter, nobody=NO_ROOM),
}
"""What a unit is picked for in its side's movement. [M1]"""
REASONS: dict[str, Pick] = {"charge": PICKS["charge"], **PICKS}
"""The same, in the order in which a player is told why not: a charge is what he looks for first. [H1]"""

TARGETS: dict[str, Target] = {
    "aim":      Target(Label("Shoot at", "One die for each base"), R.BALL, Odds.VOLLEY,
                       round_=Round.BALL, nobody=Refusal("S13", "nobody who may still shoot has a target")),
    "canister": Target(Label("Canister at", "Two more dice, 16 inches"), R.CANISTER, Odds.VOLLEY,
                       round_=Round.CANISTER, nobody=Refusal("28", "no gun that may still shoot has a target within 16")),
}
"""How a target is named. [S13, S7]"""

VERBS: Mapping[str, Verb[Any, Desk]] = {
    # before the battle
    "set_up":       Said(Label("Set up a unit", "Move it within your zone before the battle", drag=True)),
    "place":        Said(Label("Stand here"), R.SPOT),
    "ready":        Said(Label("Ready", "Begin the battle", confirm=True), 1.0),
    # the turn
    "go_first":     Said(Label("Go first", "Move and name targets before the enemy"), R.LEAD, mood=BOLD, idle=True),
    "go_second":    Said(Label("Let the enemy go first", "See his moves before yours")),
    "retire":       Said(Label("Retire", "Break off the fight next to the enemy"), R.BACK, Odds.RETREAT, WARY),
    "stay":         Said(Label("Stay", "Stand and fight on"), 0.0, Odds.FIGHT, WARY, idle=True),
    "pursue":       Said(Label("Pursue", "Follow the beaten enemy"), R.AFTER, Odds.PURSUIT, BOLD),
    "halt":         Said(Label("Halt", "Hold the ground; foot may then shoot"), mood=WARY, idle=True),
    "go_on":        Said(Label("Pursue so far", "At least its own depth and 1"), R.FARTHER, mood=BOLD),
    # movement
    **PICKS,
    "end_moves":    Said(Label("End movement", "Nobody else moves", confirm=True), idle=True),
    "face":         Said(Label("Face"), R.FRONT),
    "at":           Said(Label("Enter here"), R.EDGE),
    "go":           Said(Label("March so"), R.LEGS),
    "join":         Said(Label("Join", "The general takes command of the unit"), R.GENERAL),
    "ride_alone":   Said(Label("Ride alone")),
    "evade":        Said(Label("Evade", "Run from the charge; no shooting this turn"), R.AWAY, Odds.MEETING, WARY),
    "stand":        Said(Label("Stand", "Await the charge and shoot"), 0.0, Odds.MEETING, idle=True),
    # shooting
    **TARGETS,
    "done_aiming":  Said(Label("Done", "Let the dice decide", confirm=True), idle=True),
    # morale
    "stand_firm_elite":   Said(Label("Stand firm (elite)", "Use the elite exception; no test"), R.FIRM),
    "stand_firm_command": Said(Label("Stand firm (commander)", "Use the commander's exception; no test"), R.FIRM),
    "test":         Said(Label("Test", "Throw the morale die"), 0.25, Odds.MORALE, idle=True),
    "rally":        Said(Label("Rally", "The general tries to take off a marker"), R.MEND, Odds.RALLY, WARY),
    "no_rally":     Said(Label("No rally"), idle=True),
}
# fmt: on
