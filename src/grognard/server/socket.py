"""One socket: who it is, what it says, what it is sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from grognard.engine.book import BadInput
from grognard.server import questions
from grognard.server.doors import AT_ONCE
from grognard.server.faults import ApiError, check_noun, place_of
from grognard.server.limits import PAYER, Bucket, metered
from grognard.server.messages import Done, Thinking
from grognard.server.room import Room
from grognard.server.said import (
    Act,
    Again,
    CardOf,
    Claim,
    Draw,
    Hello,
    HintOf,
    Hurry,
    Id,
    JourneysOf,
    MotivesOf,
    OverlayOf,
    Ping,
    PlanTo,
    PreviewOf,
    Redo,
    RegionOf,
    Resign,
    Said,
    Say,
    SightOf,
    Undo,
    WaysOf,
    Why,
)
from grognard.server.service import Service
from grognard.server.wire import encode

_log = logging.getLogger("grognard.server")
_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)
Heard = Act | Undo | Redo | Hurry | Say | Draw | Resign | Claim | Again | Ping
"""What is done, and answered by how far the game is."""
HELLO_SECONDS = 10.0
POLICY, GOING = 1008, 1013
NO_GAME, CHANGED_RULES, CROWDED = 4404, 4409, 4429
CODES = {"not_found": NO_GAME, "outdated": CHANGED_RULES, "damaged": CHANGED_RULES, "busy": GOING}


class _Known(msgspec.Struct):
    """As much of a broken message as is needed to answer it."""

    id: Id | None = None


class Close(NamedTuple):
    """The last thing sent."""

    code: int
    reason: str


class Question:
    """A question on its way to a worker."""

    task: asyncio.Task[None]

    def __init__(self, id: Id):
        self.id, self.begun = id, False

    def begin(self) -> None:
        """A worker has taken it up."""
        self.begun = True


class Session:
    """Somebody on the other end of a socket."""

    def __init__(self, socket: WebSocket, service: Service, address: str):
        self.socket, self.service = socket, service
        self.side: int | None = None
        self.room: Room | None = None
        limits = service.config.limits
        self._hasty = Bucket(limits.messages_per_second, limits.messages_at_once)
        self._hasty_together = service.messages.of(address)
        self._address, self._share = address, service.shares.of(address)
        self._refused = 0
        self._out: asyncio.Queue[str | Close] = asyncio.Queue()
        self._asking: dict[type, Question] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self._sending = False
        self._write: Callable[[str], bool] | None = None
        """Writes at once, if the line is free; not every server can."""

    # ---- sending

    def post(self, data: str) -> None:
        """Send something, soon; whoever does not read what he is sent is sent away."""
        if self._closing:
            return
        # Mostly the line is free, and nobody need be woken to write.
        if self._write is not None and not self._sending and self._out.empty() and self._write(data):
            return
        if self._out.qsize() >= self.service.config.limits.unsent_messages:
            self.dismiss(GOING, "you do not read what you are sent")
            return
        self._out.put_nowait(data)

    def dismiss(self, code: int, reason: str) -> None:
        """Close the socket after what was sent before."""
        if not self._closing:
            self._closing = True
            self._out.put_nowait(Close(code, reason))

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                item = await self._out.get()
                if isinstance(item, Close):
                    await self.socket.close(item.code, item.reason)
                    return
                self._sending = True
                await self.socket.send_text(item)
                self._sending = False

    # ---- serving

    async def serve(self, game: str) -> None:
        """From the first hello to the end."""
        self._write = self.socket.scope.get("extensions", {}).get(AT_ONCE, {}).get("send")
        sender = asyncio.create_task(self._send_all())
        listener = asyncio.create_task(self._listen(game))
        try:
            # Whichever ends first: they have gone, or we have sent them away.
            await asyncio.wait({sender, listener}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self.room is not None:
                self.room.leave(self)
            if not sender.done() and self._closing:
                await asyncio.wait({sender}, timeout=2)
            for task in (sender, listener, *self._tasks):
                task.cancel()
            await asyncio.gather(sender, listener, *self._tasks, return_exceptions=True)

    async def _listen(self, game: str) -> None:
        PAYER.set(self._share)
        self.game = game
        if not await self._enter():
            return
        try:
            data = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
            while data is not None and not self._closing:
                await self._hear(data)
                data = await self._receive()
        except TimeoutError:
            self.dismiss(POLICY, "say hello first")

    async def _enter(self) -> bool:
        """Into the room of the game, as long as there is one; those inside stay in theirs."""
        if self.room is not None and self in self.room.guests:
            return True
        try:
            room = await self.service.rooms.find(self.game, self._address)
        except ApiError as fault:
            self.dismiss(CODES.get(fault.code, POLICY), fault.message)
            return False
        if len(room.guests) >= self.service.config.limits.sockets_per_game:
            self.dismiss(CROWDED, "too many are looking on already")
            return False
        room.origin = room.origin or self._address
        self.room = room
        return True

    async def _receive(self) -> str | bytes | None:
        """The next message; None if there will be none."""
        if self.socket.client_state is not WebSocketState.CONNECTED:
            return None
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def _hear(self, data: str | bytes) -> None:
        """One message, whatever it is: every fault is answered, none ends the game."""
        if not self._in_time():
            return
        message: Said | None = None
        try:
            message = self._read(data)
            await self._answer(message)
        except ApiError as fault:
            self._fault(fault, _id_of(message, data))
        except BadInput as fault:
            self._fault(ApiError("bad_input", str(fault)), _id_of(message, data))
        except Exception as fault:
            _log.error("a message failed: %s", place_of(fault))
            self._fault(ApiError("internal", "something went wrong here"), _id_of(message, data))

    def _in_time(self) -> bool:
        """Whether they keep to the pace; they are told when they do not, and in the end sent away."""
        if self._hasty.take() and self._hasty_together.take():
            return True
        if self._refused % 100 == 0:
            self._fault(ApiError("slow_down", "too many messages; those since are not heard"), None)
        self._refused += 1
        if self._refused > self.service.config.limits.refused_before_closing:
            self.dismiss(POLICY, "too many messages")
        return False

    def _read(self, data: str | bytes) -> Said:
        if len(data) > self.service.config.limits.message_bytes:
            raise ApiError(
                "too_large", f"a message has at most {self.service.config.limits.message_bytes} bytes"
            )
        if isinstance(data, bytes):
            raise ApiError("bad_message", "messages are text")
        try:
            return _decoder.decode(data)
        except msgspec.ValidationError as fault:
            raise ApiError("bad_message", str(fault)) from None
        except (msgspec.DecodeError, ValueError) as fault:
            raise ApiError("bad_message", f"not JSON: {fault}"[:200]) from None
        except RecursionError:
            raise ApiError("bad_message", "lists are nested too deep") from None

    def _fault(self, fault: ApiError, id: Id | None) -> None:
        self.post(encode(fault.as_fault(id)))

    # ---- answering

    async def _answer(self, message: Said) -> None:
        if not isinstance(message, Ping) and not await self._share.turn():
            raise ApiError("slow_down", "too much is asked from this address; try again in a moment")
        if isinstance(message, Hello):
            await self._hello(message)
            return
        room = self.room
        assert room is not None, "whoever is heard is in a room"
        if self not in room.guests:
            raise ApiError("hello_first", "say hello first")
        match message:
            case Why() | CardOf() | MotivesOf():
                with metered():
                    self.post(encode(self._at_once(room, message)))
            case (
                PreviewOf()
                | PlanTo()
                | WaysOf()
                | RegionOf()
                | JourneysOf()
                | OverlayOf()
                | SightOf()
                | HintOf()
            ):
                self._ask_slowly(room, message)
            case _:
                self.post(encode(Done(id=message.id, seq=await self._do(room, message))))

    def _at_once(self, room: Room, message: Why | CardOf | MotivesOf) -> msgspec.Struct:
        """The answer to a question that takes next to no time."""
        match message:
            case Why():
                return questions.why(room, self._seat(), message, self.service.config.limits)
            case CardOf():
                return questions.card(room, self.side, message)
            case MotivesOf():
                return questions.motives(room, self.side, message)

    async def _do(self, room: Room, message: Heard) -> int:
        """Do what somebody says; gives how far the game is for him then."""
        match message:
            case Act():
                check_noun(message.noun, self.service.config.limits.noun_parts)
                return await room.act(self._seat(), message.seq, message.verb, message.noun)
            case Undo():
                return await room.undo(self._seat(), message.seq)
            case Redo():
                return await room.redo(self._seat(), message.seq)
            case Hurry():
                self._seat()
                room.hurry()
            case Say() | Draw() | Resign() | Claim() | Again():
                await room.people.hear(self._seat(), message)
        return room.shown(self.side)

    async def _hello(self, message: Hello) -> None:
        if self.room is not None and self in self.room.guests and not self._pays():
            raise ApiError("slow_down", "hello again so soon; wait a moment")
        # The room may have been put away since the socket was opened; then the game has another by now.
        if not await self._enter():
            return
        room = self.room
        assert room is not None, "whoever says hello has come into a room"
        side = None
        if message.token is not None:
            side = room.side_of(message.token)
            if side is None:
                raise ApiError("unknown_seat", "this is no seat of this game")
        self.side = side
        # No wait between joining and the sync: nothing can be missed, and nothing comes twice.
        with metered():
            room.welcome(self, message.since, message.undos)

    def _pays(self) -> bool:
        """Whether what is left of the messages is enough for another hello."""
        price = self.service.config.limits.hello_price
        return self._hasty.take(price) and self._hasty_together.take(price)

    def _seat(self) -> int:
        if self.side is None:
            raise ApiError("not_yours", "onlookers have nothing to choose")
        return self.side

    def _ask_slowly(self, room: Room, message: questions.Slow) -> None:
        """Have a worker answer; a newer question of the kind takes the place of one still waiting."""
        waiting = self._asking.get(type(message))
        if waiting is not None and not waiting.begun and not waiting.task.done():
            waiting.task.cancel()
            self._fault(ApiError("superseded", "a later question took its place"), waiting.id)
        question = self._asking[type(message)] = Question(message.id)
        question.task = asyncio.create_task(self._slow_answer(room, message, question))
        self._tasks.add(question.task)
        question.task.add_done_callback(self._tasks.discard)

    async def _slow_answer(self, room: Room, message: questions.Slow, question: Question) -> None:
        limits, reckoners = self.service.config.limits, self.service.reckoners
        try:
            answer = await questions.slowly(
                room, self.side, message, reckoners, limits, question.begin, self._address, self._thinking
            )
            self.post(encode(answer))
        except ApiError as fault:
            self._fault(fault, message.id)
        except Exception as fault:
            _log.error("a question failed: %s", place_of(fault))
            self._fault(ApiError("internal", "something went wrong here"), message.id)

    def _thinking(self, done: int, most: int) -> None:
        """An officer who was asked is so far: that is for the asker alone."""
        if self.side is not None:
            self.post(encode(Thinking(self.side, done, most)))


def _id_of(message: Said | None, data: str | bytes) -> Id | None:
    """The id of a message, if it had one we can read."""
    if message is not None:
        return getattr(message, "id", None)
    try:
        return msgspec.json.decode(data[:100_000], type=_Known).id
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None


__all__ = ["Session"]
