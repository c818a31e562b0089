"""How a game went: who had the dice, what is left of each side, which rules came up."""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.engine.book import UNIT_FACTS
from grognard.engine.choices import Fall, Move, Throw
from grognard.engine.log import visible
from grognard.engine.view import View
from grognard.odds import luck as odds
from grognard.server import views
from grognard.server.bodies.summaries import Lost, LuckLine, RuleMet, SideSum, Summary, TurnSum
from grognard.server.fallen import last_line
from grognard.server.limits import metered
from grognard.server.room import Room
from grognard.server.turns import Crowded
from grognard.server.workers import TooLong, WorkerFault, Workers

RULES = 12
"""How many rules are listed: the ones met most."""
Sums = dict[tuple[int | None, str], list[odds.Thrown]]


def thrown(room: Room, side: int | None) -> tuple[Sums, Sums]:
    """Every throw a side may know of, by side and kind: as they were read, and as bare faces."""
    read: Sums = {}
    faces: Sums = {}
    record = room.record
    for position, action in zip(record.positions, record.actions):
        throw = record.engine.pending(position)
        if not isinstance(action, Fall) or not isinstance(throw, Throw):
            continue
        if throw.only not in (None, side) and not record.over:
            continue
        if (one := odds.thrown(throw.dice, action.reading)) is not None:
            read.setdefault((throw.side, throw.what), []).append(one)
        if (bare := odds.pips(throw.dice, action.faces)) is not None:
            faces.setdefault((throw.side, "pips"), []).append(bare)
    return read, faces


async def summary(room: Room, side: int | None, reckoners: Workers, limit: float, asker: str = "") -> Summary:
    """The luck report and the summary of a game, as one side may know it."""
    with metered():
        read, faces = thrown(room, side)
        sight, first = room.sight(side), room.sight(side, 0)
        view, sides, rules = sight.view(), _sides(room, side, first.view(), sight.view()), _rules(room, side)
    lines = await _lines((*_sorted(read), *_sorted(faces)), reckoners, limit, asker)
    luck, pips = lines[: len(read)], lines[len(read) :]
    turn = getattr(sight.position.state, "turn", None)
    return Summary(
        seq=room.shown(side),
        turn=turn if isinstance(turn, int) else None,
        over=room.record.over,
        outcome=sight.outcome(),
        score=view.score,
        sides=sides,
        luck=luck,
        pips=pips,
        rules=rules,
        # Their places in the record count what was chosen in secret: they wait for the end.
        course=_course(room, side) if room.record.over else (),
        lost=_lost(room, side, first.view(), view) if room.record.over else (),
        seed_hash=room.kept.seed_hash,
        seed=room.seed(),
        dice_from=room.kept.dice_from,
        created=room.kept.created,
        updated=_updated(room, side),
    )


def _updated(room: Room, side: int | None) -> float:
    """When this reader last noticed anything; onlookers are told what anybody may know."""
    times = room.card.times
    return room.updated if not times else min(times) if side is None else times[side]


def _sorted(sums: Sums) -> list[list[Any]]:
    """What a worker is asked: side, kind, throws; by side, those of nobody last."""
    order = sorted(sums, key=lambda key: (key[0] is None, key[0] or 0, key[1]))
    return [[side, what, sums[side, what]] for side, what in order]


async def _lines(
    asked: tuple[list[Any], ...], reckoners: Workers, limit: float, asker: str
) -> tuple[LuckLine, ...]:
    try:
        found: list[LuckLine] = await reckoners.call(
            "luck", {"thrown": asked}, limit, list[LuckLine], asker=asker
        )
        return tuple(found)
    except (TooLong, WorkerFault, Crowded):
        return tuple(_plainly(side, what, throws) for side, what, throws in asked)


def _plainly(side: Any, what: Any, throws: Any) -> LuckLine:
    """A line without its percentile."""
    expected = sum(
        one.plus + sum(n * sum(v * w for v, w in enumerate(kind)) / sum(kind) for kind, n in one.dice)
        for one in throws
    )
    return LuckLine(side, what, len(throws), sum(one.read for one in throws), expected, None)


def _sides(room: Room, reader: int | None, first: View, now: View) -> tuple[SideSum, ...]:
    """What each side began with and what it has left."""
    ends = room.record.stories[reader].ends[1:]
    played = (room.record.actions[end - 1] for end in ends)
    choices = Counter(action.side for action in played if isinstance(action, Move))
    left = {piece.id: piece for piece in now.pieces}
    found = []
    for side, name in enumerate(room.record.sides):
        began = {
            piece.id: piece
            for piece in (*first.pieces, *now.pieces)
            if piece.side == side and not piece.leader
        }
        standing = [left[unit] for unit in began if unit in left]
        found.append(
            SideSum(
                side,
                name,
                len(began),
                len(standing),
                sum(piece.full or piece.figures for piece in began.values()),
                sum(piece.figures for piece in standing),
                choices[side],
            )
        )
    return tuple(found)


def _course(room: Room, side: int | None) -> tuple[TurnSum, ...]:
    """How the sides stood at the beginning of every turn, and at last."""
    found: list[TurnSum] = []
    last, turn = len(room.record.positions) - 1, None
    for real, position in enumerate(room.record.positions):
        now = getattr(position.state, "turn", None)
        if isinstance(now, int) and (now != turn or real == last):
            turn = now
            found.append(_stand(room, side, room.record.stories[side].after(real), now))
    return tuple(found)


def _stand(room: Room, side: int | None, seq: int, turn: int) -> TurnSum:
    """How the sides stood after an action; kept on the position, which never changes."""
    memo: dict[Any, TurnSum] = room.record.positions[room.record.stories[side].ends[seq]].__dict__
    key = ("stand", side, seq)
    if key not in memo:
        view = room.sight(side, seq).view()
        score = {row.label: row.value for row in view.score}
        figures = [0] * len(room.record.sides)
        for piece in view.pieces:
            if not piece.leader:
                figures[piece.side] += piece.figures
        memo[key] = TurnSum(
            turn, seq, tuple(figures), tuple(str(score.get(name, "")) for name in room.record.sides)
        )
    return memo[key]


def _lost(room: Room, side: int | None, first: View, now: View) -> tuple[Lost, ...]:
    """The units that are gone, in the order they went."""
    left = {piece.id for piece in now.pieces}
    gone = {piece.id: piece for piece in first.pieces if piece.id not in left}
    told: dict[int, int] = {}
    for real, caused in enumerate(room.record.entries):
        for entry in visible(caused, side):
            for fact in UNIT_FACTS & entry.facts.keys():
                if entry.facts[fact] in gone:
                    told[entry.facts[fact]] = room.record.stories[side].after(real)
    found = []
    for unit, seq in sorted(told.items(), key=lambda one: one[1]):
        last = last_line(views.entries(room.record, seq, side), unit)
        words, cite = (last.words, last.cite) if last is not None else ("", "")
        found.append(Lost(unit, gone[unit].side, gone[unit].name, seq, words, cite))
    return tuple(found)


def _rules(room: Room, side: int | None) -> tuple[RuleMet, ...]:
    known = room.record.book.rulebook.rules
    counts = Counter(entry.cite for entry in visible(room.record.log, side))
    return tuple(
        RuleMet(cite, known[cite].words if cite in known else "", count)
        for cite, count in counts.most_common(RULES)
    )
