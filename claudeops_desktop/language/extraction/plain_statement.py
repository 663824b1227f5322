"""Whether a sentence that is of no narrower kind states how something is, and for longer than a moment. Pure.

What an operator writes down is most often a plain statement ("the timer fires on Sundays", "the DBA team owns both
boxes"). It is told from what happens in a session by what it does not say: no step, no finding of the moment, nothing
to come, nothing that only the reader of the session can see.
"""

from __future__ import annotations

import re

from .fact_doubts import is_said

STATEMENT = "behavior/statement"
_FIRST_VERB = 120


def is_statement(lower: str, *, from_user: bool) -> bool:
    """Whether a text in lower case states a lasting fact. What the operator says counts for more than a report."""
    if is_said("passing", lower) or is_said("to-come", lower) or _is_incomplete(lower):
        return False
    if from_user:
        return not is_said("small-talk", lower)
    return not (is_said("reported", lower) or _is_past(lower))


def _is_incomplete(lower: str) -> bool:
    """Whether it is a question without its mark, half a sentence, or an answer to what only the reader has seen."""
    if _ASKS.match(lower) or _ANSWERS.match(lower) or _BREAKS_OFF.search(lower):
        return True
    if _NOW.search(lower) and not re.search(r"[\d/]", lower):
        return True  # how it goes at the moment; with a value it may be what was changed for good
    return _CONDITION.match(lower) is not None and "," not in lower


def _is_past(lower: str) -> bool:
    """Whether its first verb tells what happened."""
    found = _VERB.search(lower, 0, _FIRST_VERB)
    return found is not None and found["past"] is not None


_ASKS = re.compile(
    r"(?:(?:where|who|whom|whose|what|when|why|how|which)(?: \w+){0,2}? (?:do|does|did|is|are|was|were|can|could|should"
    r"|shall|will|would|must|to|gets?)\b(?! (?:unless|if|when)\b)"
    r"|(?:is|are|do|does|did|can|could|should|shall|will|would)"
    r" (?:i|we|you|it|he|she|they|there|that|this|the|an?|any|anyone|somebody|someone)\b)"
)
_ANSWERS = re.compile(
    r"(?:good|nice|great|fine|bad) (?:idea|point|question|call|catch|thinking)\b"
    r"|i (?:can't|cannot|can not|could not|couldn't|don't|do not|didn't) (?:see|find|know|tell|think|remember|recall)\b"
)
_BREAKS_OFF = re.compile(
    r"\b(?:as far as|as long as|such as|because|unless|until|and|or|but|of|than|with|to the|in the)[.…]?$"
)
_CONDITION = re.compile(r"(?:unless|until|although|though|whereas|because)\b")
_NOW = re.compile(r"^now\b|\b(?:right|by)? ?now[.!]?$")
_VERB = re.compile(
    r"\b(?:(?P<past>was|were|had|did|didn't|died|failed|crashed|got|went|came|ran|showed|said|returned|stopped|started"
    r"|filled|removed|deleted|restarted|worked|changed|happened|found|added|fixed|became|took|began|saw|ended|lost|hit"
    r"|broke|exited|timed|refused|reported|answered|passed|finished|completed|succeeded)"
    r"|is|are|has|have|needs?|must|may|can|cannot|can't|does|do|doesn't|don't|isn't|aren't|won't|will|should"
    r"|[a-z]{2,}[^s\W]s(?= (?:the|an?|to|from|in|on|at|by|for|only|with|no|not|every|\d)\b))\b"
)
