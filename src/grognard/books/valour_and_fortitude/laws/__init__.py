"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from grognard.books.valour_and_fortitude.laws import doing, keeping, seeking, standing
from grognard.engine.soundness import Law

LAWS: tuple[Law, ...] = (*standing.LAWS, *keeping.LAWS, *doing.LAWS, *seeking.LAWS)
