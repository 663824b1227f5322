"""A row that wraps shows all of its text where one line is too short; another one is always one line high."""

import pytest

from claudeops_desktop.ui import theme
from claudeops_desktop.ui.widgets.row_button import RowButton

TEXT = "3 services are not healthy and have no incident: clock and others"


@pytest.mark.parametrize(
    ("wraps", "text", "lines"), [(True, TEXT, 2), (True, TEXT * 9, 2), (True, "short", 1), (False, TEXT, 1)]
)
def test_a_text_that_is_too_long_for_a_line(qtbot, wraps, text, lines):
    row = RowButton(wraps=wraps)
    qtbot.addWidget(row)
    row.set_content("degraded", text)
    row.resize(row.fontMetrics().horizontalAdvance(TEXT) * 2 // 3, row.height())
    row.set_content("degraded", text)
    assert row.height() == theme.TARGET + (lines - 1) * row.fontMetrics().lineSpacing()
