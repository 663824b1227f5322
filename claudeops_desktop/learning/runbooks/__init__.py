"""Runbooks: the operators' own documents that fit an alert, as hints and never as answers (L6)."""
