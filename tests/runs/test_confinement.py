"""A session runs in its profile, where this computer can: what is recorded, what it is told, what it may write."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from test_resume import NAME

from claudeops_desktop.confinement import probe
from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.runs.confined_part import confined_part
from claudeops_desktop.runs.confinement import NOT_HELD, SWITCHED_OFF, decide_confinement, tier_folders
from claudeops_desktop.runs.guard_policy import GuardedSession, guard_policy
from claudeops_desktop.runs.reconcile import reconcile_records
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.stream import writing

TIERS = {1: "observe", 2: "investigate", 3: "remediate"}
ABOUT = {"session_id": NAME, "model": "haiku"}


@pytest.fixture(autouse=True)
def preferred(own_home, monkeypatch) -> None:
    monkeypatch.delenv("CLAUDEOPS_SAFETY_CONFINEMENT")


@pytest.fixture
def without_bubblewrap(engine, monkeypatch) -> None:
    monkeypatch.setattr(probe, "BWRAP", "bwrap-that-is-not-there")


@pytest.fixture
def agent(engine, tmp_path, monkeypatch):
    """Have a stand-in of the Claude CLI run a text of the shell, then say that it is done."""
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    said = tmp_path / "said.ndjson"
    said.write_bytes(
        writing.init(cwd=str(home), version="2.1.330", **ABOUT)
        + writing.assistant_text("Done.", message_id="m9", **ABOUT)
        + writing.result("Done.", session_id=NAME, cost_usd=0.01)
    )
    program = tmp_path / "tools" / "claude"
    program.parent.mkdir()

    def install(text: str) -> None:
        answer = said.read_text()
        program.write_text(
            "#!/bin/sh\n"
            '[ "$1" = --version ] && echo "2.1.330 (Claude Code)" && exit\n'
            f"cat > /tmp/prompt\n{text}\ncat <<'END'\n{answer}END\n"
        )
        program.chmod(0o755)
        engine.settings.change("agent.claude_path", str(program))
        monkeypatch.setitem(engine.settings.current.agent.extra_env, "HOME", str(home))

    return install


def run(engine, **request):
    ended = engine.run_to_end(RunRequest(agent="claude", **request))
    session = engine.book.sessions.of_run(ended.run_id)[0]
    return session, Path(session.log_file).read_text()


def test_a_session_is_confined_and_its_record_says_so(engine, agent, tmp_path):
    agent("echo written > ~/outside")
    session, log = run(engine)
    assert (session.status, session.confinement, session.confinement_reason) == ("completed", "confined", "")
    assert not (tmp_path / "home" / "outside").exists()
    assert "Read-only file system" in log


def test_it_is_told_so(engine, agent):
    agent("true")
    session, _ = run(engine)
    assert "run in a profile that the operating system holds" in session.appended_prompt


def test_it_finds_its_folder_where_it_is_outside(engine, agent):
    agent('echo "in $CLAUDEOPS_WORK_DIR"; touch "$CLAUDEOPS_WORK_DIR/file" && echo it can be written')
    session, log = run(engine)
    assert f"in {engine.folder.session_work(session.id)}" in log
    assert "it can be written" in log


def test_it_ends_first_where_memory_runs_out_and_cannot_change_that(engine, agent):
    agent("echo 0 > /proc/self/oom_score_adj; echo its score is $(cat /proc/self/oom_score_adj)")
    assert "its score is 1000" in run(engine)[1]


def test_its_guard_answers_it(engine, agent):
    agent("""sh -c "$(printf '%s' "$*" | grep -o '"command":"[^"]*hook"' | cut -d'"' -f4)" <<'CALL'
{"tool_name": "Bash", "tool_input": {"command": "uptime"}, "tool_use_id": "toolu_1"}
CALL""")
    session, _ = run(engine)
    calls = engine.store.read(lambda: engine.book.tool_calls.of_session(session.id)).result()
    assert [(call.verdict, call.input) for call in calls] == [("allow", "uptime")]


def test_the_rules_of_its_guard_are_not_shown_to_it(engine, agent):
    agent('cat "$CLAUDEOPS_WORK_DIR/../guard.json" && echo they are shown')
    assert "they are shown" not in run(engine)[1]


def test_the_login_is_there_and_a_renewed_one_comes_back(engine, agent, tmp_path):
    place = tmp_path / "home" / ".claude" / ".credentials.json"
    login = {"claudeAiOauth": {"accessToken": "a", "refreshToken": "r", "expiresAt": 1}}
    place.write_text(json.dumps(login))
    agent('sed -i s/\'"expiresAt": 1\'/\'"expiresAt": 2\'/ "$CLAUDE_CONFIG_DIR/.credentials.json"')
    run(engine)
    assert json.loads(place.read_text())["claudeAiOauth"]["expiresAt"] == 2


def test_its_conversation_is_kept_where_the_cli_looks_for_it(engine, agent, tmp_path):
    agent(f'mkdir -p "$CLAUDE_CONFIG_DIR/projects/-srv"; echo said > "$CLAUDE_CONFIG_DIR/projects/-srv/{NAME}.jsonl"')
    run(engine)
    assert (tmp_path / "home/.claude/projects/-srv" / f"{NAME}.jsonl").read_text() == "said\n"


def test_after_a_crash_it_is_too(engine, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))

    def begin() -> int:
        book, now = engine.book, engine.book.clock()
        run_id = book.sessions.begin_run(
            trigger="manual", agent="claude", max_tier=1, dry_run=False, services=(), now=now
        )
        return book.sessions.begin(
            now=now, run_id=run_id, agent="claude", tier=1, trigger="manual", owner=f"{os.uname().nodename} gone",
            confinement="confined", log_file=str(tmp_path / "log.ndjson"),
        )  # fmt: skip

    (tmp_path / "log.ndjson").write_bytes(writing.init(cwd="/srv", version="2.1.330", **ABOUT))
    monkeypatch.setattr("claudeops_desktop.runs.reconcile._is_orphan", lambda session: True)
    number = engine.store.write(begin).result()
    left = engine.folder.sessions / str(number) / "config" / "projects" / "-srv" / f"{NAME}.jsonl"
    left.parent.mkdir(parents=True)
    left.write_text("said")
    reconcile_records(engine.book, engine.memory, engine.folder.root)
    assert (tmp_path / "home/.claude/projects/-srv" / f"{NAME}.jsonl").read_text() == "said"


def test_without_bubblewrap_the_record_says_why_it_is_not_confined(engine, agent, tmp_path, without_bubblewrap):
    agent("true")
    session, _ = run(engine)
    assert (session.confinement, session.confinement_reason) == ("unconfined", "bubblewrap is not installed.")
    assert "profile" not in session.appended_prompt


def test_where_it_is_required_no_session_starts_without(engine, agent, monkeypatch, without_bubblewrap):
    agent("true")
    engine.settings.change("safety.confinement", "required")
    with pytest.raises(OperatorError, match="bubblewrap is not installed"):
        decide(engine)


def decide(engine, agent: str = "claude"):
    return decide_confinement(engine.settings.current, engine.folder, agent)


def test_where_it_is_off_the_record_says_so(engine, agent, monkeypatch):
    agent("true")
    engine.settings.change("safety.confinement", "off")
    session, _ = run(engine)
    assert (session.confinement, session.confinement_reason) == ("unconfined", SWITCHED_OFF)


@pytest.mark.parametrize("agent_name", ["watch", "replay"])
def test_an_agent_of_ours_is_not_confined(engine, agent_name):
    assert decide(engine, agent_name) == NOT_HELD


def policy(engine, tier: int):
    session = GuardedSession(1, 1, tier, False, Path("/work"), confinement=decide(engine))
    return guard_policy(engine.folder, engine.settings.current, session)


def test_in_tier_1_an_unconfined_session_is_refused_what_it_would_be_asked_about(engine, without_bubblewrap):
    found = policy(engine, 1)
    assert (found.unknown, found.disclose, found.confined) == ("never", "never", False)


def test_a_higher_tier_is_asked(engine, without_bubblewrap):
    assert (policy(engine, 2).unknown, policy(engine, 2).disclose) == ("ask", "ask")


def test_where_it_is_off_tier_1_is_asked(engine):
    engine.settings.change("safety.confinement", "off")
    assert (policy(engine, 1).unknown, policy(engine, 1).disclose) == ("ask", "ask")


def test_a_confined_one_is_asked_and_its_guard_knows_it(engine):
    assert (policy(engine, 1).unknown, policy(engine, 1).confined) == ("ask", True)


@pytest.mark.parametrize(
    ("tier", "chosen", "dry_run", "writable"),
    [
        (2, "home/stack", False, ["home/stack"]),
        (3, "home/stack", False, ["home/stack"]),
        (1, "home/stack", False, []),
        (2, "home/stack", True, []),
        (2, "home", False, []),
        (2, ".", False, []),
        (2, "data", False, []),
        (2, "missing", False, []),
        (2, "", False, []),
    ],
)
def test_a_tier_that_acts_writes_in_its_working_folder(engine, tmp_path, tier, chosen, dry_run, writable):
    (tmp_path / "home" / "stack").mkdir(parents=True)
    engine.settings.change(f"tiers.{TIERS[tier]}.working_dir", str(tmp_path / chosen) if chosen else "")
    environ = {"HOME": str(tmp_path / "home")}
    found = tier_folders(engine.settings.current, tier, environ, tmp_path / "data", dry_run=dry_run)
    assert [str(path.relative_to(tmp_path)) for path in found] == writable


def test_only_an_ordinary_users_session_is_told_of_other_owners():
    assert "nobody" in confined_part(1, "/work", is_root=False)
    assert "nobody" not in confined_part(1, "/work", is_root=True)


def test_only_a_tier_that_acts_is_told_how():
    assert "/work, /srv/repo and /tmp" in confined_part(2, "/work", ("/srv/repo",), is_root=True)
    assert "To act" in confined_part(2, "/work", is_root=True)
    assert "To act" not in confined_part(1, "/work", is_root=True)
