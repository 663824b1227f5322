"""When runs are due, and what became of each due time (D5)."""
