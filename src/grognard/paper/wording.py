"""Lines in the words of the rulebook, their numbers marked with where the rule comes from."""

from __future__ import annotations

from grognard.engine.printing import Told
from grognard.engine.reference import MARKS, spelt
from grognard.engine.rulebook import Rulebook


def cited(rulebook: Rulebook, cite: str) -> str:
    """A rule's number with the mark of its source."""
    rule = rulebook.rules.get(cite)
    return f"{cite}{MARKS[rule.source]}" if rule else cite


def in_words(rulebook: Rulebook, line: Told) -> Told:
    """A line as it is printed: one without words of its own has those of its rule."""
    rule = rulebook.rules.get(line.cite)
    words = line.words or (spelt(rule.words) if rule else "")
    return Told(words, cited(rulebook, line.cite))


def with_lead(name: str, words: str, first: bool) -> tuple[str, str]:
    """A special rule's name and its words, the name said once: many rules begin with it themselves."""
    title = f"{name[:1].upper()}{name[1:]}"
    if words.casefold().startswith(f"{name}: ".casefold()):
        rest = words[len(name) + 2 :]
        return (f"{title}." if first else "", f"{rest[:1].upper()}{rest[1:]}")
    if first and words.casefold().startswith((f"{name} ".casefold(), f"{name}, ".casefold())):
        end = words.index(" ", len(name))
        return (words[:end], words[end + 1 :])
    return (f"{title}." if first else "", words)
