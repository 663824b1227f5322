"""Cases in words. Pure functions."""

from __future__ import annotations

from datetime import datetime

from ....learning import StoredCase, best_treatment, last_recovery
from ...text import formatting
from ...text.translation import tr, tr_count

STATES = {
    "open": tr("open"),
    "cured": tr("cured"),
    "recovered": tr("recovered"),
    "recovered_later": tr("recovered later"),
    "went_away": tr("went away"),
    "given_up": tr("not cured"),
    "unclear": tr("unclear"),
}
LOOKS = {
    "open": "warning",
    "cured": "good",
    "recovered": "info",
    "recovered_later": "idle",
    "went_away": "idle",
    "given_up": "failed",
    "unclear": "unknown",
}
RESULTS = {
    "helped": tr("helped"),
    "recovered_after": tr("the service recovered"),
    "did_not_help": tr("did not help"),
    "unknown": tr("not known"),
}
RESULT_LOOKS = {"helped": "good", "recovered_after": "info", "did_not_help": "failed", "unknown": "unknown"}
MOMENTS = {
    "opened": (tr("Began"), "warning"),
    "check": (tr("Check"), "info"),
    "report": (tr("Reported"), "info"),
    "alert": (tr("Alert"), "critical"),
    "attempt": (tr("Attempt"), "attempted"),
    "note": (tr("Note"), "info"),
    "closed": (tr("Over"), "good"),
}


def case_state(case: StoredCase) -> str:
    """Its state, and whether the cure held where that is known."""
    word = STATES.get(case.state, case.state)
    if case.state == "cured" and case.held is not None:
        return tr("cured, held") if case.held else tr("cured, came back")
    return word


def symptom_text(case: StoredCase) -> str:
    """What was out of order."""
    return formatting.strip_direction_marks(case.symptom or case.shown)


def helped_text(case: StoredCase) -> str:
    """What helped, with how often; what else can be said where nothing did."""
    best = best_treatment(case.treatments)
    if best is not None:
        counted = tr("{helped} of {known}", helped=best.helped, known=best.known)
        return f"{formatting.strip_direction_marks(case.cure or best.action)} ({counted})"
    after = last_recovery(case.treatments)
    if after is not None and not case.cure:
        return tr("not proven; it recovered after: {action}", action=formatting.strip_direction_marks(after.action))
    if case.state == "recovered_later":
        return tr("It recovered later, after nothing that was done then.")
    if case.state == "went_away":
        return tr("Nothing that was done is on record.")
    return formatting.strip_direction_marks(case.cure) or tr("not known")


def failed_text(case: StoredCase) -> str:
    """What did not help, with how often."""
    best = best_treatment(case.treatments)
    failed = [one for one in case.treatments if one.failed and (best is None or one.key != best.key)]
    return "; ".join(
        f"{formatting.strip_direction_marks(one.action)}"
        f" ({tr('{helped} of {known}', helped=one.helped, known=one.known)})"
        for one in failed
    )


def cause_text(case: StoredCase) -> str:
    """The cause, and the cure as a session reported it, each with whose word that is."""
    said, plain = case.reports, formatting.make_breakable
    parts = []
    if case.cause and said.cause_session is not None and case.cause == said.cause:
        session, cause = said.cause_session, plain(case.cause)
        parts.append(tr("Cause, as session {session} established it: {cause}", session=session, cause=cause))
        if said.cause_evidence:
            parts.append(tr("Evidence: {evidence}", evidence=plain(said.cause_evidence)))
    elif case.cause:
        parts.append(tr("Cause: {cause}", cause=plain(case.cause)))
    if said.cure:
        parts.append(
            tr(
                "Cure, as session {session} reported it: {cure} (verified by: {verified})",
                session=said.cure_session,
                cure=plain(said.cure),
                verified=plain(said.verified_by),
            )
        )
    return "\n".join(parts)


def case_facts(case: StoredCase, now: datetime) -> str:
    """``Case 3 · cured · seen twice · last 3 weeks ago · offered 2 times, resolved 1``."""
    seen = tr("seen once") if case.seen == 1 else tr_count("seen %n time", "seen %n times", case.seen)
    parts = [tr("Case {id}", id=case.id), case_state(case), seen]
    parts.append(tr("last {opened_at}", opened_at=formatting.format_relative_time(case.opened_at, now)))
    record = case.record
    if record.offered:
        parts.append(
            tr(
                "{offered}, resolved {resolved}",
                offered=tr_count("offered %n time", "offered %n times", record.offered),
                resolved=formatting.format_number(record.resolved),
            )
        )
    if case.retired_at:
        parts.append(tr("no longer offered"))
    return " · ".join(parts)
