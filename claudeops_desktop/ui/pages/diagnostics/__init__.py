"""The diagnostics of memory: why a fact was not remembered, and what each step recorded."""
