"""Where a command runs: on which machine, in which folder, with which variables that say what is meant."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .compose_targets import VARIABLES
from .lazy_regex import LazyRegex
from .options import options, scan
from .service_names import host_name
from .shell_types import UNSEEN, Pipeline, ShellWord, SimpleCommand
from .target_types import is_hidden
from .working_folders import enter_folder

_SSH_VALUES = "-B: -b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -S: -W: -w:"
_ASSIGNS = LazyRegex(r"[A-Za-z_]\w*=")


class TargetContext(NamedTuple):
    """``host`` is the machine as ssh is told, "" for this one, UNSEEN for one that is not known; ``folders`` are the
    working folders that are possible, UNSEEN where one is not known; ``fed_by`` are the commands whose output is read;
    ``addresses`` are those that the operator's own checks ask. ``known`` are variables of the session with their text,
    where that is certain.
    """

    host: str = ""
    folders: tuple[str, ...] = (UNSEEN,)
    variables: tuple[tuple[str, str], ...] = ()
    fed_by: Pipeline = ()
    addresses: tuple[str, ...] = ()
    known: tuple[tuple[str, str], ...] = ()

    def with_variables(self, pairs: Iterable[tuple[str, str]]) -> TargetContext:
        """The same place with variables set, as far as they say what is meant."""
        kept = dict(self.variables) | {name: value for name, value in pairs if name in VARIABLES}
        return self._replace(variables=tuple(kept.items()))

    def in_folder(self, folder: str) -> TargetContext:
        """Another folder of the same machine."""
        return self._replace(folders=tuple(dict.fromkeys(enter_folder(before, folder) for before in self.folders)))

    def over_there(self, host: str) -> TargetContext:
        """Another machine, in the folder where a login begins. "localhost" is this machine."""
        hidden = is_hidden(host)
        return TargetContext(UNSEEN if hidden else (host if host_name(host) else self.host), (UNSEEN,))


def starting_context(
    folder: str, addresses: tuple[str, ...] = (), known: tuple[tuple[str, str], ...] = ()
) -> TargetContext:
    """Where a command of the session starts."""
    variables = [(name, os.environ[name]) for name in VARIABLES if os.environ.get(name)]
    return TargetContext(folders=(folder or UNSEEN,), addresses=addresses, known=known).with_variables(variables)


def place_of(context: TargetContext, command: SimpleCommand) -> TargetContext:
    """Where one command of a text runs, the text being run in ``context``."""
    folders = [enter_folder(before, each) if each else before for each in command.places for before in context.folders]
    fed_by = command.fed_by or context.fed_by
    if any(redirect.sign in ("<", "<<<", "<>", "<&") for redirect in command.redirects):
        fed_by = ()
    return context._replace(folders=tuple(dict.fromkeys(folders)), fed_by=fed_by).with_variables(
        (name, word.text) for name, word in command.sets
    )


def sets_of(command: SimpleCommand) -> list[tuple[str, str]]:
    """The variables that stay set after a command; one that it may set in another way is not known."""
    if not command.words:
        return [(name, word.text) for name, word in command.sets]
    if command.words[0].text in ("export", "declare", "typeset", "local", "readonly"):
        return [(name, word.text) for name, word in command.sets]
    if command.words[0].text in ("read", "printf", "mapfile", "readarray", "unset", "getopts", "let"):
        return [(word.text, UNSEEN) for word in command.words[1:]]
    return []


def inside_of(context: TargetContext, name: str, arguments: Sequence[ShellWord]) -> TargetContext:
    """Where a command runs that a program hands on: ``ssh nas …``, ``sudo -D /srv …``, ``env -C /srv A=b …``."""
    change = _CHANGES.get(name)
    return context if change is None else change(context, arguments)


def _ssh(context: TargetContext, arguments: Sequence[ShellWord]) -> TargetContext:
    found = scan(arguments, options(_SSH_VALUES), first_operand_ends=True)
    target = arguments[found.rest].text if found.rest < len(arguments) else UNSEEN
    real = [value[9:] for option, value in found.given if option == "-o" and value.lower().startswith("hostname")]
    return context.over_there(real[-1] if real else target)


def _ansible(context: TargetContext, arguments: Sequence[ShellWord]) -> TargetContext:
    hosts = [word.text for word in arguments if not word.text.startswith("-")]
    one = bool(hosts) and re.fullmatch(r"[\w.-]+", hosts[0]) and hosts[0] not in ("all", "ungrouped")
    return context.over_there(hosts[0] if one else UNSEEN)


def _sudo(context: TargetContext, arguments: Sequence[ShellWord]) -> TargetContext:
    return _with_settings(context, arguments, ("-D", "--chdir"), ("-i", "--login"))


def _env(context: TargetContext, arguments: Sequence[ShellWord]) -> TargetContext:
    return _with_settings(context, arguments, ("-C", "--chdir"), ())


def _su(context: TargetContext, arguments: Sequence[ShellWord]) -> TargetContext:
    return _with_settings(context, arguments, (), ("-", "-l", "--login"))


def _systemd_run(context: TargetContext, arguments: Sequence[ShellWord]) -> TargetContext:
    host = _value(arguments, ("-H", "--host", "-M", "--machine"))
    placed = _with_settings(context, arguments, ("--working-directory",), ())
    return (
        placed.over_there(host) if host else placed._replace(folders=placed.folders if placed != context else (UNSEEN,))
    )


def _with_settings(
    context: TargetContext, arguments: Sequence[ShellWord], chdir: tuple[str, ...], logs_in: tuple[str, ...]
) -> TargetContext:
    pairs = []
    for word in arguments:
        if _ASSIGNS.match(word.text):
            name, _, value = word.text.partition("=")
            pairs.append((name, value))
        elif word.text in logs_in:
            context = context._replace(folders=(UNSEEN,))
    folder = _value(arguments, chdir)
    return (context.in_folder(folder) if folder else context).with_variables(pairs)


def _value(arguments: Sequence[ShellWord], names: tuple[str, ...]) -> str:
    for at, word in enumerate(arguments):
        for name in names:
            if word.text == name and at + 1 < len(arguments):
                return arguments[at + 1].text
            if word.text.startswith(f"{name}=") or (
                len(name) == 2 and word.text.startswith(name) and word.text != name
            ):
                return word.text[len(name) :].removeprefix("=")
    return ""


_CHANGES: dict[str, Callable[[TargetContext, Sequence[ShellWord]], TargetContext]] = {
    "ssh": _ssh,
    "autossh": _ssh,
    "mosh": _ssh,
    "ansible": _ansible,
    "sudo": _sudo,
    "doas": _sudo,
    "env": _env,
    "su": _su,
    "runuser": _su,
    "systemd-run": _systemd_run,
    "chroot": lambda context, _: context._replace(folders=(UNSEEN,)),
    "arch-chroot": lambda context, _: context._replace(folders=(UNSEEN,)),
    "nsenter": lambda context, _: context._replace(folders=(UNSEEN,)),
    "machinectl": lambda context, _: context.over_there(UNSEEN),
}
