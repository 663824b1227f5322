"""Asking memory: what is known, what is around a service, why something is missing, what is coming, and lessons."""
