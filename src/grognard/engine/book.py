"""A rule set as the rest of the house sees it: rooms with the same doors in every book."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import exp
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import msgspec

from grognard.engine.about import About
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dice import Rng
from grognard.engine.dist import Dist
from grognard.engine.domains import frozen
from grognard.engine.flow import Engine, Frame, Position, Step, Table, redact_agenda
from grognard.engine.generals import NOBODY, Generals
from grognard.engine.glossary import Term
from grognard.engine.guide import Card
from grognard.engine.lesson import Lesson
from grognard.engine.log import Entry, Log
from grognard.engine.printing import Printing
from grognard.engine.rulebook import Rulebook
from grognard.engine.secrets import Secrets
from grognard.engine.sheet import Label as Label
from grognard.engine.sheet import Sheet as Sheet
from grognard.engine.soundness import Law
from grognard.engine.switches import Switches
from grognard.engine.tables import AnyTable
from grognard.engine.tasks import Choices, Plan
from grognard.engine.worth import Signs, Worth

if TYPE_CHECKING:
    from grognard.engine.handicap import Knob


class BadInput(ValueError):
    """Something given from outside is wrong; the message names what, in one line."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner (None: a draw), in our words, with the rule."""

    winner: int | None
    words: str
    cite: str
    scores: tuple[int, ...] = ()


class ScenarioInfo(NamedTuple):
    """A scenario on offer."""

    name: str
    title: str
    sides: tuple[str, ...]
    blurb: str
    path: Path
    opponent: str = ""
    """The computer player it is meant for; empty: whichever is taken anywhere."""
    turns: int = 0
    about: About = About()


class OwnBattles(Protocol):
    """What a book knows of battles that are no scenarios of its own: each is given as the whole text of such a file."""

    def told(self, text: str) -> ScenarioInfo: ...
    def first(self, text: str, options: Any) -> Any: ...
    def whole(self, path: Path) -> str: ...


def is_text(scenario: str | Path) -> bool:
    """Whether this is the text of a battle, not the name of a scenario or of a file."""
    return isinstance(scenario, str) and ("\n" in scenario or "=" in scenario)


class Input(NamedTuple):
    """One input of a situation: its kind, default, unit and our words for it."""

    name: str
    kind: Literal["whole", "length", "flag", "choice"]
    default: Any
    words: str
    unit: str = ""
    choices: tuple[str, ...] = ()


class Summed(Dist[Any]):
    """What several throws come to at once: a scene that has summed them itself names them, and they are told."""

    __slots__ = ("cites", "throws")

    def __init__(self, weights: Mapping[Any, int], throws: tuple[Throw, ...], cites: tuple[str, ...] = ()):
        super().__init__(weights)
        self.throws, self.cites = throws, cites


class Sign(NamedTuple):
    """Something that an outcome may hold: the part of it to look at, how that part begins, and what it means in words."""

    head: str
    begins: tuple[str, ...]
    words: str = ""


class Verdict(NamedTuple):
    """How the outcomes of a scene read to whoever chooses: won or lost, what it costs, what is hoped and feared.

    The words of `hope` and `fear` are about *you* and *they*, whoever that is: "you rout".
    """

    won: Sign | None = None
    lost: Sign | None = None
    """What is neither won nor lost is undecided."""
    ours: str = ""
    """The head that counts what we lose."""
    theirs: str = ""
    hope: Sign | None = None
    fear: Sign | None = None
    mishap: Sign | None = None
    """What may go wrong before it comes to anything: the charge falls short."""

    def turned(self) -> Verdict:
        """The same for the other side."""
        hope, fear = _turned(self.fear), _turned(self.hope)
        return Verdict(self.lost, self.won, self.theirs, self.ours, hope, fear, self.mishap)


def _turned(sign: Sign | None) -> Sign | None:
    if sign is None:
        return None
    first, _, rest = sign.words.partition(" ")
    return sign._replace(words=f"{'they' if first == 'you' else 'you'} {rest}")


class Scene(NamedTuple):
    """A position to walk from, when to stop and what to note there, and how decisions are made on the way."""

    position: Position
    done: Callable[[Position], Hashable | Dist[Any] | None]
    choose: Callable[[Position, Ask], Move]
    heads: tuple[str, ...]
    """What the parts of an outcome are, one word each."""
    alike: Callable[[Position, Throw], Callable[[Any], Hashable] | None] | None = None
    """For a throw met on the way: what of a reading matters. Readings told alike lead to equal positions."""
    verdict: Verdict | None = None
    """How it reads to whoever chooses."""


class Situation(NamedTuple):
    """Something people at a real table want the odds of, without any board."""

    name: str
    words: str
    cite: str
    fields: tuple[Input, ...]
    scene: Callable[[Mapping[str, Any]], Scene]


class Look(Protocol):
    """What an agent lends a book's advice: the side's own view, and a way to look ahead in it."""

    position: Position
    side: int
    ask: Ask
    brief: bool
    """Whether a rough answer will do: a few places, no long sums. Battles played out in thought ask so."""

    @property
    def plan(self) -> Plan:
        """What the side's commands are told to do, by the book's own `tasks`; empty if it has none."""
        ...

    def after(self, move: Move) -> Position: ...
    def expect(self, move: Move, worth: Callable[[Position], float]) -> float: ...
    def odds(self, scene: Scene) -> Dist[Any]: ...


class Advice(Protocol):
    """What a computer player may use of a book's own wisdom."""

    worth: Worth | None = None
    """Weights of what `signs` counts, fitted to many games; None: `value` must do."""

    def value(self, state: Any, side: int) -> float:
        """How well a side stands, in whatever the book counts."""
        ...

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """The moves worth thinking of, each with a rating."""
        ...

    def instead(self, look: Look, move: Move) -> Iterable[tuple[Move, float]]:
        """What else whoever makes a move could do, rated, for players who weigh it; none: whatever `moves` rates next.

        Where a side chooses whom to use next, moves of others are hardly rivals: they are mostly made as well, later.
        """
        return ()

    def drill(self, look: Look) -> Move | None:
        """A choice made at once, for battles played out in thought; None: the best rated of `moves`, briefly."""
        return None

    def cares(self, look: Look) -> bool:
        """Whether this choice is worth being played out, or taken as it is rated."""
        return True

    def pace(self, state: Any) -> float:
        """How many decisions can be simulated here in the time of a usual one, roughly: of these players may spend more."""
        return 1.0

    def tasks(self, state: Any, side: int) -> Choices:
        """What each command of a side could be told to do, the favourite first; empty: everybody for himself.

        A function of the state alone. What a command is about already comes first unless something is clearly better.
        """
        return {}

    def told(self, state: Any, side: int, plan: Plan) -> tuple[str, ...]:
        """A side's plan in words, a sentence for each command that is told of."""
        return ()

    def signs(self, state: Any, side: int) -> Signs:
        """What one side has, counted: what its chance to win may depend on."""
        return {}

    def turn(self, state: Any, side: int) -> int:
        """The turn of a side, by which it looks ahead; where sides take turns, its own next begins when the other's is over."""
        return int(getattr(state, "turn", 0))

    def late(self, state: Any) -> float:
        """How much of the battle is over, 0 to 1."""
        turn, turns = int(state.turn), int(state.field.turns)
        return min(1.0, turn / max(1, turns))

    def chance(self, state: Any, side: int) -> float:
        """The chance of a side to win from here, 0 to 1."""
        if self.worth is not None:
            mine, theirs = self.signs(state, side), self.signs(state, 1 - side)
            return self.worth.chance(mine, theirs, self.late(state))
        return 1 / (1 + exp(-max(-50.0, min(50.0, self.value(state, side) / SPREAD))))


SPREAD = 4.0
"""How much better one must stand, where a book has no fitted chance, to win 73 of 100."""


def as_seen(view: Position, _side: int, _rng: Rng) -> Position:
    """The guess of a book that hides nothing: it is as it looks."""
    return view


class Automaton(Protocol):
    """A player a book describes itself, move by move, for somebody who plays alone."""

    def choose(self, view: Position, ask: Ask, side: int) -> Move: ...


def _nothing_told(_position: Position, _move: Move) -> Scene | None:
    return None


class Book(NamedTuple):
    """One book, complete."""

    name: str
    rulebook: Rulebook
    sequences: Mapping[str, tuple[Step, ...]]
    """The sequence of play: every game is at a step of these."""
    opening: str
    state: type[Any]
    env: Any
    table: type[Table[Any]]
    options: type[Any]
    tables: tuple[AnyTable, ...]
    scenarios: Mapping[str, ScenarioInfo]
    setup: Callable[[Path, Any], Any]
    """Reads a scenario file and gives the first state; BadInput names what is wrong with it."""
    outcome: Callable[[Any], Outcome | None]
    redact: Callable[[Any, int | None], Any]
    """The state with everything one side may not know made unknown."""
    census: Callable[[Any], Mapping[str, int]]
    """What must be the same in every position of one game: figures on and off the table, cards…"""
    check: Callable[[Any], Iterable[str]]
    """Faults in a state that no position may have: overlaps, ghosts; empty if sound."""
    laws: tuple[Law, ...]
    """What holds in every position of every game, each line with its rules."""
    sheet: Sheet[Any]
    advice: Advice
    situations: Mapping[str, Situation]
    scene_for: Callable[[Position, Move], Scene | None] = _nothing_told
    """The scene of the whole sequence a choice opens, walked for its odds; None where no dice follow."""
    excerpts: Mapping[str, tuple[Step, ...]] = MappingProxyType({})
    """Steps of it put together anew for the odds alone; no game is ever at one of these."""
    opening_env: Any = None
    """The names the opening sequence starts with, if it has any."""
    army: Any = None
    """Builder and checker of army lists, where the book has them."""
    forces: tuple[str, ...] = ()
    """The options by which other lists are chosen, one for each side; empty: as the scenario has it."""
    guide: tuple[Card, ...] = ()
    """Cards for a first battle, taught by playing."""
    lesson: Lesson | None = None
    """A first battle step by step, each done before the next is told."""
    glossary: tuple[Term, ...] = ()
    """What its abbreviations and words of art mean."""
    switches: Switches = Switches()
    """How its options are laid out for people."""
    secrets: Secrets = Secrets()
    """What else is hidden from whom, and what of a choice the others hear."""
    automata: Mapping[str, Callable[[int], Automaton]] = MappingProxyType({})
    """Opponents of the book's own making, by name; each is made from a seed."""
    guess: Callable[[Position, int, Rng], Position] = as_seen
    """A whole position that a side takes for possible, by its own view alone: hidden things are thought out."""
    first_advice: Advice | None = None
    """The advice as it first was, kept to measure later ones by; None while `advice` still is that."""
    generals: Generals = NOBODY
    """Computer players of the period with a character of their own."""
    decided: Callable[[Any], str] | None = None
    """What decided a game that is over, in a few words without names and numbers; None: as its outcome is told."""
    knobs: tuple[Knob, ...] = ()
    """What helps a side in its battles, so that one can be made fair; the likeliest first."""
    battles: OwnBattles | None = None
    """Reader of battles of one's own, where the book takes them."""
    printing: Printing | None = None
    """What it gives to be printed."""

    @property
    def key(self) -> str:
        """The short key put before the book's rule numbers."""
        return self.rulebook.key

    @property
    def title(self) -> str:
        """The book's title."""
        return self.rulebook.title

    def engine(self) -> Engine:
        """The kernel with this book's sequences, and what the odds walk of them."""
        return Engine({**self.sequences, **self.excerpts}, self.table)

    def start(self, scenario: str | Path, options: Any = None, log: Log | None = None) -> Position:
        """The first position of a scenario, by its name, from a file, or from its whole text."""
        options = options or self.options()
        if is_text(scenario):
            state = self._own_battles().first(str(scenario), options)
        else:
            state = self.setup(self.scenario_path(scenario), options)
        return self.engine().start(state, self.opening, self.opening_env, log)

    def scenario_path(self, scenario: str | Path) -> Path:
        """Where a scenario is written down."""
        if str(scenario) in self.scenarios:
            return self.scenarios[str(scenario)].path
        path = Path(scenario)
        try:
            if path.suffix == ".toml" and path.is_file():
                return path
        except OSError:
            pass  # not even the name of a file
        known = ", ".join(self.scenarios)
        raise BadInput(f"{self.name} has no scenario '{scenario}'; it has: {known}")

    def kept(self, scenario: str | Path) -> str:
        """What a game keeps of its scenario, so that it is whole in itself: the name of one of the book's, or a text."""
        name = str(scenario)
        if is_text(scenario) or name in self.scenarios or self.battles is None:
            return name
        return self.battles.whole(self.scenario_path(scenario))

    def told(self, scenario: str) -> ScenarioInfo:
        """What is to be said of a scenario before it is played: one of the book's, or one given as a text."""
        if is_text(scenario):
            return self._own_battles().told(scenario)
        if scenario in self.scenarios:
            return self.scenarios[scenario]
        raise BadInput(f"{self.name} has no scenario '{scenario}'; it has: {', '.join(self.scenarios)}")

    def _own_battles(self) -> OwnBattles:
        if self.battles is None:
            raise BadInput(f"{self.title} has only its own battles")
        return self.battles

    def fielding(self, armies: Mapping[str, str]) -> dict[str, str]:
        """The options by which sides, counted from 1, field other lists: one of the book's by name, or a text."""
        if armies and not self.forces:
            raise BadInput(f"{self.title}: its battles are fought with the armies they name")
        found = {}
        for side, army in armies.items():
            if side not in (places := [str(n + 1) for n in range(len(self.forces))]):
                raise BadInput(f"no side '{side[:20]}' can be given an army; there are: {', '.join(places)}")
            found[self.forces[int(side) - 1]] = army
        return found

    def decided_by(self, state: Any) -> str:
        """What decided a game that is over, so that games can be counted by it."""
        if self.decided is not None:
            return self.decided(state)
        outcome = self.outcome(state)
        return outcome.words if outcome else ""

    def read_options(self, given: Mapping[str, Any]) -> Any:
        """The book's switches from plain data; BadInput names an unknown one."""
        known = [option.name for option in msgspec.structs.fields(self.options)]
        for name in given:
            if name not in known:
                raise BadInput(f"{self.name} has no option '{name}'; it has: {', '.join(known) or 'none'}")
        try:
            return msgspec.convert(dict(given), self.options, strict=False)
        except msgspec.ValidationError as fault:
            raise BadInput(f"options of {self.name}: {fault}") from None

    def view_of(self, position: Position, side: int | None) -> Position:
        """The position as one side (None: a spectator) may know it; itself if there is nothing it may not."""
        memo: dict[Any, Position] = position.__dict__.setdefault("views", {})
        found = memo.get((self.redact, side))
        if found is None:
            state = self.redact(position.state, side)
            agenda = redact_agenda(position.agenda, side, self.secrets.env)
            # The position knows its pending choice already, a view would have to work it out again.
            same = state is position.state and agenda == position.agenda
            found = position if same else Position(state, agenda, position.reveals)
            if not same:  # a position that knew itself would never be forgotten
                memo[self.redact, side] = found
        return found

    def guessed(self, view: Position, side: int, rng: Rng) -> Position:
        """A whole position that a side takes for possible: what the book guesses, and the others' sealed answers."""
        position = self.guess(view, side, rng)
        if not position.agenda or not position.agenda[-1].sealed:
            return position
        engine, top = self.engine(), position.agenda[-1]
        ask = engine.step(top).ask(self.table(position.state, top.env))
        assert isinstance(ask, Ask), "answers are sealed only where something is asked"
        sealed = []
        for who, verb, noun in top.sealed:
            if who != side:
                thought = ask.for_side(who).sample(rng, who)
                verb, noun = thought.verb, thought.noun
            sealed.append((who, verb, noun))
        frame = msgspec.structs.replace(top, sealed=tuple(sealed))
        return Position(position.state, (*position.agenda[:-1], frame), position.reveals)

    def encode(self, position: Position) -> bytes:
        """A position as JSON."""
        return msgspec.json.encode(position, order="deterministic")

    def decode(self, data: bytes) -> Position:
        """A position from JSON, checked against the book's own types; BadInput if it cannot be one of its."""
        try:
            raw = msgspec.json.decode(data, type=Position)
            state = msgspec.convert(raw.state, self.state)
            return Position(state, tuple(self._frame(frame) for frame in raw.agenda), raw.reveals)
        except (msgspec.MsgspecError, RecursionError, ValueError) as fault:
            raise BadInput(f"not a position of {self.name}: {fault}") from None

    def _frame(self, raw: Frame) -> Frame:
        if not 0 <= raw.at < len(self.sequences.get(raw.sequence, ())):
            raise ValueError(f"there is no step {raw.at} of '{raw.sequence}'")
        env = None if raw.env is None else msgspec.convert(raw.env, self.env)
        return Frame(raw.sequence, raw.at, env, raw.begun, frozen(raw.sealed))


def render(
    entry: Entry, sheet: Sheet[Any], names: Mapping[int, str], key: str, sides: tuple[str, ...] = ()
) -> str:
    """A log entry as a line of text, from the book's phrases."""
    facts = {name: _named(name, value, names, sides) for name, value in entry.facts.items()}
    phrase = sheet.phrases.get(entry.what, entry.what)
    try:
        words = phrase.format(**facts)
    except (KeyError, IndexError):
        words = f"{entry.what} {facts}"
    return f"{words} [{key} {entry.cite}]"


class _Count(int):
    """A number that a phrase may give a word: `{hits:hit|hits}` says "1 hit" and "2 hits"."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return format(int(self), spec)
        one, many = spec.split("|")
        return f"{int(self)} {one if self == 1 else many}"


def _named(name: str, value: Any, names: Mapping[int, str], sides: tuple[str, ...]) -> Any:
    """A fact as players read it: units and sides by their names, no word of the program."""
    if isinstance(value, int) and not isinstance(value, bool):
        if name in UNIT_FACTS:
            return names.get(value, value)
        if name in SIDE_FACTS and 0 <= value < len(sides):
            return sides[value]
        return _Count(value)
    if isinstance(value, str):  # a word of the program, where it is one, reads as words
        return value.replace("_", " ")
    if type(value) in (list, tuple):
        return type(value)(_Count(part) if type(part) is int else part for part in value)
    return value


UNIT_FACTS = frozenset({"unit", "target", "by", "friend", "enemy", "general", "into"})
"""Facts of a log entry that hold a unit's id."""
SIDE_FACTS = frozenset({"side", "winner"})
"""Facts of a log entry that hold a side."""


Ruleset = Book
"""The name it had; scripts may go on using it."""
