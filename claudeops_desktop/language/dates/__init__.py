"""Dates and tenses in English text."""
