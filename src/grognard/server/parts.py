"""Parts of what the server sends: asks, dice, journal, seats, odds, thoughts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.server.offers import Noun, Offered, Reason

Face = Annotated[Any, Meta(title="Id")]


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


class EntryOf(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the journal; `seq` is the action that caused it, 0 for the opening.

    `announces`: it only says what its unit is about to do.
    """

    seq: int
    cite: str
    what: str
    facts: dict[str, Any]
    words: str
    announces: bool = False


class Crumb(msgspec.Struct, frozen=True):
    """Where we are in the sequence of play."""

    title: str
    cite: str


class Fallen(msgspec.Struct, frozen=True):
    """A unit that has left the table: where it stood last, and the last that was told of it."""

    unit: int
    side: int
    name: str
    at: tuple[int, int]
    words: str


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
    how: Literal["rules", "resigned", "agreed", "time"] = "rules"
    """By the rules, or by the people: no rule is cited then."""
    by: int | None = None
    """Who resigned or ran out of time."""


class LineOf(msgspec.Struct, frozen=True):
    """What somebody said at the table, and when; plain words, no markup."""

    n: int
    side: int
    words: str
    at: float


class AgainOf(msgspec.Struct, frozen=True):
    """A wish to play the battle again, on the same sides or changed; `game` once it has begun."""

    by: int
    changed: bool
    game: str | None = None


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
    """The moves of a choice, the one to take first; how many decisions were simulated for it; the plan of the turn in words."""

    thoughts: tuple[ThoughtOf, ...]
    simulated: int
    cut_short: bool
    plan: tuple[str, ...] = ()


class Motive(msgspec.Struct, frozen=True):
    """What a computer player went by in one action; `seq` is the action's number as the reader counts."""

    seq: int
    side: int
    agent: str
    weighed: Weighed
