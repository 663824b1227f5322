"""A proposed change of the knowledge folder, its evidence, and its row (C3, C4, C8 to C11)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

ProposalKind = Literal["add", "edit", "remove"]
"""A text is added to a file (``before`` is ""), replaced, or taken out (``after`` is "")."""
ProposalSource = Literal["reflection", "auditor", "discoverer", "consolidation", "clustering", "operator", "sync"]
"""sync: ``before`` and ``after`` are whole files, and approving merges the change into the file as it is then."""
ProposalState = Literal["waiting", "review", "promoted", "merged", "rejected", "outdated"]
"""waiting: for triage; review: for the operator; the others are the end of it. outdated: what it would have changed
is not there any more."""
OPEN_STATES: tuple[ProposalState, ...] = ("waiting", "review")
EvidenceKind = Literal["memory", "resource", "session", "file", "commit", "check", "case", "incident", "operation"]
MACHINES = "trusted machines"
"""Stands for a path where what is proposed is to trust a machine, whose name and key ``after`` has."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class ProposalEvidence:
    """What a proposal rests on: the ``kind`` of thing, ``ref`` to find it by (an id, a path with its line as
    ``notes/x.md:4``, a commit), and the words that say it. ``session_id`` where a session said them."""

    kind: EvidenceKind
    ref: str
    quote: str = ""
    session_id: int | None = None


@dataclass(frozen=True, slots=True)
class ProposalDraft:
    """A change that somebody proposes: in the file at ``path``, under the heading ``section`` ("" where the file has
    none, or for the whole file), ``before`` becomes ``after``. ``revision`` is the one of the file that was read, ""
    for a file that does not exist yet. ``confidence`` from 0 to 1; ``trusted`` is False where any of the words come
    from pages, logs or alerts. ``memory_ids`` are the facts it was drawn from."""

    kind: ProposalKind
    source: ProposalSource
    title: str
    path: str
    section: str = ""
    before: str = ""
    after: str = ""
    revision: str = ""
    reason: str = ""
    evidence: tuple[ProposalEvidence, ...] = ()
    confidence: float = 0.7
    trusted: bool = True
    memory_ids: tuple[int, ...] = ()

    @property
    def fingerprint(self) -> str:
        """The same for proposals that say the same: their place and their words, without case, order of spaces or
        punctuation. Who proposes it and when do not matter, but for what came by sync: each of its versions is new."""
        if self.source == "sync":
            whole = (self.source, self.path, self.before, self.after, self.revision)
            return hashlib.sha256("\0".join(whole).encode()).hexdigest()[:32]
        said = (self.kind, self.path.casefold(), _plain(self.section), _plain(self.before), _plain(self.after))
        return hashlib.sha256("\n".join(said).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class StoredProposal:
    """A row of ``proposals``. ``merged`` counts how often it was proposed again; ``decided_by`` is rule, model:name or
    human:operator; ``commit`` the version that it became; ``review_week`` the ISO week in which the operator was
    asked. ``written`` is what was written where the words were changed on the way, "" where they were not; ``tier`` who
    decides next: 0 the rules, 2 a model, 3 the operator."""

    id: int
    draft: ProposalDraft
    state: ProposalState
    created_at: str
    merged: int = 0
    decided_by: str = ""
    decided_at: str = ""
    why: str = ""
    commit: str = ""
    review_week: str = ""
    written: str = ""
    tier: int = 0

    @property
    def is_open(self) -> bool:
        """Tell whether something is still to be decided."""
        return self.state in OPEN_STATES

    @property
    def change(self) -> ProposalDraft:
        """The change as it was made, in the words that were written in the end."""
        if not self.written:
            return self.draft
        return replace(self.draft, kind="edit" if self.draft.kind == "remove" else self.draft.kind, after=self.written)

    def with_evidence(self, evidence: tuple[ProposalEvidence, ...]) -> StoredProposal:
        """The row with its evidence."""
        return replace(self, draft=replace(self.draft, evidence=evidence))

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        draft = asdict(self.draft)
        rest = {name: getattr(self, name) for name in self.__slots__ if name != "draft"}
        return {**rest, **draft, "evidence": [asdict(one) for one in self.draft.evidence]}


@dataclass(frozen=True, slots=True)
class OfferResult:
    """What became of drafts: how many are new, how many were proposed before, and the ids of all of them, in order."""

    added: int = 0
    repeated: int = 0
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TriageResult:
    """What a triage came to, counted: written to the folder, merged with what it says already, rejected, put before
    the operator now, and what waits, for a model or for its turn. ``note`` says why no model was asked, or why it was
    asked no more; "" where nothing kept it."""

    promoted: int = 0
    merged: int = 0
    rejected: int = 0
    asked: int = 0
    waiting: int = 0
    outdated: int = 0
    calls: int = 0
    cost_usd: float = 0.0
    note: str = ""

    @property
    def changed(self) -> int:
        """How many proposals changed their state."""
        return self.promoted + self.merged + self.rejected + self.asked + self.outdated


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
