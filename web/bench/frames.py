"""Frames a second on a table of 100 units and 2,400 figures, in headless Chromium without a GPU, with real mouse events.

`python web/bench/frames.py [--seconds 2.5] [--json]`. Builds the battlefield's demo page into a temporary folder, serves
it on this machine and measures: dragging a unit with its reach drawn, panning, wheel zoom at three depths.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parents[1]
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
COUNT = """() => {
  window.frames_ = [];
  const tick = (now) => { window.frames_.push(now); window.raf_ = requestAnimationFrame(tick); };
  window.raf_ = requestAnimationFrame(tick);
}"""
STOP = "() => { cancelAnimationFrame(window.raf_); return window.frames_; }"


def build(out: Path) -> None:
    """The demo page by itself."""
    node = (
        shutil.which("node", path=f"{WEB.parent / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}") or "node"
    )
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    command = [node, str(vite), "build", "--config", "bench/demo.config.ts", "--logLevel", "warn"]
    subprocess.run(command, cwd=WEB, env=os.environ | {"DEMO_OUT": str(out)}, check=True)


def serve(folder: Path) -> tuple[http.server.ThreadingHTTPServer, str]:
    """A quiet server on a free port."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None: ...

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/field-demo.html"


def cpu(browser: Any) -> float:
    """CPU seconds of the renderers and the compositor so far."""
    rows = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(row["cpuTime"] for row in rows if row["type"] in ("renderer", "GPU")))


def measure(browser: Any, page: Any, seconds: float, act: Callable[[float], None]) -> dict[str, float]:
    """Frames a second while something is done over and over; the slowest frames; CPU for each."""
    page.evaluate(COUNT)
    begun, used = time.perf_counter(), cpu(browser)
    while (now := time.perf_counter() - begun) < seconds:
        act(now)
    stamps = page.evaluate(STOP)
    used = cpu(browser) - used
    gaps = sorted(b - a for a, b in pairwise(stamps))
    if not gaps:
        return {"fps": 0.0}
    return {
        "fps": round(1000 * len(gaps) / sum(gaps), 1),
        "p95_ms": round(gaps[int(len(gaps) * 0.95)], 1),
        "worst_ms": round(gaps[-1], 1),
        "cpu_ms_per_frame": round(1000 * used / len(gaps), 1),
    }


def run(seconds: float = 2.5, folder: Path | None = None) -> dict[str, Any]:
    """All measurements; builds the page unless a built one is given."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        out = folder or Path(temporary)
        if folder is None:
            build(out)
        server, url = serve(out)
        chromium = (
            shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
        )
        root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *root])
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        found: dict[str, Any] = {}
        try:
            found["drag"] = drag(browser, page, url, seconds)
            for name, zoom in (("fit", 1.0), ("near", 3.0)):
                found[f"pan {name}"] = pan(browser, page, url, seconds, zoom)
            found["wheel"] = wheel(browser, page, url, seconds)
            found["nodes"] = page.evaluate("document.querySelectorAll('.battlefield *').length")
            found["figures"] = page.evaluate("demo.view().pieces.reduce((n, p) => n + p.figures, 0)")
        finally:
            browser.close()
            server.shutdown()
        found["gzip_kB"] = {
            kind: round(
                sum(len(gzip.compress(f.read_bytes())) for f in out.glob(f"assets/*.{kind}")) / 1000, 1
            )
            for kind in ("js", "css")
        }
        return found


def _open(page: Any, url: str, zoom: float = 1.0) -> None:
    page.goto(url)
    page.wait_for_selector(".battlefield .unit")
    if zoom != 1:
        page.evaluate(f"demo.field().zoomBy({zoom})")
    page.wait_for_timeout(600)


def drag(browser: Any, page: Any, url: str, seconds: float) -> dict[str, float]:
    """A unit with its reach drawn, round and round."""
    _open(page, f"{url}?scene=bench&reach=42")
    box = page.locator('.unit[data-unit="42"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()

    def act(now: float) -> None:
        page.mouse.move(x + 260 * (0.5 + 0.5 * _saw(now * 0.6)), y - 220 * _saw(now * 0.9))

    found = measure(browser, page, seconds, act)
    page.mouse.up()
    return found


def pan(browser: Any, page: Any, url: str, seconds: float, zoom: float) -> dict[str, float]:
    """The table under the hand."""
    _open(page, f"{url}?scene=bench", zoom)
    x, y = (20, 500) if zoom == 1 else (800, 500)
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    found = measure(
        browser,
        page,
        seconds,
        lambda now: page.mouse.move(x + 260 * _saw(now * 0.8), y + 160 * _saw(now * 0.5)),
    )
    page.mouse.up(button="middle")
    return found


def wheel(browser: Any, page: Any, url: str, seconds: float) -> dict[str, float]:
    """In and out at the cursor."""
    _open(page, f"{url}?scene=bench")
    page.mouse.move(700, 420)
    return measure(
        browser, page, seconds, lambda now: page.mouse.wheel(0, -90 if int(now / 0.8) % 2 == 0 else 90)
    )


def _saw(t: float) -> float:
    """To and fro between −1 and 1."""
    return abs((t % 1) * 4 - 2) - 1


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.5)
    parser.add_argument("--built", type=Path, help="a folder with the demo page already built")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = run(given.seconds, given.built)
    if given.json:
        json.dump(found, sys.stdout, indent=1)
        print()
        return
    for name, value in found.items():
        if isinstance(value, dict) and "fps" in value:
            slow = f"p95 {value['p95_ms']} ms  worst {value['worst_ms']} ms"
            print(f"{name:9} {value['fps']:5} frames/s  {slow}  CPU {value['cpu_ms_per_frame']} ms a frame")
        else:
            print(f"{name:9} {value}")


if __name__ == "__main__":
    main()
