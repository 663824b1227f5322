"""Pairs the judge was unsure of, settled later by a model (E5)."""
