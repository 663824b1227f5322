"""Incidents: the list, one in full, and what the operator does about it."""
