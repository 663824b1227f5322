"""The names in services.toml, read without the models of the checks: for lists and counts, in a millisecond."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

_NAME_LINE = re.compile(r"""(?m)^\s*name\s*=\s*["']([A-Za-z0-9_-]+)["']""")
THIS_MACHINE = ("disk", "memory", "load", "clock", "names")
"""The services that are checked where there is no services.toml."""


def check_keys(path: Path) -> tuple[str, ...]:
    """The keys of the checks in a file (``web:http``), as they stand there; the names alone where it is not TOML."""
    try:
        about = path.stat()
    except OSError:
        return ()
    return _check_keys(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=4)
def _check_keys(path: Path, _written_at: int, _size: int) -> tuple[str, ...]:
    """Read once for each state of the file: a list of ten thousand checks takes its time."""
    try:
        text = path.read_text(encoding="utf-8")
        found = tomllib.loads(text).get("service", [])
    except tomllib.TOMLDecodeError:
        return tuple(dict.fromkeys(name.lower() for name in _NAME_LINE.findall(text)))
    except (OSError, ValueError):
        return ()
    rows = [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []
    parts = ([str(row.get(name, "")).lower() for name in ("name", "check", "label")] for row in rows)
    return tuple(":".join(part for part in key if part) for key in parts if key[0])


def checked_service_names(path: Path) -> tuple[str, ...]:
    """The services that are checked, in order; those of this machine where there is no file."""
    if not path.exists():
        return THIS_MACHINE
    return tuple(dict.fromkeys(key.partition(":")[0] for key in check_keys(path)))
