"""What a position waits for: a player's choice (`Ask`) or dice (`Throw`); and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from grognard.engine.dice import Dice, Duels, Faces, Opposed, Rng, Sum
from grognard.engine.domains import BUTTON, Domain, Noun, frozen, plain
from grognard.engine.tables import Refusal, Tally


class Move(msgspec.Struct, frozen=True, tag="move", omit_defaults=True):
    """A side's choice: a verb, and a noun from its domain."""

    side: int
    verb: str
    noun: Any = None


class Fall(msgspec.Struct, frozen=True, tag="fall", omit_defaults=True):
    """Dice that fell, or a card that was drawn: the reading, and the faces if there were any."""

    reading: Any
    faces: tuple[Any, ...] | None = None


Action = Move | Fall


def thaw(action: Action) -> Action:
    """An action read from JSON, with its lists made tuples again."""
    if isinstance(action, Move):
        return Move(action.side, action.verb, frozen(action.noun))
    return Fall(frozen(action.reading), action.faces if action.faces is None else frozen(action.faces))


class Ask:
    """We wait for a player: each verb with the nouns it may take.

    `who` names the side, or several sides for a sealed choice that all make before any is revealed; what
    each may choose can differ (a card of one's own hand): then `by_side` gives the offers of each.
    `barred` gives the reason for verbs a player might expect here and does not find, and `why` the reason
    for a single noun of such a verb; `about` is the unit whose turn it is to act, where one is.
    """

    __slots__ = ("about", "barred", "by_side", "cite", "offers", "prompt", "who", "why")

    def __init__(
        self,
        who: int | tuple[int, ...],
        prompt: str,
        cite: str,
        offers: Mapping[str, Domain | None],
        barred: Mapping[str, Refusal] | None = None,
        by_side: Mapping[int, Mapping[str, Domain | None]] | None = None,
        about: int | None = None,
        why: Mapping[str, Callable[[Any], Refusal | None]] | None = None,
    ):
        self.who: tuple[int, ...] = (who,) if isinstance(who, int) else tuple(who)
        self.prompt, self.cite, self.about = prompt, cite, about
        self.by_side = {side: _filled(each) for side, each in by_side.items()} if by_side else {}
        own = self.by_side.get(self.who[0])
        self.offers: dict[str, Domain] = _filled(offers) if own is None else own
        self.barred: Mapping[str, Refusal] = barred or {}
        self.why = why or {}

    def for_side(self, side: int) -> Ask:
        """What one of the sides asked is offered."""
        if side not in self.by_side:
            return self
        return Ask(
            self.who, self.prompt, self.cite, self.by_side[side], self.barred, about=self.about, why=self.why
        )

    def __repr__(self) -> str:
        return f"<Ask {self.who} {self.prompt!r} [{self.cite}]: {', '.join(self.offers)}>"

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Move)
            and action.side in self.who
            and plain(action.side)
            and action.verb in (offers := self.by_side.get(action.side, self.offers))
            and action.noun in offers[action.verb]
        )

    def moves(self, side: int | None = None) -> Iterator[Move]:
        """Every action that can be listed (for a reach: its candidates)."""
        who = self.who[0] if side is None else side
        for verb, domain in self.by_side.get(who, self.offers).items():
            for noun in domain:
                yield Move(who, verb, noun)

    def sample(self, rng: Rng, side: int | None = None) -> Move:
        """Some offered action: a verb at random, then a noun at random."""
        who = self.who[0] if side is None else side
        offers = self.by_side.get(who, self.offers)
        verbs = tuple(offers)
        verb = verbs[rng.randint(0, len(verbs) - 1)] if len(verbs) > 1 else verbs[0]
        return Move(who, verb, offers[verb].sample(rng))

    def refusal(self, action: Any) -> Refusal:
        """Why an action that is not offered is refused; always with a citation."""
        if not isinstance(action, Move):
            return Refusal(self.cite, f"no dice are due here: {self.prompt}")
        if action.side not in self.who or not plain(action.side):
            return Refusal(self.cite, f"it is not this side's choice: {self.prompt}")
        offers = self.by_side.get(action.side, self.offers)
        if action.verb not in offers:
            reason = _reason(self.why.get(action.verb), action.noun) or self.barred.get(action.verb)
            return reason or Refusal(self.cite, f"that is not among the choices now: {self.prompt}")
        reason = _reason(offers[action.verb].why_not, action.noun)
        return reason or Refusal(self.cite, f"it is not among those who may be chosen now: {self.prompt}")


def _reason(why: Callable[[Any], Refusal | None] | None, noun: Any) -> Refusal | None:
    """What a rule says of a noun; nothing if the noun has not even the right shape."""
    try:
        return None if why is None else why(noun)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return None


def _filled(offers: Mapping[str, Domain | None]) -> dict[str, Domain]:
    """Offers with a button where no noun is needed."""
    return {verb: BUTTON if domain is None else domain for verb, domain in offers.items()}


class Throw:
    """We wait for dice: `dice.dist()` maps every reading to its weight.

    `only` names the one side that may know how they fell: a card drawn unseen.
    """

    __slots__ = ("cite", "dice", "facts", "only", "side", "what", "why")

    def __init__(
        self,
        what: str,
        dice: Dice,
        cite: str,
        why: Tally | tuple[Tally, ...] | None = None,
        side: int | None = None,
        only: int | None = None,
        **facts: Any,
    ):
        self.what, self.dice, self.cite, self.why, self.facts = what, dice, cite, why, facts
        self.side, self.only = side, only

    def __repr__(self) -> str:
        return f"<Throw {self.what!r} {self.dice} [{self.cite}]>"

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Fall) or not plain(action.reading):
            return False
        try:
            if action.faces is not None:
                return fits(self.dice, action.faces) and self.dice.read(action.faces) == action.reading
            return action.reading in self.dice.dist()
        except TypeError:
            return False

    def roll(self, rng: Rng) -> Fall:
        """Let the dice fall."""
        faces = self.dice.roll(rng)
        return Fall(self.dice.read(faces), faces)

    def of(self, faces: Faces) -> Fall:
        """The fall of dice somebody threw by hand; ValueError if such dice cannot lie so."""
        if not fits(self.dice, faces):
            n, sides = self.dice.faces()
            low = lowest(self.dice)
            raise ValueError(f"{self.what} takes {n} faces from {low} to {low + sides - 1}")
        return Fall(self.dice.read(faces), tuple(faces))

    def refusal(self, action: Any) -> Refusal:
        """Why something that is not a possible fall is refused."""
        if isinstance(action, Fall):
            return Refusal(self.cite, f"{self.what}: these dice cannot fall so")
        return Refusal(self.cite, f"{self.what}: the dice must fall first")


def fits(dice: Dice, faces: Faces) -> bool:
    """Whether such dice can show such faces."""
    n, sides = dice.faces()
    if len(faces) != n:
        return False
    if sides == 0:  # a card
        return plain(faces[0]) and faces[0] in dice.dist()
    each = dice.kinds() if isinstance(dice, Duels) else (sides,) * n
    low = lowest(dice)
    for face, most in zip(faces, each):
        if not isinstance(face, int) or isinstance(face, bool) or not low <= face < low + most:
            return False
    return True


def lowest(dice: Dice) -> int:
    """The lowest face of such dice: 1, unless they are numbered from 0."""
    return dice.low if isinstance(dice, Sum | Opposed) else 1


Waiting = Ask | Throw


__all__ = ["Action", "Ask", "Fall", "Move", "Noun", "Throw", "Waiting", "fits", "lowest", "thaw"]
