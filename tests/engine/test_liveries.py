"""Armies in their own colours: everybody is dressed, and nobody needs good eyes for colour to tell the sides apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from grognard import books
from grognard.engine.livery import DYES, UNKNOWN, load_wardrobe
from grognard.engine.view import Board, Piece

THEME = Path(__file__).parents[2] / "web/src/lib/field/theme.css"
Colour = tuple[float, float, float]
EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Machado, Oliveira and Fernandes (2009), severity 1, in linear light.
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def linear(hexed: str) -> Colour:
    parts = [int(hexed[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def seen(hexed: str, eyes: str) -> Colour:
    light = linear(hexed)
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, light)))) for row in EYES[eyes])
    return red, green, blue


def contrast(a: str, b: str, eyes: str) -> float:
    """The ratio of their brightness, as the accessibility guidelines reckon it."""
    bright, dark = sorted(
        (0.2126 * r + 0.7152 * g + 0.0722 * bl for r, g, bl in (seen(a, eyes), seen(b, eyes))), reverse=True
    )
    return (bright + 0.05) / (dark + 0.05)


def lab(light: Colour) -> Colour:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(a: str, b: str, eyes: str) -> float:
    """How far two colours look from each other; 2.3 is just seen."""
    return float(sum((p - q) ** 2 for p, q in zip(lab(seen(a, eyes)), lab(seen(b, eyes)))) ** 0.5)


def token(name: str) -> tuple[str, str]:
    """A colour of the theme, by day and by night."""
    found = re.search(rf"--field-{name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", THEME.read_text("utf-8"))
    assert found, name
    return found[1], found[2]


@cache
def table(book: str, scenario: str) -> tuple[Board, tuple[Piece, ...]]:
    house = books.load(book)
    state = house.start(scenario).state
    return house.sheet.board(state), house.sheet.view(state, None).pieces


def every() -> Iterator[tuple[str, str]]:
    for book in books.names():
        for scenario in books.load(book).scenarios:
            yield book, scenario


EVERY = list(every())


@pytest.mark.parametrize(("book", "scenario"), EVERY)
def test_everybody_on_the_table_is_dressed(book: str, scenario: str) -> None:
    board, pieces = table(book, scenario)
    known = {livery.key for livery in board.liveries}
    assert [piece.name for piece in pieces if piece.livery not in known] == []
    assert hash(board)
    assert len(board.armies) == 2
    assert UNKNOWN not in board.armies


@pytest.mark.parametrize("book", books.names())
def test_a_livery_is_worn_by_somebody_of_that_name_and_liveries_differ(book: str) -> None:
    wardrobe = load_wardrobe(f"grognard.books.{book}")
    assert set(wardrobe.worn.values()) == set(wardrobe.liveries)
    texts = [
        path.read_text("utf-8") for path in (Path(books.__file__).parent / book / "armies").glob("*.toml")
    ]
    known = (
        "\n".join(texts)
        + "inf cav art foot horse field_gun heavy_gun horse_gun AR-CREW WAGON Brunswick Zayas"
    )
    assert [word for _, word in wardrobe.worn if word and word not in known] == []


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("night", [0, 1])
def test_the_rims_of_mine_and_theirs_differ_in_brightness_alone(eyes: str, night: int) -> None:
    assert contrast(token("rim-own")[night], token("rim-foe")[night], eyes) > 4.5


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("book", "scenario"), EVERY)
def test_coats_are_seen_on_their_stands_and_sides_by_their_colours(
    book: str, scenario: str, eyes: str
) -> None:
    board, pieces = table(book, scenario)
    coats = {livery.key: livery.coat for livery in board.liveries}
    worn = {coats[piece.livery] for piece in pieces}
    turf = [colour for name in ("turf-own", "turf-foe") for colour in token(name)]
    assert min(apart(coat, ground, eyes) for coat in worn for ground in turf) > 14
    first, second = (army.colour for army in board.armies)
    assert apart(first, second, eyes) > 18


def test_a_soldier_wears_what_his_regiment_wears_and_no_other() -> None:
    board, pieces = table("skirmish_1808", "farm")
    worn = {livery.key: livery.coat for livery in board.liveries}
    coats = {piece.name: worn[piece.livery] for piece in pieces}
    assert coats["British line"] == DYES["scarlet"]
    assert coats["95th Rifles"] == DYES["rifle"]
    assert coats["Ligne"] == DYES["blue"]
    assert coats["Dragons"] == DYES["green"]


def test_what_is_worn_goes_with_the_board_and_not_with_every_update() -> None:
    house = books.load("men_who_would_be_kings")
    state = house.start("meeting").state
    assert house.sheet.board(state).liveries
    assert "liveries" not in house.sheet.view(state, 0).__struct_fields__
    assert all(isinstance(piece.livery, str) for piece in house.sheet.view(state, 0).pieces)
