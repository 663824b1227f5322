"""Nearest vectors on a PostgreSQL server with pgvector, exact and by HNSW: ``vector_search URL [FACTS] [QUESTIONS]``.

The facts are those of ``recall_speed`` with their built-in vectors (256 numbers), each in one of a hundred scopes.
Questions are asked over 1 %, 10 % and all of the rows. What an index gives is compared with exact search: recall@10 is
the share of what it gives that is as near as the tenth nearest. A table ``vector_search`` is made and dropped.
"""

from __future__ import annotations

import random
import statistics
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import psycopg

from claudeops_desktop.memory.embed.built_in import load

from .recall_speed import made_up_fact, made_up_question
from .report import Figure, report

if TYPE_CHECKING:
    from claudeops_desktop.memory.embed.types import Vectors

FACTS, QUESTIONS, SIZE = 100_000, 100, 256
TIED = 1e-6
SHARES = (1, 10, 100)  # per cent of the rows that may be found
KINDS = {"vector": "vector_cosine_ops", "halfvec": "halfvec_cosine_ops"}


def as_text(vector: Any) -> str:
    """A vector as pgvector reads it."""
    return "[" + ",".join(f"{number:.6f}" for number in vector.tolist()) + "]"


def fill(connection: psycopg.Connection[Any], vectors: Vectors, kind: str) -> None:
    """One row a vector, in a scope drawn by chance."""
    chance = random.Random(1)
    connection.execute("DROP TABLE IF EXISTS vector_search")
    connection.execute(f"CREATE TABLE vector_search (id bigint, scope int, v {kind}({SIZE}))")
    with connection.cursor().copy("COPY vector_search FROM STDIN") as copy:
        for number, vector in enumerate(vectors):
            copy.write_row((number, chance.randrange(100), as_text(vector)))
    connection.execute("CREATE INDEX vector_search_scope ON vector_search (scope)")
    connection.execute("ANALYZE vector_search")


def nearest(connection: psycopg.Connection[Any], vector: str, kind: str, share: int) -> tuple[list[float], float]:
    """Distances of the ten nearest rows of ``share`` per cent of all, and the milliseconds that it took."""
    started = perf_counter()
    rows = connection.execute(
        f"SELECT v <=> %(v)s::{kind}({SIZE}) FROM vector_search WHERE scope < %(share)s"
        f" ORDER BY v <=> %(v)s::{kind}({SIZE}) LIMIT 10",
        {"v": vector, "share": share},
    ).fetchall()
    return [distance for (distance,) in rows], (perf_counter() - started) * 1000


def main() -> int:
    """The exit code is 1 where a target was missed."""
    url = sys.argv[1]
    facts = int(sys.argv[2]) if len(sys.argv) > 2 else FACTS
    questions = int(sys.argv[3]) if len(sys.argv) > 3 else QUESTIONS
    embedder, figures = load(), []
    chance = random.Random(facts)
    told = (made_up_fact(chance, number) for number in range(facts))
    vectors = embedder.embed([f"{one.text} ({one.service})" for one in told])
    asked = [as_text(vector) for vector in embedder.embed([made_up_question(chance) for _ in range(questions)])]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        connection.execute("SET maintenance_work_mem = '1GB'")
        for kind, operators in KINDS.items():
            fill(connection, vectors, kind)
            exact = {(share, one): nearest(connection, one, kind, share) for share in SHARES for one in asked}
            started = perf_counter()
            connection.execute(f"CREATE INDEX vector_search_near ON vector_search USING hnsw (v {operators})")
            figures.append(Figure(f"{kind}: index made", perf_counter() - started, "s"))
            size = connection.execute("SELECT pg_relation_size('vector_search_near') / 1e6").fetchone()
            assert size is not None
            figures.append(Figure(f"{kind}: index", float(size[0]), "MB"))
            connection.execute("SET hnsw.iterative_scan = strict_order")
            connection.execute("SET hnsw.ef_search = 200")
            for share in SHARES:
                found = [nearest(connection, one, kind, share) for one in asked]
                right = [
                    sum(distance <= exact[share, one][0][-1] + TIED for distance in got) / len(exact[share, one][0])
                    for one, (got, _) in zip(asked, found, strict=True)
                ]
                figures += [
                    Figure(f"{kind}, {share} %: recall@10", statistics.mean(right), "", 0.99, at_least=True),
                    Figure(f"{kind}, {share} %: median", statistics.median(ms for _, ms in found), "ms"),
                    Figure(
                        f"{kind}, {share} %: exact, median",
                        statistics.median(exact[share, one][1] for one in asked),
                        "ms",
                    ),
                ]
        connection.execute("DROP TABLE vector_search")
    return report("vector_search", figures, facts=facts, questions=questions)


if __name__ == "__main__":
    sys.exit(main())
