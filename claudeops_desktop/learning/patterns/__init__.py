"""Patterns: rules drawn from deliberations, cases and corrections, and proven by evidence (L2 to L5)."""
