"""What the operator is told outside the window (D4)."""
