"""What people at a real table want the odds of."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.book import Situation

SITUATIONS: Mapping[str, Situation] = {}
