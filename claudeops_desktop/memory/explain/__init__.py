"""Why something was not remembered, or not told (R5)."""
