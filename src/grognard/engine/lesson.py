"""A first battle that is learnt by fighting it: the next act, what it is and why, one card at a time.

A book keeps it in `lesson.toml`. It is played from the first side's chair:

    scenario = "stockade"

    [[step]]
    do = ["go"]
    by = ["march"]
    unit = "2nd Regiment"
    title = "…"
    words = "…"
    rules = ["M1"]

A step is over when one of the verbs in `do` has been chosen, of the unit if one is named and can; `by` are the verbs that
lead there. What dice may leave out is marked `perhaps`, and passed over when the next step comes up first. A step with
nothing to do is a farewell.
"""

from __future__ import annotations

import tomllib
from importlib import resources

import msgspec

from grognard.engine.rulebook import Rulebook


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One act, and its card."""

    title: str
    words: str
    do: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    unit: str = ""
    perhaps: bool = False
    rules: tuple[str, ...] = ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first turns of a battle, step by step."""

    scenario: str
    step: tuple[LessonStep, ...]


def load_lesson(package: str, rulebook: Rulebook) -> Lesson | None:
    """Read `lesson.toml` from a book's package, if there is one. Every rule named must be in the book."""
    file = resources.files(package).joinpath("lesson.toml")
    if not file.is_file():
        return None
    lesson = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Lesson)
    for step in lesson.step:
        unknown = [number for number in step.rules if number not in rulebook.rules]
        if unknown:
            raise ValueError(
                f"{package}: the step '{step.title}' names rules not in the book: {', '.join(unknown)}"
            )
    return lesson


__all__ = ["Lesson", "LessonStep", "load_lesson"]
