"""What a command substitution stands for: a number, a word that is no option, or anything."""

from __future__ import annotations

from collections.abc import Sequence

from .lazy_regex import LazyRegex
from .shell_types import FREE, OUTPUT, PLAIN, UNSEEN, SimpleCommand, leaves_unseen

_NUMBERS = frozenset("nproc pgrep pidof seq getconf".split())
_NAMES = frozenset("hostname id whoami uname pwd mktemp which arch tty logname uptime basename realpath".split())
_OF_PROGRAMS = {
    ("docker", "ps"), ("docker", "inspect"), ("docker", "container"), ("podman", "ps"), ("kubectl", "get"),
    ("systemctl", "show"), ("systemctl", "is-active"), ("git", "rev-parse"), ("readlink", "-f"),
    ("docker", "compose"), ("docker", "images"), ("docker", "volume"), ("docker", "network"), ("command", "-v"),
}  # fmt: skip
_FILTERS = frozenset(["head", "tail", "sort", "uniq", "wc"])
_DIGITS = LazyRegex(r"(?:0-9|\[:digit:\]|\[0-9\])(?:\\n)?\Z")


_CUTS = _FILTERS | {"cut"}
_MEASURES = LazyRegex(
    r"/proc/(?:uptime|loadavg)\Z|/sys/class/(?:thermal/thermal_zone\d+/temp|net/[\w.-]+/(?:mtu|speed|carrier))\Z"
)


def _prints_measures(words: Sequence[str]) -> bool:
    """Tell whether a reader shows files of the kernel that hold numbers alone, and writes nothing of its own to
    them."""
    if words[0] not in ("cat", "cut", "head"):
        return False
    files = [word for word in words[1:] if "/" in word]
    options_only = all(word.startswith("-") or "/" in word or word in ("1", "2", "3", ".", " ") for word in words[1:])
    return bool(files) and options_only and all(_MEASURES.match(word) for word in files)


def stands_for(commands: Sequence[SimpleCommand]) -> str:
    """The text that stands for what one pipeline prints."""
    if not commands or any(not c.words or not c.words[0].seen for c in commands):
        return UNSEEN + OUTPUT
    words = [[w.text for w in c.words] for c in commands]
    names = [each[0].rpartition("/")[2] for each in words]
    last, second = words[-1], (words[0][1] if len(words[0]) > 1 else "")
    straight = all(c.piped for c in commands[1:])
    if straight and (names[-1] == "wc" or (names[-1].endswith("grep") and "-c" in last)):
        return PLAIN + OUTPUT  # a number, but many numbers tell a text
    if straight and names[-1] == "tr" and last[1:2] in (["-dc"], ["-cd"]) and _DIGITS.match(last[-1]):
        return PLAIN + OUTPUT
    if straight and all(_prints_measures(each) for each in words[:1]) and all(n in _CUTS for n in names[1:]):
        return PLAIN + OUTPUT
    if not straight or any(name not in _FILTERS for name in names[1:]):
        return UNSEEN + OUTPUT
    if names[0] == "date" and all(each[:1] in "+-" and each[:2] != "-f" for each in words[0][1:2]):
        return PLAIN
    if any(leaves_unseen(word) for word in words[0]):
        return PLAIN + OUTPUT + FREE if names[0] in _NAMES | _NUMBERS else UNSEEN + OUTPUT
    if names[0] == "pgrep" and any(word[:2] in ("-a", "-l", "--") for word in words[0]):
        return PLAIN + OUTPUT
    if names[0] in _NUMBERS or (names[0] == "id" and second in ("-u", "-g")):
        return PLAIN
    if names[0] == "stat" and second in ("-c", "-f", "--format"):
        return PLAIN + OUTPUT
    if names[0] in _NAMES:
        return PLAIN + OUTPUT
    return PLAIN + OUTPUT + FREE if (names[0], second) in _OF_PROGRAMS else UNSEEN + OUTPUT


def printed_text(command: SimpleCommand) -> str | None:
    """What ``echo`` or ``printf`` with constant words, or ``seq``, hands to the next command; None for all else."""
    if not command.words or command.redirects or command.sets or not command.words[0].seen or command.function:
        return None
    name, rest = command.words[0].text, [word.text for word in command.words[1:]]
    if name == "seq":
        return PLAIN
    if name == "echo" and not any(word.pattern for word in command.words):
        rest = rest[1:] if rest[:1] in (["-n"], ["-e"], ["-ne"], ["-en"]) else rest
        return None if any("\\" in word for word in rest) else " ".join(rest)
    if name == "printf" and len(rest) == 1 and "%" not in rest[0]:
        text = rest[0].replace("\\n", "\n")
        return None if "\\" in text else text
    if name == "printf" and rest[:1] in (["%s\\n"], ["%s"]):
        return ("\n" if "\\" in rest[0] else "").join(rest[1:])
    return None
