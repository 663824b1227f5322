"""Finds reading that fails in a profile, so that a confined session has it run outside of it as what acts is.

Keys of ssh are not there, rights are not gained, and the network, the mounts, the processes and, to an ordinary user,
the owners of files look otherwise. Only listed programs count, whose options the guard knows one by one; beside them
stand filters that run and write nothing.
"""

from __future__ import annotations

from .lazy_regex import LazyRegex
from .shell_script import read_script
from .shell_types import ShellWord, SimpleCommand

_FAILS_INSIDE = frozenset(
    """
ssh ping ping6 traceroute tracepath mtr arping ss netstat lsof fuser conntrack ethtool iptables iptables-save ip6tables
ip6tables-save nft ipset ebtables tc nginx apachectl apache2ctl httpd mount findmnt df lsblk blkid fdisk sfdisk parted
smartctl nvme hdparm dmidecode mdadm zpool zfs lvs vgs pvs pvdisplay vgdisplay lvdisplay multipath crontab atq mailq
postqueue exim4 visudo chronyc ps top pgrep pstree pidstat ipcs lsipc pg_lsclusters
""".split()
)
_SHOW_OWNERS = frozenset("ls stat namei getfacl".split())
"""Programs that show the owners of files, but nothing of what stands in them. Root sees these in a profile too."""
_ONLY_INSIDE = ("/tmp", "/var/tmp", "/dev/shm", "/proc/self")  # noqa: S108 — what a session has for itself
_FAIL_WITH = frozenset(
    (
        *("chage -l", "passwd -S", "sshd -T", "sudo -l", "ufw status"),
        *("certbot certificates", "monit summary", "monit status"),
    )
)
"""Calls of programs that do other things too; nothing but names may follow."""
_AS_ROOT = _FAILS_INSIDE | frozenset(
    "journalctl systemctl systemd-analyze loginctl docker podman dmesg ip kubectl crictl".split()
)
"""What may follow ``sudo``: nothing that shows just any file."""
_FILTERS = {
    "grep": 1,
    "egrep": 1,
    "fgrep": 1,
    "tr": 2,
    "cut": 1,
    **dict.fromkeys("head tail sort uniq wc column nl".split(), 0),
}
"""What may stand behind them, with the most words that are no options: one more would be a file. Where there are
none, numbers may stand: those of lines."""
_OF_FILES = frozenset("rRf")
"""Letters by which grep reads files besides what it is handed."""
_GIVEN_WITH = {"cut": "bcdf", "grep": "e", "egrep": "e", "fgrep": "e"}
"""Letters of options whose value may be the one word: where it stands in the option itself, a word is a file."""
_NEUTRAL = frozenset(("echo", "true", "test", "["))
_FOLDERS = ("/bin", "/sbin", "/usr/bin", "/usr/sbin")
_QUIET = {("2>&", "1"), ("2>", "/dev/null"), (">", "/dev/null"), ("<", "/dev/null"), ("&>", "/dev/null")}
_LINES = LazyRegex(r"[\d,$]+p\Z")


def reads_outside(text: str, *, is_root: bool) -> bool:
    """Tell whether a command that only reads is one whose reading a profile would spoil, and nothing besides.

    ``is_root``: whether the session runs as root, to whom a profile shows the owners of files as they are.
    """
    script = read_script(text)
    if script.doubts or not script.commands or not all(map(_is_plain, script.commands)):
        return False
    others = [command for command in script.commands if not _fails_inside(command, is_root=is_root)]
    return len(others) < len(script.commands) and all(map(_reads_no_file, others))


def _is_plain(command: SimpleCommand) -> bool:
    """Tell whether all of a command is written out: no variable, nothing that another command prints, no file."""
    return (
        bool(command.words)
        and not command.sets
        and not command.function
        and all(word.seen and not word.origins for word in command.words)
        and all((f"{each.fd}{each.sign}", each.target.text) in _QUIET for each in command.redirects)
    )


def _fails_inside(command: SimpleCommand, *, is_root: bool) -> bool:
    words = [word.text for word in command.words]
    name = _bare(words[0])
    if f"{name} {' '.join(words[1:2])}" in _FAIL_WITH:
        return not any(word.startswith(("-", ".")) or "/" in word for word in words[2:])
    if name in _SHOW_OWNERS:
        return not is_root and _names_places(command.words[1:])
    if name != "sudo":
        return name in _FAILS_INSIDE
    asked = words[2:] if words[1:2] == ["-n"] else words[1:]
    return bool(asked) and _bare(asked[0]) in _AS_ROOT


def _names_places(arguments: tuple[ShellWord, ...]) -> bool:
    """Tell whether arguments name places by whole paths, and none that are other ones in a session."""
    places = [word.text for word in arguments if not word.text.startswith("-")]
    return bool(places) and all(
        place.startswith("/")
        and ".." not in place
        and not any(f"{place}/".startswith(f"{own}/") for own in _ONLY_INSIDE)
        for place in places
    )


def _reads_no_file(command: SimpleCommand) -> bool:
    name, *rest = (word.text for word in command.words)
    name = _bare(name)
    if name in _NEUTRAL:
        return True
    if not command.piped:
        return False
    options = [word for word in rest if word.startswith("-")]
    operands = [word for word in rest if word not in options]
    if name == "sed":
        return options == ["-n"] and len(operands) == 1 and bool(_LINES.match(operands[0]))
    if name == "awk":
        return len(operands) == 1 and all(word.startswith("-F") for word in options) and _only_prints(operands[0])
    most = _FILTERS.get(name)
    if most is None:
        return False
    if most and any(word.startswith("--") or _OF_FILES & set(word) for word in options) and name.endswith("grep"):
        return False
    words = [word for word in operands if most or not word.removeprefix("+").isdigit()]
    letters = _GIVEN_WITH.get(name, "")
    if words and any(set(letters) & set(option) for option in options):
        return len(words) == 1 and rest[rest.index(words[0]) - 1] in {f"-{letter}" for letter in letters}
    return len(words) <= (0 if name == "cut" else most)


def _only_prints(script: str) -> bool:
    """Tell whether a program of awk prints what it is handed and chooses no file of its own."""
    from .programs.interpreters import awk_only_prints

    return "SYMTAB" not in script and awk_only_prints(script)


def _bare(word: str) -> str:
    """Return the name of a program of the system; the word itself for any other."""
    folder, _, name = word.rpartition("/")
    return name if folder in _FOLDERS else word
