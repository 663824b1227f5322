"""English without a database: pure functions, word lists and trained weights."""
