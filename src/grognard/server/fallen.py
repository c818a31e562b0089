"""Who has left the table for good: where each stood last, and the last that was told of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from grognard.engine.book import UNIT_FACTS
from grognard.engine.log import visible
from grognard.engine.view import Piece
from grognard.server import views
from grognard.server.parts import EntryOf, Fallen
from grognard.server.record import Record

SightAt = Callable[[int | None], views.Sight]
"""How a side saw the game after so many of the actions it noticed; None: now."""


def fallen(record: Record, side: int | None, sight_at: SightAt) -> tuple[Fallen, ...]:
    """The units gone from a side's view of the table, in the order they went."""
    standing = {piece.id for piece in sight_at(None).view().pieces}
    found = [
        (
            seq,
            Fallen(
                piece.id,
                piece.side,
                piece.name,
                (piece.pose[0], piece.pose[1]),
                _last_words(record, side, seq, unit),
            ),
        )
        for unit, told in _mentions(record, side).items()
        if unit not in standing and (last := _last_seen(sight_at, unit, told)) is not None
        for seq, piece in (last,)
    ]
    return tuple(one for _, one in sorted(found, key=lambda each: (each[0], each[1].unit)))


def _mentions(record: Record, side: int | None) -> dict[int, list[int]]:
    """By unit the actions of a side's story whose journal speaks of it."""
    told: dict[int, list[int]] = defaultdict(list)
    for real, caused in enumerate(record.entries):
        for entry in visible(caused, side):
            for fact in UNIT_FACTS & entry.facts.keys():
                if isinstance(unit := entry.facts[fact], int):
                    told[unit].append(record.stories[side].after(real))
    return told


def _last_seen(sight_at: SightAt, unit: int, told: list[int]) -> tuple[int, Piece] | None:
    """The latest action it was gone after that speaks of it, and how it stood before; None if it never stood there."""
    for seq in reversed(told):
        if seq == 0:
            continue
        before = sight_at(seq - 1).view()
        for piece in before.pieces:
            if piece.id == unit and piece.footprint:
                return seq, piece
    return None


def _last_words(record: Record, side: int | None, seq: int, unit: int) -> str:
    line = last_line(views.entries(record, seq, side), unit)
    return line.words if line is not None else ""


def last_line(lines: Sequence[EntryOf], unit: int) -> EntryOf | None:
    """What an action's lines told last of a unit itself: how it was lost, where that is told; None if nothing was."""
    return next((line for line in reversed(lines) if befell(line, unit)), None)


def befell(line: EntryOf, unit: int) -> bool:
    """Whether a line tells what became of a unit, and not what it did or means to do to another."""
    facts = line.facts
    told = line.what != "dice" and not line.announces and "unit" in facts
    return told and facts["unit"] == unit and not (UNIT_FACTS - {"unit"}) & facts.keys()
