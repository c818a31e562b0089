"""How a game stands, for a list of games."""

from __future__ import annotations

from collections.abc import Mapping
from time import time

from grognard.engine.choices import Ask
from grognard.engine.ended import Ended
from grognard.engine.flow import Position
from grognard.server import views
from grognard.server.record import Record
from grognard.server.tables import Card


def card_of(
    record: Record,
    position: Position,
    more: Mapping[int, int] | None = None,
    last: Card | None = None,
    ended: Ended | None = None,
) -> Card:
    """How a game stands, in what anybody may know, and each side how far its own story has come.

    A headline tells the turn and the like: it is read off the table again when the turn or the choice changes
    hands, not at every action, for that takes longer than all the rest.
    """
    sight = views.Sight(record.book, record.engine, position, None, ended)
    turn = getattr(sight.position.state, "turn", None)
    waiting = sight.asked.who if isinstance(sight.asked, Ask) else ()
    turn = turn if isinstance(turn, int) else None
    over = position.over or ended is not None
    same = last is not None and (last.turn, last.waiting, last.over) == (turn, waiting, over)
    return Card(
        title=record.title,
        sides=record.sides,
        headline=last.headline if same and last is not None else sight.view().headline,
        turn=turn,
        waiting=waiting,
        over=over,
        seqs=tuple(record.stories[side].seq + (more or {}).get(side, 0) for side in range(len(record.sides))),
        times=_times(record, more or {}, None if ended is not None else last),
        outcome=sight.outcome(),
    )


def _times(record: Record, more: Mapping[int, int], last: Card | None) -> tuple[float, ...]:
    """When each side last noticed something."""
    now = time()
    if last is None or not last.times:
        return (now,) * len(record.sides)
    return tuple(now if more.get(side) else then for side, then in enumerate(last.times))
