"""Angles in tenths of a degree, clockwise from north, in whole numbers: no floating point number decides anything."""

from __future__ import annotations

from grognard.geometry.trig import COS as COS
from grognard.geometry.trig import FULL_TURN as FULL_TURN
from grognard.geometry.trig import PI_DIGITS, PI_TENS
from grognard.geometry.trig import SCALE as SCALE
from grognard.geometry.trig import SHIFT as SHIFT
from grognard.geometry.trig import SIN as SIN
from grognard.geometry.twins import kernel

turn_between = kernel.turn_between
heading = kernel.heading
offset = kernel.offset
ahead = kernel.ahead
rotate = kernel.rotate


def norm(angle: int) -> int:
    """The same angle within one full turn: 0 to 3599."""
    return angle % FULL_TURN


def arc_length(radius: int, turn: int) -> int:
    """How far a point goes round a circle, rounded up."""
    top = radius * abs(turn) * PI_DIGITS
    return -(-top // (PI_TENS * 1800))
