"""Memories as JSON Lines with what belongs to them, and back without a loss (X4)."""
