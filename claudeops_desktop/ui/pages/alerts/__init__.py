"""Alerts that came in from other programs."""
