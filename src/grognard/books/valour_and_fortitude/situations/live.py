"""The odds of a choice in a real game."""

from __future__ import annotations

from grognard.engine.book import Scene
from grognard.engine.choices import Move
from grognard.engine.flow import Position


def scene_for(position: Position, move: Move) -> Scene | None:
    """The scene of the sequence a move starts, or None where no dice follow from it by themselves."""
    return None
