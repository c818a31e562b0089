"""Angles in tenths of a degree, clockwise from north, and the integer trigonometry under all of this room.

The sine table is worked out in whole numbers when the module is loaded, so that it is the same on every
machine; no floating point number decides anything.
"""

from __future__ import annotations

from math import atan2, pi

from grognard.geometry.points import Point

SHIFT = 29  # sines stay below 2**30, one digit of a Python integer, so products are quick
SCALE = 1 << SHIFT
_HALF = SCALE >> 1
FULL_TURN = 3600

# Three times pi's usual digits: enough that a million steps of the recurrence below stay exact.
_PI_DIGITS = 31415926535897932384626433832795028841971693993751
_PI_TENS = 10**49


def _fine_sines() -> tuple[list[int], list[int]]:
    """Sine and cosine of every twentieth of a degree up to 90, scaled; by repeated turning."""
    fine = 1 << 160
    step = _PI_DIGITS * fine // (_PI_TENS * 180 * 20)
    sine = term = step
    cosine = fine
    other = fine
    for n in range(1, 20):
        other = -other * step // fine * step // fine // ((2 * n - 1) * (2 * n))
        cosine += other
        term = -term * step // fine * step // fine // ((2 * n) * (2 * n + 1))
        sine += term
    down = 160 - SHIFT
    half = 1 << (down - 1)
    s, c = 0, fine
    sines, cosines = [], []
    for _ in range(1801):
        sines.append((s + half) >> down)
        cosines.append((c + half) >> down)
        s, c = (s * cosine + c * sine) // fine, (c * cosine - s * sine) // fine
    return sines, cosines


def _all_round(first: list[int], second: list[int]) -> tuple[int, ...]:
    """A quarter's values carried through all four quarters."""
    return (*first[:-1], *second[:-1], *[-v for v in first[:-1]], *[-v for v in second[:-1]])


_FINE_SIN, _FINE_COS = _fine_sines()
SIN: tuple[int, ...] = _all_round(_FINE_SIN[::2], _FINE_COS[::2])
COS: tuple[int, ...] = SIN[900:] + SIN[:900]


def norm(angle: int) -> int:
    """The same angle within one full turn: 0 to 3599."""
    return angle % FULL_TURN


def turn_between(start: int, end: int) -> int:
    """The smallest turn from one facing to another, clockwise above zero: -1799 to 1800."""
    turn = (end - start) % FULL_TURN
    return turn - FULL_TURN if turn > 1800 else turn


def heading(start: Point, end: Point) -> int:
    """The bearing from one point to another, to the nearest tenth; 0 if they are the same point."""
    dx = end[0] - start[0]
    dy = end[1] - start[1]
    if dx == 0 and dy == 0:
        return 0
    quarter = 0
    # Each quarter is turned into the first, so that turning the table by 90 degrees changes nothing.
    while not (dx >= 0 and dy > 0):
        dx, dy = -dy, dx
        quarter += 900
    guess = round(atan2(dx, dy) * 1800 / pi)
    # The floating point guess is only where to look: these exact tests decide.
    while guess > 0 and dx * _FINE_COS[2 * guess - 1] < dy * _FINE_SIN[2 * guess - 1]:
        guess -= 1
    while guess < 900 and dx * _FINE_COS[2 * guess + 1] >= dy * _FINE_SIN[2 * guess + 1]:
        guess += 1
    return (guess + quarter) % FULL_TURN


def offset(bearing: int, distance: int) -> Point:
    """How far east and north a distance along a bearing goes, each rounded (halves away from zero)."""
    bearing %= FULL_TURN
    dx = distance * SIN[bearing]
    dy = distance * COS[bearing]
    return (
        (dx + _HALF) >> SHIFT if dx >= 0 else -((_HALF - dx) >> SHIFT),
        (dy + _HALF) >> SHIFT if dy >= 0 else -((_HALF - dy) >> SHIFT),
    )


def ahead(x: int, y: int, facing: int, distance: int) -> Point:
    """The point a distance ahead along a facing."""
    dx, dy = offset(facing, distance)
    return x + dx, y + dy


def rotate(right: int, forward: int, facing: int) -> Point:
    """A step to the right and forward of somebody with this facing, as a step east and north."""
    facing %= FULL_TURN
    sine = SIN[facing]
    cosine = COS[facing]
    dx = right * cosine + forward * sine
    dy = forward * cosine - right * sine
    return (
        (dx + _HALF) >> SHIFT if dx >= 0 else -((_HALF - dx) >> SHIFT),
        (dy + _HALF) >> SHIFT if dy >= 0 else -((_HALF - dy) >> SHIFT),
    )


def arc_length(radius: int, turn: int) -> int:
    """How far a point goes round a circle, rounded up."""
    top = radius * abs(turn) * _PI_DIGITS
    return -(-top // (_PI_TENS * 1800))
