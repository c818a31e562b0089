"""`@rule("12", "G-4")` says which numbered paragraphs of its book a test holds."""

from grognard.testing import rule as rule
