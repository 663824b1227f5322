"""The agents of a data folder that run now, found in the table of processes: neither a database nor a file is asked.

An agent carries a token and the data folder in its environment, the CLI where it answers one question of ours too.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..core.paths import DATA_DIR_VARIABLE
from .orphan_cleanup import OrphanProcess, find_descendants, started, table, variables
from .types import TOKEN_VARIABLE

INTERRUPT_WAIT_S, TERMINATE_WAIT_S, KILL_WAIT_S = 3.0, 2.0, 3.0
LOOK_EVERY_S = 0.05
QUIET_LOOKS = 3  # an agent may just be starting: it is gone when several looks in a row find nothing
PROBE = "probe"  # the token of a question for the version
QUESTION = "model"  # of every single question to the CLI (``models/cli.py``)


@dataclass(frozen=True, slots=True)
class AgentsEnded:
    """``ended`` counts agents that were told to end, not their children; ``left`` are the numbers of processes that
    could not be ended.
    """

    ended: int
    left: tuple[int, ...] = ()


def running_agents(root: Path) -> dict[OrphanProcess, str]:
    """The agents of a data folder with their tokens: of each the topmost process that carries one."""
    folder = os.path.realpath(root)
    processes = {number: (parent, begun) for number, parent, _, begun, state in table() if state != "Z"}
    ours = {number: token for number in processes if number != os.getpid() and (token := _token(folder, number))}
    return {
        OrphanProcess(number, begun): ours[number]
        for number, (parent, begun) in processes.items()
        if number in ours and parent not in ours
    }


def _token(folder: str, number: int) -> str:
    """What tells an agent of this folder from others; "" where a process is none."""
    named = variables(number)
    token = named.get(TOKEN_VARIABLE, "")
    if not token or token == PROBE or os.path.realpath(named.get(DATA_DIR_VARIABLE, "/")) != folder:
        return ""
    return f"{token} {number}" if token == QUESTION else token


def end_agents(
    root: Path,
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> AgentsEnded:
    """End every agent of a data folder with all that it started: SIGINT, after 3 s SIGTERM, after 2 s more SIGKILL.

    Returns when nothing of them is left, or cannot be ended by us.
    """
    agents: set[OrphanProcess] = set()
    tokens: set[str] = set()
    known: set[OrphanProcess] = set()
    told: set[tuple[OrphanProcess, signal.Signals]] = set()
    quiet, begun = 0, False
    steps = iter(((signal.SIGINT, INTERRUPT_WAIT_S), (signal.SIGTERM, TERMINATE_WAIT_S), (signal.SIGKILL, KILL_WAIT_S)))
    number, until = signal.SIGINT, clock()
    while True:
        found = running_agents(root)
        agents |= found.keys()
        tokens |= set(found.values())  # what an agent left behind is seen on top too, and carries the same
        known |= found.keys()
        for one in found:
            known |= find_descendants(one.pid)
        alive = {one for one in known if started(one.pid) == one.started}
        quiet = 0 if alive else quiet + 1
        if quiet >= QUIET_LOOKS:
            return AgentsEnded(len(tokens))
        if alive and (clock() >= until or not begun):
            begun = True
            step = next(steps, None)
            if step is None:
                return AgentsEnded(len(tokens), tuple(sorted(one.pid for one in alive)))
            number, until = step[0], clock() + step[1]
        for one in _targets(alive, agents, number):
            if (one, number) not in told:
                told.add((one, number))
                _send(one, number, group=one in agents)
        sleep(LOOK_EVERY_S)


def _targets(alive: set[OrphanProcess], agents: set[OrphanProcess], number: signal.Signals) -> set[OrphanProcess]:
    """Whom a signal is for: the agents alone may put their things away, and end their tools themselves; what outlives
    them, and all that is left later, is told directly."""
    leaders = alive & agents
    return leaders if number == signal.SIGINT and leaders else alive


def _send(one: OrphanProcess, number: signal.Signals, *, group: bool) -> None:
    sent = signal.SIGTERM if number == signal.SIGINT and not group else number
    with suppress(OSError):
        leads = group and os.getpgid(one.pid) == one.pid
        (os.killpg if leads else os.kill)(one.pid, sent)
