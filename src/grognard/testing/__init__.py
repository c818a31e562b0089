"""Tests for any book: `pytest --grognard-book NAME` runs them, and `@rule("3.2", "R-4")` says which rules a test of one's own holds."""

from __future__ import annotations

import pytest

rule = pytest.mark.rule
"""The numbered paragraphs of its book that a test holds."""
