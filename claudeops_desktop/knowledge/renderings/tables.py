"""What was rendered last: ``renderings``, a row a file, and ``rendering_state``. Reads inside ``store.read``, writes
inside ``store.write``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import orjson

from ...storage.database import proxy

FACTS, LESSONS, CASES = "facts", "lessons", "case"
GONE = "gone"
"""Stands as ``pending`` of a file that is being deleted."""


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """A row of ``renderings``. ``name`` is the domain of facts, ``entry_id`` their page or the number of a case.

    ``revision`` is the version of the file that the database agrees with: as it was rendered last, or as its edits were
    carried out last. ``pending`` is the one that is being written. ``stamp`` tells what it was made of, ``kept``
    are lines of an edit that say nothing that can be carried out: they go into the section of notes.
    """

    path: str
    kind: str
    name: str = ""
    entry_id: int = 0
    revision: str = ""
    pending: str = ""
    stamp: str = ""
    kept: str = ""


def rendered_files() -> dict[str, RenderedFile]:
    """All rows by their paths."""
    rows = proxy.execute_sql("SELECT path, kind, name, entry_id, revision, pending, stamp, kept FROM renderings")
    return {row[0]: RenderedFile(*row) for row in rows}


def count_files() -> int:
    """How many files there are."""
    return int(proxy.execute_sql("SELECT count(*) FROM renderings WHERE revision <> ''").fetchone()[0])


def put_files(files: Iterable[RenderedFile]) -> None:
    """Write rows, new ones or in the place of those of the same paths."""
    for one in files:
        proxy.execute_sql(
            "INSERT OR REPLACE INTO renderings (path, kind, name, entry_id, revision, pending, stamp, kept)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (one.path, one.kind, one.name, one.entry_id, one.revision, one.pending, one.stamp, one.kept),
        )


def drop_files(paths: Iterable[str]) -> None:
    """Delete the rows of these paths."""
    for path in paths:
        proxy.execute_sql("DELETE FROM renderings WHERE path = ?", (path,))


def map_revisions(becomes: dict[str, str]) -> None:
    """Versions of files are called otherwise, after a history was written anew. All files are rendered again then."""
    for row in rendered_files().values():
        revision = becomes.get(row.revision, row.revision)
        proxy.execute_sql(
            "UPDATE renderings SET revision = ?, pending = '', stamp = '' WHERE path = ?", (revision, row.path)
        )
    proxy.execute_sql("DELETE FROM rendering_state")


def get_state() -> dict[str, str]:
    """What the last round left behind."""
    return dict(iter(proxy.execute_sql("SELECT name, value FROM rendering_state")))


def set_state(values: dict[str, str]) -> None:
    """Keep what a round leaves behind."""
    for name, value in values.items():
        proxy.execute_sql("INSERT OR REPLACE INTO rendering_state (name, value) VALUES (?, ?)", (name, value))


def case_stamps() -> dict[int, str]:
    """A stamp of each case that stands for itself: another one as soon as anything of it that is shown changed."""
    attempts = dict(
        iter(
            proxy.execute_sql(
                "SELECT o.case_id, count(*) || '/' || group_concat(a.result) FROM case_attempts a"
                " JOIN case_occurrences o ON o.id = a.occurrence_id GROUP BY o.case_id"
            )
        )
    )
    rows = proxy.execute_sql(
        "SELECT id, service, faulty_service, host, project, trigger, signature, symptom, shown, state, cause, cure,"
        " held, uncertain, seen, opened_at, closed_at, edited_at, retired_at FROM cases WHERE merged_into IS NULL"
    )
    return {
        number: hashlib.sha256(orjson.dumps([rest, attempts.get(number)])).hexdigest()[:16] for number, *rest in rows
    }


def case_state() -> str:
    """A text that is another one as soon as a case changed."""
    return hashlib.sha256(orjson.dumps(sorted(case_stamps().items()))).hexdigest()[:16]
