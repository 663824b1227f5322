"""The page of the routine: what runs every night, every Sunday and every month, and the weekly report."""
