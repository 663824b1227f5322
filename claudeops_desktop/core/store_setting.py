"""Where a store is, for hooks: the setting ``store.url``, with as little of the standard library as it takes."""

from __future__ import annotations

import os

COPY = "store-copy.db"
FILE = "claudeops.db"
PASSWORD = "store-password"  # noqa: S105  # the name that the password of its server is kept by


def server_url(folder: str) -> str:
    """What ``store.url`` says, "" for a store in its file. Settings that cannot be read say nothing."""
    try:
        with open(os.path.join(folder, "settings.toml"), "rb") as file:  # noqa: PTH118, PTH123
            text = file.read()
    except OSError:
        return ""
    if b"store" not in text:
        return ""
    import tomllib

    try:
        group = tomllib.loads(text.decode("utf-8")).get("store", {})
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return ""
    return str(group.get("url", "")).strip() if isinstance(group, dict) else ""
