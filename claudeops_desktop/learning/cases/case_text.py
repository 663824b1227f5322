"""A case as one line of a prompt, a page and the command line (L6). Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from ...core.clock import from_text
from ...language.prompt_quoting import quotable
from .stored_case import StoredCase
from .treatments import CaseTreatment, best_treatment, last_recovery

MOST_FAILED = 3
MOST_CAUSES = 3
LONGEST_ACTION = 220  # characters
_NUMBERS = {2: "Two", 3: "Three"}
_ENDS = {
    "went_away": "It ended, and nothing that was done is on record.",
    "recovered_later": "It recovered later, after nothing that we did then.",
    "unclear": "Several things were done together, and it is not known which of them helped.",
}


def describe_case(case: StoredCase, now: datetime) -> str:
    """What to know of a case in a few sentences on one line: the symptom, what helped, what did not, the cause."""
    parts = [f"{case.service}: {_quoted(case.symptom or case.shown)}{_known_since(case, now)}"]
    best, after = best_treatment(case.treatments), last_recovery(case.treatments)
    told = best or after
    failed = [one for one in case.treatments if one.failed and (told is None or one.key != told.key)]
    said = case.reports
    if best is not None and said.cure:
        verified = _named(said.verified_by)
        told_by = f"What helped, as session {said.cure_session} reported it"
        parts.append(f"{told_by}: {_named(said.cure)} (verified by: {verified}).")
        parts.append(f"Recovered after, in order: {_counted(best)}.")
    elif best is not None:
        parts.append(f"What helped: {_counted(best)}.")
    elif after is not None:
        parts.append(f"Recovered after, in order: {_counted(after)}. That it did so proves no cure.")
    elif case.state == "unclear" and case.uncertain:
        parts.append("What ended it is not known.")
    elif case.state == "recovered" and (ran := _without_end(case)):
        parts.append(f"Recovered after, in order: {ran}. It is not known how that ended.")
    else:
        parts.append(_ENDS.get(case.state, "No cure is known."))
    if told is not None and told.failed:
        parts.append(f"It failed {_times(told.failed)} too.")
    if failed:
        parts.append(f"What did not help: {'; '.join(_failure(one) for one in failed[:MOST_FAILED])}.")
    if case.uncertain:
        parts.append(quotable(case.uncertain))
    parts += _reported(case)
    if case.afterwards and case.afterwards != case.cause:
        parts.append(f"Afterwards: {_quoted(case.afterwards)}")
    return " ".join(parts)


def tell_apart(cases: Sequence[StoredCase]) -> str:
    """What tells the causes of one symptom apart, the first case first; "" for fewer than two."""
    if len(cases) < 2:
        return ""
    number = _NUMBERS.get(len(cases), "Several")
    told = "; ".join(f"({at}) {_signs(case)}" for at, case in enumerate(cases[:MOST_CAUSES], 1))
    return f"{number} known causes of this symptom; check first, before any action, which one it is: {told}."


def _signs(case: StoredCase) -> str:
    """Cause, evidence and cure of a case, as far as they are known."""
    after = best_treatment(case.treatments) or last_recovery(case.treatments)
    told = [
        f"cause {_named(case.cause)}" if case.cause else "cause not known",
        f"evidence then: {_named(case.reports.cause_evidence)}" if case.reports.cause_evidence else "",
        f"it recovered after: {quotable(after.action)[:LONGEST_ACTION]}" if after is not None else "",
    ]
    return f"case {case.id}, {', '.join(filter(None, told))}"


def _reported(case: StoredCase) -> Iterator[str]:
    said = case.reports
    if case.cause and said.cause_session is not None and case.cause == said.cause:
        yield f"Cause, as session {said.cause_session} established it: {_quoted(case.cause)}"
        if said.cause_evidence:
            yield f"Evidence: {_quoted(said.cause_evidence)}"
    elif case.cause:
        yield f"Cause, as it was seen then: {_quoted(case.cause)}"
    if said.cure and best_treatment(case.treatments) is None:
        yield f"Cure as session {said.cure_session} reported it: {_named(said.cure)}."


def _without_end(case: StoredCase) -> str:
    """What the latest recovery came after, of which no result came; "" for nothing."""
    found = [one.attempt.action for one in case.attempts if one.attempt.seconds_to_recovery is not None]
    return quotable(found[-1])[:LONGEST_ACTION] if found else ""


def _named(text: str) -> str:
    return f"“{quotable(text).strip()}”"


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
    worked = one.helped or one.recovered
    held = f", held {one.held} of {worked}" if one.held and one.held < worked else ", held" if one.held else ""
    return f"{quotable(one.action)[:LONGEST_ACTION]} ({worked} of {one.known}{held})"


def _failure(one: CaseTreatment) -> str:
    return f"{quotable(one.action)[:LONGEST_ACTION]} ({one.helped or one.recovered} of {one.known})"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
