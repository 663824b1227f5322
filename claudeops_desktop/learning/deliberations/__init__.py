"""Deliberations: every verdict with its full answer (L1)."""
