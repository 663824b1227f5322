"""What a sync answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...core.messages import PluralMessage, UserMessage
from ...memory import IntakeTotals
from ..conflict_files import KeptPair
from ..entry_checks import EntryProblem


@dataclass(frozen=True, slots=True)
class WithheldLine:
    """A line that looks like a secret and keeps a push back: a file and its line, or a memory (``path`` "" then)."""

    path: str
    line: int
    memory_id: int | None = None

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"path": self.path, "line": self.line, "memory_id": self.memory_id}


@dataclass
class SyncResult:
    """What one sync did. ``files`` were changed here; ``pushed`` is whether something was given to the remote, of which
    ``commit`` is the last one; ``backup`` names what was kept before a rewritten history was accepted; ``waiting``
    counts files that another machine has changed and that wait for review."""

    files: list[str] = field(default_factory=list)
    pairs: list[KeptPair] = field(default_factory=list)
    records: IntakeTotals = field(default_factory=IntakeTotals)
    pushed: bool = False
    shared_files: int = 0
    shared_records: int = 0
    withheld: list[WithheldLine] = field(default_factory=list)
    problems: list[EntryProblem] = field(default_factory=list)
    backup: str = ""
    commit: str = ""
    complete: bool = True
    waiting: int = 0

    @property
    def kept_back(self) -> bool:
        """Tell whether a file keeps the push back."""
        return any(one.path for one in self.withheld)

    @property
    def sentences(self) -> list[UserMessage]:
        """What of it needs the operator."""
        found = []
        for one in self.withheld:
            if one.path:
                said = UserMessage(
                    "Nothing was pushed: {path}, line {line}, has what looks like a secret. Take it out, or name the"
                    " file in the setting knowledge.private, then sync again.",
                    path=one.path, line=one.line,
                )  # fmt: skip
            else:
                said = UserMessage(
                    "Memory {id} has what looks like a secret and is not shared. Edit its text to share it.",
                    id=one.memory_id or 0,
                )
            found.append(said)
        found += [
            UserMessage("There are two texts of {path}: choose one under Knowledge.", path=one.path)
            for one in self.pairs
        ]
        return found

    @property
    def waiting_sentence(self) -> UserMessage | None:
        """Return what of it waits for review; None where nothing does."""
        if not self.waiting:
            return None
        return PluralMessage(
            "A change of another machine waits in the Inbox.", "%n changes of other machines wait in the Inbox.",
            self.waiting,
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "files": self.files,
            "pairs": [{"path": one.path, "beside": one.beside} for one in self.pairs],
            "records": self.records.as_json(),
            "pushed": self.pushed,
            "shared_files": self.shared_files,
            "shared_records": self.shared_records,
            "withheld": [one.as_json() for one in self.withheld],
            "problems": [one.as_json() for one in self.problems],
            "backup": self.backup,
            "commit": self.commit,
            "complete": self.complete,
            "waiting": self.waiting,
        }


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """How sync stands: the remote ("" for none), who this workstation is ("" before the first sync), when it synced
    last, the last error and when it was, what waits for the operator, and how many records there are."""

    remote: str
    workstation: str = ""
    synced_at: str = ""
    error: str = ""
    error_at: str = ""
    deletions: int = 0
    pairs: int = 0
    withheld: str = ""
    records: dict[str, int] = field(default_factory=dict)
    others: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "remote": self.remote, "workstation": self.workstation, "synced_at": self.synced_at, "error": self.error,
            "error_at": self.error_at, "deletions": self.deletions, "pairs": self.pairs, "withheld": self.withheld,
            "records": self.records,
            "others": [{"workstation": name, "label": label} for name, label in self.others],
        }  # fmt: skip
