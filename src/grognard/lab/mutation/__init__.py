"""Whether the tests would notice: the house with one thing changed, tried on the tests that reach it."""
