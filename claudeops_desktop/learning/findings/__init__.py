"""Findings: one kind of trouble, followed over runs: open, fixed, regressed, quiet (L7)."""
