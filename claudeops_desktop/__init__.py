"""Claude Ops Desktop: watches an operator's infrastructure with an AI agent that remembers."""

__version__ = "0.2.0"
