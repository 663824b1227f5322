"""Data folders that earlier versions left, as tests use them: a copy in a folder of the test's, and the command line.

What the program answers is compared with what the version that made the folder answered. Only the command line, the
files and the entry point of the program are used, so that nothing here depends on how the code is divided.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import math
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import time_machine
from support.folders import own_store
from support.other_process import other_connection, stored_rows

from claudeops_desktop.core.paths import DataFolder

FIXTURES = Path(__file__).parents[1] / "fixtures"
PLACE = "/srv"
"""Where the folder lay when it was made; the database and the settings name it."""


@dataclass(frozen=True)
class Answer:
    """What a command printed, with the paths of the place where the folder was made, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def document(self) -> dict[str, Any]:
        """It as it is kept: JSON where it is JSON, else lines."""
        try:
            printed: Any = self.json
        except ValueError:
            printed = self.out.splitlines()
        return {"exit_code": self.code, "stdout": printed, "stderr": self.err.splitlines()}


@dataclass(frozen=True)
class KeptVersion:
    """A copy of what one version left: ``data`` is its data folder, ``exports`` what it wrote elsewhere."""

    place: Path
    now: datetime

    @property
    def data(self) -> Path:
        return self.place / "claudeops"

    @property
    def exports(self) -> Path:
        return self.place / "exports"

    def __call__(self, *words: object, data: Path | None = None) -> Answer:
        """Carry out ``claudeops WORD…`` in this process, at the moment at which the answers were recorded."""
        from claudeops_desktop.__main__ import main

        out, err = io.StringIO(), io.StringIO()
        line = ["--data-dir", str(data or self.data), *map(str, words)]
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            time_machine.travel(self.now, tick=False),
        ):
            try:
                code = main(line)
            except SystemExit as ended:
                code = int(ended.code or 0)
        return Answer(code, self._as_it_was(out.getvalue()), self._as_it_was(err.getvalue()))

    def rows(self, sql: str, data: Path | None = None) -> list[tuple[Any, ...]]:
        """Rows of the database as they are stored."""
        return stored_rows(data or self.data, sql)

    def _as_it_was(self, text: str) -> str:
        return text.replace(str(self.place), PLACE)


def copy_of(version: str, place: Path) -> KeptVersion:
    """Put what a version left into a folder of a test's, where it is found under the new path.

    A folder that is moved keeps the old path in its settings and in the names of its logs: that is changed here, as
    it is no question of versions.
    """
    shutil.copytree(FIXTURES / version, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("answers", "*.gz"))
    for packed in (FIXTURES / version).rglob("*.gz"):
        kept = place / packed.relative_to(FIXTURES / version).with_suffix("")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(gzip.decompress(packed.read_bytes()))
    settings = place / "claudeops" / "settings.toml"
    settings.write_text(settings.read_text("utf-8").replace(f"{PLACE}/", f"{place}/"), "utf-8")
    own_store(FIXTURES / version, place / "claudeops")
    with other_connection(DataFolder(place / "claudeops")) as database:
        for table, column in (("sessions", "log_file"), ("transcripts", "path")):
            database.execute(f"UPDATE {table} SET {column} = replace({column}, '{PLACE}/', '{place}/')")
    (place / "claudeops").chmod(0o700)
    return KeptVersion(place, _recorded_at(version))


def _recorded_at(version: str) -> datetime:
    """The moment at which the answers of a version are recorded: given in the README beside them."""
    found = re.search(r"`now` is ([0-9T:-]+)Z", (FIXTURES / version / "README.md").read_text("utf-8"))
    assert found, "the README beside the folder says at which moment its answers were recorded"
    return datetime.fromisoformat(found.group(1)).replace(tzinfo=UTC)


def check_answer(version: str, name: str, answer: Any) -> None:
    """Compare with the answer that the version gave; with ``RECORD_ANSWERS=1`` in the environment, write it down."""
    file = FIXTURES / version / "answers" / f"{name}.json"
    if os.environ.get("RECORD_ANSWERS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(answer, indent=1, ensure_ascii=False) + "\n", "utf-8")
    assert differences(json.loads(file.read_text("utf-8")), answer) == []


SENTENCES = frozenset(("told", "why_now", "error", "remedy", "problem", "note", "stderr"))
"""Keys of what is worded anew for each answer. Wording may get better; whether there is a sentence may not change."""
TIMES_TAKEN = frozenset(("ms", "seconds"))


def differences(old: Any, new: Any, where: str = "") -> list[str]:
    """Where an answer differs from an older one. What was added to an object is no difference."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = [f"{where}.{key} is gone" for key in old if key not in new]
        for key in (key for key in old if key in new and key not in TIMES_TAKEN):
            if key in SENTENCES:
                found += [] if bool(old[key]) == bool(new[key]) else [f"{where}.{key} was {old[key]!r}: {new[key]!r}"]
            else:
                found += differences(old[key], new[key], f"{where}.{key}")
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [line for at, (before, now) in pairs for line in differences(before, now, f"{where}[{at}]")]
    if isinstance(old, float) and isinstance(new, float):
        return [] if math.isclose(old, new, abs_tol=1e-4) else [f"{where} was {old} and is {new}"]
    return [] if old == new else [f"{where} was {old!r} and is {new!r}"]


def commands(kept: KeptVersion, *path: str) -> Iterator[str]:
    """Every command that help shows with its options and their choices: ``claudeops memory rm: --help --json``."""
    answer = kept(*path, "--help")
    assert answer.code == 0, answer.err
    yield f"{' '.join(('claudeops', *path))}: {' '.join(options(answer.out))}"
    for name in _subcommands(answer.out):
        yield from commands(kept, *path, name)


def options(text: str) -> list[str]:
    """The options that a help text names, ``--level=critical|info`` for one whose values are listed."""
    found = []
    for line in text.splitlines():
        if line.startswith("  -"):
            names, _, rest = line.strip().partition("  ")
            said = re.findall(r"--[a-z][a-z-]*", names)
            choices = re.search(r"<([a-z0-9-]+(?:\|[a-z0-9-]+)+)>", names) or re.match(
                r"\s*<([a-z-]+(?:\|[a-z-]+)+)>", rest
            )
            values = "=" + "|".join(sorted(choices.group(1).split("|"))) if choices else ""
            found += [f"{name}{values}" for name in said]
    return sorted(set(found))


def _subcommands(text: str) -> list[str]:
    """The names under the headings of a group's help."""
    names, heading = [], ""
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            heading = line
        elif heading not in ("", "Options:", "Arguments:"):
            names += re.findall(r"^  ([a-z][a-z-]*)  ", line)
    return names
