"""Whether a sentence that is of no narrower kind states how something is, and for longer than a moment. Pure.

What an operator writes down is most often a plain statement ("the timer fires on Sundays", "the DBA team owns both
boxes"). It is told from what happens in a session by what it does not say: no step, no finding of the moment, nothing
to come, nothing that only the reader of the session can see.
"""

from __future__ import annotations

import re

from .doubt import is_said

STATEMENT = "behavior/statement"
_FIRST_VERB = 120


def is_statement(lower: str, *, from_user: bool) -> bool:
    """Whether a text in lower case states a lasting fact. What the operator says counts for more than a report."""
    if is_said("passing", lower) or is_said("to-come", lower):
        return False
    if from_user:
        return not is_said("small-talk", lower)
    return not (is_said("reported", lower) or _is_past(lower))


def _is_past(lower: str) -> bool:
    """Whether its first verb tells what happened."""
    found = _VERB.search(lower, 0, _FIRST_VERB)
    return found is not None and found["past"] is not None


_VERB = re.compile(
    r"\b(?:(?P<past>was|were|had|did|didn't|died|failed|crashed|got|went|came|ran|showed|said|returned|stopped|started"
    r"|filled|removed|deleted|restarted|worked|changed|happened|found|added|fixed|became|took|began|saw|ended|lost|hit"
    r"|broke|exited|timed|refused|reported|answered|passed|finished|completed|succeeded)"
    r"|is|are|has|have|needs?|must|may|can|cannot|can't|does|do|doesn't|don't|isn't|aren't|won't|will|should"
    r"|[a-z]{2,}[^s\W]s(?= (?:the|an?|to|from|in|on|at|by|for|only|with|no|not|every|\d)\b))\b"
)
