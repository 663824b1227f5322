"""Puts the program of a check into the profile of a session that only looks, or says why that cannot be."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ...core.extensions.registry import current_registry
from ...core.paths import DataFolder


class NotConfinedError(Exception):
    """Why a program cannot be confined, in one sentence without its full stop."""


@contextmanager
def confined_run(words: Sequence[str], environ: Mapping[str, str]) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the words that run a program, named by its path, in the profile, and its environment; what it wrote is
    gone afterwards. Raises NotConfinedError: it is never to be run without."""
    from ...confinement.probe import probe_profile
    from ...confinement.single_program import confine_program

    root = current_registry().root
    if root is None:
        raise NotConfinedError("no data folder is open")
    folder = DataFolder(root)
    try:
        folder.sessions.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = probe_profile(folder)
        if not found.works:
            raise NotConfinedError(found.why_not.rstrip("."))
        with tempfile.TemporaryDirectory(prefix=".check-", dir=folder.sessions, ignore_cleanup_errors=True) as place:
            yield confine_program(words, Path(place), root, environ)
    except OSError as error:
        raise NotConfinedError(f"{error.filename}: {error.strerror}") from error
