"""The turn: events, bids, both sides, cards, rallying, and the end. [TB 3, 4, 9, 11.1]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Draw, Faced, Opposed, Sum
from grognard.engine.domains import Number, Units
from grognard.engine.flow import AGAIN, LOOP, NEXT, Call, Flow, Step

from .. import tables
from ..state import Field, Order, PlayerTurn, Turn, replace


class NewTurn(Step):
    """All units may act and rally again. [TB 3.1]"""

    cite = "3.1"
    title = "Turn"

    def begin(self, t: Field) -> Call:
        units = tuple(replace(unit, acted=False, rallied=False) for unit in t.state.units)
        t.set(turn=t.state.turn + 1, units=units)
        t.note("3.1", "turn", number=t.state.turn)
        return Call("turn", Turn())


class TurnUp(Step):
    """The top event of the pile is turned up. [TB 3.2]"""

    cite = "3.2"

    def begin(self, t: Field) -> Flow:
        if t.state.pile:
            event, *rest = t.state.pile
            t.set(pile=tuple(rest), shown=(*t.state.shown, event))
            t.note("3.2", "event", event=event)
            t.reveal()
        return NEXT


class Bid(Step):
    """Both sides bid in secret; the higher goes first and draws no card. [TB 3.3]"""

    cite = "3.3"

    def ask(self, t: Field) -> Ask:
        return Ask((0, 1), "Bid for the first turn", self.cite, {"bid": Number(0, 2), "hold_back": None})

    def revealed(self, t: Field, answers: Mapping[int, tuple[str, Any]]) -> Flow:
        bids = [noun if verb == "bid" else -1 for verb, noun in (answers[0], answers[1])]
        t.note("3.3", "bids", first=bids[0], second=bids[1])
        if bids[0] == bids[1]:
            t.bind(draws=(0, 1))
        else:
            first = int(bids[1] > bids[0])
            t.bind(first=first, draws=(1 - first,))
        return NEXT


class BreakTie(Step):
    """Equal bids are settled by a die each. [TB 3.4]"""

    cite = "3.4"

    def ask(self, t: Field) -> Throw | None:
        return Throw("initiative", Opposed(), self.cite) if t.env.first < 0 else None

    def fell(self, t: Field, reading: int) -> Flow:
        t.bind(first=int(reading < 0))
        return NEXT


class BothSides(Step):
    """Each side takes one player turn. [TB 3.5]"""

    cite = "3.5"

    def begin(self, t: Field) -> Flow | Call:
        return self.resume(t)

    def resume(self, t: Field) -> Flow | Call:
        taken = t.env.taken
        if taken == 2:
            return NEXT
        side = t.env.first if taken == 0 else 1 - t.env.first
        t.bind(taken=taken + 1)
        t.note(self.cite, "player turn", side=side)
        return Call("player turn", PlayerTurn(side, side in t.env.draws))


class DrawCard(Step):
    """A card unseen by the other side, to a hand of three. [TB 11.1]"""

    cite = "11.1"

    def ask(self, t: Field) -> Throw | None:
        side = t.env.side
        if not t.env.draws or not t.state.deck or len(t.state.hands[side]) >= 3:
            return None
        cards = tuple(sorted(Counter(t.state.deck).items()))
        return Throw("card", Draw(cards), self.cite, side=side, only=side)

    def fell(self, t: Field, reading: str) -> Flow:
        side, deck = t.env.side, list(t.state.deck)
        deck.remove(reading)
        t.set(deck=tuple(deck))
        t.with_hand(side, tuple(sorted((*t.state.hands[side], reading))))
        t.note(self.cite, "draws", side=side)
        t.note(self.cite, "drew", only=side, card=reading)
        return NEXT


class Rally(Step):
    """A disordered unit may try to rally once a turn. [TB 4.1]"""

    cite = "4.1"

    def ask(self, t: Field) -> Ask | None:
        side = t.env.side
        ids = [unit.id for unit in t.state.of(side) if unit.disorder and not unit.rallied]
        return Ask(side, "Rally", self.cite, {"rally": Units(ids), "go_on": None}) if ids else None

    def rally(self, t: Field, unit: int) -> Call:
        return Call("rally", Order(t.env.side, unit))

    def resume(self, t: Field) -> Flow:
        return AGAIN

    def go_on(self, t: Field) -> Flow:
        return NEXT


class RallyThrow(Step):
    """Two dice, with modifiers. [TB 4.2]"""

    cite = "4.2"

    def ask(self, t: Field) -> Throw:
        tally = tables.RALLY.tally(tables.arms(t.state, t.unit(t.env.unit)))
        return Throw("rally", Sum(2, plus=tally.total), self.cite, tally, t.env.side, unit=t.env.unit)

    def fell(self, t: Field, reading: int) -> Flow:
        row, unit = tables.RALLIES.find(reading), t.unit(t.env.unit)
        t.put(unit.id, rallied=True, disorder=max(0, unit.disorder - row.value))
        t.note(row.cite, "rallies", unit=unit.id, result=row.words)
        return NEXT


class Nightfall(Step):
    """Optional: from turn 2 a double brings nightfall and the end. [TB 9.1]"""

    cite = "9.1"

    def ask(self, t: Field) -> Throw | None:
        if not t.state.options.nightfall or t.state.turn < 2:
            return None
        return Throw("nightfall", Faced(2), self.cite)

    def fell(self, t: Field, reading: tuple[int, int]) -> Flow:
        if reading[0] != reading[1]:
            return NEXT
        t.note(self.cite, "nightfall")
        t.set(ended=True)
        return t.end()


class Judge(Step):
    """After the last turn the stronger side wins. [TB 9.2]"""

    cite = "9.2"

    def begin(self, t: Field) -> Flow:
        if t.state.turn < t.state.turns and t.state.of(0) and t.state.of(1):
            return LOOP
        t.set(ended=True)
        return t.end()
