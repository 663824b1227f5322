"""The weekly report: gathered, composed, stored, rendered."""
