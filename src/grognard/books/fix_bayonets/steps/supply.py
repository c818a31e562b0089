"""Trains come up from their depots and hand out cartridges; special events. [SEQ-03, SEQ-05, F-26, F-28, R-50]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, Units
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step

from ..facts.supply import befalls, due, empties, loaded, served, yard
from ..state import NOBODY, NOWHERE, Desk, Unit
from ..tables.supply import EVENTS, SUPPLY, Event
from ..words import Formation, Order, Where
from .common import D10, Flee, displace, place
from .env import Events, Trains

SERVED = -2
"""Instead of a unit among those a turn is done with: trains have been asked about."""


def runs_short(t: Desk, unit: Unit, die: int) -> None:
    """On a 9 whoever has shot is short, where its side has trains. [F-26.2]"""
    if not unit.short and empties(t.state, unit, die):
        t.put(unit.id, short=True)
        t.note("F-26.2", "is short", unit=unit.id)


def _sides(t: Desk) -> tuple[int, int]:
    """The side with the Initiative first. [F-18.5]"""
    return t.state.initiative, 1 - t.state.initiative


class FleeThenSupply(Flee):
    """Those who did not rally run; then trains come up and hand out. [SEQ-03, F-18.3]"""

    cite = "SEQ-03"

    def begin(self, t: Desk) -> Flow | Call:
        flight = super().begin(t)
        return flight if isinstance(flight, Call) else self._trains(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._trains(t)

    def _trains(self, t: Desk) -> Flow | Call:
        if SERVED in t.env.done or not any(_busy(t, side) for side in t.state.field.supply):
            return NEXT
        t.bind(done=(*t.env.done, SERVED))
        return Call("trains", Trains())


def _busy(t: Desk, side: int) -> bool:
    return bool(due(t.state, side) or loaded(t.state, side))


class ComeUp(Step):
    """A train that has loaded comes up at its depot; while the enemy has that it stays away. [SEQ-03, F-26.5]"""

    cite = "F-26.5"
    title = "Trains come up"

    def _next(self, t: Desk) -> Unit | None:
        for side in _sides(t):
            for train in due(t.state, side):
                if train.id not in t.env.done and yard(t.state, side):
                    return train
        return None

    def ask(self, t: Desk) -> Ask | None:
        train = self._next(t)
        if train is None:
            return None
        words = f"{train.name} has loaded: where does it come up?"
        offers = {"come_up": Cells(yard(t.state, train.side)), "wait_at_depot": None}
        return Ask(train.side, words, self.cite, offers, about=train.id)

    def come_up(self, t: Desk, there: int) -> Flow:
        """It stands there, limbered, and looks away from its own edge."""
        train = self._next(t)
        assert train is not None
        near = 2 * t.state.field.home[train.side] < t.state.field.rows
        t.put(train.id, where=Where.MAP, hex=there, formation=Formation.LIMBERED, order=Order.GOOD,
              facing=6 if near else 0)  # fmt: skip
        place(t, (train.id,), there)
        t.note(self.cite, "comes up", unit=train.id, hex=t.state.field.grid.label(there))
        return AGAIN

    def wait_at_depot(self, t: Desk) -> Flow:
        """Not this turn."""
        train = self._next(t)
        assert train is not None
        t.bind(done=(*t.env.done, train.id))
        return AGAIN


class HandOut(Step):
    """A train fills all who are short within reach, and drives back for more. [SEQ-03, F-26.4]"""

    cite = "F-26.4"
    title = "Cartridges"

    def _side(self, t: Desk) -> int:
        return next(
            (side for side in _sides(t) if -10 - side not in t.env.done and loaded(t.state, side)), NOBODY
        )

    def ask(self, t: Desk) -> Ask | None:
        side = self._side(t)
        if side == NOBODY:
            return None
        offers = {"hand_out": Units(loaded(t.state, side)), "keep_loads": None}
        return Ask(side, "Which train hands out its cartridges?", self.cite, offers)

    def hand_out(self, t: Desk, unit: int) -> Flow:
        """All within reach are filled, and the train leaves for its depot."""
        train = t.unit(unit)
        filled = served(t.state, train)
        t.put_all(filled, short=False)
        t.note(self.cite, "hands out", unit=unit, count=len(filled))
        t.put(unit, where=Where.SUPPLY, hex=NOWHERE, arrives=t.state.turn + SUPPLY["away"], suppressed=0)
        displace(t, train.hex, train.side)
        return AGAIN

    def keep_loads(self, t: Desk) -> Flow:
        """No other train, not this turn."""
        t.bind(done=(*t.env.done, -10 - self._side(t)))
        return AGAIN


class EventRoll(Step):
    """A special event, in battles that have them. [SEQ-05, F-28]"""

    cite = "F-28"
    title = "Special events"

    def ask(self, t: Desk) -> Throw:
        return Throw("special event", D10, self.cite)

    def fell(self, t: Desk, die: int) -> Flow:
        row = EVENTS.find(die)
        if row.value.kind == "none":
            t.note(row.cite, "no event", words=row.words)
            return DONE
        t.note(row.cite, "event", words=row.words)
        side = t.state.initiative if row.value.holder else 1 - t.state.initiative
        t.bind(kind=row.value.kind, side=side)
        return NEXT


VERBS = {"found": "refill", "wind": "catch_breath", "axle": "break_down"}
ASKED = {
    "found": ("Cartridges are found: for whom?", "F-28.1"),
    "wind": ("Which Formation gets its second wind?", "F-28.2"),
    "axle": ("Which train has a broken axle?", "F-28.3"),
}


class EventFalls(Step):
    """Its side says whom it befalls, where there is more than one. [F-28.1, F-28.2, F-28.3]"""

    cite = "F-28"
    title = "Special events"

    def _whom(self, t: Desk) -> tuple[int, ...]:
        return befalls(t.state, Event(t.env.kind), t.env.side)

    def begin(self, t: Desk) -> Flow | None:
        whom = self._whom(t)
        if len(whom) > 1:
            return None
        if whom:
            self._befall(t, whom[0])
        return DONE

    def ask(self, t: Desk) -> Ask:
        words, cite = ASKED[t.env.kind]
        return Ask(t.env.side, words, cite, {VERBS[t.env.kind]: Units(self._whom(t))})

    def refill(self, t: Desk, unit: int) -> Flow:
        """That unit is short no longer. [F-28.1]"""
        return self._befall(t, unit)

    def catch_breath(self, t: Desk, unit: int) -> Flow:
        """The Formation of that unit is less tired by one. [F-28.2]"""
        return self._befall(t, unit)

    def break_down(self, t: Desk, unit: int) -> Flow:
        """That train does not move in its next activation. [F-28.3, F-26.6]"""
        return self._befall(t, unit)

    def _befall(self, t: Desk, unit: int) -> Flow:
        cite = ASKED[t.env.kind][1]
        if t.env.kind == "found":
            t.put(unit, short=False)
            t.note(cite, "is filled", unit=unit)
        elif t.env.kind == "axle":
            t.put(unit, suppressed=max(1, t.unit(unit).suppressed))
            t.note(cite, "breaks down", unit=unit)
        else:
            number = t.unit(unit).command
            each = t.state.commands[number]
            t.put_command(number, fatigue=each.fatigue - 1)
            t.note(cite, "rests", formation=each.key, fatigue=each.fatigue - 1)
        return DONE


def special_events(t: Desk) -> Flow | Call:
    """The roll that follows the weather, in battles that have it. [SEQ-05, F-28]"""
    return Call("events", Events()) if t.state.field.events else NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "trains": (ComeUp(), HandOut()),
    "events": (EventRoll(), EventFalls()),
}
