"""Whether two sentences say the same, something else, or the opposite (M5, E5)."""
