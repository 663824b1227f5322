"""Continuous checks between runs, and incidents (S15, D11)."""
