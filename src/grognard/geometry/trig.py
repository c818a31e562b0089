"""The sine table under all of this room, in whole numbers, the same on every machine."""

from __future__ import annotations

SHIFT = 29  # sines stay below 2**30, one digit of a Python integer, so products are quick
SCALE = 1 << SHIFT
FULL_TURN = 3600

# Three times pi's usual digits: enough that a million steps of the recurrence below stay exact.
PI_DIGITS = 31415926535897932384626433832795028841971693993751
PI_TENS = 10**49


def _fine_sines() -> tuple[list[int], list[int]]:
    """Sine and cosine of every twentieth of a degree up to 90, scaled; by repeated turning."""
    fine = 1 << 160
    step = PI_DIGITS * fine // (PI_TENS * 180 * 20)
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


def _all_round(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """A quarter's values carried through all four quarters."""
    return (*first[:-1], *second[:-1], *[-v for v in first[:-1]], *[-v for v in second[:-1]])


FINE_SIN, FINE_COS = (tuple(values) for values in _fine_sines())
"""Every twentieth of a degree, up to 90."""
SIN: tuple[int, ...] = _all_round(FINE_SIN[::2], FINE_COS[::2])
COS: tuple[int, ...] = SIN[900:] + SIN[:900]
"""Every tenth, all round."""
