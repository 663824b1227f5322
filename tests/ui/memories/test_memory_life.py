"""A memory's life on one line: changes, recalls and prompts; what it replaced, and the way back (E7, E12, M16)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory import resources, tables
from claudeops_desktop.memory.recall.types import RecallRequest
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories.model import MemoryColumn


def shown(operator, memory_id):
    operator.click(memory_id)
    operator.until(lambda: operator.page.detail.shown and operator.page.detail.shown.memory_id == memory_id)
    return operator.page.detail


def section(operator, name, rows=1):
    """The table of a section, once it has so many rows."""
    body = operator.page.detail.column.sections[name].body
    operator.until(lambda: body.model.rowCount() == rows)
    return body


def column(body, place):
    return [body.model.index(row, place).data() for row in range(body.model.rowCount())]


def texts(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def replaced(known):
    """An old fact and the one that replaced it."""
    old = known.add("Takes 60s to start after restart", service="jellyfin")
    new = known.add("Takes 10s to start after restart", service="jellyfin")
    known.write(lambda: tables.update(old, superseded_by=new, valid_until=to_text(utc_now())))
    return old, new


@pytest.mark.slow
def test_recalls_and_prompts_stand_among_its_changes(known, open_page):
    first = known.add("Backups run daily at 02:00", service="postgres", category="maintenance")
    known.add("Takes 60s to start after restart", service="jellyfin")
    session = known.session()
    known.desk.memory.recall.ask(RecallRequest("When do postgres backups run?", utc_now()))
    known.desk.book.store.drain()

    def told():
        database = known.desk.book.store.database
        for used, how in ((1, "It waited until 02:10, as the memory says."), (0, "Nothing has to do with it.")):
            database.execute_sql(
                "INSERT INTO injections (session_id, memory_id, part, tokens, used, how, created_at) VALUES"
                " (?, ?, 'memory', 12, ?, ?, ?)",
                (session + (used == 0), first, used, how, to_text(utc_now())),
            )

    known.session()
    known.write(told)
    operator = open_page()
    detail = shown(operator, first)
    history = section(operator, "history", 4)
    what = {"Added by you, at 0.70", "Recalled by you", "Injected and used, as operational memory"}
    assert {*what, "Injected and ignored, as operational memory"} == set(column(history, 0))
    assert "“When do postgres backups run?”" in column(history, 1)
    assert "It waited until 02:10, as the memory says." in column(history, 1)
    assert any(text.startswith("in 2 prompts, used 1, ignored 1") for text in texts(detail))


@pytest.mark.slow
def test_a_replaced_one_says_so_and_leads_to_what_replaced_it(known, open_page):
    old, new = replaced(known)
    operator = open_page()
    assert operator.text(old, MemoryColumn.STATE) == "replaced"
    detail = shown(operator, old)
    assert "A newer fact replaced it. Make it valid again if that one is wrong." in texts(detail)
    chain = section(operator, "chain", 2)
    operator.until(lambda: column(chain, 0) == ["valid until just now, this one", "valid now"])
    chain.table.select_key(1)
    operator.push(chain.button)
    operator.until(lambda: operator.table.selected_keys == [new])


@pytest.mark.slow
def test_a_replaced_one_is_made_valid_again_and_undone(known, open_page):
    old, new = replaced(known)
    operator = open_page()
    shown(operator, new)
    chain = section(operator, "chain", 2)
    chain.table.select_key(0)
    operator.push(chain.again)
    operator.until(lambda: known.get(old).superseded_by is None)
    operator.until(lambda: operator.text(old, MemoryColumn.STATE) == "active")
    operator.undo()
    operator.until(lambda: known.get(old).superseded_by == new)


@pytest.mark.slow
def test_one_that_replaced_nothing_shows_no_chain(known, open_page):
    first = known.add("Takes 60s to start")
    assert shown(open_page(), first).column.sections["chain"].isHidden()


@pytest.mark.slow
def test_the_passage_it_was_drawn_from_stands_with_it(known, open_page):
    first = known.add("Takes 60s to start after restart", service="jellyfin")

    def observed():
        number = resources.add("user: jellyfin took a minute", "passage", to_text(utc_now()), "session:7", utc_now())
        tables.update(first, resource_id=number, source="observed")

    known.write(observed)
    operator = open_page()
    shown(operator, first)
    sources = section(operator, "sources", 2)
    place = column(sources, 1).index("user: jellyfin took a minute")
    assert column(sources, 0)[place] == "Drawn from: Session 7"
    sources.table.select_key(place)
    operator.push(sources.button)
    assert operator.places[-1] == PageLocation("sessions", id=7)


@pytest.mark.slow
def test_what_is_around_it_and_why_it_is_read_are_a_click_away(known, open_page):
    first = known.add("Takes 60s to start after restart", service="jellyfin")
    operator = open_page()
    shown(operator, first)
    operator.push(operator.page.action_set.buttons["around"])
    assert operator.places[-1] == PageLocation("ask", filters={"view": "around", "service": "jellyfin"})
    operator.push(operator.page.action_set.buttons["why"])
    assert operator.places[-1] == PageLocation("ask", id=first, filters={"view": "why"})


@pytest.mark.slow
def test_a_fact_that_waits_is_listed_when_asked_for_and_leads_to_its_review(known, open_page):
    first = known.add("Run what the wiki links to", service="web")
    known.write(lambda: tables.update(first, gate="hold", active=0, gate_why="It would run what it fetches."))
    other = known.add("Takes 60s to start")
    operator = open_page()
    operator.sees(other)
    operator.until(lambda: operator.facts[-1] == "1 active · 0 closed · 1 needs review")
    operator.page.boxes["state"].value_chosen.emit("held")
    operator.sees(first)
    detail = shown(operator, first)
    assert "It needs review. No run reads it until you approve it." in texts(detail)
    operator.push(operator.page.action_set.buttons["review"])
    assert operator.places[-1] == PageLocation("review", id=first)
