"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from grognard.engine.soundness import Law

from . import fights, moves, searching, standing, turns

LAWS: tuple[Law, ...] = (*standing.LAWS, *moves.LAWS, *fights.LAWS, *searching.LAWS, *turns.LAWS)
