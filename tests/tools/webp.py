"""Pictures and films as WebP. The browser that took them compresses them; frames are strung together here.

A film keeps of every frame only the part that differs from the one before, so a still table costs nothing.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Page

_DESK = """() => {
  const whole = document.createElement('canvas'), part = document.createElement('canvas');
  let before = null;
  const load = (png) => new Promise((done, failed) => {
    const picture = new Image();
    picture.onload = () => done(picture);
    picture.onerror = failed;
    picture.src = 'data:image/png;base64,' + png;
  });
  const packed = (canvas, quality) => canvas.toDataURL('image/webp', quality).split(',')[1];
  const changed = (now, was, width, height) => {
    let [x0, y0, x1, y1] = [width, height, -1, -1];
    for (let at = 0; at < now.length; at += 4) {
      const far = Math.abs(now[at] - was[at]) + Math.abs(now[at + 1] - was[at + 1]) + Math.abs(now[at + 2] - was[at + 2]);
      if (far < 12) continue;
      const x = (at / 4) % width, y = Math.floor(at / 4 / width);
      if (x < x0) x0 = x; if (x > x1) x1 = x; if (y < y0) y0 = y; if (y > y1) y1 = y;
    }
    return x1 < 0 ? null : [x0 & ~1, y0 & ~1, x1 + 1, y1 + 1];
  };
  window.frame = async (png, quality, alone) => {
    const picture = await load(png);
    const [width, height] = [picture.width, picture.height];
    whole.width = width;
    whole.height = height;
    const pen = whole.getContext('2d', { alpha: false, willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    const now = pen.getImageData(0, 0, width, height).data;
    const box = alone || !before ? [0, 0, width, height] : changed(now, before, width, height);
    before = now;
    if (!box) return null;
    const [x0, y0, x1, y1] = box;
    part.width = x1 - x0;
    part.height = y1 - y0;
    part.getContext('2d', { alpha: false }).drawImage(whole, x0, y0, x1 - x0, y1 - y0, 0, 0, x1 - x0, y1 - y0);
    return { x: x0, y: y0, width: x1 - x0, height: y1 - y0, data: packed(part, quality) };
  };
}"""


PICTURE = (b"ALPH", b"VP8 ", b"VP8L")
"""The parts of a WebP file that a frame consists of; colour profiles and the like belong to the whole film."""


class Frame(NamedTuple):
    """A part of a film's picture, from a corner of it, and how long it stands."""

    x: int
    y: int
    width: int
    height: int
    data: bytes
    """A WebP file of its own."""
    ms: int


class Press:
    """A blank page on which pictures are compressed."""

    def __init__(self, page: Page):
        self.page = page
        page.goto("about:blank")
        page.evaluate(_DESK)

    def still(self, png: bytes, quality: float) -> bytes:
        """One picture."""
        return base64.b64decode(self._frame(png, quality, alone=True)["data"])

    def frames(self, shots: list[tuple[bytes, int]], quality: float) -> list[Frame]:
        """The frames of a film, each with its milliseconds; what did not change makes the frame before longer."""
        found: list[Frame] = []
        for png, ms in shots:
            told = self._frame(png, quality, alone=not found)
            if told is None:
                found[-1] = found[-1]._replace(ms=found[-1].ms + ms)
                continue
            data = base64.b64decode(told.pop("data"))
            found.append(Frame(**told, data=data, ms=ms))
        return found

    def _frame(self, png: bytes, quality: float, *, alone: bool) -> Any:
        given = [base64.b64encode(png).decode(), quality, alone]
        return self.page.evaluate("([png, quality, alone]) => frame(png, quality, alone)", given)


def film(frames: list[Frame], width: int, height: int) -> bytes:
    """A film that goes round and round."""
    body = _chunk(b"VP8X", bytes([2, 0, 0, 0]) + _three(width - 1) + _three(height - 1))
    body += _chunk(b"ANIM", bytes(6))
    for frame in frames:
        head = (
            _three(frame.x // 2) + _three(frame.y // 2) + _three(frame.width - 1) + _three(frame.height - 1)
        )
        picture = b"".join(_chunk(name, data) for name, data in _chunks(frame.data) if name in PICTURE)
        body += _chunk(b"ANMF", head + _three(frame.ms) + b"\x02" + picture)
    return _chunk(b"RIFF", b"WEBP" + body)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(file):
        length = int.from_bytes(file[at + 4 : at + 8], "little")
        yield file[at : at + 4], file[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
