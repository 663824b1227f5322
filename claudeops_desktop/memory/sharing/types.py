"""What is shared: one record a fact, a lesson or a case, and what becomes of one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Any, Literal

FACT, LESSON, CASE = "fact", "lesson", "case"
KINDS = (FACT, LESSON, CASE)
OWN, THEIRS, SAME, REFUSED = "own", "theirs", "same", "refused"
"""What a record is to this database: its own; another workstation's, stored by itself; another's that says what is
known here; another's that was not taken in."""
LIVE, GONE, DROPPED = "live", "gone", "dropped"
"""live: it holds where it comes from. gone: it was deleted there. dropped: it was deleted here, and is another's."""

RecordState = Literal["live", "gone", "dropped"]


@dataclass(frozen=True, slots=True)
class SharedRecord:
    """One line of a shared file. ``uid`` names it everywhere: the workstation that it comes from, and a random number.
    ``revision`` grows by one with each change there; no clock is asked. One that is gone has no words."""

    uid: str
    kind: str
    revision: int
    state: str = LIVE
    text: str = ""
    category: str = ""
    service: str = ""
    domain: str = ""
    confidence: float | None = None
    at: str = ""

    @property
    def workstation(self) -> str:
        """Where it comes from."""
        return self.uid.partition("-")[0]

    @property
    def digest(self) -> bytes:
        """16 bytes that are others as soon as it says something else. A confidence falls every week and is left out."""
        return digest_of(self.kind, self.text, self.category, self.service, self.domain)

    def without_words(self, revision: int, state: str) -> SharedRecord:
        """What is left of it when it was deleted."""
        return SharedRecord(self.uid, self.kind, revision, state)


def digest_of(kind: str, text: str, category: str = "", service: str = "", domain: str = "") -> bytes:
    """16 bytes that stand for these words."""
    said = "\0".join((kind, text, category, service, domain)).encode(errors="replace")
    return hashlib.sha256(said).digest()[:16]


@dataclass(frozen=True, slots=True)
class SharedEntry:
    """Something of this database that may be given out; ``entry_id`` is its number here."""

    kind: str
    entry_id: int
    text: str
    category: str = ""
    service: str = ""
    domain: str = ""
    confidence: float | None = None
    at: str = ""

    @property
    def digest(self) -> bytes:
        """As that of a record."""
        return digest_of(self.kind, self.text, self.category, self.service, self.domain)

    def as_record(self, uid: str, revision: int) -> SharedRecord:
        """The entry under the name that it has everywhere."""
        return SharedRecord(
            uid, self.kind, revision, LIVE, self.text, self.category, self.service, self.domain, self.confidence,
            self.at,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class GivenOut:
    """All records of this workstation, and the entries that are kept back because they have what looks like a
    secret."""

    records: tuple[SharedRecord, ...]
    withheld: tuple[SharedEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownRecord:
    """A row of ``shared_records``: ``digest`` is that of the record as it was given out or came in, ``stored`` that of
    the entry as it was stored here then."""

    uid: str
    kind: str
    relation: str
    entry_id: int | None
    revision: int
    state: str
    digest: bytes = b""
    stored: bytes = b""

    def moved(self, **changes: Any) -> KnownRecord:
        """The row with other values."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class SharedDeletion:
    """A row of ``shared_deletions``: something stands here that was deleted at another workstation. ``text`` is what it
    says here, ``own`` whether it is this database's own."""

    id: int
    uid: str
    workstation: str
    kind: str
    entry_id: int
    noted_at: str
    text: str = ""
    own: bool = False

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "id": self.id, "kind": self.kind, "entry_id": self.entry_id, "text": self.text, "own": self.own,
            "workstation": self.workstation, "noted_at": self.noted_at,
        }  # fmt: skip


@dataclass
class IntakeTotals:
    """What became of the records of others."""

    added: int = 0
    same: int = 0
    held: int = 0
    conflicts: int = 0
    rejected: int = 0
    deleted: int = 0
    offered: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def changed(self) -> int:
        """How many entries of this database were changed by it."""
        return self.added + self.held + self.conflicts + self.deleted

    def as_json(self) -> dict[str, int]:
        """For ``--json``."""
        return {
            "added": self.added, "same": self.same, "held": self.held, "conflicts": self.conflicts,
            "rejected": self.rejected, "deleted": self.deleted, "offered": self.offered,
        }  # fmt: skip
