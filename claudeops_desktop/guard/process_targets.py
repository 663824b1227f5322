"""What systemctl, supervisors and signals act on: units, supervised programs, processes by number or by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .lazy_regex import LazyRegex
from .options import ScannedOptions
from .shell_types import UNSEEN, ShellWord
from .target_types import ANY, COMMAND, EXACT, PID, PROCESS, PROJECT, REGEX, UNIT, CommandTarget, any_of, is_hidden
from .targets import target_of, targets

if TYPE_CHECKING:
    from .local_machine import LocalMachine
    from .subcommand_tables import SubcommandCall

PATTERN_OPTIONS = (
    "-s: --signal: -u: -U: -G: -g: -P: -t: -F: --pidfile: -n -o -y: --ns: --nslist: -Z: --context: --euid: --user: "
    "--uid: --group: --pgroup: --parent: --terminal: --session: --older: --younger: -O: --older-than: --cgroup: --env: "
    "-f --full -x --exact -i --ignore-case -v --inverse -r --regexp -e -q -w -I -c -a --newest --oldest --nslist:"
)
"""Options of pkill, killall and skill."""
_MANAGER = frozenset("daemon-reload daemon-reexec".split())
_MACHINE = frozenset(
    "reboot poweroff halt kexec suspend hibernate hybrid-sleep suspend-then-hibernate rescue emergency soft-reboot "
    "default exit isolate cancel switch-root".split()
)
_SETTINGS = frozenset(
    "set-default set-environment unset-environment import-environment log-level log-target service-watchdogs".split()
)
_PID_FILE = LazyRegex(r"(?:/var)?/run/(?:[\w.@-]+/)*?([\w.@-]+?)(?:/(?:master\.)?pid|\.pid)\Z")


def unit_targets(arguments: Sequence[ShellWord], verb: SubcommandCall) -> tuple[CommandTarget, ...]:
    """The units that a call of systemctl names, on the machine that it names. No unit at all may be any."""
    host = verb.before.value("-H", "--host") or verb.after.value("-H", "--host")
    machine = verb.before.value("-M", "--machine") or verb.after.value("-M", "--machine")
    if machine and not machine.endswith("@"):
        host = machine.rpartition("@")[2].removeprefix(".host") or host
    if verb.path[:1] and verb.path[0] in _MANAGER | _SETTINGS:
        return ()
    if verb.path[:1] and verb.path[0] in _MACHINE:
        found: tuple[CommandTarget, ...] = (any_of(UNIT),)
    else:
        found = targets([word for word in verb.after.operands if "=" not in word.text], UNIT) or (any_of(UNIT),)
    hidden = is_hidden(host)
    return tuple(target._replace(host=UNSEEN if hidden else host) if host else target for target in found)


def supervised_programs(verb: SubcommandCall) -> tuple[CommandTarget, ...]:
    """The programs that supervisorctl, pm2 or monit is told of: ``web:nginx``, ``web:*``, ``all``, a number."""
    if verb.path[:1] in (("update",), ("reread",), ("reload",), ("shutdown",), ("resurrect",), ("kill",), ("quit",)):
        return targets(verb.after.operands, UNIT) or (any_of(UNIT),)
    found: list[CommandTarget] = []
    for word in verb.after.operands:
        group, colon, program = word.text.partition(":")
        if word.text == "all" or word.text.isdigit() or word.text.endswith((".js", ".cjs", ".json", ".yml", ".yaml")):
            found.append(any_of(UNIT))
        elif len(word.text) > 2 and word.text.startswith("/") and word.text.endswith("/"):
            found.append(CommandTarget(UNIT, word.text[1:-1], REGEX))
        elif colon and (program in ("*", "") or is_hidden(program)):
            found.append(CommandTarget(PROJECT, projects=(group.lower(),)))
        else:
            found += target_of(word, UNIT)
    return tuple(dict.fromkeys(found)) or (any_of(UNIT),)


def signalled_processes(arguments: Sequence[ShellWord]) -> tuple[CommandTarget, ...]:
    """The processes that ``kill`` is given. A negative number is a group, -1 every process, %1 a job of the shell."""
    found: list[CommandTarget] = []
    words = list(arguments)
    if words and words[0].text in ("-s", "-n", "--signal", "-q", "--queue"):
        words = words[2:]
    elif words and words[0].text.startswith("-") and words[0].text != "--":
        words = words[1:]
    for word in words:
        if word.text == "--" or word.text.startswith("%"):
            continue
        if word.origins and is_hidden(word.text):
            found += [t if t.kind != "" else t._replace(kind=PROCESS) for t in target_of(word, PROCESS)]
        elif word.text.isdigit() and word.text not in ("0", "1"):
            found.append(CommandTarget(PID, word.text))
        else:
            found.append(any_of(PID))
    return tuple(dict.fromkeys(t if t.text or t.match == ANY else any_of(PID) for t in found))


def named_processes(found: Iterable[CommandTarget], machine: LocalMachine) -> dict[str, str]:
    """The names of the processes of this machine that are meant by number; a number that nothing runs under is left
    out. Their names are known only while they run."""
    names: dict[str, str] = {}
    for target in found:
        if target.kind == PID and target.text.isdigit() and not target.host:
            name = machine.process_name(target.text)
            if name:
                names[target.text] = name
    return names


def processes(program: str, found: ScannedOptions) -> tuple[CommandTarget, ...]:
    """The processes that pkill, killall or skill is given by name, by pattern, by owner or by a file."""
    if found.has("-v", "--inverse", "-F", "--pidfile"):
        name = _PID_FILE.match(found.value("-F", "--pidfile"))
        return (CommandTarget(PROCESS, name[1]),) if name and not found.has("-v", "--inverse") else (any_of(PROCESS),)
    exact = found.has("-x", "--exact") if program in ("pkill", "skill") else not found.has("-r", "--regexp")
    kind = COMMAND if program == "pkill" and found.has("-f", "--full") else PROCESS
    named: list[CommandTarget] = []
    for word in found.operands:
        for target in target_of(word, PROCESS):
            by_name = target.match == EXACT or not is_hidden(word.text)
            if exact and kind == PROCESS and target.match == EXACT:
                named.append(target)
            else:
                named.append(CommandTarget(kind, word.text, REGEX) if by_name and word.seen else any_of(PROCESS))
    return tuple(dict.fromkeys(named)) or (any_of(PROCESS),)
