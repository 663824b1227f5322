"""What a summary is called: one only where a model wrote it. Without a model it is a list of facts, and named so."""

from __future__ import annotations

from ..core.messages import mark_text


def name_of_summary(*, written: bool) -> str:
    """Return the name under which the window, the command line, servers and files show it."""
    return mark_text("Summary") if written else mark_text("The surest facts")
