"""Log entries in words, and tallies and reasons as they go over the wire."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec

from grognard.engine.book import Book, render
from grognard.engine.choices import Throw
from grognard.engine.dice import Duels, Pool, hit_groups
from grognard.engine.log import Entry
from grognard.engine.phrases import reading_words
from grognard.engine.tables import Refusal, Tally
from grognard.server.offers import Reason
from grognard.server.parts import EntryOf, TallyLine, TallyOf

PROMPTS = 1024
"""How many questions are remembered as they are told: few are asked, and asked again and again."""


def entries_of(
    book: Book, entries: Iterable[Entry], seq: int, names: Mapping[int, str], sides: Sequence[str]
) -> list[EntryOf]:
    """The entries an action caused, told."""
    return [
        EntryOf(
            seq,
            entry.cite,
            entry.what,
            plain(entry.facts),
            tell(book, entry, names, sides),
            entry.what in book.sheet.announces,
        )
        for entry in entries
    ]


def tell(book: Book, entry: Entry, names: Mapping[int, str], sides: Sequence[str]) -> str:
    """One entry in words, without its citation; sides by their names."""
    if entry.what == "dice":
        return tell_dice(book, entry, names)
    line = render(entry, book.sheet, names, book.key, tuple(sides))
    name = names.get(entry.facts.get("unit", -1), "")
    agrees = book.sheet.phrases.get(entry.what, "").startswith("{unit} ") and line.startswith(f"{name} ")
    return in_number(line.removesuffix(f" [{book.key} {entry.cite}]"), name if agrees else "")


PLURAL = re.compile(r"(?<![s'u])s$|men$")
LATER = ((" where it is", " where they are"), (" and stands", " and stand"))
"""What has to agree farther on in a sentence."""
IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}
ONE = re.compile(r"(?<![\d.,/])1 (steps|hexes|figures|models|markers|turns|losses|points)\b")


def in_number(line: str, subject: str) -> str:
    """A sentence whose verb agrees with its subject ("the braves march"), and "1 step" where there is one."""
    line = ONE.sub(lambda found: f"1 {_one(found[1])}", line)
    head = re.split(r"[,(]| of ", subject)[0].strip()
    if not subject or not PLURAL.search(head):
        return line
    verb, *rest = line[len(subject) + 1 :].split(" ")
    bare = verb.rstrip(":;,.?!")
    theirs = ("their" if word == "its" else word for word in rest)
    told = " ".join((subject, _many(bare) + verb[len(bare) :], *theirs))
    for one, many in LATER:
        told = told.replace(one, many)
    return told


def _one(many: str) -> str:
    return {"hexes": "hex", "losses": "loss"}.get(many, many.removesuffix("s"))


def _many(verb: str) -> str:
    """A verb of the third person for several."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("shes", "ches", "sses", "xes", "zes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def tell_dice(book: Book, entry: Entry, names: Mapping[int, str]) -> str:
    """A throw: what for, by and at whom, the faces, the reading."""
    faces, reading = entry.facts.get("faces"), entry.facts.get("reading")
    told = reading_of(book, str(entry.facts.get("throw")), reading, entry.facts) or said(reading)
    who = about_of(entry.facts, names)
    what = str(entry.facts.get("throw", "dice")).replace("_", " ") + (f" ({who})" if who else "")
    if faces is None or list(faces) == [reading]:  # one die or a card needs no reading
        return f"{what}: {told}"
    return f"{what}: {' '.join(map(str, faces))} → {told}"


def about_of(facts: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Who throws, and at whom: a unit and its target, or whoever the throw names: a brigade, a leader."""
    known = (names.get(facts.get(key, -1), "") for key in ("unit", "target"))
    told = (facts[key] for key in ("brigade", "formation", "leader") if isinstance(facts.get(key), str))
    return " at ".join(name for name in known if name) or next(told, "")


def reading_of(book: Book, throw: str, reading: Any, facts: Mapping[str, Any] = MappingProxyType({})) -> str:
    """What a throw reads, in the book's words; nothing if it has none for it."""
    return reading_words(book.sheet, throw, reading, facts)


def said(reading: Any) -> str:
    """A reading in words."""
    if isinstance(reading, tuple | list):
        return ", ".join(said(part) for part in reading)
    if isinstance(reading, bool):
        return "yes" if reading else "no"
    return "nothing" if reading is None else str(reading).replace("_", " ")


def plain(value: Any) -> Any:
    """Facts as JSON can carry them: enums, structs and sets become plain data."""
    return msgspec.to_builtins(value, str_keys=True)


def reason_of(refusal: Refusal) -> Reason:
    """A refusal as it goes over the wire."""
    return Reason(refusal.cite, refusal.words, refusal.place)


def tallies_of(why: Tally | tuple[Tally, ...] | None) -> tuple[TallyOf, ...]:
    """The sums that made a throw what it is."""
    if why is None:
        return ()
    return tuple(tally_of(tally) for tally in ((why,) if isinstance(why, Tally) else why))


def tally_of(tally: Tally) -> TallyOf:
    """A sum that explains itself."""
    lines = tuple(TallyLine(line.value, line.words, line.cite) for line in tally.lines)
    return TallyOf(tally.base, tally.base_words, lines, tally.total)


def unit_of(throw: Throw) -> int | None:
    """The unit a throw is about, if it names one."""
    unit = throw.facts.get("unit")
    return unit if isinstance(unit, int) and not isinstance(unit, bool) else None


def dice_words(throw: Throw) -> str:
    """What is thrown: `5D6 at 4+`."""
    n, sides = throw.dice.faces()
    if sides == 0:
        return "a card"
    groups = hit_groups(throw.dice)
    if groups or isinstance(throw.dice, Pool):
        return " and ".join(f"{count}D{sides} at {hits}+" for count, hits in groups if count) or "no dice"
    if isinstance(throw.dice, Duels):
        pairs = sum(count for count, _, _ in throw.dice.groups)
        return f"{pairs} pairs, D{throw.dice.sides} against D{throw.dice.against_sides}"
    plus = getattr(throw.dice, "plus", 0)
    return f"{n}D{sides}{plus:+d}" if plus and not hasattr(throw.dice, "against") else f"{n}D{sides}"


def asked(prompt: str, names: Mapping[int, str]) -> str:
    """A question whose verb agrees with the unit it begins with."""
    return _asked(prompt, tuple(names.values()))


@lru_cache(maxsize=PROMPTS)
def _asked(prompt: str, names: tuple[str, ...]) -> str:
    subjects = (name for name in names if prompt.startswith(f"{name} "))
    return in_number(prompt, max(subjects, key=len, default=""))


def named_in(prompt: str, names: Mapping[int, str]) -> tuple[int, ...]:
    """The units a prompt speaks of: a longer name is not also the shorter one that is part of it."""
    found = _named_in(prompt, tuple(names.values()))
    return tuple([unit for unit, name in names.items() if name in found]) if found else ()


@lru_cache(maxsize=PROMPTS)
def _named_in(prompt: str, names: tuple[str, ...]) -> frozenset[str]:
    found, left = set(), prompt
    for name in sorted({*names} - {""}, key=len, reverse=True):
        if name in left:
            found.add(name)
            left = left.replace(name, "\0")
    return frozenset(found)
