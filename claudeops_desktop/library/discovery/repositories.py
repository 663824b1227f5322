"""Which addresses are those of a repository, and where its releases are told (C14). Pure.

A repository is read as its page: the README stands there. It is not cloned: that would take the history of somebody
else's work for the sake of one file.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_FEEDS = {
    "github.com": "releases.atom",
    "codeberg.org": "releases.rss",
    "gitea.com": "releases.rss",
    "gitlab.com": "-/tags?format=atom",
}
_NO_OWNER_WORDS = "about api explore features issues login marketplace notifications orgs search settings topics users"
_NO_OWNERS = frozenset(_NO_OWNER_WORDS.split())


def releases_feed(url: str) -> str:
    """The feed of the releases of the repository at an address; "" where it is none that is known by its form."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    names = [name for name in parts.path.split("/") if name]
    if host not in _FEEDS or len(names) != 2 or names[0].lower() in _NO_OWNERS or not all(map(_NAME.fullmatch, names)):
        return ""
    owner, name = names[0], names[1].removesuffix(".git")
    return f"https://{host}/{owner}/{name}/{_FEEDS[host]}"
