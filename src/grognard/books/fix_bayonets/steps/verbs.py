"""The catalogue of verbs: everything that players may choose, one row each, in the order of a turn.

A change of formation says by itself what follows; any other verb has a method of its name in the step that asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from grognard.engine.flow import Call, Flow
from grognard.engine.sheet import Label
from grognard.engine.verbs import Mood, Verb

from ..state import NOWHERE, Desk
from ..words import Formation
from .forming import change_formation

BOLD, WARY = Mood.BOLD, Mood.WARY


class Rating(Enum):
    """The sums by which the advice rates a verb."""

    PLAY = auto()
    FIRST = auto()
    INTERRUPT = auto()
    BRING = auto()
    ORDERS = auto()
    LEAVE_RESERVE = auto()
    RIDE = auto()
    STAY = auto()
    ACT = auto()
    ACT_ALONE = auto()
    TAKE_ALONG = auto()
    ENTER = auto()
    END_FORMATION = auto()
    MARCH = auto()
    LEFT = auto()
    RIGHT = auto()
    FORM_LINE = auto()
    FORM_COLUMN = auto()
    FORM_MASSE = auto()
    FORM_SQUARE = auto()
    FORM_ROAD = auto()
    FORM_GENERAL = auto()
    FORM_OPEN = auto()
    FORM_SCREEN = auto()
    EXTEND = auto()
    LIMBER = auto()
    UNLIMBER = auto()
    FIRE = auto()
    PROLONGE = auto()
    FORCE_MARCH = auto()
    DETACH = auto()
    PUT_ON_TOP = auto()
    ASSAULT = auto()
    DONE = auto()
    SHOOT = auto()
    VOLLEY = auto()
    RUN = auto()
    SHIFT = auto()
    ASSAULT_TARGET = auto()
    SEND = auto()
    CHARGE_HOME = auto()
    WITHDRAW = auto()
    LEFT_TO_MEET = auto()
    RIGHT_TO_MEET = auto()
    GO_BY = auto()
    OCCUPY = auto()
    FACE = auto()
    STRAGGLE = auto()
    BOUND = auto()
    CHARGE = auto()
    GALLOP = auto()
    RECALL = auto()
    CHARGE_BACK = auto()
    REGROUP = auto()
    PURSUE = auto()
    CHASE = auto()
    DRAW_OFF = auto()
    TAKE_OVER = auto()
    RALLY = auto()
    RESERVE = auto()
    TAKE_OFF = auto()
    COME_UP = auto()
    HAND_OUT = auto()
    REFILL = auto()
    CATCH_BREATH = auto()
    BREAK_DOWN = auto()


class Odds(Enum):
    """Which odds are told of a verb."""

    LEADING = auto()
    SHOT = auto()
    CHECK = auto()
    CHARGE = auto()
    ONSET = auto()


class Said(Verb[Any, Desk], frozen=True, kw_only=True):
    """A row of this book's catalogue."""

    undone: bool = False
    """Whether it costs nothing and can be undone at once: a computer player does it only where it is better. [F-6.1a]"""


class Form(Said, frozen=True, kw_only=True):
    """A change of formation. [F-10.3]"""

    form: Formation

    def does(self, t: Desk, noun: int | None) -> Flow | Call:
        """The stack forms, into a second hex where it needs one. [F-10.4, R-65]"""
        return change_formation(t, self.form, NOWHERE if noun is None else noun)


R = Rating

# fmt: off
FORMS: dict[str, Form] = {
    "form_line":         Form(Label("Form Line"), R.FORM_LINE, form=Formation.LINE),
    "form_column":       Form(Label("Form Column"), R.FORM_COLUMN, form=Formation.COLUMN),
    "form_masse":        Form(Label("Form Masse Column"), R.FORM_MASSE, form=Formation.MASSE),
    "form_square":       Form(Label("Form Square"), R.FORM_SQUARE, mood=WARY, form=Formation.SQUARE),
    "form_road":         Form(Label("Form Road Column"), R.FORM_ROAD, form=Formation.ROAD),
    "form_general":      Form(Label("General Order"), R.FORM_GENERAL, form=Formation.GENERAL),
    "form_open":         Form(Label("Form Open Column"), R.FORM_OPEN, form=Formation.OPEN),
    "form_screen":       Form(Label("Form a Skirmish Screen"), R.FORM_SCREEN, form=Formation.SCREEN),
    "extend":            Form(Label("Extend the Line here"), R.EXTEND, form=Formation.EXT_LINE),
    "limber":            Form(Label("Limber"), R.LIMBER, form=Formation.LIMBERED),
    "unlimber":          Form(Label("Unlimber"), R.UNLIMBER, form=Formation.UNLIMBERED),
}
"""How each formation is taken up. [F-10.3]"""

VERBS: Mapping[str, Said] = {
    "play":              Said(Label("Play this card", "Both sides show a card at once; die and SR decide who orders them"), R.PLAY),
    "first":             Said(Label("He goes first"), R.FIRST),
    "interrupt":         Said(Label("Interrupt with this leader", "d10 up to his SR less 2"), R.INTERRUPT, Odds.LEADING),
    "let_pass":          Said(Label("Let him act"), 0.3),
    "bring":             Said(Label("Bring him along"), R.BRING),
    "enough":            Said(Label("Nobody else")),
    "give_om":           Said(Label("Give an OM", "A place to make for"), R.ORDERS, Odds.LEADING),
    "no_orders":         Said(Label("No new orders"), 0.5),
    "initiative":        Said(Label("Use initiative", "The leader gives himself an order: the hex to make for. One SR check a turn; failing it with a 9 makes him Passive"), R.ORDERS, Odds.LEADING),
    "forgo":             Said(Label("Act on orders only"), 0.5),
    "leave_reserve":     Said(Label("Leave Reserve", "An SR check"), R.LEAVE_RESERVE, Odds.LEADING),
    "keep_back":         Said(Label("Stay in Reserve")),
    "next_leader":       Said(Label("His Formation moves next"), R.PLAY),
    "ride":              Said(Label("Ride here"), R.RIDE),
    "stay":              Said(Label("Stay"), R.STAY, mood=WARY),
    "act":               Said(Label("Act with this stack", drag=True), R.ACT),
    "act_alone":         Said(Label("This unit leaves its stack"), R.ACT_ALONE),
    "take_along":        Said(Label("Take along", "He goes where they go; otherwise he stays where he is"), R.TAKE_ALONG),
    "enter":             Said(Label("Enter the map here"), R.ENTER),
    "end_formation":     Said(Label("End this Formation", "Nobody else of it acts", confirm=True), R.END_FORMATION, mood=WARY),
    "march":             Said(Label("March here", drag=True, travels=True), R.MARCH),
    "turn_left":         Said(Label("Turn left"), R.LEFT),
    "turn_right":        Said(Label("Turn right"), R.RIGHT),
    **FORMS,
    "fire":              Said(Label("Fire at"), R.FIRE, Odds.SHOT),
    "prolonge":          Said(Label("Manhandle the guns here"), R.PROLONGE),
    "force_march":       Said(Label("Force march", "Half as far again on the road, and fatigue"), R.FORCE_MARCH, mood=BOLD),
    "detach":            Said(Label("Send out a Screen here"), R.DETACH),
    "put_on_top":        Said(Label("Lead the stack with"), R.PUT_ON_TOP, undone=True),
    "assault":           Said(Label("Declare an assault", "An Assault check; the melee comes in the Assault Phase"), R.ASSAULT, Odds.CHECK, BOLD),
    "done":              Said(Label("Done"), R.DONE),
    "shoot":             Said(Label("Shoot"), R.SHOOT, Odds.SHOT),
    "hold_fire":         Said(Label("Hold fire"), mood=WARY),
    "volley":            Said(Label("Fire at"), R.VOLLEY, Odds.SHOT),
    "run":               Said(Label("Retreat here", alone=True, travels=True), R.RUN),
    "shift":             Said(Label("He stays, with these friends"), R.SHIFT),
    "go_along":          Said(Label("He goes with them"), 0.6),
    "assault_target":    Said(Label("Assault this stack"), R.ASSAULT_TARGET, mood=BOLD),
    "send":              Said(Label("Send this stack in"), R.SEND),
    "charge_home":       Said(Label("Go in", confirm=True), R.CHARGE_HOME, Odds.ONSET, BOLD),
    "withdraw":          Said(Label("Withdraw here"), R.WITHDRAW, mood=WARY),
    "stand":             Said(Label("Stand"), 0.5),
    "face_left":         Said(Label("Turn left to meet them"), R.LEFT_TO_MEET),
    "face_right":        Said(Label("Turn right to meet them"), R.RIGHT_TO_MEET),
    "go_by":             Said(Label("Go in by this hex"), R.GO_BY),
    "occupy":            Said(Label("Take the ground with"), R.OCCUPY),
    "face":              Said(Label("Face this hex"), R.FACE),
    "straggle":          Said(Label("This stack takes the Stragglers"), R.STRAGGLE),
    "bound":             Said(Label("The shot bounds on here"), R.BOUND),
    "charge":            Said(Label("Charge"), R.CHARGE, Odds.CHARGE, BOLD),
    "declared":          Said(Label("No more charges"), 0.4),
    "gallop":            Said(Label("Ride on here", drag=True, travels=True), R.GALLOP, mood=BOLD),
    "switch":            Said(Label("Charge this one instead"), 1.5),
    "recall":            Said(Label("Recall", "One try"), R.RECALL, Odds.CHECK, WARY),
    "try_square":        Said(Label("Form Square", "One try"), 1.0, Odds.CHECK, WARY),
    "wait":              Said(Label("Not yet"), 0.4),
    "slip":              Said(Label("Pull back here"), 1.0),
    "charge_back":       Said(Label("Charge back with"), R.CHARGE_BACK, Odds.CHECK, BOLD),
    "stand_by":          Said(Label("Let them come"), 0.5),
    "regroup":           Said(Label("Regroup here"), R.REGROUP, mood=WARY),
    "follow":            Said(Label("Pursue with"), 1.0, mood=BOLD),
    "pursue":            Said(Label("Pursue"), R.PURSUE, mood=BOLD),
    "halt":              Said(Label("Halt"), 0.5, mood=WARY),
    "chase":             Said(Label("Pursue to here", travels=True), R.CHASE, mood=BOLD),
    "draw_off":          Said(Label("Regroup"), R.DRAW_OFF),
    "stay_put":          Said(Label("Stay there"), 0.2, mood=WARY),
    "return_to":         Said(Label("Join this stack"), 0.5),
    "take_over":         Said(Label("The second joins this stack"), R.TAKE_OVER),
    "rally":             Said(Label("Rally"), R.RALLY, Odds.CHECK, WARY),
    "no_more":           Said(Label("Rally nobody else")),
    "reserve":           Said(Label("Hold its Formation in Reserve"), R.RESERVE),
    "none_back":         Said(Label("Hold nobody back")),
    "take_off":          Said(Label("The order is done"), R.TAKE_OFF),
    "keep":              Said(Label("Keep the order"), 0.3),
    "come_up":           Said(Label("Come up here"), R.COME_UP),
    "wait_at_depot":     Said(Label("Wait at the depot")),
    "hand_out":          Said(Label("Hand out its cartridges", "All within 2 hexes who are short are filled; it drives back for more"), R.HAND_OUT),
    "keep_loads":        Said(Label("Hand out nothing more"), 0.3),
    "refill":            Said(Label("They find cartridges"), R.REFILL),
    "catch_breath":      Said(Label("Its Formation gets its second wind"), R.CATCH_BREATH),
    "break_down":        Said(Label("This one breaks down"), R.BREAK_DOWN),
}
# fmt: on
VERB_OF = {row.form: verb for verb, row in FORMS.items()}
"""The verb of each formation."""
