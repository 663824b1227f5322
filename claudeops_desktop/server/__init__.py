"""Doors for other programs (X1, X5)."""
