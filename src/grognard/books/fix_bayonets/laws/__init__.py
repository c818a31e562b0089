"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from grognard.engine.soundness import Law

from . import answers, deeds, leading, passing, searching, standing, supply

LAWS: tuple[Law, ...] = (
    *standing.LAWS,
    *deeds.LAWS,
    *leading.LAWS,
    *searching.LAWS,
    *passing.LAWS,
    *answers.LAWS,
    *supply.LAWS,
)
