"""The live log of a session."""
