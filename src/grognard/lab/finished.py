"""Finished games in a file, so that a long run can be broken off and gone on with: a head that says which run it is, then a line each."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from grognard.engine.book import BadInput

R = TypeVar("R")


def read(path: Path, head: msgspec.Struct, kind: type[R]) -> list[R]:
    """The games of a file; one that is not there, or came no farther than its head, is begun. A last line that was cut off is dropped."""
    first = msgspec.json.encode(head) + b"\n"
    data = path.read_bytes() if path.exists() else b""
    if first.startswith(data) and data != first:
        path.write_bytes(first)
        return []
    *lines, cut = data.split(b"\n")
    if not lines:
        raise BadInput(
            f"{path} is no file of finished games: its first line, which says of what run, is cut off"
        )
    found = _line(path, 1, lines[0], type(head))
    if found != head:
        raise BadInput(f"{path} holds games of another run: {_differs(found, head)}")
    records = [_line(path, number, line, kind) for number, line in enumerate(lines[1:], 2)]
    if cut:
        with path.open("r+b") as file:  # in place: whoever is killed now has lost nothing
            file.truncate(len(data) - len(cut))
    return records


def _line(path: Path, number: int, line: bytes, kind: type[R]) -> R:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        said = "it is not UTF-8" if isinstance(fault, UnicodeDecodeError) else fault
        raise BadInput(f"{path} is no file of finished games: line {number} cannot be read: {said}") from None


def add(path: Path | None, record: object) -> None:
    """One game more, if they are kept."""
    if path is not None:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(record) + b"\n")


def _differs(found: msgspec.Struct, wanted: msgspec.Struct) -> str:
    return ", ".join(
        f"{name} is {getattr(found, name)!r}, not {getattr(wanted, name)!r}"
        for name in wanted.__struct_fields__
        if getattr(found, name) != getattr(wanted, name)
    )
