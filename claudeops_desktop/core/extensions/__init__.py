"""Extension points: what a plugin may add, where plugins are found, and how their code is loaded and guarded."""
