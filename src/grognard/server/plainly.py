"""Faults as a player reads them: what the program calls by a key is called by its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from grognard.engine.book import BadInput, Book
from grognard.server.catalogue import options_of

_KEY = re.compile(r"\b[A-Za-z]+(?:_\w+)+\b")
"""Two words joined as only a program joins them."""


def in_words(text: str, names: Mapping[str, str]) -> str:
    """A fault without keys: known ones by their words, where they lead the line, are quoted or joined; others apart."""
    for key in sorted(names, key=len, reverse=True):
        told = f"“{names[key]}”"
        text = re.sub(rf"^{re.escape(key)}(?=:)|'{re.escape(key)}'", told, text)
        if "_" in key:
            text = re.sub(rf"\b{re.escape(key)}\b", told, text)
    return _KEY.sub(lambda found: found[0].replace("_", " "), text)


@contextmanager
def in_words_of(book: Book, situation: str = "") -> Iterator[None]:
    """What is wrong with a book's options, or with a question about its odds, by the words of options and fields."""
    try:
        yield
    except BadInput as fault:
        names = {one.name: one.words for one in options_of(book)}
        if situation in book.situations:
            told = book.situations[situation]
            names = {situation: told.words, **{field.name: field.words for field in told.fields}}
        raise BadInput(in_words(str(fault).replace(book.name, book.title), names)) from None
