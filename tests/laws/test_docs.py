"""The generated pages say what the rules say now, and their citations lead somewhere."""

from __future__ import annotations

import re

import pytest

from grognard import books
from tests.tools import docs
from tests.tools.shelf import BOOKS, RULES


def test_the_rules_pages_are_current() -> None:
    wanted = docs.pages([books.load(name) for name in BOOKS])
    stale = [
        path.name for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text
    ]
    assert not stale, f"docs/rules is stale ({', '.join(stale)}): `make docs`"
    assert set(RULES.glob("*.md")) == set(wanted), "a page of no book: remove it"


@pytest.mark.parametrize("name", BOOKS)
def test_every_link_on_a_page_leads_somewhere(name: str) -> None:
    text = docs.page(books.load(name))
    anchors = re.findall(r'<a id="([^"]+)">', text)
    assert len(set(anchors)) == len(anchors)
    places = dict(re.findall(r"^\[([^\]]+)\]: (.+)$", text, re.MULTILINE))
    for target in {*re.findall(r"\]\(([^)]+)\)", text), *places.values()}:
        if target.startswith("#"):
            assert target[1:] in anchors, target
        else:
            assert (RULES / target).resolve().exists(), target
    assert set(re.findall(r"\[((?:[a-z_]+/)*(?:test_)?[a-z_]+)\](?!\()", text)) <= set(places)
