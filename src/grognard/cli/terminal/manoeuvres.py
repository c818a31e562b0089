"""Manoeuvres in words: reading what a player types, describing legs and where they end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from grognard.cli.terminal.words import compass, degrees, length
from grognard.engine.domains import Mover, Reach

TURNING = re.compile(r"turn|wheel|pivot|face|facing|rotate|swing|angle")
AMOUNT = re.compile(r"^([+-]?\d+(?:\.\d*)?|[+-]?\.\d+)(°|deg|degrees|″|\"|''|in|inch|inches|cm)?$")
SIDEWAYS = {"left": -1, "right": 1}


def read(text: str, reach: Reach) -> tuple[tuple[Any, ...], ...]:
    """Typed legs (`turn 30, forward 6`) as a manoeuvre; ValueError says what cannot be read."""
    shapes = known_shapes(reach.mover)
    legs = tuple(read_leg(part, shapes) for part in re.split(r"[,;]| then ", text) if part.strip())
    if not legs:
        raise ValueError("a manoeuvre is a list of legs, for instance: turn 30, forward 6")
    return legs


def read_leg(text: str, shapes: Mapping[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """One leg: its kind, then amounts in the book's unit or in degrees, and words."""
    kind, *parts = text.strip().lower().split()
    kind = _kind(kind, shapes)
    wordless = kind in shapes and not any(isinstance(part, str) for part in shapes[kind][1:])
    sign, amounts = 1, []
    for part in parts:
        if part in SIDEWAYS and wordless:
            sign = SIDEWAYS[part]
        else:
            amounts.append(read_amount(kind, part))
    if not amounts:
        raise ValueError(f"how much '{kind}'? Write for instance: {kind} 6")
    return (kind, *(sign * amount if isinstance(amount, int) else amount for amount in amounts))


def _kind(word: str, shapes: Mapping[str, tuple[Any, ...]]) -> str:
    """A leg's kind, by its beginning if that is clear."""
    fitting = [kind for kind in shapes if kind.startswith(word)]
    return fitting[0] if len(fitting) == 1 else word


def read_amount(kind: str, part: str) -> int | str:
    """An amount in hundredths of the unit, or tenths of a degree where the leg turns; else a word."""
    found = AMOUNT.match(part)
    if found is None:
        return part
    number, unit = found.groups()
    turning = unit in ("°", "deg", "degrees") or (unit is None and TURNING.search(kind) is not None)
    return round(float(number) * (10 if turning else 100))


def known_shapes(mover: Mover) -> dict[str, tuple[Any, ...]]:
    """One leg of each kind the book itself proposes, to learn how it writes them."""
    shapes: dict[str, tuple[Any, ...]] = {}
    for legs in mover.candidates():
        for leg in legs:
            shapes.setdefault(leg[0], leg)
    return shapes


def say(legs: Iterable[tuple[Any, ...]], unit: str) -> str:
    """A manoeuvre in words."""
    return ", ".join(say_leg(leg, unit) for leg in legs) or "stay"


def say_leg(leg: tuple[Any, ...], unit: str) -> str:
    """One leg in words: turns to the left or right, lengths in the book's unit."""
    kind, *amounts = leg
    words = [str(kind).replace("_", " ")]
    for amount in amounts:
        if isinstance(amount, str):
            words.append(amount.replace("_", " "))
        elif TURNING.search(kind):
            words.append(f"{'left' if amount < 0 else 'right'} {degrees(abs(amount))}")
        else:
            words.append(length(amount, unit))
    return " ".join(words)


def ending(preview: Mapping[str, Any]) -> tuple[int, ...] | None:
    """The pose a preview ends in: so far east, so far north and, if told, the facing."""
    pose = next((preview[key] for key in ("end", "pose", "to") if preview.get(key) is not None), None)
    return None if pose is None or len(pose) < 2 else tuple(int(part) for part in pose[:3])


def cost(preview: Mapping[str, Any], unit: str) -> str:
    """What a preview costs, in words."""
    spent = preview.get("cost", preview.get("spent"))
    if isinstance(spent, list | tuple):
        spent = sum(part for part in spent if isinstance(part, int))
    return "" if not isinstance(spent, int) else f"costs {length(spent, unit)}"


def say_preview(preview: Mapping[str, Any], unit: str) -> str:
    """Where a manoeuvre ends, facing where, and what it costs."""
    words = []
    pose = ending(preview)
    if pose is not None:
        facing = f" facing {compass(pose[2])}" if len(pose) > 2 else ""
        words.append(f"ends at {length(pose[0], '')}·{length(pose[1], unit)}{facing}")
    words.append(cost(preview, unit))
    return ", ".join(word for word in words if word)
