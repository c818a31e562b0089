"""Odds without a board: what people at a real table may ask, answered by the real engine.

Every situation makes a small real state from what is given and walks the book's own sequences from it.
"""

from __future__ import annotations

from grognard.engine.book import Situation

from . import charging, fighting, moving, shooting, steadiness, turns

SITUATIONS: dict[str, Situation] = {
    situation.name: situation
    for room in (moving, shooting, fighting, charging, steadiness, turns)
    for situation in room.SITUATIONS
}
