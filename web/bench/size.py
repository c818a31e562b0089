"""What the first load costs: the scripts that the start page asks for, gzipped.

`python web/bench/size.py`: reads the built client; `make web` builds it.
"""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "src/grognard/server/static"
LIMIT = 150_000


def first_load() -> dict[str, int]:
    """Each script named by the start page, with its size in bytes when gzipped."""
    page = (STATIC / "index.html").read_text("utf-8")
    names = re.findall(r'(?:src|href)="/?([^"]+\.js)"', page)
    return {name: len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in dict.fromkeys(names)}


def whole() -> int:
    """Every script of the client together, gzipped one by one."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in STATIC.rglob("*.js"))


def main() -> None:
    """Print what is loaded first, and what there is in all."""
    if not (STATIC / "index.html").is_file():
        sys.exit("the client is not built: run `make web`")
    first = sum(first_load().values())
    print(
        f"first load: {first / 1000:.1f} kB of scripts gzipped (at most {LIMIT / 1000:g}); all pages: {whole() / 1000:.1f} kB"
    )


if __name__ == "__main__":
    main()
