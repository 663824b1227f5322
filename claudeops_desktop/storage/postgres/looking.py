"""A look at a store on a server: nothing is made or changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from ...core.clock import utc_now
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ..migrate import newest_number
from ..store_state import SEARCHED_HERE, SEARCHED_THERE, SERVER, StoreStatus
from .address import StoreAddress, connect
from .faults import server_fault
from .server_vectors import HAS_INDEX


def clock_difference(address: StoreAddress) -> timedelta:
    """How far the server's clock is ahead of this machine's. Raises EnvironmentFault where it does not answer."""
    try:
        with connect(address) as connection:
            there = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()[0]
    except Exception as error:
        fault = server_fault(error, address)
        if fault is None:
            raise
        raise fault from error
    return datetime.fromtimestamp(there, UTC) - utc_now()


def server_status(address: StoreAddress) -> StoreStatus:
    """Raises EnvironmentFault where the server does not answer, and OperatorError where it holds no store."""
    try:
        with connect(address) as connection:
            if not connection.execute("SELECT to_regclass('claudeops.schema_migrations') IS NOT NULL").fetchone()[0]:
                raise OperatorError(
                    UserMessage("The database {place} holds no store.", place=address.place),
                    UserMessage("Start the application once to make one there, or clear the setting store.url."),
                )
            names = connection.execute(
                "SELECT relname FROM pg_class c WHERE relnamespace = 'claudeops'::regnamespace AND relkind = 'r'"
                " AND relname NOT LIKE 'lite\\_%' AND NOT EXISTS"
                " (SELECT 1 FROM lite_word_indexes w WHERE w.name = c.relname) ORDER BY relname"
            ).fetchall()
            tables = {
                name: int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]) for (name,) in names
            }
            schema = int(connection.execute("SELECT max(number) FROM schema_migrations").fetchone()[0])
            searched = SEARCHED_THERE if connection.execute(HAS_INDEX).fetchone()[0] else SEARCHED_HERE
            version = str(connection.execute("SHOW server_version").fetchone()[0])
            others = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name LIKE 'claudeops %:%' AND pid <> pg_backend_pid()"
            ).fetchone()[0]
    except OperatorError:
        raise
    except Exception as error:
        fault = server_fault(error, address)
        if fault is None:
            raise
        raise fault from error
    return StoreStatus(SERVER, address.text, version, schema, newest_number(), int(others), tables, searched)
