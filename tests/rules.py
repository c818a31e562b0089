"""`@rule("12", "G-4")` says which numbered paragraphs of its book a test holds."""

import pytest

rule = pytest.mark.rule
