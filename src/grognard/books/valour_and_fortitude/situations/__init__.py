"""What people at a real table want the odds of."""

from __future__ import annotations

from grognard.odds.kit import by_name

from . import attacks, trials

SITUATIONS = by_name(attacks.SITUATIONS, trials.SITUATIONS)
