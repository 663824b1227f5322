"""Says in plain words what a command did, in the past tense: a case is read by people and by the next session, which
must not be handed a command to repeat (L6). Pure.

``systemctl restart nginx`` → "restarted nginx"; ``rm -rf /var/cache/x`` → "deleted /var/cache/x". What is not known is
named with its program and what it was about, without its options.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from shlex import join
from typing import Any
from urllib.parse import urlsplit

from ...core.work_folder import WORK_VARIABLE
from ...guard.classify import understand
from ...guard.effects import DISCLOSE, READ
from ...guard.shell_script import read_script
from ...guard.shell_types import SimpleCommand, readable_text
from ...language.prompt_quoting import one_line
from .probe_results import is_syntax_check

LONGEST = 400  # characters of a description
LONGEST_FILE = 160  # characters of a file in it


def _set(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_NEUTRAL = _set("sleep echo printf true : cd pushd popd wait set export test [ clear date")
_WRAPPERS = _set("sudo doas time nohup nice ionice timeout stdbuf env setsid unbuffer")
_TAKES_VALUE = _set("-u -n -k -s -g -C -i -p -h -o")
_SHELLS = _set("sh bash dash zsh ash ksh")
_UNIT_WORDS = {
    "start": "started", "stop": "stopped", "restart": "restarted", "reload": "reloaded",
    "reload-or-restart": "reloaded", "try-restart": "restarted", "enable": "enabled", "disable": "disabled",
    "mask": "masked", "unmask": "unmasked", "kill": "killed", "reset-failed": "reset the failed state of",
    "daemon-reload": "reloaded the units of systemd", "pause": "paused", "unpause": "resumed", "rm": "removed",
    "up": "brought up", "down": "took down", "pull": "pulled", "prune": "pruned", "scale": "scaled",
    "delete": "deleted", "apply": "applied", "edit": "edited", "install": "installed", "upgrade": "upgraded",
    "remove": "removed", "purge": "removed", "update": "updated", "reset": "reset", "renew": "renewed with",
}  # fmt: skip
_FILE_WORDS = {
    "rm": "deleted", "unlink": "deleted", "rmdir": "deleted", "shred": "deleted", "mkdir": "made",
    "touch": "touched", "mount": "mounted", "umount": "unmounted", "tee": "wrote to", "vi": "edited",
    "vim": "edited", "nano": "edited", "reboot": "rebooted the machine",
    "fsck": "checked and repaired the file system",
}  # fmt: skip
_MANAGERS = _set(
    "systemctl service rc-service docker podman nerdctl docker-compose podman-compose kubectl k3s oc",
    "microk8s nomad supervisorctl pm2 monit apt apt-get dnf yum apk pacman zypper snap pip npm helm virsh",
    "lxc incus pct qm",
)
_MANAGER_VALUES = _set(
    "-n -f -c -l -t -o -H -M --namespace --context --file --project-name --tail --since --kubeconfig",
    "--filter --timeout --grace-period --profile --env-file --host --machine",
)
_GROUPS = _set("compose container rollout image volume network system service stack pod")
_INSIDE = frozenset(("exec", "run"))
_ENDERS = frozenset(("kill", "pkill", "killall"))
_AT_ONCE = re.compile(r"-(?:s\s*|n\s*|-signal[= ])?(?:9|KILL|SIGKILL)\b")
_OTHER_SIGNAL = re.compile(r"-(?:s\s*|n\s*|-signal[= ])?(?:1|HUP|SIGHUP|10|12|USR[12]|SIGUSR[12]|0)\b")
_PROCESSES = re.compile(r"\bprocess (\d+(?:, \d+)*)")
_SED = re.compile(
    r"^\d*,?\$?\d*\s*s(?P<sign>[^\w\s])(?P<old>(?:\\.|(?!(?P=sign)).)*)(?P=sign)(?P<new>(?:\\.|(?!(?P=sign)).)*)(?P=sign)"
)


def describe_command(command: str) -> str:
    """What a whole command did, in the order in which it did it, without its waits and what only looks."""
    try:
        commands = read_script(command, ()).commands
    except Exception:  # a text that is no command at all
        return ""
    pipelines = list[list[SimpleCommand]]()
    for one in commands:
        if one.fed_by and pipelines:  # by a pipe; a file that it reads makes it no part of what stands before it
            pipelines[-1].append(one)
        else:
            pipelines.append([one])
    told = [said for one in pipelines if not _pipeline_looks(one) and (said := _describe_pipeline(one))]
    return _shortened(", then ".join(said for said, _ in groupby(told)))


def is_line(command: str) -> bool:
    """Tell whether a text holds several commands, so that its exit code may be that of another than the one that
    acted."""
    try:
        return sum(bool(one.words) for one in read_script(command, ()).commands) > 1
    except Exception:  # a text that is no command at all
        return False


def _pipeline_looks(commands: Sequence[SimpleCommand]) -> bool:
    """Tell whether a pipeline changes nothing."""
    if any(_written_files(command) for command in commands):
        return False
    return only_looks(" | ".join(join(readable_text(word.text) for word in command.words) for command in commands))


def only_looks(step: str) -> bool:
    """Tell whether a step changes nothing: it reads, or tests a configuration."""
    return is_syntax_check(step) or understand(step).kind in (READ, DISCLOSE)


def name_processes(action: str, names: Mapping[str, str]) -> str:
    """A description with the names of processes that it has by their numbers: "ended process 25389" → "ended nginx"."""

    def named(found: re.Match[str]) -> str:
        numbers = found[1].split(", ")
        known = [names[number] for number in numbers if names.get(number)]
        return ", ".join(dict.fromkeys(known)) if len(known) == len(numbers) else found[0]

    return _PROCESSES.sub(named, action)


def describe_with_files(command: str, texts: Mapping[str, str]) -> str:
    """Describe a command that names files of its session, each with what it held: its folder goes with the session.
    ``texts`` are those of the files by path."""
    for path in texts:
        work = path.rpartition("/work/")[0] + "/work"
        command = re.sub(rf"\$\{{?{WORK_VARIABLE}\}}?", lambda _, by=work: by, command)  # type: ignore[misc]
    said = describe_command(command)
    for path in sorted(texts, key=len, reverse=True):
        held = one_line(texts[path])
        held = held if len(held) <= LONGEST_FILE else f"{held[:LONGEST_FILE]}…"
        said = said.replace(path, f"{path.rpartition('/work/')[2]} (of the session, it held “{held}”)", 1)
    return _shortened(said)


def describe_step(step: str) -> str:
    """What one step did; "" where it changes nothing by itself (``sleep``, ``cd``)."""
    try:
        return _describe_pipeline(read_script(step, ()).commands)
    except Exception:  # a text that is no command at all
        return ""


def _written_files(command: SimpleCommand) -> list[str]:
    """The files that a command's output goes to."""
    files = [readable_text(one.target.text) for one in command.redirects if one.sign in (">", ">>", ">|")]
    return [name for name in files if not name.startswith("/dev/")]


def _describe_pipeline(commands: Sequence[SimpleCommand]) -> str:
    told, listed = list[str](), ""
    for command in commands:
        words = [readable_text(word.text) for word in command.words]
        files = _written_files(command)
        if command.piped and words and words[0] == "xargs":
            inner = _without_options(words[1:], 0)
            said = describe_words(inner)
            told = [f"{said} (for what {listed or 'was listed'})" if listed else said]
            continue
        if command.piped and words and words[0] in _SHELLS and not words[1:]:
            told = [f"ran a script from {_source(told, listed)}"]
            continue
        said = describe_words(words)
        if files:
            text = " ".join(words[1:])[:80] if words[:1] in (["echo"], ["printf"]) else ""
            said = f"wrote {f'“{text}” ' if text else ''}to {' and '.join(files)}"
        if said:
            listed = _listed(words)
            told.append(said)
    told = list(dict.fromkeys(told))
    return " into ".join(told if len(told) < 3 else (told[0], told[-1]))


def describe_words(words: Sequence[str]) -> str:
    """What one simple command did; "" for one that only waits or speaks."""
    words = _unwrapped(list(words))
    if not words or words[0] in _NEUTRAL:
        return ""
    program, rest = words[0].rpartition("/")[2], list(words[1:])
    if program == "ssh":
        return _over_ssh(rest)
    if program in _SHELLS and "-c" in rest:
        return describe_command(" ".join(rest[rest.index("-c") + 1 :]))
    if special := _SPECIAL.get(program):
        return special(program, rest)
    if program in _MANAGERS:
        return _managed(program, rest)
    if program in _ENDERS:
        return _ended(program, rest)
    if program in _FILE_WORDS:
        things = _arguments(rest)
        return f"{_FILE_WORDS[program]} {_listing(things)}".strip()
    if "-s" in rest and rest[-1] in ("reload", "stop", "reopen", "quit"):  # nginx -s reload
        return f"{_UNIT_WORDS.get(rest[-1], rest[-1])} {program}"
    if program.startswith("/") or words[0].startswith(("/etc/init.d/", "/etc/rc.d/")):
        return f"{_UNIT_WORDS.get(rest[0], rest[0]) if rest else 'ran'} {program}"
    return f"ran {' '.join([program, *_arguments(rest)])}"


def describe_tool(name: str, given: Mapping[str, Any]) -> str:
    """What another tool than the shell did: a file that was edited, or a tool by its name."""
    file = given.get("file_path") or given.get("notebook_path") or ""
    old, new = given.get("old_string"), given.get("new_string")
    if isinstance(old, str) and isinstance(new, str) and file:
        return _shortened(_changed(old, new, str(file)))
    if name in ("Edit", "MultiEdit", "NotebookEdit"):
        return f"edited {file}"
    if name == "Write":
        return f"wrote {file}"
    words = [str(value) for value in given.values() if isinstance(value, str | int)][:3]
    return _shortened(f"used {name.rpartition('__')[2]} with {_listing(words)}" if words else f"used {name}")


# -- one program ----------------------------------------------------------------------------------------------------


def _managed(program: str, rest: list[str]) -> str:
    words = _arguments(_without_values(rest))
    if program in ("service", "rc-service") and len(words) >= 2:
        words = [words[1], words[0]]
    group = ""
    while words and words[0] in _GROUPS:
        group, words = words[0], words[1:]
    if not words:
        return f"ran {program}"
    verb, things = words[0], words[1:]
    if verb == "prune":
        return f"pruned unused {group or 'objects'}{'s' if group and group != 'system' else ''} of {program}"
    if verb in _INSIDE and things:
        inner = things[1:]
        said = describe_words(inner)
        return f"{said} in {things[0]}" if said else ""
    if verb == "up" and any(option in rest for option in ("--force-recreate", "--build")):
        return f"recreated {_listing(things)}".strip()
    if program in ("pip", "npm", "apt", "apt-get", "dnf", "yum", "apk", "helm", "snap") and verb == "install":
        return f"installed {_listing(things)}"
    if verb in ("restart", "undo") and things and "/" in things[0]:  # kubectl rollout restart deploy/web
        word = "restarted" if verb == "restart" else "rolled back"
        return f"{word} {_listing([things[0].partition('/')[2], *things[1:]])}"
    if verb not in _UNIT_WORDS:
        return f"ran {' '.join([program, verb, *things])}"
    word = _UNIT_WORDS[verb]
    if verb == "daemon-reload":
        return word
    scale = [part for part in rest if part.startswith("--replicas")]
    things = [thing for thing in things if not thing.startswith("replicas ")] if scale else things
    return " ".join(
        part for part in (word, _listing(things), *(f"to {one.partition('=')[2]}" for one in scale)) if part
    )


def _ended(program: str, rest: list[str]) -> str:
    options = " ".join(rest)
    verb = "killed" if _AT_ONCE.search(options) else "signalled" if _OTHER_SIGNAL.search(options) else "ended"
    things = [word for word in _arguments(rest) if word not in ("KILL", "SIGKILL", "HUP", "TERM", "SIGTERM")]
    numbers = "process " if program == "kill" and all(word.isdigit() for word in things) else ""
    return f"{verb} {numbers}{_listing(things)}".strip()


def _sed(_program: str, rest: list[str]) -> str:
    in_place = any(part.startswith("-i") or part == "--in-place" for part in rest)
    words = _arguments(rest)
    if not in_place or not words:
        return ""
    found = _SED.match(words[0])
    file = _listing(words[1:])
    if found is None:
        return f"edited {file}"
    return _changed(found["old"], found["new"], file)


def _changed(old: str, new: str, file: str) -> str:
    before, after = _plain(old), _plain(new)
    if not after:
        return f"removed “{before}” from {file}"
    if not before or (after.startswith(before) and len(after) > len(before) + 20):
        return f"added “{after.removeprefix(before).strip()}” to {file}"
    return f"changed “{before}” to “{after}” in {file}"


def _plain(expression: str) -> str:
    """A regular expression as a person would say it."""
    text = re.sub(r"\\(.)", r"\1", expression).strip()
    return " ".join(text.removeprefix("^").removesuffix("$").split())[:100]


def _move(program: str, rest: list[str]) -> str:
    words = _arguments(rest)
    verb = {"mv": "moved", "cp": "copied", "ln": "linked", "rsync": "copied", "install": "installed"}[program]
    return f"{verb} {_listing(words[:-1])} to {words[-1]}" if len(words) > 1 else f"{verb} {_listing(words)}"


def _rights(program: str, rest: list[str]) -> str:
    words = _arguments(rest)
    what = {"chmod": "mode", "chown": "owner", "chgrp": "group", "setfacl": "access list"}[program]
    return f"set the {what} {words[0]} on {_listing(words[1:])}" if len(words) > 1 else f"ran {program}"


def _fetch(program: str, rest: list[str]) -> str:
    addresses = [word for word in rest if "://" in word]
    host = urlsplit(addresses[0]).hostname if addresses else ""
    method = next((rest[at + 1] for at, word in enumerate(rest[:-1]) if word in ("-X", "--request")), "")
    method = method or next((word[2:] for word in rest if re.fullmatch(r"-X[A-Z]+", word)), "")
    if not method and any(word in ("-d", "--data", "--data-binary", "-F", "-T", "--json") for word in rest):
        method = "POST"
    path = urlsplit(addresses[0]).path if addresses else ""
    if not method:
        return f"fetched from {host or program}"
    return f"sent {method} to {host}{path}" if host else f"sent {method} with {program}"


def _find(program: str, rest: list[str]) -> str:
    places = [word for word in rest if word.startswith(("/", ".", "~"))][:2]
    names = [word for word in rest if "*" in word][:2]
    if "-delete" in rest:
        return f"deleted {_listing(names) or 'files'} below {_listing(places)}"
    if "-exec" in rest or "-execdir" in rest:
        at = next(place for place, word in enumerate(rest) if word in ("-exec", "-execdir"))
        inner = [word for word in rest[at + 1 :] if word not in ("{}", ";", "+", "\\;")]
        return f"{describe_words(inner)} (for {_listing(names) or 'files'} below {_listing(places)})"
    return ""


def _truncate(_program: str, rest: list[str]) -> str:
    sizes = [rest[at + 1] for at, word in enumerate(rest[:-1]) if word in ("-s", "--size")]
    files = _listing([word for word in _arguments(rest) if word not in sizes])
    return f"emptied {files}" if sizes in ([], ["0"]) else f"cut {files} to {sizes[0]}"


def _redis(program: str, rest: list[str]) -> str:
    words = _arguments(rest)
    word = {
        "del": "deleted keys",
        "unlink": "deleted keys",
        "flushall": "flushed all keys",
        "flushdb": "flushed the keys",
    }
    if words and words[0].lower() in word:
        return f"{word[words[0].lower()]} {_listing(words[1:])}".strip() + f" with {program} {words[0]}"
    return f"ran {' '.join([program, *words])}"


_SPECIAL: dict[str, Callable[[str, list[str]], str]] = {
    "sed": _sed,
    "find": _find,
    "truncate": _truncate,
    "mv": _move,
    "cp": _move,
    "ln": _move,
    "rsync": _move,
    "chmod": _rights,
    "chown": _rights,
    "chgrp": _rights,
    "setfacl": _rights,
    "curl": _fetch,
    "wget": _fetch,
    "redis-cli": _redis,
    "valkey-cli": _redis,
}


def _over_ssh(rest: list[str]) -> str:
    words = _without_options(rest, 0)
    if len(words) < 2:
        return ""
    inner = " ".join(words[1:])
    known = inner.split()[0].rpartition("/")[2]
    familiar = known in _MANAGERS or known in _FILE_WORDS or known in _SPECIAL or known in _WRAPPERS
    said = describe_command(inner) if familiar else f"ran “{inner}”"
    return f"{said} on {words[0].rpartition('@')[2]}" if said else ""


# -- words ----------------------------------------------------------------------------------------------------------


def _unwrapped(words: list[str]) -> list[str]:
    """Without ``sudo``, ``timeout 10`` and settings of variables in front."""
    while words:
        if words[0].rpartition("/")[2] in _WRAPPERS:
            words = _without_options(words[1:], int(words[0].endswith("timeout")))
        elif re.match(r"[A-Za-z_]\w*=", words[0]):
            words = words[1:]
        else:
            return words
    return words


def _without_options(words: Sequence[str], arguments: int) -> list[str]:
    """The words after the leading options, and after so many arguments of the program's own."""
    left = list(words)
    while left and left[0].startswith("-"):
        takes = left[0] in _TAKES_VALUE and len(left) > 1
        left = left[2 if takes else 1 :]
    return left[arguments:]


def _arguments(words: Sequence[str]) -> list[str]:
    """What a command was about: its words without options; the value of a long option stays."""
    kept = []
    for word in words:
        if word.startswith("--") and "=" in word:
            kept.append(word.lstrip("-").replace("=", " "))
        elif not word.startswith("-"):
            kept.append(word)
    return kept


def _without_values(words: Sequence[str]) -> list[str]:
    """Without the options of a manager that take a value: ``-n prod``, ``-f compose.yml``."""
    kept, skip = list[str](), False
    for word in words:
        if skip:
            skip = False
        elif word in _MANAGER_VALUES:
            skip = True
        else:
            kept.append(word)
        if word in _INSIDE:  # from here on it is the inner command's
            return [*kept, *words[words.index(word) + 1 :]]
    return kept


def _listing(things: Sequence[str]) -> str:
    return ", ".join(thing for thing in things if thing)


def _listed(words: Sequence[str]) -> str:
    """What a command listed for the next one: its pattern, where it has one."""
    pattern = next((word for word in words if "*" in word or "?" in word), "")
    return f"matches {pattern}" if pattern else f"{words[0].rpartition('/')[2]} listed" if words else ""


def _source(told: Sequence[str], listed: str) -> str:
    found = re.search(r"fetched from (\S+)", told[-1]) if told else None
    return found[1] if found else listed or "its input"


def _shortened(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= LONGEST else one[: LONGEST - 1].rstrip() + "…"
