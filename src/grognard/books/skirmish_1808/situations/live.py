"""The odds of what a choice on the table leads to."""

from __future__ import annotations

from grognard.engine.book import Scene
from grognard.engine.choices import Move
from grognard.engine.flow import Position


def scene_for(position: Position, move: Move) -> Scene | None:
    """The whole sequence a choice opens; None where no dice follow."""
    return None
