"""What a command acts on, as it is written: units, containers, processes, compose projects, workloads (S11).

A target says what it is called and how that is meant: as a name, as a pattern, or not at all. Which services of the
operator's it may mean is decided in ``resolve``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .lazy_regex import LazyRegex
from .shell_types import ShellWord

NAME, UNIT, CONTAINER, PROCESS, COMMAND, PROJECT, WORKLOAD, PID = (
    "name", "unit", "container", "process", "command", "project", "workload", "pid",
)  # fmt: skip
"""The kinds of targets. COMMAND is a process by its whole command line; NAME is what a program acts on that manages no
services: a package, an image, a volume."""

EXACT, GLOB, REGEX, LITERAL, ANY = "exact", "glob", "regex", "literal", "any"
"""How a target is meant: by its name, by a shell's pattern, by a regular expression, by a text in which a service may
be named (a line that ``grep`` looks for), or as whatever there is."""

_KINDS = {
    UNIT: """systemctl service rc-service invoke-rc.d initctl sv dinitctl s6-svc s6-rc supervisorctl monit pm2 runsvctl
        start-stop-daemon launchctl svc""",
    CONTAINER: """docker podman nerdctl docker-compose podman-compose crictl ctr lxc incus lxc-start lxc-stop lxc-freeze
        lxc-unfreeze lxc-destroy virsh pct qm machinectl ha-manager""",
    WORKLOAD: "kubectl k3s oc microk8s nomad",
    PROCESS: "pkill killall killall5 skill xkill kill",
}
_KIND_OF = {program: kind for kind, programs in _KINDS.items() for program in programs.split()}
_CONTROLS = dict(
    pair.split("=")
    for pair in """
mysqladmin=mysql mariadb-admin=mariadb unbound-control=unbound rndc=named postfix=postfix postsuper=postfix
postqueue=postfix doveadm=dovecot pihole=pihole fail2ban-client=fail2ban asterisk=asterisk exim=exim chronyc=chrony
cupsctl=cups redis-cli=redis valkey-cli=valkey rabbitmqctl=rabbitmq varnishadm=varnish traefik=traefik
nodetool=cassandra pg_ctl=postgresql pg_ctlcluster=postgresql patronictl=postgresql wg-quick=wireguard
birdc=bird vtysh=frr
""".split()
)
"""The service that a control program is of, where the call names none."""
_UNIT_ENDINGS = (".service", ".socket", ".timer", ".target", ".mount", ".path", ".scope", ".automount", ".swap")
_GLOB_SIGNS = LazyRegex(r"[*?\[]")
_PLAIN_NAME = LazyRegex(r"[\w-]+\Z")
_HIDDEN = LazyRegex(r"[\0-\6]")


class CommandTarget(NamedTuple):
    """One thing that a command acts on. ``host`` is the machine it is on, as ssh is told: "" for this one, UNSEEN for
    one that is not known. A compose service has its project in ``projects`` and the folders where its file may lie in
    ``folders``, UNSEEN where one is not known."""

    kind: str
    text: str = ""
    match: str = EXACT
    host: str = ""
    projects: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    fixed: bool = False
    """Whether an option names the folder: compose then looks in none of those above it."""
    hints: tuple[str, ...] = ()
    """Names of compose files that are a project's rather than the usual one: ``jellyfin`` for ``jellyfin.yml``."""

    @property
    def name(self) -> str:
        """The service that it is taken for where no service is known; "" where it names none."""
        if self.kind == PROJECT and not self.text:
            names = [*self.projects, *(() if self.projects else (base_name(folder) for folder in self.folders))]
            return names[0] if len(names) == 1 else ""
        named = self.match == EXACT or self.is_plain_regex
        name = base_name(self.text) if named and self.kind != PID else ""
        return name.rpartition(":")[2] if self.kind == UNIT else name  # of a group of supervisord

    @property
    def is_plain_regex(self) -> bool:
        """Whether it is a regular expression that is a mere name: ``pkill nginx``."""
        return self.match == REGEX and self.kind in (PROCESS, COMMAND) and bool(_PLAIN_NAME.match(self.text))


def base_name(text: str) -> str:
    """A service's name from a unit, a container, ``deploy/web`` or a file; "" where it is not seen."""
    name = text.strip("/").rpartition("/")[2].lower()
    for ending in _UNIT_ENDINGS:
        name = name.removesuffix(ending)
    return "" if not name or _HIDDEN.search(name) or name in (".", "..", "~") else name


def is_hidden(text: str) -> bool:
    """Whether part of a text is known only when the command runs."""
    return bool(_HIDDEN.search(text))


def any_of(kind: str) -> CommandTarget:
    """A target that may be anything of its kind."""
    return CommandTarget(kind, "", ANY)


def target_of(word: ShellWord, kind: str = "") -> tuple[CommandTarget, ...]:
    """The targets that one word names. ``kind`` "" is settled by the program (``settled``)."""
    text = word.text
    if word.origins and len(word.origins) == 1 and not _HIDDEN.sub("", text):
        from .listing_targets import printed_targets

        return printed_targets(word.origins[0], kind)
    if _HIDDEN.search(text):
        return (CommandTarget(kind, re.sub(r"\*+", "*", _HIDDEN.sub("*", text)), GLOB),)
    if _GLOB_SIGNS.search(text):
        return (CommandTarget(kind, text, GLOB),)
    return (CommandTarget(kind, text),) if base_name(text) else ()


def targets(words: Iterable[ShellWord], kind: str = "") -> tuple[CommandTarget, ...]:
    """The targets that words name, each once."""
    return tuple(dict.fromkeys(target for word in words for target in target_of(word, kind)))


def program_targets(given: Iterable[str | CommandTarget], program: str) -> tuple[CommandTarget, ...]:
    """The targets of a program's part, each of a kind. What manages no services acts on what it names alone."""
    kind = _KIND_OF.get(program.partition(" ")[0], NAME)
    found = []
    for each in given:
        target = CommandTarget("", each) if isinstance(each, str) else each
        target = target if target.kind else target._replace(kind=kind)
        if target.kind != NAME or target.name:
            found.append(target)
    bare = program.partition(" ")[0]
    if not found and bare in ("fuser", "loginctl"):  # given files, ports and users
        found.append(any_of(PROCESS))
    elif not found and bare in _CONTROLS:
        found.append(CommandTarget(NAME, _CONTROLS[bare]))
    return tuple(dict.fromkeys(found))


def names_of(found: Sequence[CommandTarget]) -> tuple[str, ...]:
    """The services that targets are taken for where none is known."""
    return tuple(dict.fromkeys(name for target in found if (name := target.name)))
