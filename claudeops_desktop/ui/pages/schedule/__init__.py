"""What runs when, and what became of each due time."""
