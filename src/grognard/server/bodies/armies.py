"""Armies of one's own."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from grognard.server.bodies.texts import Name


class ListWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list to look at: one of the book's by its name, one written out, or one as data."""

    name: Name | None = None
    text: Annotated[str, Meta(max_length=40_000)] | None = None
    list: dict[str, Any] | None = None
