"""The schema, step by step. A migration states its own SQL and never imports the models."""
