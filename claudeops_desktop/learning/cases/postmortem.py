"""A case as the draft of a postmortem in Markdown (L6). What agents and checks said is plain text in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...core.clock import from_text
from .stored_case import StoredCase

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")
_RESULTS = {
    "helped": "helped",
    "recovered_after": "recovered after it",
    "did_not_help": "did not help",
    "unknown": "not known",
}
_STATES = {
    "open": "Open",
    "cured": "Cured",
    "recovered": "Recovered after what was done",
    "recovered_later": "Recovered, after nothing that was done then",
    "went_away": "Over; nothing that was done is on record",
    "given_up": "Not cured",
    "unclear": "Over; what ended it is not known",
}


def write_postmortem(case: StoredCase, now: str) -> str:
    """The draft: summary, impact, time line, what was tried, cause, and what is left to fill in by hand."""
    return "\n".join(_lines(case, now)) + "\n"


def _lines(case: StoredCase, now: str) -> Iterator[str]:
    yield f"# Postmortem (draft): {_plain(case.service)}"
    yield ""
    yield f"- Case: {case.id}"
    yield f"- State: {_STATES.get(case.state, case.state)}{_held(case)}"
    yield f"- Services: {', '.join(map(_plain, case.services)) or _plain(case.service)}"
    yield f"- First sign of the latest occurrence: {_moment(case.opened_at)}"
    yield f"- Over: {_moment(case.closed_at) if case.closed_at else 'not known'}"
    yield f"- Seen: {case.seen} {'time' if case.seen == 1 else 'times'}"
    yield f"- Draft of: {_moment(now)}"
    yield from ("", "## Symptom", "", _plain(case.symptom) or "Not described.")
    if case.shown:
        yield from ("", f"What a check showed: {_plain(case.shown)}")
    yield from ("", "## Cause", "", _plain(case.cause) or "Not known. Fill in.")
    if case.reports.cause_evidence:
        yield from ("", f"Evidence, by session {case.reports.cause_session}: {_plain(case.reports.cause_evidence)}")
    yield from ("", "## Cure", "", _plain(case.cure) or "None is known.")
    if case.reports.cure:
        by = _plain(case.reports.verified_by)
        yield from ("", f"As session {case.reports.cure_session} reported it: {_plain(case.reports.cure)} ({by})")
    if case.uncertain:
        yield from ("", _plain(case.uncertain))
    yield from ("", "## What was tried", "")
    if case.attempts:
        yield from ("| When | What | By | Result | Until it was well |", "| --- | --- | --- | --- | --- |")
        for one in case.attempts:
            attempt = one.attempt
            seconds = "" if attempt.seconds_to_recovery is None else f"{attempt.seconds_to_recovery:.0f} s"
            yield (
                f"| {attempt.at:%Y-%m-%d %H:%M:%S} | {_plain(attempt.action)} | {_plain(attempt.by)} |"
                f" {_RESULTS.get(attempt.result, attempt.result)} | {seconds} |"
            )
    else:
        yield "Nothing."
    yield from ("", "## Time line", "")
    yield from (
        f"- {_moment(one.at)} {_plain(one.kind)}: {_plain(one.text)}{_where(one.evidence)}" for one in case.timeline
    )
    yield from ("", "## Impact", "", "Fill in: who noticed, and what did not work.")
    yield from ("", "## What we change", "", "Fill in: what keeps this from happening again.")


def _held(case: StoredCase) -> str:
    return "" if case.held is None else ", and it held" if case.held else ", and it came back"


def _where(evidence: str) -> str:
    return f" ({_plain(evidence)})" if evidence else ""


def _moment(at: str) -> str:
    return f"{from_text(at):%Y-%m-%d %H:%M:%S} UTC"


def _plain(text: str) -> str:
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))
