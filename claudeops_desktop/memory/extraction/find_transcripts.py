"""Where transcripts are: files as they are named, folders searched, what sub-agents said left out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...core.errors import UsageError
from ...core.messages import UserMessage

ENDINGS = (".jsonl", ".ndjson")


def transcripts_in(places: Iterable[Path], limit: int = 0) -> list[Path]:
    """The transcripts that these files and folders hold, oldest first; the ``limit`` newest of them (0: all).

    In a folder of the CLI (one with ``projects/`` in it) only that is searched. Sub-agents' own transcripts are left
    out: what they found, the main agent says. Raises UsageError for a place that is not there.
    """
    found: dict[Path, float] = {}
    for place in places:
        path = place.expanduser().absolute()
        if path.is_dir():
            root = path / "projects" if (path / "projects").is_dir() else path
            files = [file for file in root.rglob("*") if file.suffix in ENDINGS and _is_transcript(file, root)]
        elif path.is_file():
            files = [path]
        else:
            raise UsageError(
                UserMessage("There is no file or folder {path}.", path=path),
                UserMessage("Name transcripts, or folders that hold some."),
            )
        for file in files:
            try:
                found[file] = file.stat().st_mtime
            except OSError:  # gone meanwhile
                continue
    ordered = sorted(found, key=lambda file: (found[file], str(file)))
    return ordered[-limit:] if limit else ordered


def _is_transcript(file: Path, root: Path) -> bool:
    """A file that can be read to its end (no folder, no pipe that somebody would have to write to), of a main agent."""
    sub_agent = file.name.startswith("agent-") or "subagents" in file.relative_to(root).parts
    return not sub_agent and file.is_file()
