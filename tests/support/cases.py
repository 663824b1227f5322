"""Cases for tests and pictures: an outage that came twice, one of a session, one that went away, one without a cure."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.learning import LearningService
from claudeops_desktop.learning.cases.outcomes import CaseAttempt
from claudeops_desktop.learning.cases.types import CaseDraft, CaseTimelineEntry


def fill_cases(book: Any) -> list[int]:
    """Put them in; their ids. Call inside ``store.write``."""
    learning, now = LearningService(book), utc_now()
    drafts = [*_certificate(now), _pool(now), _vpn(now), _mail(now)]
    filed = learning.file(drafts)
    cases = learning.cases
    for session in range(2):
        cases.record_offer(filed[0].case_id, None, 0.9, "answer", "the certificate has expired")
        offer = book.store.database.execute_sql("SELECT max(id) FROM case_offers").fetchone()[0]
        cases.settle_offer(offer, "resolved" if session else "not_followed")
    return [one.case_id for one in filed]


def _certificate(now: datetime) -> list[CaseDraft]:
    found = []
    for number, days in enumerate((40, 19)):
        at = now - timedelta(days=days)
        attempts = (
            _attempt("restarted nginx", "restart", at, 4, "did_not_help"),
            _attempt("ran certbot renew, then reloaded nginx", "redeploy", at, 9, "helped", 41.0),
        )
        found.append(
            CaseDraft(
                f"incident:{9000 + number}", "check", "nginx", "answers 526 instead of 200", "cured", attempts, at,
                at + timedelta(minutes=10), 1, True, named=("nginx", "shop"), trigger="http",
                shown="The certificate has expired", cause="The renewal timer was disabled by an update.",
                timeline=_timeline(at, "The certificate has expired", 10),
            )
        )  # fmt: skip
    return found


def _pool(now: datetime) -> CaseDraft:
    at = now - timedelta(days=3)
    attempts = (
        _attempt("ran zpool clear tank", "destructive", at, 5, "did_not_help"),
        _attempt("ran zpool replace tank sdc sdf", "destructive", at, 40, "helped", 2400.0),
    )
    return CaseDraft(
        "cli:pool:0", "session", "nas", "The pool is degraded.", "cured", attempts, at, at + timedelta(minutes=80), 1,
        None, named=("nas",), shown="zpool status tank: state: DEGRADED",
        cause="Disk sdc has read errors and must be replaced.", timeline=_timeline(at, "state: DEGRADED", 80),
    )  # fmt: skip


def _vpn(now: datetime) -> CaseDraft:
    at = now - timedelta(days=8)
    return CaseDraft(
        "incident:9010", "check", "vpn", "no answer within 5 s", "went_away", (), at, at + timedelta(minutes=12),
        held=True, named=("vpn",), trigger="ping", timeline=_timeline(at, "no answer within 5 s", 12),
    )  # fmt: skip


def _mail(now: datetime) -> CaseDraft:
    at = now - timedelta(hours=5)
    attempts = (_attempt("restarted postfix", "restart", at, 3, "did_not_help"),)
    return CaseDraft(
        "cli:mail:0", "session", "mail", "Mail is stuck in the queue.", "open", attempts, at, None,
        named=("mail", "postfix"), shown="mailq: 318 requests", timeline=_timeline(at, "mailq: 318 requests", 0),
    )  # fmt: skip


def _attempt(
    action: str, effect: str, at: datetime, minutes: float, result: str, seconds: float | None = None
) -> CaseAttempt:
    evidence = "session 1, call 1"
    return CaseAttempt(action, effect, at + timedelta(minutes=minutes), "agent, tier 2", evidence, result, seconds)  # type: ignore[arg-type]


def _timeline(at: datetime, shown: str, minutes: float) -> tuple[CaseTimelineEntry, ...]:
    found = [
        CaseTimelineEntry(at, "opened", f"First seen: {shown}"),
        CaseTimelineEntry(at + timedelta(minutes=2), "check", shown),
    ]
    if minutes:
        found.append(
            CaseTimelineEntry(at + timedelta(minutes=minutes), "closed", "Resolved: two good checks in a row.")
        )
    return tuple(found)


def fill_patterns(book: Any) -> None:
    """Patterns in every state, and findings. Call inside ``store.write``."""
    from claudeops_desktop.learning.findings.records import NewSighting
    from claudeops_desktop.learning.patterns.records import PatternContext

    learning, now = LearningService(book), utc_now()
    patterns = learning.patterns
    texts = (
        (
            "remediator",
            "When a check of kind http says “answers 526 instead of 200”, this has helped: ran certbot renew.",
        ),
        ("investigator", "Look at the disk before the database when writes fail."),
        ("verifier", "Ask for the exit code of a restart before you call it done."),
        ("remediator", "When a check of kind tcp fails, this has helped: restarted the service."),
    )
    made = [patterns.store_pattern(role, text, kind="causal") for role, text in texts]
    for place, times in ((0, 3), (1, 3), (2, 1)):
        for number in range(times):
            where = [PatternContext("service", ("nginx", "caddy", "haproxy")[number])]
            patterns.reinforce(made[place].role, [made[place].id], None, contexts=where)
    patterns.approve(made[0].id)
    for _ in range(3):
        patterns.increment_ignore("remediator", pattern_id=made[3].id, by="verifier")
    for number, (service, text) in enumerate(
        (("nas", "SMART: reallocated sectors on sdc: 12"), ("shop", "cart worker timed out after 30 s"))
    ):
        for time in range(2 + number):
            at = now - timedelta(hours=9 - 3 * time - number)
            learning.findings.note_sighting(NewSighting(f"sample:{number}:{time}", service, text, at))
    learning.findings.close(1)
