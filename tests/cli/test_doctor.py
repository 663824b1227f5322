"""``claudeops doctor``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def rows(answer):
    return {row["what"]: row for row in answer.json}


def test_every_line_has_a_verdict(claudeops, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    answer = claudeops("doctor", "--json")
    found = rows(answer)
    assert {row["verdict"] for row in answer.json} <= {"ok", "warn", "bad"}
    assert {"version", "data folder", "disk", "settings", "database", "agent", "services", "ssh", "display"} <= set(
        found
    )
    assert found["database"]["verdict"] == "ok"
    assert answer.code == 0


def test_without_the_claude_cli_it_says_that_the_watcher_runs(claudeops, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    agent = rows(claudeops("doctor", "--json"))["agent"]
    assert agent["verdict"] == "warn"
    assert "watcher" in agent["remedy"]


def test_a_wrong_services_file_is_bad_and_named(claudeops, data_dir):
    (data_dir / "services.toml").write_text("[[service]]\n")
    answer = claudeops("doctor", "--json")
    assert (answer.code, rows(answer)["services"]["verdict"]) == (1, "bad")
    assert "name" in rows(answer)["services"]["said"]


def test_wrong_settings_are_bad_and_the_rest_is_still_looked_at(claudeops, data_dir):
    (data_dir / "settings.toml").write_text("[memory]\nbudget = -1\n")
    found = rows(claudeops("doctor", "--json"))
    assert found["settings"]["verdict"] == "bad"
    assert found["database"]["verdict"] == "ok"


@pytest.mark.file_only("what is damaged is the file")
def test_a_damaged_database_is_bad(claudeops, data_dir):
    (data_dir / "claudeops.db").write_bytes(b"this is not a database at all, not even nearly" * 100)
    answer = claudeops("doctor", "--json")
    assert (answer.code, rows(answer)["database"]["verdict"]) == (1, "bad")


def test_people_get_one_line_each(claudeops):
    assert all(line.split()[0] in ("ok", "warn", "bad") for line in claudeops("doctor").out.splitlines())


def test_the_desktop_is_looked_at_too(claudeops, data_dir):
    found = rows(claudeops("doctor", "--json"))
    assert found["keyring"]["said"] == "There is no keyring on this machine."
    assert found["notify"]["verdict"] == "warn"
    assert found["autostart"]["said"] == "off"
    assert found["service"]["said"] == "not installed"
    assert found["crashes"]["said"] == "none"
    assert "alerts" not in found


def test_a_crash_that_was_not_seen_yet_is_told(claudeops, data_dir):
    (data_dir / "crashes").mkdir()
    (data_dir / "crashes" / "20260101T000000-1-abc.txt").write_text("It fell.\n")
    found = rows(claudeops("doctor", "--json"))["crashes"]
    assert found["verdict"] == "warn"
    assert "1 not seen yet" in found["said"]


def test_alerts_that_nobody_takes_are_told(claudeops, data_dir, monkeypatch):
    (data_dir / "settings.toml").write_text("[alerts]\nenabled = true\nport = 1025\n")
    assert "no token" in rows(claudeops("doctor", "--json"))["alerts"]["said"]
    monkeypatch.setenv("CLAUDEOPS_SECRET_ALERT_TOKEN", "a-token-of-a-test")
    assert "Nobody listens" in rows(claudeops("doctor", "--json"))["alerts"]["said"]


@pytest.mark.parametrize(
    ("version", "verdict", "word"),
    [
        ("2.1.330", "ok", ""),
        ("2.1.146", "ok", ""),
        ("2.1.137", "warn", "without --json-schema"),
        ("2.1.333", "warn", "newer than 2.1.332"),
        ("2.0.9", "warn", "built-in watcher"),
    ],
)
def test_the_supported_versions_of_the_cli_are_named(claudeops, tmp_path, monkeypatch, version, verdict, word):
    program = tmp_path / "claude"
    program.write_text(f"#!/bin/sh\necho '{version} (Claude Code)'\n")
    program.chmod(0o755)
    monkeypatch.setenv("CLAUDEOPS_AGENT_CLAUDE_PATH", str(program))
    agent = rows(claudeops("doctor", "--json"))["agent"]
    assert agent["verdict"] == verdict
    assert "2.1.146 to 2.1.332" in agent["said"]
    assert word in agent["remedy"]


def test_a_stored_key_is_a_login(claudeops, tmp_path, monkeypatch):
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\necho '2.1.197 (Claude Code)'\n")
    program.chmod(0o755)
    monkeypatch.setenv("CLAUDEOPS_AGENT_CLAUDE_PATH", str(program))
    monkeypatch.setenv("CLAUDEOPS_SECRET_ANTHROPIC_API_KEY", "sk-ant-a-key-of-a-test")
    assert rows(claudeops("doctor", "--json"))["login"]["said"] == "by the API key in the keyring"


@pytest.fixture
def helper(own_home, tmp_path, monkeypatch):
    """Have the operator's CLI settings name a program that gives the key, and sessions be confined."""
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\necho '2.1.330 (Claude Code)'\n")
    program.chmod(0o755)
    monkeypatch.setenv("CLAUDEOPS_AGENT_CLAUDE_PATH", str(program))
    monkeypatch.setenv("CLAUDEOPS_SAFETY_CONFINEMENT", "preferred")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))

    def name(text):
        (tmp_path / "settings.json").write_text(json.dumps({"apiKeyHelper": text}))

    return name


def test_a_key_helper_that_needs_what_sessions_do_not_see_is_told(claudeops, helper):
    folder = Path(os.environ["HOME"], ".gnupg")
    folder.mkdir()
    (folder / "key").write_text("a key")
    helper(f"cat {folder}/key")
    found = rows(claudeops("doctor", "--json"))["login"]
    assert found["verdict"] == "warn"
    assert f"gives no key in a confined session: cat: {folder}/key: No such file or directory." in found["said"]
    assert "`claudeops secrets set anthropic_api_key`" in found["remedy"]


def test_a_key_helper_that_works_in_the_profile_is_a_login(claudeops, helper):
    helper("echo a key")
    found = rows(claudeops("doctor", "--json"))["login"]
    assert (found["verdict"], found["said"].split(" in ")[0]) == ("ok", "by the apiKeyHelper")


@pytest.mark.parametrize(
    ("wanted", "verdict"),
    [("preferred", "warn"), ("required", "bad")],
)
def test_without_bubblewrap_it_says_that_sessions_are_not_confined(claudeops, monkeypatch, tmp_path, wanted, verdict):
    monkeypatch.setenv("CLAUDEOPS_SAFETY_CONFINEMENT", wanted)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = rows(claudeops("doctor", "--json"))["confinement"]
    assert (found["verdict"], found["said"], found["remedy"]) == (
        verdict,
        "Sessions are not confined: bubblewrap is not installed.",
        "Run `sudo apt-get install bubblewrap`.",
    )


def test_with_it_the_profile_was_tried(claudeops, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SAFETY_CONFINEMENT", "preferred")
    found = rows(claudeops("doctor", "--json"))["confinement"]
    assert (found["verdict"], found["remedy"]) == ("ok", "")


def test_where_it_is_switched_off_it_says_so(claudeops):
    found = rows(claudeops("doctor", "--json"))["confinement"]
    assert (found["verdict"], found["said"]) == ("warn", "It is switched off.")
