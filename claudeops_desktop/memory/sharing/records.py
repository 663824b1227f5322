"""Records as lines of files that merge, and those lines read back. Pure.

Each workstation writes files of its own and no other's, so that no two of them ever change one file. Its records stand
in 256 files, by the first digits of their random numbers, each in order: a change of one fact rewrites one small file,
and a first copy of 10,000 facts is 256 files and not 10,000 (decision 127 has the figures).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from .types import CASE, DROPPED, FACT, GONE, KINDS, LESSON, LIVE, SharedRecord

UID = re.compile(r"[0-9a-f]{12}-[0-9a-f]{16}")
LARGEST_FILE = 32 * 1024 * 1024
_LONGEST = {FACT: 4_000, LESSON: 300, CASE: 64_000}
_LONGEST_WORD = 200
_MOST_REVISIONS = 1_000_000_000


def file_name(uid: str) -> str:
    """The file of a record among those of its workstation: ``1c.jsonl``."""
    return f"{uid.partition('-')[2][:2]}.jsonl"


def write_shared_files(records: Iterable[SharedRecord]) -> dict[str, bytes]:
    """The files of one workstation, by name."""
    found: dict[str, list[SharedRecord]] = {}
    for record in records:
        found.setdefault(file_name(record.uid), []).append(record)
    return {name: b"".join(_line(one) for one in sorted(some, key=lambda one: one.uid)) for name, some in found.items()}


def read_shared_file(data: bytes, workstation: str) -> tuple[list[SharedRecord], list[tuple[int, str]]]:
    """The records in a file of a workstation, and what cannot be read of it: the line, from 1, and why. A workstation
    may say of another's record only that it was deleted with it. Never raises."""
    records: dict[str, SharedRecord] = {}
    problems: list[tuple[int, str]] = []
    if len(data) > LARGEST_FILE:
        return [], [(1, "The file is too large.")]
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        found = _read_line(line)
        if isinstance(found, str):
            problems.append((number, found))
        elif (found.workstation == workstation) is (found.state == DROPPED):
            problems.append((number, "It speaks for another workstation."))
        elif found.uid not in records or records[found.uid].revision < found.revision:
            records[found.uid] = found
    return list(records.values()), problems


def _line(record: SharedRecord) -> bytes:
    said: dict[str, Any] = {"id": record.uid, "kind": record.kind, "rev": record.revision}
    if record.state != LIVE:
        said["state"] = record.state
    else:
        said["text"] = record.text
        for name in ("category", "service", "domain", "at"):
            if value := getattr(record, name):
                said[name] = value
        if record.confidence is not None:
            said["confidence"] = record.confidence
    return orjson.dumps(said, option=orjson.OPT_SORT_KEYS) + b"\n"


def _read_line(line: bytes) -> SharedRecord | str:
    try:
        said = orjson.loads(line)
    except orjson.JSONDecodeError:
        return "It is no JSON."
    if not isinstance(said, dict):
        return "It is no record."
    uid, kind, revision, state = said.get("id"), said.get("kind"), said.get("rev"), said.get("state", LIVE)
    if not isinstance(uid, str) or not UID.fullmatch(uid) or kind not in KINDS:
        return "It has no name or kind that is known."
    if not isinstance(revision, int) or isinstance(revision, bool) or not 0 < revision < _MOST_REVISIONS:
        return "Its revision is no number."
    if state in (GONE, DROPPED):
        return SharedRecord(uid, str(kind), revision, str(state))
    if state != LIVE:
        return "Its state is not known."
    return _read_words(said, uid, str(kind), revision)


def _read_words(said: Mapping[str, Any], uid: str, kind: str, revision: int) -> SharedRecord | str:
    text = said.get("text")
    if not isinstance(text, str) or not text.strip() or len(text) > _LONGEST[kind] or "\x00" in text:
        return "Its text is missing or too long."
    words = {name: said.get(name, "") for name in ("category", "service", "domain", "at")}
    if not all(isinstance(one, str) and len(one) <= _LONGEST_WORD for one in words.values()):
        return "One of its words is no text."
    confidence = said.get("confidence")
    if confidence is not None and not (isinstance(confidence, (int, float)) and 0 <= confidence <= 1):
        return "Its confidence is no number from 0 to 1."
    return SharedRecord(uid, kind, revision, LIVE, text, **words, confidence=confidence)
