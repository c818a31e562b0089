"""What the whole suite shares: hypothesis profiles. Which rules the tests hold is reported by `grognard.testing.plugin`."""

from __future__ import annotations

import gc
import os
from typing import Any

from hypothesis import HealthCheck, settings

from grognard.books import SELDOM

# Neither a slow test nor slow examples are a fault: both are told by the clock, and the machine may be busy.
CLOCKLESS: dict[str, Any] = {"deadline": None, "suppress_health_check": (HealthCheck.too_slow,)}
settings.register_profile("dev", **CLOCKLESS)
settings.register_profile("ci", **CLOCKLESS, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def pytest_collection_finish() -> None:
    # Eighteen thousand tests and five books stay until the end: nobody need look through them for garbage again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
