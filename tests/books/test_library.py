"""What holds of all books together."""

from __future__ import annotations

import gc

from grognard import books


def test_a_loaded_book_is_never_looked_through_for_garbage() -> None:
    books.library()
    assert gc.get_freeze_count() > 10_000
    assert all(books.load(name) is books.load(name) for name in books.names())
