"""The window on the real engine: a run is started by hand, seen while it is on, and its outcome stays on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.folders import used_folder

from claudeops_desktop.app import _desk
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.stream import writing
from claudeops_desktop.ui.shell.window import MainWindow

SESSION = "00000000-0000-4000-8000-000000000001"


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    said = "[EVENT:critical:jellyfin] answers 503\n[MEMORY:timing:jellyfin] Takes 60s to start"
    path = tmp_path / "recorded.ndjson"
    path.write_bytes(
        writing.init(session_id=SESSION, model="haiku")
        + writing.assistant_text(said, session_id=SESSION, model="haiku")
        + writing.result("jellyfin is down", session_id=SESSION, cost_usd=0.02, num_turns=1)
    )
    return path


@pytest.fixture
def window(qtbot, tmp_path):
    engine = ApplicationEngine(used_folder(tmp_path / "data"))
    desk = _desk(engine)
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    yield made
    desk.close()
    desk.bridge.close()
    engine.close()


@pytest.mark.slow
def test_a_run_by_hand_is_seen_and_its_outcome_stays(window, recording, qtbot):
    states = []
    window.status_monitor.changed.connect(lambda: states.append(window.status_monitor.current.state))
    window.runs.enqueue(RunRequest(agent=f"replay:{recording}"))
    page = window.stack.page
    qtbot.waitUntil(lambda: getattr(page.facts.last_run, "status", "") == "completed", timeout=20_000)
    assert "running" in states
    qtbot.waitUntil(lambda: page.happened.answer == "1 critical event")
    qtbot.waitUntil(lambda: page.learned.answer == "1 new")
    qtbot.waitUntil(lambda: window.status_monitor.current.state == "idle")
    qtbot.waitUntil(lambda: window.status.spend.text().startswith("today $0.0"))


def test_a_run_that_cannot_begin_says_why(window, tmp_path, qtbot):
    window.runs.enqueue(RunRequest(agent=f"replay:{tmp_path / 'gone.ndjson'}"))
    qtbot.waitUntil(lambda: bool(window.error_bar.text or window.toast.text), timeout=20_000)
    assert "gone.ndjson" in f"{window.error_bar.text} {window.toast.text}"
