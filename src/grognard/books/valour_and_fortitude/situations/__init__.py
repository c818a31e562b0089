"""What people at a real table want the odds of."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.books.valour_and_fortitude.situations import attacks, trials
from grognard.engine.book import Situation

SITUATIONS: Mapping[str, Situation] = {s.name: s for s in (*attacks.SITUATIONS, *trials.SITUATIONS)}
