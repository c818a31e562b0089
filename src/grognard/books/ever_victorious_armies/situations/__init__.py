"""Odds without a board: what people at a real table may ask, answered by the real engine.

Every situation makes a small real state from what is given and walks the book's own sequences from it.
"""

from __future__ import annotations

from grognard.odds.kit import by_name

from . import charging, fighting, moving, shooting, steadiness, turns

SITUATIONS = by_name(*(room.SITUATIONS for room in (moving, shooting, fighting, charging, steadiness, turns)))
