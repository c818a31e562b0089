"""Plain data as TOML, as lists and battles of one's own are kept and handed on: written, and read within bounds."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

DOTS = 16
"""So many dots a key or a header has at most; the parser takes time by the square of them."""
_QUOTED = re.compile(
    r"""
    \"{3} (?: [^"\\] | \\. | "(?!"") )* (?: "{3,5} | \Z )   # letters over several lines, to the end if it is never closed
    | '{3} (?: [^'] | '(?!'') )* (?: '{3,5} | \Z )
    | " (?: [^"\\\n] | \\. )* "?                            # on one line
    | ' [^'\n]* '?
    | \# [^\n]*
    """,
    re.VERBOSE | re.DOTALL,
)
_LONG_KEY = re.compile(rf"(?:\.[ \t]*[\w-]+[ \t]*){{{DOTS + 1}}}")


def read(text: str) -> dict[str, Any]:
    """The mapping that a text says; ValueError says why it is none, before anything dear is begun."""
    if text.count(".") > DOTS and _LONG_KEY.search(_QUOTED.sub(_word, text)):
        raise ValueError(f"a key or a header has more than {DOTS} dots")
    return tomllib.loads(text)


def _word(quoted: re.Match[str]) -> str:
    """What stands for something quoted: a key may be quoted too; a remark is nothing."""
    return "" if quoted[0].startswith("#") else "_"


def written(data: Mapping[str, Any]) -> str:
    """A mapping as TOML: its plain lines first, then its tables, each list of mappings as so many of them."""
    return "\n".join(_lines(data, ())) + "\n"


def _lines(data: Mapping[str, Any], way: tuple[str, ...]) -> Iterator[str]:
    for key, value in data.items():
        if not _tables(value) and not _table(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in data.items():
        inner = (*way, key)
        if _table(value):
            yield ""
            yield f"[{'.'.join(map(_key, inner))}]"
            yield from _lines(value, inner)
        elif _tables(value):
            for row in value:
                yield ""
                yield f"[[{'.'.join(map(_key, inner))}]]"
                yield from _lines(row, inner)


def _table(value: Any) -> bool:
    """Whether a mapping has lines of its own; a few numbers stand in one."""
    return isinstance(value, Mapping) and not all(isinstance(part, (int, float)) for part in value.values())


def _tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _key(key: str) -> str:
    return key if key.isascii() and key.isidentifier() else _line(key)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + "}"
    if isinstance(value, str) and "\n" in value:
        rows = (_line(row)[1:-1] for row in value.split("\n"))
        return '"""\n' + "\n".join(rows) + '"""'
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
