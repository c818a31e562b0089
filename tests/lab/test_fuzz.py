"""The laws: sound games keep them, and each catches the fault it is there for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET, sheet
from examples.toy_brigade.toy.steps.act import Act, Manoeuvre, March
from examples.toy_brigade.toy.steps.turn import Bid
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.domains import Units
from grognard.engine.flow import Flow, Position, Step
from grognard.engine.replay import Game, read_save, restore
from grognard.engine.soundness import Law
from grognard.lab import laws
from grognard.lab.fuzz import fuzz
from grognard.lab.mutants import mutants

replace = msgspec.structs.replace


def test_the_toy_book_keeps_every_law(tmp_path: Path) -> None:
    ticks: list[tuple[int, int]] = []
    began = process_time()
    report = fuzz(
        RULESET,
        1.5,
        seed=11,
        share=0.2,
        folder=tmp_path,
        progress=lambda games, actions: ticks.append((games, actions)),
    )
    assert process_time() - began < 6
    assert report.faults == ()
    assert report.games > 5
    assert report.actions > 100
    assert ticks[-1] == (report.games, report.actions)
    assert set(report.as_json()) == {"games", "actions", "seconds", "faults"}
    assert list(tmp_path.iterdir()) == []


# ---- each law finds the fault planted for it


class Meddling(Act):
    """Asks, and changes the table in asking."""

    def ask(self, t: Any) -> Ask:
        t.set(turn=t.state.turn + 1)
        return super().ask(t)


class Unlabelled(Act):
    """Offers a verb that no sheet has heard of."""

    def ask(self, t: Any) -> Ask:
        ask = super().ask(t)
        return Ask(ask.who, ask.prompt, ask.cite, {**ask.offers, "pray": None}, ask.barred)

    def pray(self, t: Any) -> Flow:
        return Flow.AGAIN


class Methodless(Act):
    """Offers a verb and has no method for it."""

    def ask(self, t: Any) -> Ask:
        ask = super().ask(t)
        return Ask(ask.who, ask.prompt, ask.cite, {**ask.offers, "bid": None}, ask.barred)


class Barren(Act):
    """Offers a verb with nothing to say it of."""

    def ask(self, t: Any) -> Ask:
        ask = super().ask(t)
        return Ask(ask.who, ask.prompt, ask.cite, {**ask.offers, "march": Units(())}, ask.barred)


class Crashing(Act):
    """Marches into an exception."""

    def ride(self, t: Any, zone: str) -> Flow:
        raise ZeroDivisionError(zone)


class Uncited(Act):
    """Writes a rule into the log that the book has not."""

    def ride(self, t: Any, zone: str) -> Flow:
        t.note("99.9", "rides", side=t.env.side, zone=zone)
        return super().ride(t, zone)


class Wordless(Act):
    """Writes something into the log that has no phrase."""

    def ride(self, t: Any, zone: str) -> Flow:
        t.note("5.4", "gallops")
        return super().ride(t, zone)


class Unruly(Act):
    """Refuses by a rule that is not in the book."""

    def ask(self, t: Any) -> Ask:
        ask = super().ask(t)
        return Ask(ask.who, ask.prompt, "Z-1", ask.offers, {})


class Lax(Units):
    """Says yes to more than it lists."""

    def __contains__(self, noun: object) -> bool:
        return isinstance(noun, int)


class Overgenerous(Act):
    """Lets anything march."""

    def ask(self, t: Any) -> Ask:
        ask = super().ask(t)
        offers = {verb: Lax(domain) if verb == "march" else domain for verb, domain in ask.offers.items()}
        return Ask(ask.who, ask.prompt, ask.cite, offers, ask.barred)

    def march(self, t: Any, unit: int) -> Any:
        return Flow.AGAIN


class Endless(Act):
    """Can always be asked again and never ends."""

    def ask(self, t: Any) -> Ask:
        return Ask(t.env.side, "Again?", self.cite, {"end": None})

    def end(self, t: Any) -> Flow:
        return Flow.AGAIN


class Exaggerating(Manoeuvre):
    """Marches, and tells of ten more."""

    def go(self, t: Any, legs: Any) -> Any:
        unit = t.unit(t.env.unit)
        t.put(unit.id, x=March(t.state, unit).path(legs).end, acted=True)
        t.note(self.cite, "marches", unit=unit.id, x=t.unit(t.env.unit).x + 10)
        return Flow.NEXT


class Forgetful(Act):
    """Never lets anybody march."""

    def ask(self, t: Any) -> Ask:
        ask = super().ask(t)
        offers = {verb: domain for verb, domain in ask.offers.items() if verb != "march"}
        return Ask(ask.who, ask.prompt, ask.cite, offers, ask.barred)


def with_step(old: type[Step], new: Step) -> Book:
    """The toy book with one step replaced."""
    return RULESET._replace(
        sequences={
            name: tuple(new if type(step) is old else step for step in steps)
            for name, steps in RULESET.sequences.items()
        }
    )


def leaky(state: Any, side: int | None) -> Any:
    """Hides the hand of the first side only once in two."""
    known = sheet.redact(state, side)
    return replace(known, turns=known.turns - 1)


class Gossip(sheet.Sheet):
    """Shows everybody everything."""

    def view(self, state: Any, side: int | None) -> Any:
        view = super().view(state, side)
        return replace(view, extra={"hands": [list(hand) for hand in state.hands]})


PLANTED: list[tuple[str, Book]] = [
    ("pure ask", with_step(Act, Meddling())),
    ("answerable", with_step(Act, Unlabelled())),
    ("answerable", with_step(Act, Methodless())),
    ("answerable", with_step(Act, Barren())),
    ("no exceptions", with_step(Act, Crashing())),
    ("cited log", with_step(Act, Uncited())),
    ("cited log", with_step(Act, Wordless())),
    ("others are refused", with_step(Act, Unruly())),
    ("others are refused", with_step(Act, Overgenerous())),
    ("games end", with_step(Act, Endless())),
    ("the journal says where a march ends", with_step(Manoeuvre, Exaggerating())),
    ("whoever could march is offered it", with_step(Act, Forgetful())),
    ("ghosts walk", RULESET._replace(laws=(Law("ghosts walk", ("5.1",), at=lambda state: [""]),))),
    ("sound state", RULESET._replace(check=lambda state: ["ghosts"] if state.turn > 1 else [])),
    ("conserved", RULESET._replace(census=lambda state: {"turns": state.turn})),
    ("views leak nothing", RULESET._replace(redact=leaky)),
    ("views leak nothing", RULESET._replace(sheet=Gossip())),
]


@pytest.mark.parametrize(("law", "book"), PLANTED, ids=[f"{at} {law}" for at, (law, _) in enumerate(PLANTED)])
def test_a_planted_fault_is_found_and_its_game_kept(law: str, book: Book, tmp_path: Path) -> None:
    report = fuzz(book, 20, share=1.0, scenarios=("skirmish",), folder=tmp_path, limit=100, most_faults=1)
    (fault,) = report.faults
    # A step that crashes is found by trying out what is offered, or by playing it.
    assert fault.law in ({law, "offered is accepted"} if law == "no exceptions" else {law})
    game = restore(read_save(Path(fault.file).read_bytes()), {"toy": book})
    assert len(game.actions) == fault.at
    text = Path(fault.file).with_suffix(".txt").read_text("utf-8")
    for words in (f"seed: {fault.seed}", f"law: {fault.law}", "Traceback"):
        assert words in text


def test_the_same_seed_finds_the_same_fault(tmp_path: Path) -> None:
    book = with_step(Act, Crashing())
    runs = [fuzz(book, 20, seed=4, folder=tmp_path, most_faults=1) for _ in range(2)]
    assert runs[0].faults[0] == runs[1].faults[0]


def test_a_round_trip_that_loses_something_is_found() -> None:
    engine = RULESET.engine()
    position = RULESET.start("skirmish")
    laws.round_trip(RULESET, engine, position)
    # a list where a tuple belongs reads back as a tuple
    crooked = Position(replace(position.state, discards=["ambush"]), position.agenda)
    with pytest.raises(laws.Broken, match="round trip: differs after JSON: discards"):
        laws.round_trip(RULESET, engine, crooked)


def test_an_agenda_that_piles_up_is_found() -> None:
    position = RULESET.start("skirmish")
    with pytest.raises(laws.Broken, match="shallow agenda: 20 deep"):
        laws.shallow_agenda(Position(position.state, position.agenda[:1] * 20))


def played(game: Game, rng: random.Random, until: Callable[[Game], bool]) -> Game:
    while not until(game):
        waiting = game.pending
        assert waiting is not None
        game.apply(waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng))
    return game


def test_undo_that_crosses_dice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    after_dice = played(Game(RULESET, "battle"), rng, lambda game: any("dice" in say for say in told(game)))
    laws.honest_undo(after_dice)
    monkeypatch.setattr(Game, "can_undo", lambda self: True)
    with pytest.raises(laws.Broken, match="honest undo: could take back dice"):
        laws.honest_undo(after_dice)


def told(game: Game) -> Iterator[str]:
    """What the last action wrote into the log."""
    return (entry.what for entry in game.entries[-1])


def test_a_replay_that_ends_elsewhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(Game(RULESET, "skirmish"), random.Random(2), lambda game: game.position.over)
    laws.at_the_end(game)
    game.positions[-1] = Position(replace(game.position.state, turn=1), ())
    with pytest.raises(laws.Broken, match="the replay ended elsewhere"):
        laws.replayed(game)


def test_mutants_are_mostly_wrong_but_stay_near() -> None:
    engine, position = RULESET.engine(), RULESET.start("skirmish")
    rng = random.Random(5)
    waiting = engine.pending(position)
    assert isinstance(waiting, Ask)
    tried = [action for _ in range(50) for action in mutants(waiting, rng)]
    wrong = sum(action not in waiting for action in tried)
    assert wrong > len(tried) * 0.6
    assert any(isinstance(action, Move) and action.verb in waiting.offers for action in tried)
    assert type(engine.step(position.agenda[-1])) is Bid
