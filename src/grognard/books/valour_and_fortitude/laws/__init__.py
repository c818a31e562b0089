"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from grognard.engine.soundness import Law

LAWS: tuple[Law, ...] = ()
