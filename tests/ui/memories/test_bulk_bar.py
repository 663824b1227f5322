"""The actions on several memories are whole beside the table too, in every language."""

from __future__ import annotations

import pytest

from claudeops_desktop.ui.pages.memories.bulk_bar import BulkBar


@pytest.mark.parametrize("width", [300, 430, 900])
def test_no_button_is_cut_whatever_room_there_is(qtbot, width):
    bar = BulkBar()
    qtbot.addWidget(bar)
    bar.show_count(1234)
    bar.resize(width, 400)
    bar.show()
    qtbot.waitExposed(bar)
    assert bar.width() == width
    for button in (bar.adjust, bar.pin, bar.unpin, bar.delete, bar.clear):
        place = button.rect().translated(button.mapTo(bar, button.rect().topLeft()))
        assert bar.rect().contains(place), button.text()
        assert button.width() >= button.sizeHint().width()
