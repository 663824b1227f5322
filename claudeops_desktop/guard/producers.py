"""Commands whose output is surely no option: numbers, ids, paths, names that another program keeps."""

from __future__ import annotations

from collections.abc import Sequence

from .words import Simple

_PLAIN = frozenset(
    """
hostname date nproc id whoami uname pgrep pidof seq wc pwd mktemp which arch tty logname getconf uptime
""".split()
)
_OF_PROGRAMS = {
    ("docker", "ps"), ("docker", "inspect"), ("docker", "container"), ("podman", "ps"), ("kubectl", "get"),
    ("systemctl", "show"), ("systemctl", "is-active"), ("stat", "-c"), ("git", "rev-parse"), ("readlink", "-f"),
    ("docker", "compose"), ("docker", "images"), ("docker", "volume"), ("docker", "network"), ("command", "-v"),
}  # fmt: skip
_FILTERS = frozenset(["head", "tail", "sort", "uniq", "wc"])


def gives_plain_words(commands: Sequence[Simple]) -> bool:
    """Whether what one pipeline prints cannot begin with a dash."""
    if not commands or any(not c.words or not c.words[0].seen for c in commands):
        return False
    names = [c.words[0].text.rpartition("/")[2] for c in commands]
    second = commands[0].words[1].text if len(commands[0].words) > 1 else ""
    if names[0] not in _PLAIN and (names[0], second) not in _OF_PROGRAMS:
        return False
    return all(c.piped and name in _FILTERS for c, name in zip(commands[1:], names[1:], strict=True))
