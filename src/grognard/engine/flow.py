"""How a game moves. A position is a frozen state and an agenda; `Engine.apply` is the only way on.

A *sequence* is a tuple of steps, one per numbered paragraph of the sequence of play. The agenda is a
stack of frames, each an open sequence: how far we are in it, and whom it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from grognard.engine.choices import Action, Ask, Fall, Move, Throw, Waiting
from grognard.engine.dice import hit_groups
from grognard.engine.log import Entry, Log
from grognard.engine.tables import Refusal, Tally

replace = msgspec.structs.replace
S = TypeVar("S", bound=msgspec.Struct)
RUNAWAY = 2000


class Flow(Enum):
    """What a step answers when it has done its part."""

    NEXT = auto()  # on to the next step of this sequence
    AGAIN = auto()  # ask this same step again
    DONE = auto()  # leave the sequence
    LOOP = auto()  # start the sequence over


NEXT, AGAIN, DONE, LOOP = Flow


class Call(NamedTuple):
    """Play another sequence first, then resume this step."""

    sequence: str
    env: Any = None


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One open sequence: how far we are in it, and whom it concerns."""

    sequence: str
    at: int = 0
    env: Any = None
    begun: bool = False
    sealed: tuple[tuple[int, str, Any], ...] = ()
    """Sealed answers already given: (side, verb, noun), hidden from the others until all are in."""


class Position(msgspec.Struct, frozen=True, dict=True, omit_defaults=True):
    """Everything there is to know about a game; plain data, never changed."""

    state: Any
    agenda: tuple[Frame, ...]
    reveals: int = 0
    """How often something hidden has been shown so far: undo may not go back over it."""

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return not self.agenda


class Table(Generic[S]):
    """What a step works on: a state taken up as a value, put down as a new one."""

    __slots__ = ("env", "faces", "log", "over", "reveals", "state")

    def __init__(self, state: S, env: Any, log: Log | None = None, reveals: int = 0):
        self.state: S = state
        self.env: Any = env
        self.log = log
        self.over = False
        self.reveals = reveals
        self.faces: tuple[Any, ...] | None = None

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def bind(self, **names: Any) -> None:
        """Change names of this sequence."""
        self.env = replace(self.env, **names)

    def note(self, cite: str, what: str, *, only: int | None = None, **facts: Any) -> None:
        """Write one entry into the log."""
        if self.log is not None:
            self.log.append(Entry(cite, what, facts, only))

    def reveal(self) -> None:
        """Something hidden has been shown: no undo beyond this."""
        self.reveals += 1

    def end(self) -> Flow:
        """The game is over."""
        self.over = True
        return DONE


class Row(Protocol):
    """A verb that says by itself what follows: a row of `grognard.engine.verbs`."""

    def does(self, t: Any, noun: Any) -> Flow | Call | None: ...


class Step:
    """One numbered paragraph of the sequence of play.

    A step that asks has a row or a method for each verb it offers; a step that throws has `fell`; a step whose choice
    is sealed has `revealed`. `t` is the book's own table, so steps may give it its own type.
    """

    cite = ""
    title = ""
    rows: Mapping[str, Row] = MappingProxyType({})
    """The verbs offered here that have a deed of their own in the book's catalogue."""
    outside = ""
    """The rule that those read here who are not asked, where `cite` would tell them what somebody holds."""

    def begin(self, t: Any) -> Flow | Call | None:
        """On arrival. May change the table, and may skip the step."""
        return None

    def resume(self, t: Any) -> Flow | Call | None:
        """When a sequence this step called has ended."""
        return NEXT

    def ask(self, t: Any) -> Waiting | None:
        """Whom we wait for; None to go on. Never changes the table."""
        return None

    def looks(self, t: Any, action: Action) -> bool:
        """Whether an action taken here looks for what may be hidden: then it stays, whether anything came out or not."""
        return False

    def answers(self, verb: str) -> bool:
        """Whether a verb can be said here: by a row or by a method."""
        return verb in self.rows or callable(getattr(self, verb, None))

    def fell(self, t: Any, reading: Any) -> Flow | Call | None:
        """The dice this step threw have fallen."""
        raise LookupError(f"{type(self).__name__} threw no dice")

    def revealed(self, t: Any, answers: Mapping[int, tuple[str, Any]]) -> Flow | Call | None:
        """All sealed answers are in."""
        raise LookupError(f"{type(self).__name__} asked for no sealed choice")

    def __repr__(self) -> str:
        return f"{type(self).__name__}[{self.cite}]"


class Window(Step):
    """A moment at which somebody may break in; place it where the book allows it.

    A subclass answers `who` and `offers`. It asks only if there is something to play, unless `always` is
    set: where hands are hidden, a pause at every window tells the other player nothing.
    """

    always = False
    prompt = "Break in?"

    def who(self, t: Any) -> int:
        """The side that may break in."""
        raise NotImplementedError

    def offers(self, t: Any) -> dict[str, Any]:
        """What it could do, by verb; empty if nothing."""
        raise NotImplementedError

    def ask(self, t: Any) -> Waiting | None:
        offers = self.offers(t)
        if not offers and not self.always:
            return None
        return Ask(self.who(t), self.prompt, self.cite, {**offers, "decline": None})

    def resume(self, t: Any) -> Flow | Call | None:
        return AGAIN

    def decline(self, t: Any) -> Flow | Call | None:
        """Let the moment pass."""
        return NEXT


class IllegalAction(ValueError):
    """An action that was not offered; carries the row that refuses it."""

    def __init__(self, action: Any, refusal: Refusal):
        super().__init__(str(refusal))
        self.action, self.refusal = action, refusal


class Engine:
    """The kernel: runs sequences of steps over positions."""

    def __init__(self, sequences: Mapping[str, tuple[Step, ...]], table: type[Table[Any]] = Table):
        self.sequences, self.table = sequences, table

    def start(self, state: Any, sequence: str, env: Any = None, log: Log | None = None) -> Position:
        """The first position of a game."""
        return self._run(self.table(state, None, log), (Frame(sequence, env=env),))

    def pending(self, position: Position) -> Waiting | None:
        """What the position waits for. Derived, so a position read from disk knows it too."""
        if not position.agenda:
            return None
        memo: dict[str, Waiting | None] = position.__dict__
        if "pending" not in memo:
            top = position.agenda[-1]
            waiting = self.step(top).ask(self.table(position.state, top.env, None, position.reveals))
            memo["pending"] = _still_open(waiting, top) if top.sealed else waiting
        return memo["pending"]

    def apply(self, position: Position, action: Action, log: Log | None = None) -> Position:
        """A player's move or the fall of the dice: nothing else moves a game."""
        waiting = self.pending(position)
        if waiting is None:
            raise IllegalAction(action, Refusal("end", "the game is over"))
        if action not in waiting:
            raise IllegalAction(action, waiting.refusal(action))
        return self.follow(position, action, log)

    def follow(self, position: Position, action: Action, log: Log | None = None) -> Position:
        """`apply` for actions taken from `pending` itself: spares the second look."""
        below, top = position.agenda[:-1], position.agenda[-1]
        t = self.table(position.state, top.env, log, position.reveals)
        step = self.step(top)
        if isinstance(action, Fall):
            throw = self.pending(position)
            assert isinstance(throw, Throw)
            t.faces = action.faces
            if log is not None:
                _note_throw(t, throw, action)
            flow = step.fell(t, action.reading)
        else:
            waiting = step.ask(self.table(position.state, top.env)) if top.sealed else self.pending(position)
            assert isinstance(waiting, Ask)
            if len(waiting.who) > 1:
                return self._seal(below, top, t, waiting, action)
            flow = _say(step, t, action.verb, action.noun)
        return self._run(t, self._follow(below, top, t, flow))

    def where(self, position: Position) -> list[tuple[str, Step]]:
        """The open sequences with the step each is at, outermost first."""
        return [(frame.sequence, self.step(frame)) for frame in position.agenda]

    def step(self, frame: Frame) -> Step:
        """The step a frame is at."""
        return self.sequences[frame.sequence][frame.at]

    def _seal(
        self, below: tuple[Frame, ...], top: Frame, t: Table[Any], waiting: Ask, action: Move
    ) -> Position:
        sealed = (*top.sealed, (action.side, action.verb, action.noun))
        if len(sealed) < len(waiting.who):
            return Position(t.state, (*below, replace(top, sealed=sealed)), t.reveals)
        answers = {side: (verb, noun) for side, verb, noun in sorted(sealed, key=lambda answer: answer[0])}
        t.reveal()
        flow = self.step(top).revealed(t, answers)
        return self._run(t, self._follow(below, replace(top, sealed=()), t, flow))

    def _run(self, t: Table[Any], agenda: tuple[Frame, ...]) -> Position:
        """Go on until somebody must decide or dice must fall."""
        for _ in range(RUNAWAY):
            if not agenda:
                return Position(t.state, (), t.reveals)
            top = agenda[-1]
            step = self.sequences[top.sequence][top.at]
            t.env = top.env
            if not top.begun:
                flow = step.begin(t)
                if flow is not None or t.over:
                    agenda = self._follow(agenda[:-1], top, t, flow)
                    continue
                top = Frame(top.sequence, top.at, t.env, True, top.sealed)
                agenda = (*agenda[:-1], top)
            if type(step).ask is not Step.ask:
                # A step that asks nothing is passed without a position; what it asks, the position is born with.
                waiting = step.ask(self.table(t.state, top.env, None, t.reveals))
                if waiting is not None and top.sealed:
                    waiting = _still_open(waiting, top)
                if waiting is not None:
                    position = Position(t.state, agenda, t.reveals)
                    position.__dict__["pending"] = waiting
                    return position
            agenda = self._follow(agenda[:-1], top, t, NEXT)
        raise RuntimeError(f"runaway sequence: {[frame.sequence for frame in agenda]}")

    def _follow(
        self, below: tuple[Frame, ...], top: Frame, t: Table[Any], flow: Flow | Call | None
    ) -> tuple[Frame, ...]:
        while not t.over:
            if flow is NEXT and top.at + 1 < len(self.sequences[top.sequence]):
                return (*below, Frame(top.sequence, top.at + 1, t.env))
            if flow is None or flow is AGAIN:
                return (*below, Frame(top.sequence, top.at, t.env, True, top.sealed))
            if isinstance(flow, Call):
                here = Frame(top.sequence, top.at, t.env, True, top.sealed)
                return (*below, here, Frame(flow.sequence, env=flow.env))
            if flow is LOOP:
                return (*below, Frame(top.sequence, env=t.env))
            if not below:
                return ()
            # The sequence is done: whoever called it goes on.
            below, top = below[:-1], below[-1]
            t.env = top.env
            flow = self.sequences[top.sequence][top.at].resume(t)
        return ()


def _still_open(waiting: Waiting | None, frame: Frame) -> Waiting | None:
    """A sealed choice waits only for those who have not answered."""
    if not frame.sealed or not isinstance(waiting, Ask):
        return waiting
    answered = {side for side, _, _ in frame.sealed}
    still = tuple(side for side in waiting.who if side not in answered)
    return Ask(
        still,
        waiting.prompt,
        waiting.cite,
        waiting.offers,
        waiting.barred,
        waiting.by_side,
        waiting.about,
        waiting.why,
    )


def _say(step: Step, t: Table[Any], verb: str, noun: Any) -> Flow | Call | None:
    if verb in step.rows:
        return step.rows[verb].does(t, noun)
    method = getattr(step, verb)
    flow: Flow | Call | None = method(t) if noun is None else method(t, noun)
    return flow


def _note_throw(t: Table[Any], throw: Throw, fall: Fall) -> None:
    """Dice entries carry faces, reading and the tally, written once for every throw there is."""
    facts: dict[str, Any] = {"throw": throw.what, "reading": fall.reading, **throw.facts}
    if fall.faces is not None:
        facts["faces"] = fall.faces
        if groups := hit_groups(throw.dice):
            facts["groups"] = groups
    if throw.side is not None:
        facts["side"] = throw.side
    if throw.why is not None:
        tallies = (throw.why,) if isinstance(throw.why, Tally) else throw.why
        facts["tally"] = [str(tally) for tally in tallies]
    t.note(throw.cite, "dice", only=throw.only, **facts)


def redact_agenda(
    agenda: tuple[Frame, ...], side: int | None, env: Callable[[Any, int | None], Any]
) -> tuple[Frame, ...]:
    """The agenda as one side may know it: others' sealed answers are known only to exist, names as `env` tells them."""
    found = []
    for frame in agenda:
        names = env(frame.env, side)
        if frame.sealed:
            sealed = tuple(answer if answer[0] == side else (answer[0], "", None) for answer in frame.sealed)
            frame = replace(frame, sealed=sealed)
        found.append(frame if names is frame.env else replace(frame, env=names))
    return tuple(found)


def barrier(before: Position, action: Action, after: Position, engine: Engine) -> bool:
    """Whether undo must stop here: dice fell, something was revealed or looked for, or the choice changed hands."""
    if isinstance(action, Fall) or after.reveals != before.reveals or after.over:
        return True
    top = before.agenda[-1]
    if engine.step(top).looks(engine.table(before.state, top.env), action):
        return True
    waiting = engine.pending(after)
    return isinstance(waiting, Ask) and waiting.who != (action.side,)
