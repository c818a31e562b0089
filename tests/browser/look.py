"""What an eye would stumble over on a page: words of the program, and words that lie on one another."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

INTERNAL = re.compile(
    r"\b[A-Za-z]\w*_\w+|\b[\w-]+\.(?:toml|py|json)\b|\bthe rule:|\b(?:undefined|NaN|null)\b|\[object|\{\w*\}"
)

_WRITTEN = """() => [...document.querySelectorAll('.battlefield .t-name, .battlefield .mark .name')]
  .filter(at => !/rotate\\((?!0\\))/.test(at.getAttribute('transform') ?? ''))
  .map(at => { const box = at.getBoundingClientRect(), thin = box.height / 4;
    return { words: at.textContent, left: box.left, right: box.right, top: box.top + thin, bottom: box.bottom - thin }; })"""
"""What is written level on the table; a letter does not fill the height of its line."""


def internal_words(page: Page) -> list[str]:
    """Everything in sight, or read aloud, that is a word of the program."""
    told: str = page.evaluate(
        """() => document.body.innerText + '\\n' + [...document.querySelectorAll('[aria-label], [title]')]
          .map(at => (at.getAttribute('aria-label') ?? '') + ' ' + (at.getAttribute('title') ?? '')).join('\\n')"""
    )
    return [line for line in told.splitlines() if INTERNAL.search(line)]


def overlaps(page: Page) -> list[str]:
    """Names on the table that lie on one another."""
    boxes: list[dict[str, Any]] = page.evaluate(_WRITTEN)
    return [
        f"{one['words']} on {other['words']}"
        for at, one in enumerate(boxes)
        for other in boxes[at + 1 :]
        if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 2
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 2
    ]
