"""Recognises messages of one kind: what varies between two of them is masked, and the rest is hashed."""
