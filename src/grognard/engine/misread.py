"""Something of the wrong shape, told by the words of its fields: whoever fills in a page knows no types and no keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from grognard.engine.workshop import KitField

Way = tuple[str | int, ...]
"""How one gets to a value: the section, the row, the field."""
_AT = re.compile(r"^(.*?)(?: - at `\$(.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*)`$")
_VALUE = re.compile(r"Invalid enum value '?(.*?)'?$", re.DOTALL)
_WANTED = re.compile(r"Expected `([^`]+)`(?: of length (\d+))?")
KINDS = {
    "str": "words",
    "int": "a whole number",
    "float": "a number",
    "bool": "yes or no",
    "array": "a row of things",
    "object": "a group of fields",
}


class Section(Protocol):
    """A part of a list or a battle, as its kit tells of it."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def fields(self) -> Sequence[KitField]: ...


class Names:
    """What sections and fields are called on the page they are filled in on."""

    def __init__(self, head: Iterable[KitField] = (), sections: Iterable[Section] = ()):
        """As a kit has them."""
        self.words = {("", field.name): field.words for field in head}
        self.titles: dict[str, str] = {}
        for section in sections:
            self.titles[section.key] = section.title
            self.words |= {(section.key, field.name): field.words for field in section.fields}

    def of(self, way: Way) -> str:
        """A place by its names: "Units 3, Figures"."""
        home, parts = "", list[str]()
        for key in way:
            if isinstance(key, int):
                parts[-1:] = [f"{parts[-1]} {key + 1}"] if parts else [str(key + 1)]
            elif key in self.titles:
                home = key
                parts.append(self.titles[key])
            else:
                parts.append(self.words.get((home, key)) or key.replace("_", " "))
        return ", ".join(parts)


def misread(fault: str, names: Names, way: Way = ()) -> str:
    """What a record says against a value on that way, as a reader is told it."""
    found = _AT.match(fault)
    what, steps = (found[1], found[2] or "") if found else (fault, "")
    way += tuple(int(row) if row else key for key, row in _STEP.findall(steps))
    if field := _FIELD.match(what):
        if field[1] == "missing required":
            return f"{names.of((*way, field[2]))}: nothing is said"
        return _of(names, way, f"there is no field “{field[2][:40]}”")
    if value := _VALUE.match(what):
        return _of(names, way, f"there is no “{value[1][:40]}”")
    if wanted := _WANTED.match(what):
        kind = next((KINDS[one] for one in wanted[1].split(" | ") if one in KINDS), "something else")
        many = f"{wanted[2]} things in a row" if wanted[2] else kind
        return _of(names, way, f"{many} should stand here")
    return _of(names, way, "it cannot be read")


def _of(names: Names, way: Way, words: str) -> str:
    return f"{names.of(way)}: {words}" if way else words
