"""What a whole charge comes to: the dice of the combat, losses, nerves, and the turn after. [H4, T4–T6, T2]"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import Sign, Verdict
from grognard.engine.choices import Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position
from grognard.odds.kit import Same

from ..facts.shots import may_shoot
from ..state import State, Unit
from ..tables.fighting import OUTCOMES
from ..words import Band, Where
from .sequel import NOTHING, plain, sequel
from .sides import Due, End, as_large, end_of, gone, with_end
from .walks import ENGINE, HOME, Plan, alike, odds_of

SHORT, SHOT_AWAY = "falls short", "shot away"
SAFE, LOST = "safe", "lost"


class Fate(NamedTuple):
    """What became of one side, as people want to read it."""

    lost: int
    how: str
    general: tuple[str, ...]
    """His end, if he is told of."""


class ChargeTale(msgspec.Struct, frozen=True):
    """Tells how a charge ended: stops the walk at the dice of the combat, and looks at both sides apart."""

    charger: int
    target: int
    plan: Plan
    sequel: bool = True
    """Whether the turn after is looked at."""
    generals: tuple[int | None, int | None] = (None, None)
    """The charger's general and the target's, if they are told of."""

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        told = ["reached", "result", "charger loses", "target loses", "charger", "target"]
        told += [
            name
            for name, him in zip(("charger's general", "target's general"), self.generals)
            if him is not None
        ]
        return (*told, "next turn") if self.sequel else tuple(told)

    @property
    def verdict(self) -> Verdict:
        """How it reads to the charger. [46]"""
        return Verdict(
            won=Sign("result", (Band.DRIVEN, Band.DESTROYED)),
            lost=Sign("result", (Band.REPULSED, SHOT_AWAY)),
            ours="charger loses",
            theirs="target loses",
            hope=Sign("target", ("routs", "destroyed"), "they are destroyed or rout"),
            fear=Sign("charger", ("routs", "destroyed"), "you are destroyed or rout"),
            mishap=Sign("result", (SHORT,), "the charge falls short"),
        )

    def __call__(self, position: Position) -> Dist[Any] | None:
        waiting = ENGINE.pending(position)
        if waiting is None:
            return self._settled(position.state, (), None)
        if isinstance(waiting, Throw) and waiting.what == "close combat":
            ours = self.charger in (*waiting.facts["attackers"], *waiting.facts["defenders"])
            # The target may have been in a fight before: if the charge falls short, that is another tale.
            return self._fought(position, waiting) if ours else self._settled(position.state, (), None)
        return None

    def alike(self, position: Position, throw: Throw) -> Same | None:
        """What of a throw matters here: how far a charge falls short does not, if nobody is there to shoot. [E3]"""
        same = alike(position, throw)
        if throw.what != "charge" or any(
            may_shoot(position.state, position.state.units[shooter]) is None for shooter, _ in self.plan.shots
        ):
            return same
        home = None if throw.facts["needs"] is None else same
        return lambda reading: home is not None and home(reading) == HOME

    def _fought(self, position: Position, throw: Throw) -> Dist[Any]:
        # In a fight that was there before, the charger may come to the help of defenders. [C2]
        role = "" if self.charger in throw.facts["attackers"] else " (defending)"
        return Dist.mix(
            (odds_of(after, self._after(band.value + role), self.plan), weight)
            for band, after, weight in bands(position, throw)
        )

    def _after(self, result: str) -> Any:
        """Once a result is known: on to where only losses are left to throw."""

        def done(position: Position) -> Dist[Any] | None:
            due = losses_due(position)
            return None if due is None else self._settled(position.state, due, result)

        return done

    def _settled(self, state: State, due: Due, result: str | None) -> Dist[Any]:
        reached = state.units[self.charger].today.touched
        first = reached, result or (SHOT_AWAY if reached else SHORT)
        ours, theirs = (self._fates(state, unit, due) for unit in (self.charger, self.target))
        bins = Bins()
        for before, fates in ours.items():
            for other, their_fates in theirs.items():
                if result:
                    following = self._sequel(state, (before, other))
                else:
                    following = NOTHING if self.sequel else None
                bins.add_all(first, fates, their_fates, following)
        return bins.dist()

    def _sequel(self, state: State, pair: tuple[Unit, Unit]) -> Dist[Any] | None:
        return sequel(state, pair, self.plan) if self.sequel else None

    def _fates(self, state: State, unit: int, due: Due) -> dict[Unit, dict[Fate, int]]:
        """What may become of one side, by the unit as the turn after finds it."""
        before, per_base = state.units[unit], state.options.figures_per_base
        told = self.generals[unit != self.charger]
        fallen = told is not None and general_fell(state, told, ()) == LOST
        ends = end_of(state, before, self._fighters(state, unit), due, told, self.plan.exceptions)
        known: dict[tuple[Any, ...], Unit] = {}
        found: dict[Unit, dict[Fate, int]] = {}
        for (its_end, lives), weight in ends.weights.items():
            end = its_end or gone(before)
            # As many figures as fill as many bases come to the same unit.
            look = end.where, end.markers, as_large(before.kind, before.order, end.figures, per_base)
            if look not in known:
                known[look] = plain(with_end(before, end), per_base, self.plan)
            lost = fallen if lives is None else not lives
            fates = found.setdefault(known[look], {})
            fate = Fate(end.lost, end.how, () if told is None else ((LOST if lost else SAFE),))
            fates[fate] = fates.get(fate, 0) + weight
        return found

    def _fighters(self, state: State, unit: int) -> tuple[int, ...]:
        """Whose losses have to be looked at: the unit's, and all its side's if a general is in the fight elsewhere."""
        side = state.units[unit].side
        led = [state.units[general.joined] for general in state.generals(side) if general.joined is not None]
        if all(each.id == unit or not each.today.touched for each in led):
            return (unit,)
        beside = {u.id for u in state.units if u.side == side and u.today.touched and not u.is_general}
        return tuple(sorted(beside | {unit}))


class Bins:
    """Outcomes with weights, some of which go on into a distribution of their own; gathered by its total."""

    def __init__(self) -> None:
        self._by_total: dict[int, dict[Any, int]] = {}
        self._weights: dict[int, int] = {}

    def add_all(
        self, first: tuple[Any, ...], ours: dict[Fate, int], theirs: dict[Fate, int], after: Dist[Any] | None
    ) -> None:
        """Every fate of one side with every fate of the other, and what follows all of these alike."""
        total = 1 if after is None else after.total
        shares = [((), 1)] if after is None else [((last,), share) for last, share in after.weights.items()]
        found = self._by_total.setdefault(total, {})
        for (lost, how, general), weight in ours.items():
            for (their_loss, their_how, their_general), other in theirs.items():
                told = (*first, lost, their_loss, how, their_how, *general, *their_general)
                both = weight * other
                for last, share in shares:
                    key = told + last
                    found[key] = found.get(key, 0) + share * both
        whole = sum(ours.values()) * sum(theirs.values())
        self._weights[total] = self._weights.get(total, 0) + whole

    def dist(self) -> Dist[Any]:
        """All of them together."""
        return Dist.mix((Dist(found), self._weights[total]) for total, found in self._by_total.items())


def general_fell(state: State, general: int, ends: tuple[End, ...]) -> str:
    """Whether a general was killed or captured."""
    end = next((end for end in ends if end.unit == general), None)
    where = state.units[general].where if end is None else end.where
    return LOST if where is Where.LOST else SAFE


def bands(position: Position, throw: Throw) -> list[tuple[Band, Position, int]]:
    """The five results of a combat: where each leads, and its weight. [46]"""
    found: dict[Band, tuple[int, int]] = {}
    for reading, weight in throw.dice.dist().items():
        band = OUTCOMES.find(reading).value
        first, before = found.get(band, (reading, 0))
        found[band] = first, before + weight
    return [
        (band, ENGINE.follow(position, Fall(reading)), weight) for band, (reading, weight) in found.items()
    ]


def losses_due(position: Position) -> Due | None:
    """The losses still to be thrown if nothing else is; None while other dice come first."""
    waiting = ENGINE.pending(position)
    if waiting is None:
        return ()
    if isinstance(waiting, Throw) and waiting.what == "losses":
        due: Due = position.agenda[-1].env.due
        return due
    return None
