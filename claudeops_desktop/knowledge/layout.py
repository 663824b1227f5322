"""Where each kind of entry stands in the folder, and which names are allowed there (C1, C5, C6, C12, C13). Pure, but
for links, which are followed to see whether they lead out.

Notes, decisions, procedures, role notebooks and MEMORY.md live in their files; facts, lessons and cases live in the
database, and their files are renderings of it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..core.errors import OperatorError
from ..core.messages import UserMessage

MEMORY_FILE = "MEMORY.md"
LESSONS_FILE = "lessons.md"
OPERATIONS_LOG = "operations.jsonl"
INDEX, LOG = "index.md", "log.md"
RESERVED = frozenset((INDEX, LOG))
"""Names that the Open Knowledge Format keeps for lists, in any folder."""
LARGEST = 2 * 1024 * 1024
"""Bytes of an entry; what is larger is left alone and named."""
_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class KnowledgeKind:
    """A kind of entry: its ``name``, the ``folder`` that holds it, and the ``type`` in its frontmatter. ``rendered``
    where the database is the source, and the file shows it."""

    name: str
    folder: str
    type: str
    rendered: bool = False


NOTE = KnowledgeKind("note", "notes", "Note")
DECISION = KnowledgeKind("decision", "decisions", "Decision")
PROCEDURE = KnowledgeKind("procedure", "procedures", "Procedure")
ROLE = KnowledgeKind("role", "roles", "Role Note")
CASE = KnowledgeKind("case", "cases", "Incident", rendered=True)
SUMMARY = KnowledgeKind("summary", "domains", "Summary", rendered=True)
KINDS = (NOTE, DECISION, PROCEDURE, ROLE, CASE, SUMMARY)
_BY_FOLDER = {kind.folder: kind for kind in KINDS}
NOTE_TYPES = ("user", "feedback", "project", "reference")
ROLES = ("observer", "investigator", "remediator", "verifier")


def kind_of(path: str) -> KnowledgeKind | None:
    """The kind of the entry at a path in the folder; None for MEMORY.md and for what is no entry."""
    return _BY_FOLDER.get(path.partition("/")[0]) if "/" in path else None


def slug_of(title: str) -> str:
    """A title as a file name: small letters and digits with single hyphens, at most 64 characters; "entry" where
    nothing is left."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return _SLUG.sub("-", plain).strip("-")[:64].strip("-") or "entry"


def plain_path(path: str) -> str:
    """A path in the folder as it is kept: relative, with slashes. Raises OperatorError for one that leads out of the
    folder, into .git, or nowhere."""
    pure = PurePosixPath(path.replace("\\", "/"))
    parts = [part for part in pure.parts if part != "."]
    if pure.is_absolute() or not parts or ".." in parts or any(part.lower() == ".git" for part in parts):
        raise OperatorError(
            UserMessage("“{path}” is not a path inside the knowledge folder.", path=path),
            UserMessage("Give a path as `claudeops knowledge list` shows it, such as notes/backups.md."),
        )
    if any(not part.isprintable() or len(part.encode()) > 200 for part in parts):
        raise OperatorError(
            UserMessage("“{path}” has characters that a file name cannot have, or is too long.", path=path),
            UserMessage("Use letters, digits and hyphens, at most 200 bytes."),
        )
    return "/".join(parts)


def inside(root: Path, path: str) -> Path:
    """The file at a path in the folder. Raises OperatorError where it, or a folder above it, is a link that leads
    out."""
    plain = plain_path(path)
    file = root / plain
    if not file.resolve().is_relative_to(root.resolve()):
        raise OperatorError(
            UserMessage("{path} is a link that leads out of the knowledge folder.", path=plain),
            UserMessage("Put the file itself there instead of the link."),
        )
    return file
