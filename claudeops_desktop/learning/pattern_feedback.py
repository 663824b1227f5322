"""What outcomes do to patterns: cases draw them, prove them, and count against them (L2, L4, L5).

Everything here rests on what was measured: an attempt that helped or did not, as the checks said. Writes must run
inside ``store.write``; the same occurrence counts once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..language.prompt_quoting import one_line
from ..language.signatures.masks import mask_message
from ..language.words.stem import stem
from ..storage.database import proxy
from .cases.outcomes import CaseAttempt
from .cases.treatments import without_names
from .cases.types import CaseDraft
from .deliberations.records import TIER_ROLES
from .patterns.evidence import EvidenceVerdict
from .patterns.records import PatternContext, PatternRecords, text_hash
from .patterns.types import StoredPattern

MEASURED_SOURCES = ("check", "alert")
USED_FROM = 0.6  # so much of an action's words must stand in a pattern that was followed
_WORD = re.compile(r"[^\W_][\w.-]*")


def pattern_text(draft: CaseDraft, attempt: CaseAttempt) -> str:
    """What an attempt that helped teaches, without the name of the service: "When a check of kind http says “answers
    502 instead of 200”, this has helped: renewed the certificate." Pure; "" where the occurrence has no check or
    alert that another service could have too."""
    if not draft.trigger:
        return ""
    names = (draft.service, draft.faulty, *draft.named)
    said = without_names(mask_message(draft.shown or draft.symptom), names)
    action = without_names(attempt.action, names)
    kind = "an alert" if draft.source == "alert" else f"a check of kind {draft.trigger}"
    shown = f" says “{one_line(said)[:120]}”" if said else " fails"
    return f"When {kind}{shown}, this has helped: {one_line(action)[:160]}."


def learn_patterns(patterns: PatternRecords, draft: CaseDraft, occurrence: int, tiers: Mapping[int, int]) -> None:
    """Draw patterns from an incident that is over, and let it count for or against those that are there. ``occurrence``
    is its number among those of cases; ``tiers`` gives the tier of each session."""
    if draft.source not in MEASURED_SOURCES or draft.closed_at is None or draft.uncertain:
        return
    contexts = [PatternContext("service", draft.service)]
    if draft.host:
        contexts.append(PatternContext("host", draft.host))
    for attempt in draft.attempts:
        text = pattern_text(draft, attempt)
        if not text:
            continue
        role = _role(attempt, tiers)
        if attempt.result == "helped":
            if _is_counted(occurrence, text):
                continue
            sources = {"occurrence": occurrence}
            one = patterns.store_pattern(role, text, kind="causal", contexts=contexts, sources=sources)
            evidence = EvidenceVerdict(1, "Two good checks followed it, as measured.")
            patterns.reinforce(role, [one.id], evidence, contexts=contexts, said=attempt.evidence)
        elif attempt.result == "did_not_help":
            for one in patterns.with_text(text):
                if patterns.add_source(one.id, "failed", occurrence):
                    patterns.increment_ignore(one.role, pattern_id=one.id, by="checks")


def settle_injections(patterns: PatternRecords, draft: CaseDraft, sessions: Sequence[int]) -> None:
    """Say of each pattern that these sessions were given whether it was followed, and what came of that."""
    if draft.closed_at is None:
        return
    for session in dict.fromkeys(sessions):
        for one in patterns.unsettled_in(session):
            used = [attempt for attempt in draft.attempts if is_followed(one, attempt)]
            results = {attempt.result for attempt in used}
            if "helped" in results:
                evidence = EvidenceVerdict(1, "Two good checks followed what it says, as measured.")
                patterns.settle_injection(session, one.id, "held")
                patterns.reinforce(
                    one.role,
                    [one.id],
                    evidence,
                    session_id=session,
                    contexts=[PatternContext("service", draft.service)],
                )
            elif "did_not_help" in results:
                patterns.settle_injection(session, one.id, "failed")
                patterns.increment_ignore(one.role, pattern_id=one.id, by="checks", session_id=session)


def is_followed(pattern: StoredPattern, attempt: CaseAttempt) -> bool:
    """Tell whether an attempt is what a pattern says: most words of the action stand in it. Pure."""
    action, said = _stems(attempt.action), _stems(pattern.text)
    return bool(action) and len(action & said) / len(action) >= USED_FROM


def _stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in _WORD.findall(text) if len(word) > 2}


def _role(attempt: CaseAttempt, tiers: Mapping[int, int]) -> str:
    found = re.search(r"\bsession (\d+)", attempt.evidence)
    tier = tiers.get(int(found[1]), 3) if found else 3
    return TIER_ROLES[min(max(tier, 1), 3) - 1]


def _is_counted(occurrence: int, text: str) -> bool:
    return bool(
        proxy.execute_sql(
            "SELECT 1 FROM pattern_sources s JOIN patterns p ON p.id = s.pattern_id WHERE s.kind = 'occurrence'"
            " AND s.source_id = ? AND p.text_hash = ?",
            (occurrence, text_hash(text)),
        ).fetchone()
    )
