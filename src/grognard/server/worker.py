"""The worker's side: `python -m grognard.server.worker SHELF NICE` answers requests until its input ends."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from time import monotonic
from typing import Any, BinaryIO

import msgspec

from grognard.engine.book import BadInput
from grognard.server.config import books_from
from grognard.server.faults import ApiError, place_of
from grognard.server.jobs import Bench
from grognard.server.workers import HEAD, HURRY, PULSE, Reply, Request

BEAT = 0.2
"""Seconds from one word on how far we are to the next."""


class Pulse:
    """Says on the way how far the work is, and whether whoever asked wants it to end."""

    def __init__(self, sink: BinaryIO):
        self.sink, self.hurried, self.last = sink, False, 0.0

    def begin(self) -> None:
        """Something new is asked; what was hurried is done."""
        self.hurried, self.last = False, monotonic()

    def hurry(self, *_signal: object) -> None:
        """Come to an end."""
        self.hurried = True

    def beat(self, done: int, most: int) -> bool:
        """So much of so much is done: say so now and then; whether to go on."""
        now = monotonic()
        if now - self.last >= BEAT:
            self.last = now
            data = msgspec.msgpack.encode((done, most))
            self.sink.write((len(data) | PULSE).to_bytes(HEAD, "big") + data)
            self.sink.flush()
        return not self.hurried


def main() -> None:
    """Serve one parent."""
    shelf, nice = sys.argv[1], int(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when we end
    if nice:
        with suppress(OSError, AttributeError):
            os.nice(nice)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may write between the answers
    pulse = Pulse(sink)
    if HURRY is not None:
        signal.signal(HURRY, pulse.hurry)
    bench = Bench(books_from(shelf), pulse.beat)
    while (request := _read(source)) is not None:
        pulse.begin()
        answer = _answer(bench, request)
        sink.write(len(answer).to_bytes(HEAD, "big") + answer)
        sink.flush()


def _read(source: BinaryIO) -> Request | None:
    head = source.read(HEAD)
    if len(head) < HEAD:
        return None
    data = source.read(int.from_bytes(head, "big"))
    return msgspec.msgpack.decode(data, type=Request)


def _answer(bench: Bench, request: Request) -> bytes:
    try:
        found: Any = getattr(bench, request.job)(**request.args)
        reply = Reply(msgspec.msgpack.encode(found))
    except ApiError as fault:
        reply = Reply(fault=fault.message, told=True, code=fault.code)
    except BadInput as fault:
        reply = Reply(fault=str(fault), told=True)
    except Exception as fault:
        reply = Reply(fault=place_of(fault))
    return msgspec.msgpack.encode(reply)


if __name__ == "__main__":
    main()
