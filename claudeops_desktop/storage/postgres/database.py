"""peewee on the server: what the application asks in SQLite's SQL is translated here and nowhere else.

One writer at a time, as in the file: a transaction that writes begins by taking one lock of the server's, which ends
with it. All code of the application that reads before it writes relies on that.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

import peewee

from ...core.errors import EnvironmentFault
from ...core.principals import acting
from ..row_visibility import as_seen_by
from . import address as addresses
from .absence import ServerPresence
from .catalog import SCHEMA, TableCatalog, read_catalog
from .faults import ServerAway, away, is_out_of_range, of_server, server_fault
from .leading import LEADERS, ServerLead
from .listening import ChangeListener, OwnWrites
from .migration_steps import server_statements
from .server_vectors import ServerVectors
from .translation import StatementTranslator, TranslatedStatement
from .word_questions import to_question

log = logging.getLogger(__name__)

WRITERS = 0x636C6F77  # a number of our own for the lock of writers
PATIENCE = "5s"
STILL = "15s"
"""A write that does nothing for so long is taken back by the server: a machine that was suspended in the middle of one
would keep every other from writing."""
# Sent at once: each is seen by the server as of its own moment, so that the number is that of whoever wrote before.
_BEGIN_WRITING = (
    f"BEGIN; SET LOCAL idle_in_transaction_session_timeout = '{STILL}';"
    f" SELECT pg_advisory_xact_lock({WRITERS}); SELECT number FROM lite_version"
)
_PLAIN = re.compile(r"\s*(?:SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT|SET|NOTIFY|LISTEN)\b", re.I)
_TABLE_INFO = re.compile(r"\s*PRAGMA\s+table_info\(\s*[\"']?(\w+)[\"']?\s*\)\s*\Z", re.I)
_NULL, _NULL_IN_JSON = "\0", "\\u0000"
_TOO_LARGE = "the number is too large for a column"  # what sqlite3 raises OverflowError for
VISIBLE_NULL = "\u2400"
"""What stands for a zero byte in a text, which the server cannot hold."""


def _prepared_driver() -> Any:
    """psycopg, and peewee knowing it: the window does not import it while the store is a file."""
    psycopg = addresses.driver()
    if peewee.psycopg is None:
        from psycopg.pq import TransactionStatus
        from psycopg.types.json import Json, Jsonb

        peewee.psycopg, peewee.Json_pg3, peewee.Jsonb_pg3 = psycopg, Json, Jsonb
        adapter = peewee.Psycopg3Adapter
        adapter.txn_idle = TransactionStatus.IDLE
        adapter.txn_inerror = TransactionStatus.INERROR
        adapter.txn_unknown = TransactionStatus.UNKNOWN
    return psycopg


class PostgresDatabase(peewee.PostgresqlDatabase):
    """A database on a server that is spoken with as with SQLite. Each thread has a connection of its own."""

    is_server = True

    def __init__(self, address: addresses.StoreAddress) -> None:
        _prepared_driver()
        self.address = address
        self._made: list[Any] = []
        self._made_lock = threading.Lock()
        self._translator = StatementTranslator(TableCatalog())
        self._changes: ChangeListener | None = None
        self._known_version, self._others = -1, 0
        self.own_writes = OwnWrites()
        self.server_vectors = ServerVectors(self)
        self._writing = threading.local()
        self._leadership = ServerLead(address)
        self.presence = ServerPresence(address)
        self.prepare: Callable[[], StatementTranslator] | None = None
        super().__init__(SCHEMA, prefer_psycopg3=True)

    # --- connections -------------------------------------------------------------------------------------------------

    def _connect(self) -> Any:
        connection = addresses.connect(self.address, cursor_factory=_cursor_class())
        _as_sqlite(connection)
        connection.execute(f"SET lock_timeout = '{PATIENCE}'")
        with self._made_lock:
            self._made.append(connection)
        return connection

    def _close(self, connection: Any) -> None:
        with self._made_lock, suppress(ValueError):
            self._made.remove(connection)
        super()._close(connection)

    def connect(self, reuse_if_open: bool = False) -> bool:
        """A connection for this thread; a broken one is replaced. None while the server is known to be away."""
        if self.presence.is_away:
            return False
        if not self._state.closed and (self._state.conn.closed or self._state.conn.broken):
            with self._made_lock, suppress(ValueError):
                self._made.remove(self._state.conn)
            self._state.reset()
        try:
            return bool(super().connect(reuse_if_open))
        except (peewee.OperationalError, peewee.InterfaceError) as error:
            fault = server_fault(error, self.address)
            if not isinstance(fault, ServerAway) or not self._is_gone():
                raise
            return False

    def close_everywhere(self) -> None:
        """Close what other threads have opened. They must be done with it."""
        if self._changes is not None:
            self._changes.stop()
        self.presence.close()
        self._leadership.give_up()
        with self._made_lock:
            made, self._made = self._made, []
        for connection in made:
            connection.close()

    def backend_numbers(self) -> set[int]:
        """The server's numbers of our own connections."""
        with self._made_lock:
            return {connection.info.backend_pid for connection in self._made if not connection.closed}

    # --- statements --------------------------------------------------------------------------------------------------

    def refresh_catalog(self) -> TableCatalog:
        """Read anew what tables there are: after the schema changed."""
        self._translator = StatementTranslator(read_catalog(lambda sql: self.native(sql).fetchall()))
        return self._translator.catalog

    @property
    def translator(self) -> StatementTranslator:
        """The translation for the tables as they were read last."""
        return self._translator

    def native(self, sql: str, parameters: Any = None) -> Any:
        """Run a statement of PostgreSQL's own."""
        self._require_server()
        with peewee.__exception_wrapper__:
            cursor = self.cursor()
            cursor.execute(sql, parameters)  # None: signs of per cent stand for themselves
        return cursor

    def execute(self, query: Any, **context_options: Any) -> Any:
        """Run a query that peewee has written for this server, or one that the application states itself."""
        if isinstance(query, peewee.RawQuery):
            return self.execute_sql(query._sql, query._params)
        if isinstance(query, peewee.SelectBase):
            return self._read(
                "SELECT", lambda: self._execute_here(query, context_options), lambda copy: copy.execute(query)
            )
        self._require_server()
        return self._execute_here(query, context_options)

    def _execute_here(self, query: Any, context_options: dict[str, Any]) -> Any:
        sql, parameters = self.get_sql_context(**context_options).sql(query).query()
        cursor = super().execute_sql(as_seen_by(sql, acting(), SCHEMA), [_value(each) for each in parameters])
        self.own_writes.note(sql)
        return cursor

    def execute_sql(self, sql: str, params: Any = None) -> Any:
        """Run a statement of the application's, in SQLite's SQL."""
        return self._read(sql, lambda: self._execute_sql(sql, params), lambda copy: copy.execute_sql(sql, params))

    def _read(self, sql: str, here: Callable[[], Any], there: Callable[[peewee.Database], Any]) -> Any:
        """Ask the server, or the copy on this machine while the server is away; a write is refused then."""
        copy = self.presence.stand_in(sql)
        if copy is not None:
            return there(copy)
        self._require_server()
        before = self._state.closed or not self.in_transaction()
        try:
            return here()
        except (peewee.OperationalError, peewee.InterfaceError) as error:
            if not before or not isinstance(server_fault(error, self.address), ServerAway):
                raise
            if not self._is_gone():  # it had closed this connection
                self._connect_anew()
                return here()
            copy = self.presence.stand_in(sql)
            if copy is None:
                raise
            return there(copy)

    def _is_gone(self) -> bool:
        """Tell whether the server is away, for an application that has something to read meanwhile; another one tries
        anew each time."""
        if self.presence.copy is None or not self.presence.went_away():
            return False
        self.changes()  # who hears of others hears too when it is back
        return True

    def _require_server(self) -> None:
        if self.presence.is_away:
            raise away(self.address)

    def _execute_sql(self, sql: str, params: Any) -> Any:
        if _PLAIN.match(sql):
            return super().execute_sql(sql, params)
        info = _TABLE_INFO.match(sql)
        if info:
            return super().execute_sql(_COLUMNS, (info[1],))
        steps = server_statements(sql, self._translator)
        if steps is not None:
            return self._change_schema(steps)
        found = self._translator.translate(sql)
        try:
            cursor = super().execute_sql(as_seen_by(found.sql, acting(), SCHEMA), _named(found, params or ()))
        except peewee.DataError as error:
            if is_out_of_range(error):  # a number inside of JSON, which is seen at the server only
                raise OverflowError(_TOO_LARGE) from error
            raise
        self.own_writes.note(sql)
        if found.numbered:
            cursor.number_rows()
        return cursor

    def _change_schema(self, statements: list[str]) -> Any:
        cursor = self.cursor()
        for statement in statements:
            cursor = self.native(statement)
        if statements:
            self.refresh_catalog()
        return cursor

    def begin(self, isolation_level: str | None = None) -> None:
        """Begin; "immediate" waits for its turn among all writers of the store."""
        self._require_server()
        self._begin(_BEGIN_WRITING if isolation_level == "immediate" else "BEGIN")

    def _begin(self, sql: str) -> None:
        """Begin, on a new connection where the server has closed this one: nothing was done on it yet."""
        try:
            self._send_begin(sql)
        except (peewee.OperationalError, peewee.InterfaceError) as error:
            if not isinstance(server_fault(error, self.address), ServerAway):
                raise
            if self._is_gone():
                raise
            self._connect_anew()
            self._send_begin(sql)

    def _send_begin(self, sql: str) -> None:
        try:
            cursor = self.native(sql)
        except BaseException:
            with suppress(peewee.PeeweeException):
                self.rollback()
            raise
        if sql == _BEGIN_WRITING:
            self._writing.version = _numbers(cursor)[-1]
            self._compare(self._writing.version)
            self.own_writes.begin()

    def _connect_anew(self) -> None:
        if not self._state.closed:
            self._close(self._state.conn)
            self._state.reset()
        self.connect()

    def commit(self) -> None:
        """Commit; what was written here is not taken for another's."""
        if self._writing_version() is None:
            super().commit()
            return
        version = _numbers(self.native("SELECT number FROM lite_version; COMMIT"))[0]
        self._writing.version = None
        with self._made_lock:
            self._known_version = version
        self.own_writes.commit()

    def rollback(self) -> None:
        """Take the transaction back."""
        self._writing.version = None
        self.own_writes.roll_back()
        super().rollback()

    def _writing_version(self) -> int | None:
        """The number of the store's writes when this thread's writing transaction began; None outside of one."""
        return getattr(self._writing, "version", None)

    def conflict_update(self, on_conflict: Any, query: Any) -> Any:
        """REPLACE, which peewee knows of SQLite only, is an update of the row that is met."""
        if (on_conflict._action or "").lower() != "replace":
            return super().conflict_update(on_conflict, query)
        table, given = query.table, query._insert
        names = [getattr(key, "column_name", key) for key in given]
        key = self._translator.catalog.conflict_key(table._meta.table_name, names)
        other = peewee.OnConflict(
            action="update", conflict_target=key, preserve=[name for name in names if name not in key]
        )
        return super().conflict_update(other, query)

    def get_tables(self, schema: str | None = None) -> list[str]:
        """The names of all tables with rows of their own, as a migration asks for them."""
        del schema  # there is one
        return sorted(name for name in self._translator.catalog.columns if not name.startswith("lite_"))

    # --- what the store asks of its database -------------------------------------------------------------------------

    def still_in_transaction(self) -> bool:
        """Tell whether the transaction of this thread's connection still stands."""
        return not self._state.closed and self._state.conn.info.transaction_status.name == "INTRANS"

    def external_version(self) -> int:
        """A number that moves when another process wrote."""
        heard = self._changes.count if self._changes is not None else 0
        # Within a write nobody else writes; and where the server tells of each write, it need not be asked.
        if self._writing_version() is None and not self.presence.is_away and not self.hears_others():
            self._compare(self._version_there())
        return self._others + heard

    def hears_others(self) -> bool:
        """Tell whether the server tells of each write of others at present, so that nothing need be asked."""
        return self._changes is not None and self._changes.hears

    def mark_of(self, names: Sequence[str]) -> tuple[int, ...]:
        """A mark that moves when anybody writes to these tables; of this process, where the names say so, only by
        what they say: ``INSERT memories``."""
        return (*self.changes().count_writes(names), *self.own_writes.count_writes(names))

    def _compare(self, version: int) -> None:
        """Note whether others wrote: the store's number of writes is not that of our own last one."""
        with self._made_lock:
            if version != self._known_version:
                self._others += self._known_version >= 0  # what was there before the first look is nobody's news
                self._known_version = version

    def certain_version(self) -> int:
        """A number that anybody's write moves, ours too, asked of the server; -1 while the copy stands in for it."""
        return int(self._read("SELECT", self._version_there, lambda _copy: -1))

    def _version_there(self) -> int:
        return int(self.native("SELECT number FROM lite_version").fetchone()[0])

    def mark(self) -> tuple[int, ...]:
        """A mark that moves when anybody writes. Costs nothing: the server tells, nothing is asked."""
        return self.changes().count, self.own_writes.total

    def come_back(self) -> None:
        """The server answers: what is read and written goes there again, once the schema is what this version knows."""
        if self.presence.is_away:
            if self.prepare is not None:  # it was opened while the server was away
                self._translator, self.prepare = self.prepare(), None
            self.presence.note_back()

    def changes(self) -> ChangeListener:
        """What hears of others' changes; it begins with the first who asks."""
        if self._changes is None:
            self._changes = ChangeListener(self)
        return self._changes

    def take_lead(self) -> bool:
        """Become the one of all machines that acts, where none does. Raises EnvironmentFault."""
        return self._leadership.take_lead()

    def still_leads(self) -> bool:
        """Tell whether the lead is still ours."""
        return self._leadership.is_held()

    def lead_was_lost(self) -> bool:
        """Inside a write: whether this application led, and does not any more as the server sees it."""
        lead = self._leadership
        if not lead.backend:
            return lead.was_lost
        held = "locktype = 'advisory' AND objid = %s AND pid = %s AND granted"
        sql = f"SELECT EXISTS (SELECT 1 FROM pg_locks WHERE {held})"
        return not self.native(sql, (LEADERS, lead.backend)).fetchone()[0]

    def is_connected(self, owner: str) -> bool:
        """Tell whether the server knows a connection of that process, on whichever machine it runs. Nobody is given up
        while the server is away."""
        if self.presence.is_away:
            return True
        sql = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = %s)"
        return bool(self.native(sql, (addresses.name_of(owner),)).fetchone()[0])

    def time_ahead(self) -> timedelta:
        """What to add to this machine's clock to have the server's."""
        return self._leadership.ahead

    def give_lead_up(self) -> None:
        """Let another lead."""
        self._leadership.give_up()

    def check_same_file(self) -> None:
        """A server has no file of ours."""

    def quick_check(self) -> str:
        """The server looks after its files itself."""
        return "ok"

    def finish(self) -> None:
        """Nothing is to be written back: the server does."""

    def rows_holding(
        self, columns: Sequence[str], table: str, words: Sequence[str], wanted: Callable[[str], bool], but: str = ""
    ) -> list[tuple[Any, ...]]:
        """The rows of which ``wanted`` says yes to one of the columns ``words``; they are looked through here."""
        names = ", ".join(f'"{column}"' for column in (*columns, *words))
        rows = self.execute_sql(f'SELECT {names} FROM "{table}" WHERE {but or "1"}')
        said = len(columns)
        return [tuple(row[:said]) for row in rows if any(isinstance(t, str) and wanted(t) for t in row[said:])]

    def keep_numbers_from(self, table: str, number: int) -> None:
        """New rows of a table get numbers above this one."""
        if table not in self._translator.catalog.identity:
            return
        sequence = f"pg_get_serial_sequence('claudeops.\"{table}\"', 'id')"
        self.native(f"SELECT setval({sequence}, greatest({int(number)}, nextval({sequence}) - 1, 1))")

    def is_of_server(self, error: BaseException) -> bool:
        """Tell whether an error came from the server or from the way to it."""
        return of_server(error)

    def machine_fault(self, error: BaseException) -> EnvironmentFault | None:
        """What the server says of itself; None for a mistake in our SQL."""
        return server_fault(error, self.address)


_COLUMNS = """
    SELECT a.attnum - 1, a.attname, CASE format_type(a.atttypid, a.atttypmod) WHEN 'bigint' THEN 'INTEGER'
        WHEN 'double precision' THEN 'REAL' WHEN 'bytea' THEN 'BLOB' ELSE 'TEXT' END,
        a.attnotnull::int, pg_get_expr(d.adbin, d.adrelid),
        coalesce((SELECT array_position(i.indkey::int[], a.attnum::int) + 1 FROM pg_index i
            WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey::int[])), 0)
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = to_regclass('claudeops.' || quote_ident(%s)) AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum
"""


def _numbers(cursor: Any) -> list[int]:
    """The numbers that several statements sent at once have answered, one each."""
    found = []
    while True:
        if cursor.description:
            found += [int(row[0]) for row in cursor.fetchall() if isinstance(row[0], int)]
        if not cursor.nextset():
            return found


def _named(found: TranslatedStatement, params: Sequence[Any]) -> dict[str, Any]:
    return {
        f"p{place}": to_question(value) if place in found.matched else _value(value)
        for place, value in enumerate(params)
    }


def _value(value: Any) -> Any:
    """A value as SQLite takes it: truths are numbers, and a text may hold a zero byte."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise OverflowError(_TOO_LARGE)
    if isinstance(value, str):
        if _NULL in value:
            return value.replace(_NULL, VISIBLE_NULL)
        if value[:1] in ("[", "{") and _NULL_IN_JSON in value:
            return value.replace(_NULL_IN_JSON, "\\u2400")
    if isinstance(value, memoryview | bytearray):
        return bytes(value)
    return value


def _as_sqlite(connection: Any) -> None:
    """What comes from the server looks as it does from SQLite: numbers for truths, text for JSON, bytes."""
    from psycopg.adapt import Loader

    class _Truth(Loader):
        def load(self, data: Any) -> int:
            return int(bytes(data) == b"t")

    class _Number(Loader):
        def load(self, data: Any) -> int | float:
            text = bytes(data).decode()
            return float(text) if "." in text or "n" in text.lower() or "e" in text else int(text)

    class _Text(Loader):
        def load(self, data: Any) -> str:
            return bytes(data).decode("utf-8")

    for name, loader in (("bool", _Truth), ("numeric", _Number), ("json", _Text), ("jsonb", _Text)):
        connection.adapters.register_loader(name, loader)


_classes: list[Any] = []


def _cursor_class() -> Any:
    """A cursor of psycopg's that fills values in itself, as SQLite's: the server need not guess their types."""
    if not _classes:
        from psycopg import ClientCursor

        class NumberingCursor(ClientCursor[Any]):
            """Knows the number of the row that was put in last, as sqlite3's does."""

            lastrowid: int | None = None

            def number_rows(self) -> None:
                rows = self.fetchall() if self.description else []
                self.lastrowid = int(rows[-1][0]) if rows else 0

            def fetchall(self) -> list[Any]:
                return super().fetchall() if self.description else []

            def fetchone(self) -> Any:
                return super().fetchone() if self.description else None

        _classes.append(NumberingCursor)
    return _classes[0]
