"""Where the output of a shell command was written: on the operator's hosts, or by others. Pure.

This is no guard: it decides how far words are believed, not what may run. A command is taken to print what others wrote
where it asks an address that is not the operator's, reads mail, a forge or a package index, or reads a file that came
from such a place. In doubt it does.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass

from .own_hosts import OperatorHosts

__all__ = ["CommandSource", "is_foreign_path", "source_of_command"]

_CLIENTS_WORDS = """
curl wget http https xh httpie aria2c lynx w3m links elinks nc ncat telnet socat openssl dig host nslookup drill
whois ftp lftp sftp rsync scp finger gopher websocat grpcurl yt-dlp rclone
"""
_CLIENTS = frozenset(_CLIENTS_WORDS.split())
"""Programs that talk to the host that they are given, with or without a scheme before it."""
_OTHERS_WORDS = """
gh glab hub npm npx pnpm yarn pip pip3 pipx uvx cargo gem brew composer mail mailx mutt neomutt himalaya notmuch mu
mbsync fetchmail newsboat r2e slackcat toot
"""
_OTHERS = frozenset(_OTHERS_WORDS.split())
"""Programs that show what is published or sent by others."""
_OTHERS_SAYING = re.compile(
    r"\b(?:gh|glab|hub) (?!auth|config|status\b)|\b(?:npm|pnpm|yarn) (?:view|info|show|search|docs|audit)\b|"
    r"\bpip3? (?:index|search|download)\b|\b(?:cargo|gem|brew|composer) (?:search|info|show)\b|"
    r"\b(?:helm|docker|podman|snap|flatpak) (?:search|show readme|info \S+/)|\bapt(?:-get)? changelog\b|"
    r"\b(?:mail|mailx|mutt|neomutt|himalaya|notmuch|mu|mbsync|fetchmail|newsboat|r2e|toot)\b",
)
_LOCAL_WORDS = """
grep egrep fgrep rg ag echo printf sed awk jq yq find ls cat head tail less sort uniq wc cut tr journalctl systemctl
test [ true export cd docker podman kubectl ss ip
"""
_LOCAL = frozenset(_LOCAL_WORDS.split())
"""Programs that only handle the text of an address, or show the operator's own."""
_URL = re.compile(
    r"\b(?:https?|ftps?|wss?|git|ssh|rsync)://(?:[^/\s@\"']*@)?(\[[^\]\s]+\]|[^/\s\"'\\:;|&)>]+)", re.IGNORECASE
)
_SCP_STYLE = re.compile(r"\bgit@([\w.-]+):")
_BARE_HOST = re.compile(r"@?((?:[\w-]+\.)+[a-z][\w-]+|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:[/?#].*)?", re.IGNORECASE)
_VARIABLE = re.compile(r"\$\{?(\w+)\}?")
_SET = re.compile(r"(?:^|[\s;&|(])(\w+)=(\"[^\"]*\"|'[^']*'|[^\s;&|]+)")
_FOR = re.compile(r"\bfor\s+(\w+)\s+in\s+([^;\n]+)")
_PARTS = re.compile(r"\|\||&&|[|;&\n]|\$\(|[()`]|\b(?:do|then|else)\b")
_WORD = re.compile(r"\"([^\"]*)\"|'([^']*)'|(\S+)")
_WRAPPERS = frozenset(
    ("sudo", "nice", "timeout", "env", "time", "nohup", "command", "exec", "xargs", "watch", "stdbuf")
)
_WRITES = re.compile(
    r"(?:\s-[a-zA-Z]*o\s*|\s--output(?:=|\s+)|\s-O\s+|\s--output-document(?:=|\s+)|>>?\s*|\btee\s+(?:-a\s+)?|\s-P\s+|"
    r"\s--directory-prefix(?:=|\s+))[\"']?([^\s\"';|&]+)"
)
_CLONE = re.compile(r"\bgit\s+(?:-\S+\s+)*clone\s+(?P<rest>[^;&|\n]+)")
_CD = re.compile(r"(?:^|[;&|\n]\s*)(?:cd|pushd)\s+[\"']?([^\s\"';|&]+)")
_FETCHED_REF = re.compile(r"\bgit\b.*\b(?:FETCH_HEAD|upstream/\S+|refs/pull/\S+|pull/\d+)")
_PLACES = re.compile(
    r"(?<![\w.-])(?:node_modules|site-packages|dist-packages|vendor|third_party|\.cargo/registry|go/pkg/mod|\.m2/repository|gems|"
    r"Maildir|\.mail|Downloads)/|/var/(?:spool/)?mail/|\.(?:eml|mbox|vcf|ics)\b|/usr/share/doc/"
)


@dataclass(frozen=True, slots=True)
class CommandSource:
    """``place`` names who wrote the output, "" for the operator's own hosts; ``written`` are files and folders that
    now hold foreign text, ``folder`` is where the shell stands afterwards, "" where it did not move."""

    place: str = ""
    written: tuple[str, ...] = ()
    folder: str = ""


def is_foreign_path(path: str) -> bool:
    """Tell whether a file is of a kind that others write: packages, mail, downloads."""
    return _PLACES.search(path) is not None


def source_of_command(command: str, own: OperatorHosts, foreign_files: Iterable[str] = ()) -> CommandSource:
    """Who wrote what a command prints. ``foreign_files`` hold foreign text already. Never raises."""
    command = _resolved(command.replace("\\\n", " "))
    place = _place(command, own)
    held = [path for path in foreign_files if names_path(command, path)]
    if not place and held:
        place = held[0]
    moved = _CD.findall(command)
    written = tuple(_written(command)) if place else ()
    return CommandSource(place, written, moved[-1] if moved else "")


def names_path(command: str, path: str) -> bool:
    """Tell whether a path, or one under it, stands in a command as a word of its own."""
    at = command.find(path)
    while at >= 0:
        before, after = command[at - 1 : at], command[at + len(path) : at + len(path) + 1]
        if not (before.isalnum() or before in ("_", "-", ".")) and not (after.isalnum() or after in ("_", "-")):
            return True
        at = command.find(path, at + 1)
    return False


def _place(command: str, own: OperatorHosts) -> str:
    """The first address of others that a command asks, or what else of theirs it reads; "" for none."""
    programs, bare = _programs(command)
    hosts = [host.partition("@")[2] or host for host in (*_URL.findall(command), *_SCP_STYLE.findall(command))]
    if not programs <= _LOCAL or bare:
        for host in (*hosts, *bare):
            if host.startswith("$") or "$" in host:
                return "an address that cannot be told"
            if host not in own:
                return str(host).lower()
    if programs & _OTHERS and _OTHERS_SAYING.search(command):
        return f"what {sorted(programs & _OTHERS)[0]} shows"
    if _FETCHED_REF.search(command):
        return "a fetched branch of others"
    if found := _PLACES.search(command):
        return str(found[0]).strip("/")
    return ""


def _programs(command: str) -> tuple[set[str], list[str]]:
    """The programs of a command, those inside quotes after ssh or sh -c too; and the hosts that clients are given."""
    programs: set[str] = set()
    bare: list[str] = []
    for part in _PARTS.split(command):
        words = [next(filter(None, found), "") for found in _WORD.findall(part)]
        while words and (words[0] in _WRAPPERS or "=" in words[0] or words[0].startswith("-") or words[0].isdigit()):
            words.pop(0)
        if not words:
            continue
        program = posixpath.basename(words[0])
        programs.add(program)
        if program in _CLIENTS:
            bare += _bare_hosts(words[1:])
        if program in ("ssh", "sh", "bash", "eval", "docker", "podman", "kubectl"):
            for word in words[1:]:
                if " " in word:
                    more, found = _programs(word)
                    programs |= more
                    bare += found
            for at, word in enumerate(words[1:], 1):
                if posixpath.basename(word) in _CLIENTS:
                    programs.add(posixpath.basename(word))
                    bare += _bare_hosts(words[at + 1 :])
                    break
    return programs, bare


def _bare_hosts(words: Iterable[str]) -> list[str]:
    found = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ("-o", "--output", "-O", "-H", "-d", "--data", "-w", "-u", "-A", "-m", "-X", "--resolve"):
            skip = word != "-O"
        elif not word.startswith("-") and "://" not in word:
            if match := _BARE_HOST.fullmatch(word):
                found.append(match[1])
            elif word.startswith("$"):
                found.append(word)
    return found


def _resolved(command: str) -> str:
    """Variables that the command itself sets are replaced by what it sets them to."""
    values = {name: value.strip("\"'") for name, value in _SET.findall(command)}
    values.update({name: items.split()[0].strip("\"'") for name, items in _FOR.findall(command) if items.split()})
    lists = [item.strip("\"'") for _, items in _FOR.findall(command) for item in items.split()]
    if not values:
        return command
    told: str = _VARIABLE.sub(lambda found: values.get(found[1]) or found[0], command)
    asked = [item for item in lists if "://" in item]
    return f"{told} {' '.join(asked)}" if asked else told


def _written(command: str) -> Iterable[str]:
    """Files and folders that a command fills with what it fetched."""
    for path in _WRITES.findall(command):
        if path not in ("-", "/dev/null", "/dev/stdout", "&1", "&2", "1", "2") and len(path) > 1:
            yield path.rstrip("/")
    for found in _CLONE.finditer(command):
        words = [word.strip("\"'") for word in found["rest"].split() if not word.startswith("-")]
        if len(words) >= 2:
            yield words[-1].rstrip("/")
        elif words:
            yield posixpath.basename(words[0].rstrip("/")).removesuffix(".git")
    if re.search(r"\b(?:curl\b.*\s-[a-zA-Z]*O|wget\b(?!.*\s-[a-zA-Z]*O))", command):
        for url in re.findall(r"https?://[^\s\"']+", command):
            if (name := posixpath.basename(url.split("?")[0].rstrip("/"))) and "." in name:
                yield name
