"""Jobs call in at the alert receiver: kept beside services.toml, with the token of alerts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from webhooks import webhook

from claudeops_desktop.agents.watch.heartbeats import read_heartbeat
from claudeops_desktop.server import alert_routes
from claudeops_desktop.server.alert_types import AlertReply
from claudeops_desktop.server.heartbeat_intake import HeartbeatIntake

TOKEN = {"Authorization": "Bearer right-token"}
JOBS = """
[[service]]
name = "backup"
check = "heartbeat"
every = 3600

[[service]]
name = "backup"
label = "weekly"
check = "heartbeat"
every = 604800
"""


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[str]:
    """The address of a receiver that knows two jobs."""
    (tmp_path / "services.toml").write_text(JOBS)
    intake = HeartbeatIntake(tmp_path / "services.toml")
    app = webhook(0, lambda: "right-token", lambda _alerts: AlertReply(()), heartbeats=intake)
    app.start()
    yield f"http://127.0.0.1:{app.port}/heartbeat"
    app.stop()


def test_a_call_is_kept(jobs: str, tmp_path: Path, http: httpx.Client):
    answer = http.post(f"{jobs}/Backup", headers=TOKEN)
    assert (answer.status_code, answer.json()["service"], answer.json()["failed"]) == (200, "backup", False)
    kept = read_heartbeat(tmp_path, "backup")
    assert kept is not None and not kept.failed


def test_a_job_may_say_that_it_failed_and_why(jobs: str, tmp_path: Path, http: httpx.Client):
    assert http.post(f"{jobs}/backup/weekly?status=fail&text=disk+full", headers=TOKEN).status_code == 200
    kept = read_heartbeat(tmp_path, "backup", "weekly")
    assert kept is not None and (kept.failed, kept.text) == (True, "disk full")
    http.post(f"{jobs}/backup", content=b"12 files\n", headers={"X-Token": "right-token"})
    kept = read_heartbeat(tmp_path, "backup")
    assert kept is not None and kept.text == "12 files"


@pytest.mark.parametrize(
    ("path", "headers", "code"),
    [
        ("backup", {}, 401),
        ("backup", {"Authorization": "Bearer wrong"}, 401),
        ("nobody", TOKEN, 404),
        ("backup/monthly", TOKEN, 404),
        ("..%2Fservices.toml", TOKEN, 404),
        ("backup?status=perhaps", TOKEN, 400),
    ],
)
def test_what_is_refused_leaves_nothing(
    jobs: str, tmp_path: Path, http: httpx.Client, path: str, headers: dict[str, str], code: int
):
    assert http.post(f"{jobs}/{path}", headers=headers).status_code == code
    assert not (tmp_path / "heartbeats").exists()


def test_opening_the_link_is_no_call(jobs: str, tmp_path: Path, http: httpx.Client):
    assert http.get(f"{jobs}/backup", headers=TOKEN).status_code == 405
    assert not (tmp_path / "heartbeats").exists()


@pytest.mark.slow
def test_jobs_have_a_limit_of_their_own(jobs: str, http: httpx.Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(alert_routes, "A_MINUTE", 1)
    for _ in range(70):
        assert http.post(f"{jobs}/backup", headers=TOKEN).status_code == 200


def test_a_services_file_that_cannot_be_read_is_told(jobs: str, tmp_path: Path, http: httpx.Client):
    (tmp_path / "services.toml").write_text("[[service")
    answer = http.post(f"{jobs}/backup", headers=TOKEN)
    assert (answer.status_code, "services.toml" in answer.json()["error"]) == (503, True)
