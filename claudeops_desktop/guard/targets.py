"""What a command acts on, as it is written: units, containers, processes, compose projects, workloads (S11).

A target says what it is called and how that is meant: as a name, as a pattern, or not at all. Which services of the
operator's it may mean is decided in ``resolve``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .lazy_regex import LazyRegex
from .shell_types import ShellWord
from .target_types import (
    CONTAINER,
    GLOB,
    NAME,
    PROCESS,
    UNIT,
    WORKLOAD,
    CommandTarget,
    any_of,
    base_name,
)

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
_GLOB_SIGNS = LazyRegex(r"[*?\[]")
_HIDDEN = LazyRegex(r"[\0-\6]")


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
