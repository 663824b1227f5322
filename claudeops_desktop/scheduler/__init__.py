"""Decides when scheduled runs are due, and records what happened to each occurrence (D5)."""
