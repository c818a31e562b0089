"""How long what is written may be."""

from typing import Annotated

from msgspec import Meta

Name = Annotated[str, Meta(max_length=80)]
BattleText = Annotated[str, Meta(max_length=60_000)]
