"""Switches a book got later: nothing is written down of one that nobody has set, so games of before keep their hashes."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

Words = str | UnsetType
Whole = int | UnsetType
LEFT_OUT = UNSET
"""What such a switch is until somebody sets it; it counts as empty, or as nought."""
