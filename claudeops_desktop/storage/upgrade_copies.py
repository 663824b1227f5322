"""The copies of the database that are made before its schema is upgraded, with the settings and services of then.

The copy that an upgrade began with is held by name in a small file until that upgrade has ended, so that no number of
interrupted attempts rotates it away.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from peewee import SqliteDatabase

from ..core.atomic_write import write_whole
from ..core.clock import utc_now
from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from .database import copy_to
from .permissions import process_runs

KEPT = 5
HELD = "upgrade-unfinished.json"
COPIES = "claudeops-schema*.db"
BESIDE = ("settings.toml", "services.toml")
"""Files of the data folder that lie beside a copy: a version that does not know a newer setting refuses all of them."""


def files_beside(copy: Path) -> dict[str, Path]:
    """Those that were kept together with a copy, by their name in the data folder."""
    found = {name: copy.with_name(f"{copy.stem}.{name}") for name in BESIDE}
    return {name: path for name, path in found.items() if path.is_file()}


def newest_copy(backups: Path) -> Path | None:
    """Return the copy of before the last upgrade; None where there is none."""
    return max(backups.glob(COPIES), key=lambda file: file.stat().st_mtime, default=None)


class _HeldCopy(NamedTuple):
    """The copy that belongs to an unfinished upgrade, and the schema that it has."""

    name: str
    schema: int


class UpgradeCopies:
    """The copies in one folder of backups."""

    def __init__(self, backups: Path) -> None:
        self._backups = backups
        self._note = backups / HELD

    def make(self, database: SqliteDatabase, schema: int) -> None:
        """Copy the database before an upgrade from ``schema`` on, hold that copy, and let the oldest others go.

        Where an earlier attempt at the upgrade was interrupted half-way, its copy is the one that counts, and no other
        is made: nobody can have written to a database between two schemas. Raises EnvironmentFault.
        """
        held = self._held()
        if held is not None and held.schema < schema:
            return
        target = self._backups / f"claudeops-schema{schema:03d}-{utc_now():%Y%m%dT%H%M%S%f}.db"
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            self._sweep()
            for name in BESIDE:
                if (file := self._backups.parent / name).is_file():
                    write_whole(target.with_name(f"{target.stem}.{name}"), file.read_bytes())
            copy_to(database, part).replace(target)
            write_whole(self._note, json.dumps({"copy": target.name, "schema": schema}))
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("The copy before the upgrade could not be written: {strerror}.", strerror=error.strerror),
                UserMessage("Free some space and make the folder of backups writable; nothing was changed."),
            ) from error
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        self._rotate(target.name)

    def release(self) -> None:
        """The upgrade has ended: its copy is one of many from now on."""
        with suppress(OSError):
            self._note.unlink(missing_ok=True)

    def _held(self) -> _HeldCopy | None:
        try:
            table = json.loads(self._note.read_text(encoding="utf-8"))
            found = _HeldCopy(str(table["copy"]), int(table["schema"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found if (self._backups / found.name).is_file() else None

    def _rotate(self, held: str) -> None:
        found = sorted(self._backups.glob(COPIES), key=lambda file: file.stat().st_mtime)
        for old in found[:-KEPT]:
            if old.name != held:
                for path in (old, *files_beside(old).values()):
                    path.unlink(missing_ok=True)

    def _sweep(self) -> None:
        """Halves of copies that a killed process left; its name says which."""
        for part in self._backups.glob(".claudeops-schema*.part*"):
            owner = part.name.partition(".part")[0].rpartition(".")[2]
            if owner.isdecimal() and not process_runs(int(owner)):
                part.unlink(missing_ok=True)
