"""Every message that the server sends over the socket, as types; `said.py` has what it is sent, `parts.py` what messages are made of.

`python -m grognard.server.schema` prints them as JSON Schema.
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.engine.view import Board, Note, Row, Shape, View
from grognard.server.clock import ClockOf
from grognard.server.journeys import Journey
from grognard.server.offers import Leg, LineOfSight, Point, Reason, Shown
from grognard.server.parts import (
    AgainOf,
    AskOf,
    Crumb,
    EntryOf,
    Fallen,
    LineOf,
    Motive,
    OddsOf,
    OutcomeOf,
    Played,
    SeatOf,
    ThrowOf,
    Weighed,
)
from grognard.server.said import (
    Id,
)


class _Frame(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """What every picture of the game tells."""

    seq: int
    undos: int
    view: View
    ask: AskOf | None
    throw: ThrowOf | None
    where: tuple[Crumb, ...]
    seats: tuple[SeatOf, ...]
    can_undo: bool
    can_redo: bool
    outcome: OutcomeOf | None
    seed: str | None
    clock: ClockOf | None


class Sync(_Frame, frozen=True, tag="sync", kw_only=True):
    """The whole game as this seat may know it."""

    game: str
    book: str
    scenario: str
    """Empty: a battle of somebody's own, to be had at `/api/games/{game}/battle`."""
    title: str = ""
    side: int | None
    sides: tuple[str, ...]
    board: Board
    log: tuple[EntryOf, ...]
    log_after: int
    """The log holds the entries after this action (0 with the opening: all of it)."""
    seed_hash: str
    dice_from: int
    """Actions before this one were played elsewhere: their dice do not come from the seed."""
    options: dict[str, Any]
    guide: bool
    hides: bool
    """Whether the book hides something from somebody: a screen two people share needs a curtain."""
    talk: tuple[LineOf, ...]
    """What was said at the table; nothing for onlookers."""
    draw: int | None
    """The side that offers a draw."""
    again: AgainOf | None
    lost: tuple[Fallen, ...]
    """Who has left the table so far; from then on the client sees for itself who leaves."""


class Update(_Frame, frozen=True, tag="update", kw_only=True):
    """One action, and how the game stands after it."""

    action: Played
    entries: tuple[EntryOf, ...]
    board: Board | None
    """The table anew, if the action has changed it."""


class Seats(msgspec.Struct, frozen=True, tag_field="type", tag="seats"):
    """Somebody came or went."""

    seats: tuple[SeatOf, ...]


class Spoken(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    """Somebody said something."""

    line: LineOf


class Parley(msgspec.Struct, frozen=True, tag_field="type", tag="parley"):
    """What stands between the people: an offer of a draw, a wish to play again, and the clock."""

    draw: int | None
    again: AgainOf | None
    clock: ClockOf | None


class Thinking(msgspec.Struct, frozen=True, tag_field="type", tag="thinking"):
    """How far a computer player is with its choice: decisions simulated, of so many at most."""

    side: int
    done: int
    most: int
    waits: bool = False
    """It has not begun: others think before it."""


class _Answer(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    id: Id


class Done(_Answer, frozen=True, tag="answer", kw_only=True):
    """To act, undo, redo, hurry, ping and what is said beside the rules: it is done and kept; the game stands at `seq`."""

    seq: int


class WhyAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To why: the reason, or null if it is allowed."""

    refusal: Reason | None


class PreviewAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To preview. `odds`: of the whole sequence the action starts, or of its first throw if the book cannot tell
    the whole; `throw`: of the first throw alone."""

    refusal: Reason | None
    preview: Shown | None
    odds: OddsOf | None
    throw: OddsOf | None
    whole: bool
    """Whether `odds` are of the whole sequence."""
    final: bool
    """Whether it cannot be taken back: dice fall, something is revealed, or somebody else is asked next."""


class PlanAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To plan: the legs and where they end, or why not; of a detour, why it does not go straight."""

    legs: tuple[Leg, ...] | None
    preview: Shown | None
    refusal: Reason | None
    detour: Reason | None


class Way(msgspec.Struct, frozen=True):
    """A manoeuvre and where it ends."""

    legs: tuple[Leg, ...]
    preview: Shown | None


class WaysAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To ways: some legal manoeuvres of different kinds."""

    ways: tuple[Way, ...]


class RegionAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To region: a line to draw round where the unit may go; slightly generous, and empty where nothing moves."""

    region: tuple[Point, ...]


class JourneysAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To journeys: every place, with the choices that lead there."""

    journeys: tuple[Journey, ...]


class CardAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To card."""

    rows: tuple[Row, ...]


class OverlayAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To overlay."""

    shapes: tuple[Shape, ...]
    lines: tuple[LineOfSight, ...]
    notes: tuple[Note, ...]


class SightAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To sight: null where the book has no lines from point to point."""

    line: LineOfSight | None


class HintAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To hint: what an officer would weigh."""

    weighed: Weighed


class MotivesAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To motives. `kept_back`: there are some, but while secrets are about they are told when the battle is over."""

    motives: tuple[Motive, ...]
    kept_back: bool


class Fault(msgspec.Struct, frozen=True, tag_field="type", tag="error", kw_only=True):
    """A question or an action that failed; `id` is null if the message had none we could read."""

    id: Id | None
    code: str
    message: str
    cite: str | None = None
    place: tuple[int, int] | None = None


SENT = (
    Sync,
    Update,
    Seats,
    Spoken,
    Parley,
    Thinking,
    Done,
    WhyAnswer,
    PreviewAnswer,
    PlanAnswer,
    WaysAnswer,
    RegionAnswer,
    JourneysAnswer,
    CardAnswer,
    OverlayAnswer,
    SightAnswer,
    HintAnswer,
    MotivesAnswer,
    Fault,
)
