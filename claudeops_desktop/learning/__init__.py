"""What broke, what was tried and what cured it, as it was measured: ``LearningService`` is the door.

Nothing is loaded before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import export_lazily

if TYPE_CHECKING:
    from .cases.case_text import describe_case as describe_case
    from .cases.case_text import tell_apart as tell_apart
    from .cases.gates import CaseMatch as CaseMatch
    from .cases.matching import SymptomQuery as SymptomQuery
    from .cases.outcomes import CaseAttempt as CaseAttempt
    from .cases.outcomes import CheckMoment as CheckMoment
    from .cases.postmortem import write_postmortem as write_postmortem
    from .cases.records import STATES as STATES
    from .cases.refutation import find_refuted as find_refuted
    from .cases.stored_case import StoredCase as StoredCase
    from .cases.treatments import best_treatment as best_treatment
    from .cases.treatments import last_recovery as last_recovery
    from .cases.types import CaseDraft as CaseDraft
    from .deliberations.records import TIER_ROLES as TIER_ROLES
    from .deliberations.records import NewDeliberation as NewDeliberation
    from .deliberations.records import StoredDeliberation as StoredDeliberation
    from .deliberations.records import require_role as require_role
    from .findings.lifecycle import FINDING_STATES as FINDING_STATES
    from .findings.records import StoredFinding as StoredFinding
    from .patterns.queries import count_patterns_to_approve as count_patterns_to_approve
    from .patterns.records import PatternContext as PatternContext
    from .patterns.selection import PatternSelection as PatternSelection
    from .patterns.selection import first_sentence as first_sentence
    from .patterns.types import PATTERN_STATES as PATTERN_STATES
    from .patterns.types import PatternRules as PatternRules
    from .patterns.types import StoredPattern as StoredPattern
    from .runbooks.search import AlertText as AlertText
    from .runbooks.search import RunbookDocument as RunbookDocument
    from .runbooks.search import RunbookIndex as RunbookIndex
    from .service import LearningService as LearningService
    from .service import read_cases as read_cases
    from .verification import VerifiedClaim as VerifiedClaim
    from .verification import last_verification as last_verification
    from .verification import note_verification as note_verification
    from .verification import read_verdicts as read_verdicts

_EXPORTS = {
    "AlertText": "runbooks.search",
    "RunbookDocument": "runbooks.search",
    "RunbookIndex": "runbooks.search",
    "FINDING_STATES": "findings.lifecycle",
    "StoredFinding": "findings.records",
    "NewDeliberation": "deliberations.records",
    "PATTERN_STATES": "patterns.types",
    "PatternContext": "patterns.records",
    "PatternRules": "patterns.types",
    "count_patterns_to_approve": "patterns.queries",
    "PatternSelection": "patterns.selection",
    "first_sentence": "patterns.selection",
    "StoredDeliberation": "deliberations.records",
    "TIER_ROLES": "deliberations.records",
    "StoredPattern": "patterns.types",
    "VerifiedClaim": "verification",
    "last_verification": "verification",
    "note_verification": "verification",
    "read_verdicts": "verification",
    "require_role": "deliberations.records",
    "best_treatment": "cases.treatments",
    "STATES": "cases.records",
    "CaseMatch": "cases.gates",
    "CaseAttempt": "cases.outcomes",
    "CaseDraft": "cases.types",
    "CheckMoment": "cases.outcomes",
    "LearningService": "service",
    "StoredCase": "cases.stored_case",
    "SymptomQuery": "cases.matching",
    "find_refuted": "cases.refutation",
    "read_cases": "service",
    "describe_case": "cases.case_text",
    "tell_apart": "cases.case_text",
    "last_recovery": "cases.treatments",
    "write_postmortem": "cases.postmortem",
}
__all__ = list(_EXPORTS)
__getattr__ = export_lazily(__name__, _EXPORTS)
