"""A rule set as the rest of the house sees it: rooms with the same doors in every book."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from grognard.engine.advice import Advice as Advice
from grognard.engine.advice import Automaton as Automaton
from grognard.engine.advice import Look as Look
from grognard.engine.advice import as_seen as as_seen
from grognard.engine.choices import Ask, Move
from grognard.engine.dice import Rng
from grognard.engine.domains import frozen
from grognard.engine.flow import Engine, Frame, Position, Step, Table, redact_agenda
from grognard.engine.generals import NOBODY, Generals
from grognard.engine.glossary import Term
from grognard.engine.guide import Card
from grognard.engine.lesson import Lesson
from grognard.engine.log import Log
from grognard.engine.naming import ending
from grognard.engine.phrases import SIDE_FACTS as SIDE_FACTS
from grognard.engine.phrases import UNIT_FACTS as UNIT_FACTS
from grognard.engine.phrases import render as render
from grognard.engine.printing import Printing
from grognard.engine.rulebook import Rulebook
from grognard.engine.scenarios import BadInput as BadInput
from grognard.engine.scenarios import OwnBattles as OwnBattles
from grognard.engine.scenarios import ScenarioInfo as ScenarioInfo
from grognard.engine.scenarios import is_text as is_text
from grognard.engine.secrets import Secrets
from grognard.engine.sheet import Label as Label
from grognard.engine.sheet import Sheet as Sheet
from grognard.engine.situations import Input as Input
from grognard.engine.situations import Scene as Scene
from grognard.engine.situations import Sign as Sign
from grognard.engine.situations import Situation as Situation
from grognard.engine.situations import Summed as Summed
from grognard.engine.situations import Verdict as Verdict
from grognard.engine.soundness import Crowded, Law
from grognard.engine.switches import Switches
from grognard.engine.tables import AnyTable

if TYPE_CHECKING:
    from grognard.engine.handicap import Knob


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner (None: a draw), in our words, with the rule."""

    winner: int | None
    words: str
    cite: str
    scores: tuple[int, ...] = ()


API = 1
"""The version of what a book must be. It grows when a book that was complete would no longer be; `Book.api` says which one a book is
written for, and a book of another version is refused in one line."""


def _nothing_told(_position: Position, _move: Move) -> Scene | None:
    return None


class Book(NamedTuple):
    """One book, complete."""

    name: str
    api: int
    """The version of this class that the book is written for, as a plain number: `api=1`."""
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
    crowded: Crowded | None = None
    """Crowded random positions, and the questions that its searches answer in them."""

    @property
    def key(self) -> str:
        """The short key put before the book's rule numbers."""
        return self.rulebook.key

    @property
    def title(self) -> str:
        """The book's title."""
        return self.rulebook.title

    @property
    def home(self) -> str:
        """The package whose front door it is: worker processes import the book from there."""
        package: str = self.state.__module__
        while package and not hasattr(sys.modules.get(package), "RULESET"):
            package = package.rpartition(".")[0]
        return package

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

    def ending(self, state: Any) -> Outcome | None:
        """How a game ended, told so that either side may read it."""
        found = self.outcome(state)
        if found is None:
            return None
        words = ending(found.words, found.winner, self.sheet.sides(state))
        return msgspec.structs.replace(found, words=words)

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
        memo: dict[Any, Position | None] = position.__dict__.setdefault("views", {})
        key = (self.redact, side)
        if key not in memo:
            state = self.redact(position.state, side)
            agenda = redact_agenda(position.agenda, side, self.secrets.env)
            # The position knows its pending choice already, a view would have to work it out again.
            same = state is position.state and agenda == position.agenda
            # None stands for itself: a position that held itself would never be forgotten.
            memo[key] = None if same else Position(state, agenda, position.reveals)
        found = memo[key]
        return position if found is None else found

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


Ruleset = Book
"""The name it had; scripts may go on using it."""
