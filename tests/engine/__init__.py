"""Tests of the engine, on little machines made for the purpose and on Toy Brigade."""
