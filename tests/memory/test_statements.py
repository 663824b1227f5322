"""How many statements of SQL a marker and a prompt take: they are counted, because time differs between machines."""

from __future__ import annotations

from typing import Any

import pytest
from memory_world import Desk

Ran = list[str]
OLD, NEW = "Takes 60s to start after a restart", "Takes 90s to start after a restart"


@pytest.fixture
def ran(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """The statements that ran, in order; a test clears them."""
    database = type(desk.store.database)
    plain = database.execute_sql
    found: Ran = []

    def execute_sql(self: Any, sql: str, params: Any = None) -> Any:
        if sql.split(maxsplit=1)[0] in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            found.append(sql)
        return plain(self, sql, params)

    monkeypatch.setattr(database, "execute_sql", execute_sql)
    return found


def says(desk: Desk, ran: Ran, text: str) -> Ran:
    """Another session says a marker; what its write took."""
    session = desk.session()
    ran.clear()
    desk.says(f"[MEMORY:timing:plex] {text}", session=session)
    return list(ran)


def test_a_new_fact_takes_few_statements(desk: Desk, ran: Ran) -> None:
    assert len(says(desk, ran, OLD)) <= 15


def test_a_contradiction_takes_few_statements(desk: Desk, ran: Ran) -> None:
    says(desk, ran, OLD)
    found = says(desk, ran, NEW)
    assert desk.get(1).superseded_by == 2
    assert len(found) <= 20


def test_a_prompt_of_many_facts_takes_no_more_statements_than_one_of_few(desk: Desk, ran: Ran) -> None:
    def taken() -> int:
        ran.clear()
        desk.context(2000, "plex")
        return len(ran)

    desk.add("The disk of the yard is full", service="plex")
    few = taken()
    for number in range(20):
        desk.add(f"The disk of rack {number} is full", service="plex")
    assert taken() == few
