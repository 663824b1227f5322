"""Where a store on a server is: its URL, without a password, and what a connection is made with.

A password comes from the operator's password file (``PGPASSFILE``, ``~/.pgpass``), from the keyring, or from the
variable of that secret; never from the URL, which stands in settings, in the process list and in logs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from ...core.desktop.installation import advise_extra
from ...core.errors import OperatorError, UsageError
from ...core.messages import UserMessage
from ...core.process_owner import process_owner
from ...core.store_setting import PASSWORD

SCHEMES = ("postgresql", "postgres")
CONNECT_S = 5
_OPTIONS = frozenset(("host", "port", "dbname", "user", "sslmode", "sslrootcert", "sslcert", "sslkey", "hostaddr"))


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """A database on a server. ``text`` is its URL as it may be shown and kept."""

    text: str
    options: tuple[tuple[str, str], ...]

    @property
    def place(self) -> str:
        """Host and database, as a sentence names them."""
        options = dict(self.options)
        return f"{options.get('host') or 'this machine'}/{options.get('dbname') or options.get('user', '')}"


def read_address(text: str) -> StoreAddress:
    """Raises UsageError for what is no URL of a PostgreSQL database, or holds a password."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
        unquote(parts.hostname or "").encode("idna")  # which looking up a host would fail at
    except ValueError as error:
        raise _no_url(text) from error
    if parts.scheme not in SCHEMES:
        raise _no_url(text)
    query = parse_qsl(parts.query, keep_blank_values=True)
    if parts.password or any(name.lower() in ("password", "passfile") for name, _ in query):
        raise UsageError(
            UserMessage("The URL of the store holds a password: it would stand in settings and in the process list."),
            UserMessage(
                "Leave it out of the URL, and keep it by `claudeops secrets set {secret}` or in ~/.pgpass.",
                secret=PASSWORD,
            ),
        )
    unknown = sorted({name for name, _ in query} - _OPTIONS)
    if unknown:
        raise UsageError(
            UserMessage("The URL of the store has an option that is not known: {name}.", name=unknown[0]),
            UserMessage("There are {names}.", names=", ".join(sorted(_OPTIONS))),
        )
    options = {
        "host": unquote(parts.hostname or ""),
        "port": str(port or ""),
        "user": unquote(parts.username or ""),
        "dbname": unquote(parts.path.lstrip("/")),
    }
    options |= dict(query)
    kept = tuple((name, value) for name, value in options.items() if value)
    if not dict(kept).get("dbname"):
        raise UsageError(
            UserMessage("The URL of the store names no database."),
            UserMessage("Write it as postgresql://USER@HOST/DATABASE"),
        )
    user = f"{parts.username}@" if parts.username else ""
    where = parts.netloc.rpartition("@")[2]
    shown = f"postgresql://{user}{where}{parts.path}" + (f"?{parts.query}" if parts.query else "")
    return StoreAddress(shown, kept)


def driver() -> Any:
    """psycopg. Raises OperatorError where it is not installed."""
    try:
        import psycopg
    except ImportError as error:
        raise not_installed() from error
    return psycopg


def not_installed() -> OperatorError:
    """What is said where the extra is missing."""
    return OperatorError(
        UserMessage("The store is on a PostgreSQL server, and what speaks with one is not installed."),
        advise_extra("postgres"),
    )


def connect(address: StoreAddress, **more: Any) -> Any:
    """A new connection of psycopg's, in autocommit. Raises OperatorError, EnvironmentFault, or psycopg's errors."""
    psycopg = driver()
    given: dict[str, Any] = {"connect_timeout": CONNECT_S, "client_encoding": "UTF8"}
    given |= {"application_name": name_of(process_owner())}
    given |= {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
    given |= dict(address.options) | more
    password = _password()
    if password:
        given["password"] = password
    connection = psycopg.connect(autocommit=True, **given)
    connection.execute(
        "SET search_path = claudeops, pg_catalog; SET TimeZone = 'UTC'; SET client_min_messages = warning;"
        # Questions are short and many are asked at once: to start processes for one of them takes longer than it saves.
        " SET max_parallel_workers_per_gather = 0; SET jit = off; SET random_page_cost = 1.1"
    )
    return connection


def name_of(owner: str) -> str:
    """What connections of a process are called at the server."""
    return f"claudeops {owner}"


def _password() -> str | None:
    from ...core.secrets import keyring_store

    return keyring_store.get_secret(PASSWORD)


def _no_url(text: str) -> UsageError:
    del text  # it may hold a password
    return UsageError(
        UserMessage("This is not the URL of a PostgreSQL database."),
        UserMessage("Write it as postgresql://USER@HOST/DATABASE, without a password."),
    )
