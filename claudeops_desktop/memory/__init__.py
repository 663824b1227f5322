"""All that is known. ``MemoryAgent`` is the one door (E17)."""
