"""The turn: initiative, picks in turn, the end. [T1–T4, T8]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Opposed
from grognard.engine.domains import Cells, Domain, Units
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step, replace

from ..facts.arriving import due, entries, late, name_of, open_shapes, shape_named, standing_at
from ..facts.command import best_rank
from ..facts.picking import picked, ready
from ..facts.victory import judgement
from ..state import Desk, Memory, Today, foe
from ..tables.actions import COMES_ON, PICKED
from .env import Act, Turn
from .hide import Scouting, discover, reveal
from .verbs import SCOUTING


class Turns(Step):
    """Turn after turn until the battle is decided. [T4]"""

    cite = "T4"
    title = "Turns"

    def begin(self, t: Desk) -> Flow | Call:
        t.set(turn=t.state.turn + 1)
        t.note("T4", "turn", turn=t.state.turn)
        return Call("turn", Turn())

    def resume(self, t: Desk) -> Flow | Call:
        if t.state.outcome is not None:
            return t.end()
        return self.begin(t)


class Initiative(Step):
    """A D10 a side and the rank of its best commander; the higher chooses who starts. [T1]"""

    cite = "T1"
    title = "Initiative"

    def ask(self, t: Desk) -> Throw:
        ranks = [best_rank(t.state, side) for side in (0, 1)]
        return Throw("initiative", Opposed(ranks[0], ranks[1], 10), "T1", ranks=tuple(ranks))

    def fell(self, t: Desk, reading: int) -> Flow:
        if reading == 0 and t.state.had_second is None:
            t.note("T1", "again")
            return AGAIN
        t.bind(side=0 if reading > 0 else 1 if reading < 0 else t.state.had_second)
        return NEXT


class WhoStarts(Step):
    """The winner of the initiative chooses. [T1]"""

    cite = "T1"
    title = "Who starts"

    def ask(self, t: Desk) -> Ask:
        return Ask(t.env.side, "You have the initiative", self.cite, {"start": None, "let_them_start": None})

    def start(self, t: Desk) -> Flow:
        """Our side picks first."""
        return self._first(t, t.env.side)

    def let_them_start(self, t: Desk) -> Flow:
        """The other side picks first."""
        return self._first(t, foe(t.env.side))

    def _first(self, t: Desk, side: int) -> Flow:
        t.set(first=side, had_second=1 - side)
        t.bind(side=side, done=())
        t.note("T1", "starts", side=side)
        return NEXT


class Picks(Step):
    """Sides take turns to activate one unit each; when one has none left the other finishes. [T2, T3, H3a]"""

    cite = "T2"
    title = "Activations"

    def _has(self, t: Desk, side: int) -> bool:
        if ready(t.state, side) or due(t.state, side):
            return True
        # Asked whether anybody is hidden or not; who waits is asked again after the enemy's next pick. [H3, H3a]
        return t.state.field.sides[side].conceals and side not in t.env.done

    def begin(self, t: Desk) -> Flow | None:
        return self._turn_to(t)

    def _turn_to(self, t: Desk) -> Flow | None:
        if not self._has(t, t.env.side):
            if not self._has(t, foe(t.env.side)):
                return NEXT
            t.bind(side=foe(t.env.side))
        return None

    def ask(self, t: Desk) -> Ask | None:
        side, state = t.env.side, t.state
        offers: dict[str, Domain | None] = {}
        here, coming = ready(state, side), due(state, side)
        hidden = tuple(h.id for h in state.hidden if h.side == side)
        if here:
            offers["activate"] = Units(here, lambda u: PICKED.refusal(picked(state, side, state.units[u])))
        if coming:
            offers["arrive"] = Units(coming, lambda u: COMES_ON.refusal(late(state, side, state.units[u])))
        if hidden:
            offers["spring"] = Units(hidden)
        if here or coming:
            return Ask(side, "Choose a unit", self.cite, offers)
        offers["done"] = None
        return Ask(side, "Show hidden troops now, or wait", "H3", offers)

    def _picked(self, t: Desk) -> None:
        """The other side picks next; who waited may show somebody after all. [T2, H3a]"""
        t.bind(side=foe(t.env.side), done=())

    def activate(self, t: Desk, unit: int) -> Flow | Call:
        """One unit acts. [T6]"""
        self._picked(t)
        each = t.unit(unit)
        if each.fleeing:
            return Call("rally", Act(unit))
        if t.state.engaged(unit):
            return Call("fight", Act(unit))
        return Call("activation", Act(unit))

    def arrive(self, t: Desk, unit: int) -> Flow | Call:
        """A late unit comes on. [T8]"""
        self._picked(t)
        return Call("arrival", Act(unit))

    def spring(self, t: Desk, unit: int) -> Flow | Call:
        """A hidden unit shows itself and acts at once. [H3]"""
        self._picked(t)
        hidden = next(h for h in t.state.hidden if h.id == unit)
        shown = reveal(t, hidden, False, "H3")
        return Call("activation", Act(shown.id, sprung=True))

    def done(self, t: Desk) -> Flow:
        """Nobody shows at this pick; when neither side goes on the turn is over. [H3, H3a]"""
        t.bind(done=(*t.env.done, t.env.side), side=foe(t.env.side))
        return self._turn_to(t) or AGAIN

    def resume(self, t: Desk) -> Flow:
        if t.state.outcome is not None:
            return DONE
        return self._turn_to(t) or AGAIN


class Entry(Scouting):
    """Where along its edge a late unit comes on. [T8]"""

    cite = "T8"
    title = "Arrival"
    scouts = SCOUTING

    def ask(self, t: Desk) -> Ask:
        each = t.unit(t.env.unit)
        offers: dict[str, Domain | None] = {}
        if places := entries(t.state, each, shape_named(t.env.shape)):
            offers["come_on"] = Cells(places)
        if not t.env.shape and (others := open_shapes(t.state, each)):
            offers["draw_up"] = Cells(name_of(shape) for shape in others)
        return Ask(each.side, f"{each.name} arrives", self.cite, offers, about=each.id)

    def draw_up(self, t: Desk, shape: str) -> Flow:
        """It will stand in another layout. [B3, B4, T8]"""
        t.bind(shape=shape)
        return AGAIN

    def come_on(self, t: Desk, at: int) -> Flow:
        """It stands touching the edge, and moves on from there."""
        each = t.unit(t.env.unit)
        found = standing_at(t.state, each, at, shape_named(t.env.shape))
        assert found is not None
        t.put_unit(found)
        t.bind(stage="arriving")
        t.note("T8", "arrives", unit=each.id)
        discover(t, each.id)
        return NEXT


class EndOfTurn(Step):
    """Broken sides and victory, then a new turn. [T4]"""

    cite = "T4"
    title = "End of the turn"

    def begin(self, t: Desk) -> Flow:
        outcome = judgement(t.state, t.state.turn >= t.state.field.turns)
        if outcome is not None:
            t.set(outcome=outcome)
            t.note(outcome.cite, "over", winner=outcome.winner, words=outcome.words, scores=outcome.scores)
            return DONE
        units = []
        for unit in t.state.units:
            # A unit that was not activated did not move and shot at nobody. [T7]
            last = unit.last if unit.today.acted else Memory(False, None)
            units.append(replace(unit, today=Today(), last=last) if unit.on_table else unit)
        # Where somebody crept is forgotten, that he did too. [21]
        hidden = tuple(replace(h, today=Today()) if h.today.crept else h for h in t.state.hidden)
        t.set(units=tuple(units), hidden=hidden)
        return DONE
