"""What the operator, or an alert, asked of a session, as it stands in its prompt."""

from __future__ import annotations

__all__ = ["WISH", "wish_in"]

WISH = "## What the operator asks of this run"


def wish_in(prompt: str) -> str:
    """What was asked for in a prompt that holds a tier's own words and a wish; "" for the tier's own alone."""
    return prompt.partition(f"\n\n{WISH}\n\n")[2]
