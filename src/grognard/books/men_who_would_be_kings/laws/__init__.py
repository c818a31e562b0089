"""What holds in every position of every game, each line with its rules."""

from __future__ import annotations

from grognard.books.men_who_would_be_kings.laws.deeds import DEEDS
from grognard.books.men_who_would_be_kings.laws.searches import SEARCHES
from grognard.books.men_who_would_be_kings.laws.standing import STANDING
from grognard.engine.soundness import Law

LAWS: tuple[Law, ...] = (*STANDING, *DEEDS, *SEARCHES)
