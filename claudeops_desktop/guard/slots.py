"""The slots that a command takes (S11): a pure rule over its parts and what is known of the services.

A restart, a stop and a redeployment take one. The first start of a service, a reload, a backup, and the end of a
process that belongs to no known service take none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..core.cooldown_states import START
from .cooldown import REDEPLOYMENT, RESTART
from .effects import READ, REDEPLOY, STOP, CommandEffect, EffectSummary
from .effects import RESTART as RESTART_KIND
from .known_services import ChargedService, KnownService
from .local_machine import LocalMachine
from .target_types import COMMAND, PID, PROCESS, CommandTarget

HOST = "host"
"""Name of what an action counts against that concerns the machine and no service of it: packages, renewed addresses."""
_ACTION_OF = {RESTART_KIND: RESTART, REDEPLOY: REDEPLOYMENT, STOP: RESTART}
"""A service that is stopped is down as after a restart, and mostly comes up again."""
_STARTS = frozenset("start started startvm up once".split())
_RELOADS = frozenset(
    """
reload reloaded reopen graceful hup usr1 usr2 winch reset-failed reconfig logrotate refresh notify retransfer
flush flush_zone flush_type flush_bogus flush_infra flush_negative flushname flushtree reload_keep_cache
flush-logs flush-hosts flush-status flush-tables flush-privileges daemon-reload
""".split()
)
_RESTARTS_WHAT_RUNS = frozenset({"pm2 start", "pm2 reload", "supervisorctl reload"})
_BACKUPS = frozenset(
    {
        *("redis-cli bgsave", "redis-cli save", "redis-cli bgrewriteaof", "valkey-cli bgsave", "valkey-cli save"),
        *("valkey-cli bgrewriteaof", "restic backup", "borg create", "barman backup", "pgbackrest backup", "vzdump"),
    }
)
_ENDS_PROCESSES = frozenset("kill pkill killall killall5 skill xkill fuser".split())
_OF_PROCESSES = (PID, PROCESS, COMMAND)


class SlotUse(NamedTuple):
    """A slot that parts of a command take. ``action`` is restart, redeployment or start, "" for what takes no slot
    but is held by maintenance. ``kinds`` are their classes of effect. ``by_process``: they end processes, so that what
    is not certain is for the operator to say."""

    action: str
    kinds: tuple[str, ...]
    charges: tuple[ChargedService, ...]
    by_process: bool = False


def slot_action(part: CommandEffect) -> str:
    """Return what a part counts as, by its program and verb: restart, redeployment or start, "" for nothing."""
    program, _, said = part.program.partition(" ")
    verb = said.rpartition(" ")[2].rpartition(".")[2]
    action = _ACTION_OF.get(part.kind, "")
    if part.kind == STOP or part.program in _RESTARTS_WHAT_RUNS:
        return action
    if verb in _RELOADS or part.program in _BACKUPS:
        return ""
    if part.kind == RESTART_KIND and (program in _ENDS_PROCESSES or verb == "kill"):
        return ""  # a signal that it takes as an order, and keeps running
    return START if part.kind == RESTART_KIND and verb in _STARTS else action


def slot_uses(
    reading: EffectSummary,
    known: Sequence[KnownService],
    machine: LocalMachine,
    began_before: Callable[[ChargedService], bool],
) -> tuple[SlotUse, ...]:
    """Return what a command counts against. ``began_before`` tells whether a start or a restart of a service still
    counts, so that a further start is no first one."""
    parts: dict[tuple[str, bool], list[CommandEffect]] = {}
    for part in reading.parts:
        if part.kind != READ:
            parts.setdefault((slot_action(part), _ends_processes(part)), []).append(part)
    found: list[SlotUse] = []
    for (action, ends), those in parts.items():
        kinds = tuple(dict.fromkeys(part.kind for part in those))
        charges = _charges([target for part in those for target in part.targets], known, machine)
        if action and not charges:
            charges = (ChargedService(HOST),)
        if action == START:
            stopped = {charge.service for use in found if use.action == RESTART for charge in use.charges}
            again = tuple(c for c in charges if c.service in stopped or began_before(c))
            found.append(SlotUse(RESTART, kinds, again))
            charges = tuple(charge for charge in charges if charge not in again)
        if ends:
            names = {service.name for service in known}
            strays = tuple(c for c in charges if c.certain and c.service not in names)
            found.append(SlotUse("", kinds, strays))
            charges = tuple(charge for charge in charges if charge not in strays)
        found.append(SlotUse(action, kinds, charges, ends))
    return tuple(use for use in found if use.charges)


def _charges(
    found: Iterable[CommandTarget], known: Sequence[KnownService], machine: LocalMachine
) -> tuple[ChargedService, ...]:
    from .resolve import resolve_all  # nine of ten commands only read, and need none of it

    return resolve_all(dict.fromkeys(found), known, machine)


def _ends_processes(part: CommandEffect) -> bool:
    """Tell whether a part ends processes by number or name, and not those of a container: ``docker exec web kill
    7``."""
    by_process = all(target.kind in _OF_PROCESSES for target in part.targets)
    return part.kind == STOP and part.program.partition(" ")[0] in _ENDS_PROCESSES and by_process
