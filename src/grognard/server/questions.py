"""Questions about a game: what is quick is answered at once, what may take long is left to a worker."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from grognard.engine.choices import Ask, Move
from grognard.engine.domains import frozen
from grognard.engine.view import Note, Shape
from grognard.server.agents import position_args
from grognard.server.config import Limits
from grognard.server.faults import ApiError, check_noun
from grognard.server.journeys import Journey
from grognard.server.limits import metered
from grognard.server.messages import (
    CardAnswer,
    HintAnswer,
    JourneysAnswer,
    MotivesAnswer,
    OverlayAnswer,
    PlanAnswer,
    PreviewAnswer,
    RegionAnswer,
    SightAnswer,
    Way,
    WaysAnswer,
    WhyAnswer,
)
from grognard.server.offers import Leg, LineOfSight, Point, Reason, Shown
from grognard.server.parts import OddsOf, Weighed
from grognard.server.room import Room
from grognard.server.said import (
    CardOf,
    HintOf,
    JourneysOf,
    MotivesOf,
    OverlayOf,
    PlanTo,
    PreviewOf,
    RegionOf,
    SightOf,
    WaysOf,
    Why,
)
from grognard.server.thoughts import leading_to, told
from grognard.server.turns import Crowded
from grognard.server.words import reason_of
from grognard.server.workers import Errand, Refused, TooLong, WorkerFault, Workers

Slow = PreviewOf | PlanTo | WaysOf | RegionOf | JourneysOf | OverlayOf | SightOf | HintOf
Call = Callable[..., Awaitable[Any]]
"""Asks a worker."""
KEPT = 300
"""Answers a room remembers until the game moves."""


class _Previewed(msgspec.Struct):
    refusal: Reason | None
    preview: Shown | None
    odds: OddsOf | None
    throw: OddsOf | None
    whole: bool
    final: bool


class _Planned(msgspec.Struct):
    legs: tuple[Leg, ...] | None
    preview: Shown | None
    refusal: Reason | None
    detour: Reason | None = None


class _Overlaid(msgspec.Struct):
    shapes: tuple[Shape, ...]
    lines: tuple[LineOfSight, ...]
    notes: tuple[Note, ...]


def why(room: Room, side: int, message: Why, limits: Limits) -> WhyAnswer:
    """Why something may not be said, from the asker's own view."""
    check_noun(message.noun, limits.noun_parts)
    ask = room.sight(side).waiting()
    if not isinstance(ask, Ask):
        return WhyAnswer(id=message.id, refusal=Reason("", "nothing is asked now"))
    try:
        domain = ask.for_side(side).offers.get(message.verb)
        noun = frozen(message.noun) if domain is None else domain.parse(message.noun)
    except ValueError as fault:
        return WhyAnswer(id=message.id, refusal=Reason(ask.cite, str(fault)))
    move = Move(side, message.verb, noun)
    return WhyAnswer(id=message.id, refusal=None if move in ask else reason_of(ask.refusal(move)))


def card(room: Room, side: int | None, message: CardOf) -> CardAnswer:
    """A unit's card, as the asker may know it."""
    state = room.sight(side).position.state
    if message.unit not in room.record.book.sheet.names(state):
        raise ApiError("bad_input", f"there is no unit {message.unit}")
    return CardAnswer(id=message.id, rows=tuple(room.record.book.sheet.card(state, message.unit)))


def motives(room: Room, side: int | None, message: MotivesOf) -> MotivesAnswer:
    """What the computer players went by, as far as it may be told now."""
    found, kept_back = told(room, side)
    if message.at is None:
        asked = tuple(each for each in found if each.seq >= message.since)
    else:
        choice = leading_to(room, side, message.at)
        asked = tuple(each for each in found if each.seq == choice)
    return MotivesAnswer(id=message.id, motives=asked, kept_back=kept_back)


async def slowly(
    room: Room,
    side: int | None,
    message: Slow,
    reckoners: Workers,
    limits: Limits,
    begun: Callable[[], None],
    asker: str = "",
    heard: Callable[[int, int], None] = lambda _done, _most: None,
) -> msgspec.Struct:
    """The answer of a worker, or one remembered; `heard` is told how far a long thought is."""
    key = (side, msgspec.structs.replace(message, id=0))
    known = msgspec.json.encode(key)
    answer = room.answers.get(known)
    if answer is None:
        version = room.version
        answer = await _worked_out(
            room,
            side,
            message,
            partial(reckoners.call, begun=begun, asker=asker, errand=Errand(heard)),
            limits,
        )
        if version == room.version and len(room.answers) < KEPT:
            room.answers[known] = answer
    found: msgspec.Struct = msgspec.structs.replace(answer, id=message.id)
    return found


async def _worked_out(
    room: Room, side: int | None, message: Slow, call: Call, limits: Limits
) -> msgspec.Struct:
    with metered():
        args = position_args(room, side)
    try:
        return await _looked_at(message, args, call, limits) or await _thought_of(
            side, message, args, call, limits
        )
    except Refused as fault:
        raise ApiError(fault.code, str(fault)) from None
    except Crowded:
        raise ApiError("slow_down", "too many questions are waiting; ask again in a moment") from None
    except TooLong:
        raise ApiError("too_long", "that would take too long to work out") from None
    except WorkerFault as fault:
        raise ApiError("internal", f"it could not be worked out ({fault})") from None


async def _looked_at(
    message: Slow, args: dict[str, Any], call: Call, limits: Limits
) -> msgspec.Struct | None:
    """What onlookers may ask too: something drawn over the table, a line of sight."""
    if isinstance(message, OverlayOf):
        args |= {"kind": message.kind, "unit": message.unit}
        drawn = await call("overlay", args, limits.question_seconds, _Overlaid)
        return OverlayAnswer(id=0, **msgspec.structs.asdict(drawn))
    if isinstance(message, SightOf):
        args |= {"start": message.start, "end": message.end}
        line = await call("sightline", args, limits.question_seconds, LineOfSight | None)
        return SightAnswer(id=0, line=line)
    return None


async def _thought_of(
    side: int | None, message: Slow, args: dict[str, Any], call: Call, limits: Limits
) -> msgspec.Struct:
    """What whoever may choose asks before he does."""
    if side is None:
        raise ApiError("not_yours", "onlookers have nothing to choose")
    if isinstance(message, HintOf):
        thought = await call("hint", args, limits.agent_seconds, Weighed)
        return HintAnswer(id=0, weighed=thought)
    if isinstance(message, WaysOf):
        args |= {"verb": message.verb}
        ways = await call("ways", args, limits.question_seconds, tuple[Way, ...])
        return WaysAnswer(id=0, ways=ways)
    if isinstance(message, RegionOf):
        args |= {"verb": message.verb}
        around = await call("region", args, limits.question_seconds, tuple[Point, ...])
        return RegionAnswer(id=0, region=around)
    if isinstance(message, JourneysOf):
        args |= {"unit": message.unit, "patience": limits.question_seconds / 2}
        found = await call("journeys", args, limits.question_seconds, tuple[Journey, ...])
        return JourneysAnswer(id=0, journeys=found)
    if isinstance(message, PlanTo):
        args |= {"verb": message.verb, "pose": message.pose, "places": message.places, "by": message.by}
        planned = await call("plan", args, limits.question_seconds, _Planned)
        return PlanAnswer(id=0, **msgspec.structs.asdict(planned))
    assert isinstance(message, PreviewOf)
    check_noun(message.noun, limits.noun_parts)
    args |= {"verb": message.verb, "noun": message.noun, "patience": limits.odds_seconds}
    seen = await call("preview", args, limits.question_seconds, _Previewed)
    return PreviewAnswer(id=0, **msgspec.structs.asdict(seen))
