"""Signatures: what tells one kind of problem or message from another (L7)."""
