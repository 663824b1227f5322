"""Checks the entries of the knowledge folder against the machine, the database, git and one another (C8)."""
