"""Mr Babbage's natives appear, and come back. [F-B2–F-B6]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Sum
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step
from grognard.geometry.gaps import length

from ..facts.babbage import front_of, nearest_the_middle, next_of, place_for, queue_of
from ..facts.bodies import middle
from ..facts.values import move_of
from ..state import Desk, Unit
from ..tables.solo import APPEARANCES, DISTANCES, POSITIONS
from ..words import Action, Tag, Where
from .env import Coming, Deed

ALWAYS = frozenset({Action.MOVE, Action.DOUBLE, Action.CHARGE, Action.ATTACK})
FIRING = frozenset({Action.FIRE, Action.VOLLEY})
LEAST_SKIRMISH = 100


class ComeBack(Step):
    """A native unit lost comes back on a d6 above those lost for good plus one. [F-B5]"""

    cite = "F-B5"
    title = "Returns"

    def _gone(self, t: Desk) -> Unit | None:
        if t.state.field.solo is None:
            return None
        side = t.state.field.solo
        return next((u for u in t.state.units if u.side == side and u.lost and not u.gone), None)

    def ask(self, t: Desk) -> Throw | None:
        unit = self._gone(t)
        if unit is None:
            return None
        return Throw(
            "return", Sum(1), self.cite, side=unit.side, unit=unit.id, need=t.state.lost_for_good + 2
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = self._gone(t)
        assert unit is not None
        if reading > t.state.lost_for_good + 1:
            queues = list(t.state.queues)
            queues[queue_of(unit)] += (unit.id,)
            t.set(queues=(queues[0], queues[1], queues[2]))
            t.put(unit.id, where=Where.POOL, fallen=0, leader=0, acted=False, engaged=False, dry=False)
            t.note(self.cite, "will be back", unit=unit.id)
        else:
            t.set(lost_for_good=t.state.lost_for_good + 1, points_gone=t.state.points_gone + unit.cost)
            t.put(unit.id, gone=True)
            t.note(self.cite, "gone for good", unit=unit.id)
        return AGAIN


class Trigger(Step):
    """A human unit that moved or attacked makes natives appear. [F-B2]"""

    cite = "F-B2"
    title = "Appearances"

    def begin(self, t: Desk) -> Flow | Call:
        deed: Deed = t.env
        unit = t.unit(deed.unit)
        if t.state.field.solo is None or unit.side == t.state.field.solo or not unit.on_table:
            return NEXT
        if not self._stirs(t, deed, unit):
            return NEXT
        t.set(triggered=True)
        return Call("appearance", Coming(unit.id))

    def _stirs(self, t: Desk, deed: Deed, unit: Unit) -> bool:
        if deed.action in ALWAYS:
            return True
        if deed.action is Action.SKIRMISH:
            return unit.was is not None and length(unit.was, middle(unit)) >= LEAST_SKIRMISH
        return deed.action in FIRING and t.state.options.trigger_on_fire


class QuietTurn(Step):
    """A human turn without a trigger rolls once, for the unit nearest the middle. [F-B4]"""

    cite = "F-B4"
    title = "A quiet turn"

    def begin(self, t: Desk) -> Flow | Call:
        if t.state.field.solo is None or t.env.side == t.state.field.solo or t.state.triggered:
            return NEXT
        unit = nearest_the_middle(t.state)
        return NEXT if unit is None else Call("appearance", Coming(unit))


class WhatAppears(Step):
    """1–2 nothing, 3 a shooter, 4–5 a charger, 6 a rider. [F-B2]"""

    cite = "F-B2"
    title = "Appearance"

    def begin(self, t: Desk) -> Flow | None:
        return None if any(t.state.queues) else DONE

    def ask(self, t: Desk) -> Throw:
        return Throw("appearance", Sum(1), self.cite, unit=t.env.unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        tag = APPEARANCES.find(reading).value
        if tag is None:
            t.note(self.cite, "nothing stirs", unit=t.env.unit)
            return DONE
        t.bind(tag=tag.value, roll=reading)
        if reading == 4:
            t.bind(distance=DISTANCES["short"])
        elif reading == 6:
            t.bind(distance=DISTANCES["long"])
        return NEXT


class HowFar(Step):
    """Shooters and half of the chargers throw for their distance. [F-B2]"""

    cite = "F-B3"
    title = "Distance"

    def ask(self, t: Desk) -> Throw | None:
        return None if t.env.distance else Throw("distance", Sum(1), self.cite, unit=t.env.unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        if reading >= 4:
            t.bind(distance=DISTANCES["long"])
        elif t.env.roll == 3:
            t.bind(distance=DISTANCES["short"])
        else:
            native = next_of(t.state, Tag.CHARGER)
            assert native is not None
            t.bind(distance=move_of(t.unit(native)))
        return NEXT


class WhichSide(Step):
    """In front, left, right or behind; without room it stays at the head of its queue. [F-B3]"""

    cite = "F-B3"
    title = "Position"

    def ask(self, t: Desk) -> Throw:
        return Throw("position", Sum(1), self.cite, unit=t.env.unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        human = t.unit(t.env.unit)
        number = next_of(t.state, Tag(t.env.tag))
        assert number is not None
        native = t.unit(number)
        bearing = front_of(human) + POSITIONS.find(reading).value
        models = place_for(t.state, native, human, bearing, t.env.distance)
        if models is None:
            t.note(self.cite, "finds no room", unit=number)
            return DONE
        first, second, third = (tuple(u for u in queue if u != number) for queue in t.state.queues)
        t.set(queues=(first, second, third))
        t.put(number, models=models, where=Where.TABLE, acted=True)
        t.note(self.cite, "springs up", unit=number, target=human.id)
        return DONE


SEQUENCES: dict[str, tuple[Step, ...]] = {"appearance": (WhatAppears(), HowFar(), WhichSide())}
