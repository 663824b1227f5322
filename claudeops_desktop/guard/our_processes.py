"""Which processes are ours: this one, the ancestors of whoever asks (the agent, and what started it), and all of the
program.

A signal that may reach one of them is refused, whatever names it: an id, a name, a pattern, a user, a group.
"""

from __future__ import annotations

import os
import pwd
import re
import sys
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

from .lazy_regex import LazyRegex
from .shell_types import PLAIN, UNSEEN
from .signals import given_signal

if TYPE_CHECKING:
    from .shell_types import SimpleCommand

_BY_NAME = frozenset("pkill killall skill killall5 slay pgrep pidof".split())
_LOOKS_UP = frozenset(("pgrep", "pidof"))
_ENDS_BY_ID = frozenset("kill tgkill".split())
_NAMES = (
    "claudeops",
    "claude",
    "claudeops-deskto",
    "claudeops_deskto",
    "python",
    "python3",
    f"python3.{sys.version_info[1]}",
)
_LINES = (
    "claudeops",
    "claudeops daemon",
    "claudeops-desktop",
    "claude -p --output-format stream-json",
    "python3 -m claudeops_desktop",
    "python3 -I -S -c guard --broker guard.json",
    "python3 -I -S thin_client.py folder hook",
    "python -m claudeops_desktop.agents.watch",
)
ASKER: ContextVar[int] = ContextVar("ASKER", default=0)
"""The process that asks about a call, which is no child of this one; 0 where nobody asks from elsewhere."""
_TREE_OF = 12
"""How many ancestors are looked at: shells, the agent, the daemon, the user's session."""
_SELF = LazyRegex(r"\b(?:PPID|ppid)\b|\bclaude\b|\$\$")
_SIGNALS = LazyRegex(r"\b(?:kill|pkill|killall|skill|tgkill)\b")
_OPTIONS_WITH_VALUE = frozenset(
    """
-u -U -G -g -P -t -s -F -O -r --euid --uid --user --group --pgroup --parent --session --terminal --pidfile --ns --nslist
-n -o -y --older --cgroup --runstates -e --signal
""".split()
)


class ProcessFacts(NamedTuple):
    """One process: its id, the name the kernel keeps (15 letters) and its command line."""

    pid: int
    name: str
    line: str


def ancestors() -> tuple[ProcessFacts, ...]:
    """This process and the one that asks, with those that they come from, without the first of the machine."""
    return (*_line_of(os.getpid()), *_line_of(ASKER.get()))


def _line_of(pid: int) -> Iterator[ProcessFacts]:
    for _ in range(_TREE_OF):
        if pid <= 1:
            return
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                head, _, rest = file.read().rpartition(")")
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
                line = file.read().replace("\0", " ").strip()
        except OSError:
            return
        yield ProcessFacts(pid, head.partition("(")[2], line)
        pid = int(rest.split()[1])


def is_ours(pid: int) -> bool:
    """Tell whether a process is one of ours: an ancestor of this one, or one that runs our program."""
    if any(process.pid == pid for process in ancestors()):
        return True
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
            return "claudeops" in file.read()
    except OSError:
        return False


def names_our_processes(text: str) -> bool:
    """Tell whether a command that sends signals speaks of the agent, or of the process that a shell comes from."""
    return bool(_SIGNALS.search(text)) and bool(_SELF.search(text))


def without_shown_parents(text: str, commands: Sequence[SimpleCommand]) -> str:
    """Take the column ``ppid`` out of each ``ps`` of a text whose output is only shown, so that it selects nothing."""
    for simple in sorted((each for each in commands if each.shown), key=lambda each: each.span or (0, 0), reverse=True):
        start, end = simple.span or (0, 0)
        if simple.words[0].text == "ps" and not re.search(r"\$\(|`|<\(", text[start:end]):
            text = text[:start] + re.sub(r"\bppid\b", "", text[start:end]) + text[end:]
    return text


def reaches_us(simple: SimpleCommand) -> bool:
    """Tell whether a signal that this command sends may reach one of our processes, or what it looks up for another
    may."""
    texts = [word.text for word in simple.words]
    at = next((i for i, text in enumerate(texts) if text.rpartition("/")[2] in _ENDS_BY_ID | _BY_NAME), None)
    if at is None:
        return False
    name, words = texts[at].rpartition("/")[2], texts[at + 1 :]
    if name in _LOOKS_UP and simple.shown:
        return False
    if any(word in ("-l", "-L", "--list", "-0") for word in words[:1]):
        return False
    if name in _ENDS_BY_ID:
        signal, rest = given_signal(words, ("-s", "-n", "--signal", "-q"))
        return signal != "0" and any(_id_is_ours(text) for text in rest)
    return _name_is_ours(name, words)


def _id_is_ours(text: str) -> bool:
    """An id, a group (``-123``), or all (``-1``, ``0``)."""
    if PLAIN in text or UNSEEN in text:
        return False  # what looked it up is a command of its own
    number = text.lstrip("-")
    if not number.isdigit():
        return False
    if text in ("0", "-0", "-1") or int(number) == 1:
        return True
    if text.startswith("-"):
        return int(number) in {_group(process.pid) for process in ancestors()}
    return is_ours(int(number))


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return -1


def _name_is_ours(program: str, words: Sequence[str]) -> bool:
    if program == "killall5":
        return True
    _, rest = given_signal(words, ("-s", "--signal") if program == "killall" else ("--signal",))
    options, patterns, at = dict[str, str](), list[str](), 0
    while at < len(rest):
        word = rest[at]
        at += 1
        if word in _OPTIONS_WITH_VALUE and at < len(rest) and not (program == "killall" and word in ("-r", "-e", "-g")):
            options[word] = rest[at]
            at += 1
        elif word.startswith("-"):
            options[word.partition("=")[0]] = word.partition("=")[2]
        else:
            patterns.append(word)
    letters = "".join(option[1:] for option in options if not option.startswith("--"))
    if ("v" in letters and program != "killall") or "--inverse" in options:
        return True
    mine = _may_be_mine(options)
    if not patterns:
        return mine
    return mine and any(_matches(program, pattern, letters, "--full" in options) for pattern in patterns)


def _may_be_mine(options: dict[str, str]) -> bool:
    """Tell whether a choice by user, group or session leaves our processes in."""
    try:
        user = {pwd.getpwuid(os.getuid()).pw_name, str(os.getuid())}
    except (OSError, KeyError):
        user = {str(os.getuid())}
    asked = [options[name] for name in ("-u", "-U", "--euid", "--uid", "--user") if options.get(name)]
    return not asked or any(UNSEEN in each or PLAIN in each or user.intersection(each.split(",")) for each in asked)


def _matches(program: str, pattern: str, letters: str, full: bool) -> bool:
    if UNSEEN in pattern or PLAIN in pattern:
        return False
    own = ancestors()
    if program in ("killall", "pidof"):
        if "r" not in letters:
            return pattern.rpartition("/")[2] in (*_NAMES, *(process.name for process in own))
        candidates = [*_NAMES, *(process.name for process in own)]
    elif full or "f" in letters:
        candidates = [*_LINES, *(process.line for process in own)]
    else:
        candidates = [*_NAMES, *(process.name for process in own)]
    try:
        expression = re.compile(pattern, re.IGNORECASE if "i" in letters else 0)
    except re.error:
        return True
    whole = "x" in letters
    return any((expression.fullmatch if whole else expression.search)(each) for each in candidates)
