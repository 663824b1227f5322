"""What every step of the pipeline leaves behind: structured, searchable events (R5) and durable steps (E20)."""
