"""What players of Toy Brigade see, and what they do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.book import Label, Outcome
from grognard.engine.dice import Rng
from grognard.engine.sheet import Sheet as BookSheet
from grognard.engine.view import Area, Board, Piece, Row, Tag, View

from .state import HEIGHT, UNKNOWN, WIDTH, State, Unit, replace
from .steps.act import lane


def redact(state: State, side: int | None) -> State:
    """Nobody knows the deck or the order of events; a hand is known to its side only. [TB 3.2, 11.1]"""
    return replace(
        state,
        hands=tuple(
            hand if side == owner else (UNKNOWN,) * len(hand) for owner, hand in enumerate(state.hands)
        ),
        deck=(UNKNOWN,) * len(state.deck),
        pile=(UNKNOWN,) * len(state.pile),
    )


def others(state: State, side: int, rng: Rng) -> State:
    """Hand and deck shuffled together: as many cards as before, but others."""
    cards = [*state.hands[side], *state.deck]
    for last in range(len(cards) - 1, 0, -1):
        other = rng.randint(0, last)
        cards[last], cards[other] = cards[other], cards[last]
    size = len(state.hands[side])
    hand, deck = tuple(cards[:size]), tuple(cards[size:])
    return replace(state, hands=(hand, state.hands[1]) if side == 0 else (state.hands[0], hand), deck=deck)


def outcome(state: State) -> Outcome | None:
    """The stronger side wins. [TB 9.2]"""
    if not state.ended:
        return None
    scores = tuple(sum(unit.strength for unit in state.of(side)) for side in (0, 1))
    if scores[0] == scores[1]:
        return Outcome(None, "both sides are equally strong", "9.2", scores)
    winner = int(scores[1] > scores[0])
    return Outcome(winner, f"{state.sides[winner]} are stronger", "9.2", scores)


def census(state: State) -> Mapping[str, int]:
    """Figures, cards and events are never made or lost."""
    counts = {
        f"figures of side {side}": sum(unit.strength for unit in state.of(side)) + state.fallen[side]
        for side in (0, 1)
    }
    counts["cards"] = len(state.deck) + sum(map(len, state.hands)) + len(state.discards)
    counts["events"] = len(state.pile) + len(state.shown)
    return counts


def check(state: State) -> list[str]:
    """What no position may show."""
    faults = [f"unit {unit.id} is at index {i}" for i, unit in enumerate(state.units) if unit.id != i]
    for unit in state.units:
        if not 0 <= unit.x <= WIDTH:
            faults.append(f"{unit.name} is off the table")
        if not 0 <= unit.strength <= unit.full:
            faults.append(f"{unit.name} has {unit.strength} of {unit.full} figures")
        if not 0 <= unit.disorder <= 3:
            faults.append(f"{unit.name} has {unit.disorder} disorder")
    if max(map(len, state.hands)) > 3:
        faults.append("a hand holds more than three cards")
    if state.turn > state.turns:
        faults.append("the game goes on too long")
    return faults


class Sheet(BookSheet[State]):
    """Board, pieces, cards, labels and phrases."""

    labels: Mapping[str, Label] = {
        "bid": Label("Bid"),
        "hold_back": Label("Hold back", "go last, draw a card"),
        "rally": Label("Rally"),
        "go_on": Label("Go on"),
        "fire": Label("Fire"),
        "charge": Label("Charge", confirm=True),
        "march": Label("March"),
        "go": Label("Go"),
        "halt": Label("Halt"),
        "ride": Label("Ride"),
        "play": Label("Play a card", confirm=True),
        "end": Label("End the turn", confirm=True),
        "allot": Label("Share the hits"),
        "decline": Label("Decline"),
        "stand": Label("Stand"),
        "give_ground": Label("Give ground"),
    }
    phrases: Mapping[str, str] = {
        "turn": "turn {number}",
        "event": "event: {event}",
        "bids": "bids: {first} against {second}",
        "player turn": "side {side} to act",
        "draws": "side {side} draws a card",
        "drew": "you drew {card}",
        "dice": "{throw}: {reading}",
        "rallies": "{unit}: {result}",
        "rides": "the general of side {side} rides to {zone}",
        "plays": "side {side} plays {card}",
        "charges": "{unit} charges {target}",
        "marches": "{unit} marches to {x}",
        "loses": "{unit} loses {hits}",
        "gives ground": "{unit} gives ground",
        "stopped": "{unit} is stopped",
        "melee": "{unit} against {target}: {result}",
        "routs": "{unit} routs",
        "wavers": "{unit} wavers",
        "nightfall": "night falls",
    }

    def board(self, state: State) -> Board:
        thirds = (WIDTH // 3, WIDTH * 2 // 3)
        middle = ((thirds[0], 0), (thirds[1], 0), (thirds[1], HEIGHT), (thirds[0], HEIGHT))
        return Board("table", WIDTH, HEIGHT, "paces", (Area("middle", "zone", middle, "middle"),))

    def view(self, state: State, side: int | None) -> View:
        known = redact(state, side)
        extra: dict[str, Any] = {
            "hands": [list(hand) for hand in known.hands],
            "generals": list(known.generals),
        }
        pieces = tuple(self.piece(unit) for unit in known.units if unit.strength)
        score = tuple(Row(name, str(known.fallen[i]), "9.2") for i, name in enumerate(known.sides))
        headline = f"Turn {known.turn} of {known.turns}, {known.weather or 'no event'}"
        return View("toy", known.title, side, known.sides, headline, pieces, score, extra)

    def piece(self, unit: Unit) -> Piece:
        """One unit as drawn."""
        y = lane(unit)
        corners = ((unit.x - 5, y - 15), (unit.x + 5, y - 15), (unit.x + 5, y + 15), (unit.x - 5, y + 15))
        tags: tuple[Tag, ...] = (Tag(f"disorder {unit.disorder}", "6.2b", "bad"),) if unit.disorder else ()
        tags += (Tag("loaded", "6.2a", "good"),) if unit.loaded else ()
        pose = (unit.x, y, 900 if unit.side == 0 else 2700)
        glyph = unit.name[0].upper() if unit.side == 0 else unit.name[0].lower()
        return Piece(
            unit.id,
            unit.side,
            unit.name,
            unit.arm,
            glyph,
            pose,
            corners,
            figures=unit.strength,
            full=unit.full,
            tags=tags,
        )

    def card(self, state: State, unit: int) -> tuple[Row, ...]:
        one = state.units[unit]
        return (
            Row("arm", one.arm, "5.3"),
            Row("strength", f"{one.strength}/{one.full}", "6.2"),
            Row("disorder", str(one.disorder), "6.2b"),
        )

    def sides(self, state: State) -> tuple[str, ...]:
        """What to call each side."""
        return state.sides

    def names(self, state: State) -> Mapping[int, str]:
        return {unit.id: unit.name for unit in state.units}
