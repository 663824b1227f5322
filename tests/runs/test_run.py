"""A run from its request to its rows, with real processes (S1 to S12)."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from support.other_process import other_connection

from claudeops_desktop.agents.log import read_log
from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.language.claims.sentence_reading import read
from claudeops_desktop.language.compare import judge
from claudeops_desktop.memory.context import INTRODUCTION
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.stream import lines, overlong

MARKER = "[MEMORY:timing:jellyfin] Takes 60s to start after restart"


class TestRecord:
    def test_a_session_leaves_its_row(self, engine, play):
        ended = play("All is well.", MARKER)
        (session,) = engine.book.sessions.list()
        assert (ended.status, session.status, session.agent, session.tier) == ("completed", "completed", "replay", 1)
        assert (session.cost_usd, session.exit_code, session.trigger) == (0.01, 0, "manual")
        assert session.ended_at is not None
        assert session.response == MARKER
        run = engine.book.sessions.run(session.run_id)
        assert (run.status, run.cost_usd) == ("completed", 0.01)

    def test_every_line_is_in_the_log_with_its_arrival_time(self, engine, play):
        play("one", "two")
        (session,) = engine.book.sessions.list()
        logged = [json.loads(line) for line in Path(session.log_file).read_text(encoding="utf-8").splitlines()]
        assert [line["event"]["type"] for line in logged if line["stream"] == "stdout"] == [
            "system",
            "assistant",
            "assistant",
            "result",
        ]
        assert all(line["at"].endswith("Z") for line in logged)

    @pytest.mark.slow
    def test_a_line_that_is_too_long_is_cut_and_the_run_says_so(self, engine, play, monkeypatch):
        for module, name, limit in ((lines, "ENDLESS", 200_000), (lines, "WHOLE_JSON", 400_000)):
            monkeypatch.setattr(module, name, limit)
        monkeypatch.setattr(overlong, "KEPT_OF_A_STRING", 100_000)
        ended = play(f"{MARKER}\n" + "long words " * 100_000, "The end.")
        (session,) = engine.book.sessions.list()
        assert session.status == "completed"
        assert [m.observation for m in engine.memory.search.list()] == ["Takes 60s to start after restart"]
        assert Path(session.log_file).stat().st_size < 200_000
        assert any("too long to be kept whole" in warning for warning in ended.warnings)

    @pytest.mark.slow
    def test_an_error_result_fails_the_session_with_its_reason(self, engine, play):
        ended = play("API Error: 500", is_error=True)
        assert ended.status == "failed"
        assert ended.reason

    @pytest.mark.slow
    def test_a_stream_that_stops_without_a_result_has_failed(self, engine, play):
        ended = play("working on it", result=False)
        assert (ended.status, ended.reason) == ("failed", "The agent ended without a result.")

    @pytest.mark.slow
    def test_a_session_that_failed_late_keeps_what_it_had_said(self, engine, play):
        play(MARKER, result=False)
        assert [m.service for m in engine.memory.search.list()] == ["jellyfin"]

    def test_a_recording_that_is_not_there_is_refused_before_anything_is_written(self, engine):
        ended = engine.run_to_end(RunRequest(agent="replay:/nowhere.ndjson"))
        assert (ended.status, ended.run_id) == ("failed", None)
        assert isinstance(ended.error, UsageError)
        assert engine.book.sessions.list() == []

    @pytest.mark.slow
    def test_short_lived_files_are_removed(self, engine, play, folder):
        play("done")
        assert list(folder.sessions.iterdir()) == []


class TestMemoryInTheNextRun:
    @pytest.mark.slow
    def test_the_memory_of_one_run_is_in_the_prompt_of_the_next(self, engine, play):
        play(MARKER)
        play("nothing new")
        session = engine.book.sessions.list()[0]
        assert f"{INTRODUCTION}\n\n## Operational Memory (1 memory, ~" in session.appended_prompt
        assert "- [timing] Takes 60s to start after restart (confidence: 0.7)" in session.appended_prompt
        assert session.appended_prompt.index("## Environment") < session.appended_prompt.index("## Operational")

    @pytest.mark.slow
    def test_the_judge_is_ready_before_the_first_marker_comes(self, engine, play, monkeypatch):
        play(MARKER)
        monkeypatch.setattr(judge, "_INDEX", type(judge._INDEX)())  # as in a process that has judged nothing yet
        read.cache_clear()
        play("nothing new")
        assert read.cache_info().currsize == 1

    @pytest.mark.slow
    def test_without_memory_there_is_no_memory_section(self, engine, play):
        play("nothing new")
        assert "Operational Memory" not in engine.book.sessions.list()[0].appended_prompt

    @pytest.mark.slow
    def test_the_budget_of_the_settings_holds(self, engine, play):
        play("\n".join(f"[MEMORY:behavior:svc{n}] fact {n} {'x' * 300}" for n in range(20)))
        engine.settings.change("memory.budget", 300)
        play("nothing new")
        block = engine.book.sessions.list()[0].appended_prompt.split(INTRODUCTION)[1].strip()
        assert len(block) <= 1200
        assert " of 20 memories" in block

    def test_if_memory_cannot_be_read_the_run_goes_on_and_says_so(self, engine, play):
        with other_connection(engine.store) as other:
            other.execute("ALTER TABLE memories RENAME TO memories_away")
        ended = play("still here")
        assert ended.status == "completed"
        assert any("Memory could not be read" in warning for warning in ended.warnings)
        assert [(e.level, "Memory could not be read" in e.message) for e in engine.book.events.list()] == [
            ("warning", True)
        ]

    @pytest.mark.slow
    def test_decay_is_run_once_at_the_start_of_a_session(self, engine, play):
        play(MARKER)
        with other_connection(engine.store) as other:
            other.execute("UPDATE memories SET updated_at = '2020-01-01T00:00:00.000Z'")
        play("nothing new")
        assert [(m.confidence, m.active) for m in engine.memory.search.list()] == [(0.0, 0)]


class TestEventsAndCooldowns:
    @pytest.mark.slow
    def test_events_are_stored_with_their_level_and_service(self, engine, play):
        play("[EVENT:degraded:caddy] answers slowly\n[EVENT:fatal] the disk is full\n[EVENT:odd] something")
        events = [(e.level, e.service, e.message) for e in reversed(engine.book.events.list())]
        assert events == [
            ("warning", "caddy", "answers slowly"),
            ("critical", None, "the disk is full"),
            ("info", None, "something"),
        ]

    @pytest.mark.slow
    def test_cooldown_markers_are_recorded(self, engine, play):
        play("[COOLDOWN:restart:jellyfin] success – up after 60s")
        (action,) = engine.book.cooldowns.list()
        assert (action.service, action.action_type, action.success) == ("jellyfin", "restart", 1)
        assert action.message == "up after 60s"

    @pytest.mark.slow
    def test_in_a_dry_run_an_action_is_not_recorded(self, engine, play):
        ended = play("[COOLDOWN:restart:jellyfin] success - up", request={"dry_run": True})
        assert engine.book.cooldowns.list() == []
        assert any("dry run" in warning for warning in ended.warnings)

    @pytest.mark.slow
    def test_near_misses_are_quoted_in_a_warning(self, engine, play):
        ended = play("[MEMORY:misc:x] not a category")
        assert any("[MEMORY:misc:x] not a category" in warning for warning in ended.warnings)

    @pytest.mark.slow
    def test_services_checked_become_health(self, engine, play):
        structured = {
            "summary": "two checked",
            "services_checked": [
                {"service": "jellyfin", "status": "healthy", "detail": "200 in 12 ms"},
                {"service": "caddy", "status": "down", "detail": "refused"},
            ],
        }
        play("done", structured=structured)
        assert [(h.service, h.status, h.measured) for h in engine.book.health.latest()] == [
            ("caddy", "down", 0),
            ("jellyfin", "healthy", 0),
        ]


ESCALATE = {
    "summary": "jellyfin is down",
    "services_checked": [{"service": "jellyfin", "status": "down"}],
    "escalation": {"needed": True, "reason": "does not answer", "services": ["jellyfin"], "context": "tried twice"},
}


class TestEscalation:
    @pytest.mark.slow
    def test_the_chain_climbs_with_the_context_handed_on(self, engine, play):
        engine.settings.change("approvals.tier3", "never")
        ended = play("down", structured=ESCALATE)
        second, first = engine.book.sessions.list()
        assert (first.status, first.tier, first.trigger) == ("escalated", 1, "manual")
        assert (second.status, second.tier, second.trigger) == ("completed", 2, "escalation")
        assert second.parent_session_id == first.id
        assert second.run_id == first.run_id
        assert "does not answer" in second.prompt_text
        assert "> tried twice" in second.prompt_text
        assert "- Services this run is about: jellyfin" in second.appended_prompt
        assert ended.session_ids == (first.id, second.id)
        assert any("tier 3" in warning for warning in ended.warnings)
        (event,) = engine.book.events.list()
        assert (event.level, event.session_id) == ("warning", second.id)
        assert "It asked for tier 3 (does not answer); approvals.tier3 in the settings says never." in event.message

    def test_the_limit_of_scheduled_runs_is_a_ceiling_whatever_the_policies_say(self, engine, play):
        engine.settings.change("approvals.tier2", "automatic")
        engine.settings.change("limits.scheduled_max_tier", 1)
        ended = play("down", structured=ESCALATE, request={"trigger": "scheduled"})
        assert [s.tier for s in engine.book.sessions.list()] == [1]
        assert any("this run may reach tier 1" in warning for warning in ended.warnings)

    def test_a_dry_run_does_not_escalate(self, engine, play):
        play("down", structured=ESCALATE, request={"dry_run": True})
        assert [(s.tier, s.dry_run) for s in engine.book.sessions.list()] == [(1, 1)]

    def test_a_tier_that_was_named_runs(self, engine, play):
        play("mended", request={"tier": 3})
        assert [s.tier for s in engine.book.sessions.list()] == [3]


class TestQueue:
    @pytest.mark.slow
    def test_one_run_at_a_time_and_what_waits_is_seen(self, engine, recording, qtbot):
        ended = []
        engine.runs.on_ended(ended.append)
        for number in range(3):
            engine.runs.enqueue(RunRequest(agent=f"replay:{recording(f'run {number}')}"))
        assert len(engine.runs.state.waiting) == 2
        qtbot.waitUntil(lambda: len(ended) == 3, timeout=20_000)
        sessions = sorted(engine.book.sessions.list(), key=lambda s: s.id)
        assert [s.response for s in sessions] == ["run 0", "run 1", "run 2"]
        assert all(a.ended_at <= b.started_at for a, b in pairwise(sessions))

    def test_what_was_asked_for_already_is_not_started_once_more(self, engine, recording, qtbot):
        ended = []
        engine.runs.on_ended(ended.append)
        about = RunRequest(agent=f"replay:{recording('first')}", trigger="incident", incident_id=7)
        by_hand = RunRequest(agent=f"replay:{recording('second')}", services=("web",))
        for request, said in (
            (about, "Incident 7 is being investigated already."),
            (by_hand, "The same run of web was started already."),
        ):
            engine.runs.enqueue(request)
            with pytest.raises(OperatorError, match=said):
                engine.runs.enqueue(request)
        qtbot.waitUntil(lambda: len(ended) == 2, timeout=20_000)
        assert len(engine.book.sessions.runs()) == 2
        engine.runs.enqueue(by_hand)  # what is over may be asked for again

    def test_a_run_about_an_incident_does_not_begin_while_another_process_has_one(self, engine, recording, folder):
        incidents, now = engine.book.incidents, engine.book.clock()
        opened = {"service": "web", "source": "check", "worst": "down", "cause": "no answer"}
        number = engine.store.write(lambda: incidents.open(**opened, started_at=now, now=now).id).result()
        with other_connection(folder) as other:
            linked = (number, to_text(now))
            begun = "INSERT INTO runs (trigger, agent, status, started_at) VALUES ('incident', 'x', 'running', ?)"
            other.execute(begun, (to_text(now),))
            link = "INSERT INTO incident_runs (incident_id, run_id, linked_at) SELECT ?, max(id), ? FROM runs"
            other.execute(link, linked)
        request = RunRequest(agent=f"replay:{recording('second')}", trigger="incident", incident_id=number)
        ended = engine.run_to_end(request)
        assert (ended.status, ended.run_id) == ("failed", None)
        assert f"Incident {number} is being investigated already." in ended.reason

    @pytest.mark.slow
    def test_a_waiting_run_can_be_cancelled(self, engine, recording, qtbot):
        ended = []
        engine.runs.on_ended(ended.append)
        engine.runs.enqueue(RunRequest(agent=f"replay:{recording('first')}"))
        second = engine.runs.enqueue(RunRequest(agent=f"replay:{recording('second')}"))
        assert engine.runs.cancel(second.number)
        qtbot.waitUntil(lambda: len(ended) == 2, timeout=20_000)
        assert [s.response for s in engine.book.sessions.list()] == ["first"]

    @pytest.mark.slow
    def test_stop_ends_the_run_with_its_status(self, engine, tmp_path, qtbot, monkeypatch):
        slow = tmp_path / "claude"
        slow.write_text(
            "#!/bin/sh\n[ \"$1\" = --version ] && { echo '2.1.197 (Claude Code)'; exit; }\n"
            'echo \'{"type":"assistant","message":{"content":[{"type":"text","text":"' + MARKER + "\"}]}}'\n"
            "exec sleep 600\n"
        )
        slow.chmod(0o755)
        engine.settings.change("agent.claude_path", str(slow))
        ended = []
        engine.runs.on_ended(ended.append)
        engine.runs.enqueue(RunRequest(agent="claude"))
        qtbot.waitUntil(lambda: len(engine.memory.search.list()) == 1, timeout=20_000)
        assert engine.book.sessions.list()[0].status == "running"
        engine.runs.stop()
        assert engine.runs.state.live.stopping
        qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
        assert engine.book.sessions.list()[0].status == "stopped"


class TestSecrets:
    def test_a_secret_never_reaches_the_log_or_a_memory(self, qapp, folder, recording, monkeypatch):
        from claudeops_desktop.engine import ApplicationEngine

        monkeypatch.setenv("HOMELAB_PASSWORD", "correct-horse-battery")
        engine = ApplicationEngine(folder)
        file = recording("[MEMORY:behavior:nas] The password is correct-horse-battery")
        engine.run_to_end(RunRequest(agent=f"replay:{file}"))
        (session,) = engine.book.sessions.list()
        lines, _ = read_log(Path(session.log_file))
        assert all(b"correct-horse" not in line.raw for line in lines)
        assert "correct-horse" not in engine.memory.search.list()[0].observation
        engine.close()
        assert all(b"correct-horse" not in f.read_bytes() for f in folder.root.rglob("*") if f.is_file())


@pytest.mark.parametrize("name", ["gpt", "claude2"])
def test_an_agent_that_is_none_is_refused(engine, name):
    ended = engine.run_to_end(RunRequest(agent=name))
    assert isinstance(ended.error, UsageError)
    assert name in str(ended.error)


@pytest.mark.slow
def test_a_listener_that_fails_does_not_keep_the_others_waiting(engine, play, caplog):
    """The command line waits for the end of its run; it must hear of it whatever else follows."""

    def broken(_run: object) -> None:
        raise OSError("no space")

    engine.runs.on_ended(broken)
    assert play("All is well.").status == "completed"
    assert "what follows the end of a run failed" in caplog.text


class TestEditedContext:
    """The operator may read and change what goes along with the system prompt, for one run (M17)."""

    EDITED = "## Environment\n\n- Only what I want.\n- Only SHOWN can be written.\n- Hand-off file: SHOWN/hand-off.json"

    def edited(self, folder) -> str:
        return self.EDITED.replace("SHOWN", str(folder.session_work()))

    @pytest.mark.slow
    def test_it_takes_the_place_of_what_would_be_appended(self, engine, play, folder):
        play(MARKER)
        play("done", request={"appended": self.edited(folder)})
        session = engine.book.sessions.list()[0]
        real = folder.session_work(session.id)
        assert session.appended_prompt == self.EDITED.replace("SHOWN", str(real))

    def test_an_empty_one_appends_nothing(self, engine, play):
        play("done", request={"appended": ""})
        assert engine.book.sessions.list()[0].appended_prompt == ""

    @pytest.mark.slow
    def test_the_next_tier_gets_its_own(self, engine, play, folder):
        engine.settings.change("approvals.tier3", "never")
        play("down", structured=ESCALATE, request={"appended": "mine"})
        second, first = engine.book.sessions.list()
        assert first.appended_prompt == "mine"
        assert "- Tier: 2 of 2 in this run\n" in second.appended_prompt

    def test_what_the_tier_may_do_does_not_depend_on_it(self, engine, play):
        play("[COOLDOWN:restart:jellyfin] success", request={"dry_run": True, "appended": "- Dry run: no"})
        assert engine.book.cooldowns.list() == []
        assert engine.book.sessions.list()[0].dry_run == 1
