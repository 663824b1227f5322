"""An agent's answer as markdown (PITFALLS: MarkdownNoHTML; loadResource blocked)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextTable

from claudeops_desktop.ui import theme
from claudeops_desktop.ui.widgets.response_view import RENDERED_UP_TO, ResponseView


@pytest.fixture
def view(qtbot):
    made = ResponseView()
    qtbot.addWidget(made)
    return made


def test_headings_lists_and_tables_are_rendered_in_our_type(view):
    view.show_text("# Big\n\n```\ncode\n```\n\n| service | state |\n|---|---|\n| caddy | ok |\n")
    (table,) = [frame for frame in view.document().rootFrame().childFrames() if isinstance(frame, QTextTable)]
    first = table.cellAt(0, 0)
    assert first.lastPosition() - first.firstPosition() == len("service")
    heading = view.document().begin().begin().fragment()
    assert heading.charFormat().font().pixelSize() <= theme.TITLE_PX


def test_the_same_answer_again_keeps_the_place(view):
    view.resize(300, 100)
    view.show()
    text = "line\n\n" * 100
    view.show_text(text)
    assert view.verticalScrollBar().value() == 0
    view.verticalScrollBar().setValue(50)
    view.show_text(text)
    assert view.verticalScrollBar().value() == 50


@pytest.mark.slow
def test_a_very_long_answer_is_shown_as_it_is(view):
    view.show_text("# x\n" * RENDERED_UP_TO)
    assert view.toPlainText().startswith("# x\n")


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet="#*_`|-[]()!<>&~ \n1a.", max_size=200))
def test_any_markdown_is_survived(view, text):
    view.show_text(text)
