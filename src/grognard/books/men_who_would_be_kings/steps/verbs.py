"""The catalogue of verbs: everything that players may choose, one row each, in the order of a battle.

An order says all about itself; any other verb has a method of its name in the step that asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from grognard.engine.flow import Call
from grognard.engine.sheet import Label
from grognard.engine.tables import Refusal
from grognard.engine.verbs import Mood, Verb

from ..facts.melee import attackable, can_attack, why_not_attack
from ..facts.placing import Facer
from ..facts.shooting import has_target, targets, why_not_target
from ..facts.values import move_of
from ..state import Desk
from ..words import Action
from .env import Melee, Moving, Rallying, Shooting
from .menu import Aim, Fit, Menu, Odds, Order, Said
from .move import has_skirmish_target, skirmish_targets, why_not_skirmish_fire

A = Action
BOLD, WARY = Mood.BOLD, Mood.WARY


class Rating(Enum):
    """The sums by which the advice rates a verb."""

    RALLY = auto()
    SHOT = auto()
    ASSAULT = auto()
    WALK = auto()
    FORM = auto()
    BREAK = auto()
    GROUND = auto()
    STAND = auto()
    LEGS = auto()
    TARGET = auto()
    CHASE = auto()
    FRONT = auto()
    EDGE = auto()
    SECTOR = auto()
    SPOT = auto()
    AGAIN = auto()
    MORE = auto()
    FEWER = auto()
    SHOW = auto()
    HOUSE = auto()
    WALL = auto()


R = Rating

SHOOT = Aim(has_target, targets, why_not_target)
STRIKE = Aim(can_attack, attackable, why_not_attack)
SNIPE = Aim(
    lambda state, unit, _action: has_skirmish_target(state, unit),
    lambda state, unit, _action: skirmish_targets(state, unit),
    lambda state, unit, enemy, action: (
        why_not_skirmish_fire(state, unit) or why_not_target(state, unit, enemy, action)
    ),
)
ROOM = Fit(
    lambda state, unit: Facer(state, unit, True).possible(), Refusal("R-23", "there is no room for the ranks")
)

# fmt: off
ORDERS: dict[str, Order] = {
    "rally": Order(Label("Rally", "The only thing a Pinned unit may do"), R.RALLY, mood=WARY, urgency=20.0,
                   action=A.RALLY, opens=lambda _, u: Call("rally", Rallying(u.id))),
    "attack": Order(Label("Attack", "Go in with everything, within one move"), R.ASSAULT, mood=BOLD, urgency=6.0,
                    action=A.ATTACK, aim=STRIKE, opens=lambda d, u: Call("melee", Melee(u.id, d.target, move_of(u), d.by))),
    "fire": Order(Label("Fire", "A die for each model", shows="range"), R.SHOT, urgency=10.0,
                  action=A.FIRE, aim=SHOOT, opens=lambda d, u: Call("fire", Shooting(u.id, d.target, d.action))),
    "volley": Order(Label("Volley", "Close Order, Short range: one better", shows="range"), R.SHOT, urgency=10.0,
                    action=A.VOLLEY, aim=SHOOT, opens=lambda d, u: Call("fire", Shooting(u.id, d.target, d.action))),
    "charge": Order(Label("Charge at the double", "Move and a d6 into contact"), R.ASSAULT, mood=BOLD, urgency=5.0,
                    action=A.CHARGE, aim=STRIKE, opens=lambda d, u: Call("double", Moving(u.id, d.by, 0, "double", d.target))),
    "move": Order(Label("Move", drag=True), R.WALK,
                  action=A.MOVE, opens=lambda d, u: Call("move", Moving(u.id, d.by, move_of(u)))),
    "double": Order(Label("At the double", "Move and a d6, no contact"), R.WALK, mood=BOLD,
                    action=A.DOUBLE, opens=lambda d, u: Call("double", Moving(u.id, d.by, 0, "double"))),
    "skirmish": Order(Label("Skirmish: move, then fire", "Half a move, half the models"), R.WALK,
                      action=A.SKIRMISH, first="move", opens=lambda d, _: Call("skirmish", d)),
    "fire_and_move": Order(Label("Skirmish: fire, then move", "Half the models, half a move", shows="range"), R.SHOT, mood=BOLD, urgency=10.0,
                           action=A.SKIRMISH, first="fire", aim=SNIPE, opens=lambda d, _: Call("skirmish", d)),
    "form_close_order": Order(Label("Form close order", "Two ranks; slow, dense, and good at volleys"), R.FORM, mood=WARY,
                              action=A.FORM_CLOSE_ORDER, fit=ROOM, opens=lambda d, _: Call("form", d)),
    "break_close_order": Order(Label("Break close order"), R.BREAK,
                               action=A.BREAK_CLOSE_ORDER, opens=lambda d, _: Call("break", d)),
    "go_to_ground": Order(Label("Go to ground", "Not to be shot at beyond Short range"), R.GROUND, mood=WARY,
                          action=A.GO_TO_GROUND, opens=lambda d, _: Call("lie down", d)),
    "stand_to": Order(Label("Stand to", "Stay as it is; search or pull down what it stands at"), R.STAND, mood=WARY,
                      action=A.STAND_TO, opens=lambda d, _: Call("stand to", d)),
}
"""What a unit may be told. [T012d]"""

VERBS: Mapping[str, Verb[Menu, Desk]] = {
    # before the battle
    "from_west": Said(Label("From the west"), R.EDGE, calm=True),
    "from_east": Said(Label("From the east"), R.EDGE),
    "hide":      Said(Label("Hide here", "Only you know the sector"), R.SECTOR, mood=WARY),
    "set_up":    Said(Label("Set up a unit", "Move it within your zone before the battle", drag=True), R.AGAIN),
    "place":     Said(Label("Stand here"), R.SPOT),
    "keep_back": Said(Label("Keep a unit back", "It starts off the table, waiting or hidden as the scenario says"), R.FEWER),
    "call_up":   Said(Label("Call a unit up", "It starts on the table"), R.MORE),
    "ready":     Said(Label("Ready", "Begin the battle", confirm=True), 1.0, calm=True),
    "go_first":  Said(Label("Go first"), 0.5, mood=BOLD, calm=True),
    "go_second": Said(Label("Let the enemy go first")),
    # as a turn begins
    "show":      Said(Label("Appear", "Bring a hidden unit into the open"), R.SHOW),
    "appear":    Said(Label("Here"), R.SPOT),
    "lie_low":   Said(Label("Lie low", "Nobody else appears this turn"), 0.3, mood=WARY, calm=True),
    "bring_on":  Said(Label("Arrive here"), R.SPOT),
    # an activation
    **ORDERS,
    "rouse":     Said(Label("Wake the Leader", "A d6 first: on a 1 the enemy decides for him"), 0.4, calm=True),
    "end_turn":  Said(Label("End the turn", "Nobody else acts", confirm=True), mood=WARY, calm=True),
    # on the way
    "go":        Said(Label("Go there"), R.LEGS),
    "aim":       Said(Label("Fire at"), R.TARGET, Odds.SHOT),
    "hold_fire": Said(Label("Hold fire"), mood=WARY, calm=True),
    "face":      Said(Label("Face this way"), R.FRONT),
    "as_it_is":  Said(Label("Keep the front"), 0.02, calm=True),
    "level":     Said(Label("Pull this one down"), R.HOUSE),
    "follow_up": Said(Label("Follow up", "One more melee"), R.CHASE, Odds.CHASE, BOLD),
    "stay":      Said(Label("Stay", "Let them run"), 0.05, mood=WARY, calm=True),
    "storm":     Said(Label("Storm it", "Up to the wall, or into the building"), R.WALL, mood=BOLD, calm=True),
    "hold_back": Said(Label("Stay outside")),
}
# fmt: on

CARRIED_OUT = {order.action: order.opens for order in ORDERS.values()}
"""The sequence of each action."""
