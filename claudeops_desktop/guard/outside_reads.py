"""Reading that fails in a profile, so that a confined session has it run outside of it as what acts is.

Keys of ssh are not there, rights are not gained, and the network and the mounts of the machine look otherwise. Only
listed programs count, whose options the guard knows one by one; beside them stand filters that run and write nothing.
"""

from __future__ import annotations

from .shell_script import read_script
from .shell_types import SimpleCommand

_FAILS_INSIDE = frozenset(
    """
ssh ping ping6 traceroute tracepath mtr arping ss lsof fuser conntrack ethtool iptables iptables-save ip6tables
ip6tables-save nft ipset ebtables tc nginx apachectl apache2ctl httpd mount findmnt df lsblk blkid fdisk sfdisk parted
smartctl nvme hdparm dmidecode mdadm zpool zfs lvs vgs pvs pvdisplay vgdisplay lvdisplay multipath crontab atq mailq
postqueue exim4 visudo chronyc
""".split()
)
_AS_ROOT = _FAILS_INSIDE | frozenset(
    "journalctl systemctl systemd-analyze loginctl docker podman dmesg ip kubectl crictl pg_lsclusters".split()
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
_NEUTRAL = frozenset(("echo", "true"))
_FOLDERS = ("/bin", "/sbin", "/usr/bin", "/usr/sbin")
_QUIET = {("2>&", "1"), ("2>", "/dev/null"), (">", "/dev/null"), ("<", "/dev/null"), ("&>", "/dev/null")}


def reads_outside(text: str) -> bool:
    """Tell whether a command that only reads is one whose reading a profile would spoil, and nothing besides."""
    script = read_script(text)
    if script.doubts or not script.commands or not all(map(_is_plain, script.commands)):
        return False
    others = [command for command in script.commands if not _fails_inside(command)]
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


def _fails_inside(command: SimpleCommand) -> bool:
    words = [word.text for word in command.words]
    if _bare(words[0]) != "sudo":
        return _bare(words[0]) in _FAILS_INSIDE
    asked = words[2:] if words[1:2] == ["-n"] else words[1:]
    return bool(asked) and _bare(asked[0]) in _AS_ROOT


def _reads_no_file(command: SimpleCommand) -> bool:
    name, *rest = (word.text for word in command.words)
    if _bare(name) in _NEUTRAL:
        return True
    most = _FILTERS.get(_bare(name))
    if most is None or not command.piped:
        return False
    options = [word for word in rest if word.startswith("-")]
    if most and any(word.startswith("--") or _OF_FILES & set(word) for word in options) and name.endswith("grep"):
        return False
    words = [word for word in rest if word not in options and (most or not word.isdigit())]
    letters = _GIVEN_WITH.get(_bare(name), "")
    if words and any(set(letters) & set(option) for option in options):
        return len(words) == 1 and rest[rest.index(words[0]) - 1] in {f"-{letter}" for letter in letters}
    return len(words) <= (0 if _bare(name) == "cut" else most)


def _bare(word: str) -> str:
    """The name of a program of the system; the word itself for any other."""
    folder, _, name = word.rpartition("/")
    return name if folder in _FOLDERS else word
