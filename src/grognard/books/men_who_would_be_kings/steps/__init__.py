"""The steps of the sequence of play, a module for each chapter."""
