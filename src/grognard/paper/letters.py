"""The letters we print with: how wide they are, which there are, and how a text is made to fit."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib import resources
from typing import Literal, NamedTuple

Face = Literal["title", "plain", "bold", "slant"]
FILES: dict[Face, str] = {
    "title": "Alegreya-Bold.ttf",
    "plain": "SourceSans3-Regular.ttf",
    "bold": "SourceSans3-SemiBold.ttf",
    "slant": "SourceSans3-Italic.ttf",
}
MM = 25.4 / 72
"""Millimetres in a point."""
MISSING = "□"
"""Stands for a letter that no font of ours has."""
CUT = "…"
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Kinds of characters that are nothing on paper: controls, marks of direction, halves of pairs."""
ASCENT, DESCENT = 0.95, 0.28
"""How far letters reach above and below their line, for a size of one."""


class Metrics(NamedTuple):
    """The widths of a font's letters, for a size of one."""

    widths: dict[int, float]

    def wide(self, words: str) -> float:
        """How wide words are at a size of one."""
        widths = self.widths
        return sum(widths.get(ord(letter), 0.6) for letter in words)


def font_path(face: Face) -> str:
    """Where a font's file is."""
    return str(resources.files("grognard.paper").joinpath("fonts", FILES[face]))


@cache
def metrics(face: Face) -> Metrics:
    """Read a font's widths, once."""
    from fontTools.ttLib import TTFont

    with TTFont(font_path(face), lazy=True) as font:
        scale, advance = font["head"].unitsPerEm, font["hmtx"].metrics
        return Metrics({code: advance[glyph][0] / scale for code, glyph in font.getBestCmap().items()})


@lru_cache(maxsize=20_000)
def _unit_wide(words: str, face: Face) -> float:
    return metrics(face).wide(words)


def wide(words: str, face: Face, size: float) -> float:
    """How wide words are, in millimetres, at a size in points."""
    return _unit_wide(words, face) * size * MM


@lru_cache(maxsize=5_000)
def clean(words: str) -> str:
    """What can be printed of a text: on one line, without what is unseen, unknown letters boxed."""
    known = metrics("plain").widths
    composed = unicodedata.normalize("NFC", " ".join(words.split()))
    seen = (letter for letter in composed if unicodedata.category(letter) not in UNSEEN)
    return "".join(letter if ord(letter) in known else MISSING for letter in seen)


def face_for(words: str, face: Face) -> Face:
    """The face itself, or a bold one where the titles' font lacks a letter."""
    if face == "title" and any(ord(letter) not in metrics("title").widths for letter in words):
        return "bold"
    return face


def fitting(words: str, face: Face, size: float, width: float, least: float = 8.0) -> float:
    """The size at which words fit a width: the one wished, or as much smaller as need be."""
    face = face_for(clean(words), face)
    long = wide(clean(words), face, size)
    return size if long <= width else max(least, int(10 * size * width / long) / 10)


def cut(words: str, width: float, face: Face, size: float) -> str:
    """A text shortened to a width."""
    if wide(words, face, size) <= width:
        return words
    room = width - wide(CUT, face, size)
    if room < 0:
        return ""
    return _head(words, room, face, size).rstrip() + CUT


def _head(words: str, room: float, face: Face, size: float) -> str:
    """As many letters as fit; a half of them is tried first, then a half of that."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if wide(words[:middle], face, size) <= room:
            low = middle
        else:
            high = middle - 1
    return words[:low]


def wrap(words: str, width: float, face: Face, size: float) -> list[str]:
    """A text in lines of at most a width; a word that is too long by itself is broken, after a hyphen if it has one."""
    words = clean(words)
    lines, line, used = [], "", 0.0
    space = wide(" ", face, size)
    for word in words.split(" "):
        long = wide(word, face, size)
        if line and used + space + long <= width:
            line, used = f"{line} {word}", used + space + long
            continue
        if line:
            lines.append(line)
        while long > width and len(word) > 1:
            part = _head(word, width, face, size) or word[0]
            part = part[: part.rfind("-") + 1] or part
            lines.append(part)
            word = word[len(part) :]
            long = wide(word, face, size)
        line, used = word, long
    return [*lines, line] if line or not lines else lines
