"""Draw atomic facts from what was said: by rules that need nobody, or by a model."""
