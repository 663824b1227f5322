"""Mines sessions for what is worth keeping: corrections, decisions, patterns and preferences of the operator (C9)."""
