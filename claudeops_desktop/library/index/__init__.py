"""The index of the library's chunks: words (FTS5) and vectors."""
