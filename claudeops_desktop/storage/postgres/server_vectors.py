"""Vectors that the server searches itself, with pgvector: for a store of more memories than each process should hold.

A table beside ``memory_vectors`` has the same vectors as numbers of half precision, with an HNSW index for each model.
Nothing in it is the truth: it is made where it is first wanted, filled in batches, and a row goes with its vector. A
server without pgvector has none of it, and each process searches by itself as in a file.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .database import PostgresDatabase

MAKERS = 0x636C6F76  # a number of our own for the lock of who makes an index
SEARCHED = 400  # what HNSW keeps in sight; more than are asked for at once
LOOK_AGAIN_S = 60.0
_TABLE = "claudeops.lite_near_vectors"
_MAKE = f"""
    CREATE TABLE IF NOT EXISTS {_TABLE} (
        memory_id bigint NOT NULL, model text NOT NULL, size int NOT NULL, near {{schema}}.halfvec NOT NULL,
        PRIMARY KEY (memory_id, model)
    );
    CREATE OR REPLACE FUNCTION claudeops.lite_near_vectors_gone() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM {_TABLE} WHERE memory_id = OLD.memory_id AND model = OLD.model;
        RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER near_vectors_gone AFTER DELETE OR UPDATE ON claudeops.memory_vectors
        FOR EACH ROW EXECUTE FUNCTION claudeops.lite_near_vectors_gone()
"""
_EXTENSION = "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'vector'"
_MAY_MAKE = """
    SELECT EXISTS (SELECT 1 FROM pg_available_extension_versions WHERE name = 'vector'
        AND (current_setting('is_superuser') = 'on'
            OR trusted AND has_database_privilege(current_database(), 'CREATE')))
"""
_INDEX = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('claudeops.' || quote_ident(%(index)s))"
HAS_INDEX = """
    SELECT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = to_regclass('claudeops.lite_near_vectors')
        AND NOT indisprimary AND indisvalid)
"""
"""Asks whether the server searches the vectors of any model."""
_PRESENT = "SELECT to_regclass('claudeops.lite_near_vectors') IS NOT NULL"


class ServerVectors:
    """Keeps and searches the vectors at the server. Any thread; each call waits for the server."""

    longest = 4_000
    """Numbers of a vector that an index of half precision takes."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._schema = ""  # where pgvector's types are
        self._kept, self._looked = False, float("-inf")
        self._ready: set[tuple[str, int]] = set()

    def is_kept(self) -> bool:
        """Tell whether the server has such a table: what stores a vector puts it there too. Asked once a minute until
        so."""
        if not self._kept and time.monotonic() - self._looked > LOOK_AGAIN_S:
            self._looked = time.monotonic()
            self._kept = bool(self._one(_PRESENT))
        return self._kept

    def is_ready(self, model: str, size: int) -> bool:
        """Tell whether the vectors of a model, of ``size`` numbers, can be searched there: the index stands."""
        known = (model, size)
        if known not in self._ready and self._find_schema() and self._one(_INDEX, {"index": _index_name(*known)}):
            self._ready.add(known)
        return known in self._ready

    def make(self) -> bool:
        """Make the table, where it is not there. False where the server has no pgvector, or does not let us use it.
        Inside ``store.write``."""
        if not self._find_schema():
            if not self._one(_MAY_MAKE):
                return False
            self._database.native("CREATE EXTENSION IF NOT EXISTS vector SCHEMA claudeops")
            self._find_schema()
        self._database.native(_MAKE.format(schema=self._schema))
        self._kept = True
        return True

    def missing(self, model: str, limit: int) -> list[tuple[int, bytes]]:
        """(Memory id, its vector as it is stored) of vectors of a model that are not there yet."""
        sql = (
            f"SELECT v.memory_id, v.vector FROM claudeops.memory_vectors v LEFT JOIN {_TABLE} n"
            " ON n.memory_id = v.memory_id AND n.model = v.model"
            " WHERE v.model = %(model)s AND n.memory_id IS NULL ORDER BY v.memory_id LIMIT %(limit)s"
        )
        rows = self._database.native(sql, {"model": model, "limit": limit}).fetchall()
        return [(int(number), bytes(vector)) for number, vector in rows]

    def put(self, ids: Sequence[int], vectors: Sequence[Sequence[float]], model: str) -> None:
        """Put vectors there whose memories have them in ``memory_vectors``. Inside ``store.write``."""
        if not ids or not self._find_schema():
            return
        sql = (
            f"INSERT INTO {_TABLE} (memory_id, model, size, near)"
            f" SELECT n.id, %(model)s, %(size)s, n.near::{self._schema}.halfvec"
            " FROM unnest(%(ids)s::bigint[], %(texts)s::text[]) n (id, near)"
            " JOIN claudeops.memory_vectors v ON v.memory_id = n.id AND v.model = %(model)s"
            " ON CONFLICT (memory_id, model) DO UPDATE SET size = excluded.size, near = excluded.near"
        )
        texts = [_as_text(vector) for vector in vectors]
        values = {"model": model, "size": len(vectors[0]), "ids": list(ids), "texts": texts}
        self._database.native(sql, values)

    def make_index(self, model: str, size: int) -> None:
        """Make the index of a model, where no other application is making it. Nobody waits for it but the caller: some
        ten seconds for 100,000 memories. Outside of transactions."""
        if not self._one(f"SELECT pg_try_advisory_lock({MAKERS})"):
            return
        patience = self._one("SHOW lock_timeout")
        self._database.native("SET lock_timeout = 0")  # it waits for every transaction that was there before it
        try:
            self._make_index(model, size)
        finally:
            self._database.native(f"SET lock_timeout = '{patience}'; SELECT pg_advisory_unlock({MAKERS})")

    def _make_index(self, model: str, size: int) -> None:
        name = _index_name(model, size)
        if self._one(_INDEX, {"index": name}) == 0:  # somebody was killed while making it
            self._database.native(f'DROP INDEX IF EXISTS claudeops."{name}"')
        kind, operators = f"{self._schema}.halfvec({int(size)})", f"{self._schema}.halfvec_ip_ops"
        sql = (
            f'CREATE INDEX CONCURRENTLY IF NOT EXISTS "{name}" ON {_TABLE}'
            f" USING hnsw ((near::{kind}) {operators}) WHERE model = %(model)s AND size = {int(size)}"
        )
        self._database.native(sql, {"model": model})
        self._database.native(f"ANALYZE {_TABLE}")

    def nearest(
        self,
        vector: Sequence[float],
        model: str,
        where: str,
        values: Mapping[str, object],
        limit: int,
        ids: Sequence[int],
        *,
        exact: bool,
    ) -> list[tuple[int, float]]:
        """(Memory id, cosine) of the ``limit`` nearest memories ``m`` that fulfil ``where``, and of ``ids``.

        ``where`` is a condition of the server's SQL with the names of ``values``. The vectors have the length 1.
        ``exact``: all that fulfil it are compared, without the index.
        """
        distance = self._distance(len(vector))
        sql = (
            f"SET hnsw.ef_search = {SEARCHED}; SET hnsw.iterative_scan = strict_order;"
            f" (SELECT n.memory_id, -({distance}) FROM {_TABLE} n JOIN claudeops.memories m ON m.id = n.memory_id"
            f" WHERE n.model = %(model)s AND n.size = {len(vector)} AND {where}"
            f" ORDER BY {f'({distance}) + 0' if exact else distance} LIMIT {int(limit)})"
            f" UNION ALL {self._of_these(len(vector))}"
        )
        return self._cosines(sql, dict(values), vector, model, ids)

    def cosines(self, vector: Sequence[float], model: str, ids: Sequence[int]) -> list[tuple[int, float]]:
        """(Memory id, cosine) of those of these memories that have a vector here."""
        return self._cosines(self._of_these(len(vector)), {}, vector, model, ids)

    def _distance(self, size: int) -> str:
        kind = f"{self._schema}.halfvec({size})"
        return f"n.near::{kind} OPERATOR({self._schema}.<#>) %(vector)s::{kind}"

    def _of_these(self, size: int) -> str:
        return (
            f"SELECT n.memory_id, -({self._distance(size)}) FROM {_TABLE} n"
            f" WHERE n.model = %(model)s AND n.size = {size} AND n.memory_id = ANY (%(ids)s::bigint[])"
        )

    def _cosines(
        self, sql: str, values: dict[str, object], vector: Sequence[float], model: str, ids: Sequence[int]
    ) -> list[tuple[int, float]]:
        cursor = self._database.native(sql, values | {"vector": _as_text(vector), "model": model, "ids": list(ids)})
        while cursor.nextset():
            pass
        return [(int(number), float(near)) for number, near in cursor.fetchall()]

    def _find_schema(self) -> str:
        if not self._schema:
            found = self._one(_EXTENSION)
            self._schema = found or ""  # quoted where it needs to be
        return self._schema

    def _one(self, sql: str, values: dict[str, Any] | None = None) -> Any:
        row = self._database.native(sql, values).fetchone()
        return None if row is None else row[0]


def _index_name(model: str, size: int) -> str:
    return f"lite_near_{size}_{hashlib.sha256(model.encode()).hexdigest()[:16]}"


def _as_text(vector: Sequence[float]) -> str:
    return "[" + ",".join(f"{number:.6g}" for number in vector) + "]"
