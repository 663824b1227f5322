"""The map of what depends on what."""
