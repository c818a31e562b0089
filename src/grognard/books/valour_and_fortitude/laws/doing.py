"""What one action may do: who moves, how far and where to, and what the journal must tell of it. [35–146]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, pairwise

from grognard.engine.choices import Move
from grognard.engine.soundness import Deed, Law
from grognard.geometry.shapes import first_overlap

from ..facts.assaults import barred, needed
from ..facts.bodies import form, leader_box, shape_of, side_host, stand
from ..facts.command import move_distance
from ..facts.contact import figures_on, in_contact, touching
from ..facts.ground import land_of
from ..facts.layout import distance, nearer
from ..facts.moving import Marcher
from ..facts.riding import displaced
from ..facts.sight import in_front_arc, visible
from ..facts.soundness import SLACK
from ..facts.strides import straight_length
from ..state import State, Unit
from ..words import Form, Order, Phase, Where

GOING = (
    "moves",
    "doubles",
    "retreats",
    "assaults",
    "charges on",
    "forms up",
    "leaves",
    "arrives",
    "occupies",
    "is set up",
)
"""What the journal calls a change of place."""
WALKS = ("moves", "doubles", "retreats", "assaults", "charges on")
"""Those of them that are gone on foot, step by step."""
KEEP, DOUBLE_KEEP = 300, 1800


def _pairs(deed: Deed) -> Iterator[tuple[Unit, Unit]]:
    """Every unit before and after, where it is another."""
    for old, new in zip(deed.before.state.units, deed.after.state.units):
        if old is not new:
            yield old, new


def _told(deed: Deed, *kinds: str) -> set[int]:
    return {entry.facts["unit"] for entry in deed.told(*kinds) if "unit" in entry.facts}


def _both(deed: Deed, unit: int) -> tuple[State, Unit, State, Unit]:
    before, after = deed.before.state, deed.after.state
    return before, before.units[unit], after, after.units[unit]


def _alone(deed: Deed, *kinds: str) -> Iterator[int]:
    """Those told to have gone somewhere in this action, if nothing else befell them in it."""
    gone = [entry.facts["unit"] for entry in deed.told(*GOING) if "unit" in entry.facts]
    for unit in _told(deed, *kinds):
        if gone.count(unit) == 1 and deed.after.state.units[unit].on_table:
            yield unit


def _playing(deed: Deed) -> bool:
    return deed.before.state.phase is not Phase.DEPLOYMENT


# --- who moves ---------------------------------------------------------------------------------------------------------


def nobody_else_moves(deed: Deed) -> Iterator[str]:
    """Whoever stands elsewhere, faces elsewhere or is drawn up anew is told of."""
    told = _told(deed, *GOING)
    for old, new in _pairs(deed):
        if not (old.on_table and new.on_table) or new.id in told or not _playing(deed):
            continue
        if (old.x, old.y, old.facing, shape_of(old)) != (new.x, new.y, new.facing, shape_of(new)):
            yield f"{new.key} has moved and nobody tells"


def engaged_do_not_move(deed: Deed) -> Iterator[str]:
    """Who touches an enemy neither moves, doubles nor assaults."""
    for unit in _told(deed, "moves", "doubles", "assaults") - _told(deed, "arrives"):
        before, old, _, _ = _both(deed, unit)
        if old.in_open and in_contact(before, old):
            yield f"{old.key} was in contact and went off"


def acts_once(deed: Deed) -> Iterator[str]:
    """A unit that has acted is given no other order."""
    if isinstance(deed.action, Move) and deed.action.verb in ("move", "double", "rally", "retreat", "exit"):
        unit = deed.before.state.units[deed.action.noun]
        if unit.today.acted and not unit.today.arrived:
            yield f"{unit.key} acts again"


def messengers_for_who_has_not_acted(deed: Deed) -> Iterator[str]:
    """A messenger rides to a unit once, before it acts."""
    for unit in _told(deed, "messenger arrives", "messenger lost"):
        if deed.before.state.units[unit].today.acted:
            yield f"{deed.before.state.units[unit].key} has acted and gets a messenger"


def brigades_picked_once(deed: Deed) -> Iterator[str]:
    """Each brigade is picked once a turn."""
    if isinstance(deed.action, Move) and deed.action.verb == "brigade":
        brigade = deed.before.state.brigades[deed.action.noun]
        if brigade.tested or brigade.side != deed.before.state.side:
            yield f"{brigade.name} is picked again"


# --- how far, and where to ---------------------------------------------------------------------------------------------


def no_farther_than_it_may(deed: Deed) -> Iterator[str]:
    """No figure's way is longer than the move distance: twice it on a road, twice it in a double."""
    for unit in _alone(deed, *WALKS):
        before, old, _, new = _both(deed, unit)
        if not old.in_open or not new.in_open or shape_of(old) != shape_of(new):
            continue
        most = move_distance(before, old).total
        most *= 2 if land_of(before).roads and form(old) is Form.MARCH else 1
        most *= 2 if unit in _told(deed, "doubles") else 1
        gone = straight_length(stand(old), stand(new))
        if gone > most + 2:
            yield f"{new.key} went {gone / 100:g}, it may go {most / 100:g}"


def ways_as_told(deed: Deed) -> Iterator[str]:
    """The journal tells how far the figure went that went farthest: its one leg, or no less than any and no more than all."""
    legs = deed.action.noun if isinstance(deed.action, Move) else ()
    for entry in deed.told(*WALKS):
        before, old, _, _ = _both(deed, entry.facts["unit"])
        marcher = Marcher(before, old)
        places = [found[0] for at in range(len(legs) + 1) if (found := marcher.end_of(legs[:at])) is not None]
        walked = [leg[0] not in ("reform", "occupy") for leg in legs]
        ways = [straight_length(*pair) for pair in compress(pairwise(places), walked)]
        told = round(entry.facts["inches"] * 100)
        if not max(ways, default=0) - 2 <= told <= sum(ways) + 2:
            yield f"{old.key} went {sum(ways) / 100:g}, the journal says {told / 100:g}"


def formation_kept(deed: Deed) -> Iterator[str]:
    """Who doubles or assaults stays drawn up as it was; who moves changes only by a reform."""
    noun = deed.action.noun if isinstance(deed.action, Move) else ()
    fixed = _told(deed, "doubles", "assaults", "charges on")
    reforms = isinstance(noun, tuple) and any(
        isinstance(leg, tuple) and leg[:1] == ("reform",) for leg in noun
    )
    for unit in _alone(deed, *WALKS):
        _, old, _, new = _both(deed, unit)
        changed = old.in_open and new.in_open and shape_of(old) != shape_of(new)
        if changed and (not reforms or unit in fixed):
            yield f"{new.key} is drawn up otherwise"


def keeps_its_distance(deed: Deed) -> Iterator[str]:
    """A move, a reform, an exit or an arrival ends 3 or more from enemies in the open."""
    for unit in _alone(deed, "moves", "forms up", "leaves", "arrives"):
        _, _, after, new = _both(deed, unit)
        if not new.in_open:
            continue
        for enemy in after.of_side(1 - new.side):
            if enemy.in_open and nearer(after, new, enemy, KEEP):
                yield f"{new.key} ended {distance(after, new, enemy) / 100:g} from {enemy.key}"


def doubles_far_off(deed: Deed) -> Iterator[str]:
    """A double starts and ends more than 18 from enemies."""
    for unit in _alone(deed, "doubles"):
        before, old, after, new = _both(deed, unit)
        for state, each in ((before, old), (after, new)):
            if any(distance(state, each, enemy) <= DOUBLE_KEEP for enemy in state.of_side(1 - each.side)):
                yield f"{new.key} doubled within 18 of an enemy"


def retreats_end_clear(deed: Deed) -> Iterator[str]:
    """A retreat ends 3 from every enemy, in the arc of each that saw it start."""
    for unit in _alone(deed, "retreats"):
        before, old, after, new = _both(deed, unit)
        if not new.in_open:
            continue
        only_touched = before.options.retreat_arc_touched_only
        for enemy in after.of_side(1 - new.side):
            if nearer(after, new, enemy, KEEP):
                yield f"{new.key} ended its retreat {distance(after, new, enemy) / 100:g} from {enemy.key}"
            was = before.units[enemy.id]
            bound = touching(before, old, was) if only_touched else visible(before, was, old)
            if bound and was.in_open and not in_front_arc(after, enemy, new):
                yield f"{new.key} was seen by {enemy.key} and ended outside its arc"


def assaults_end_in_contact(deed: Deed) -> Iterator[str]:
    """An assault starts in sight of its target, ends on it with three figures, and on nobody with fewer."""
    for entry in deed.told("assaults", "charges on"):
        unit, target = entry.facts["unit"], entry.facts["target"]
        if unit not in _alone(deed, "assaults", "charges on"):
            continue
        before, old, after, new = _both(deed, unit)
        if not visible(before, old, before.units[target]):
            yield f"{old.key} did not see {before.units[target].key}"
        # Contact with a feature may count in the melee phase only, so look at bases.
        if new.in_open and after.units[target].in_open and not touching(after, new, after.units[target]):
            yield f"{new.key} does not touch {after.units[target].key}"
        for enemy in after.of_side(1 - new.side):
            if enemy.in_open and new.in_open and touching(after, new, enemy):
                if figures_on(after, new, enemy) < needed(new, enemy, after.options.flank_as_fits):
                    yield f"{new.key} touches {enemy.key} with too few"
                if barred(before, old, before.units[enemy.id]) is not None:
                    yield f"{new.key} may not touch {enemy.key}"


# --- losses, routs, defeats --------------------------------------------------------------------------------------------


def markers_told(deed: Deed) -> Iterator[str]:
    """Markers come and go as the journal tells."""
    settled = _told(deed, "turns out")
    stubborn = deed.action.noun if isinstance(deed.action, Move) and deed.action.verb == "stubborn" else None
    for old, new in _pairs(deed):
        if new.id in settled:
            continue
        due = sum(e.facts["losses"] for e in deed.told("loses") if e.facts["unit"] == new.id)
        due -= sum(e.facts["markers"] for e in deed.told("rallies") if e.facts["unit"] == new.id)
        due -= new.id == stubborn
        if new.losses - old.losses != due:
            yield f"{new.key}'s losses went from {old.losses} to {new.losses}, the journal tells {due:+}"


def routs_told(deed: Deed) -> Iterator[str]:
    """Who routs is told of, and nobody comes back; who comes on arrives."""
    routed, arrived = _told(deed, "routs"), _told(deed, "arrives")
    for old, new in _pairs(deed):
        if old.where is new.where:
            continue
        if old.where is Where.ROUTED:
            yield f"{new.key} has come back"
        if new.where is Where.ROUTED and new.id not in routed:
            yield f"{new.key} is gone and nobody tells"
        if new.where is Where.TABLE and new.id not in arrived:
            yield f"{new.key} is there and nobody tells"


def defeats_told(deed: Deed) -> Iterator[str]:
    """Each defeat is told, and is one."""
    for side in (0, 1):
        due = sum(entry.facts["side"] == side for entry in deed.told("defeat"))
        more = deed.after.state.defeats[side] - deed.before.state.defeats[side]
        if more != due:
            yield f"side {side} suffered {more} defeats, the journal tells {due}"


def objectives_as_turns_end(deed: Deed) -> Iterator[str]:
    """Objectives change hands only as a turn ends, and are told."""
    changed = sum(a != b for a, b in zip(deed.before.state.holders, deed.after.state.holders))
    if changed != len(list(deed.told("takes"))):
        yield f"{changed} objectives changed hands"
    if changed and deed.after.state.side == deed.before.state.side and deed.after.state.outcome is None:
        yield "an objective changed hands within a turn"


def cards_drawn_and_played(deed: Deed) -> Iterator[str]:
    """Decks only shrink, discards only grow, and a card is drawn as the journal tells."""
    if isinstance(deed.action, Move) and deed.action.verb == "tide_of_battle":
        return  # all are shuffled anew [FC2]
    drawn = [entry.facts["side"] for entry in deed.told("draws")]
    for side, (old, new) in enumerate(zip(deed.before.state.fates, deed.after.state.fates)):
        if len(old.deck) - len(new.deck) != drawn.count(side):
            yield f"side {side}'s deck went from {len(old.deck)} to {len(new.deck)}"
        if new.discards[: len(old.discards)] != old.discards:
            yield f"side {side} took back a card"


# --- fire and the order of things ---------------------------------------------------------------------------------------


def shots_once(deed: Deed) -> Iterator[str]:
    """Who shoots is deployed, touches nobody and has not shot; whom he shoots at has not been shot at and touches none of his side."""
    for entry in deed.told("shoots"):
        before = deed.before.state
        unit, target = before.units[entry.facts["unit"]], before.units[entry.facts["target"]]
        if unit.today.shot or target.id in before.shot_at:
            yield f"{unit.key} at {target.key}: one of them has shot or been shot at"
        # Those inside are in no formation: they count as deployed. [173, B49]
        undeployed = unit.inside < 0 and (form(unit) is Form.MARCH or unit.order is Order.LIMBERED)
        if undeployed or in_contact(before, unit):
            yield f"{unit.key} may not shoot"
        if in_contact(before, target):
            yield f"{target.key} is engaged and shot at"


def each_in_its_phase(deed: Deed) -> Iterator[str]:
    """Shooting belongs to the fire phase, actions to the action phase, fights to the melee phase."""
    phases = {deed.before.state.phase, deed.after.state.phase}
    for phase, kinds in (
        (Phase.FIRE, ("shoots",)),
        (Phase.ACTION, ("assaults", "doubles", "rallies", "arrives", "activates", "fails to activate")),
        (Phase.MELEE, ("fights", "fight result", "charges on", "meets a square")),
    ):
        for entry in deed.told(*kinds):
            if phase not in phases:
                yield f"'{entry.what}' in the {deed.before.state.phase.value} phase"


def turns_alternate(deed: Deed) -> Iterator[str]:
    """The sides take turns, and turns are counted one by one."""
    before, after = deed.before.state, deed.after.state
    if before.side != after.side and after.turn not in (before.turn, before.turn + 1):
        yield f"after turn {before.turn} comes {after.turn}"
    if (
        before.side == after.side
        and before.turn
        and after.turn != before.turn
        and not list(deed.told("turn"))
    ):
        yield f"turn {after.turn} follows {before.turn} of the same side"


def leaders_give_way(deed: Deed) -> Iterator[str]:
    """No leader stands under an enemy unit, unless he is just being put back or there is no room for him at all."""
    state: State = deed.after.state
    if state.units is deed.before.state.units and state.leaders is deed.before.state.leaders:
        return
    waiting = {x for frame in deed.after.agenda if frame.sequence == "displace" for x in frame.env.leaders}
    for leader in state.leaders:
        if leader.in_open and leader.id not in waiting:
            base = leader_box(leader)
            enemies = side_host(state, 1 - leader.side)
            at = first_overlap(base, enemies.shapes, SLACK)
            if at is not None and next(iter(displaced(state, leader).candidates()), None) is not None:
                yield f"{leader.name} stands under {enemies.units[at].key}"


LAWS = (
    Law("whoever stands elsewhere is told of in the journal", ("67", "70"), over=nobody_else_moves),
    Law("who touches an enemy leaves only by a retreat", ("78", "91"), over=engaged_do_not_move),
    Law("a unit acts once a turn", ("67",), over=acts_once),
    Law("messengers ride to units that have not acted", ("69",), over=messengers_for_who_has_not_acted),
    Law("a brigade is picked once a turn", ("62",), over=brigades_picked_once),
    Law("nobody goes farther than its move distance", ("70", "76", "94", "163"), over=no_farther_than_it_may),
    Law("a way is as long as the journal says", ("70", "71", "83", "87"), over=ways_as_told),
    Law("formations change only by a reform", ("72", "98a", "B38"), over=formation_kept),
    Law(
        "moves, reforms, exits and arrivals end 3 from enemies",
        ("77", "81", "176", "B80"),
        over=keeps_its_distance,
    ),
    Law("doubles stay more than 18 from enemies", ("94",), over=doubles_far_off),
    Law(
        "retreats end 3 from all enemies, in the arcs of those that saw them",
        ("84", "85"),
        over=retreats_end_clear,
    ),
    Law(
        "assaults end on an enemy that was seen, with enough figures",
        ("87", "88", "93"),
        over=assaults_end_in_contact,
    ),
    Law("markers come and go as the journal tells", ("95", "129"), over=markers_told),
    Law("routs and arrivals are told, and nobody comes back", ("138", "149"), over=routs_told),
    Law("each defeat is told", ("146",), over=defeats_told),
    Law("objectives change hands as a turn ends", ("35", "36", "B7"), over=objectives_as_turns_end),
    Law("cards are drawn one at a time and stay discarded", ("42", "44"), over=cards_drawn_and_played),
    Law(
        "shooter and target are such as may shoot and be shot at",
        ("45", "47", "50", "51", "54"),
        over=shots_once,
    ),
    Law("fire, actions and fights belong to their phases", ("41",), over=each_in_its_phase),
    Law("no leader stands under enemy units", ("79", "B81"), over=leaders_give_way),
    Law("sides take turns", ("41", "44a"), over=turns_alternate),
)
