"""What a session is given of memory at its start: the block, what the session is about, and lessons (E9, E13, E15)."""
