"""What the server or the way to it says of itself, in plain sentences. Our own mistakes in SQL pass unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...core.store_setting import PASSWORD
from .address import StoreAddress

IN_USE = UserMessage("The database is in use by another program for too long.")
STOOD_STILL = UserMessage("This machine stood still in the middle of a write, so the PostgreSQL server took it back.")
_AGAIN = UserMessage("It will be tried again.")


class ServerAway(EnvironmentFault):
    """The server does not answer."""


def server_fault(error: BaseException, address: StoreAddress) -> EnvironmentFault | None:
    """What the server says of itself or of the way to it; None for a mistake in our SQL."""
    if any(getattr(cause, "sqlstate", None) == "25P03" for cause in _causes(error)):  # what is tried after it fails too
        return EnvironmentFault(STOOD_STILL, _AGAIN)
    for cause in _causes(error):
        state = getattr(cause, "sqlstate", None)
        kind = type(cause).__module__.partition(".")[0]
        if kind != "psycopg":
            continue
        found = _by_state(state or "", str(cause), address)
        if found is not None:
            return found
        if state is None and type(cause).__name__ in ("OperationalError", "InterfaceError", "ConnectionTimeout"):
            return _unknown_host(address) if _is_unknown_host(str(cause)) else away(address)
    return None


def of_server(error: BaseException) -> bool:
    """Tell whether an error came from the server or from the way to it."""
    return any(type(cause).__module__.partition(".")[0] == "psycopg" for cause in _causes(error))


def is_out_of_range(error: BaseException) -> bool:
    """Tell whether a number was larger than its type holds."""
    return any(getattr(cause, "sqlstate", None) == "22003" for cause in _causes(error))


def is_refused_login(error: BaseException) -> bool:
    """Tell whether the server does not take the user or the password."""
    return any(_refuses_login(getattr(cause, "sqlstate", None) or "", str(cause).lower()) for cause in _causes(error))


def _refuses_login(state: str, low: str) -> bool:
    return state in ("28P01", "28000") or "password authentication failed" in low or "no password supplied" in low


def _by_state(state: str, text: str, address: StoreAddress) -> EnvironmentFault | None:
    place = address.place
    low = text.lower()
    if _refuses_login(state, low):
        return EnvironmentFault(
            UserMessage("The PostgreSQL server refuses the user or the password for {place}.", place=place),
            UserMessage("Set it by `claudeops secrets set {secret}`, or in ~/.pgpass.", secret=PASSWORD),
        )
    if state == "3D000" or ("database" in low and "does not exist" in low and not state):
        return EnvironmentFault(
            UserMessage("There is no database {place} on the PostgreSQL server.", place=place),
            UserMessage("Make it: createdb DATABASE"),
        )
    if state in ("55P03", "40P01"):
        return EnvironmentFault(IN_USE, _AGAIN)
    if state == "53200":
        return EnvironmentFault(
            UserMessage("The PostgreSQL server of {place} has run out of memory.", place=place),
            UserMessage("Look at what runs there, and give it more."),
        )
    if state == "53100":
        return EnvironmentFault(
            UserMessage(
                "The disk of the PostgreSQL server is full: nothing more can be stored in {place}.", place=place
            ),
            UserMessage("Free some space there."),
        )
    if state in ("25006", "42501"):
        return EnvironmentFault(
            UserMessage("The database {place} cannot be written.", place=place),
            UserMessage("Give its user the right to make a schema and tables, on a server that takes writes."),
        )
    if state in ("53300", "57P01", "57P02", "57P03") or state.startswith("08"):
        return away(address)
    return None


def away(address: StoreAddress) -> ServerAway:
    """What is said where the server does not answer."""
    return ServerAway(
        UserMessage("The PostgreSQL server of {place} does not answer.", place=address.place),
        UserMessage("Check that it runs and can be reached; it will be tried again."),
    )


def _is_unknown_host(text: str) -> bool:
    return any(said in text.lower() for said in ("failed to resolve host", "could not translate host name"))


def _unknown_host(address: StoreAddress) -> ServerAway:
    """Away like any other: a machine without a network finds no name either."""
    return ServerAway(
        UserMessage("The host of the PostgreSQL server {place} cannot be found by its name.", place=address.place),
        UserMessage("Check the name in `store.url`, and that this machine has a network; it will be tried again."),
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        found = waiting.pop()
        if id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        waiting += [each for each in (found.__cause__, found.__context__) if each is not None]
