"""The book's set pieces without a board."""

from __future__ import annotations

from grognard.engine.book import Situation

SITUATIONS: dict[str, Situation] = {}
