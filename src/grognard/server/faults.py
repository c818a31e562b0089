"""What can go wrong for somebody who asks something of the server, each with its code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.engine.flow import IllegalAction
from grognard.server.messages import Fault
from grognard.server.said import Id

BIGGEST = 2**53


class ApiError(Exception):
    """A request or a message that cannot be served."""

    def __init__(
        self, code: str, message: str, cite: str | None = None, place: tuple[int, int] | None = None
    ):
        super().__init__(message)
        self.code, self.message, self.cite, self.place = code, message, cite, place

    def as_fault(self, id: Id | None) -> Fault:
        """As it is told over the socket."""
        return Fault(id=id, code=self.code, message=self.message, cite=self.cite, place=self.place)


def illegal(fault: IllegalAction) -> ApiError:
    """An action the rules do not allow."""
    return ApiError("illegal", fault.refusal.words, fault.refusal.cite, fault.refusal.place)


def place_of(fault: BaseException) -> str:
    """Where something went wrong, without the values it went wrong with: they may be secret."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(fault).__name__
    code = trace.tb_frame.f_code
    return f"{type(fault).__name__} in {code.co_qualname} ({Path(code.co_filename).name}, line {trace.tb_lineno})"


def check_noun(raw: Any, most: int) -> None:
    """Refuse what no noun can be before any rule has to look at it."""
    parts, left = 0, [raw]
    while left:
        one = left.pop()
        parts += 1
        if parts > most:
            raise ApiError("bad_message", f"a choice has at most {most} parts")
        if isinstance(one, list | tuple):
            left.extend(one)
        elif isinstance(one, dict | float):
            raise ApiError("bad_message", "a choice is made of whole numbers, words and lists")
        elif isinstance(one, int) and abs(one) > BIGGEST:
            raise ApiError("bad_message", "a number in a choice is too large")
        elif isinstance(one, str) and len(one) > 200:
            raise ApiError("bad_message", "a word in a choice is too long")
