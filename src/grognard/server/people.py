"""The people of one game: how they take their seats, and what they do there beside the rules.

They talk, offer a draw, resign, claim what the clock gives them, and play again. None of it is an action of the game, none is
worked out from anything hidden, and all of it is on the disk before it is told. [ADR 0022]
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from time import time
from typing import TYPE_CHECKING, Any
from weakref import proxy

from grognard.engine.choices import Ask, Move
from grognard.engine.ended import Ended
from grognard.engine.flow import Position
from grognard.server import seats as seating
from grognard.server.affairs import (
    Affair,
    Affairs,
    Begun,
    Dropped,
    Offered,
    Over,
    Spoke,
    Unwished,
    Wished,
    row_of,
)
from grognard.server.clock import Clock, ClockKept, ClockOf, woken
from grognard.server.config import Limits
from grognard.server.faults import ApiError
from grognard.server.limits import Bucket
from grognard.server.messages import Parley, Spoken
from grognard.server.now import now
from grognard.server.said import Again, Claim, Draw, Resign, Say
from grognard.server.standing import card_of
from grognard.server.tables import AffairKept, SeatKept
from grognard.server.wire import encode

if TYPE_CHECKING:
    from grognard.server.room import Room

_log = logging.getLogger("grognard.server")
TWICE = 60.0
"""Seconds in which the same words said again are taken for a message sent twice."""


class People:
    """Who sits at the table of a room, and what is between them."""

    def __init__(self, room: Room, rows: Sequence[AffairKept], limits: Limits):
        # The room holds us: were we to hold it too, neither would be freed before somebody looks for circles.
        self.room: Room = proxy(room)
        self.limits = limits
        self.affairs = Affairs(rows)
        self.begin_again: Callable[[Room, bool], Awaitable[str]] | None = None
        """Makes the same battle anew, with these people; gives the new game's name."""
        kept = room.kept.clock
        self.clock = None if kept is None else Clock(woken(kept, now()), room.store.stood)
        self._mouths: dict[int, Bucket] = {}

    @property
    def complete(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != "open" or seat.token_hash is not None for seat in self.room.kept.seats)

    def others(self, side: int) -> list[int]:
        """The other sides that people play."""
        return [seat.side for seat in self.room.kept.seats if seat.side != side and seat.agent is None]

    # ---- what they do beside the rules

    async def hear(self, side: int, message: Say | Draw | Resign | Claim | Again) -> None:
        """Somebody at the table does something that no rule knows of."""
        await self.room.safely(self._hear(side, message))

    async def _hear(self, side: int, message: Say | Draw | Resign | Claim | Again) -> None:
        async with self.room.lock:
            if self.room.broken:
                raise ApiError("internal", "the game is loaded again; come back")
            match message:
                case Say():
                    await self._say(side, message.words)
                case Again():
                    await self._again(side, message.answer)
                case Draw():
                    self._goes_on()
                    await self._draw(side, message.answer)
                case Resign():
                    self._goes_on()
                    await self._end(Ended("resigned", side))
                case Claim():
                    self._goes_on()
                    await self._claim(side)

    def _goes_on(self) -> None:
        if self.room.record.over:
            raise ApiError("over", "the battle is over")

    async def _say(self, side: int, words: str) -> None:
        said = cleaned(words)
        if not self.others(side):
            raise ApiError("bad_input", "there is nobody at the table to talk to")
        if not 0 < len(said) <= self.limits.words_said:
            raise ApiError("bad_input", f"say something, in {self.limits.words_said} letters at most")
        mine = [line for line in self.affairs.talk[-3:] if line.side == side]
        if mine and mine[-1].words == said and 0 <= time() - mine[-1].at < TWICE:
            return
        mouth = self._mouths.setdefault(side, Bucket(self.limits.talk_per_second, self.limits.talk_at_once))
        if not mouth.take():
            raise ApiError("slow_down", "that is too much at once; wait a moment")
        full = len(self.affairs.talk) >= self.limits.talk_kept
        await self._keep(Spoke(side, said), drop=self.affairs.talk[0].n if full else None)
        self.room.tell(encode(Spoken(self.affairs.talk[-1])), onlookers=False)

    async def _draw(self, side: int, answer: str) -> None:
        offered, mine = self.affairs.draw, self._choices(side)
        if answer == "offer":
            if not self.others(side):
                raise ApiError("bad_input", "the computer agrees to no draw: resign, or play on")
            if offered is None:
                if self.affairs.dropped.get(side) == mine:
                    raise ApiError(
                        "slow_down", "you may offer a draw again when you have made another choice"
                    )
                await self._keep(Offered(side))
                self._tell()
                return
            answer = "agree"  # both wish it
        if offered is None:
            if answer == "agree":
                raise ApiError("bad_input", "nobody offers a draw any more")
            return
        if answer == "agree":
            if offered == side:
                return
            await self._end(Ended("agreed"))
            return
        if (answer == "withdraw") != (offered == side):
            raise ApiError("bad_input", "an offer is declined by the other side, and taken back by one's own")
        await self._keep(Dropped(offered, self._choices(offered)))
        self._tell()

    def _choices(self, side: int) -> int:
        """How often a side has chosen so far."""
        return sum(isinstance(one, Move) and one.side == side for one in self.room.record.actions)

    async def _claim(self, side: int) -> None:
        clock, moment = self.clock, now()
        if clock is None:
            raise ApiError("bad_input", "this battle is played without a clock")
        fallen = [other for other in self.others(side) if clock.left(other, moment) <= 0]
        if not fallen:
            raise ApiError("bad_input", "the other side still has time")
        if clock.left(side, moment) <= 0:
            raise ApiError("bad_input", "your own time is up too: nobody can claim anything")
        await self._end(Ended("time", fallen[0]))

    async def _end(self, ended: Ended) -> None:
        """The battle is over: written down, and shown to everybody."""
        room, moment = self.room, now()
        card = card_of(room.record, room.record.position, {}, room.card, ended)
        clock = None if self.clock is None else self.clock.asks((), moment, moment)
        await self._keep(Over(ended), card=card, clock=clock)
        room.record.ended, room.card = ended, card
        self.set_clock(clock)
        room.moved()
        room.tell_all_anew()

    async def _again(self, side: int, answer: str) -> None:
        if not self.room.record.over:
            raise ApiError("bad_input", "the battle is not over yet")
        wish = self.affairs.again
        if wish is not None and wish.game is not None:
            return  # it has begun already: whoever asks is told where
        if answer == "no":
            if wish is not None:
                await self._keep(Unwished())
        elif not self.others(side) or self.begin_again is None:
            raise ApiError("bad_input", "there is nobody to ask: begin a new battle")
        elif wish is not None and wish.by != side and wish.changed == (answer == "changed"):
            await self._keep(Begun(await self.begin_again(self.room, wish.changed)))
        else:
            await self._keep(Wished(side, answer == "changed"))
        self._tell()

    async def _keep(self, affair: Affair, *, drop: int | None = None, **more: Any) -> None:
        """Write it down, then take it in."""
        row = row_of(affair, self.affairs.next, time())
        try:
            await self.room.store.add_affair(self.room.game, row, drop=drop, **more)
        except Exception as fault:
            raise self.room.lost(fault) from None
        self.affairs.take(row, drop=drop)

    def _tell(self) -> None:
        self.room.tell(encode(Parley(self.affairs.draw, self.affairs.again, self.shown_clock())))

    # ---- time

    def time_after(self, position: Position, heard: float) -> ClockKept | None:
        """The clock once the game stands so: it runs for the people who are asked, as soon as all are here."""
        if self.clock is None:
            return None
        waiting = None if self.room.record.ended else self.room.record.engine.pending(position)
        asked = waiting.who if isinstance(waiting, Ask) and self.complete else ()
        return self.clock.asks(
            (side for side in asked if self.room.kept.seats[side].agent is None), heard, now()
        )

    def set_clock(self, kept: ClockKept | None) -> None:
        """From now on."""
        if kept is not None:
            self.clock = Clock(kept, self.room.store.stood)

    async def wind(self) -> None:
        """Let the clock go on as the game stands; under the lock."""
        if self.clock is None:
            return
        kept = self.time_after(self.room.record.position, now())
        if kept is not None and kept != self.clock.kept:
            try:
                await self.room.store.set_clock(self.room.game, kept)
            except Exception as fault:
                raise self.room.lost(fault) from None
            self.set_clock(kept)

    def shown_clock(self) -> ClockOf | None:
        """The clock as everybody sees it."""
        return None if self.clock is None else self.clock.shown(now())

    # ---- seats

    async def claim(self, invitation: str, name: str | None = None) -> tuple[int, str]:
        """Whoever brings an invitation first gets its seat, with a token that nobody has had before."""
        async with self.room.lock:
            seat = seating.invited(self.room.kept.seats, invitation)
            if seat is None:
                raise ApiError(
                    "not_found", "there is no such invitation, or it was taken back; ask for another"
                )
            if seat.token_hash is not None:
                raise ApiError("claimed", "this invitation has been used: the seat is taken")
            token = seating.new_token()
            called = cleaned(name or "") or seat.name
            await self._seat(seat._replace(token_hash=seating.hashed(token), name=called))
            await self.wind()
            if self.clock is not None:
                self._tell()
        return seat.side, token

    async def invite(self, side: int, *, again: bool) -> str | None:
        """Take back the invitation to an open seat that nobody has claimed; give out another if that is wished."""
        async with self.room.lock:
            seat = next(
                (one for one in self.room.kept.seats if one.side == side and one.kind == "open"), None
            )
            if seat is None:
                raise ApiError("not_found", "that is no open seat")
            if seat.token_hash is not None:
                raise ApiError("claimed", "the seat is taken")
            code = seating.new_token() if again else None
            await self._seat(seat._replace(invite_hash=None if code is None else seating.hashed(code)))
        return code

    async def _seat(self, seat: SeatKept) -> None:
        """Write down a changed seat, and tell everybody."""
        try:
            await self.room.store.set_seat(self.room.game, seat)
        except Exception as fault:
            _log.error("a seat of game %s could not be written: %s", self.room.game, type(fault).__name__)
            raise ApiError("busy", "it could not be kept; try again in a moment") from None
        seats = tuple(seat if one.side == seat.side else one for one in self.room.kept.seats)
        self.room.kept = self.room.kept._replace(seats=seats)
        self.room.greet()


def cleaned(words: str) -> str:
    """Words as they are shown: one line of letters, without anything that turns, hides or breaks what stands beside it."""
    seen = (" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", words))
    kept = (letter for letter in seen if unicodedata.category(letter) not in ("Cc", "Cf", "Co", "Cs", "Cn"))
    return " ".join("".join(kept).split())


__all__ = ["People", "cleaned"]
