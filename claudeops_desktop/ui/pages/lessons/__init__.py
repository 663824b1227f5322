"""The page of lessons: short rules in every prompt."""
