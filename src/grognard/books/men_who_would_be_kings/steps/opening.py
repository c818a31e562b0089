"""Before the first turn: Leaders, deployment, who goes first. [F-L1–F-L3, F-S7, R-40]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Faced, Sum
from grognard.engine.domains import Cells, Domain, Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal
from grognard.tabletop.manoeuvre import Legs

from ..facts.deploy import all_points, auto_deploy, placer_for, sectors, starting_points
from ..state import Desk
from ..tables.leaders import COLUMNS, FLAT, ROLLED, TRAITS, trait_of
from ..words import Trait, Where
from .env import Placing
from .turn import drink


class RollLeaders(Step):
    """Each Leader's value on a d6, if they are rolled; else those are told whom a list brings rolled. [F-L1, F-L2, F-L4]"""

    cite = "F-L2"
    title = "Leaders"

    def begin(self, t: Desk) -> Flow | None:
        if t.state.options.leadership == "flat":
            for unit in t.state.units:
                if unit.trait is not Trait.ORDINARY:
                    t.note("F-L4", "trait", unit=unit.id, words=TRAITS.row(unit.trait).words)
                if unit.leadership != FLAT[COLUMNS[unit.kind]]:
                    t.note("F-L4", "leadership", unit=unit.id, value=unit.leadership)
        return None

    def ask(self, t: Desk) -> Throw | None:
        if t.state.options.leadership == "flat" or t.env.unit >= len(t.state.units):
            return None
        return Throw("leadership", Sum(1), self.cite, side=t.unit(t.env.unit).side, unit=t.env.unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        value = getattr(ROLLED[reading], COLUMNS[unit.kind])
        t.put(unit.id, leadership=value, trait=Trait.ORDINARY)
        t.note(self.cite, "leadership", unit=unit.id, value=value)
        t.bind(unit=t.env.unit + 1)
        return AGAIN


class RollTraits(Step):
    """And his trait on two dice, tens first. [F-L3]"""

    cite = "F-L3"
    title = "Traits"

    def begin(self, t: Desk) -> Flow | None:
        t.bind(unit=0)
        return None

    def ask(self, t: Desk) -> Throw | None:
        if t.state.options.leadership != "rolled_with_traits" or t.env.unit >= len(t.state.units):
            return None
        return Throw("trait", Faced(2), self.cite, side=t.unit(t.env.unit).side, unit=t.env.unit)

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        found = trait_of(*reading)
        t.put(t.env.unit, trait=found)
        t.note(self.cite, "trait", unit=t.env.unit, words=TRAITS.row(found).words)
        t.bind(unit=t.env.unit + 1)
        return AGAIN


class MildDrunkards(Step):
    """A mild Drunkard throws once, before the game. [F-T9]"""

    cite = "F-T9"
    title = "Drunkards"

    def begin(self, t: Desk) -> Flow | None:
        t.bind(unit=0)
        return None

    def _next(self, t: Desk) -> int | None:
        for unit in t.state.units[t.env.unit :]:
            if unit.trait is Trait.DRUNKARD_MILD:
                return unit.id
        return None

    def ask(self, t: Desk) -> Throw | None:
        unit = self._next(t)
        return None if unit is None else Throw("drink", Sum(1), self.cite, unit=unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = self._next(t)
        assert unit is not None
        t.put(unit, drink=drink(reading))
        t.note(self.cite, "drinks", unit=unit, leadership=drink(reading))
        t.bind(unit=unit + 1)
        return AGAIN


class ChooseEdge(Step):
    """The attacker of the camp picks the short edge he comes from. [F-SH1]"""

    cite = "F-SH1"
    title = "Edge"

    def begin(self, t: Desk) -> Flow | None:
        return None if t.state.field.victory == "relief" else NEXT

    def ask(self, t: Desk) -> Ask:
        return Ask(1, "Which short edge do you come from?", self.cite, {"from_west": None, "from_east": None})

    def from_west(self, t: Desk) -> Flow:
        """The west edge."""
        return self._from(t, 0)

    def from_east(self, t: Desk) -> Flow:
        """The east edge."""
        return self._from(t, 1)

    def _from(self, t: Desk, edge: int) -> Flow:
        t.set(edge=edge)
        t.state = auto_deploy(t.state, 1)
        t.note(self.cite, "edge", side=1)
        return NEXT


class Hide(Step):
    """Natives not set up choose secret sectors, not in the southern row. [F-SC1]"""

    cite = "F-SC1"
    title = "Hiding"

    def _next(self, t: Desk) -> int | None:
        for unit in t.state.units:
            if unit.where is Where.HIDDEN and unit.sector is None:
                return unit.id
        return None

    def ask(self, t: Desk) -> Ask | None:
        unit = self._next(t)
        if unit is None:
            return None
        each = t.unit(unit)
        return Ask(each.side, f"Where does {each.name} hide?", self.cite, {"hide": Cells(sectors())})

    def hide(self, t: Desk, sector: int) -> Flow:
        """In this sector."""
        unit = self._next(t)
        assert unit is not None
        t.put(unit, sector=sector)
        t.note(self.cite, "hides", only=t.unit(unit).side, unit=unit, sector=sector)
        return AGAIN


class SidesSetUp(Step):
    """With free deployment: the side named first sets up, then the other; nobody does for Mr Babbage. [F-S7]"""

    cite = "F-S7"
    title = "Deployment"

    def __init__(self, side: int):
        self.side = side

    def begin(self, t: Desk) -> Flow | Call:
        if not t.state.options.free_deployment or t.state.field.solo == self.side:
            return NEXT
        return Call("set up", Placing(self.side))

    def resume(self, t: Desk) -> Flow:
        return NEXT


CHOSEN = frozenset({Where.WAITING, Where.HIDDEN})
"""Where units are whose owner chose not to start them on the table. [F-SB1, F-SC1, F-SH1]"""


def stand(t: Desk, unit: int, spot: tuple[int, int]) -> None:
    """A unit is set down at a spot, in a building if that is there. [F-S1, F-SB1]"""
    placer = placer_for(t.state, t.unit(unit))
    models, house = placer.models(spot), placer.house(spot)
    t.put(unit, where=Where.TABLE, models=models, inside=house)
    t.note("F-S1", "set up", unit=unit)


class SetUp(Step):
    """Units are taken up and set down again in their zone; where some wait or hide, their owner says which. [F-S1, F-S7]"""

    cite = "F-S7"
    title = "Deployment"

    def ask(self, t: Desk) -> Ask:
        side = t.state.field.sides[t.env.side]
        own = [u.id for u in t.state.on_table(t.env.side)]
        away = [u for u in t.state.units if u.side == t.env.side and u.where is Where(side.rest)]
        away = [u for u in away if u.where in CHOSEN and placer_for(t.state, u).first() is not None]
        offers: dict[str, Domain | None] = {}
        barred: dict[str, Refusal] = {}
        if own:
            why = Refusal("F-S1", "it does not start on the table")
            offers["set_up"] = Units(own, lambda _noun: why)
            if Where(side.rest) in CHOSEN:
                offers["keep_back"] = Units(own, lambda _noun: why)
        if away:
            there = Refusal("F-SB1", "it is on the table, or finds no room there")
            offers["call_up"] = Units([u.id for u in away], lambda _noun: there)
        total, (least, most) = starting_points(t.state, t.env.side), side.on_table
        if own and min(least, all_points(t.state, t.env.side)) <= total <= most:
            offers["ready"] = None
        else:
            words = f"units for {least} to {most} points start on the table, not for {total}"
            barred["ready"] = Refusal("F-SB1", words)
        return Ask(t.env.side, "Set up your units", self.cite, offers, barred)

    def keep_back(self, t: Desk, unit: int) -> Flow:
        """It starts elsewhere."""
        rest = Where(t.state.field.sides[t.env.side].rest)
        t.put(unit, where=rest, models=(), inside=None)
        t.note("F-SB1", "kept back", unit=unit)
        return AGAIN

    def call_up(self, t: Desk, unit: int) -> Flow:
        """It starts on the table."""
        each = t.unit(unit)
        spot = placer_for(t.state, each).first()
        assert spot is not None
        stand(t, unit, spot)
        return AGAIN

    def set_up(self, t: Desk, unit: int) -> Call:
        """Take it up."""
        return Call("set down", Placing(t.env.side, unit))

    def resume(self, t: Desk) -> Flow:
        return AGAIN

    def ready(self, t: Desk) -> Flow:
        """Begin."""
        return NEXT


class SetDown(Step):
    """Wholly inside the zone, 1 apart from others. [F-S1]"""

    cite = "F-S1"
    title = "Deployment"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        return Ask(
            t.env.side,
            f"Where does {unit.name} stand?",
            self.cite,
            {"place": Reach(unit.id, placer_for(t.state, unit))},
        )

    def place(self, t: Desk, legs: Legs) -> Flow:
        """Here."""
        stand(t, t.env.unit, (legs[0][1], legs[0][2]))
        return NEXT


class RollOff(Step):
    """2d6 each for who goes first, unless the scenario says; ties again. [R-40]"""

    cite = "R-40"
    title = "Who goes first"

    def begin(self, t: Desk) -> Flow | None:
        first = t.state.field.first
        if first is None:
            return None
        t.set(first=first)
        return NEXT

    def ask(self, t: Desk) -> Throw | None:
        if len(t.env.rolls) == 2:
            return None
        return Throw("roll-off", Sum(2), self.cite, side=len(t.env.rolls))

    def fell(self, t: Desk, reading: int) -> Flow:
        rolls = (*t.env.rolls, reading)
        if len(rolls) == 2 and rolls[0] == rolls[1]:
            rolls = ()
        t.bind(rolls=rolls)
        return AGAIN


class WhoGoesFirst(Step):
    """The winner of the roll-off chooses. [R-40]"""

    cite = "R-40"
    title = "Who goes first"

    def ask(self, t: Desk) -> Ask | None:
        if t.state.field.first is not None:
            return None
        return Ask(
            self._winner(t),
            "You won the roll-off: who goes first?",
            self.cite,
            {"go_first": None, "go_second": None},
        )

    def _winner(self, t: Desk) -> int:
        rolls: tuple[int, ...] = t.env.rolls
        return rolls.index(max(rolls))

    def go_first(self, t: Desk) -> Flow:
        """The winner goes first."""
        t.set(first=self._winner(t))
        t.note(self.cite, "goes first", side=t.state.first)
        return NEXT

    def go_second(self, t: Desk) -> Flow:
        """The winner lets the enemy go first."""
        t.set(first=1 - self._winner(t))
        t.note(self.cite, "goes first", side=t.state.first)
        return NEXT
