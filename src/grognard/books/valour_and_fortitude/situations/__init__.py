"""What people at a real table want the odds of."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.book import Situation

from . import attacks, trials

SITUATIONS: Mapping[str, Situation] = {s.name: s for s in (*attacks.SITUATIONS, *trials.SITUATIONS)}
