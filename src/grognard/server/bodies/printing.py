"""Sheets to print."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.server.bodies.texts import BattleText, Name


class PrintWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet to print: of what kind, and of which army, scenario or deck of the book; or of a list or battle written out."""

    what: Name
    name: Name = ""
    text: BattleText | None = None
    options: dict[str, Any] = {}
    """Switches that lay a scenario's table out: armies, ground, size."""
    paper: Name = "a4"
