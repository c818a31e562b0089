"""Computer players at the table: one task a room, thinking in worker processes, paced so that people can follow."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from functools import partial
from time import monotonic
from typing import Any

from grognard.ai.agents import title_of
from grognard.engine.choices import Ask, Move
from grognard.engine.domains import frozen
from grognard.server import thoughts
from grognard.server.config import Config
from grognard.server.faults import ApiError
from grognard.server.messages import Thinking
from grognard.server.parts import Weighed
from grognard.server.room import Room, nothing
from grognard.server.turns import attended
from grognard.server.wire import encode
from grognard.server.workers import Errand, TooLong, WorkerFault, Workers

_log = logging.getLogger("grognard.server")
_Chosen = tuple[str, Any, Weighed | None]
ALARM = 0.6
"""After this part of its time a computer player is hurried; at the end of it, its worker is ended."""
UNTOLD = 1.0
"""Seconds a computer player waits for its turn to think before people are told so."""
LATER = 0.05
"""Seconds after which a wait is surely over."""


class Deserted(Exception):
    """Nobody is there to be played for."""


class Players:
    """The computer players of one room."""

    def __init__(self, room: Room, thinkers: Workers, config: Config):
        self.room, self.thinkers, self.config = room, thinkers, config
        self.agents = {seat.side: seat.agent for seat in room.kept.seats if seat.agent is not None}
        self._task: asyncio.Task[None] | None = None
        self.hurried = False
        """Whether somebody has hurried them, until somebody else is asked."""
        self._errand: Errand | None = None
        self._thought: asyncio.Future[_Chosen] | None = None
        """What is being thought, or waits to be."""
        self._leaving: asyncio.TimerHandle | None = None
        self._told: int | None = None
        """The action since which everybody knows that they wait for their turn to think."""
        self._public, self._began = -1, 0.0
        """How far an onlooker's story has come, and since when."""

    def start(self) -> None:
        """Play from now on, whenever asked."""
        if self.agents and self._task is None:
            self.room.hurry, self.room.deserted = self.hurry, self._deserted
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Play no more; a thought under way is thrown away."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self._forget()
        # The room knows us no more: what holds each other in a circle is freed late.
        self.room.hurry = self.room.deserted = nothing

    def hurry(self) -> None:
        """Choose by what is known so far, and go on so until somebody else is asked."""
        if self._next() is not None:
            self.hurried = True
        if self._errand is not None:
            self._errand.hurry()

    def busy(self) -> bool:
        """Whether one of them is to act now."""
        return self._task is not None and not self._task.done() and self._next() is not None

    async def _run(self) -> None:
        while not self.room.broken and not self.room.record.over:
            self.room.changed.clear()
            side = self._next()
            if side is None:
                self.hurried = False
                await self.room.changed.wait()
                continue
            try:
                await self._turn(side)
            except Deserted:
                continue
            except ApiError as fault:  # somebody was quicker, in a sealed choice or by an undo
                if fault.code != "stale" and not self.room.record.over:
                    _log.error("game %s: a computer player stops: %s", self.room.game, fault.code)
                    return

    def _next(self) -> int | None:
        """The computer player who is to act now; nobody while nobody at all would see it."""
        waiting = self.room.record.pending
        if not isinstance(waiting, Ask) or not self._attended():
            return None
        return next((side for side in waiting.who if side in self.agents), None)

    def _attended(self) -> bool:
        room = self.room
        return attended(bool(room.guests), room.left, monotonic(), self.config.limits.absent_seconds)

    def _deserted(self) -> None:
        """Everybody has gone: unless somebody comes back soon, what is being thought is given up."""
        self._forget()
        grace = self.config.limits.absent_seconds
        self._leaving = asyncio.get_running_loop().call_later(grace + LATER, self._leave_off)

    def _forget(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def _leave_off(self) -> None:
        if self._thought is not None and not self._attended():
            if self._errand is not None:
                self._errand.hurry()
            self._thought.cancel()

    async def _turn(self, side: int) -> None:
        seq, public = self.room.shown(side), self.room.shown(None)
        if public != self._public:
            self._public, self._began = public, monotonic()
        verb, noun, weighed = await self._choice(side)
        if self.room.guests:
            # Counted from what everybody saw last: how many secret choices come in between takes no time.
            await asyncio.sleep(max(0.0, self.config.pace - (monotonic() - self._began)))
        try:
            await self.room.act(side, seq, verb, noun)
            thoughts.note(
                self.room, self._last(side), side, title_of(self.agents[side], self.room.record.book), weighed
            )
        except ApiError as fault:
            if fault.code != "illegal":
                raise
            _log.warning("game %s: %s chose what is not offered", self.room.game, self.agents[side])
            move = self._anything(side)
            await self.room.act(side, self.room.shown(side), move.verb, move.noun)

    def _last(self, side: int) -> int:
        """The place in the record of a side's last choice: dice, and others' sealed choices, may have come after it."""
        actions = self.room.record.actions
        places = range(len(actions), 0, -1)
        mine = ((real, actions[real - 1]) for real in places)
        return next((real for real, action in mine if isinstance(action, Move) and action.side == side), 0)

    async def _choice(self, side: int) -> tuple[str, Any, Weighed | None]:
        """What the computer player wants, and why; anything legal if it fails."""
        room, agent = self.room, self.agents[side]
        args = {**position_args(room, side), "agent": agent, "game": room.game, "seed": secrets.randbits(32)}
        args["brisk"] = self.hurried or self.thinkers.long_for(room.origin)
        limit = self.config.limits.agent_seconds
        # Better what it knows by then than anything at all.
        errand = self._errand = Errand(partial(room.thinking, side), limit * ALARM)
        patience = asyncio.get_running_loop().call_later(UNTOLD, self._tell, side)
        thought = self._thought = asyncio.ensure_future(
            self.thinkers.call(
                "choose", args, limit, _Chosen, patience.cancel, room.origin, errand, room.game
            )
        )
        try:
            verb, noun, weighed = await thought
            return verb, frozen(noun), weighed
        except asyncio.CancelledError:
            if _to_stop():
                raise
            raise Deserted from None
        except (TooLong, WorkerFault, ValueError) as fault:
            _log.warning("game %s: %s failed and plays anything: %s", room.game, agent, fault)
            move = self._anything(side)
            return move.verb, move.noun, None
        finally:
            patience.cancel()
            self._errand = self._thought = None
            del thought  # what went wrong in it would know this frame, and this frame the thought

    def _tell(self, side: int) -> None:
        """It is not its turn to think yet: told once for every action that all saw, for how often it thinks may be a secret."""
        if self._told != self._public:
            self._told = self._public
            self.room.tell(encode(Thinking(side, 0, 0, waits=True)))

    def _anything(self, side: int) -> Move:
        """Some legal choice."""
        ask = self.room.sight(side).waiting()
        if not isinstance(ask, Ask) or side not in ask.who:
            raise ApiError("stale", "the game has moved on")
        return ask.sample(random.SystemRandom(), side)


def _to_stop() -> bool:
    """Whether somebody ends the task that we are in, and not only what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def position_args(room: Room, side: int | None) -> dict[str, Any]:
    """A side's view of the game as it stands, for a worker; it keeps the last few by their key."""
    sight = room.sight(side)
    return {
        "book": room.kept.book,
        "key": f"{room.game}/{room.version}/{side}/{id(room)}",
        "position": room.record.book.encode(sight.position),
        "side": side,
    }
