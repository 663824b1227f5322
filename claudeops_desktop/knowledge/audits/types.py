"""What the auditor reads and what it finds (C8)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import Any, Literal

from ..proposals.types import EvidenceKind, ProposalDraft, ProposalEvidence

FindingKind = Literal["stale", "contradicted", "redundant", "wrong date"]
FINDING_KINDS: tuple[FindingKind, ...] = ("stale", "contradicted", "redundant", "wrong date")
StatementPlace = Literal["memory", "note", "role", "decision", "procedure", "lesson"]
_DATED = re.compile(r"\d{4}-\d{2}|\b\d{4}\b")
_RECHECKABLE: frozenset[EvidenceKind] = frozenset(("memory", "file", "commit", "check", "operation", "session"))


@dataclass(frozen=True, slots=True)
class KnowledgeStatement:
    """One statement of an entry. ``raw`` is the passage of the file that says it, as it stands there, and ``line``
    where it begins, counted from 1. ``stated_at`` is when it was last changed, as git knows it, ``commit`` the version
    that did, and ``by`` who. ``date`` is the one that the entry gives itself. ``alone`` where its file says nothing
    else. ``sources`` are those that its file names. ``accepted``: of a decision, whether it is in force."""

    path: str
    line: int
    text: str
    raw: str
    place: StatementPlace
    section: str = ""
    date: date | None = None
    stated_at: datetime | None = None
    commit: str = ""
    by: str = ""
    alone: bool = False
    sources: tuple[str, ...] = ()
    accepted: bool = True

    @property
    def ref(self) -> str:
        """The statement as evidence names it: ``notes/x.md:4``."""
        return f"{self.path}:{self.line}"

    @property
    def role(self) -> str:
        """The role whose notebook it stands in; "" elsewhere."""
        return self.path.split("/")[1] if self.place == "role" else ""


@dataclass(frozen=True, slots=True)
class EntryVersions:
    """What git knows of a file: when it came, its last version, its last change of content, and the version that took
    it away. ``first`` and the others are commits with their times; None where there is none."""

    first: CommitMoment | None = None
    last: CommitMoment | None = None
    content: CommitMoment | None = None
    removed: CommitMoment | None = None


@dataclass(frozen=True, slots=True)
class CommitMoment:
    """A commit: its number, its time in UTC, and its author. ``added`` is how many entries it brought at once."""

    number: str
    at: datetime
    by: str = ""
    added: int = 1


@dataclass(frozen=True, slots=True)
class AuditedFile:
    """A file of the folder, taken apart: ``keys`` are the lines of its frontmatter by key, counted from 1."""

    path: str
    text: str
    meta: Mapping[str, Any]
    keys: Mapping[str, int]
    statements: tuple[KnowledgeStatement, ...] = ()
    versions: EntryVersions = field(default_factory=EntryVersions)


@dataclass(frozen=True, slots=True)
class GoneService:
    """A service that was checked once and is not set up any more. ``since`` is when it was last known to be there;
    ``renamed_to`` the one that took over its check. ``evidence`` can be looked at again."""

    name: str
    since: datetime
    evidence: tuple[ProposalEvidence, ...]
    renamed_to: str = ""


@dataclass(frozen=True, slots=True)
class ServiceMeasurement:
    """What our own checks say of a service that is set up: whether the last measurements were good, the ports that the
    checks ask for, with the id of the newest measurement and its time. ``local`` where it runs on this machine."""

    name: str
    healthy: bool
    ports: tuple[int, ...]
    check_id: int
    checked_at: datetime | None
    local: bool
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact of memory that holds: ``rank`` is its standing, from 1 (said once) over 2 (confirmed by another source or
    by a measurement) to 3 (said or pinned by the operator)."""

    id: int
    text: str
    service: str
    since: datetime
    rank: int


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """Something that is wrong with an entry. ``kind`` says how, ``before`` what stands there and ``after`` what should
    ("" to take it out). Evidence or silence: without evidence that can be looked at again it cannot be made."""

    kind: FindingKind
    path: str
    line: int
    text: str
    reason: str
    evidence: tuple[ProposalEvidence, ...]
    before: str
    after: str = ""
    section: str = ""
    revision: str = ""
    confidence: float = 0.8
    memory_ids: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for a finding that nobody could check."""
        if not any(self._is_proof(one) for one in self.evidence):
            raise ValueError("a finding needs evidence that can be looked at again")
        if not self.before.strip() or self.before == self.after:
            raise ValueError("a finding says what it would change")

    def _is_proof(self, one: ProposalEvidence) -> bool:
        """What can be looked at again and is more than the entry itself, whose own words prove a date at most."""
        if one.kind not in _RECHECKABLE or not one.ref.strip() or not one.quote.strip():
            return False
        return one.ref != f"{self.path}:{self.line}" or (
            self.kind in ("stale", "wrong date") and bool(_DATED.search(one.quote))
        )

    @property
    def draft(self) -> ProposalDraft:
        """The change that it proposes."""
        return ProposalDraft(
            "edit" if self.after else "remove", "auditor", f"{self.kind.capitalize()}: {self.text}"[:120], self.path,
            self.section, self.before, self.after, self.revision, self.reason, self.evidence, self.confidence,
            memory_ids=self.memory_ids,
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """The finding for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What an audit came to. ``audited`` counts statements; ``unchanged`` where nothing was new since the last audit,
    whose findings these are. ``whole`` is False where it was stopped."""

    findings: tuple[AuditFinding, ...] = ()
    audited: int = 0
    unchanged: bool = False
    whole: bool = True

    @property
    def drafts(self) -> tuple[ProposalDraft, ...]:
        """The changes that it proposes."""
        return tuple(one.draft for one in self.findings)
