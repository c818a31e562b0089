"""What every fight keeps: losses, their order, tests, charges, answers, flights, memory."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from grognard.engine.flow import Position
from grognard.engine.soundness import Deed, Law
from grognard.geometry.gaps import point_gap2

from ..state import Contact, State, Unit
from ..steps.env import Rush
from ..words import Arm, Quality, Where
from .measure import (
    ORDER,
    SLACK,
    UNFORMS,
    apart,
    bases,
    by_road,
    farther,
    gone,
    grounds,
    on_open_ground,
    outside,
    verb,
)
from .moves import acting

NEAR_PANIC = 480
"""A little less than 5: flights make detours. [M3a]"""
TOUCHED = 150
BY_A_STEP = 50 + SLACK
"""A way is measured by steps of this length. [M4]"""
ROOM = 12
"""So many radii off a spot that is taken a figure may be set. [B4a]"""
RANKS = 400
"""How far a formed block may have to stand off, where its neighbours leave it no room. [N5c]"""
NO_CHARGE = {False: frozenset({"wood", "heavy_wood", "rocks"}), True: frozenset({"light_wood", "rocks"})}
"""Ground marked @, foot and horse: the areas of it. [29–31, 40, 41]"""
GONE = ("surrenders", "off_table", "breaks_up", "destroyed", "takes_wagons", "wagon_wrecked", "leaves")


def inner(position: Position, kind: type) -> Any:
    """The innermost open sequence of a kind."""
    return next((frame.env for frame in reversed(position.agenda) if isinstance(frame.env, kind)), None)


def told_losses(deed: Deed) -> Iterator[str]:
    """The journal counts every figure that falls, once."""
    counts: dict[int, int] = {}
    for entry in deed.told("loses"):
        counts[entry.facts["unit"]] = counts.get(entry.facts["unit"], 0) + entry.facts["count"]
    removed = {entry.facts.get(name) for entry in deed.told(*GONE) for name in ("unit", "target")}
    for old, new in zip(deed.before.state.units, deed.after.state.units):
        fallen = old.size - new.size
        if fallen == counts.get(old.id, 0) or (new.where is Where.LOST and _with(deed, old) & removed):
            continue
        if not (old.arm is Arm.WAGON and old.id in removed):
            yield f"{old!r} has lost {fallen}, the journal says {counts.get(old.id, 0)}"


def _with(deed: Deed, unit: Unit) -> set[Any]:
    return {unit.id, unit.attached} - {None}


def in_their_order(deed: Deed) -> Iterator[str]:
    """Rankers fall first, then escort, guide, musician, flag, and the officer last."""
    for old, new in zip(deed.before.state.units, deed.after.state.units):
        if not 0 < new.size < old.size or old.arm is Arm.WAGON:
            continue
        roles = sorted((f.role for f in old.figures), key=ORDER.index)
        if sorted((f.role for f in new.figures), key=ORDER.index) != roles[old.size - new.size :]:
            yield f"{old!r} has lost figures out of their order"


def command_last(deed: Deed) -> Iterator[str]:
    """In a melee command units lose nobody while friends in it stand."""
    for entry in deed.told("loses"):
        unit = deed.before.state.units[entry.facts["unit"]]
        if not unit.is_command or not _melee(deed.before.state, unit) or entry.cite[:1] != "K":
            continue
        for other in _melee(deed.before.state, unit):
            friend = deed.after.state.units[other]
            if friend.side == unit.side and not friend.is_command and friend.on_table and friend.figures:
                yield f"{unit!r} falls while {friend!r} stands"


def _melee(state: State, unit: Unit) -> set[int]:
    """Everybody in the melee of a unit, or of the unit it is with."""
    members = {unit.id if unit.attached is None else unit.attached}
    grown = True
    while grown:
        linked = {c for pair in state.contacts for c in (pair.attacker, pair.defender)
                  if members & {pair.attacker, pair.defender}}  # fmt: skip
        grown = not linked <= members
        members |= linked
    return members if len(members) > 1 else set()


def tests_taken(deed: Deed) -> Iterator[str]:
    """A test that is due is taken, unless the unit runs or is gone."""
    before, after = deed.before.state, deed.after.state
    if not before.tests:
        return
    thrown = {e.facts.get("unit") for e in deed.told("dice") if e.facts.get("throw") in ("morale", "closing")}
    due = {cause.unit for cause in after.tests}
    for cause in before.tests:
        unit = after.units[cause.unit]
        there = unit.on_table and unit.figures and not unit.fleeing
        if there and cause.unit not in due | thrown and cause.unit not in after.tested:
            yield f"{unit!r} was to test and does not"


def opponents_first(deed: Deed) -> Iterator[str]:
    """Of several tests the enemy of the acting unit takes his first."""
    env = acting(deed.before)
    if env is None or env.unit >= len(deed.before.state.units):
        return
    state = deed.before.state
    side = state.units[env.unit].side
    for entry in deed.told("dice"):
        if entry.facts.get("throw") == "morale" and entry.cite == "M1" and not inner(deed.before, Rush):
            unit = state.units[entry.facts["unit"]]
            waiting = [state.units[c.unit] for c in state.tests if state.units[c.unit].side != side]
            if unit.side == side and any(each.on_table and each.figures for each in waiting):
                yield f"{unit!r} tests before its enemies"


def new_contacts(deed: Deed) -> Iterator[Contact]:
    """Contacts that were not there before; a leader who fights on after his unit has not come to his. [K10]"""
    units = deed.before.state.units
    known = {(c.attacker, c.defender) for c in deed.before.state.contacts}
    for c in deed.after.state.contacts:
        alone = any(
            each < len(units) and units[each].attached is not None for each in (c.attacker, c.defender)
        )
        if (c.attacker, c.defender) not in known and not alone:
            yield c


def led_charges(deed: Deed) -> Iterator[str]:
    """A leader leads the charge, or counter-charge, of the unit he is with, and his own."""
    for contact in new_contacts(deed):
        for one in contact.charged:
            led = deed.after.state.units[one].is_command or (
                deed.after.state.leader_with(one) is not None
                and deed.before.state.leader_with(one) is not None
            )
            if led != (one in contact.led):
                yield f"{deed.after.state.units[one]!r} charges, led: {one in contact.led}"


def within_reach(deed: Deed) -> Iterator[str]:
    """A charge that strikes home brings the two together, or up to the wall between them; ranks need room beside neighbours."""
    state = deed.after.state
    for contact in new_contacts(deed):
        one, other = state.units[contact.attacker], state.units[contact.defender]
        there = one.on_table and other.on_table and one.figures and other.figures
        room = RANKS if one.formed or other.formed else TOUCHED
        if there and _short_of(state, one, other) > room + contact.wall // 2 + 50:
            yield f"{one!r} fights {other!r} from {_short_of(state, one, other) / 100:.2f}"


def _short_of(state: State, one: Unit, other: Unit) -> float:
    """How far a charger stands from its enemy, or from the leader who is with him: to touch him is to touch the unit. [C4]"""
    leader = state.leader_with(other.id)
    return min(apart(state, one, each) for each in (other, leader) if each is not None)


def charges_in_the_open(deed: Deed) -> Iterator[str]:
    """No figure of a unit that charges ends on ground that forbids charges."""
    state = deed.after.state
    for contact in new_contacts(deed):
        for one in contact.charged:
            unit = state.units[one]
            if not unit.on_table or by_road(state, unit, unit.radius):
                continue
            for figure in unit.figures:
                if wrong := NO_CHARGE[unit.mounted].intersection(grounds(state, figure)):
                    yield f"{unit!r} has charged into {', '.join(wrong)}"
                    break


def sprung(deed: Deed) -> Iterator[str]:
    """A unit charged from hiding does nothing but stand."""
    env, rush = acting(deed.before), inner(deed.before, Rush)
    if env is None or rush is None or not env.sprung or rush.unit != env.unit:
        return
    if verb(deed) in ("counter_charge", "stand_and_fire", "evade"):
        yield f"{deed.before.state.units[rush.target]!r} answers an ambush by {verb(deed)}"


def ridden_down(deed: Deed) -> Iterator[str]:
    """Only fugitives that are really reached are ridden down."""
    for entry in deed.told("dice"):
        if entry.facts.get("throw") == "run_down" and entry.cite == "K9":
            rider, prey = (deed.before.state.units[entry.facts[name]] for name in ("unit", "target"))
            if apart(deed.before.state, rider, prey) > TOUCHED:
                yield f"{rider!r} is {apart(deed.before.state, rider, prey) / 100:.2f} short of {prey!r}"


def passed_stands(deed: Deed) -> Iterator[str]:
    """A beaten unit that passes goes back and does not flee, gunners too."""
    for entry in deed.told("dice"):
        if entry.facts.get("throw") == "morale" and entry.cite == "K8" and entry.facts["reading"]:
            unit = deed.after.state.units[entry.facts["unit"]]
            if unit.fleeing and not deed.before.state.units[unit.id].fleeing:
                yield f"{unit!r} has passed and flees"


def missed_in_ranks(deed: Deed) -> Iterator[str]:
    """A formed charge that misses stays formed where ranks may be kept."""
    state = deed.after.state
    for entry in deed.told("misses"):
        old, new = deed.before.state.units[entry.facts["unit"]], state.units[entry.facts["unit"]]
        rough = {kind for figure in (*old.figures, *new.figures) for kind in grounds(state, figure)}
        lost = old.formed and not new.formed and new.size >= 6 and gone(old, new) > 0
        if lost and not rough & UNFORMS[new.mounted] and not _crossed(state, old, new):
            yield f"{new!r} has missed and lost its ranks"


def _crossed(state: State, old: Unit, new: Unit) -> bool:
    """Whether ground that breaks ranks lies near its way."""
    xs = [f.x for f in (*old.figures, *new.figures)]
    ys = [f.y for f in (*old.figures, *new.figures)]
    for each in state.field.terrain:
        if each.kind in UNFORMS[new.mounted]:
            px, py = [p[0] for p in each.poly], [p[1] for p in each.poly]
            if min(px) <= max(xs) and max(px) >= min(xs) and min(py) <= max(ys) and max(py) >= min(ys):
                return True
    return False


def flights(deed: Deed) -> Iterator[str]:
    """Who flees is loose, marked as fleeing, out of any fight, and no farther from its own edge."""
    state = deed.after.state
    for entry in deed.told("flees"):
        old, new = deed.before.state.units[entry.facts["unit"]], state.units[entry.facts["unit"]]
        if not new.on_table or not new.figures:
            continue
        if not new.fleeing or new.formed or new.house or state.engaged(new.id):
            yield f"{new!r} has fled and is not fleeing"
        home = state.field.sides[new.side].home
        if not old.house and _from(new, home) > _from(old, home, new.size) + _astray(state, new):
            yield f"{new!r} flees from its own edge"


def _astray(state: State, unit: Unit) -> int:
    """How far from its edge a flight may end up: half a centimetre, or as far as figures are set that find no room. [M4, B8]"""
    others = [
        other for other in outside(state) if other.id != unit.id and not farther(unit, other, unit.radius)
    ]
    edge = any(
        min(f.x, f.y, state.field.width - f.x, state.field.height - f.y) <= 2 * unit.radius
        for f in unit.figures
    )
    crowded = edge or any(apart(state, unit, other) <= unit.radius for other in others)
    return ROOM * unit.radius if crowded or not on_open_ground(state, unit) else BY_A_STEP


def _from(unit: Unit, edge: Any, count: int | None = None) -> float:
    """How far its figures are from an edge, in the mean; of a unit that loses some before it runs, those farthest off."""
    gaps = sorted((point_gap2((f.x, f.y), edge) for f in unit.figures), key=lambda gap: -gap[0] / gap[1])
    far = [float((top / bottom) ** 0.5) for top, bottom in gaps[:count]]
    return sum(far) / max(1, len(far))


def panic(deed: Deed) -> Iterator[str]:
    """Friends past whom a unit flees within 5 are to test, but for the elite."""
    before, after = deed.before.state, deed.after.state
    for entry in deed.told("flees"):
        one = entry.facts["unit"]
        old, new = before.units[one], after.units[one]
        if old.size != new.size or not new.on_table or old.house or len(list(deed.told("flees"))) > 1:
            continue
        safe = {c.unit for c in after.tests} | set(after.tested) | set(before.tested)
        for friend in after.units:
            was = before.units[friend.id] if friend.id < len(before.units) else friend
            if (
                friend.side != new.side
                or friend.id == one
                or friend.id in safe
                or friend.quality is Quality.ELITE
            ):
                continue
            if not friend.on_table or not friend.figures or was.fleeing or friend.attached is not None:
                continue
            if friend.arm is not Arm.WAGON and not friend.house and _past(old, new, friend):
                yield f"{new!r} has fled past {friend!r}, who is not to test"


def _past(old: Unit, new: Unit, friend: Unit) -> bool:
    for a, b in zip(old.figures, new.figures):
        for x, y, r in bases(friend):
            top, bottom = point_gap2((x, y), ((a.x, a.y), (b.x, b.y)))
            if (top / bottom) ** 0.5 - r - old.radius <= NEAR_PANIC - SLACK:
                return True
    return False


def remembers(deed: Deed) -> Iterator[str]:
    """When a turn ends everybody who acted remembers whether it moved, and whom it shot at."""
    if not any(deed.told("turn")):
        return
    busy = {getattr(frame.env, "unit", None) for frame in deed.before.agenda}
    for old, new in zip(deed.before.state.units, deed.after.state.units):
        if not new.on_table or not old.today.acted or old.id in busy:  # it may yet shoot, move or fall back
            continue
        if old.figures != new.figures or old.today != _settled(deed, old):
            continue
        if new.last.shot_at != old.today.shot_at or new.last.moved != old.today.moved:
            yield f"{new!r} did {old.today} and remembers {new.last}"


def _settled(deed: Deed, unit: Unit) -> Any:
    """What a unit has done, if nothing in this very action concerned it."""
    touched = any(
        unit.id in (entry.facts.get("unit"), entry.facts.get("target"), entry.facts.get("by"))
        for entry in deed.entries
    )
    return None if touched else unit.today


def has_moved(deed: Deed) -> Iterator[str]:
    """Who evades or counter-charges has moved in the activation it spends on it, until the turn ends."""
    if any(True for _ in deed.told("turn")):
        return
    for entry in deed.told("evades", "counter_charges"):
        old, new = deed.before.state.units[entry.facts["unit"]], deed.after.state.units[entry.facts["unit"]]
        if new.on_table and gone(old, new) > SLACK and not new.today.moved:
            yield f"{new!r} {entry.what} and has not moved"


def lost_for_good(deed: Deed) -> Iterator[str]:
    """Nobody lost or off by its road comes back, and no unit grows."""
    for old, new in zip(deed.before.state.units, deed.after.state.units):
        if old.where in (Where.LOST, Where.LEFT) and new.where is not old.where:
            yield f"{new!r} is back"
        if new.size > old.size:
            yield f"{new!r} has grown"


def surrenders(deed: Deed) -> Iterator[str]:
    """Only a unit with no way of 1 open to it, back or home, surrenders."""
    state = deed.before.state
    for entry in deed.told("surrenders"):
        unit = state.units[entry.facts["unit"]]
        if unit.house or not unit.figures:
            continue
        edge = state.field.sides[unit.side].home
        if sum(_open(state, unit, turn, edge) for turn in range(16)) >= 9:
            yield f"{unit!r} surrenders with most ways open"


def _open(state: State, unit: Unit, sixteenth: int, edge: Any) -> bool:
    """Whether a unit could go 1 along a bearing: on the table, through no enemy and no forbidden ground."""
    steps = ((0, 1), (38, 92), (71, 71), (92, 38), (1, 0), (92, -38), (71, -71), (38, -92))
    dx, dy = steps[sixteenth % 8] if sixteenth < 8 else tuple(-n for n in steps[sixteenth % 8])
    scale = 100 if abs(dx) + abs(dy) == 1 else 1
    for f in unit.figures:
        x, y, r = f.x + dx * scale, f.y + dy * scale, unit.radius
        if not (r <= x <= state.field.width - r and r <= y <= state.field.height - r):
            return False
        kinds = grounds(state, f._replace(x=x, y=y))
        if "stream" in kinds or "building" in kinds or (unit.mounted and {"wood", "heavy_wood"} & set(kinds)):
            return False
        for foe in state.units:
            if foe.side == unit.side or not foe.on_table or foe.house:
                continue
            if any(hypot(x - u, y - v) < r + s - SLACK for u, v, s in bases(foe)):
                return False
    return True


# fmt: off
LAWS = (
    Law("the journal counts every figure that falls", ("16", "94", "K6", "V1"), over=told_losses),
    Law("figures fall in their order, officers last", ("17", "28", "A-2", "A-50"), over=in_their_order),
    Law("command units fall in melee only when no friend is left in it", ("27", "28", "K10"), over=command_last),
    Law("a morale test that is due is taken", ("M3", "T6", "T6a"), over=tests_taken),
    Law("the opponent of the acting side tests first", ("T6a",), over=opponents_first),
    Law("a leader leads his own charge and that of the unit he is with, also a counter-charge", ("64", "C4", "R3", "K7"), over=led_charges),
    Law("a charge that strikes home ends in contact, or at the wall between", ("N5", "K14", "G5"), over=within_reach),
    Law("nobody charges into ground that forbids charges, with any figure", ("29", "30", "31", "40", "41", "B9a", "N5"), over=charges_in_the_open),
    Law("who is charged from hiding only stands", ("H3", "R1"), over=sprung),
    Law("only fugitives that are reached are ridden down", ("K9", "K9a"), over=ridden_down),
    Law("a beaten unit that passes does not flee", ("K8",), over=passed_stands),
    Law("a charge that misses keeps its ranks", ("N6", "O3"), over=missed_in_ranks),
    Law("who flees is loose and goes towards its own edge", ("M4", "M5", "O3"), over=flights),
    Law("friends past whom a unit flees test", ("M3", "M3a"), over=panic),
    Law("a unit remembers its last activation: whether it moved and whom it shot at", ("18", "T7", "T3", "A-3"), over=remembers),
    Law("who evades or counter-charges has moved", ("T7", "T3", "R3", "R4"), over=has_moved),
    Law("nobody lost comes back", ("V1", "M7", "S6"), over=lost_for_good),
    Law("nobody surrenders who has a way out", ("K12",), over=surrenders),
)
# fmt: on
