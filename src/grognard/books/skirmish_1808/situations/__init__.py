"""The book's set pieces without a board."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.book import Situation

SITUATIONS: Mapping[str, Situation] = {}
