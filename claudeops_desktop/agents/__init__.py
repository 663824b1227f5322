"""Start an agent process, read what it says, and understand how it ended."""
