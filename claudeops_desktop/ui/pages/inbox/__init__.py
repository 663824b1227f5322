"""The inbox: what waits for the operator, as cards of one kind."""
