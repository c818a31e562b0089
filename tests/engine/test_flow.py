"""The kernel: the vocabulary of flow, begin and ask, windows, the end of a game, the runaway guard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.dice import Sum
from grognard.engine.domains import Number
from grognard.engine.flow import AGAIN, DONE, LOOP, NEXT, Call, Engine, IllegalAction, Step, Table, Window
from grognard.engine.log import Entry
from tests.engine.play import playing, told


class Tape(msgspec.Struct, frozen=True):
    """A state that remembers what was done to it."""

    words: tuple[str, ...] = ()


class Names(msgspec.Struct, frozen=True):
    """What a sequence is about."""

    who: str = ""
    count: int = 0


def write(t: Table[Tape], *words: str) -> None:
    t.set(words=(*t.state.words, *words))


class Does(Step):
    """Writes a word on arrival and answers with some flow."""

    cite = "1"

    def __init__(self, word: str, flow: Any = NEXT):
        self.word, self.flow = word, flow

    def begin(self, t: Table[Tape]) -> Any:
        write(t, self.word)
        return self.flow(t) if callable(self.flow) else self.flow

    def resume(self, t: Table[Tape]) -> Any:
        write(t, f"{self.word} resumed")
        return NEXT


class Asks(Step):
    """Waits for side 0, and does as it is told."""

    cite = "2"

    def __init__(self, word: str):
        self.word = word

    def begin(self, t: Table[Tape]) -> None:
        write(t, self.word)

    def ask(self, t: Table[Tape]) -> Ask:
        buttons = dict.fromkeys(("go_on", "again", "leave", "over", "call", "finish"))
        return Ask(0, self.word, self.cite, {**buttons, "count": Number(1, 3)})

    def go_on(self, t: Table[Tape]) -> Any:
        return NEXT

    def again(self, t: Table[Tape]) -> Any:
        return AGAIN

    def leave(self, t: Table[Tape]) -> Any:
        return DONE

    def over(self, t: Table[Tape]) -> Any:
        return LOOP

    def call(self, t: Table[Tape]) -> Any:
        return Call("other", Names("called"))

    def finish(self, t: Table[Tape]) -> Any:
        return t.end()

    def count(self, t: Table[Tape], number: int) -> Any:
        write(t, str(number))
        return None

    def resume(self, t: Table[Tape]) -> Any:
        write(t, f"{self.word} resumed")
        return AGAIN


def engine(**sequences: tuple[Step, ...]) -> Engine:
    return Engine(sequences)


MACHINE = engine(main=(Asks("a"), Asks("b")), other=(Does("x"), Asks("y"), Does("z")))


@pytest.mark.parametrize(
    ("said", "words", "where"),
    [
        ("", "a", "main:a"),
        ("go_on", "a b", "main:b"),
        ("go_on go_on", "a b", ""),
        ("again", "a", "main:a"),
        ("leave", "a", ""),
        ("go_on leave", "a b", ""),
        ("go_on over", "a b a", "main:a"),
        ("finish", "a", ""),
        ("call", "a x y", "main:a other:y"),
        ("call go_on", "a x y z a_resumed", "main:a"),
        ("call leave", "a x y a_resumed", "main:a"),
        ("call over", "a x y x y", "main:a other:y"),
        ("call finish", "a x y", ""),
        ("go_on call leave go_on", "a b x y b_resumed", ""),
        ("call again again go_on go_on", "a x y z a_resumed b", "main:b"),
    ],
)
def test_the_vocabulary_of_flow(said: str, words: str, where: str) -> None:
    position = MACHINE.start(Tape(), "main", Names())
    for verb in said.split():
        position = MACHINE.apply(position, Move(0, verb))
    assert [word.replace(" ", "_") for word in position.state.words] == words.split()
    assert " ".join(f"{name}:{step.word}" for name, step in MACHINE.where(position)) == where  # type: ignore[attr-defined]
    assert position.over is (where == "")


def test_a_noun_is_handed_to_the_verb_and_no_answer_means_again() -> None:
    position = MACHINE.apply(MACHINE.start(Tape(), "main", Names()), Move(0, "count", 2))
    assert position.state.words == ("a", "2")
    assert told(MACHINE.pending(position))[1] == "a"


def test_steps_that_wait_for_nobody_run_through() -> None:
    machine = engine(main=(Does("a"), Does("b", None), Does("c", DONE), Does("never")))
    position = machine.start(Tape(), "main")
    assert position.over
    assert position.state.words == ("a", "b", "c")
    assert machine.pending(position) is None


def test_calls_nest_and_come_back_in_order() -> None:
    machine = engine(
        main=(Does("a", Call("mid")), Does("d")),
        mid=(Does("b", Call("low")),),
        low=(Does("c"), Does("e", DONE)),
    )
    assert " ".join(machine.start(Tape(), "main").state.words) == "a b c e b resumed a resumed d"


class Counts(Step):
    """Binds names in its own sequence, calls another, and looks again."""

    cite = "3"

    def begin(self, t: Table[Tape]) -> Any:
        t.bind(count=t.env.count + 1)
        return Call("inner", Names("inner", 70))

    def resume(self, t: Table[Tape]) -> Any:
        write(t, f"{t.env.who} {t.env.count}")
        t.bind(count=t.env.count + 1)
        return NEXT


def test_names_belong_to_their_own_sequence() -> None:
    bind_and_say = Does("in", lambda t: (t.bind(count=99), write(t, f"{t.env.who} {t.env.count}"))[1])
    machine = engine(main=(Counts(), Counts(), Asks("end")), inner=(bind_and_say,))
    position = machine.start(Tape(), "main", Names("outer"))
    assert position.state.words == ("in", "inner 99", "outer 1", "in", "inner 99", "outer 3", "end")
    assert position.agenda[-1].env == Names("outer", 4)


def test_starting_over_keeps_the_names() -> None:
    class Counting(Asks):
        def over(self, t: Table[Tape]) -> Any:
            t.bind(who="over")
            return LOOP

    machine = engine(main=(Does("a", lambda t: t.bind(count=t.env.count + 1)), Counting("b")))
    position = machine.start(Tape(), "main", Names())
    position = machine.apply(position, Move(0, "over"))
    assert position.agenda[-1].env == Names("over", 2)


# ---------------------------------------------------------------- begin once, ask pure, pending derived


def test_begin_happens_once_however_often_we_ask() -> None:
    position = MACHINE.start(Tape(), "main", Names())
    for verb in ("again", "call", "leave", "again"):
        position = MACHINE.apply(position, Move(0, verb))
    assert position.state.words.count("a") == 1


class Scribbles(Asks):
    """An ask that tries to change the table: it must not come through."""

    def ask(self, t: Table[Tape]) -> Ask:
        write(t, "scribble")
        t.env = Names("forged")
        t.reveal()
        return super().ask(t)


def test_what_ask_does_to_the_table_is_forgotten() -> None:
    machine = engine(main=(Scribbles("a"),))
    position = machine.start(Tape(), "main", Names("true"))
    machine.pending(position)
    after = machine.apply(position, Move(0, "again"))
    assert (after.state, after.agenda, after.reveals) == (position.state, position.agenda, 0)
    assert after.state.words == ("a",)
    assert after.agenda[-1].env == Names("true")


@pytest.mark.parametrize("scenario", RULESET.scenarios)
def test_asking_changes_nothing_in_a_whole_game(scenario: str) -> None:
    machine = RULESET.engine()
    for game, waiting in playing(RULESET, scenario, 3):
        top, before = game.position.agenda[-1], game.book.encode(game.position)
        t = RULESET.table(game.position.state, top.env, [], game.position.reveals)
        again = machine.step(top).ask(t)
        assert (t.state, t.env, t.log, t.reveals) == (game.position.state, top.env, [], game.position.reveals)
        if not top.sealed:
            assert told(again) == told(waiting)
        assert game.book.encode(game.position) == before


@pytest.mark.parametrize("scenario", RULESET.scenarios)
@pytest.mark.parametrize("seed", range(6))
def test_a_position_read_from_json_goes_on_as_if_nothing_had_happened(scenario: str, seed: int) -> None:
    machine = RULESET.engine()
    read = RULESET.start(scenario)
    for game, waiting in playing(RULESET, scenario, seed):
        if game.actions:
            read = RULESET.decode(RULESET.encode(machine.apply(read, game.actions[-1])))
        assert read == game.position
        assert hash(read) == hash(game.position)
        assert told(machine.pending(read)) == told(waiting)
    assert machine.apply(read, game.actions[-1]) == game.position


# ---------------------------------------------------------------- dice


class Throws(Step):
    cite = "4"

    def ask(self, t: Table[Tape]) -> Throw:
        return Throw("test", Sum(2), self.cite, side=1, only=None, unit=7)

    def fell(self, t: Table[Tape], reading: int) -> Any:
        write(t, f"{reading} {t.faces}")
        return AGAIN if reading == 2 else NEXT


def test_dice_are_an_action_and_write_their_own_entry() -> None:
    machine, log = engine(main=(Throws(),)), list[Entry]()
    position = machine.apply(machine.start(Tape(), "main"), Fall(2, (1, 1)), log)
    position = machine.apply(position, Fall(9), log)
    assert position.state.words == ("2 (1, 1)", "9 None")
    assert position.over
    facts = {"throw": "test", "unit": 7, "side": 1}
    assert log == [
        Entry("4", "dice", {**facts, "reading": 2, "faces": (1, 1)}),
        Entry("4", "dice", {**facts, "reading": 9}),
    ]


@pytest.mark.parametrize("action", [Move(0, "end"), Fall(13), Fall(2, (1, 2)), Fall(2.0)], ids=str)
def test_only_a_possible_fall_moves_on(action: Any) -> None:
    machine = engine(main=(Throws(),))
    with pytest.raises(IllegalAction) as fault:
        machine.apply(machine.start(Tape(), "main"), action)
    assert fault.value.refusal.cite == "4"


def test_a_step_must_answer_for_what_it_asks() -> None:
    class Silent(Step):
        def ask(self, t: Any) -> Throw:
            return Throw("test", Sum(1), "5")

    class Sealed(Step):
        def ask(self, t: Any) -> Ask:
            return Ask((0, 1), "?", "5", {"yes": None})

    silent, sealed = engine(main=(Silent(),)), engine(main=(Sealed(),))
    with pytest.raises(LookupError, match="Silent threw no dice"):
        silent.apply(silent.start(Tape(), "main"), Fall(1))
    position = sealed.apply(sealed.start(Tape(), "main"), Move(0, "yes"))
    with pytest.raises(LookupError, match="Sealed asked for no sealed choice"):
        sealed.apply(position, Move(1, "yes"))


# ---------------------------------------------------------------- windows


class Moment(Window):
    cite = "11"

    def __init__(self, always: bool):
        self.always = always

    def who(self, t: Table[Tape]) -> int:
        return 1

    def offers(self, t: Table[Tape]) -> dict[str, Any]:
        left = 2 - t.state.words.count("card")
        return {"play": Number(1, left)} if left else {}

    def play(self, t: Table[Tape], number: int) -> Call:
        return Call("card")


@pytest.mark.parametrize(
    ("always", "held", "stops"),
    [(False, 0, []), (False, 1, ["play"]), (False, 2, ["play", "play"]), (True, 0, [""]), (True, 2, ["play", "play", ""])],
)  # fmt: skip
def test_a_window_asks_until_declined_or_empty(always: bool, held: int, stops: list[str]) -> None:
    machine = engine(main=(Moment(always), Does("after")), card=(Does("card"),))
    position = machine.start(Tape(("card",) * (2 - held)), "main")
    seen = []
    while (waiting := machine.pending(position)) is not None:
        assert isinstance(waiting, Ask)
        assert waiting.who == (1,)
        seen.append("play" if "play" in waiting.offers else "")
        position = machine.apply(position, Move(1, "play", 1) if seen[-1] else Move(1, "decline"))
    assert seen == stops
    assert position.state.words == ("card", "card", "after")


def test_declining_lets_the_moment_pass() -> None:
    machine = engine(main=(Moment(False), Does("after")), card=(Does("card"),))
    position = machine.apply(machine.start(Tape(), "main"), Move(1, "decline"))
    assert position.state.words == ("after",)


# ---------------------------------------------------------------- the end, and no end


class Ends(Asks):
    """Ends the game on arrival, forgets to say so, and would ask."""

    def begin(self, t: Table[Tape]) -> None:
        t.end()


ENDINGS: dict[str, Callable[[], tuple[Step, ...]]] = {
    "begin": lambda: (Does("a", lambda t: t.end()), Asks("never")),
    "begin, without saying so": lambda: (Ends("a"), Asks("never")),
    "begin, going on": lambda: (Does("a", lambda t: (t.end(), NEXT)[1]), Asks("never")),
    "begin, calling": lambda: (Does("a", lambda t: (t.end(), Call("inner"))[1]), Asks("never")),
    "inner": lambda: (Does("a", Call("inner")), Asks("never")),
}


@pytest.mark.parametrize("steps", list(ENDINGS.values()), ids=list(ENDINGS))
def test_the_end_is_the_end_wherever_it_is_called(steps: Callable[[], tuple[Step, ...]]) -> None:
    machine = engine(main=steps(), inner=(Does("b", lambda t: t.end()), Asks("never")))
    position = machine.start(Tape(), "main")
    assert position.over
    assert machine.pending(position) is None
    assert "never" not in position.state.words


def test_nothing_is_taken_when_the_game_is_over() -> None:
    machine = engine(main=(Does("a"),))
    with pytest.raises(IllegalAction, match="the game is over"):
        machine.apply(machine.start(Tape(), "main"), Move(0, "go_on"))


@pytest.mark.parametrize(
    "sequences",
    [
        {"main": (Does("a", LOOP),)},
        {"main": (Does("a"), Does("b", LOOP))},
        {"main": (Does("a", Call("main")),)},
        {"main": (Does("a", Call("other")), Does("b", LOOP)), "other": (Does("c"),)},
    ],
    ids=lambda sequences: str(sequences),
)
def test_a_sequence_that_never_asks_is_caught(sequences: dict[str, tuple[Step, ...]]) -> None:
    with pytest.raises(RuntimeError, match="runaway sequence"):
        Engine(sequences).start(Tape(), "main")


# ---------------------------------------------------------------- what is refused, in whole games


STRANGE: tuple[Any, ...] = (
    None,
    -1,
    99,
    0.0,
    True,
    "x",
    (),
    (0, 0),
    (99, 99),
    ((0, 1),),
    (("advance", 10**9),),
    10**40,
    [0],
    {},
)


@pytest.mark.parametrize("scenario", RULESET.scenarios)
def test_whatever_is_not_offered_is_refused_with_a_citation(scenario: str) -> None:
    """Every verb of the book with a heap of nouns, by every side, at every stop of a game."""
    machine, verbs = RULESET.engine(), (*RULESET.sheet.labels, "fly", "begin", "ask", "__init__", "")
    refused = 0
    for game, waiting in playing(RULESET, scenario, 11):
        tries: list[Any] = [
            Move(s, v, n) for s in (0, 1, 2, -1) for v in verbs for n in STRANGE[:: 1 + len(game.actions) % 3]
        ]
        tries += [Fall(n) for n in STRANGE] + [Fall(0, STRANGE)]
        for action in tries:
            if action in waiting:
                machine.apply(game.position, action)
                continue
            with pytest.raises(IllegalAction) as fault:
                machine.apply(game.position, action)
            assert fault.value.refusal.cite in RULESET.rulebook.rules
            refused += 1
        if len(game.actions) > 25:
            break
    assert refused > 5000


@pytest.mark.parametrize("scenario", RULESET.scenarios)
def test_whatever_is_offered_is_taken(scenario: str) -> None:
    machine = RULESET.engine()
    for game, waiting in playing(RULESET, scenario, 5):
        if isinstance(waiting, Throw):
            actions: list[Any] = [Fall(reading) for reading in waiting.dice.dist()]
        else:
            actions = [move for side in waiting.who for move in waiting.moves(side)]
        for action in actions:
            assert machine.apply(game.position, action) == machine.follow(game.position, action)


def test_a_refused_action_leaves_the_position_as_it_was() -> None:
    position = MACHINE.start(Tape(), "main", Names())
    log: list[Entry] = []
    with pytest.raises(IllegalAction):
        MACHINE.apply(position, Move(0, "count", 9), log)
    assert position.state.words == ("a",)
    assert log == []


def test_the_agenda_stays_shallow_and_says_where_we_are() -> None:
    deepest = max(len(game.position.agenda) for game, _ in playing(RULESET, "battle", 0))
    assert deepest <= 5
    game, _ = next(playing(RULESET, "battle", 0))
    assert [name for name, _ in game.engine.where(game.position)] == ["battle", "turn"]
    assert repr(game.engine.where(game.position)[-1][1]) == "Bid[3.3]"
