"""The page of findings: what came up more than once, and whether it is fixed."""
