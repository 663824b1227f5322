"""Puts one program into the profile of a session that only looks, without a session and its broker around it.

So nothing is read over the sockets of containers and of D-Bus, which a broker serves.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .profile import (
    BWRAP,
    ConfinedSession,
    confined_environment,
    make_folders,
    needs_own_pids,
    profile_words,
    shim_words,
)
from .shim import NO_DOOR, REFUSED, SAYS
from .shim_start import shim_start


def confine_program(
    words: Sequence[str],
    place: Path,
    data: Path,
    environ: Mapping[str, str],
    bwrap: str = BWRAP,
    start: Sequence[str] = (),
) -> tuple[list[str], dict[str, str]]:
    """Return the words that run a program in the profile, and its environment.

    ``place`` is an empty folder for this one run, ``data`` the application's data folder, which is hidden. The program,
    named by its path, stays readable wherever it lies. ``start`` starts ``shim`` where that is not done as for a
    session. Raises OSError.
    """
    make_folders(place)
    program = Path(words[0])
    session = ConfinedSession(
        place=place,
        data=data,
        environ=environ,
        shown=(program, Path(os.path.realpath(program)), Path(__file__).parent, *map(Path, _interpreter())),
        user=os.geteuid(),
        own_pids=needs_own_pids(),
    )
    started = [*profile_words(session, bwrap), *shim_words(session, start or shim_start(), NO_DOOR), *words]
    return started, confined_environment(environ, place)


def why_not_started(code: int, stderr: str) -> str:
    """Return what the profile said where it did not start its program; "" where the program ran."""
    last = (stderr.strip().splitlines() or [""])[-1]
    if code == REFUSED and last.startswith(SAYS):
        return last.removeprefix(SAYS).strip().rstrip(".")
    return last.rstrip(".") if code == 1 and last.startswith("bwrap: ") else ""


def _interpreter() -> tuple[str, ...]:
    return tuple(dict.fromkeys((sys.prefix, sys.base_prefix, str(Path(sys.executable).parent))))
