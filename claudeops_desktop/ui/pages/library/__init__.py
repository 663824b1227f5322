"""The page Library: reference documents, what they say, and what is followed."""
