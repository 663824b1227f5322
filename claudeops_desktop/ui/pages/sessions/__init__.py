"""Sessions: the runs, and everything about one of them."""
