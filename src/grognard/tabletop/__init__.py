"""Mechanisms of play on a table: bodies, ground, crowds, sight, manoeuvres, placing. No rule, no number of inches."""
