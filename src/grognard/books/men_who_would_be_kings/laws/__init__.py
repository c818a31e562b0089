"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from grognard.engine.soundness import Law

from .deeds import DEEDS
from .searches import SEARCHES
from .standing import STANDING

LAWS: tuple[Law, ...] = (*STANDING, *DEEDS, *SEARCHES)
