"""What is ours: the data folder, the settings, the program itself. No session may change any of it."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase

from .patterns import Pattern
from .policy import GuardPolicy

_TAKES = frozenset("rm rmdir mv shred chmod chown chattr".split())
_OURS = Pattern(r"claudeops", re.IGNORECASE)


def touches_us(command: str, policy: GuardPolicy) -> bool:
    """Whether a command names our program or our data, or leads there by another name."""
    text = command.replace(policy.hand_off, "") if policy.hand_off else command
    text += "\n" + re.sub(r"[\"'\\\\]", "", text)  # as the shell joins it
    home = os.path.expanduser("~")
    short = policy.data_folder.replace(home, "~", 1) if policy.data_folder.startswith(home) else policy.data_folder
    inside = policy.data_folder.rstrip("/").removeprefix(home).lstrip("/")
    return (
        bool(_OURS.search(text))
        or policy.data_folder in text
        or short in text
        or (len(inside) > 3 and inside in text)
        or _leads_to_us(command, policy)
    )


def _leads_to_us(command: str, policy: GuardPolicy) -> bool:
    """Whether a path in it leads into the data folder by another name, or what it takes away holds that folder."""
    from .script import read_script

    root, folder = os.path.realpath(policy.data_folder), "."
    for simple in read_script(command).commands:
        words = [word.text for word in simple.words]
        if len(words) == 2 and words[0] in ("cd", "pushd") and "\0" not in words[1]:
            folder = os.path.join(folder, os.path.expanduser(words[1]))
        takes = bool(_TAKES.intersection(words))
        for text in (*words[1:], *(redirect.target.text for redirect in simple.redirects)):
            if "\0" in text or text.startswith("-"):
                continue
            path = os.path.expanduser(text.rpartition("=")[2])
            real = os.path.realpath(os.path.join(folder, path))
            if path and real != os.path.realpath(policy.hand_off) and (real == root or real.startswith(f"{root}/")):
                return True
            if takes and path and _covers(real, root):
                return True
    return False


def _covers(real: str, root: str) -> bool:
    """Whether a path, or a pattern of paths, is a folder that the data folder lies in, or that folder itself."""
    above = root
    while True:
        if fnmatchcase(above, real):
            return True
        if above == os.path.dirname(above):
            return False
        above = os.path.dirname(above)


def is_place(path: str, place: str) -> bool:
    """Whether a path leads to this very place."""
    return bool(path and place) and os.path.realpath(path) == os.path.realpath(place)


def is_inside(path: str, folder: str) -> bool:
    """Whether a path leads into a folder, or to it."""
    real, root = os.path.realpath(os.path.expanduser(path)), os.path.realpath(folder)
    return real == root or real.startswith(f"{root}/")
