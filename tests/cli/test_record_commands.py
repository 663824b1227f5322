"""``claudeops sessions``, ``events`` and ``cooldowns`` (S5, S8, S11)."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import utc_now

SESSION = [
    "id", "parent_session_id", "agent", "tier", "model", "trigger", "status", "status_reason", "prompt_text",
    "started_at", "ended_at", "exit_code", "cost_usd", "num_turns", "duration_ms", "response", "summary", "dry_run",
    "log_file",
]  # fmt: skip


@pytest.fixture
def filled(written, data_dir):
    """Two sessions of one run, three events, two cooldown actions."""

    def fill():
        now, sessions = utc_now(), books.book.sessions
        run = sessions.begin_run(trigger="manual", agent="claude", max_tier=2, dry_run=False, services=(), now=now)
        first = sessions.begin(now=now, run_id=run, agent="claude", trigger="manual", log_file=str(log))
        second = sessions.begin(
            now=now, run_id=run, agent="claude", trigger="escalation", tier=2, parent_session_id=first
        )
        sessions.update(
            first, status="escalated", cost_usd=0.42, duration_ms=72_000, response="All is well.\n\x1b[31mDone"
        )
        for level, service in (("info", None), ("warning", "jellyfin"), ("critical", "postgres")):
            books.book.events.add(level=level, message=f"{level} thing", service=service, session_id=first, now=now)
        for action in ("restart", "redeployment"):
            books.book.cooldowns.add(
                service="jellyfin", action_type=action, success=True, message="ok", session_id=second, tier=2, now=now
            )

    log = data_dir / "logs" / "session-000001.ndjson"
    log.parent.mkdir(exist_ok=True)
    log.write_text(
        '{"at":"2026-05-01T12:00:00.000Z","stream":"stdout","event":{"type":"assistant","message":{"model":"m",'
        '"content":[{"type":"text","text":"Looking at \\u001b[2Jjellyfin"}]},"parent_tool_use_id":null}}\n'
        '{"at":"2026-05-01T12:00:01.000Z","stream":"stderr","text":"a warning"}\n'
    )
    with written() as books:
        books.write(fill)


def test_sessions_are_listed_newest_first_under_the_table_s_columns(claudeops, filled):
    rows = claudeops("sessions", "list", "--json").json
    assert [row["id"] for row in rows] == [2, 1]
    assert list(rows[0])[: len(SESSION)] == SESSION
    assert claudeops("sessions", "list", "--status", "escalated", "--json").json == rows[1:]


def test_an_unknown_status_is_wrong_usage(claudeops):
    assert claudeops("sessions", "list", "--status", "sleepy").code == 2


def test_a_session_is_shown_with_all_that_it_left(claudeops, filled, data_dir):
    found = claudeops("sessions", "show", 1, "--json").json
    assert (found["status"], len(found["events"])) == ("escalated", 3)
    assert found["log_path"] == str(data_dir / "logs" / "session-000001.ndjson")
    shown = claudeops("sessions", "show", 1).out
    assert "$0.42" in shown
    assert "1 min 12 s" in shown
    assert "\x1b" not in shown


def test_the_log_is_plain_text(claudeops, filled, data_dir):
    shown = claudeops("sessions", "log", 1).out
    assert "jellyfin" in shown
    assert "a warning" in shown
    assert "\x1b" not in shown
    assert claudeops("sessions", "log", 1, "--path").out == f"{data_dir}/logs/session-000001.ndjson\n"


def test_a_session_without_a_log_is_told_in_a_sentence(claudeops, filled):
    assert claudeops("sessions", "log", 2).code == 1


def test_an_unknown_session_is_told_in_a_sentence(claudeops):
    assert claudeops("sessions", "show", 7).err == "There is no session 7. See `claudeops sessions list`.\n"


def test_events_are_listed_newest_first_and_filtered(claudeops, filled):
    rows = claudeops("events", "list", "--json").json
    assert list(rows[0])[:6] == ["id", "session_id", "level", "service", "message", "created_at"]
    assert [row["level"] for row in rows] == ["critical", "warning", "info"]
    assert [r["id"] for r in claudeops("events", "list", "--service", "Jellyfin", "--json").json] == [2]
    assert [r["id"] for r in claudeops("events", "list", "--level", "critical", "--json").json] == [3]
    assert [r["id"] for r in claudeops("events", "list", "--text", "info", "--json").json] == [1]
    assert claudeops("events", "list", "--level", "loud").code == 2


def test_a_limit_is_told_to_people(claudeops, filled):
    assert "The newest 2; --limit 0 shows all." in claudeops("events", "list", "--limit", 2).out


def test_cooldowns_are_listed_and_cleared(claudeops, filled):
    assert [row["action_type"] for row in claudeops("cooldowns", "list", "--json").json] == ["redeployment", "restart"]
    (standing,) = claudeops("cooldowns", "standing", "--json").json
    assert (standing["restarts_used"], standing["in_force"]) == (1, ["redeployment"])
    assert claudeops("cooldowns", "clear", "Jellyfin", "--json").json == {"service": "jellyfin", "cleared": 2}
    assert claudeops("cooldowns", "standing", "--json").json == []
    assert len(claudeops("cooldowns", "list", "--json").json) == 2


def test_a_claim_and_a_free_start_are_listed_as_what_they_are(claudeops, written):
    def fill():
        said = {"service": "web", "success": True, "message": "ok", "session_id": None, "tier": 2, "now": utc_now()}
        books.book.cooldowns.add(action_type="start", **said)
        books.book.cooldowns.claim(action_type="restart", **said)

    with written() as books:
        books.write(fill)
    claim, start = claudeops("cooldowns", "list").out.splitlines()[-2:]
    assert "claimed by the session, not seen by the guard" in claim
    assert "start (free)" in start
    assert claudeops("cooldowns", "standing", "--json").json == []


def test_clearing_what_does_not_count_is_told(claudeops):
    assert claudeops("cooldowns", "clear", "nothing").code == 1


@pytest.mark.parametrize("group", ["sessions", "events", "cooldowns"])
def test_an_empty_list_is_a_sentence_for_people_and_an_array_for_programs(claudeops, group):
    assert claudeops(group, "list").out.startswith("No ")
    assert claudeops(group, "list", "--json").json == []
