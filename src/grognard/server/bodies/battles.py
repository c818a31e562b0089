"""Battles of one's own."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from grognard.engine.battlekit import BattleDraft
from grognard.server.bodies.books import Prospect
from grognard.server.bodies.texts import BattleText


class BattleWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to look at: as data, or written out."""

    battle: dict[str, Any] | None = None
    text: BattleText | None = None


class RandomWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle by chance: the number it is drawn by, points a side (0: as the book has it), one half like the other or not."""

    seed: Annotated[int, Meta(ge=1, le=999_999)]
    size: Annotated[int, Meta(ge=0, le=100_000)] = 0
    mirrored: bool = True


class BattleOf(msgspec.Struct, frozen=True):
    """A battle as data, and the whole text of its file."""

    battle: dict[str, Any]
    text: str


class BattleLooked(BattleDraft, frozen=True, kw_only=True):
    """A draft with its table before the first move; null while it cannot be laid out."""

    picture: Prospect | None = None
