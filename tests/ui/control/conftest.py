"""A window on the real engine, and streams whose agent asks for more than it may."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.folders import used_folder

from claudeops_desktop.app import _desk
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.stream import writing
from claudeops_desktop.ui import delayed_answers
from claudeops_desktop.ui.kit import decision_card
from claudeops_desktop.ui.shell.window import MainWindow

ESCALATE = {
    "summary": "jellyfin is down",
    "services_checked": [{"service": "jellyfin", "status": "down"}],
    "escalation": {"needed": True, "reason": "does not answer", "services": ["jellyfin"], "context": "tried twice"},
}


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """``passing(0.5)`` lets so many seconds go by for the cards and for what is held back. Nothing else moves it."""
    now = [1000.0]
    for module in (decision_card, delayed_answers):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])

    def pass_by(seconds: float) -> None:
        now[0] += seconds

    return pass_by


@pytest.fixture
def recording(tmp_path: Path) -> Callable[..., Path]:
    """A stream to play; with ``structured`` its agent says so at the end."""

    def write(structured: dict | None = None) -> Path:
        file = tmp_path / "recorded.ndjson"
        file.write_bytes(
            writing.init(session_id="s", model="haiku")
            + writing.assistant_text("Looked.", session_id="s", model="haiku")
            + writing.result("Looked.", session_id="s", cost_usd=0.02, num_turns=1, structured=structured)
        )
        return file

    return write


@pytest.fixture
def real(qtbot, tmp_path: Path) -> Iterator[SimpleNamespace]:
    """``window`` on the real ``engine``, active and in view."""
    engine = ApplicationEngine(used_folder(tmp_path / "data"))
    desk = _desk(engine)
    window = MainWindow(desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    window.resize(1180, 760)
    window.show()
    qtbot.waitUntil(lambda: window.stack.name == "overview")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield SimpleNamespace(window=window, engine=engine, desk=desk, book=engine.book)
    desk.close()
    desk.bridge.close()
    engine.close()


@pytest.fixture
def asking(real, recording, qtbot):
    """A run that asks for tier 2, and later for tier 3: begun, parked, and told to the window."""
    real.engine.settings.change("approvals.tier2", "ask")

    def begin(**request):
        real.window.runs.enqueue(RunRequest(agent=f"replay:{recording(ESCALATE)}", **request))
        qtbot.waitUntil(lambda: bool(real.desk.approvals.waiting and real.engine.runs.state.parked))
        return real.desk.approvals.waiting[0]

    return begin


@pytest.fixture
def ended(real):
    runs = []
    real.engine.runs.on_ended(runs.append)
    return runs
