"""The auditor on entries whose fact memory has replaced, and on plans whose time has passed (C8)."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from claudeops_desktop.knowledge.audits.past_plan import find_past_plan
from claudeops_desktop.knowledge.audits.replaced_source import ReplacedSource, find_replaced_sources
from claudeops_desktop.knowledge.audits.types import KnowledgeStatement
from claudeops_desktop.memory.types import Memory

OCTOBER = datetime(2026, 10, 5, tzinfo=UTC)


def statement(text: str, day: date | None = date(2026, 3, 1)) -> KnowledgeStatement:
    return KnowledgeStatement("MEMORY.md", 12, text, text, "memory", section="Projects", date=day)


@pytest.mark.parametrize(
    "text", ["PostgreSQL 16 is planned for April.", "We use the old relay until summer.", "It is due in May 2026."]
)
def test_a_plan_whose_time_has_passed_is_stale(text: str) -> None:
    (found,) = find_past_plan(statement(text), OCTOBER)
    assert (found.kind, found.before, found.after) == ("stale", text, "")
    assert found.evidence[0].ref == "MEMORY.md:12"


@pytest.mark.parametrize(
    "text",
    [
        "PostgreSQL 17 is planned for November.",
        "The scrub is scheduled for April every year.",
        "It is due in May 2027.",
        "April fools are ignored.",
        "It is planned for September.",
    ],
)
def test_a_plan_that_is_to_come_or_just_over_is_not(text: str) -> None:
    assert list(find_past_plan(statement(text), datetime(2026, 10, 5, tzinfo=UTC))) == []


def test_a_plan_of_december_is_over_in_the_next_year() -> None:
    plan = statement("The move is planned for December.", date(2026, 11, 1))
    assert list(find_past_plan(plan, datetime(2027, 1, 10, tzinfo=UTC))) == []
    assert len(list(find_past_plan(plan, datetime(2027, 1, 15, tzinfo=UTC)))) == 1


def test_an_entry_whose_fact_was_replaced_is_contradicted_by_its_heir() -> None:
    old, new = (
        Memory(number, "db1", "behavior", text, 0.7, 1, "", "", None, 1)
        for number, text in ((1, "Has 16 GB of memory"), (2, "Has 32 GB of memory"))
    )
    source = ReplacedSource("MEMORY.md", "db1: Has 16 GB of memory", old, new)
    (found,) = find_replaced_sources([statement("db1: Has 16 GB of memory"), statement("Other.")], [source])
    assert (found.kind, found.after) == ("contradicted", "db1: Has 32 GB of memory")
    assert [one.ref for one in found.evidence] == ["MEMORY.md:12", "1", "2"]
