"""What may become a memory, what waits for the operator, and what is dropped (E4)."""
