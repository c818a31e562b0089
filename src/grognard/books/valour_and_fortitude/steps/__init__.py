"""The steps of the sequence of play, a module a chapter."""
