"""A case as one line of a prompt, a page and the command line, and as the draft of a postmortem (L6). Pure."""

from __future__ import annotations

from datetime import datetime

from ...core.clock import from_text
from ...language.prompt_quoting import quotable
from .stored_case import StoredCase
from .treatments import CaseTreatment, best_treatment

MOST_FAILED = 3
LONGEST_ACTION = 220  # characters


def describe_case(case: StoredCase, now: datetime) -> str:
    """What to know of a case in a few sentences on one line: the symptom, what helped, what did not, the cause."""
    parts = [f"{case.service}: {_quoted(case.symptom or case.shown)}{_known_since(case, now)}"]
    best = best_treatment(case.treatments)
    failed = [one for one in case.treatments if one.failed and (best is None or one.key != best.key)]
    if best is not None:
        parts.append(f"What helped: {_counted(best)}.")
        if best.failed:
            parts.append(f"It failed {_times(best.failed)} too.")
    elif case.state == "went_away":
        parts.append("It went away by itself, without anything that was done.")
    elif case.state == "unclear":
        parts.append("Several things were done together, and it is not known which of them helped.")
    else:
        parts.append("No cure is known.")
    if failed:
        parts.append(f"What did not help: {'; '.join(_failure(one) for one in failed[:MOST_FAILED])}.")
    if case.uncertain:
        parts.append(case.uncertain)
    if case.cause:
        parts.append(f"Cause, as it was seen then: {_quoted(case.cause)}")
    if case.afterwards and case.afterwards != case.cause:
        parts.append(f"Afterwards: {_quoted(case.afterwards)}")
    return " ".join(parts)


def _quoted(text: str) -> str:
    said = quotable(text).strip()
    return f"“{said}”" + ("" if said.endswith((".", "!", "?", "…")) else ".") if said else "no description."


def _known_since(case: StoredCase, now: datetime) -> str:
    over = [at for at, end in case.occurrences if end != "open"]
    if case.state == "open" and len(over) < case.seen:
        if not over:
            return " It is out of order now, for the first time that is known."
        return f" It is out of order now; seen {_times(len(over))} before, last {_ago(over[-1], now)}."
    return f" Seen {_times(case.seen)}, last {_ago(case.opened_at, now)}."


def _ago(at: str, now: datetime) -> str:
    days = (now - from_text(at)).days
    if days < 1:
        return "today"
    if days < 14:
        return "yesterday" if days == 1 else f"{days} days ago"
    return f"{days // 7} weeks ago" if days < 120 else f"{days // 30} months ago"


def _counted(one: CaseTreatment) -> str:
    held = f", held {one.held} of {one.helped}" if one.held and one.held < one.helped else ", held" if one.held else ""
    return f"{quotable(one.action)[:LONGEST_ACTION]} ({one.helped} of {one.known}{held})"


def _failure(one: CaseTreatment) -> str:
    return f"{quotable(one.action)[:LONGEST_ACTION]} ({one.helped} of {one.known})"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
