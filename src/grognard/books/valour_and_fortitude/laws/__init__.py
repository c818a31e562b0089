"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from grognard.engine.soundness import Law

from . import doing, foretelling, keeping, seeking, standing

LAWS: tuple[Law, ...] = (*standing.LAWS, *keeping.LAWS, *doing.LAWS, *seeking.LAWS, *foretelling.LAWS)
