"""Odds of a choice on the real table: the whole sequence it opens."""

from __future__ import annotations

from grognard.engine.book import Scene
from grognard.engine.choices import Move
from grognard.engine.flow import Position


def scene_for(position: Position, move: Move) -> Scene | None:
    """Nothing yet."""
    return None
