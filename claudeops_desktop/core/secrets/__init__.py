"""Secrets: where they are kept, and the shapes by which they are recognised and redacted."""
