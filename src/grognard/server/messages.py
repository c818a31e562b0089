"""Every message that goes over the wire, as types: what a client may send, and what it is sent.

`python -m grognard.server.schema` prints them as JSON Schema. Unknown fields are refused on the way in.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.engine.view import Board, Note, Row, Shape, View
from grognard.server.journeys import Journey
from grognard.server.offers import Leg, LineOfSight, Noun, Offered, Shown
from grognard.server.offers import Reason as Reason

Id = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=64)]
Seq = Annotated[int, Meta(ge=0, le=2**53)]
Verb = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(max_length=128)]
Unit = Annotated[int, Meta(ge=0, le=1_000_000)]
Face = Annotated[Any, Meta(title="Id")]
Length = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]


# ---------------------------------------------------------------- from the client, over the socket


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Hello(_Said, frozen=True, tag="hello"):
    """Who I am and how far I have come. Said again, it changes seats: two people at one screen."""

    token: Token | None = None
    since: Seq | None = None
    undos: Seq | None = None
    """`undos` of the last frame seen; the log is sent from `since` on only if it is still the same."""


class Act(_Said, frozen=True, tag="act"):
    """My choice."""

    id: Id
    seq: Seq
    verb: Verb
    noun: Noun = None


class Undo(_Said, frozen=True, tag="undo"):
    """Take my last choice back."""

    id: Id
    seq: Seq


class Redo(_Said, frozen=True, tag="redo"):
    """Play again what I took back."""

    id: Id
    seq: Seq


class Why(_Said, frozen=True, tag="why"):
    """Why may this not be said?"""

    id: Id
    verb: Verb
    noun: Noun = None


class PreviewOf(_Said, frozen=True, tag="preview"):
    """What would follow?"""

    id: Id
    verb: Verb
    noun: Noun = None


class PlanTo(_Said, frozen=True, tag="plan"):
    """How could the unit get there? x, y, facing, order; and single models at places of their own: model, x, y."""

    id: Id
    verb: Verb
    pose: tuple[Length, Length, Length, Annotated[str, Meta(max_length=64)] | None]
    places: Annotated[tuple[tuple[Length, Length, Length], ...], Meta(max_length=100)] = ()


class WaysOf(_Said, frozen=True, tag="ways"):
    """Which manoeuvres are worth trying?"""

    id: Id
    verb: Verb


class JourneysOf(_Said, frozen=True, tag="journeys"):
    """Where can a unit be sent, over as many places as it takes?"""

    id: Id
    unit: int


class CardOf(_Said, frozen=True, tag="card"):
    """A unit's card."""

    id: Id
    unit: Unit


class OverlayOf(_Said, frozen=True, tag="overlay"):
    """What to draw over the table for a unit."""

    id: Id
    kind: Literal["range", "sight", "threat", "reach", "aim"]
    unit: Unit


class HintOf(_Said, frozen=True, tag="hint"):
    """What would an officer do in my place, by what I may know?"""

    id: Id


class MotivesOf(_Said, frozen=True, tag="motives"):
    """What did the computer players go by, from this action on, or in the choice that led to one?"""

    id: Id
    since: Seq = 0
    at: Seq | None = None


class Hurry(_Said, frozen=True, tag="hurry"):
    """Let the computer player that is thinking choose by what it knows so far, and briskly until somebody else is asked."""

    id: Id


class Ping(_Said, frozen=True, tag="ping"):
    """Are you there?"""

    id: Id


Said = (
    Hello
    | Act
    | Undo
    | Redo
    | Why
    | PreviewOf
    | PlanTo
    | WaysOf
    | JourneysOf
    | CardOf
    | OverlayOf
    | HintOf
    | MotivesOf
    | Hurry
    | Ping
)


# ---------------------------------------------------------------- parts of what the server sends


class TallyLine(msgspec.Struct, frozen=True):
    """One line of a tally."""

    value: int
    words: str
    cite: str


class TallyOf(msgspec.Struct, frozen=True):
    """A sum that explains itself."""

    base: int
    words: str
    lines: tuple[TallyLine, ...]
    total: int


class AskOf(msgspec.Struct, frozen=True):
    """What is waited for. Offers go to the side that is asked, and to nobody else."""

    who: tuple[int, ...]
    prompt: str
    cite: str
    mine: bool
    offers: tuple[Offered, ...]
    barred: dict[str, Reason]
    about: int | None = None
    """The unit whose turn it is to act."""
    named: tuple[int, ...] = ()
    """The units the prompt speaks of by name."""


class ThrowOf(msgspec.Struct, frozen=True):
    """Dice that are due."""

    what: str
    cite: str
    dice: str
    side: int | None
    unit: int | None
    tallies: tuple[TallyOf, ...]


class DiceOf(msgspec.Struct, frozen=True):
    """Dice that fell; faces and reading are null for whoever may not know them.

    `groups` holds (how many dice, lowest face that hits) where hits are counted, `words` the reading in the
    book's own words where it has some, `about` who throws and at whom.
    """

    throw: str
    cite: str
    faces: tuple[Face, ...] | None
    sides: int
    reading: Noun
    tally: tuple[TallyOf, ...]
    side: int | None
    unit: int | None
    groups: tuple[tuple[int, int], ...] = ()
    words: str = ""
    about: str = ""


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action: a side's choice, or dice. `hidden`: this seat may not know what was chosen."""

    side: int | None = None
    verb: str | None = None
    noun: Noun = None
    dice: DiceOf | None = None
    undone: bool = False
    redone: bool = False
    hidden: bool = False


class EntryOf(msgspec.Struct, frozen=True):
    """One line of the journal; `seq` is the action that caused it, 0 for the opening."""

    seq: int
    cite: str
    what: str
    facts: dict[str, Any]
    words: str


class Crumb(msgspec.Struct, frozen=True):
    """Where we are in the sequence of play."""

    title: str
    cite: str


class SeatOf(msgspec.Struct, frozen=True):
    """Who sits there."""

    side: int
    kind: Literal["here", "open", "agent"]
    name: str
    agent: str | None
    online: bool
    thinking: bool
    claimed: bool = True
    """Whether somebody has taken it; an open seat waits until its invitation is claimed."""


class OutcomeOf(msgspec.Struct, frozen=True):
    """How the game ended."""

    winner: int | None
    words: str
    cite: str
    scores: tuple[int, ...] = ()


class Chance(msgspec.Struct, frozen=True):
    """One outcome with its exact chance."""

    values: tuple[Noun, ...]
    fraction: str
    chance: float


class Marginal(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of the outcome by itself."""

    head: str
    outcomes: tuple[Chance, ...]
    mean: str = ""


class Feared(msgspec.Struct, frozen=True):
    """Something hoped or feared, about "you" and "they", with its chance."""

    words: str
    chance: float


class VerdictOf(msgspec.Struct, frozen=True, omit_defaults=True):
    """The odds in a sentence: the chances to win and to lose, what either side loses on average, hope and fear."""

    won: float | None = None
    lost: float | None = None
    ours: float | None = None
    theirs: float | None = None
    hope: Feared | None = None
    fear: Feared | None = None
    mishap: Feared | None = None


class OddsOf(msgspec.Struct, frozen=True):
    """Exact odds."""

    heads: tuple[str, ...]
    outcomes: tuple[Chance, ...]
    marginals: tuple[Marginal, ...]
    tallies: tuple[TallyOf, ...]
    cites: tuple[str, ...]
    verdict: VerdictOf | None = None


class ThoughtOf(msgspec.Struct, frozen=True):
    """A move that was thought of: in words, what the book's advice gave it, and the chance to win after it.

    `trials` says how often it was played out; `chance` is null if it was not, and in a book where no chance to win was fitted to games.
    """

    verb: str
    noun: Any
    words: str
    rating: float
    chance: float | None
    trials: int


class Weighed(msgspec.Struct, frozen=True):
    """The moves of a choice, the one to take first; how many decisions were simulated for it."""

    thoughts: tuple[ThoughtOf, ...]
    simulated: int
    cut_short: bool


class Motive(msgspec.Struct, frozen=True):
    """What a computer player went by in one action; `seq` is the action's number as the reader counts."""

    seq: int
    side: int
    agent: str
    weighed: Weighed


# ---------------------------------------------------------------- from the server, over the socket


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


class Sync(_Frame, frozen=True, tag="sync", kw_only=True):
    """The whole game as this seat may know it."""

    game: str
    book: str
    scenario: str
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


class Update(_Frame, frozen=True, tag="update", kw_only=True):
    """One action, and how the game stands after it."""

    action: Played
    entries: tuple[EntryOf, ...]


class Seats(msgspec.Struct, frozen=True, tag_field="type", tag="seats"):
    """Somebody came or went."""

    seats: tuple[SeatOf, ...]


class Thinking(msgspec.Struct, frozen=True, tag_field="type", tag="thinking"):
    """How far a computer player is with its choice: decisions simulated, of so many at most."""

    side: int
    done: int
    most: int


class _Answer(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    id: Id


class Done(_Answer, frozen=True, tag="answer", kw_only=True):
    """To act, undo, redo, hurry and ping: it is done and kept; the game stands at `seq`."""

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


class PlanAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To plan: the legs and where they end, or why not."""

    legs: tuple[Leg, ...] | None
    preview: Shown | None
    refusal: Reason | None


class Way(msgspec.Struct, frozen=True):
    """A manoeuvre and where it ends."""

    legs: tuple[Leg, ...]
    preview: Shown | None


class WaysAnswer(_Answer, frozen=True, tag="answer", kw_only=True):
    """To ways: some legal manoeuvres of different kinds."""

    ways: tuple[Way, ...]


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
    Thinking,
    Done,
    WhyAnswer,
    PreviewAnswer,
    PlanAnswer,
    WaysAnswer,
    JourneysAnswer,
    CardAnswer,
    OverlayAnswer,
    HintAnswer,
    MotivesAnswer,
    Fault,
)
