"""``claudeops doctor``."""

from __future__ import annotations


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


def test_a_damaged_database_is_bad(claudeops, data_dir):
    (data_dir / "claudeops.db").write_bytes(b"this is not a database at all, not even nearly" * 100)
    answer = claudeops("doctor", "--json")
    assert (answer.code, rows(answer)["database"]["verdict"]) == (1, "bad")


def test_people_get_one_line_each(claudeops):
    assert all(line.split()[0] in ("ok", "warn", "bad") for line in claudeops("doctor").out.splitlines())
