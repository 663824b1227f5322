"""A second session checks the claims of the first (L1, L4, L5): what it says of each claim, and what that does.

Writes must run inside ``store.write``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ..core.clock import from_text, to_text
from ..language.words.stem import stem
from ..records.record_books import RecordRepositories
from ..records.sessions import Session
from ..storage.database import proxy
from .deliberations.records import DeliberationRecords, NewDeliberation
from .patterns.evidence import SessionOutput, check_evidence
from .patterns.records import PatternRecords
from .patterns.types import StoredPattern

ClaimVerdict = Literal["pass", "fail", "unsure"]
BEHIND_FROM = 0.5  # so many of a pattern's words must stand in a claim that it is behind
VERIFIER = "verifier"
_LINE = re.compile(
    r"^\s*(?:[-*]\s*)?\[VERDICT:\s*(?P<verdict>pass|fail|unsure)\s*\]\s*(?P<claim>.+?)"
    r"(?:\s*\|\s*evidence:\s*(?P<evidence>.*))?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_WORD = re.compile(r"[^\W_][\w.-]*")


@dataclass(frozen=True, slots=True)
class VerifiedClaim:
    """One claim with what the verifier says of it, and by which evidence. Untrusted text."""

    verdict: ClaimVerdict
    claim: str
    evidence: str = ""


def read_verdicts(response: str) -> list[VerifiedClaim]:
    """The claims in a verifier's answer. Pure."""
    return [
        VerifiedClaim(found["verdict"].lower(), found["claim"].strip(), (found["evidence"] or "").strip())  # type: ignore[arg-type]
        for found in _LINE.finditer(response)
    ]


def overall_verdict(claims: Sequence[VerifiedClaim]) -> ClaimVerdict:
    """What a verification says as a whole: fail where one claim fails, pass where all pass. Pure."""
    verdicts = {claim.verdict for claim in claims}
    if "fail" in verdicts:
        return "fail"
    return "pass" if verdicts == {"pass"} else "unsure"


def note_verification(session_id: int, verified: int) -> None:
    """A session begins that checks another one. Inside ``store.write``."""
    proxy.execute_sql(
        "INSERT OR IGNORE INTO verifications (session_id, verified_session_id) VALUES (?, ?)", (session_id, verified)
    )


def verified_session(session_id: int) -> int | None:
    """The session whose claims a session checks. Inside ``store.read`` or ``store.write``."""
    row = proxy.execute_sql(
        "SELECT verified_session_id FROM verifications WHERE session_id = ?", (session_id,)
    ).fetchone()
    return int(row[0]) if row else None


def last_verification() -> datetime | None:
    """When a verifier last began; None for never. Inside ``store.read`` or ``store.write``."""
    row = proxy.execute_sql(
        "SELECT max(s.started_at) FROM verifications v JOIN sessions s ON s.id = v.session_id"
    ).fetchone()
    return from_text(row[0]) if row and row[0] else None


def settle_verification(
    book: RecordRepositories,
    deliberations: DeliberationRecords,
    patterns: PatternRecords,
    session: Session,
    outputs: Sequence[SessionOutput],
    said: str = "",
) -> int:
    """Keep the verdict, and let it count for the patterns behind the claims; the number of its deliberation.
    ``outputs`` are those of the verifier's own session: what it did not see is no evidence. ``said`` is all that it
    said, its last words alone where that is not known."""
    verified = verified_session(session.id) or 0
    claims = read_verdicts(said or session.response)
    counts = {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in ("pass", "fail", "unsure")}
    number = deliberations.add(
        NewDeliberation(
            VERIFIER,
            overall_verdict(claims),
            said or session.response,
            f"Session {verified}: {counts['pass']} claims pass, {counts['fail']} fail, {counts['unsure']} are unsure.",
            session_id=session.id,
            run_id=session.run_id,
            key=f"session:{session.id}",
        )
    )
    behind = _patterns_of(patterns, verified)
    behind += [one for one in patterns.injected_into(session.id) if one.role == VERIFIER]
    for claim in claims:
        for one in behind:
            if not is_behind(one, claim.claim):
                continue
            if claim.verdict == "fail":
                patterns.increment_ignore(one.role, pattern_id=one.id, by=VERIFIER, session_id=session.id)
            elif claim.verdict == "pass":
                evidence = check_evidence(claim.evidence, outputs, [one.text, claim.claim])
                if evidence.counts:
                    patterns.reinforce(one.role, [one.id], evidence, session_id=session.id, said=claim.evidence)
    proxy.execute_sql(
        "UPDATE verifications SET passed = ?, failed = ?, unsure = ?, settled_at = ? WHERE session_id = ?",
        (counts["pass"], counts["fail"], counts["unsure"], to_text(book.clock()), session.id),
    )
    return number


def is_behind(pattern: StoredPattern, claim: str) -> bool:
    """Tell whether a claim rests on a pattern: half of the pattern's words stand in it. Pure."""
    words, said = _stems(pattern.text), _stems(claim)
    return bool(words) and len(words & said) / len(words) >= BEHIND_FROM


def _patterns_of(patterns: PatternRecords, session_id: int) -> list[StoredPattern]:
    """The patterns that a session was given, and those that were drawn from its verdict."""
    drawn = [
        number
        for (number,) in proxy.execute_sql(
            "SELECT s.pattern_id FROM pattern_sources s JOIN deliberations d ON d.id = s.source_id"
            " WHERE s.kind = 'deliberation' AND d.session_id = ?",
            (session_id,),
        ).fetchall()
    ]
    given = {one.id: one for one in patterns.injected_into(session_id)}
    return [*given.values(), *(patterns.must(number) for number in drawn if number not in given)]


def _stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in _WORD.findall(text) if len(word) > 2}
