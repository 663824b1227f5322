"""The bar that says that this computer's clock is not trusted."""

from __future__ import annotations

from claudeops_desktop.ui.shell.window import MainWindow


def test_the_window_says_that_the_clock_is_doubted_and_takes_the_operators_word(desk, doubted_clock, qtbot):
    window = MainWindow(desk)
    qtbot.addWidget(window)
    window.show()
    assert window.clock_doubt.isVisible()
    assert "This computer's clock says" in window.clock_doubt.text
    window.clock_doubt.button.click()
    qtbot.waitUntil(lambda: not window.clock_doubt.isVisible())
    assert doubted_clock.judge_now().by == "operator"


def test_there_is_no_bar_over_a_clock_that_is_trusted(desk, qtbot):
    window = MainWindow(desk)
    qtbot.addWidget(window)
    window.show()
    assert not window.clock_doubt.isVisible()
