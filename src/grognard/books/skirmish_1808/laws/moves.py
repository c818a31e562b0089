"""What every move keeps: how far, over what, how near to whom, who is carried, who is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine.flow import Position
from grognard.engine.soundness import Deed, Law
from grognard.geometry.outlines import meet

from ..facts.sight import sees
from ..state import State, Unit
from ..steps.env import Act
from ..words import Arm, Pace
from .measure import (
    NO_HORSE,
    ROAD_GAIN,
    SLACK,
    SLOWER,
    apart,
    box,
    by_road,
    chained,
    farther,
    gone,
    grounds,
    noun,
    outside,
    rate,
    verb,
)

MARCH_ENDS = 1000
KEEP = 100
NO_MARCH = {False: frozenset({"wood", "heavy_wood", "rocks"}), True: frozenset({"light_wood", "rocks"})}
"""Ground marked #, foot and horse: the areas of it. [29–31, 40, 41]"""
OWN_MOVES = frozenset({"advance", "march", "regroup", "sally", "enter", "manhandle"})


def acting(position: Position) -> Act | None:
    """The innermost activation."""
    return next((frame.env for frame in reversed(position.agenda) if isinstance(frame.env, Act)), None)


def actor(deed: Deed) -> tuple[Unit, Unit] | None:
    """The unit whose own action this was, before and after it, if it is still on the table."""
    env = acting(deed.before)
    if env is None or verb(deed) not in OWN_MOVES or env.unit >= len(deed.before.state.units):
        return None
    old, new = deed.before.state.units[env.unit], deed.after.state.units[env.unit]
    return (old, new) if old.on_table and new.on_table else None


def _walls_between(state: State, old: Unit, new: Unit) -> bool:
    """Whether somebody went over a wall; a wheel swings out beyond the straight line, so all round it counts."""
    pieces = [
        piece
        for each in state.field.terrain
        if each.kind == "wall"
        for piece in zip(each.poly, each.poly[1:])
    ]
    if old.formed and old.facing != new.facing:
        west, south, east, north = (
            most(pair) for most, pair in zip((min, min, max, max), zip(box(old), box(new)))
        )
        return any(
            min(a[0], b[0]) <= east
            and max(a[0], b[0]) >= west
            and min(a[1], b[1]) <= north
            and max(a[1], b[1]) >= south
            for a, b in pieces
        )
    return any(
        meet((a.x, a.y), (b.x, b.y), *piece) for piece in pieces for a, b in zip(old.figures, new.figures)
    )


def within_rate(deed: Deed) -> Iterator[str]:
    """No figure goes farther than rate, ground and road allow."""
    found = actor(deed)
    if found is None or verb(deed) not in ("advance", "march"):
        return
    old, new = found
    state = deed.after.state
    horse = new.mounted
    limit = rate(old, Pace.NORMAL if verb(deed) == "advance" else Pace.MARCH)
    if by_road(state, old) and by_road(state, new):
        limit += 100 * ROAD_GAIN[horse]
    else:
        if _walls_between(state, old, new):
            return  # a whole action may set a unit down beyond its wall [P6]
        kinds = {kind for figure in new.figures for kind in grounds(state, figure)}
        limit = max(100, limit - 100 * sum(SLOWER.get(kind, (0, 0))[horse] for kind in kinds))
    if gone(old, new) > limit + SLACK:
        yield f"{new!r} has gone {gone(old, new) / 100:.2f} of {limit / 100:g}"


def no_march_there(deed: Deed) -> Iterator[str]:
    """Nobody marches on ground that forbids it."""
    found = actor(deed)
    if found is None or verb(deed) != "march":
        return
    old, new = found
    state = deed.after.state
    if gone(old, new) == 0 or (by_road(state, old) and by_road(state, new)):
        return
    for unit in (old, new):
        for figure in unit.figures:
            if wrong := NO_MARCH[unit.mounted].intersection(grounds(state, figure)):
                yield f"{new!r} has marched through {', '.join(wrong)}"
                return


def among_trees(deed: Deed) -> Iterator[str]:
    """Horse goes among trees only by road; who stands there already may run on through them."""
    before, after = deed.before.state, deed.after.state
    for old, new in zip(before.units, after.units):
        if not new.mounted or not new.on_table or new.house or new.figures == old.figures:
            continue
        if _in_trees(after, new) and not by_road(after, new, new.radius) and not _in_trees(before, old):
            yield f"{new!r} is among trees"


def _in_trees(state: State, unit: Unit) -> bool:
    return any(not NO_HORSE.isdisjoint(grounds(state, figure)) for figure in unit.figures)


def march_ends(deed: Deed) -> Iterator[str]:
    """A march ends more than 10 from every enemy in sight, garrisons too."""
    found = actor(deed)
    if found is None or verb(deed) != "march" or gone(*found) == 0:
        return
    state, unit = deed.after.state, found[1]
    for enemy in deed.before.state.units:
        if enemy.side == unit.side or not enemy.on_table or not enemy.figures:
            continue
        if not enemy.house and farther(unit, enemy, MARCH_ENDS):
            continue
        if apart(state, unit, enemy) < MARCH_ENDS - SLACK and sees(state, unit, enemy).clear:
            yield f"{unit!r} has marched to {apart(state, unit, enemy) / 100:.2f} from {enemy!r}"


def keeps_clear(deed: Deed) -> Iterator[str]:
    """Nobody comes within 1 of an enemy but by charge, pursuit or flight."""
    found = actor(deed)
    if found is None or gone(*found) == 0 or found[1].house:
        return
    old, new = found
    for enemy in outside(deed.before.state):
        if enemy.side == new.side or farther(new, enemy, KEEP) or enemy.attached is not None:
            continue
        now = apart(deed.after.state, new, enemy)
        if now < KEEP - SLACK and now < apart(deed.before.state, old, enemy) - SLACK:
            yield f"{new!r} has come to {now / 100:.2f} from {enemy!r}"


def in_cohesion(deed: Deed) -> Iterator[str]:
    """A move ends in cohesion."""
    found = actor(deed)
    if found is None or not gone(*found) or found[1].house or found[1].arm is Arm.GUN:
        return
    if not chained(found[1]):
        yield f"{found[1]!r} is broken up by its own move"


def steady_stays(deed: Deed) -> Iterator[str]:
    """Horse that fired without the penalty does not move later that turn."""
    found = actor(deed)
    if found is not None and found[0].today.steady and gone(*found):
        yield f"{found[1]!r} has fired steadily and moves"


def carried_once(deed: Deed) -> Iterator[str]:
    """A leader who went with his unit does not move again that turn, however it moved."""
    found = actor(deed)
    if found is None:
        return
    old, new = found
    if old.is_command and old.today.led and gone(old, new):
        yield f"{new!r} has been carried and moves again"
    leader = deed.before.state.leader_with(new.id)
    moved = gone(old, new) > 0 or old.house != new.house
    if leader is None or not moved:
        return
    after = deed.after.state.units[leader.id]
    if after.attached == new.id and not after.today.led and not any(deed.told("turn")):
        yield f"{after!r} was carried by {new!r} and may move again"


def once_a_turn(deed: Deed) -> Iterator[str]:
    """Whoever is picked or ordered has not acted."""
    if verb(deed) in ("activate", "command", "arrive"):
        unit = deed.before.state.units[noun(deed)]
        if unit.today.acted:
            yield f"{unit!r} has acted"
        if verb(deed) == "command" and unit.is_command:
            yield f"{unit!r} is ordered about"


def nobody_unnoticed(deed: Deed) -> Iterator[str]:
    """Whoever stands elsewhere is in the journal, or with somebody who is."""
    before, after = deed.before.state, deed.after.state
    if before.units is after.units or not before.turn:
        return
    told: set[Any] = {
        entry.facts.get(name) for entry in deed.entries for name in ("unit", "target", "by", "friend")
    }
    for old, new in zip(before.units, after.units):
        if gone(old, new) <= SLACK or not old.on_table or not new.on_table:
            continue
        if not ({old.id, old.attached, new.attached} - {None}) & told:
            yield f"{new!r} stands elsewhere, and the journal does not say why"


def by_its_gun(deed: Deed) -> Iterator[str]:
    """A crew too small neither fires nor moves its gun; a gun that rolls or limbers does not fire."""
    if verb(deed) not in ("canister", "round_shot", "shell", "manhandle", "limber"):
        return
    env = acting(deed.before)
    unit = deed.before.state.units[env.unit] if env is not None else None
    if unit is None or unit.gun is None:
        return
    least = {"I": 2, "II": 3, "III": 4, "IV": 4}[unit.gun.calibre]
    if unit.size < least and verb(deed) != "limber":
        yield f"{unit!r} has too few gunners to {verb(deed)}"
    if verb(deed) in ("canister", "round_shot", "shell") and (unit.today.moved or unit.gun.limbered):
        yield f"{unit!r} has moved and fires"


# fmt: off
LAWS = (
    Law("no figure goes farther than its rate, the ground and the road allow", ("1", "6", "29", "38", "39", "P1", "B6"), over=within_rate),
    Law("nobody marches on ground that forbids it", ("29", "30", "31", "40", "41"), over=no_march_there),
    Law("horse goes among trees only by road, and through them only from there", ("30", "31", "P2", "A-24"), over=among_trees),
    Law("no march ends within 10 of an enemy in sight, in a house or out of it", ("W3", "G4"), over=march_ends),
    Law("nobody comes within 1 of an enemy but by charge, pursuit or flight", ("B8",), over=keeps_clear),
    Law("a move ends in cohesion", ("B5",), over=in_cohesion),
    Law("horse that fired steadily stays where it is", ("21", "N3", "A-4"), over=steady_stays),
    Law("a leader who was carried does not move again that turn", ("C4", "C4a"), over=carried_once),
    Law("a unit is activated once a turn", ("T3", "C2"), over=once_a_turn),
    Law("nobody moves without a word in the journal", ("B6", "T6"), over=nobody_unnoticed),
    Law("too few gunners do nothing with their gun, and no gun moves and fires", ("75", "X2", "A-29", "A-30", "X1"), over=by_its_gun),
)
# fmt: on
