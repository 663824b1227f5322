"""Services, what depends on what, and what changed (D12)."""
