"""Drawn pages as a PDF file; the same pages give the same bytes. Only here is the library known that writes it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from grognard.engine.book import BadInput
from grognard.paper.canvas import Leaves, Page, Shape, Text
from grognard.paper.letters import FILES, font_path

if TYPE_CHECKING:
    from fpdf import FPDF

PRINTED = datetime(2000, 1, 1, tzinfo=UTC)
"""The date every file bears: a sheet printed twice is the same sheet."""


def as_pdf(leaves: Leaves) -> bytes:
    """The file of a sheet; BadInput if the library that writes it is missing."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise BadInput("printing needs the package fpdf2: `pip install fpdf2`") from None
    pdf = FPDF(unit="mm", format=_format(leaves.pages[0]))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_title(leaves.title)
    pdf.set_creator("Grognard")
    pdf.set_producer("Grognard")
    pdf.set_creation_date(PRINTED)
    for face in _faces(leaves.pages):
        pdf.add_font(face, fname=font_path(face))
    for page in leaves.pages:
        pdf.add_page(format=_format(page))
        _draw(pdf, page)
    return bytes(pdf.output())


def _format(page: Page) -> tuple[float, float]:
    return (page.size.width, page.size.height)


def _faces(pages: Iterable[Page]) -> list[Any]:
    used = {one.face for page in pages for one in page.drawn if isinstance(one, Text)}
    return [face for face in FILES if face in used]


def _draw(pdf: FPDF, page: Page) -> None:
    for one in page.drawn:
        if isinstance(one, Text):
            pdf.set_font(one.face, size=one.size)
            pdf.set_text_color(*_rgb(one.colour))
            pdf.text(one.x, one.y, one.words)
        else:
            _outline(pdf, one)


def _outline(pdf: FPDF, one: Shape) -> None:
    if one.fill:
        pdf.set_fill_color(*_rgb(one.fill))
    if one.ink:
        pdf.set_draw_color(*_rgb(one.ink))
        pdf.set_line_width(one.pen)
        pdf.set_dash_pattern(*(one.dash or (0, 0)))
    if not one.closed:
        pdf.polyline(one.spots)
    else:
        style = ("D" if one.ink else "") + ("F" if one.fill else "")
        if style:
            pdf.polygon(one.spots, style=style)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
