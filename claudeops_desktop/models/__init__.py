"""Ask a model: the Claude CLI itself, an OpenAI-compatible endpoint, or nobody."""
