"""What is ours: the data folder, the settings, the program, its unit and its processes. No session may touch it.

Refused whatever the policy: a command that changes something and names us, that leads into one of our folders by
another name or through a mount, that changes a whole folder that ours lie in, or whose signal may reach one of our
processes.
"""

from __future__ import annotations

import os
import pwd
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from ..core.work_folder import WORK_VARIABLE
from .effects import HOST, RESTART, STOP, EffectSummary
from .lazy_regex import LazyRegex
from .our_processes import names_our_processes, reaches_us, without_shown_parents
from .policy import GuardPolicy
from .shell_types import UNSEEN

if TYPE_CHECKING:
    from .shell_types import SimpleCommand

_TAKES = frozenset(
    """
rm rmdir mv shred chmod chown chgrp chattr setfacl chcon wipe srm rsync unison rclone tar gtar bsdtar unzip 7z cpio pax
ln mount umount bwrap chroot arch-chroot unshare truncate tmpreaper tmpwatch restorecon btrfs zfs restic borg
""".split()
)
"""Programs that change all that lies under a folder that they are given."""
_SWEEPS = frozenset("find gfind fd fdfind".split())
_SWEEPS_WITH = ("-delete", "-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch")
_MOUNTS = frozenset("docker podman nerdctl ctr docker-compose podman-compose lxc incus".split())
_OURS = LazyRegex(r"claudeops", re.IGNORECASE)
_UNITS = ("claudeops.service", "claudeops-desktop.service", "app-claudeops.scope")
_UNIT_VERBS = LazyRegex(r"\b(?:systemctl|busctl|gdbus|service)\b")
_OF_A_PROCESS = LazyRegex(r"(?:/[^/]+)*?/proc/[^/]+(?:/task/[^/]+)?/(root|cwd|fd)(?:/|\Z)")
_LOCAL = frozenset(("localhost", "127.0.0.1", "::1", "0.0.0.0"))  # noqa: S104 an address that is asked for, not bound
_ELSEWHERE = frozenset("exec attach guest shell console".split())
DEEPEST = 4


class ApplicationPaths(NamedTuple):
    """The real paths of our folders and files, and the folder among them that is the session's own to write in."""

    roots: tuple[str, ...]
    work: str


def our_places(policy: GuardPolicy) -> ApplicationPaths:
    """The data folder, the knowledge folder, the program with the packages that the guard needs, and what starts it at
    login."""
    config = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    program = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    started = (
        os.path.join(config, "autostart", "claudeops-desktop.desktop"),
        os.path.join(config, "systemd", "user", "claudeops.service"),
    )
    knowledge = (policy.knowledge_folder,) if policy.knowledge_folder else ()
    roots = (policy.data_folder, program, *policy.packages, *knowledge)
    roots += tuple(path for path in started if os.path.exists(path))
    return ApplicationPaths(tuple(os.path.realpath(root) for root in roots), os.path.realpath(policy.work))


_PARENT = LazyRegex(r"\b(?:PPID|ppid)\b")


def touches_us(command: str, policy: GuardPolicy, reading: EffectSummary, folder: str = "") -> bool:
    """Tell whether a command that does more than read names us, leads to us by another name, or may end us. It runs in
    ``folder``."""
    # What lies in the session's own folder is not ours; the folders above it are.
    own = rf"(?:{re.escape(policy.work or WORK_VARIABLE)}|\$\{{?{WORK_VARIABLE}\}}?)/(?=[\w*?\[])"
    text = command if ".." in command or "dirname" in command else re.sub(own, "", command)
    text += "\n" + re.sub(r"[\"'\\\\]", "", text)  # as the shell joins it
    home = os.path.expanduser("~")
    short = policy.data_folder.replace(home, "~", 1) if policy.data_folder.startswith(home) else policy.data_folder
    inside = policy.data_folder.rstrip("/").removeprefix(home).lstrip("/")
    if bool(_OURS.search(text)) or policy.data_folder in text or short in text or (len(inside) > 3 and inside in text):
        return True
    places = our_places(policy)
    stops = bool({STOP, RESTART, HOST}.intersection(reading.kinds))
    if stops and names_our_processes(text):
        from .shell_script import read_script

        shown = without_shown_parents(command, read_script(command).commands)
        if names_our_processes(shown + "\n" + re.sub(r"[\"'\\\\]", "", shown)):
            return True
    for simple, place in _commands(command, folder=folder or "."):
        if _runs_elsewhere([word.text for word in simple.words]):
            continue
        if _leads_to_us(simple, place, places) or (stops and (reaches_us(simple) or _names_our_unit(simple))):
            return True
    return False


def looks_for_parents(command: str) -> bool:
    """Tell whether a command asks for the parents of processes, as one does to reach the program that started it."""
    return bool(_PARENT.search(command))


def _commands(text: str, depth: int = 0, folder: str = ".") -> Iterator[tuple[SimpleCommand, str]]:
    """Every simple command, those in the texts handed to other shells too, with the folder it runs in."""
    from .shell_script import read_script

    for simple in read_script(text).commands:
        words = [word.text for word in simple.words]
        if len(words) == 2 and words[0] in ("cd", "pushd") and UNSEEN not in words[1]:
            folder = os.path.join(folder, os.path.expanduser(words[1]))
        yield simple, folder
        if depth < DEEPEST and not _runs_elsewhere(words):
            for word in words[1:]:
                if (" " in word or ";" in word) and UNSEEN not in word:
                    for inner, place in _commands(word, depth + 1, folder):
                        yield inner if simple.shown else inner._replace(span=None), place


def _runs_elsewhere(words: list[str]) -> bool:
    """Tell whether its paths and processes are those of another machine or of a container."""
    names = [word.rpartition("/")[2] for word in words]
    if "ssh" in names[:4]:
        return not any(word.rpartition("@")[2] in _LOCAL for word in words)
    inside = _MOUNTS.union(("kubectl", "oc", "pct", "qm", "crictl", "machinectl")).intersection(names[:3])
    return bool(inside) and bool(_ELSEWHERE.intersection(words))


def _leads_to_us(simple: SimpleCommand, folder: str, places: ApplicationPaths) -> bool:
    """Tell whether a path in it leads into our folders, or what it changes as a whole holds one of them."""
    texts = [word.text for word in simple.words]
    names = {text.rpartition("/")[2] for text in texts}
    takes = bool(_TAKES.intersection(names)) or (
        bool(_SWEEPS.intersection(names)) and any(text in _SWEEPS_WITH for text in texts)
    )
    mounts = bool(_MOUNTS.intersection(names))
    for text in (*texts[1:], *(redirect.target.text for redirect in simple.redirects)):
        for path in _paths(text):
            real = _real(os.path.join(folder, path))
            if real is None:
                return True
            if not is_under(real, places.work) and any(is_under(real, root) for root in places.roots):
                return True
            if takes and any(_covers(real, root) for root in places.roots):
                return True
        if mounts and _mounts_us(text, folder, places):
            return True
    if takes and _SWEEPS.intersection(names) and len(texts) > 1 and texts[1].startswith("-"):
        return any(_covers(os.path.realpath(folder), root) for root in places.roots)  # find -delete, from here on
    return False


def _paths(text: str) -> Iterator[str]:
    """What in a word may be a path: the word, and the parts of ``a:b`` and ``name=value``."""
    if UNSEEN in text or not text:
        return
    found = [text] if not text.startswith("-") else []
    found += [part for part in re.split("[:,=]", text) if part and not part.startswith("-")]
    if text[:2] in ("-C", "-d", "-v") and len(text) > 2:
        found.append(text[2:])
    for each in dict.fromkeys(found):
        yield os.path.expanduser(each)


def _mounts_us(text: str, folder: str, places: ApplicationPaths) -> bool:
    """Tell whether ``/home:/x`` or ``type=bind,src=/home,dst=/x`` puts a folder that holds ours into a container, to be
    written there."""
    fields = [field.partition("=") for field in text.split(",")]
    source = next((value for name, _, value in fields if name in ("src", "source")), "")
    source = source or text.removeprefix("-v").removeprefix("--volume=").partition(":")[0]
    reads = text.rpartition(":")[2] in ("ro", "ro,z", "ro,Z") or any(
        name in ("readonly", "ro") for name, _, _ in fields
    )
    if reads or source[:1] not in ("/", "~", ".") or (":" not in text and "=" not in text):
        return False
    real = _real(os.path.join(folder, os.path.expanduser(source)))
    return real is None or any(_covers(real, root) for root in places.roots)


def _real(path: str) -> str | None:
    """The real path, through ``/proc/<process>/root`` too; None where it runs through a process and cannot be seen."""
    try:
        real = os.path.realpath(path)
    except OSError:  # the folder of a process of somebody else
        real = os.path.normpath(path)
    found = _OF_A_PROCESS.match(real)
    if found is None:
        return real
    if found[1] != "root":
        return None if len(real) > found.end() else real
    return os.path.realpath("/" + real[found.end() :])


def _names_our_unit(simple: SimpleCommand) -> bool:
    """Tell whether a unit, or a pattern of units, may be ours, or the session of the user that we run in."""
    texts = [word.text for word in simple.words]
    if not any(_UNIT_VERBS.search(text) for text in texts) and "loginctl" not in texts:
        return False
    user, number = _user()
    units = (
        *_UNITS,
        f"user@{number}.service",
        f"user-{number}.slice",
        f"user@{number}",
        f"user-{number}",
        "user.slice",
    )
    for text in texts[1:]:
        if any(fnmatchcase(unit, text) or fnmatchcase(unit, f"{text}.service") for unit in units):
            return True
    ends = any(text in ("terminate-user", "kill-user") for text in texts)
    return ends and (user in texts or number in texts)


def _user() -> tuple[str, str]:
    try:
        return pwd.getpwuid(os.getuid()).pw_name, str(os.getuid())
    except (OSError, KeyError):
        return "", str(os.getuid())


def is_under(real: str, root: str) -> bool:
    """Tell whether a real path is a folder or lies in it."""
    return real == root or real.startswith(f"{root}/")


def _covers(real: str, root: str) -> bool:
    """Tell whether a path, or a pattern of paths, is a folder that ``root`` lies in, or that folder itself."""
    above = root
    while True:
        if fnmatchcase(above, real):
            return True
        if above == os.path.dirname(above):
            return False
        above = os.path.dirname(above)


def is_inside(place: str, policy: GuardPolicy) -> bool:
    """Tell whether a real path is one of our files, or another name (a hard link) of one in the data folder."""
    if any(is_under(place, root) for root in our_places(policy).roots):
        return True
    try:
        found = os.stat(place)
        if found.st_nlink < 2:
            return False
        with os.scandir(policy.data_folder) as entries:
            return any(entry.inode() == found.st_ino and os.path.samestat(entry.stat(), found) for entry in entries)
    except OSError:
        return False
