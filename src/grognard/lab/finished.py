"""Finished games in a file, so that a long run can be broken off and gone on with: a head that says which run it is, then a line each."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from grognard.engine.book import BadInput

R = TypeVar("R")


def read(path: Path, head: msgspec.Struct, kind: type[R]) -> list[R]:
    """The games of a file; a file that is not there is begun. A last line that was cut off is dropped."""
    if not path.exists():
        path.write_bytes(msgspec.json.encode(head) + b"\n")
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.splitlines()
    try:
        found = msgspec.json.decode(lines[0], type=type(head)) if lines else None
        records = [msgspec.json.decode(line, type=kind) for line in lines[1:]]
    except msgspec.MsgspecError as fault:
        raise BadInput(f"{path} is no file of finished games: {fault}") from None
    if found != head:
        raise BadInput(f"{path} holds games of another run: {_differs(found, head)}")
    if whole != data:
        path.write_bytes(whole)
    return records


def add(path: Path | None, record: object) -> None:
    """One game more, if they are kept."""
    if path is not None:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(record) + b"\n")


def _differs(found: msgspec.Struct | None, wanted: msgspec.Struct) -> str:
    if found is None:
        return "it is empty"
    return ", ".join(
        f"{name} is {getattr(found, name)!r}, not {getattr(wanted, name)!r}"
        for name in wanted.__struct_fields__
        if getattr(found, name) != getattr(wanted, name)
    )
