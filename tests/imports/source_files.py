"""The samples beside the tests as files of a test's own."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

from claudeops_desktop.cli.memory_import import find_fact_importer
from claudeops_desktop.core.extensions.importer import ImportedFact, UnreadablePart

SAMPLES = Path(__file__).parent / "samples"
IMPORTED = {
    "mem0": ("mem0-history.db", 5),
    "claude-mem": ("claude-mem.db", 6),
    "basic-memory": ("basic-memory", 7),
    "claude-memory": ("claude-memory", 4),
    "runlore": ("runlore", 3),
    "okf": ("okf", 2),
    "obsidian": ("obsidian", 4),
}
"""By importer: its sample, and how many facts that holds."""


def sample(name: str, place: Path) -> Path:
    """A copy of a sample in a folder."""
    return copy_sample(name, place / name)


def copy_sample(name: str, target: Path) -> Path:
    """A copy of a sample under another name."""
    packed = SAMPLES / f"{name}.gz"
    if packed.exists():
        target.write_bytes(gzip.decompress(packed.read_bytes()))
    elif (SAMPLES / name).is_dir():
        shutil.copytree(SAMPLES / name, target)
    else:
        shutil.copyfile(SAMPLES / name, target)
    return target


def read(kind: str, source: Path) -> tuple[list[ImportedFact], list[UnreadablePart]]:
    """What an importer reads: its facts, and what it could not read."""
    found = list(find_fact_importer(kind).read_facts(source))
    return (
        [one for one in found if isinstance(one, ImportedFact)],
        [one for one in found if isinstance(one, UnreadablePart)],
    )
