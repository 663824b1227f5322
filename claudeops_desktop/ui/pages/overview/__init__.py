"""Is all well, what needs me, what happened, what did it learn."""
