"""Cases: what was out of order on a service, what was tried, and what ended it (L6)."""
