"""Which files of the folder are shared, and where the records of facts stand beside them. Pure.

What each workstation renders from its own database is not shared: its lines bear the numbers of one database, and two
would correct each other for ever. The facts, lessons and cases themselves travel as records; index and log follow from
the files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

import orjson

from ...core.errors import ClaudeOpsError, OperatorError
from ...core.messages import UserMessage
from ..entries import conflict_line
from ..layout import LARGEST, LESSONS_FILE, RESERVED, kind_of, plain_path

RECORDS = ".claudeops"
FORMAT_FILE = f"{RECORDS}/format.json"
FORMAT, VERSION = "claudeops-knowledge", 1
_WORKSTATION = re.compile(r"\.claudeops/([0-9a-f]{12})/([0-9a-f]{2})\.jsonl")


def is_shared(path: str, private: Sequence[str] = ()) -> bool:
    """Tell whether a file of the folder is shared. ``private`` are patterns of the operator's, such as
    ``notes/private/*``: what they match stays here."""
    kind = kind_of(path)
    if path in RESERVED or path == LESSONS_FILE or (kind is not None and kind.rendered):
        return False
    if any(part.startswith(".") for part in path.split("/")):
        return False
    return not any(fnmatchcase(path, pattern) or path.startswith(f"{pattern.rstrip('/')}/") for pattern in private)


def patterns_of(setting: str) -> tuple[str, ...]:
    """The patterns of the setting ``knowledge.private``, which stand in it with commas between them."""
    return tuple(one.strip() for one in setting.split(",") if one.strip())


def why_left_alone(path: str, data: bytes) -> str:
    """Why a file of the remote is not brought into the folder, in a sentence; "" where it is."""
    try:
        plain_path(path)
    except ClaudeOpsError as error:
        return error.sentence
    if len(data) > LARGEST:
        return UserMessage("It is larger than 2 MB and is left alone.")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return UserMessage("It is not text in UTF-8.")
    if "\x00" in text:
        return UserMessage("It is not text in UTF-8.")
    if line := conflict_line(text):
        return UserMessage("Line {line} has conflict markers of git: take them out at the remote.", line=line)
    return ""


def record_file(workstation: str, name: str) -> str:
    """Where a file of records stands."""
    return f"{RECORDS}/{workstation}/{name}"


def record_place(path: str) -> tuple[str, str] | None:
    """The workstation and the name of a file of records; None for any other file."""
    found = _WORKSTATION.fullmatch(path)
    return (found[1], found[2]) if found else None


def format_document() -> bytes:
    """What tells a repository of ours from any other."""
    return orjson.dumps({"format": FORMAT, "version": VERSION}) + b"\n"


def check_format(files: Mapping[str, bytes | None], address: str) -> None:
    """Raise OperatorError for a remote that is not ours, or of a newer version. ``files`` has what ``FORMAT_FILE``
    holds, None where it is missing."""
    data = files.get(FORMAT_FILE)
    try:
        said = orjson.loads(data) if data is not None else None
    except orjson.JSONDecodeError:
        said = None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise OperatorError(
            UserMessage("The branch main of {address} holds something else than shared knowledge.", address=address),
            UserMessage("Nothing was changed. Make an empty repository for it."),
        )
    version = said.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise OperatorError(
            UserMessage("The remote {address} was written by a newer version of Claude Ops.", address=address),
            UserMessage("Nothing was changed. Update this workstation, then sync again."),
        )
