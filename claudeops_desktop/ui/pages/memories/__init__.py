"""The memories page."""
