"""What somebody asks the odds of, read from plain text by each field's kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grognard.engine.book import BadInput, Input, Situation

YES, NO = ("yes", "true", "1"), ("no", "false", "0")
WHOLE = re.compile(r"[+-]?\d{1,9}")
LENGTH = re.compile(r"(\d{1,7})(?:\.(\d{1,2}))?")


def read_inputs(fields: Sequence[Input], given: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Every field with its value as understood; a field not given takes its default.

    Defaults stand in a field as the scene wants them: a length already in hundredths. BadInput names the
    field, what was given and what is allowed.
    """
    known = [field.name for field in fields]
    for name in given:
        if name not in known:
            raise BadInput(f"{what} has no field '{name}'; it has: {', '.join(known)}")
    return {
        field.name: read_field(field, given[field.name]) if field.name in given else field.default
        for field in fields
    }


def read_field(field: Input, raw: Any) -> Any:
    """One value by its field's kind; BadInput if it does not fit."""
    value = _READERS[field.kind](field, str(raw).strip())
    if value is None:
        raise BadInput(f"{field.name}: '{raw}' given, but allowed is {allowed(field)}")
    return value


def allowed(field: Input) -> str:
    """What may be given for a field, in a few words."""
    if field.choices:
        return "one of " + ", ".join(field.choices)
    if field.kind == "flag":
        return "yes or no"
    if field.kind == "length":
        return f"a length{' in ' + field.unit if field.unit else ''}, at most two decimals"
    return f"a whole number{' of ' + field.unit if field.unit else ''}"


def say_input(field: Input, value: Any) -> str:
    """A value as people write it."""
    if field.kind == "flag":
        return "yes" if value else "no"
    if field.kind == "length":
        units, hundredths = divmod(value, 100)
        decimals = f".{hundredths:02d}".rstrip("0") if hundredths else ""
        return f"{units}{decimals} {field.unit}".strip()
    return f"{value} {field.unit}".strip()


def as_entry(key: str, situation: Situation) -> dict[str, Any]:
    """A situation as a script or a client reads it, with its fields and their defaults as people type them."""
    return {
        "name": situation.name,
        "words": situation.words,
        "cite": f"{key} {situation.cite}",
        "fields": [
            {
                "name": field.name,
                "kind": field.kind,
                "default": bare_default(field),
                "unit": field.unit,
                "words": field.words,
                "choices": list(field.choices),
            }
            for field in situation.fields
        ],
    }


def bare_default(field: Input) -> str:
    """A field's default as it would be typed, without its unit."""
    return say_input(field, field.default).removesuffix(field.unit).strip()


def _whole(field: Input, text: str) -> int | None:
    if not WHOLE.fullmatch(text) or (field.choices and text not in field.choices):
        return None
    return int(text)


def _length(field: Input, text: str) -> int | None:
    match = LENGTH.fullmatch(text.removesuffix(field.unit).strip())
    if match is None:
        return None
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))


def _flag(_field: Input, text: str) -> bool | None:
    word = text.lower()
    return True if word in YES else False if word in NO else None


def _choice(field: Input, text: str) -> str | None:
    wanted = _plain(text)
    return next((choice for choice in field.choices if _plain(choice) == wanted), None)


def _plain(text: str) -> str:
    """Case, blanks, dashes and underscores make no difference."""
    return re.sub(r"[\s_-]+", " ", text).casefold()


_READERS: Mapping[str, Callable[[Input, str], Any]] = {
    "whole": _whole,
    "length": _length,
    "flag": _flag,
    "choice": _choice,
}
