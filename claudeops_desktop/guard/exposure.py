"""Whether a program that only looks shows what is secret, or carries something to another machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .addresses import is_own_host
from .lazy_regex import LazyRegex
from .listed_files import GREPS, SHOWS, FileListing, listing_of, may_hold_secrets, shows_every_name, shows_unseen_names
from .options import options, scan
from .program_call import ProgramCall
from .secret_paths import is_raw, is_secret, names_secret
from .secret_settings import asks_for_secrets, looks_for_secrets, picks_secret_lines
from .shell_types import SECRET, UNSEEN, SimpleCommand, leaves_unseen, readable_text
from .shown_files import ALL_LINES, FIRST_IS_TEXT, LISTS, QUIET, asks_widely, secret_file, shown_files
from .visited_folders import resolve_from_folder

_ADDRESSES = frozenset("sed awk gawk mawk nawk".split())
_NETWORK = frozenset(
    """
dig host nslookup drill delv kdig ping ping6 fping arping traceroute traceroute6 tracepath tracepath6 mtr whois
finger nc ncat netcat telnet socat openssl nmap getent showmount rpcinfo snmpget snmpwalk ntpdate ntpq grpcurl
ssh-keyscan iperf3 ldapsearch resolvectl amtool promtool logcli systemd-resolve hping3 nping smbclient ftp lftp tftp
rsync scp mosquitto_sub speedtest zabbix_get nats redis-cli mongosh etcdctl
""".split()
)
"""Programs whose words reach another machine as they stand."""
_COMPARES = frozenset("-eq -ne -lt -le -gt -ge".split())
"""Signs of a comparison of numbers, which prints what is none."""
_LISTERS = frozenset("find fd fdfind locate plocate mlocate ls tree gfind exa eza".split())


class CommandContext(NamedTuple):
    """What the text around a command does: ``lists_secrets`` where it looks for files with secrets by their names,
    ``decodes`` where it makes a text of another one, so that a file's name may be a hidden one, ``shows_settings``
    where it pipes a file of settings into another program."""

    lists_secrets: bool = False
    decodes: bool = False
    shows_settings: bool = False
    listing: FileListing = FileListing()


def surroundings_of(commands: Sequence[SimpleCommand], outer: CommandContext) -> CommandContext:
    """What the commands of a text tell about each other."""
    lists = any(
        any(word.text in _LISTERS for word in command.words[:4])
        and any(is_secret(word) or names_secret(word.text) for word in dict.fromkeys(command.words[1:]))
        for command in commands
    )
    filters = any(
        command.piped and command.words and command.words[0].text in GREPS
        and any(names_secret(f"*{word.text.strip('^$.')}*") for word in command.words[1:] if word.text[:1] != "-")
        for command in commands
    )  # fmt: skip
    filters = filters and any(command.words and command.words[0].text in _LISTERS for command in commands)
    decodes = any(_makes_text(command) for command in commands)
    lists = lists or any(_lists_files_with_secrets(command) for command in commands)
    settings = any(_shows_settings(command) for command in commands)
    return CommandContext(
        outer.lists_secrets or lists or filters,
        outer.decodes or decodes,
        outer.shows_settings or settings,
        listing_of(commands, outer.listing),
    )


def _lists_files_with_secrets(command: SimpleCommand) -> bool:
    """``grep -rl PRIVATE``."""
    words = [word.text for word in command.words]
    names_only = any(re.fullmatch(r"-[a-zA-Z]*l[a-zA-Z]*|--files-with-matches", word) for word in words[1:])
    return bool(words) and words[0] in GREPS and names_only and any(map(asks_for_secrets, words[1:]))


_SETTINGS = LazyRegex(r"(?i)\.(?:ya?ml|ini|properties|toml|cnf|conf|config|xml|php|service|tf|cfg)\Z")


def _shows_settings(command: SimpleCommand) -> bool:
    words = [word.text for word in command.words]
    return bool(words) and (
        words[:2] == ["systemctl", "cat"]
        or (words[0] in ("cat", "head", "tail", "sed", "docker", "ssh") and any(map(_SETTINGS.search, words[1:])))
    )


_DECODERS = frozenset("base64 base32 basenc rev xxd uudecode tr openssl perl python python3 curl wget".split())


def _makes_text(command: SimpleCommand) -> bool:
    """Tell whether a command prints what its text does not show: a decoded word, one turned round, a list from a
    file."""
    words = [word.text for word in command.words]
    if not words:
        return False
    if words[0] in ("printf", "echo"):
        if len(words) > 2 and "%" in words[1] and "/" in words[1]:
            return True
        return any("\\" in word.replace("\\n", "").replace("\\t", "") or "%b" in word for word in words[1:])
    return words[0].rpartition("/")[2] in _DECODERS


def find_exposure(call: ProgramCall, around: CommandContext) -> str:
    """Why a call that only looks shows what is secret or carries it away; "" where it does not."""
    tests = call.name in ("test", "[") and not any(word.text in _COMPARES for word in call.arguments)
    if not tests and call.name not in ("true", "false") and any(SECRET in word.text for word in call.arguments):
        return f"“{call.name}” shows a variable that is secret."
    if call.name == "logger" and _is_remote(call):
        return "It sends what it is given to another machine."
    if call.name == "dig" and any(word.text.startswith("-f") for word in call.arguments):
        return "The lines of a file would be sent as names that are asked for."
    if (call.name in _NETWORK or _is_remote(call)) and any(leaves_unseen(word.text) for word in call.arguments):
        return f"“{call.name}” would carry away what a command printed."
    if any("://" in word.text and leaves_unseen(word.text) for word in call.arguments if call.name not in _LOCAL):
        return "What a command printed becomes part of an address."
    if call.name in SHOWS and (raw := next((w.text for w in call.arguments if is_raw(w)), "")):
        return f"{raw} holds all that lies on a disk, or in memory."
    if secret := secret_file(call):
        return f"{readable_text(secret)} may hold what is secret."
    if call.name in LISTS and any(UNSEEN in word.text for word in shown_files(call)):
        return f"“{call.name}” shows the lines of a file that is not seen."
    if around.lists_secrets and call.name in SHOWS and any(UNSEEN in word.text for word in call.arguments):
        return "It shows files that were found because their names are those of secrets."
    if _picks_secrets(call, around):
        return "It picks passwords or tokens out of what it reads."
    if around.decodes and call.name in SHOWS and any(UNSEEN in word.text for word in shown_files(call)):
        return "Which file it shows is hidden in a text."
    if why := _carries_file(call) or _tells_foreign(call):
        return why
    wide = call.name not in GREPS or asks_widely(call)
    if wide and shows_unseen_names(shown_files(call), call.name, around.listing):
        return "It shows files whose names are not seen, and some may hold what is secret."
    if wide and shows_every_name(shown_files(call), call.name, call.visited):
        return "It shows every file of a folder, and some may hold what is secret."
    return _sweeps(call)


_NAMES_FROM_FILE = {
    "dig": ("-f",), "drill": ("-f",), "kdig": ("-f",), "fping": ("-f", "--file"), "mtr": ("-F", "--filename"),
    "nmap": ("-iL",), "whois": (), "nslookup": (), "host": (), "adnshost": ("-f",),
}  # fmt: skip
"""Programs that take the names which they ask the network for from a file, or from what is piped into them."""
_TAKES_INPUT = frozenset("nslookup adnshost fping telnet".split())


def _carries_file(call: ProgramCall) -> str:
    """Why the lines of a file, or of what is piped in, would be asked for over the network."""
    options_of = _NAMES_FROM_FILE.get(call.name)
    if options_of is None:
        return ""
    if call.name in _TAKES_INPUT and call.feeds_data and not call.arguments:
        return f"“{call.name}” would carry away what it reads."
    texts = [word.text for word in call.arguments]
    named = any(text.startswith(each) for text in texts for each in options_of)
    return f"“{call.name}” would carry away the lines of a file." if named else ""


_CLIENTS = frozenset("psql mysql mariadb redis-cli mongosh clickhouse-client influx".split())
_REGISTRIES = frozenset("npm pnpm yarn pip pip3 gem cargo snap flatpak helm docker podman skopeo brew".split())
_ASKS_OTHERS = frozenset("search view info show index find manifest pull inspect add download".split())


def _tells_foreign(call: ProgramCall) -> str:
    """Why a client would hand what is not seen to a server, or to a registry, that is not one's own."""
    texts = [word.text for word in call.arguments]
    carried = any(leaves_unseen(text) for text in texts)
    if call.name == "git" and any(each in texts for each in ("-p", "--patch", "-u")):
        sought = [texts[at + 1] for at, text in enumerate(texts[:-1]) if text in ("-S", "-G")]
        sought += [text[2:] for text in texts if text[:2] in ("-S", "-G")]
        return "It looks for secrets in old versions." if any(map(asks_for_secrets, sought)) else ""
    if call.name == "ldapsearch" and any(re.search(r"(?i)password|unicodePwd|nthash", text) for text in texts[1:]):
        return "“ldapsearch” asks for passwords."
    if call.name == "logger":
        remote = _is_remote(call)
        file = any(text.startswith(("-f", "--file")) for text in texts)
        server = any(text.startswith(("-n", "--server")) for text in texts)
        sends = (remote or server) and (file or call.feeds_data)
        return "“logger” would send lines to another machine." if sends else ""
    if call.name == "rsync":
        foreign = [t for t in texts if t[:1] not in "-./~" and (":" in t) and not is_own_host(_host_of(t))]
        return "“rsync” tells another machine which files there are." if foreign and len(texts) > 2 else ""
    if call.name in _REGISTRIES and texts and (carried and _ASKS_OTHERS.intersection(texts[:2])):
        foreign_asked = call.name not in ("docker", "podman", "helm") or texts[0] in ("search", "manifest", "pull")
        return f"“{call.name}” asks others for what a command printed." if foreign_asked else ""
    if call.name not in _CLIENTS or not carried:
        return ""
    hosts = [texts[at + 1] for at, text in enumerate(texts[:-1]) if text in ("-h", "--host", "-H")]
    hosts += [t.partition("=")[2] for t in texts if t.startswith("--host=")]
    hosts += [t[2:] for t in texts if t.startswith("-h") and len(t) > 2]
    for text in texts:
        if "://" in text:
            hosts.append(_host_of(text))
        elif found := re.search(r"\bhost(?:addr)?=(\S+)", text):
            hosts.append(found[1])
    if any(not is_own_host(host) for host in hosts):
        return f"“{call.name}” would hand what a command printed to another machine."
    return ""


_MESSENGERS = frozenset("gh glab apprise certbot ntfy doctl flyctl heroku vercel wrangler npm cargo gem helm".split())
_CLOUD = LazyRegex(r"(?:s3|b2|azure|gs|swift|rclone|gdrive|onedrive|dropbox|mega):(?!.*://)")
"""Storage that a program of backups knows by its kind, on machines of somebody else."""
_PLACE = LazyRegex(r"(?:(?:sftp|s3|rest|rclone|b2|azure|gs|swift):|\w[\w+.-]*://|[\w.-]+@)[\w.-]|[\w-]+(?:\.[\w-]+)+:")
_CARRIERS = frozenset("git restic borg duplicity kopia rclone svn hg rsync".split())


def sends_away(call: ProgramCall) -> str:
    """Why a call that changes something for certain also carries data to a machine that is not one's own; "" else.

    What stands in a session's tier to do, such as to back up, is no leave to send it anywhere.
    """
    texts = [word.text for word in call.arguments]
    carried = [text for text in texts if leaves_unseen(text)]
    if secret := secret_file(call):
        return f"{readable_text(secret)} may hold what is secret."
    if call.name == "zfs" and texts[:1] == ["send"]:
        return "“zfs send” prints all that a file system holds."
    if call.name in _CARRIERS:
        places = [text for text in texts if text[:1] not in "-/.~" and _PLACE.match(text)]
        if any(
            leaves_unseen(text) or _CLOUD.match(text) or not is_own_host(_host_of(_bare_place(text))) for text in places
        ) and (carried or not {"pull", "fetch", "clone", "check", "update", "co", "checkout"}.intersection(texts[:3])):
            return f"“{call.name}” sends data to a machine that is not known as one's own."
    if carried and (
        call.name in _MESSENGERS
        or any("://" in text or re.match(r"[\w-]+(?:\.[\w-]+)+/", text) for text in carried)
        or (call.name in ("docker", "podman", "skopeo") and {"pull", "push", "search"}.intersection(texts[:2]))
    ):
        return "What a command printed would reach another machine."
    return ""


def _bare_place(text: str) -> str:
    return re.sub(r"\A(?:sftp|rest|rclone):(?!//)", "", text)


def _host_of(text: str) -> str:
    """The host of ``user@host:path``, ``host::module`` or an address."""
    rest = text.partition("://")[2] if "://" in text else text.partition(":")[0]
    return rest.rpartition("@")[2]


_LOCAL = frozenset("echo printf grep egrep awk sed jq tr cut test [ cat".split())


def _is_remote(call: ProgramCall) -> bool:
    texts = [word.text for word in call.arguments]
    if call.name == "git":
        return any(text in ("ls-remote", "fetch", "clone", "pull", "push") for text in texts)
    return call.name == "logger" and any(text.startswith(("-n", "--server", "-P", "-T", "-d")) for text in texts)


def _picks_secrets(call: ProgramCall, around: CommandContext) -> bool:
    """Tell whether a grep takes the lines with passwords out of what it reads, or sed or awk out of settings."""
    if call.name not in GREPS | _ADDRESSES:
        return False
    named = around.shows_settings or any(_SETTINGS.search(w.text) for w in call.arguments)
    found = scan(call.arguments, options(FIRST_IS_TEXT[call.name]))
    if call.name in _ADDRESSES:
        scripts = [value for name, value in found.given if name in ("-e", "--expression", "--source")]
        scripts = scripts or [w.text for w in found.operands[:1]]
        return named and any(picks_secret_lines(script) for script in scripts)
    if found.has(*QUIET, "-v"):
        return False
    asked = [value for name, value in found.given if name in ("-e", "--regexp")] or [w.text for w in found.operands[:1]]
    if named:
        return any(map(asks_for_secrets, asked))
    files = [word.text for word in found.operands[0 if found.has("-e", "--regexp", "-f", "--file") else 1 :]]
    if files and all(map(_TELLS_OF_RULES.match, files)):
        return False
    return any(map(looks_for_secrets, asked))


_TELLS_OF_RULES = LazyRegex(
    r"/etc/(?:login\.defs|pam\.d/|security/|ssh/|nsswitch|adduser|default/useradd|services)|/var/log/(?:auth\.log|secure)"
)
"""Files that tell how passwords are asked for, or whether they were right, and hold none."""


def _sweeps(call: ProgramCall) -> str:
    """Reading all of a folder in which secrets lie, or looking for secrets in many files."""
    if call.name not in GREPS:
        return ""
    found = scan(call.arguments, options(FIRST_IS_TEXT[call.name]))
    letters = {name for name, _ in found.given}
    if letters & QUIET:
        return ""
    asked = [value for name, value in found.given if name in ("-e", "--regexp")]
    operands = list(found.operands)
    if not asked and operands:
        asked = [operands.pop(0).text]
    recursive = call.name in ("rg", "ag", "ack") or bool(
        letters & {"-r", "-R", "--recursive", "--dereference-recursive"}
    )
    many = recursive or any(word.pattern or UNSEEN in word.text for word in operands)
    everything = any(text in ALL_LINES for text in asked) or bool(letters & {"-v", "--invert-match"})
    places = [word.text for word in operands] or ["."]
    places = [resolve_from_folder(place, folder) for place in places for folder in (call.visited or ("",))]
    wide = everything or any(asks_for_secrets(text) or UNSEEN in text for text in asked)
    if recursive and wide and any(may_hold_secrets(place) for place in places) and not _narrowed(found.given):
        return "It reads a folder in which secrets lie."
    logs = all(re.match(r"/var/log(?:/|\Z)|/run/log/", place) for place in places)
    if many and not logs and any(asks_for_secrets(text) for text in asked):
        return "It looks for secrets in many files."
    return ""


def _narrowed(given: Sequence[tuple[str, str]]) -> bool:
    return any(
        name in ("--include", "-g", "--glob", "-t", "--type") and not names_secret(value) for name, value in given
    )
