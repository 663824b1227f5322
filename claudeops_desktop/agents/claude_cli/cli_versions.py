"""What each version of the Claude CLI can do (docs/decisions/0085): the measured table, and the row that holds.

The rows are measured by ``python -m benchmarks.cli_versions`` and lie in ``cli_versions.json``. Between two measured
versions the older row holds, since a change is first known where it was seen. A version newer than all of them takes
the newest row; one older than all of them is not used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

import msgspec

TABLE = Path(__file__).with_name("cli_versions.json")
_NUMBERS = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})")


@dataclass(frozen=True, slots=True)
class CliAbilities:
    """One measured version.

    ``schema_requests`` is how often the API is asked with ``--json-schema`` where the model never calls
    StructuredOutput; None is without end. ``resume_reads_anew``: a resumed conversation gets the appended prompt that
    is given with it, and not the first one; ``snapshot_off_reads_anew``: it does with ``--system-prompt-snapshot off``
    (False as well where that flag is unknown). ``resumes_elsewhere``: also from another folder.
    ``default_permission_mode`` is its mode without ``--permission-mode``; ``structured_replaces_text``: of an MCP
    answer with a structured part the model reads that part alone. ``hooks_decide``: a PreToolUse hook's yes and no
    both count, as the guard needs; ``updates_input``: a call runs with the input that a hook puts in the place of the
    model's. ``unknown_flags`` are those of ours that it rejects; ``events`` are types and subtypes seen in its stream;
    ``tools`` those it offers.
    """

    version: str
    schema_requests: int | None
    resume_reads_anew: bool
    snapshot_off_reads_anew: bool
    resumes_elsewhere: bool
    default_permission_mode: str
    structured_replaces_text: bool
    hooks_decide: bool
    updates_input: bool
    unknown_flags: tuple[str, ...]
    events: tuple[str, ...]
    tools: tuple[str, ...]

    @property
    def asks_without_end(self) -> bool:
        """Tell whether ``--json-schema`` may make it ask the model for ever."""
        return self.schema_requests is None

    def supports_flag(self, flag: str) -> bool:
        """Tell whether it takes a flag; one that was not measured counts as known."""
        return flag not in self.unknown_flags


class VersionStanding(StrEnum):
    """How a version stands to the measured ones."""

    SUPPORTED = "supported"
    LIMITED = "limited"
    NEWER = "newer"
    TOO_OLD = "too old"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class VersionSupport:
    """What holds for one version: its row (None where it cannot be used), and a sentence ("" where all is as it should
    be)."""

    standing: VersionStanding
    abilities: CliAbilities | None
    note: str = ""


def numbers(version: str) -> tuple[int, ...] | None:
    """A version as numbers, None where it is none."""
    found = _NUMBERS.fullmatch(version)
    return tuple(int(part) for part in found.groups()) if found else None


@cache
def measured_versions() -> tuple[CliAbilities, ...]:
    """The rows of the table, the oldest version first."""
    rows = msgspec.json.decode(TABLE.read_bytes(), type=list[CliAbilities])
    return tuple(sorted(rows, key=lambda row: numbers(row.version) or ()))


def updates_input(version: str) -> bool:
    """Tell whether a version is known to run a call with the input that a hook puts in the place of the model's: it was
    measured to, or the measured versions on both sides of it do."""
    number = numbers(version)
    if number is None:
        return False
    rows = [(numbers(row.version) or (), row.updates_input) for row in measured_versions()]
    around = ([said for at, said in rows if at <= number][-1:], [said for at, said in rows if at >= number][:1])
    return all(said == [True] for said in around)


def supported_range() -> tuple[str, str]:
    """The oldest version from which on a structured outcome can be asked for, and the newest one measured."""
    rows = measured_versions()
    first = next(place for place in range(len(rows)) if not any(row.asks_without_end for row in rows[place:]))
    return rows[first].version, rows[-1].version


def version_support(version: str) -> VersionSupport:
    """Which measured row holds for a version, and what an operator should know about it."""
    number, rows = numbers(version), measured_versions()
    if number is None:
        return VersionSupport(VersionStanding.UNREADABLE, None, f"“{version}” is not a version of the Claude CLI.")
    older = [row for row in rows if (numbers(row.version) or ()) <= number]
    first, last = supported_range()
    if not older:
        return VersionSupport(
            VersionStanding.TOO_OLD,
            None,
            f"The Claude CLI {version} is older than {rows[0].version}, the oldest version that can be used;"
            f" {first} to {last} are supported. Update it with `claude update`.",
        )
    row = older[-1]
    if number > (numbers(last) or ()):
        note = (
            f"The Claude CLI {version} is newer than {last}, the newest version that was measured;"
            f" it is taken to work as {last} does."
        )
        return VersionSupport(VersionStanding.NEWER, row, note)
    if row.asks_without_end:
        note = (
            f"The Claude CLI {version} is older than {first}, the oldest supported version: it runs without"
            " --json-schema, and its outcome is read from the hand-off file. Update it with `claude update`."
        )
        return VersionSupport(VersionStanding.LIMITED, row, note)
    return VersionSupport(VersionStanding.SUPPORTED, row)
