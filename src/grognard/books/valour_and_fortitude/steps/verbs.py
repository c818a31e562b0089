"""The catalogue of verbs: everything that players may choose, one row each, in the order of a turn.

Shots, supports and actions say by themselves what follows; any other verb has a method of its name in the step that asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from grognard.engine.flow import AGAIN, Call, Flow
from grognard.engine.sheet import Label
from grognard.engine.tables import Needs
from grognard.engine.verbs import Mood, Verb

from ..facts.command import Doer
from ..state import Desk
from ..tables.moving import MAY_DOUBLE, MAY_MOVE, MAY_RALLY
from ..words import Deed, Mode
from .env import Acting, Shooting

BOLD, WARY = Mood.BOLD, Mood.WARY


class Rating(Enum):
    """The sums by which the advice rates a verb."""

    POST = auto()
    LEGS = auto()
    VOLLEY = auto()
    SKIRMISH = auto()
    CANISTER = auto()
    VOLLEY_MORE = auto()
    SKIRMISH_MORE = auto()
    CANISTER_MORE = auto()
    BRIGADE = auto()
    SPARE_FOR_ONE = auto()
    SPARE = auto()
    WALK = auto()
    RUN = auto()
    MEND = auto()
    BACK = auto()
    ONSET = auto()
    FEATURE = auto()
    WAY_OUT = auto()
    RIDE = auto()
    WITHDRAWAL = auto()
    FIGHT = auto()
    OBJECTIVE = auto()
    BEST_UNIT = auto()
    COLUMNS = auto()
    LEADER = auto()
    BEST_BRIGADE = auto()
    ONE_MORE_MOVE = auto()
    FASTER = auto()
    AGAIN = auto()
    TARGET = auto()
    VOLLEYS = auto()
    GUNS = auto()
    CERTAIN = auto()
    RELIEF = auto()
    SURPRISE = auto()
    BLOW = auto()
    LITTLE = auto()


class Odds(Enum):
    """Which odds are told of a verb."""

    SHOT = auto()
    SUPPORTED = auto()
    RESOLVED = auto()
    ACTIVATION = auto()
    MESSENGER = auto()
    RALLY = auto()
    ASSAULT = auto()
    PLANNED = auto()
    PICKED = auto()
    FIGHT = auto()
    JOINED = auto()
    SECOND_PLANNED = auto()
    SECOND = auto()
    BLOW = auto()


class Said(Verb[Any, Desk], frozen=True):
    """A row of this book's catalogue."""


class Shot(Said, frozen=True, kw_only=True):
    """A main shooter and its target. [45, 46]"""

    mode: Mode

    def does(self, t: Desk, noun: tuple[int, int]) -> Call:
        """It shoots, once it is known who supports it. [61]"""
        unit, target = noun
        t.note("46", "shoots", unit=unit, target=target, mode=self.mode.value)
        return Call("shoot", Shooting(unit, target, self.mode))


class Support(Said, frozen=True, kw_only=True):
    """One unit more lends fire support. [121]"""

    mode: Mode

    def does(self, t: Desk, noun: int) -> Flow:
        """It adds its dice. [121, 186]"""
        t.bind(supporters=(*t.env.supporters, (noun, self.mode)))
        t.note("121", "supports", unit=noun, friend=t.env.unit)
        return AGAIN


class Act(Said, frozen=True, kw_only=True):
    """A unit of the active brigade acts. [67]"""

    deed: Deed
    needs: Needs[Doer] | None = None
    """The rows that bar units from it, where nothing else does."""

    def does(self, t: Desk, noun: int | tuple[int, int]) -> Call:
        """Its action, after a messenger where it needs one; one move more is free. [69, FC4]"""
        unit, target = noun if isinstance(noun, tuple) else (noun, -1)
        if t.env.moves:
            t.today(unit, acted=True)
        return Call("act", Acting(unit, self.deed, target, free=t.env.moves))


R = Rating

# fmt: off
SHOTS: dict[str, Shot] = {
    "fire":                 Shot(Label("Fire at", "Main shooter and target; others may support"), R.VOLLEY, Odds.SHOT, mode=Mode.VOLLEY),
    "skirmish":             Shot(Label("Skirmish fire at", "Half the dice, 6 inches more, and the unit may still act"), R.SKIRMISH, Odds.SHOT, mode=Mode.SKIRMISH),
    "canister":             Shot(Label("Canister at", "Two more dice within 12 inches"), R.CANISTER, Odds.SHOT, mode=Mode.CANISTER),
}

SUPPORTS: dict[str, Support] = {
    "support":              Support(Label("Lend fire support", "One die more; the unit will not act"), R.VOLLEY_MORE, Odds.SUPPORTED, mode=Mode.VOLLEY),
    "support_skirmishing":  Support(Label("Support by skirmishing", "One die more; the unit may still act"), R.SKIRMISH_MORE, Odds.SUPPORTED, mode=Mode.SKIRMISH),
    "support_canister":     Support(Label("Support with canister", "Counts as two units"), R.CANISTER_MORE, Odds.SUPPORTED, mode=Mode.CANISTER),
}

ACTS: dict[str, Act] = {
    "move":                 Act(Label("Move", "Up to its distance, with one reform", drag=True), R.WALK, Odds.MESSENGER, deed=Deed.MOVE, needs=MAY_MOVE),
    "double":               Act(Label("Double", "Twice the distance, more than 18 from enemies"), R.RUN, Odds.MESSENGER, BOLD, deed=Deed.DOUBLE, needs=MAY_DOUBLE),
    "rally":                Act(Label("Rally", "A die for each loss marker, 6 removes it"), R.MEND, Odds.RALLY, WARY, deed=Deed.RALLY, needs=MAY_RALLY),
    "retreat":              Act(Label("Retreat", "Away from enemies less than 3 inches off"), R.BACK, Odds.MESSENGER, WARY, deed=Deed.RETREAT),
    "assault":              Act(Label("Assault", "Move into contact"), R.ONSET, Odds.ASSAULT, BOLD, deed=Deed.ASSAULT),
    "occupy":               Act(Label("Occupy", "Enter a building or wood"), R.FEATURE, deed=Deed.OCCUPY),
    "step_across":          Act(Label("Step across", "Into a connected section"), R.FEATURE, deed=Deed.STEP),
    "exit":                 Act(Label("Leave", "Out of the building or wood, in any formation"), R.WAY_OUT, deed=Deed.EXIT),
}

VERBS: Mapping[str, Said] = {
    # before the battle
    "set_up":               Said(Label("Set up a unit", "Move it within your zone before the battle", drag=True), -1.0),
    "deploy":               Said(Label("Deploy a brigade"), R.LITTLE),
    "garrison":             Said(Label("Garrison", "Occupy a building or wood in your zone"), R.POST),
    "place":                Said(Label("Stand here"), R.LEGS),
    "leave_it":             Said(Label("Leave it there")),
    "ready":                Said(Label("Ready", "Done with deployment", confirm=True), 1.0),
    # cards pass by
    "decline":              Said(Label("No card", "Let the moment pass", passes=True)),
    "not_this_phase":       Said(Label("Not in this phase", "Keep the card, and do not ask again before the next phase", passes=True), -1.0),
    "go_on":                Said(Label("On to the fire phase", alone=True, passes=True)),
    # the fire phase
    **SHOTS,
    "end_fire":             Said(Label("End firing", "Nobody else shoots this turn", confirm=True)),
    **SUPPORTS,
    "resolve":              Said(Label("Roll", "Let the dice decide"), 0.0, Odds.RESOLVED),
    # the action phase
    "brigade":              Said(Label("Activate", alone=True, drag=True), R.BRIGADE, Odds.ACTIVATION),
    "rouse":                Said(Label("Throw away a card", "One unit acts although its brigade failed"), R.SPARE_FOR_ONE),
    "any_card":             Said(Label("Throw away a card", "The unit acts although its messenger was lost"), R.SPARE),
    **ACTS,
    "finish":               Said(Label("Brigade is done", "Its other units stay where they are", confirm=True), mood=WARY),
    "go":                   Said(Label("Go so"), R.LEGS, Odds.PLANNED),
    "hold":                 Said(Label("Stay after all", "The action is spent"), mood=WARY),
    "ride":                 Said(Label("Ride there"), R.RIDE),
    "shelter":              Said(Label("Enter a feature"), R.LITTLE, mood=WARY),
    "stay_put":             Said(Label("Stay")),
    "put_back":             Said(Label("Put him here"), R.RIDE),
    "post":                 Said(Label("Post the leader here"), -1.0),
    "billet":               Said(Label("The leader begins inside"), -1.0),
    "arrive":               Said(Label("Bring on"), 1.0),
    "wait":                 Said(Label("Let them wait", "They come on in a later turn"), -1.0),
    "play_on":              Said(Label("Play on", "It is not; you are asked again as the next turn ends")),
    "time_is_up":           Said(Label("Time is up", "The battle ends once both sides have had equally many turns", confirm=True), -1.0),
    "come_on":              Said(Label("Come on here"), R.LEGS),
    "move_on":              Said(Label("Move on"), R.LEGS),
    "form_up":              Said(Label("Form up"), R.LEGS),
    # the melee phase
    "halt":                 Said(Label("Halt"), mood=WARY),
    "hit_and_run":          Said(Label("Hit and run", "Roll a die, then retreat"), 0.1),
    "face_the_square":      Said(Label("Face the square")),
    "stand_and_fight":      Said(Label("Stand and fight")),
    "fall_back":            Said(Label("Retreat there"), R.WITHDRAWAL, mood=WARY),
    "stand_fast":           Said(Label("Stand fast"), 0.05, mood=WARY),
    "pick":                 Said(Label("Fight", "Name the target of a unit in contact"), R.FIGHT, Odds.PICKED),
    "let_be":               Said(Label("Do not fight", "Enemies in a connected section are left alone")),
    "fight":                Said(Label("Resolve this fight", "Main attacker and target"), R.FIGHT, Odds.FIGHT, BOLD),
    "join":                 Said(Label("Lend melee support", "Two dice more; one in open order"), 0.3, Odds.JOINED),
    "join_canister":        Said(Label("Support with canister", "Four dice more; counts as two units"), 0.5, Odds.JOINED),
    "no_more":              Said(Label("No more support")),
    "stand_by":             Said(Label("Lend brigade support", "One die more"), 0.2, Odds.JOINED),
    "keep_back":            Said(Label("No brigade support", "Kept for another fight")),
    "looked":               Said(Label("Done looking", "How a question ends; no game asks it"), R.LITTLE),
    "take":                 Said(Label("Occupy it"), 1.0),
    "stay_out":             Said(Label("Stay outside")),
    "charge":               Said(Label("Charge so"), R.LEGS, Odds.SECOND_PLANNED, BOLD),
    "charge_at":            Said(Label("Charge at"), R.LITTLE, Odds.SECOND, BOLD),
    "strike":               Said(Label("Assault", "From where it stands now"), R.BLOW, Odds.BLOW, BOLD),
    # fate cards
    "tide_of_battle":       Said(Label("Tide of Battle", "Your discards and this card are shuffled into your deck", alone=True)),
    "confusion":            Said(Label("Confusion", "No automatic activation for the enemy"), 0.3),
    "capture":              Said(Label("Capture", "An enemy-held objective counts two if you hold it at the end"), R.OBJECTIVE, mood=BOLD),
    "les_grognards":        Said(Label("Les Grognards", "A unit with losses: melee and tenacity +1"), R.BEST_UNIT),
    "old_soldiers":         Said(Label("Old Soldiers", "A unit with losses: melee and tenacity +1"), R.BEST_UNIT),
    "landwehr_spirit":      Said(Label("Landwehr Spirit", "A militia unit is militia no more, tenacity +1"), R.BEST_UNIT),
    "for_the_tsar":         Said(Label("For the Tsar", "A unit: tenacity +1"), R.BEST_UNIT),
    "masses":               Said(Label("Masses", "A brigade's columns are no dense target this turn"), R.COLUMNS),
    "all_out_attack":       Said(Label("All Out Attack", "Units within 12″ of a leader: melee +1"), R.LEADER, mood=BOLD),
    "attaque_a_outrance":   Said(Label("Attaque à Outrance", "A brigade's attack columns: melee +1"), R.BEST_BRIGADE, mood=BOLD),
    "attack_all":           Said(Label("Attack!", "A brigade: melee +1"), R.BEST_BRIGADE, mood=BOLD),
    "scum_of_the_earth":    Said(Label("Scum of the Earth", "Enemies touching our infantry: valour −1"), 0.2),
    "defensive_fire":       Said(Label("Defensive Fire", "A brigade's infantry: melee +1"), R.BEST_BRIGADE),
    "hold_the_village":     Said(Label("Hold the Village", "A unit inside: melee +1"), R.BEST_UNIT),
    "hurrah":               Said(Label("Hurrah!", "A brigade that assaulted: melee +1"), R.BEST_BRIGADE),
    "breakthrough":         Said(Label("Breakthrough", "A brigade moves once more"), R.ONE_MORE_MOVE, mood=BOLD),
    "vive_lempereur":       Said(Label("Vive l'Empereur", "The brigade moves 6″ farther"), R.FASTER),
    "vorwaerts":            Said(Label("Vorwärts!", "The brigade moves 6″ farther"), R.FASTER),
    "forward":              Said(Label("Forward!", "The brigade moves 6″ farther"), R.FASTER),
    "deadly_attack":        Said(Label("Deadly Attack", "Reroll the failed hit tests"), R.AGAIN),
    "inspiration":          Said(Label("Inspiration", "The failed test counts as passed"), 1.0),
    "directed_fire":        Said(Label("Directed Fire", "One more die at this target"), R.TARGET),
    "perfect_volleys":      Said(Label("Perfect Volleys", "A brigade's infantry: fire +1"), R.VOLLEYS),
    "grand_battery":        Said(Label("Grand Battery", "A gun may be supported by five"), R.GUNS),
    "archdukes_order":      Said(Label("Archduke's Order", "A brigade activates without a test"), R.CERTAIN),
    "stubborn":             Said(Label("Stubborn", "Take one loss marker off"), R.RELIEF),
    "surprise_attack":      Said(Label("Surprise Attack", "The unit moves, then assaults"), R.SURPRISE, mood=BOLD),
    "spanish_ulcer":        Said(Label("The Spanish Ulcer", "The enemy unit takes a loss"), 0.5),
    "invisible_enemy":      Said(Label("An Invisible Enemy", "The messenger never arrives"), 0.3),
    "conquerors":           Said(Label("Conquerors of the Conquerors", "Instead of the roll: melee and tenacity +1"), 0.4),
    "stoic_resolve":        Said(Label("Stoic Resolve", "Losses beyond two are ignored"), 0.6),
}
# fmt: on
