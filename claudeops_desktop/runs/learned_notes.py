"""What was learned from outcomes and fits a session: the cases of what is out of order now, or of its services (L6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..core.settings import Settings
from ..learning import (
    TIER_ROLES,
    AlertText,
    CaseMatch,
    LearningService,
    PatternRules,
    RunbookDocument,
    RunbookIndex,
    StoredCase,
    SymptomQuery,
    describe_case,
    first_sentence,
    tell_apart,
)
from ..memory.prompt_memory.types import InjectionRequest, LearnedNote, PromptMemory
from ..records.record_books import RecordRepositories
from .repositories import read_repositories

MOST_CASES = 3
MOST_RUNBOOKS = 2
VERIFIER = "verifier"
TOLD_STATES = ("went_away", "recovered", "recovered_later")
FOR_A_SYMPTOM = 2  # and all causes that are known of it


def with_learned(book: RecordRepositories, request: InjectionRequest, settings: Settings) -> InjectionRequest:
    """The request with the cases that may be offered. Inside ``store.read``."""
    rules = PatternRules.from_settings(settings)
    learning = LearningService(book, lambda: request.now, lambda: rules)
    symptoms = symptoms_of(learning, book, request)
    cases = [*_cases(learning, symptoms, request), *_runbooks(settings, symptoms)]
    return replace(request, cases=tuple(cases), patterns=tuple(_patterns(learning, request)))


def session_role(tier: int) -> str:
    """The role of a tier: observer, investigator or remediator."""
    return TIER_ROLES[min(max(tier, 1), len(TIER_ROLES)) - 1]


def _patterns(learning: LearningService, request: InjectionRequest) -> Iterator[LearnedNote]:
    """The patterns of a role, under its budget (L3)."""
    if not request.role:
        return
    found = learning.patterns.select_for(request.role, request.budgets.patterns, services=request.services)
    if found.summary:
        yield LearnedNote(found.summary, "A summary prepared before: the patterns themselves do not fit.")
    for one in found.chosen:
        text = first_sentence(one.text) if found.shortened else one.text
        yield LearnedNote(text, f"It held {one.success} times; its score is {one.score:.2f}.", pattern_id=one.id)


def _runbooks(settings: Settings, symptoms: Sequence[SymptomQuery]) -> Iterator[LearnedNote]:
    """The operator's own runbook for what is out of order, as a hint: its title and where it stands, since what it says
    is read when it is needed. Reads the files of the repositories."""
    folders = settings.repositories.folders
    wanted = [symptom for symptom in symptoms if symptom.services]
    if not folders or not wanted:
        return
    found = read_repositories(folders)
    documents = [
        RunbookDocument(str(one.path), one.title or one.path.stem, f"{one.description}\n{one.body}")
        for repository in found
        for one in (*repository.playbooks, *repository.skills)
    ]
    index, told = RunbookIndex(documents), set[str]()
    for symptom in wanted:
        alert = AlertText(symptom.trigger, symptom.symptom, " ".join(symptom.services))
        for hint in index.find(alert, 1):
            if hint.path not in told and len(told) < MOST_RUNBOOKS:
                told.add(hint.path)
                text = f"{symptom.services[0]}: a runbook of the operator may fit, “{hint.title}”, in {hint.path}."
                yield LearnedNote(text, "Found by the words of what is out of order; a hint, and no answer.")


def _cases(
    learning: LearningService, symptoms: Sequence[SymptomQuery], request: InjectionRequest
) -> Iterator[LearnedNote]:
    """First what fits a symptom, then what is known of the services; each case once, and a few of them."""
    told: set[int] = set()
    matches: list[tuple[CaseMatch, str]] = []
    for query in symptoms:
        found = [one for one in learning.matcher.match(query) if one.bar != "none" and _says_something(one.case)]
        first = found[0].case.signature if found else ""
        wanted = [one for at, one in enumerate(found) if at < FOR_A_SYMPTOM or one.case.signature == first]
        matches += [(match, query.symptom) for match in wanted]
    if request.services:
        matches += [(match, "") for match in learning.matcher.known_of(request.services, MOST_CASES)]
    apart = _told_apart(learning, [match.case for match, _ in matches])
    for match, symptom in matches:
        case = match.case
        if case.id in told or len(told) >= MOST_CASES or not _says_something(case):
            continue
        told.add(case.id)
        text = f"{apart.get(case.id, '')} {describe_case(case, request.now)}".strip()
        yield LearnedNote(text, _why(match), case.id, None, match.confidence, match.bar, symptom)


def _says_something(case: StoredCase) -> bool:
    """Tell whether a case tells more than that it is open now."""
    return bool(case.treatments) or case.state in TOLD_STATES


def _told_apart(learning: LearningService, cases: Sequence[StoredCase]) -> dict[int, str]:
    """What tells the causes of a symptom apart that has several, to stand before the first of its cases."""
    found: dict[int, str] = {}
    for case in cases:
        if case.id not in found:
            others = {one.id: one for one in learning.cases.of_same_symptom(case)}
            ranked = {one.id: one for one in cases if one.id in others} | others
            found |= dict.fromkeys(ranked, "") | {case.id: tell_apart(list(ranked.values()))}
    return found


def record_offers(book: RecordRepositories, session_id: int, injected: PromptMemory, appended: str) -> None:
    """Note which cases and patterns a session is given, so that their outcome counts. Inside ``store.write``."""
    notes = [
        entry.note
        for part in injected.parts
        for entry in part.entries
        if entry.note is not None and entry.line in appended
    ]
    if not notes:
        return
    learning = LearningService(book, book.clock)
    for note in notes:
        if note.case_id is not None:
            learning.cases.record_offer(note.case_id, session_id, note.confidence, note.bar, note.symptom)
    learning.patterns.record_injections(session_id, [one.pattern_id for one in notes if one.pattern_id is not None])


def symptoms_of(
    learning: LearningService, book: RecordRepositories, request: InjectionRequest
) -> Sequence[SymptomQuery]:
    """What is out of order, as a session is told: open incidents of its services, what was asked of it, what the tier
    before handed over."""
    found = []
    for incident in book.incidents.open_incidents():
        if not request.services or incident.service in request.services:
            states = [
                one for one in book.incidents.check_states() if one.service == incident.service and one.check_type
            ]
            trigger = states[0].check_type if states else ""
            cases = tuple(case.id for case in learning.cases.of_incident(incident.id))
            found.append(SymptomQuery(incident.cause, (incident.service,), trigger, cases))
    told = (request.wish, *request.handed_over[:2])
    return found + [SymptomQuery(text, request.services) for text in told if text.strip()]


def _why(match: CaseMatch) -> str:
    passed = [gate.why for gate in match.gates if gate.passed and gate.gate in ("scope", "symptom", "cure")]
    offered = "Offered as an answer" if match.bar == "answer" else "Offered as a hint"
    return f"{offered}, confidence {match.confidence:.2f}. {' '.join(passed)}".strip()
