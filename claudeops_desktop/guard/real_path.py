"""Where a path really leads, links followed, and whether that can be seen at all."""

from __future__ import annotations

import os
from contextlib import suppress


class UnresolvablePathError(Exception):
    """Where a path leads cannot be seen; the text says why, for the agent."""


def real_place(path: str) -> str:
    """The real path of ``path``; its last part need not be there. Raises UnresolvablePathError.

    A folder that may not be entered, a loop of links, a link or a folder that leads nowhere: what cannot be followed to
    its end may lead anywhere when it is opened.
    """
    given = os.path.abspath(os.path.expanduser(path))
    try:
        if os.path.islink(given):
            return os.path.realpath(given, strict=True)
        folder, name = os.path.split(given)
        real = os.path.realpath(folder, strict=True)
        place = os.path.join(real, name) if name else real
        with suppress(FileNotFoundError):
            os.lstat(place)
        return os.path.realpath(place)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise UnresolvablePathError(
            f"Where {path[:200]} leads cannot be seen ({reason}), so it is not opened."
        ) from error
