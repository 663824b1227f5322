"""Making the schema on a server, and bringing it up to date: by one process, while others wait."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ...core.clock import to_text, utc_now
from ...core.errors import EnvironmentFault, OperatorError
from ...core.messages import UserMessage
from .. import migrate
from ..database import TrackedDatabase
from ..migrate import SchemaMigration
from . import functions
from .catalog import SCHEMA
from .database import PostgresDatabase
from .listening import CHANNEL
from .schema import schema_statements

log = logging.getLogger(__name__)

BUILDERS = 0x636C6F62  # a number of our own for the lock of those who change the schema
LONG = "60s"
STILL = "30s"  # one that is suspended while it builds must not keep the others waiting
OLDEST = 150_000
_NOTIFY = f"""
CREATE TABLE lite_version (number bigint NOT NULL, writer xid8 NOT NULL);
INSERT INTO lite_version VALUES (1, '0');
CREATE FUNCTION lite_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A guard does not wait for the application's long writes: it only tells who listens.
    IF coalesce(current_setting('claudeops.quiet', true), '') <> 'on' THEN
        UPDATE claudeops.lite_version SET number = number + 1, writer = pg_current_xact_id()
            WHERE writer <> pg_current_xact_id();
    END IF;
    PERFORM pg_notify('{CHANNEL}', TG_TABLE_NAME);
    RETURN NULL;
END $$;
"""


@contextmanager
def migrated_sqlite() -> Iterator[sqlite3.Connection]:
    """A SQLite database in memory with the schema of this version."""
    database = TrackedDatabase(":memory:")
    database.connect()
    try:
        for step in migrate.known_migrations():
            step.up(database)
        yield database.connection()
    finally:
        database.close()
        database.close_everywhere()


def prepare_server(database: PostgresDatabase) -> list[int]:
    """Bring the schema up to date, or make it where there is none; the numbers of the steps that were due.

    Raises OperatorError where a newer version has written the store, and EnvironmentFault where another process takes
    longer than a minute.
    """
    steps = migrate.known_migrations()
    version = database.connection().info.server_version
    if version < OLDEST:
        raise OperatorError(
            UserMessage("The PostgreSQL server of {place} is too old.", place=database.address.place),
            UserMessage("Use version 15 or newer."),
        )
    database.refresh_catalog()
    if _seen(database) == {step.number for step in steps}:
        return []
    with database.atomic():
        database.native(f"SET LOCAL idle_in_transaction_session_timeout = '{STILL}'")
        _wait_for_turn(database)
        database.refresh_catalog()
        seen = _seen(database)
        refuse_newer(database, seen, steps[-1].number)
        missing = [step for step in steps if step.number not in seen]
        if not seen:
            make_schema(database, steps)
        else:
            for step in missing:
                step.up(database)
                record_step(database, step)
                database.refresh_catalog()
            database.native(functions.ROWS)
            tell_of_changes(database)
    database.refresh_catalog()
    if missing:
        log.info("schema on the server brought to %d", steps[-1].number)
    return [step.number for step in missing]


def make_schema(
    database: PostgresDatabase, steps: list[SchemaMigration], fill: Callable[[], None] = lambda: None
) -> None:
    """Make all of it in the transaction that goes on; ``fill`` puts rows in before there are keys and triggers."""
    database.native(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    with migrated_sqlite() as model:
        first, then = schema_statements(model, database.translator)
        for statement in first:
            database.native(statement)
        database.native(
            "CREATE TABLE IF NOT EXISTS schema_migrations"
            " (number bigint PRIMARY KEY, name text NOT NULL, applied_at text NOT NULL)"
        )
        database.refresh_catalog()
        for step in steps:
            record_step(database, step)
        fill()
        _, then = schema_statements(model, database.translator)
        for statement in then():
            database.native(statement)
        for index in _word_indexes(database):
            database.native(f"SELECT lite_words_command('{index}', 'rebuild')")
    database.native(_NOTIFY)
    tell_of_changes(database)
    database.refresh_catalog()


def record_step(database: PostgresDatabase, step: SchemaMigration) -> None:
    """Write down that a step was done."""
    database.native(
        "INSERT INTO schema_migrations (number, name, applied_at) VALUES (%s, %s, %s)",
        (step.number, step.name, to_text(utc_now())),
    )


def tell_of_changes(database: PostgresDatabase) -> None:
    """Every table tells who listens that it changed, whoever wrote; and rows that bring their number along move the
    counter of those that are given."""
    for (table,) in database.native(
        "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'claudeops'::regnamespace AND c.relkind = 'r'"
        " AND c.relname NOT LIKE 'lite\\_%' AND NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid"
        " AND t.tgname = 'lite_tells') AND NOT EXISTS (SELECT 1 FROM lite_word_indexes w WHERE w.name = c.relname)"
    ).fetchall():
        database.native(
            f'CREATE TRIGGER lite_tells AFTER INSERT OR UPDATE OR DELETE ON "{table}"'
            " FOR EACH STATEMENT EXECUTE FUNCTION lite_tell()"
        )
    for table, sequence in database.native(
        "SELECT c.relname, pg_get_serial_sequence('claudeops.' || quote_ident(c.relname), 'id') FROM pg_class c"
        " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'id' AND a.attidentity <> ''"
        " WHERE c.relnamespace = 'claudeops'::regnamespace AND c.relkind = 'r' AND NOT EXISTS (SELECT 1 FROM pg_trigger"
        " t WHERE t.tgrelid = c.oid AND t.tgname = 'lite_numbers')"
    ).fetchall():
        database.native(
            f'CREATE TRIGGER lite_numbers AFTER INSERT ON "{table}"'
            f" FOR EACH STATEMENT EXECUTE FUNCTION lite_numbers_along('{sequence}')"
        )


def refuse_newer(database: PostgresDatabase, seen: set[int], newest: int) -> None:
    """Raises OperatorError where a newer version has written the store."""
    if seen and max(seen) > newest:
        raise OperatorError(
            UserMessage(
                "The store on {place} was written by a newer version of Claude Ops (schema {seen}, this one knows"
                " {number}).",
                place=database.address.place,
                seen=max(seen),
                number=newest,
            ),
            UserMessage("Update the application, or go on with a store of its own: --data-dir FOLDER."),
        )


def _wait_for_turn(database: PostgresDatabase) -> None:
    if not database.native(f"SELECT pg_try_advisory_xact_lock({BUILDERS})").fetchone()[0]:
        log.warning("another process brings the store up to date; waiting for it")
        database.native(f"SET LOCAL lock_timeout = '{LONG}'")
        try:
            database.native(f"SELECT pg_advisory_xact_lock({BUILDERS})")
        except Exception as error:
            if database.machine_fault(error) is None:
                raise
            raise EnvironmentFault(
                UserMessage("Another process brings the store up to date, for more than a minute."),
                UserMessage("Wait until it is done, and start again."),
            ) from error


def _seen(database: PostgresDatabase) -> set[int]:
    if "schema_migrations" not in database.translator.catalog.columns:
        return set()
    return {row[0] for row in database.native("SELECT number FROM schema_migrations")}


def _word_indexes(database: PostgresDatabase) -> list[Any]:
    return [row[0] for row in database.native("SELECT name FROM lite_word_indexes ORDER BY name").fetchall()]
