"""The guide for writers of books shows code that is there, in the file it names, and its numbers are what they say."""

from __future__ import annotations

import re
import textwrap

import pytest

from grognard.cli.new_book import STARTER
from tests.tools.shelf import ROOT

PAGE = ROOT / "docs" / "guide" / "writing-a-book.md"
SHOWN = re.findall(r"^( *)```python\n(.*?)^ *```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
NAMED = [
    (found[1], textwrap.dedent(block).partition("\n")[2].rstrip())
    for _, block in SHOWN
    if (found := re.match(r" *# ((?:src|examples|tests)/\S+)\n", block))
]


@pytest.mark.parametrize(("file", "code"), NAMED, ids=[f"{file}:{code.split()[1]}" for file, code in NAMED])
def test_code_that_names_its_file_stands_there(file: str, code: str) -> None:
    assert code in (ROOT / file).read_text("utf-8")


def test_much_of_it_does() -> None:
    assert len(NAMED) >= 7


def test_the_size_of_the_starter_is_as_told() -> None:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in STARTER.glob("*.py"))
    told = int(re.search(r"new-book` \| (\d+), of which none", PAGE.read_text("utf-8"))[1])  # type: ignore[index]
    assert abs(lines - told) <= 50


def test_every_file_it_names_is_there() -> None:
    text = PAGE.read_text("utf-8")
    files = re.findall(r"`((?:src|tests|examples|docs)/[\w/.-]+)`", text)
    assert files
    assert not [
        file for file in files if not any((home / file).exists() for home in (ROOT, STARTER / "project"))
    ]
