"""What is shown instead of a window: a damaged database, a restore, a crash."""
