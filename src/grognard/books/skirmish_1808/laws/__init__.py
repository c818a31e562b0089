"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from grognard.books.skirmish_1808.laws import fights, moves, searching, standing
from grognard.engine.soundness import Law

LAWS: tuple[Law, ...] = (*standing.LAWS, *moves.LAWS, *fights.LAWS, *searching.LAWS)
