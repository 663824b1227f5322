"""Facts that wait for the operator: one card at a time, the passage beside it (E4)."""
