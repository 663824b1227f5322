"""Contradicted: an entry against a newer fact, our own measurements, a decision or another entry (C8). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, time

from ...core.messages import UserMessage
from ...language.subjects.strip_subject import strip_subject
from ..proposals.types import ProposalEvidence
from .comparison import WordIndex, contradicts
from .references import StatementReferences, names_service
from .service_reader import ServiceState
from .types import AuditedFile, AuditFinding, KnowledgeStatement, KnownFact, ServiceMeasurement

_RETIRED = re.compile(
    r"\b(?:(?:is|are|was|has been|were) (?:now )?(?:removed|retired|decommissioned|shut down(?: for good)?|"
    r"switched off(?: for good)?|disabled|uninstalled|gone|not (?:running|in use|used)|"
    r"no longer (?:running|in use|used|installed))"
    r"|no longer (?:runs|exists)|does not run|not (?:installed|running))\b",
    re.IGNORECASE,
)
_PORT = re.compile(
    r"\b(?:listens|listening|answers|serves|runs|is reachable|reachable|is served|responds)\b"
    r"[^.;,]{0,40}?\b(?:port|tcp)\s+(\d{2,5})\b",
    re.IGNORECASE,
)
_SIDE_PORT = re.compile(
    r"\b(?:admin|metrics?|exporter|api|ssh|web ?ui|dashboard|grpc|cluster|replication|peer|debug|management|"
    r"internal(?:ly)?|container|udp|and port|ports|also|second|tls|https?|behind|upstream|only)\b",
    re.IGNORECASE,
)
_SUPERSEDED_BY = ("superseded",)


def find_contradicted_by_fact(
    statements: Sequence[KnowledgeStatement], named: Sequence[StatementReferences], facts: Sequence[KnownFact]
) -> Iterator[AuditFinding]:
    """Entries that a newer fact of at least their standing contradicts."""
    index = WordIndex()
    for fact in facts:
        index.add(f"{fact.service} {fact.text}")
    for statement, references in zip(statements, named, strict=True):
        if not _can_be_wrong(statement) or references.past:
            continue
        for number in index.nearest(statement.text):
            fact = facts[number]
            if fact.rank < 2 or fact.since <= _stated(statement) or fact.rank < _rank(statement):
                continue
            if (
                fact.service
                and not names_service(statement.text, fact.service)
                and not names_service(fact.text, fact.service)
            ):
                continue
            told = contradicts(
                strip_subject(statement.text, fact.service or None), strip_subject(fact.text, fact.service or None)
            )
            if told is not None:
                reason = UserMessage("A newer fact says otherwise: {text}", text=fact.text)
                proof = ProposalEvidence("memory", str(fact.id), fact.text[:300])
                yield _finding(statement, reason, proof, _named(fact), told.score, (fact.id,))
                break


def find_contradicted_by_checks(
    statements: Sequence[KnowledgeStatement], services: ServiceState
) -> Iterator[AuditFinding]:
    """Entries that our own measurements refute: a service that is said to be gone is well, or is well at another
    port."""
    for statement in statements:
        if not _can_be_wrong(statement):
            continue
        about = [one for name, one in services.measured.items() if one.healthy and names_service(statement.text, name)]
        if len(about) != 1 or about[0].checked_at is None or about[0].checked_at <= _stated(statement):
            continue
        yield from _of_measurement(statement, about[0])


def find_contradicted_by_decision(
    statements: Sequence[KnowledgeStatement], named: Sequence[StatementReferences], decisions: Mapping[int, AuditedFile]
) -> Iterator[AuditFinding]:
    """Entries that rest on a decision which another has superseded, or which was given up; and decisions that do not
    say themselves that they were superseded."""
    for statement, references in zip(statements, named, strict=True):
        if statement.place == "decision" or not statement.raw or references.past:
            continue
        for number in references.decisions:
            file = decisions.get(number)
            if file is None:
                continue
            status = str(file.meta.get("status", ""))
            newer = [one for one in _numbers(file.meta.get("superseded-by")) if one in decisions]
            if status == "superseded" and newer:
                heir = decisions[newer[0]]
                title = str(heir.meta.get("title") or heir.path)
                reason = UserMessage(
                    "Decision {old} was superseded by {new}: {title}", old=number, new=newer[0], title=title
                )
                line = heir.keys.get("title", 1)
                yield _finding(statement, reason, ProposalEvidence("file", f"{heir.path}:{line}", title), "", 0.9)
                break
            if status in ("rejected", "deprecated"):
                line = file.keys.get("status", 1)
                proof = ProposalEvidence("file", f"{file.path}:{line}", f"status: {status}")
                reason = UserMessage("Decision {old} is {status}.", old=number, status=status)
                yield _finding(statement, reason, proof, "", 0.85)
                break
    for number, file in decisions.items():
        for old in _numbers(file.meta.get("supersedes")):
            former = decisions.get(old)
            if former is not None and str(former.meta.get("status", "")) in ("accepted", "shipped", "proposed"):
                line = former.keys.get("status", 1)
                before = former.text.split("\n")[line - 1]
                proof = ProposalEvidence("file", f"{file.path}:{file.keys.get('supersedes', 1)}", f"supersedes: {old}")
                yield AuditFinding(
                    "contradicted", former.path, line, str(former.meta.get("title") or former.path),
                    UserMessage("Decision {new} supersedes it, and it does not say so.", new=number), (proof,), before,
                    f"status: superseded\nsuperseded-by: [{number}]", confidence=0.9,
                )  # fmt: skip


def contradiction_of(older: KnowledgeStatement, newer: KnowledgeStatement, past: bool) -> AuditFinding | None:
    """The finding where two entries contradict each other: the older one gives way, and an accepted decision to no
    entry. None where they do not, or nobody can say which of the two is the older."""
    if past or not _can_be_wrong(older) or older.path == newer.path == "" or not newer.accepted:
        return None
    told = contradicts(older.text, newer.text)
    if told is None:
        return None
    reason = UserMessage("Another entry says otherwise since {day}: {text}", day=_day(newer), text=newer.text)
    return _finding(older, reason, ProposalEvidence("file", newer.ref, newer.text[:300]), "", told.score)


def older_first(
    one: KnowledgeStatement, other: KnowledgeStatement
) -> tuple[KnowledgeStatement, KnowledgeStatement] | None:
    """The two by when they were said, where that is a day apart at least; None where it is not known."""
    first, second = _stated(one), _stated(other)
    if one.place == "decision" and other.place != "decision" and one.accepted:
        return (other, one) if second < first else None
    if other.place == "decision" and one.place != "decision" and other.accepted:
        return (one, other) if first < second else None
    if abs((first - second).total_seconds()) < 86_400:
        return None
    return (one, other) if first < second else (other, one)


def _of_measurement(statement: KnowledgeStatement, measured: ServiceMeasurement) -> Iterator[AuditFinding]:
    at = f"{measured.checked_at:%Y-%m-%d %H:%M}" if measured.checked_at else ""
    if _RETIRED.search(statement.text) and _subject_is(statement.text, measured.name):
        quote = f"{measured.name} was measured healthy at {at} (UTC)."
        reason = UserMessage("{name} is in service: its checks are good.", name=measured.name)
        yield _finding(statement, reason, ProposalEvidence("check", str(measured.check_id), quote), "", 0.85)
        return
    match = _PORT.search(statement.text)
    if match is None or _SIDE_PORT.search(statement.text) or not measured.ports:
        return
    if not _subject_is(statement.text, measured.name) or len(measured.ports) != 1 or int(match[1]) in measured.ports:
        return
    port = measured.ports[0]
    if {port, int(match[1])} <= {80, 443}:
        return
    quote = f"{measured.name} was measured healthy at port {port} at {at} (UTC)."
    reason = UserMessage("{name} is checked at port {port}, and is well there.", name=measured.name, port=port)
    before = statement.text if statement.place == "memory" else statement.raw
    after = re.sub(rf"\b{match[1]}\b", str(port), before)
    yield _finding(statement, reason, ProposalEvidence("check", str(measured.check_id), quote), after, 0.8)


def _subject_is(text: str, name: str) -> bool:
    """Tell whether a statement is about the service itself: its name is among the first words."""
    spelled = "[-_ ]?".join(map(re.escape, re.split("[-_]", name)))
    return (
        re.match(
            rf"(?:the |our )?(?:service |container |unit )?[`\"]?{spelled}(?:\.service)?[`\"]?(?![\w-])",
            text,
            re.IGNORECASE,
        )
        is not None
    )


def _can_be_wrong(statement: KnowledgeStatement) -> bool:
    return bool(statement.raw) and statement.place in ("memory", "note", "role", "procedure")


def _rank(statement: KnowledgeStatement) -> int:
    """The standing of an entry: what a person wrote stands as well as what was confirmed."""
    return 2 if statement.by.startswith("human:") else 1


def _stated(statement: KnowledgeStatement) -> datetime:
    """When it was said: by its own date where that is later than nothing else known, else by git."""
    if statement.date is not None and statement.stated_at is None:
        return datetime.combine(statement.date, time.max, UTC)
    return statement.stated_at or datetime.max.replace(tzinfo=UTC)


def _day(statement: KnowledgeStatement) -> str:
    at = _stated(statement)
    return at.date().isoformat()


def _named(fact: KnownFact) -> str:
    """The fact as an entry, with its service where it does not name it itself."""
    return fact.text if not fact.service or names_service(fact.text, fact.service) else f"{fact.service}: {fact.text}"


def _numbers(value: object) -> list[int]:
    rows = value if isinstance(value, list) else [value]
    return [one for one in rows if isinstance(one, int) and not isinstance(one, bool)]


def _finding(
    statement: KnowledgeStatement, reason: str, proof: ProposalEvidence, after: str, score: float,
    memory_ids: tuple[int, ...] = (),
) -> AuditFinding:  # fmt: skip
    said = ProposalEvidence("file", statement.ref, statement.text[:300])
    return AuditFinding(
        "contradicted", statement.path, statement.line, statement.text, reason, (said, proof), statement.raw, after,
        statement.section, confidence=round(min(0.95, score), 3), memory_ids=memory_ids,
    )  # fmt: skip
