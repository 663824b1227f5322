"""What a tool call would do, and whether it may (S10, S11): pure rules, and one small process that asks them."""
