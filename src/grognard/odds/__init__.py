"""Exact odds, by walking the real engine over every fall of the dice; and how they are told."""
