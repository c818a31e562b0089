"""Many games: batches with statistics, the fuzzer and its laws, perft counts, and the matrix of rules."""
