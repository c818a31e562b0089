"""The computer's judgement over a finished battle, told to whoever looks: choice by choice, and where it turned."""

from __future__ import annotations

from grognard.ai.judge import Sample, Swing, swings
from grognard.engine.choices import Move
from grognard.engine.log import visible
from grognard.server import views
from grognard.server.bodies.summaries import Judged, Judgement, Turning
from grognard.server.faults import ApiError
from grognard.server.limits import metered
from grognard.server.room import Room
from grognard.server.workers import Crowded, TooLong, WorkerFault, Workers

LINES = 3
"""So many lines of the journal tell of a turning point."""


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
        turning = tuple(_turning(room, side, swing) for swing in swings(found))
    return Judgement(room.record.book.advice.tells_chances, points, turning)


def _point(room: Room, side: int | None, sample: Sample) -> Judged:
    turn = getattr(room.record.positions[sample.real].state, "turn", None)
    return Judged(
        room.record.stories[side].after(sample.real), turn if isinstance(turn, int) else None, sample.chance
    )


def _turning(room: Room, side: int | None, swing: Swing) -> Turning:
    record = room.record
    acted = record.actions[swing.start.real]
    turn = getattr(record.positions[swing.start.real].state, "turn", None)
    return Turning(
        seq=record.stories[side].after(swing.start.real + 1),
        turn=turn if isinstance(turn, int) else None,
        gained=0 if swing.after > swing.before else 1,
        before=swing.before,
        after=swing.after,
        by=acted.side if isinstance(acted, Move) else None,
        words=_words(room, side, swing.start.real + 1, swing.end.real),
    )


def _words(room: Room, side: int | None, first: int, last: int) -> tuple[str, ...]:
    """The journal of a stretch of the record, as one side reads it, dice left out."""
    found: dict[str, None] = {}
    for real in range(first, last + 1):
        if not visible(room.record.entries[real], side):
            continue
        for entry in views.entries(room.record, room.record.stories[side].after(real), side):
            if entry.what != "dice":
                found[entry.words] = None
    return tuple(found)[-LINES:]


__all__ = ["judgement"]
