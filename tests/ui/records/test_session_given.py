"""Memory in the prompt is read back part by part: the block, what fits the session, dates and lessons (E9, E12)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.language.extraction.types import ConversationTurn
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.injected import given_in
from claudeops_desktop.memory.prompt_memory.types import InjectionRequest, TokenBudgets
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui.pages.sessions.prompt_rows import build_prompt_rows
from claudeops_desktop.ui.pages.sessions.queries import RunRecord, ShownSession, load_prompt_rows
from claudeops_desktop.ui.pages.sessions.sections import used_text

from .logs import Talker

FACTS = (
    ("timing", "jellyfin", "Takes 60s to start after a restart"),
    ("behavior", "jellyfin", "The library at /srv/media is mounted from nas over wireguard"),
    ("remediation", "jellyfin", "Remounting /srv/media brings the library back"),
)


@pytest.fixture
def told(desk):
    """A session that was told all parts: its row, and the ids of its memories.

    These were said at one moment: which of them the budget holds depends on which is the newest.
    """
    now = utc_now()
    memory, store = desk.memory, desk.book.store

    def write(work):
        return store.write(work).result()

    edits = MemoryService(desk.book, lambda: now).edits
    ids = [write(lambda fact=fact: edits.add(MemoryCandidate(*fact))).ids[0] for fact in FACTS]
    write(lambda: memory.lessons.add("Prefer a reload over a restart"))
    number = Talker(desk, status="completed").session_id
    said = [ConversationTurn(1, "user", "Renew the certificate of jellyfin tomorrow.", now.isoformat())]
    write(lambda: memory.reminders.scan(said, session_id=number))
    budgets = TokenBudgets(60, 800, 400, 3200, 6)
    request = InjectionRequest(budgets, now + timedelta(days=1), ("jellyfin",), "How long does jellyfin take to start?")
    injected = memory.prompt.compose(replace(request, session_id=number), patience_s=60)
    write(lambda: memory.prompt.record(number, injected, injected.text))
    write(lambda: desk.book.sessions.update(number, appended_prompt=injected.text))
    return number, ids


def given(desk, number):
    memory = desk.memory

    def read():
        session = desk.book.sessions.get(number)
        block = memory.prompt.compare(given_in(session.appended_prompt))
        known = {one.id: one for one in memory.search.rows([row.memory_id for row in memory.prompt.given_to(number)])}
        return build_prompt_rows(session.appended_prompt, block, memory.prompt.given_to(number), known)

    return desk.book.store.read(read).result()


def test_every_part_of_a_prompt_is_read_back(desk, told):
    number, _ = told
    found = given(desk, number)
    by_part = {part: [row for row in found if row.part == part] for part in ("memory", "due", "session", "lessons")}
    assert {row.text for row in by_part["memory"]} | {row.text for row in by_part["session"]} == {f[2] for f in FACTS}
    assert all(row.memory is not None and row.memory.observation == row.text for row in found if row.was_memory)
    (lesson,) = by_part["lessons"]
    assert lesson.text.startswith("Prefer a reload over a restart [")
    assert [bool(by_part[part]) for part in by_part] == [True] * 4
    assert [row.part for row in found] == [row.part for part in by_part.values() for row in part]


def test_what_came_of_each_is_told(desk, told):
    number, ids = told
    sql = "UPDATE injections SET used = ?, how = ? WHERE memory_id = ?"
    for used, how, memory_id in ((1, "It waited 60 s.", ids[0]), (0, "It never looked there.", ids[1])):
        desk.book.store.write(lambda v=(used, how, memory_id): desk.book.store.database.execute_sql(sql, v)).result()

    def read():
        return load_prompt_rows(desk, ShownSession(desk.book.sessions.get(number), RunRecord(1)))

    came = {row.text: used_text(row) for row in desk.book.store.read(read).result().values()}
    assert [came[fact[2]] for fact in FACTS] == ["used", "not used", "not known yet"]
    assert [used for text, used in came.items() if text.startswith("Prefer a reload")] == [""]


def test_a_memory_that_reads_otherwise_now_keeps_the_words_that_were_told(desk, told):
    number, ids = told
    before = [row.text for row in given(desk, number)]
    sql = "UPDATE memories SET observation = 'Takes 25s to start' WHERE id = ?"
    desk.book.store.write(lambda: desk.book.store.database.execute_sql(sql, (ids[0],))).result()
    after = given(desk, number)
    assert [row.text for row in after] == before
    assert [(row.changed, row.memory.id) for row in after if row.text == FACTS[0][2] and row.part == "session"] in (
        [], [(True, ids[0])],
    )  # fmt: skip
