"""Cooldowns: what may not be done to a service again yet, and until when."""
