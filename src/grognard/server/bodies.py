"""What goes over HTTP, as types: bodies of requests, and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.engine.about import About
from grognard.engine.battlekit import BattleDraft, BattleKit
from grognard.engine.glossary import Term
from grognard.engine.lesson import Lesson
from grognard.engine.rulebook import Source
from grognard.engine.view import Board, Row, View
from grognard.engine.workshop import Draft, Kit
from grognard.lab.balance import Balance
from grognard.lab.evening import Advised
from grognard.server.clock import ClockWish
from grognard.server.parts import Crumb, EntryOf, OutcomeOf, Played
from grognard.server.said import Token

Name = Annotated[str, Meta(max_length=80)]
BattleText = Annotated[str, Meta(max_length=60_000)]


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall play a side."""

    kind: Literal["here", "open", "agent"]
    agent: Name | None = None
    name: Name | None = None


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin."""

    book: Name
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=8)]
    scenario: Name = ""
    """One of the book's; left out if there is a battle instead."""
    battle: BattleText | None = None
    """A battle of one's own, the whole text of its file."""
    options: dict[str, Any] = {}
    guide: bool = False
    armies: dict[str, str] = {}
    """For sides counted from 1: one of the book's lists by its name, or one written out as TOML."""
    clock: ClockWish | None = None


class PrintWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet to print: of what kind, and of which army, scenario or deck of the book; or of a list or battle written out."""

    what: Name
    name: Name = ""
    text: BattleText | None = None
    options: dict[str, Any] = {}
    """Switches that lay a scenario's table out: armies, ground, size."""
    paper: Name = "a4"


class ListWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list to look at: one of the book's by its name, one written out, or one as data."""

    name: Name | None = None
    text: Annotated[str, Meta(max_length=40_000)] | None = None
    list: dict[str, Any] | None = None


class BattleWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to look at: as data, or written out."""

    battle: dict[str, Any] | None = None
    text: BattleText | None = None


class RandomWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle by chance: the number it is drawn by, points a side (0: as the book has it), one half like the other or not."""

    seed: Annotated[int, Meta(ge=1, le=999_999)]
    size: Annotated[int, Meta(ge=0, le=100_000)] = 0
    mirrored: bool = True


class TableWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is to be laid out: the switches that choose armies, ground and size."""

    options: dict[str, Any] = {}


class FairWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to be fought many times between equal computer players: one of the book's, or one of one's own as TOML."""

    book: Name
    scenario: Name | None = None
    battle: BattleText | None = None
    options: dict[str, Any] = {}
    armies: dict[str, str] = {}
    """For sides counted from 1: one of the book's lists by its name, or one written out as TOML."""
    games: Annotated[int, Meta(ge=1, le=100_000)] = 40
    agent: Name = "sergeant"
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0
    suggest: bool = False
    """Whether to look for what would even it out."""


RunState = Literal["waiting", "playing", "trying", "done", "cancelled", "cut", "failed"]
"""How a run stands: what follows `done` is over before all games were played."""


class FairRun(msgspec.Struct, frozen=True):
    """How a run of games stands. `run` is its name: whoever has it may ask after it and end it."""

    run: str
    state: RunState
    words: str
    """Why it is over, where that is not plain."""
    balance: Balance
    trying: str
    """What is being tried to even it out, in words."""
    tried: int
    """How many games of that are played."""
    advised: Advised | None


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seats somebody holds."""

    tokens: tuple[Token, ...]


class SeatGiven(msgspec.Struct, frozen=True):
    """A seat with the token that proves it; an open seat has an invitation instead, a computer player neither."""

    side: int
    token: str | None
    invitation: str | None = None


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one-time code of a link to a seat."""

    invitation: Token
    name: Name | None = None
    """What to call whoever comes."""


class SideNamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side whose seat is meant."""

    side: Annotated[int, Meta(ge=0, le=7)]


class Invited(msgspec.Struct, frozen=True):
    """An open seat with its new invitation; null if there is none any more."""

    side: int
    invitation: str | None


class Claimed(msgspec.Struct, frozen=True):
    """A seat taken by its invitation, with a token that nobody else has ever had."""

    side: int
    token: str


class GameMade(msgspec.Struct, frozen=True):
    """A game begun. `watch` is its address for onlookers, `host` the token of whoever began it: it opens no seat, it
    gives out and takes back invitations."""

    game: str
    seats: tuple[SeatGiven, ...]
    watch: str
    host: str


class Listed(msgspec.Struct, frozen=True):
    """One of somebody's games. `waiting`: this seat is asked."""

    game: str
    token: str
    book: str
    scenario: str
    """Empty: a battle of one's own."""
    title: str
    side: int
    sides: tuple[str, ...]
    turn: int | None
    seq: int
    headline: str
    waiting: bool
    over: bool
    created: float
    updated: float
    outcome: OutcomeOf | None = None


class BattleOf(msgspec.Struct, frozen=True):
    """A battle as data, and the whole text of its file."""

    battle: dict[str, Any]
    text: str


class Moment(msgspec.Struct, frozen=True):
    """The game after so many actions, as a seat may know it."""

    seq: int
    total: int
    view: View
    entries: tuple[EntryOf, ...]
    where: tuple[Crumb, ...]
    action: Played | None
    outcome: OutcomeOf | None


class ScenarioOf(msgspec.Struct, frozen=True):
    """A scenario on offer."""

    name: str
    title: str
    sides: tuple[str, ...]
    blurb: str
    opponent: str = ""
    """The computer player it is meant for; empty: the last of the list."""
    turns: int = 0
    about: About = About()


class OptionOf(msgspec.Struct, frozen=True):
    """A switch of a book."""

    name: str
    type: Literal["flag", "whole", "words", "choice"]
    default: Any
    words: str
    cite: str
    choices: tuple[Any, ...] = ()
    titles: tuple[str, ...] = ()
    """What the choices are called, where their names are not for people."""
    side: int | None = None
    """The side whose army it chooses."""
    group: str = ""
    """Under which heading it stands."""
    unit: str = ""
    """What a number counts."""
    scale: int = 1
    """How many of the option's make one of those."""


class AgentOf(msgspec.Struct, frozen=True):
    """A computer player: its name for us, its title for people, and how it plays."""

    name: str
    title: str
    words: str
    usual: bool = False
    """Whether it is the one to take if nobody else is wished or meant."""


class BookOf(msgspec.Struct, frozen=True):
    """A book on the shelf."""

    key: str
    title: str
    abbreviation: str
    version: str
    scenarios: tuple[ScenarioOf, ...]
    options: tuple[OptionOf, ...]
    agents: tuple[AgentOf, ...]
    """The weakest first."""
    first_battle: str = ""
    """The scenario to learn the book by; empty: there is no lesson."""


class LabelOf(msgspec.Struct, frozen=True):
    """What a player reads for a verb."""

    words: str
    hint: str
    confirm: bool


class TableOf(msgspec.Struct, frozen=True):
    """One table of a book; each row is its cells and its rule."""

    title: str
    cite: str
    kind: str
    columns: tuple[str, ...]
    rows: tuple[RowOf, ...]
    notes: tuple[str, ...]


class RowOf(msgspec.Struct, frozen=True):
    """One row of a table."""

    cells: tuple[str, ...]
    cite: str
    source: Source | Literal[""]
    ruling: str


class RuleOf(msgspec.Struct, frozen=True):
    """One rule in our words."""

    number: str
    words: str
    source: Source
    ruling: str
    left_out: str


class ChapterOf(msgspec.Struct, frozen=True):
    """One chapter."""

    title: str
    rules: tuple[RuleOf, ...]


class ReferenceOf(BookOf, frozen=True, kw_only=True):
    """A book with everything to look up in it."""

    labels: dict[str, LabelOf]
    phrases: dict[str, str]
    tables: tuple[TableOf, ...]
    chapters: tuple[ChapterOf, ...]
    situations: tuple[dict[str, Any], ...]
    guide: Any
    lesson: Lesson | None
    glossary: tuple[Term, ...]


class Prospect(msgspec.Struct, frozen=True):
    """A scenario's table before the first move."""

    title: str
    blurb: str
    sides: tuple[str, ...]
    board: Board
    view: View
    cards: dict[str, tuple[Row, ...]]


class BattleLooked(BattleDraft, frozen=True, kw_only=True):
    """A draft with its table before the first move; null while it cannot be laid out."""

    picture: Prospect | None = None


class LuckLine(msgspec.Struct, frozen=True):
    """All throws of one kind by one side: what they read and what they should have.

    `percentile`: the exact chance of reading less, and half the chance of reading just this; null if it would
    take too long.
    """

    side: int | None
    what: str
    throws: int
    read: int
    expected: float
    percentile: float | None


class SideSum(msgspec.Struct, frozen=True):
    """How one side came through."""

    side: int
    name: str
    units: int
    units_left: int
    figures: int
    figures_left: int
    choices: int


class TurnSum(msgspec.Struct, frozen=True):
    """How the sides stood when a turn began (the last one: when the game stood last)."""

    turn: int
    seq: int
    figures: tuple[int, ...]
    scores: tuple[str, ...]


class Lost(msgspec.Struct, frozen=True):
    """A unit that is gone, and the last that was told of it."""

    unit: int
    side: int
    name: str
    seq: int
    words: str
    cite: str


class Judged(msgspec.Struct, frozen=True):
    """What the computer thought of the battle after an action: the first side's chance to win."""

    seq: int
    turn: int | None
    chance: float


class Turning(msgspec.Struct, frozen=True):
    """Where a battle turned: in whose favour, what the computer thought before and after, who acted, and what happened."""

    seq: int
    turn: int | None
    gained: int
    before: float
    after: float
    by: int | None
    words: tuple[str, ...]


class Judgement(msgspec.Struct, frozen=True):
    """The computer's judgement over a finished battle. `fitted`: its chances were fitted to games; else they only compare."""

    fitted: bool
    points: tuple[Judged, ...]
    turning: tuple[Turning, ...]


class RuleMet(msgspec.Struct, frozen=True):
    """A rule and how often the journal cites it."""

    cite: str
    words: str
    count: int


class Summary(msgspec.Struct, frozen=True):
    """The luck report, and how the game went. `pips`: the bare faces of all dice, by side."""

    seq: int
    turn: int | None
    over: bool
    outcome: OutcomeOf | None
    score: tuple[Row, ...]
    sides: tuple[SideSum, ...]
    luck: tuple[LuckLine, ...]
    pips: tuple[LuckLine, ...]
    rules: tuple[RuleMet, ...]
    course: tuple[TurnSum, ...]
    lost: tuple[Lost, ...]
    seed_hash: str
    seed: str | None
    dice_from: int
    created: float
    updated: float


class Health(msgspec.Struct, frozen=True):
    """Whether the server is well."""

    ok: bool
    version: str
    wrong: tuple[str, ...] = ()
    """What is not well, in words."""
    writes_waiting: int = 0
    questions_waiting: int = 0


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was wrong with a request."""

    code: str
    message: str
    cite: str | None = None


class ProblemBody(msgspec.Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: Problem


ASKED = (
    NewGame,
    ListWish,
    PrintWish,
    BattleWish,
    RandomWish,
    TableWish,
    FairWish,
    Wanted,
    Invitation,
    SideNamed,
)
GIVEN = (
    BookOf,
    ReferenceOf,
    Prospect,
    Kit,
    Draft,
    BattleKit,
    BattleLooked,
    FairRun,
    GameMade,
    Invited,
    Claimed,
    Listed,
    BattleOf,
    Moment,
    Summary,
    Judgement,
    Health,
    ProblemBody,
)
