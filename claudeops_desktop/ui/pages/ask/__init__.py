"""The page that asks memory, and shows what is related to a service."""
