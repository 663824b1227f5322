"""The notebooks of roles (C6): ``roles/<role>/`` with an index ``MEMORY.md`` and one file a topic. Only the sessions of
that role are given it, and each may propose an entry for its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .entries import instant, read_entry, write_entry
from .layout import MEMORY_FILE, ROLE, ROLES, slug_of
from .memory_file import read_memory_file
from .notes import LONGEST_TITLE
from .proposals.types import ProposalDraft, ProposalEvidence

LONGEST_ENTRY = 1_000


@dataclass(frozen=True, slots=True)
class NotebookEntry:
    """An entry of a notebook: a line of its index, or a topic with its description. ``path`` is its file in the
    knowledge folder."""

    text: str
    path: str
    date: date | None = None


def notebook_folder(role: str) -> str:
    """The folder of a role's notebook. Raises UsageError for what is no role."""
    if role not in ROLES:
        raise UsageError(
            UserMessage("“{role}” is not a role.", role=role),
            UserMessage("Take one of {roles}.", roles=", ".join(ROLES)),
        )
    return f"{ROLE.folder}/{role}"


def notebook_entries(texts: Mapping[str, str], role: str) -> list[NotebookEntry]:
    """The entries of a role's notebook, given the texts of the folder: the lines of its index, the newest first, then
    its topics by title. A topic that says that it is out of use is left out."""
    start = f"{notebook_folder(role)}/"
    index = f"{start}{MEMORY_FILE}"
    lines = read_memory_file(texts.get(index, "")).entries
    found = [
        NotebookEntry(one.text, index, one.date)
        for one in sorted(lines, key=lambda one: (-(one.date or date.min).toordinal(), one.line))
    ]
    topics = list[tuple[str, NotebookEntry]]()
    for path, text in texts.items():
        if not path.startswith(start) or path == index:
            continue
        entry = read_entry(text)
        if entry.fault or entry.meta.get("status") in ("draft", "deprecated"):
            continue
        said = f"{entry.title}: {entry.description}" if entry.description else entry.title
        if said:
            topics.append((entry.title.casefold(), NotebookEntry(said, path, _day_of(entry.meta))))
    return found + [one for _, one in sorted(topics, key=lambda each: (each[0], each[1].path))]


def propose_notebook_entry(
    role: str, title: str, text: str, now: datetime, *, session_id: int, trusted: bool
) -> ProposalDraft:
    """What a session proposes for the notebook of its role: a topic of its own, for the operator to decide on.
    ``trusted`` is False where the words come from pages, logs or alerts. Raises UsageError where it says nothing or too
    much."""
    name, said = " ".join(title.split())[:LONGEST_TITLE].strip(), " ".join(text.split())
    if not name or not said or len(said) > LONGEST_ENTRY:
        raise UsageError(
            UserMessage("An entry needs a title, and a text of at most {most} characters.", most=LONGEST_ENTRY)
        )
    meta = {
        "type": ROLE.type,
        "title": name,
        "description": said[:300],
        "note_type": "feedback",
        "generated": {"by": f"process:session-{session_id}", "at": now.isoformat(timespec="seconds")},
    }
    return ProposalDraft(
        "add",
        "discoverer",
        f"Notebook of the {role}: {name}",
        f"{notebook_folder(role)}/{slug_of(name)}.md",
        after=write_entry(meta, said),
        reason=f"A session of this role proposed it for its notebook (session {session_id}).",
        evidence=(ProposalEvidence("session", str(session_id), said, session_id),),
        confidence=0.5,
        trusted=trusted,
    )


def _day_of(meta: Mapping[str, Any]) -> date | None:
    made = meta.get("generated")
    at = instant(made.get("at")) if isinstance(made, dict) else None
    return at.date() if at is not None else None
