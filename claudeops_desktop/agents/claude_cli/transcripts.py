"""What the Claude CLI keeps of sessions: transcripts and the files beside them (CLAUDE_CONFIG_DIR, else ~/.claude)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def config_folders(environ: Mapping[str, str], extra: Mapping[str, str]) -> tuple[Path, ...]:
    """Where the CLI keeps its files: for the operator's own sessions, and for ours where the settings move them."""
    found = []
    for env in ({**environ, **extra}, environ):
        home = env.get("HOME") or str(Path.home())
        found.append(Path(env.get("CLAUDE_CONFIG_DIR") or Path(home, ".claude")).expanduser())
    return tuple(path for path in dict.fromkeys(found) if path.is_dir())


def files_of(folder: Path, session_ids: Iterable[str]) -> Iterator[Path]:
    """Every file of these sessions, by the id in its path: transcripts, those of sub-agents, debug logs, to-dos."""
    wanted = {number for number in session_ids if _ID.fullmatch(number)}
    if wanted:
        for path in _all(folder):
            if wanted.intersection(_ID.findall(str(path.relative_to(folder)))):
                yield path


def transcripts_of_others(folder: Path, session_ids: Iterable[str]) -> Iterator[Path]:
    """Transcripts of sessions that are not among these, and the history of what was typed."""
    ours = set(session_ids)
    for path in _all(folder / "projects"):
        if path.suffix == ".jsonl" and not ours.intersection(_ID.findall(str(path.relative_to(folder)))):
            yield path
    if (folder / "history.jsonl").is_file():
        yield folder / "history.jsonl"


def _all(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, followlinks=False):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            if path.is_file() and not path.is_symlink():
                yield path
