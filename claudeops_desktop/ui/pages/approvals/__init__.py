"""What waits for the operator's yes, and what was answered."""
