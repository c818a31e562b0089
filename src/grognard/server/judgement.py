"""The computer's judgement over a finished battle, told to whoever looks: choice by choice, and where it turned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from grognard.ai.judge import Sample, Swing, swings
from grognard.engine.book import UNIT_FACTS
from grognard.engine.choices import Fall, Move
from grognard.engine.view import Piece, View
from grognard.server import views
from grognard.server.bodies.summaries import Judged, Judgement, Turning
from grognard.server.fallen import befell
from grognard.server.faults import ApiError
from grognard.server.limits import metered
from grognard.server.parts import EntryOf
from grognard.server.room import Room
from grognard.server.turns import Crowded
from grognard.server.workers import TooLong, WorkerFault, Workers

LINES = 3
"""So many lines of the journal tell of a turning point."""

MOST = 4
"""So many turning points are told."""

# How much a line tells of why a battle turned. A unit's harm lies between CAUSE and GONE.
GONE = 6.0
GROUND = 3.0
CAUSE = 0.9
"""What was done to those who came to harm."""
COUNT = 0.7
"""What was only counted, for what had happened before."""
DEED = 0.5
"""What else befell somebody when dice fell."""
MARCH = 0.3
NOTHING = 0.0
"""Headings, cards, fatigue and other bookkeeping."""

COUNTED = "counted"
"""A line of the score, told as one of the journal."""
NOBODY = -1


async def judgement(room: Room, side: int | None, thinkers: Workers, limit: float, asker: str) -> Judgement:
    """How the battle went in the computer's eyes, told to one side; refused while it lasts."""
    if not room.record.over:
        raise ApiError("hidden", "the computer says what it thought when the battle is over")
    with metered():
        args = {"book": room.kept.book, "save": room.record.save()}
    try:
        found: list[Sample] = await thinkers.call("judge", args, limit, list[Sample], asker=asker)
    except (TooLong, WorkerFault, Crowded):
        raise ApiError("busy", "there was no time to judge the battle; try again in a moment") from None
    with metered():
        points = tuple(_point(room, side, one) for one in found)
        turning = _all_turning(room, side, swings(found))
    return Judgement(room.record.book.advice.tells_chances, points, turning)


def _point(room: Room, side: int | None, sample: Sample) -> Judged:
    return Judged(room.record.stories[side].after(sample.real), _turn(room, sample.real), sample.chance)


def _turn(room: Room, real: int) -> int | None:
    turn = getattr(room.record.positions[real].state, "turn", None)
    return turn if isinstance(turn, int) else None


def _all_turning(room: Room, side: int | None, found: Iterable[Swing]) -> tuple[Turning, ...]:
    """The largest swings that something happened in, in the order they came."""
    happened = (one for swing in found if (one := _turning(room, side, swing)) is not None)
    return tuple(sorted(islice(happened, MOST), key=lambda one: one.seq))


def _turning(room: Room, side: int | None, swing: Swing) -> Turning | None:
    """A swing as it is told; None where nobody did more than march and draw cards."""
    story = room.record.stories[side]
    gained = 0 if swing.change > 0 else 1
    first, last = story.after(swing.start.real) + 1, story.after(swing.end.real)
    lines = _lines(room, side, range(first, last + 1), gained)
    if not lines:
        return None
    seq = lines[0].seq
    real = story.ends[seq] - 1
    # Dice fall for whoever chose last.
    by = (one.side for one in reversed(room.record.actions[: real + 1]) if isinstance(one, Move))
    return Turning(
        seq=seq,
        turn=_turn(room, real),
        gained=gained,
        before=swing.start.chance,
        after=swing.end.chance,
        by=next(by, None),
        words=tuple(line.words for line in lines),
    )


class Moment(NamedTuple):
    """An action of a stretch: what was told of it, and what it changed on the table."""

    lines: list[EntryOf]
    pieces: Mapping[int, Piece]
    """Who stood there before it, or since."""
    harm: Mapping[int, float]
    dice: bool
    ground: bool
    """Whether the score moved the way the battle turned."""


def _lines(room: Room, side: int | None, seqs: range, gained: int) -> list[EntryOf]:
    record, ends = room.record, room.record.stories[side].ends
    return told(
        [
            moment(
                room.sight(side, seq - 1).view(),
                room.sight(side, seq).view(),
                views.entries(record, seq, side),
                gained,
                isinstance(record.actions[ends[seq] - 1], Fall),
            )
            for seq in seqs
        ],
        gained,
    )


def told(moments: Sequence[Moment], gained: int) -> list[EntryOf]:
    """The lines of a stretch that tell most, in the order they came; none if nothing happened."""
    harmed = {unit for one in moments for unit in one.harm if one.pieces[unit].side != gained}
    ranked = [(_rank(line, one, harmed, gained), line) for one in moments for line in one.lines]
    best = max((rank for rank, _ in ranked), default=NOTHING)
    if best < DEED:
        return []
    kept: dict[str, EntryOf] = {}
    for rank, line in sorted(ranked, key=lambda one: -one[0]):
        if rank >= min(best, CAUSE) and len(kept) < LINES:
            kept.setdefault(line.words, line)
    return [line for one in moments for line in one.lines if line is kept.get(line.words)]


def moment(before: View, after: View, entries: Iterable[EntryOf], gained: int, dice: bool) -> Moment:
    """What an action, a choice or the fall of dice, changed for a side that gained by it or by what came with it."""
    was, now = ({piece.id: piece for piece in view.pieces} for view in (before, after))
    lines = [line for line in entries if line.what != "dice" and not line.announces]
    # What nobody speaks of is an empty musket or tired legs.
    spoken = [piece for piece in was.values() if any(befell(line, piece.id) for line in lines)]
    harm = {piece.id: _harm(piece, now.get(piece.id), dice) for piece in spoken}
    better = [new - old for old, new in zip(_points(before), _points(after), strict=True)]
    ground = better[gained] > 0 or better[1 - gained] < 0
    against = better[gained] < 0 or better[1 - gained] > 0
    if lines and not any(map(_of_side, lines)) and (ground or not against):
        lines += _counted(before, after, lines[0].seq)
    return Moment(
        lines,
        now | was,
        {unit: much for unit, much in harm.items() if much > 0},
        dice,
        ground,
    )


def _counted(before: View, after: View, seq: int) -> list[EntryOf]:
    """What the score says that is new: who holds the ground, what is counted for it."""
    was = {row.label: row.value for row in before.score}
    rows = [row for row in after.score if row.label not in after.sides]
    new = [f"{row.label} ({row.value})" for row in rows if row.label not in was][:1]
    changed = [
        f"{row.label} ({row.value}, before that {was[row.label]})"
        for row in rows
        if was.get(row.label, row.value) != row.value
    ]
    labels = {row.label for row in rows}
    gone = [f"{label} (no longer)" for label in was if label not in labels and label not in after.sides]
    return [EntryOf(seq, "", COUNTED, {}, words) for words in new or changed or gone]


def _harm(was: Piece, now: Piece | None, dice: bool) -> float:
    """How badly a unit fared in an action: gone, or the share of its men that fell and what bad news it now bears."""
    if now is None or (was.footprint and not now.footprint):
        return GONE
    fell = max(0, was.figures - now.figures) / max(1, was.full)
    # Who marches of his own will may be out of order for it: nobody harmed him.
    news = {tag.words for tag in now.tags if tag.tone == "bad"} if dice or was.pose == now.pose else set()
    news -= {tag.words for tag in was.tags}
    return (1 + 3 * fell if fell else 0) + min(2, len(news))


def _points(view: View) -> list[float]:
    """The score of each side, where it is a number."""
    rows = {row.label: re.match(r"-?[\d.]+", row.value) for row in view.score}
    return [float(found[0]) if (found := rows.get(name)) else 0.0 for name in view.sides]


def _rank(line: EntryOf, moment: Moment, harmed: set[int], gained: int) -> float:
    """How much a line tells of why the battle turned in favour of the side that gained."""
    unit: int = line.facts.get("unit", NOBODY)
    doer = moment.pieces.get(unit)
    if unit in moment.harm and befell(line, unit):
        return moment.harm[unit] if unit in harmed and _tells(line, moment, unit) else NOTHING
    # What a unit did tells of ground only where nobody was harmed by it.
    if moment.ground and (_of_side(line) if doer is None else not moment.harm and doer.side == gained):
        return GROUND
    if any(line.facts[fact] in harmed for fact in (UNIT_FACTS - {"unit"}) & line.facts.keys()):
        return CAUSE
    if line.what == COUNTED:
        return GROUND if moment.ground and not moment.harm else COUNT
    return NOTHING if doer is None else DEED if moment.dice else MARCH


def _tells(line: EntryOf, moment: Moment, unit: int) -> bool:
    """Of what befell a unit in an action the first and the last line tell enough; of one that is gone the last."""
    lines = [one for one in moment.lines if befell(one, unit)]
    return line is lines[-1] or (line is lines[0] and moment.harm[unit] < GONE)


def _of_side(line: EntryOf) -> bool:
    """Whether a line tells what a side did, and is neither the heading of its turn nor only its name."""
    return "side" in line.facts and "turn" not in line.facts and len(line.facts) > 1


__all__ = ["judgement", "moment", "told"]
