"""The detail pane: history, provenance, what the next run reads (PRODUCT M16, M17)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.memory.types import MemoryEdit, MemoryLink, MemoryVersion
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories import text as page_text
from claudeops_desktop.ui.pages.memories.model import MemoryColumn
from claudeops_desktop.ui.pages.memories.text import origin_text, origin_tip, origin_word
from claudeops_desktop.ui.pages.memories.untrusted_text_view import UntrustedTextView
from claudeops_desktop.ui.text import formatting

HOSTILE = "<b>bold</b> <img src='x.png'> & so on"


def visible(operator):
    """All texts in the pane."""
    detail = operator.page.detail
    labels = [label.text() for label in detail.findChildren(QLabel) if label.isVisible()]
    return labels + [passage.toPlainText() for passage in detail.findChildren(UntrustedTextView) if passage.isVisible()]


def section(operator, name, rows):
    """The cells of a section's table, once it has so many rows."""
    body = operator.page.detail.column.sections[name].body
    operator.until(lambda: body.model.rowCount() == rows)
    columns = range(body.model.columnCount())
    return body, [[body.model.index(row, place).data() for place in columns] for row in range(rows)]


def shown(operator, memory_id):
    """Wait until the pane shows a memory; its texts."""
    operator.click(memory_id)
    operator.until(lambda: operator.page.detail.shown and operator.page.detail.shown.memory_id == memory_id)
    return visible(operator)


@pytest.mark.slow
def test_a_memory_is_shown_whole_with_its_history_and_the_line_that_said_it(known, open_page):
    session = known.session()
    said = known.say(session, "Takes 60s to start after restart", service="jellyfin")
    again = known.session()
    assert known.say(again, "Takes 60s to start after restart", service="jellyfin") == said
    operator = open_page()
    texts = shown(operator, said)
    assert "Takes 60s to start after restart" in texts
    assert "The next run reads it" in texts
    leaves = f"it leaves the prompts on {formatting.format_date(utc_now() + timedelta(days=30 + 7 * 6))}."
    assert f"It is number 1 of 1 memory in its prompt. Unless it is confirmed, {leaves}" in texts
    _, history = section(operator, "history", 2)
    assert [row[0] for row in history] == ["Stated again, 0.70 → 0.80", "Learned, at 0.70"]
    _, sources = section(operator, "sources", 2)
    assert [row[1] for row in sources] == ["Noted: [MEMORY:timing:jellyfin] Takes 60s to start after restart"] * 2


@pytest.mark.slow
def test_a_source_link_opens_the_very_line(known, open_page):
    session = known.session()
    known.lines = 6
    said = known.say(session, "Takes 60s to start", service="jellyfin")
    operator = open_page()
    shown(operator, said)
    body, cells = section(operator, "sources", 1)
    assert cells[0][0] == f"Session {session}, line 7"
    operator.push(body.button)
    assert operator.places == [PageLocation("sessions", id=session, line=7)]


@pytest.mark.slow
def test_what_contradicts_a_memory_is_one_click_away(known, open_page):
    session = known.session()
    old = known.say(session, "Must be started after WireGuard", service="caddy", category="dependency")
    new = known.say(
        known.session(), "Can be started independently of WireGuard", service="caddy", category="dependency"
    )
    if not known.read(lambda: known.desk.memory.history.links(old)):  # whatever the judge says: the pane shows links
        link = MemoryLink(new, old, "contradicts", "One needs it, the other does not.", to_text(utc_now()))
        from claudeops_desktop.memory import tables

        known.write(lambda: tables.add_link(link))
    operator = open_page()
    shown(operator, old)
    body, _ = section(operator, "related", 1)
    operator.until(lambda: body.model.index(0, 0).data() == "Contradicted by")
    operator.push(body.button)
    operator.until(lambda: operator.table.selected_keys == [new])
    operator.until(lambda: operator.page.detail.shown.memory_id == new)
    body = operator.page.detail.column.sections["related"].body
    operator.until(lambda: body.model.index(0, 0).data() == "Contradicts")


@pytest.mark.slow
def test_an_inactive_memory_says_why_the_next_run_does_not_read_it(known, open_page):
    inactive = known.add("Slow on Mondays", service="grafana", confidence=0.2)
    operator = open_page()
    texts = shown(operator, inactive)
    assert "The next run does not read it" in texts
    assert any(text.startswith("It is inactive: its confidence is below 0.3") for text in texts)


@pytest.mark.slow
def test_untrusted_text_is_shown_as_text(known, open_page):
    """Agent text is never markup: not in a label, not in a tool tip, not in a question."""
    session = known.session()
    said = known.say(session, HOSTILE, service="web", category="behavior")
    operator = open_page()
    assert HOSTILE in shown(operator, said)
    for label in operator.page.detail.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText or not label.text()
    tip = operator.model.index(0, MemoryColumn.OBSERVATION).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in tip and "&lt;b&gt;bold" in tip
    operator.press(Qt.Key.Key_Delete)
    from claudeops_desktop.ui.pages.memories.dialogs import DeleteQuestion

    question = operator.dialog(DeleteQuestion)
    for label in question.findChildren(QLabel):
        assert label.textFormat() is not Qt.TextFormat.AutoText or "<b>" not in label.text()
    question.reject()


@pytest.mark.slow
def test_return_goes_to_the_details_and_escape_back(qtbot, known, open_page):
    first = known.add("Takes 60s to start")
    operator = open_page()
    shown(operator, first)
    operator.press(Qt.Key.Key_Return)
    assert operator.page.detail.isAncestorOf(operator.page.focusWidget())
    qtbot.keyClick(operator.page.focusWidget(), Qt.Key.Key_Escape)
    operator.until(operator.table.hasFocus)


def test_hovering_over_the_bar_says_why(known):
    """UI.md, Pages: hovering the bar says why it is what it is."""
    first = known.add("Takes 60s to start", confidence=0.5)
    known.write(lambda: known.desk.memory.edits.edit([first], MemoryEdit(confidence=0.95)))
    known.write(lambda: known.desk.memory.edits.edit([first], MemoryEdit(pinned=True)))
    history = known.read(lambda: known.desk.memory.history.versions(first))
    why = page_text.why_confidence(known.get(first), history)
    assert why.startswith("Edited by you just now: 0.50 → 0.95.")


def _version(**fields):
    base = {
        "id": 1, "memory_id": 1, "action": "inserted", "by": "agent", "why": "", "service": None, "category": "timing",
        "observation": "x", "confidence": 0.7, "active": 1, "pinned": 0, "session_id": None, "marker_id": None,
        "other_id": None, "created_at": to_text(utc_now()),
    }  # fmt: skip
    return MemoryVersion(**base | fields)


def test_history_reads_newest_first_with_what_each_change_did():
    told = page_text.history_entries(
        [
            _version(),
            _version(action="lowered", confidence=0.5),
            _version(action="decayed", by="decay", confidence=0.2, active=0),
            _version(action="reactivated", by="operator", confidence=0.4),
        ]
    )
    assert [(entry.title, entry.change) for entry in told] == [
        ("Made active again by you", "0.20 → 0.40"),
        ("Faded", "0.50 → 0.20, now inactive"),
        ("Contradicted", "0.70 → 0.50"),
        ("Learned", "at 0.70"),
    ]


def test_what_no_session_said_names_where_it_comes_from(known):
    fact = known.get(known.add("Takes 60s to start"))
    told = {
        (source, owner): (origin_word(one), origin_text(one), origin_tip(one))
        for source, owner in (
            ("operator", ""), ("operator", "anna"), ("import", "anna"), ("agent", "claude"), ("observed", "")
        )
        for one in [replace(fact, session_id=None, source=source, owner=owner)]
    }  # fmt: skip
    assert told == {
        ("operator", ""): ("you", "you, by hand", "Written by you"),
        ("operator", "anna"): ("anna", "anna, by hand", "Written by anna"),
        ("import", "anna"): ("import", "import", "Imported"),
        ("agent", "claude"): ("claude", "claude", "Noted by claude"),
        ("observed", ""): (
            "transcript", "a transcript of the Claude CLI", "Drawn from a transcript of the Claude CLI"
        ),
    }  # fmt: skip


def test_history_names_the_others_who_share_the_store():
    told = page_text.history_entries(
        [
            _version(by="operator", actor="anna"),
            _version(action="pinned", by="operator"),
            _version(action="shared", by="agent", actor="claude"),
            _version(action="check asked", by="operator", actor="ben"),
        ]
    )
    assert [entry.title for entry in told] == [
        "Check requested by ben",
        "Shared by claude",
        "Pinned by you",
        "Added by anna",
    ]


def test_a_memory_that_will_have_faded_by_then_is_not_read(known):
    first = known.add("Takes 60s to start", confidence=0.35)
    memory, later = known.get(first), utc_now() + timedelta(days=40)
    context = known.read(lambda: known.desk.memory.prompt.block(ContextRequest(2000, later)))
    told = page_text.reading_outlook(memory, context, known.desk.memory.aging.next_exit(memory, later))
    assert not told.read and "has left the prompts" in told.why


def test_a_memory_over_the_budget_is_not_read_and_says_so(known):
    first = known.add("Takes 60s to start after a restart", confidence=0.9)
    second = known.add("Needs a vacuum " * 20, confidence=0.8)
    now = utc_now()
    context = known.read(lambda: known.desk.memory.prompt.block(ContextRequest(40, now)))
    assert page_text.reading_outlook(known.get(first), context, None).read
    told = page_text.reading_outlook(known.get(second), context, None)
    assert not told.read and "budget" in told.why


def test_what_one_log_said_is_called_unconfirmed(known):
    memory = known.get(known.add("Takes 60s to start after a restart"))
    assert page_text.state_text(memory) == "active"
    assert page_text.state_text(replace(memory, confirmed=0)) == "active, unconfirmed"
