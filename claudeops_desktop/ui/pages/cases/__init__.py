"""The page of cases: what was out of order, what was tried, and what helped."""
