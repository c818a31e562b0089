"""Computer players: they see what their side may see, and go through the engine and the book's advice only."""
