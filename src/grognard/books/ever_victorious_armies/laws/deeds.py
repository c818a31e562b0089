"""What is true of everything that is done: the journal tells what happened, and nothing happens that may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grognard.engine.log import Entry
from grognard.engine.soundness import Deed, Law
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, length, nearer_than, within
from grognard.geometry.shapes import box, hull

from ..facts.bodies import body, size
from ..facts.ground import meets_difficult
from ..facts.readiness import Allowance, allowance, may_evade
from ..facts.victory import points
from ..state import State, Unit
from ..steps.env import Charging, Marching
from ..words import Order, Where

RUNS = ("retires", "pursues", "evades", "charge falls short")
MOVERS = (*RUNS, "marches", "stays", "touches", "faces", "holds", "enters", "is set up")
ENDS = {
    "destroyed": Where.LOST,
    "routs": Where.LOST,
    "surrenders": Where.LOST,
    "driven off the table": Where.LOST,
    "gun lost": Where.LOST,
    "leaves the table": Where.LEFT,
    "enters": Where.TABLE,
}
"""What takes a unit off the table, or brings it on."""
BACK = frozenset({"50", "54", "56a", "57", "63"})
ONWARD = frozenset({"51", "52", "58", "64", "65", "67", "68"})
CAUSES = frozenset({"69", "70", "71", "72", "73"})
ROUNDING = 3
INCH = 100


def _both(deed: Deed) -> tuple[State, State]:
    before, after = deed.before.state, deed.after.state
    return before, after


def _thrown(deed: Deed, *kinds: str) -> Iterator[tuple[Unit, Allowance]]:
    """The units that have thrown for a move, with what it allows them."""
    for entry in deed.told("dice"):
        if entry.facts["throw"] in kinds:
            unit = deed.before.state.units[entry.facts["unit"]]
            yield unit, allowance(unit, entry.facts["reading"])


def distances_told(deed: Deed) -> Iterator[str]:
    """A run is as long as the journal says."""
    before, after = _both(deed)
    for entry in deed.told(*RUNS):
        was, now = before.units[entry.facts["unit"]], after.units[entry.facts["unit"]]
        gone = length((was.x, was.y), (now.x, now.y))
        if abs(gone - entry.facts["distance"]) > ROUNDING:
            yield f"{was.key} went {gone}, the journal says {entry.facts['distance']}"


def nobody_carried(deed: Deed) -> Iterator[str]:
    """Only those whom the journal says have moved stand elsewhere, and their generals."""
    before, after = _both(deed)
    if before.units is after.units:
        return
    moved = {entry.facts["unit"] for entry in deed.told(*MOVERS)}
    moved |= {entry.facts["general"] for entry in deed.told("joins")}
    for was, now in zip(before.units, after.units):
        if was is now or (was.x, was.y, was.facing) == (now.x, now.y, now.facing):
            continue
        if now.id not in moved and was.joined not in moved and now.joined not in moved:
            yield f"{now.key} was carried from {was.x, was.y} to {now.x, now.y}"


def within_the_dice(deed: Deed) -> Iterator[str]:
    """Nobody gets farther than the dice allow; only a retirement is moved on past friends."""
    before, after = _both(deed)
    env = deed.before.agenda[-1].env
    for entry in deed.told("marches"):
        if isinstance(env, Marching):
            yield from _too_far(before, after, entry.facts["unit"], env.good)
    for unit, allowed in _thrown(deed, "evasion", "charge", "pursuit"):
        yield from _too_far(before, after, unit.id, allowed.good)


def _too_far(before: State, after: State, unit: int, most: int) -> Iterator[str]:
    was, now = before.units[unit], after.units[unit]
    gone = length((was.x, was.y), (now.x, now.y))
    if gone > most + ROUNDING:
        yield f"{was.key} went {gone} with {most}"


def guns_keep_off_dashes(deed: Deed) -> Iterator[str]:
    """Whoever has no dice for difficult ground does not end in it."""
    _, after = _both(deed)
    for entry in deed.told("marches"):
        unit = after.units[entry.facts["unit"]]
        if unit.on_table and unit.is_gun and unit.kind.value != "field_gun":
            rough = meets_difficult(after.field, unit.kind, (body(after, unit),))
            if rough:
                yield f"{unit.key} has marched into difficult ground"


def only_the_hemmed_in_surrender(deed: Deed) -> Iterator[str]:
    """Whoever surrenders was stopped short of his throw, and is not an inch away."""
    before, after = _both(deed)
    given_up = {entry.facts["unit"] for entry in deed.told("surrenders")}
    if not given_up:
        return
    gone = {entry.facts["unit"]: entry.facts["distance"] for entry in deed.told("retires")}
    for was, allowed in _thrown(deed, "retirement"):
        if was.id not in given_up:
            continue
        now = after.units[was.id]
        if gone[was.id] >= _limit(before, was, now, allowed):
            yield f"{was.key} surrenders after its whole throw of {gone[was.id]}"
        foes = [before.units[i] for i in was.duties.foes if before.units[i].on_table]
        shapes = [box(now.x, now.y, facing, *size(before, was)) for facing in (was.facing, now.facing)]
        if not any(nearer_than(shape, body(before, foe), INCH) for shape in shapes for foe in foes):
            yield f"{was.key} surrenders an inch away"


def _limit(state: State, was: Unit, now: Unit, allowed: Allowance) -> int:
    """What a throw allows on the way from one place to another."""
    room = size(state, was)
    lane = hull([*box(was.x, was.y, now.facing, *room), *box(now.x, now.y, now.facing, *room)])
    rough = allowed.difficult is not None and meets_difficult(state.field, was.kind, (lane,))
    return allowed.difficult if rough and allowed.difficult is not None else allowed.good


def figures_told(deed: Deed) -> Iterator[str]:
    """Figures fall as the journal says, and none come back."""
    before, after = _both(deed)
    if before.units is after.units:
        return
    fallen: Counter[int] = Counter()
    for entry in deed.told("loses"):
        fallen[entry.facts["unit"]] += entry.facts["figures"]
    for was, now in zip(before.units, after.units):
        if was is not now and not was.is_general and was.figures - now.figures != fallen[was.id]:
            yield f"{was.key} had {was.figures}, has {now.figures}; the journal says {fallen[was.id]} fell"


def ends_told(deed: Deed) -> Iterator[str]:
    """Whoever comes or goes does so in the journal's words, and nobody comes back."""
    before, after = _both(deed)
    if before.units is after.units:
        return
    told = {entry.facts["unit"]: ENDS[entry.what] for entry in deed.told(*ENDS)}
    for was, now in zip(before.units, after.units):
        if was is now or was.is_general or was.where is now.where:
            continue
        if told.get(was.id) is not now.where or was.where in (Where.LOST, Where.LEFT):
            yield f"{was.key} was {was.where}, is {now.where}, and the journal says {told.get(was.id)}"


def markers_told(deed: Deed) -> Iterator[str]:
    """A marker comes by a failed test and goes by a rally, one at a time."""
    before, after = _both(deed)
    if before.units is after.units:
        return
    change: Counter[int] = Counter(entry.facts["unit"] for entry in deed.told("fails"))
    change.subtract(Counter(entry.facts["unit"] for entry in deed.told("rallies")))
    for was, now in zip(before.units, after.units):
        if was is not now and now.markers - was.markers != change[was.id]:
            yield f"{was.key} had {was.markers} markers, has {now.markers}"


def marches_keep_away(deed: Deed) -> Iterator[str]:
    """A march ends an inch from every enemy; one that began nearer does not end nearer."""
    before, after = _both(deed)
    for entry in deed.told("marches", "enters"):
        was, now = before.units[entry.facts["unit"]], after.units[entry.facts["unit"]]
        if now.is_general or not now.on_table:
            continue
        here = body(after, now)
        for foe in after.of_side(1 - now.side):
            there = body(after, foe)
            if nearer_than(here, there, INCH - TOUCH):
                began = gap(body(before, was), there) if was.on_table else INCH
                if began >= INCH or gap(here, there) < began - TOUCH:
                    yield f"{now.key} ends {gap(here, there)} from {foe.key}"


def contacts_touch(deed: Deed) -> Iterator[str]:
    """Who comes into contact touches."""
    before, after = _both(deed)
    if before.next_contact == after.next_contact:
        return
    for contact in after.contacts:
        if contact.number >= before.next_contact:
            one, other = after.units[contact.attacker], after.units[contact.defender]
            if not within(body(after, one), body(after, other), TOUCH + ROUNDING):
                yield f"{one.key} and {other.key} are {gap(body(after, one), body(after, other))} apart"


def tests_are_due(deed: Deed) -> Iterator[str]:
    """A test for casualties follows enough of them; one for a general his loss."""
    _, after = _both(deed)
    if any(True for _ in deed.told("turn")):
        return
    for entry in deed.told("must test"):
        unit = after.units[entry.facts["unit"]]
        fallen = unit.today.lost_to_fire + unit.today.lost_in_combat
        row = "71" if unit.start <= 6 else "72" if unit.start <= 12 else "73"
        if entry.cite in ("71", "72", "73") and (entry.cite != row or fallen < int(row) - 70):
            yield f"{unit.key} tests by {entry.cite} for {fallen} of {unit.start}"


def the_barred_stay_back(deed: Deed) -> Iterator[str]:
    """A marked unit does not advance by choice: skirmishers with one marker, nobody with two."""
    before, after = _both(deed)
    for entry in deed.told("charges", "will pursue"):
        unit = before.units[entry.facts["unit"]]
        if _barred(unit, unit.order):
            yield f"{unit.key} with {unit.markers} markers: {entry.what}"
    for entry in deed.told("marches"):
        unit, legs = before.units[entry.facts["unit"]], entry.facts["legs"]
        order = Order(legs[0][1]) if legs and legs[0][0] == "order" else unit.order
        if _barred(unit, order) and after.units[unit.id].today.advanced:
            yield f"{unit.key} with {unit.markers} markers advances in {order.value}"


def _barred(unit: Unit, order: Order) -> bool:
    return unit.markers >= (1 if order is Order.SKIRMISH else 2)


def the_runners_were_asked(deed: Deed) -> Iterator[str]:
    """A charge meets nobody in skirmish order who could have run and was not asked."""
    before, after = _both(deed)
    env = deed.before.agenda[-1].env if deed.before.agenda else None
    if not isinstance(env, Charging) or env.stood or before.next_contact == after.next_contact:
        return
    first = next(deed.told("touches"), None)
    if first is not None and may_evade(before, before.units[first.facts["enemy"]]) is None:
        yield f"{before.units[first.facts['enemy']].key} was met standing, but not asked"


def the_bound_do_not_move(deed: Deed) -> Iterator[str]:
    """Whoever was in last turn's fights, is touched, or has moved does not march or charge."""
    before, _ = _both(deed)
    for entry in deed.told("marches", "charges"):
        unit = before.units[entry.facts["unit"]]
        if unit.duties.fought or before.in_contact(unit.id) or unit.today.evaded or unit.today.halted:
            yield f"{unit.key} {entry.what} though it is bound"
        if unit.today.acted:
            yield f"{unit.key} {entry.what} a second time"


def the_sheet_is_cited(deed: Deed) -> Iterator[str]:
    """What follows a combat, and why somebody tests, is told by the sheet's own lines."""
    for known, kinds in ((BACK, ("retires", "will retire")), (ONWARD, ("pursues", "will pursue")), (CAUSES, ("must test",))):  # fmt: skip
        for entry in deed.told(*kinds):
            if entry.cite not in known:
                yield f"'{entry.what}' cites {entry.cite}"


def scores_add_up(deed: Deed) -> Iterator[str]:
    """At the end the losses are worth what the table of points says, and the winner is ahead."""
    _, after = _both(deed)
    for entry in deed.told("ends"):
        if tuple(entry.facts["scores"]) != points(after):
            yield f"{entry.facts['scores']} told, {points(after)} counted"
        yield from _win(entry)


def _win(entry: Entry) -> Iterator[str]:
    ours, theirs = entry.facts["scores"]
    ahead = None if abs(ours - theirs) < 2 else int(theirs > ours)
    if entry.facts["winner"] != ahead:
        yield f"{ours} to {theirs} is won by {entry.facts['winner']}"


def shots_leave_a_mark(deed: Deed) -> Iterator[str]:
    """Whoever has shot has spent its loaded volley or must reload."""
    before, after = _both(deed)
    if not before.aims or after.aims or after.turn != before.turn:
        return
    for aim in before.aims:
        unit = after.units[aim.shooter]
        if unit.is_gun and unit.loaded_in != after.turn + 2:
            yield f"{unit.key} shot and is loaded in turn {unit.loaded_in}"
        if not (unit.today.shot or unit.ever_shot):
            yield f"{unit.key} shot and nobody noted it"


LAWS = (
    Law("a run is as long as the journal says", ("R1", "P1", "E2", "H4"), over=distances_told),
    Law("nobody is carried who did not move", ("M1", "N1"), over=nobody_carried),
    Law("nobody gets farther than his dice", ("M3", "E2", "H4", "P2"), over=within_the_dice),
    Law("horse and heavy artillery end no march in difficult going", ("6", "8", "8a"), over=guns_keep_off_dashes),
    Law("only a unit stopped short of its throw, within an inch, surrenders", ("R3",), over=only_the_hemmed_in_surrender),
    Law("figures fall as the journal says", ("G-11", "48", "53", "61"), over=figures_told),
    Law("whoever comes or goes does so in the journal", ("V2", "M10", "M13"), over=ends_told),
    Law("markers come by failed tests and go by rallies", ("81", "82", "87", "86"), over=markers_told),
    Law("marches keep an inch from enemies", ("M8", "M13"), over=marches_keep_away),
    Law("who comes into contact touches", ("H4", "P3", "C1"), over=contacts_touch),
    Law("a test for casualties follows enough of them", ("71", "72", "73", "73a", "O1"), over=tests_are_due),
    Law("marked units do not advance by choice", ("81", "82", "83a", "P5"), over=the_barred_stay_back),
    Law("whoever could have run from a charge was asked", ("E1", "H4"), over=the_runners_were_asked),
    Law("the bound do not march or charge", ("M1", "T2", "55", "56b", "E3"), over=the_bound_do_not_move),
    Law("retirements, pursuits and tests cite the sheet", ("50", "54", "57", "63", "64", "69", "71"), over=the_sheet_is_cited),
    Law("the scores add up", ("V3", "V4"), over=scores_add_up),
    Law("a shot leaves its mark", ("12", "29", "G-14"), over=shots_leave_a_mark),
)  # fmt: skip
