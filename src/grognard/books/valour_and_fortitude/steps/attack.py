"""The dice of an attack, in fire and in melee: hit tests, natural 1s rerolled, a card's reroll. [10, 11, 125]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Pool
from grognard.engine.flow import NEXT, Flow, Step, replace
from grognard.engine.tables import Tally

from ..state import Desk
from ..tables.dice import Hits
from .env import Attack


class HitTests(Step):
    """As many dice as the attack value, 4 or more hits. [109, 125]"""

    cite = "125"

    def __init__(self, which: str = "main"):
        self.which = which

    def attack(self, t: Desk) -> tuple[Attack, tuple[Tally, Tally]]:
        """The attack to be made, and why."""
        raise NotImplementedError

    def ask(self, t: Desk) -> Throw | None:
        attack: Attack | None = getattr(t.env, self.which)
        if attack is None:
            return None
        unit = t.unit(attack.attacker)
        return Throw(
            "hit tests",
            Hits(attack.dice, attack.need),
            self.cite,
            self.attack(t)[1],
            side=unit.side,
            unit=unit.id,
            target=attack.target,
        )

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        hits, ones = reading
        attack: Attack = getattr(t.env, self.which)
        again = ones if attack.reroll else 0
        t.bind(**{self.which: replace(attack, hits=hits, ones=again, spare=attack.dice - hits - again)})
        return NEXT


class RerollOnes(Step):
    """Natural 1s are rerolled, before modifiers and once. [10, 11]"""

    cite = "10"

    def __init__(self, which: str = "main"):
        self.which = which

    def ask(self, t: Desk) -> Throw | None:
        attack: Attack | None = getattr(t.env, self.which)
        if attack is None or not attack.ones:
            return None
        unit = t.unit(attack.attacker)
        return Throw(
            "hit tests again", Pool.of(attack.ones, attack.need), self.cite, side=unit.side, unit=unit.id
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        attack: Attack = getattr(t.env, self.which)
        t.bind(**{self.which: replace(attack, hits=attack.hits + reading, ones=0)})
        return NEXT


class RerollFailed(Step):
    """A card's reroll of failed hit tests. [11, 43]"""

    cite = "11"

    def __init__(self, which: str = "main"):
        self.which = which

    def begin(self, t: Desk) -> None:
        """No die can be rerolled after this: attacks with equal hits are equal from here on."""
        attack: Attack | None = getattr(t.env, self.which)
        if attack is not None:
            t.bind(**{self.which: replace(attack, spare=0)})

    def ask(self, t: Desk) -> Throw | None:
        attack: Attack | None = getattr(t.env, self.which)
        if attack is None or not attack.again:
            return None
        unit = t.unit(attack.attacker)
        return Throw(
            "hit tests again", Pool.of(attack.again, attack.need), self.cite, side=unit.side, unit=unit.id
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        attack: Attack = getattr(t.env, self.which)
        t.bind(**{self.which: replace(attack, hits=attack.hits + reading, again=0)})
        return NEXT
