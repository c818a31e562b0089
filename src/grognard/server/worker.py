"""The worker's side: `python -m grognard.server.worker SHELF NICE` answers requests until its input ends."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from grognard.engine.book import BadInput
from grognard.server.config import books_from
from grognard.server.faults import place_of
from grognard.server.jobs import Bench
from grognard.server.workers import HEAD, Reply, Request


def main() -> None:
    """Serve one parent."""
    shelf, nice = sys.argv[1], int(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when we end
    if nice:
        with suppress(OSError, AttributeError):
            os.nice(nice)
    bench = Bench(books_from(shelf))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may write between the answers
    while (request := _read(source)) is not None:
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
    except BadInput as fault:
        reply = Reply(fault=str(fault), told=True)
    except Exception as fault:
        reply = Reply(fault=place_of(fault))
    return msgspec.msgpack.encode(reply)


if __name__ == "__main__":
    main()
