"""What the operator, or an alert, asked of a session, as it stands in its prompt."""

from __future__ import annotations

__all__ = ["CAUSE", "WISH", "wish_in"]

WISH = "## What the operator asks of this run"
CAUSE = "## What started this run"
"""Heads what an alert or an incident brings along: nobody's wish, so that it does not come before a tier's routine."""


def wish_in(prompt: str) -> str:
    """What was asked for, or started the run, in a prompt that holds a tier's own words too; "" for those alone."""
    found = [(at, heading) for heading in (WISH, CAUSE) if (at := prompt.find(f"\n\n{heading}\n\n")) >= 0]
    if not found:
        return ""
    at, heading = min(found)
    return prompt[at + len(heading) + 4 :]
