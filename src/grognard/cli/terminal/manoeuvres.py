"""Manoeuvres in words: reading what a player types, describing legs and where they end."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from grognard.cli.terminal.words import arrow, degrees
from grognard.engine.choices import Move
from grognard.engine.domains import Mover, Reach
from grognard.engine.flow import IllegalAction
from grognard.engine.measures import compass, length
from grognard.engine.tables import Refusal

TURNING = re.compile(r"turn|wheel|pivot|face|facing|rotate|swing|angle")
AMOUNT = re.compile(r"^([+-]?\d+(?:\.\d*)?|[+-]?\.\d+)(°|deg|degrees|″|\"|''|in|inch|inches|cm)?$")
KINDS = ("forward", "back", "side", "turn", "wheel", "glide", "order")
"""The legs of an open table."""
SIDEWAYS = {"left": -1, "right": 1}
SHORTHAND = {
    "about": "turn 180",
    "left": "side left",
    "right": "side right",
    "advance": "forward",
    "form": "order",
    "withdraw": "back",
}
"""Words people use, and how the table's own legs call them."""
STANDING = (["stay"], ["stand"], ["halt"], ["nothing"])
LEAST_APART = 100
LEAST_TURN = 300
"""How much two manoeuvres must differ to be listed both: in place, in facing."""
EXAMPLE = "turn 30, forward 6"
Pose = tuple[int, int, int]


def read(text: str, reach: Reach, pose: Pose | None = None) -> tuple[tuple[Any, ...], ...]:
    """Typed legs (`turn 30, forward 6`) or a place (`to 24 18`) as a manoeuvre; ValueError says what is wrong."""
    words = text.lower().split()
    if words in STANDING:
        return ()
    if words[:1] == ["to"]:
        return find_way(words[1:], reach, pose)
    shapes = known_shapes(reach.mover)
    legs = tuple(read_leg(part, shapes) for part in re.split(r"[,;]| then ", text) if part.strip())
    if not legs:
        raise ValueError(f"a manoeuvre is a list of legs, for instance: {EXAMPLE}")
    return legs


def find_way(words: list[str], reach: Reach, pose: Pose | None) -> tuple[tuple[Any, ...], ...]:
    """The book's cheapest manoeuvre to a place: `to X Y`, if wished a facing in degrees and an order, and `by X Y` for each way-point."""
    words, *stops = [part.split() for part in " ".join(words).split(" by ")]
    by = tuple([_way_point(stop) for stop in stops])
    numbers = [float(found[1]) for word in words if (found := AMOUNT.match(word))]
    if len(numbers) not in (2, 3):
        raise ValueError("say where: to X Y, and if you like the facing in degrees: to 24 18 90")
    order = next((word for word in words if not AMOUNT.match(word)), "")
    x, y = (round(number * 100) for number in numbers[:2])
    facings = [round(numbers[2] * 10)] if len(numbers) == 3 else _facings(pose, x, y)
    reasons = []
    for facing in facings:
        there = x, y, facing, order
        way = reach.mover.arrange(there, (), by) if by else reach.mover.plan(there)
        if not isinstance(way, Refusal):
            return tuple(way)
        reasons.append(way)
    raise IllegalAction(Move(-1, "to", (x, y)), reasons[0])


def _way_point(words: list[str]) -> tuple[int, int]:
    """One place by which a way is led."""
    numbers = [float(found[1]) for word in words if (found := AMOUNT.match(word))]
    if len(numbers) != 2:
        raise ValueError("say by which place: to 24 18 by 20 15")
    return round(numbers[0] * 100), round(numbers[1] * 100)


def _facings(pose: Pose | None, x: int, y: int) -> list[int]:
    """Facings worth trying where none was asked for: the way one goes, or as one stands."""
    if pose is None:
        return [0]
    return [round(math.degrees(math.atan2(x - pose[0], y - pose[1])) * 10) % 3600, pose[2]]


def read_leg(text: str, shapes: Mapping[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """One leg: its kind, then amounts in the book's unit or in degrees, and words."""
    kind, *parts = text.strip().lower().split()
    kind = _kind(kind, shapes)
    if kind in SHORTHAND and kind not in shapes:
        kind, *more = SHORTHAND[kind].split()
        parts = more + parts
    items = [read_amount(kind, part) for part in parts]
    if not any(isinstance(item, int) for item in items) and not (items and kind == "order"):
        raise ValueError(f"how much '{kind}'? Write for instance: {kind} 6")
    return _leg(kind, items, shapes.get(kind))


def _leg(kind: str, items: list[int | str], shape: tuple[Any, ...] | None) -> tuple[Any, ...]:
    """A leg as the table writes it: left is below zero, a wheel goes on its inner corner."""
    sides = [item for item in items if isinstance(item, str) and item in SIDEWAYS]
    wordless = shape is None or kind == "wheel" or not any(isinstance(part, str) for part in shape[1:])
    if wordless:
        sign = SIDEWAYS[sides[0]] if sides else 1
        items = [sign * item if isinstance(item, int) else item for item in items if item not in sides]
    if kind == "wheel" and len(items) == 1 and isinstance(items[0], int):
        return kind, items[0], sides[1] if len(sides) > 1 else "left" if items[0] < 0 else "right"
    return kind, *items


def _kind(word: str, shapes: Mapping[str, tuple[Any, ...]]) -> str:
    """A leg's kind, by its beginning if that is clear."""
    kinds = dict.fromkeys((*shapes, *KINDS))
    fitting = [kind for kind in kinds if kind.startswith(word)]
    return word if word in kinds or len(fitting) != 1 else fitting[0]


def read_amount(kind: str, part: str) -> int | str:
    """An amount in hundredths of the unit, or tenths of a degree where the leg turns; else a word."""
    found = AMOUNT.match(part)
    if found is None:
        return part
    number, unit = found.groups()
    turning = unit in ("°", "deg", "degrees") or (unit is None and TURNING.search(kind) is not None)
    return round(float(number) * (10 if turning else 100))


def is_leg(word: str, reach: Reach) -> bool:
    """Whether a word begins a manoeuvre."""
    plain = word.lower()
    kinds = (*KINDS, *SHORTHAND, *known_shapes(reach.mover), "to", "stay", "stand")
    return any(kind == plain or (len(plain) > 1 and kind.startswith(plain)) for kind in kinds)


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
    """One leg in words: turns and steps to the left or right, lengths in the book's unit."""
    match leg:
        case ("wheel", int(angle), "left" | "right" as corner):
            inner = "left" if angle < 0 else "right"
            outer = "" if corner == inner else f" on the {corner} corner"
            return f"wheel {inner} {degrees(abs(angle))}{outer}"
        case ("turn", int(angle)) if abs(angle) == 1800:
            return "turn about"
        case ("side", int(distance)):
            return f"step {'left' if distance < 0 else 'right'} {length(abs(distance), unit)}"
        case ("glide", int(east), int(north)):
            bearing = round(math.degrees(math.atan2(east, north)) * 10)
            return f"go {length(math.hypot(east, north), unit)} {compass(bearing)}"
        case ("order", str(name)):
            return f"form {name.replace('_', ' ')}"
    kind, *amounts = leg
    return " ".join((str(kind).replace("_", " "), *(_say_amount(kind, amount, unit) for amount in amounts)))


def _say_amount(kind: str, amount: Any, unit: str) -> str:
    if isinstance(amount, str):
        return amount.replace("_", " ")
    if TURNING.search(kind):
        return f"{'left' if amount < 0 else 'right'} {degrees(abs(amount))}"
    return length(amount, unit)


def ending(preview: Mapping[str, Any]) -> tuple[int, ...] | None:
    """The pose a preview ends in: so far east, so far north and, if told, the facing."""
    pose = next((preview[key] for key in ("end", "pose", "to") if preview.get(key) is not None), None)
    return None if pose is None or len(pose) < 2 else tuple(int(part) for part in pose[:3])


class Way(NamedTuple):
    """A manoeuvre with where it ends and in what formation."""

    legs: tuple[tuple[Any, ...], ...]
    pose: tuple[int, ...]
    formation: tuple[Any, ...]


def varied(reach: Reach) -> list[tuple[tuple[Any, ...], ...]]:
    """The book's candidates without those that hardly differ to a player's eye: the simplest of a kind stays."""
    previews = {legs: reach.mover.preview(legs) for legs in reach}
    ways = {legs: Way(legs, ending(preview) or (), _formation(legs)) for legs, preview in previews.items()}
    kept: list[Way] = []
    for legs in sorted(ways, key=len):  # stable: the book's best ideas first among equally simple ones
        apart = max(LEAST_APART, (previews[legs].get("allowance") or 0) // 5)
        if not any(_alike(ways[legs], other, apart) for other in kept):
            kept.append(ways[legs])
    order = list(ways)
    return sorted((way.legs for way in kept), key=order.index)


def _formation(legs: tuple[tuple[Any, ...], ...]) -> tuple[Any, ...]:
    return tuple(leg for leg in legs if leg[0] == "order")


def _alike(way: Way, other: Way, apart: int) -> bool:
    one, two = way.pose, other.pose
    if way.formation != other.formation or not one or not two or math.dist(one[:2], two[:2]) >= apart:
        return False
    turned = abs(one[2] - two[2]) % 3600 if len(one) > 2 and len(two) > 2 else 0
    return min(turned, 3600 - turned) < LEAST_TURN


def cost(preview: Mapping[str, Any], unit: str) -> str:
    """What a preview costs, in words."""
    spent = preview.get("cost", preview.get("spent"))
    if isinstance(spent, list | tuple):
        spent = sum(part for part in spent if isinstance(part, int))
    if not isinstance(spent, int):
        return ""
    allowed = preview.get("allowance")
    going = ", difficult going" if preview.get("difficult") is True else ""
    if isinstance(allowed, int):
        return f"{length(spent, '')} of {length(allowed, unit)}{going}"
    return f"costs {length(spent, unit)}{going}"


def say_preview(preview: Mapping[str, Any], unit: str) -> str:
    """Where a manoeuvre ends, facing where, and what it costs."""
    words = []
    pose = ending(preview)
    if pose is not None:
        x, y = (round(part, -1) for part in pose[:2])
        words.append(
            f"ends at {length(x, '')}·{length(y, unit)}{f' {arrow(pose[2])}' if len(pose) > 2 else ''}"
        )
    words.append(cost(preview, unit))
    return ", ".join(word for word in words if word)
