"""One live game: who sits there, what is played, what everybody is told.

Whatever changes the game happens under the room's lock, in this order: try it out, write it to the disk, take
it into the record, tell everybody, acknowledge. A crash between any two of these loses nothing acknowledged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from time import monotonic, time
from typing import Any, Protocol, TypeVar

import msgspec

from grognard.engine.book import is_text
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import IllegalAction, Position
from grognard.engine.tables import Refusal
from grognard.server import seats as seating
from grognard.server import views
from grognard.server.config import Limits
from grognard.server.fallen import fallen
from grognard.server.faults import ApiError, illegal
from grognard.server.limits import metered
from grognard.server.messages import Seats, Sync, Thinking, Update
from grognard.server.now import now
from grognard.server.parts import Motive, Played, SeatOf
from grognard.server.people import People
from grognard.server.record import Record, Redone, Tried, Undone, encode_row
from grognard.server.standing import card_of
from grognard.server.store import Store
from grognard.server.tables import AffairKept, GameKept
from grognard.server.wire import Ink, encode

_log = logging.getLogger("grognard.server")
T = TypeVar("T")
FAREWELL = 0.1
"""Seconds between a fault that breaks a room and the end of its sockets: time to say what was wrong."""


def nothing() -> None:
    """What is done where nothing is to be done."""


class Guest(Protocol):
    """Somebody at the table or looking on."""

    side: int | None

    def post(self, data: str) -> None:
        """Send something, soon."""

    def dismiss(self, code: int, reason: str) -> None:
        """Close the connection."""


class Room:
    """One game in memory."""

    def __init__(
        self,
        kept: GameKept,
        record: Record,
        store: Store,
        affairs: Sequence[AffairKept] = (),
        limits: Limits | None = None,
        origin: str = "",
    ):
        self.kept, self.record, self.store = kept, record, store
        self.guests: set[Guest] = set()
        self.lock = asyncio.Lock()
        self.version = 0
        """Counts changes: what was worked out for another version is worth nothing."""
        self.broken = False
        self.used = monotonic()
        self.updated, self.card = kept.updated, kept.card
        self.answers: dict[Any, Any] = {}
        """Answers to questions about the game as it stands."""
        self.motives: list[Motive] = []
        """What computer players went by, action by action; not kept on disk."""
        self.hurry: Callable[[], None] = nothing
        """Hurries the computer player that is thinking, if one is."""
        self.deserted: Callable[[], None] = nothing
        """Called when the last of those who were here has left."""
        self.left: float | None = None
        """When that was; None if nobody was ever here."""
        self.origin = origin
        """The address that began the game or had it loaded: its computer players think in its turn."""
        self.changed = asyncio.Event()
        """Set at every change and whenever somebody comes or goes, for whoever plays by itself."""
        self.people = People(self, affairs, limits or Limits())
        self._ink = Ink()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def game(self) -> str:
        """The game's name."""
        return self.kept.id

    @property
    def seq(self) -> int:
        """How many actions have been played."""
        return len(self.record.actions)

    def shown(self, side: int | None) -> int:
        """How many of them a side has noticed: it knows of no others, and counts only these."""
        return self.record.stories[side].seq

    # ---- changing the game

    async def act(self, side: int, seq: int, verb: str, noun: Any) -> int:
        """A side's choice; returns where the game stands once it is on disk and everybody has been told."""
        return await self.safely(self._act(side, seq, verb, noun, now()))

    async def undo(self, side: int, seq: int) -> int:
        """A side takes its last choice back."""
        return await self.safely(self._undo(side, seq))

    async def redo(self, side: int, seq: int) -> int:
        """A side plays again what it took back."""
        return await self.safely(self._redo(side, seq, now()))

    async def settle(self) -> None:
        """Let the dice fall that are due, at the opening or where an imported game broke off; and the clock begin."""
        await self.safely(self._settle())

    async def safely(self, change: Coroutine[Any, Any, T]) -> T:
        """Carry a change through even if whoever asked for it has gone."""
        task = asyncio.create_task(change)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        finally:
            del task  # what went wrong in it would know this frame, and this frame the task

    async def _act(self, side: int, seq: int, verb: str, noun: Any, heard: float) -> int:
        async with self.lock:
            self._fresh(seq, side)
            try:
                with metered():
                    move, checked = self._move(side, verb, noun)
                    tried = self.record.try_out(move, checked=checked)
            except IllegalAction:
                # Its own view allowed it: what stands against it is hidden, and must stay so.
                asked = self.record.pending
                cite = asked.cite if asked is not None else ""
                raise illegal(IllegalAction(move, Refusal(cite, "that is not possible here"))) from None
            await self._play(tried, heard)
        return self.shown(side)

    async def _settle(self) -> None:
        async with self.lock:
            tried = [] if self.record.over else self.record.try_out(None)
            if tried:
                await self._play(tried, now())
            await self.people.wind()

    async def _redo(self, side: int, seq: int, heard: float) -> int:
        async with self.lock:
            self._fresh(seq, side)
            if self.record.redoer() != side:
                raise ApiError("no_redo", "there is nothing of yours to play again")
            await self._play(self.record.try_out(self.record.redoable()), heard, redone=True)
        return self.shown(side)

    async def _play(self, tried: list[Tried], heard: float, *, redone: bool = False) -> None:
        """Write down what was tried out, take it in, tell everybody."""
        rows = [encode_row(one.action) for one in tried]
        if redone:
            rows[0] = encode_row(Redone())
        more = {
            side: sum(side not in one.unnoticed for one in tried) for side in range(len(self.record.sides))
        }
        await self._write(rows, tried[-1].after, more, heard)
        first = self.seq
        with metered():
            for number, one in enumerate(tried):
                self.record.take_in(one, redone=redone and number == 0)
            self.moved()
            for index in range(first, self.seq):
                self._tell_action(index, redone=redone and index == first)
            self.record.forget_views(first)

    async def _undo(self, side: int, seq: int) -> int:
        async with self.lock:
            self._fresh(seq, side)
            if self.record.undoer() != side:
                raise ApiError(
                    "no_undo", "nothing of yours to take back since the last dice, reveal or change of hands"
                )
            before, gone, last = *self.record.positions[-2:], self.seq - 1
            shown = {
                one: msgspec.structs.replace(views.played(self.record, last, one), undone=True)
                for one in self._sides_present()
                if self.record.noticed(last, one)
            }
            fewer = {one: -self.record.noticed(last, one) for one in range(len(self.record.sides))}
            await self._write([encode_row(Undone())], before, fewer, now())
            self.record.take_back()
            self.moved()
            for one, undone in shown.items():
                self._post(one, self._update(self.shown(one), one, undone, (), gone, before))
        return self.shown(side)

    async def _write(self, rows: list[str], after: Position, more: Mapping[int, int], heard: float) -> None:
        """Write rows to the disk; `more` says how many of them each side notices."""
        try:
            card, clock = card_of(self.record, after, more, self.card), self.people.time_after(after, heard)
            await self.store.append(self.game, self.record.rows, rows, card, clock)
            self.card = card
            self.people.set_clock(clock)
        except Exception as fault:
            raise self.lost(fault) from None

    def lost(self, fault: Exception) -> ApiError:
        """Whether something was written is not known: what is in memory may no longer be what is on disk."""
        _log.error("game %s could not be written: %s", self.game, type(fault).__name__)
        self.broken = True
        asyncio.get_running_loop().call_later(FAREWELL, self._dismiss_all)
        return ApiError("internal", "the action could not be kept; the game is loaded again")

    def _dismiss_all(self) -> None:
        for guest in list(self.guests):
            guest.dismiss(1012, "the game is loaded again")

    def moved(self) -> None:
        """Something has changed: what was worked out for what was before is worth nothing."""
        self.version += 1
        self.used, self.updated = monotonic(), time()
        self.answers.clear()
        self._ink.moved()
        self.changed.set()

    def _fresh(self, seq: int, side: int) -> None:
        """Refuse what was meant for another moment of the game."""
        if self.broken:
            raise ApiError("internal", "the game is loaded again; come back")
        waiting = self.record.pending
        story = self.record.stories[side]
        if seq == story.seq:
            return
        sealed = isinstance(waiting, Ask) and side in waiting.who and self.record.position.agenda[-1].sealed
        if sealed and story.after(self.record.sealed_since()) <= seq < story.seq:
            return
        raise ApiError("stale", f"the game has moved on: it stands at action {story.seq}, not {seq}")

    def _move(self, side: int, verb: str, raw: Any) -> tuple[Move, bool]:
        """A choice checked in the view of whoever makes it, so that a refusal tells nothing hidden."""
        asked = self.record.pending
        if not isinstance(asked, Ask):
            raise ApiError("over", "the game is over")
        if side not in asked.who:
            seen = self.sight(side).ask()
            cite = seen.cite if seen is not None else ""
            raise ApiError("not_yours", f"it is not your choice: {self._who(asked)} is asked", cite)
        sight = self.sight(side)
        ask = sight.waiting()
        assert isinstance(ask, Ask), "a side that is asked is asked in its own view"
        offers = ask.for_side(side).offers
        try:
            noun = offers[verb].parse(raw) if verb in offers else None
        except ValueError as fault:
            raise ApiError("illegal", str(fault), ask.cite) from None
        move = Move(side, verb, noun)
        if move not in ask:
            raise illegal(IllegalAction(move, ask.refusal(move)))
        return move, sight.position is self.record.position

    def _who(self, ask: Ask) -> str:
        return ", ".join(self.record.sides[side] for side in ask.who)

    # ---- telling

    def sight(self, side: int | None, seq: int | None = None, *, again: bool = True) -> views.Sight:
        """The game as one side may know it, now or after so many actions that it noticed; told of it again, or only now."""
        position = self.record.position
        if seq is not None and seq < self.shown(side):
            position = self.record.positions[self.record.stories[side].ends[seq]]
            if again:  # nothing worked out for it is kept
                position = Position(position.state, position.agenda, position.reveals)
        ended = self.record.ended if seq is None or seq >= self.shown(side) else None
        return views.Sight(self.record.book, self.record.engine, position, side, ended)

    def sync(self, side: int | None, since: int | None = None, undos: int | None = None) -> str:
        """The whole game for one side."""
        story = self.record.stories[side]
        known = since is not None and undos == story.undos and since <= story.seq
        after = (since or 0) if known else 0
        sight = self.sight(side)
        return encode(
            Sync(
                **self._frame(sight, story.seq),
                game=self.game,
                book=self.kept.book,
                scenario="" if is_text(self.kept.scenario) else self.kept.scenario,
                title=self.kept.card.title,
                side=side,
                sides=self.record.sides,
                board=self.record.book.sheet.board(sight.position.state),
                log=views.log_after(self.record, after, side),
                log_after=after,
                seed_hash=self.kept.seed_hash,
                dice_from=self.kept.dice_from,
                options=views.options_of(self.record, sight),
                guide=self.kept.guide,
                hides=self.record.hides or self._sealed(),
                talk=() if side is None else self.people.affairs.talk,
                draw=self.people.affairs.draw,
                again=self.people.affairs.again,
                lost=fallen(self.record, side, lambda seq: self.sight(side, seq)),
            )
        )

    def _sealed(self) -> bool:
        """Whether the sides choose in secret now."""
        return isinstance(self.record.pending, Ask) and len(self.record.pending.who) > 1

    def seats(self) -> tuple[SeatOf, ...]:
        """Who sits where."""
        waiting = self.record.pending
        asked = waiting.who if isinstance(waiting, Ask) else ()
        here = self._sides_present()
        return tuple(
            SeatOf(
                seat.side,
                seat.kind,
                seat.name,
                seat.agent,
                seat.kind == "agent" or seat.side in here,
                seat.kind == "agent" and seat.side in asked,
                seat.kind != "open" or seat.token_hash is not None,
            )
            for seat in self.kept.seats
        )

    def seed(self) -> str | None:
        """The seed, once the game is over."""
        return self.kept.seed.hex() if self.record.over else None

    def _frame(self, sight: views.Sight, seq: int) -> dict[str, Any]:
        last = seq == self.shown(sight.side)
        return {
            "seq": seq,
            "undos": self.record.stories[sight.side].undos,
            "view": self._ink.written(sight.view()),
            "ask": sight.ask(),
            "throw": sight.throw(),
            "where": sight.where(),
            "seats": self.seats(),
            "can_undo": last and sight.side is not None and self.record.undoer() == sight.side,
            "can_redo": last and sight.side is not None and self.record.redoer() == sight.side,
            "outcome": sight.outcome(),
            "seed": self.seed() if last else None,
            "clock": self.people.shown_clock(),
        }

    def _update(
        self,
        seq: int,
        side: int | None,
        action: Played,
        entries: tuple[Any, ...],
        before: Position,
        after: Position,
    ) -> str:
        """What one side is told of an action that led from one position to another."""
        sight, sheet = self.sight(side, seq, again=False), self.record.book.sheet
        board = sheet.board(sight.position.state) if sheet.redraws(before.state, after.state) else None
        return encode(Update(**self._frame(sight, seq), action=action, entries=entries, board=board))

    def _tell_action(self, index: int, *, redone: bool = False) -> None:
        for side in self._sides_present():
            if not self.record.noticed(index, side):
                continue
            action = views.played(self.record, index, side)
            if redone:
                action = msgspec.structs.replace(action, redone=True)
            seq = self.record.stories[side].after(index + 1)
            told = tuple(views.entries(self.record, seq, side))
            before, after = self.record.positions[index : index + 2]
            self._post(side, self._update(seq, side, action, told, before, after))

    def _sides_present(self) -> set[int | None]:
        return {guest.side for guest in self.guests}

    def thinking(self, side: int, done: int, most: int) -> None:
        """Tell everybody how far a computer player is; where something may be hidden, how often it thinks is a secret too."""
        if not self.record.book.secrets.may_be(self.record.position.state):
            self.tell(encode(Thinking(side, done, most)))

    def tell(self, told: str, *, onlookers: bool = True) -> None:
        """Tell everybody something, or only those at the table."""
        for guest in self.guests:
            if onlookers or guest.side is not None:
                guest.post(told)

    def tell_all_anew(self) -> None:
        """Show everybody the game as it stands now."""
        for side in self._sides_present():
            story = self.record.stories[side]
            self._post(side, self.sync(side, story.seq, story.undos))

    def _post(self, side: int | None, data: str) -> None:
        for guest in self.guests:
            if guest.side == side:
                guest.post(data)

    # ---- coming and going

    def side_of(self, token: str) -> int | None:
        """The side a token proves."""
        return seating.side_of(self.kept.seats, token)

    def welcome(self, guest: Guest, since: int | None = None, undos: int | None = None) -> None:
        """Somebody has come, or has changed seats: he is shown the game, the others are told of him."""
        self.guests.add(guest)
        guest.post(self.sync(guest.side, since, undos))
        self.greet(but=guest)

    def leave(self, guest: Guest) -> None:
        """Somebody has gone."""
        if guest in self.guests:
            self.guests.discard(guest)
            self.greet()
            if not self.guests:
                self.left = monotonic()
                self.deserted()

    def greet(self, but: Guest | None = None) -> None:
        """Tell everybody who sits where."""
        self.used = monotonic()
        self.changed.set()
        told = encode(Seats(self.seats()))
        for guest in self.guests:
            if guest is not but:
                guest.post(told)

    async def finish(self) -> None:
        """Wait for changes that are under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
