"""Proposed changes of the knowledge folder: where they come from, what becomes of them, and what the operator said."""
