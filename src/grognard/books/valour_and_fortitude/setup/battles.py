"""What a battle of one's own may hold."""

from __future__ import annotations

from grognard.engine.battles import Battles

from . import setup

BATTLES = Battles(setup)
