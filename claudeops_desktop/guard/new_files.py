"""Finds files that a session may make without being asked for: they are judged as a look.

A command says which places it would write (``CommandEffect.creates``). In a temporary folder a new file changes nothing
that was there; whether a place is free is seen on the machine. In a profile a session writes as it likes into the
folders that it has for itself, as long as all of the command runs in there. In doubt nothing changes: a link, a folder
of somebody else's, a place that is taken, a copy of what may be secret.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence

from .effects import READ, CommandEffect, EffectSummary, combine_effects
from .lazy_regex import LazyRegex
from .secret_paths import holds_secrets, is_raw, is_secret, mixes_secrets, names_secret
from .shell_types import MARKS, ShellWord

ROOTS = ("/tmp", "/var/tmp")  # noqa: S108 these are the places that are meant
MOST_COPIED = 500
_PLACE = LazyRegex(r"(?:/(?!\.\.?(?:/|\Z))[\w.@+,:=-]+)+/?\Z")
"""A whole path, literally: no variable, no pattern, no step back."""


def creates(words: Sequence[ShellWord], *, folders: bool = False) -> tuple[str, ...]:
    """The places that words name, where each is literally a whole path; none otherwise. A place of a folder ends in
    ``/``."""
    if any(not _is_literal(word) or not _PLACE.match(word.text) for word in words):
        return ()
    return tuple(word.text.rstrip("/") + ("/" if folders else "") for word in words)


def is_plain_source(word: ShellWord) -> bool:
    """Tell whether a word names one file or folder that holds no secrets by its name."""
    if not _is_literal(word) or word.text.startswith(("-", "~")) or not word.text:
        return False
    return not (
        is_secret(word) or names_secret(word.text) or mixes_secrets(word) or is_raw(word) or holds_secrets(word.text)
    )


def without_new_files(reading: EffectSummary, folder: str) -> EffectSummary:
    """Return a reading in which the parts only look that do nothing but make new files. It runs in ``folder``."""
    return _without(reading, folder, _is_free, _may_be_copied)


def without_own_files(reading: EffectSummary, folder: str, work: str) -> EffectSummary:
    """Return a reading of a confined session in which the parts only look that write where it is alone: in its folder
    ``work`` and in temporary folders of its own, beneath names that the machine's do not have. Where other parts act it
    stays as it was, for then all of it runs outside."""

    def is_own(place: str) -> bool:
        if f"{place}/".startswith(f"{work}/"):
            return True
        root = next((root for root in ROOTS if place.startswith(f"{root}/")), "")
        name = place.removeprefix(root).strip("/").partition("/")[0]
        return bool(root and name) and not os.path.lexists(os.path.join(root, name))

    def may_be_copied(source: str) -> bool:
        made = is_own(source) and ".." not in source and not os.path.lexists(source)  # by this command, or in its /tmp
        return made or _may_be_copied(source)

    found = _without(reading, folder, is_own, may_be_copied)
    return found if found.kind == READ else reading


def _without(
    reading: EffectSummary, folder: str, is_free: Callable[[str], bool], may_be_copied: Callable[[str], bool]
) -> EffectSummary:
    parts = [
        CommandEffect(READ, program=part.program)
        if part.creates
        and all(map(is_free, part.creates))
        and all(may_be_copied(os.path.join(folder, source)) for source in part.copies)
        else part
        for part in reading.parts
    ]
    return combine_effects(parts)


def _is_literal(word: ShellWord) -> bool:
    return word.seen and not (word.splits or word.pattern or any(mark in word.text for mark in MARKS))


def _is_free(place: str) -> bool:
    """Tell whether nothing is at a place, or, for a folder, one of this user; and no link on the way there."""
    wants_folder = place.endswith("/")
    root = next((root for root in ROOTS if place.startswith(f"{root}/")), "")
    if not root or "/." in place or os.path.realpath(root) != root:
        return False
    path = root
    steps = place.strip("/").split("/")[root.count("/") :]
    for number, step in enumerate(steps, 1):
        path = os.path.join(path, step)
        try:
            found = os.lstat(path)
        except FileNotFoundError:
            return True
        except (OSError, ValueError):
            return False
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            return False
        if number == len(steps):
            return wants_folder
    return False


def _may_be_copied(source: str) -> bool:
    """Tell whether a source is a file, or a small folder, in which nothing has the name of a secret and nothing is a
    link: by a copied link a later part could write elsewhere."""
    try:
        kind = os.lstat(source).st_mode
        real = os.path.realpath(source, strict=True)
        if stat.S_ISREG(kind):
            return _is_harmless(real)
        if not stat.S_ISDIR(kind) or holds_secrets(real):
            return False
        seen = 0
        for place, folders, files in os.walk(real, onerror=_fail):
            for name in (*folders, *files):
                path = os.path.join(place, name)
                mode = os.lstat(path).st_mode
                seen += 1
                if seen > MOST_COPIED or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or not _is_harmless(path):
                    return False
    except (OSError, ValueError):
        return False
    return True


def _is_harmless(path: str) -> bool:
    return is_plain_source(ShellWord(path)) and not names_secret(os.path.basename(path))


def _fail(error: OSError) -> None:
    raise error
