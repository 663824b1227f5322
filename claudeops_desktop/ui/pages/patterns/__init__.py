"""The page of patterns: rules that held up in earlier runs."""
