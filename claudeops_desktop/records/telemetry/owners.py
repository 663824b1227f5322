"""Who does something in the database: a process by its number, its birth and its machine."""

from __future__ import annotations

from ...core.process_owner import is_running_here, machine_of, process_owner, this_machine
from ...storage.database import proxy

__all__ = ["belongs_here", "is_alive", "process_owner"]


def is_alive(name: str) -> bool:
    """Tell whether the process that a row names still runs: one of another machine while the server of the store knows
    a connection of it. Of a file that was carried here from another machine nothing runs."""
    if belongs_here(name):
        return machine_of(name) in ("", this_machine()) and is_running_here(name)
    return bool(proxy.obj.is_connected(name))


def belongs_here(name: str) -> bool:
    """Tell whether this machine is to close what that process left open: of a store on a server each does it for its
    own, for the logs of sessions lie there."""
    machine = machine_of(name)
    bound = proxy.obj
    return not machine or machine == this_machine() or bound is None or not bound.is_server
