"""Every table of the book, in its order: the quick reference prints them."""
