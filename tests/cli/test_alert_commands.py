"""``claudeops alerts``: a real daemon, a real port, and the run that an alert starts."""

from __future__ import annotations

import time

import pytest
from support.ports import held_port

from claudeops_desktop.core.clock import utc_now

TOKEN = {"CLAUDEOPS_SECRET_ALERT_TOKEN": "a-token-of-the-test"}


@pytest.fixture
def port():
    with held_port() as number:
        yield number


@pytest.mark.slow
def test_an_alert_to_the_daemon_starts_a_run(started, program, claudeops, data_dir, port, monkeypatch):
    (data_dir / "settings.toml").write_text(f"[alerts]\nenabled = true\nport = {port}\n")
    (data_dir / "services.toml").write_text('[[service]]\nname = "memory"\ncheck = "memory"\n')
    monkeypatch.setenv(*next(iter(TOKEN.items())))
    started("daemon").until_it_says("alerts come in")
    answer = claudeops("alerts", "test", "--firing", "--service", "memory", "--json")
    assert answer.json["run_asked"] is True
    until = time.monotonic() + 120
    while claudeops("alerts", "list", "--json").json[0]["state"] != "started" and time.monotonic() < until:
        pass
    (row,) = claudeops("alerts", "list", "--json").json
    assert (row["state"], row["services"]) == ("started", ["memory"])
    (session,) = claudeops("sessions", "list", "--json").json
    assert (session["trigger"], session["run_id"]) == ("alert", row["run_id"])


def test_a_test_without_a_door_says_what_to_do(claudeops, data_dir, port, monkeypatch):
    assert "Turn them on" in claudeops("alerts", "test").err
    (data_dir / "settings.toml").write_text(f"[alerts]\nenabled = true\nport = {port}\n")
    assert "claudeops alerts token" in claudeops("alerts", "test").err
    monkeypatch.setenv(*next(iter(TOKEN.items())))
    assert "Nobody answers" in claudeops("alerts", "test").err


def test_the_token_in_the_environment_is_shown(claudeops, monkeypatch):
    monkeypatch.setenv(*next(iter(TOKEN.items())))
    assert claudeops("alerts", "token", "--show").out == "a-token-of-the-test\n"


def test_alerts_are_listed_and_shown(claudeops, written):
    assert "No alert came in yet." in claudeops("alerts", "list").out
    with written() as books:
        books.write(
            lambda: books.book.alerts.add(
                source="alertmanager",
                key="k",
                title="caddy is \x1b[31mdown",
                services=("caddy",),
                payload="instance: caddy.lan",
                state="repeated",
                why="The same alert asked for run 1 already.",
                now=utc_now(),
            )
        )
    assert "caddy is [31mdown" in claudeops("alerts", "list").out
    assert claudeops("alerts", "list", "--service", "gitea", "--json").json == []
    assert claudeops("alerts", "show", 1, "--json").json["payload"] == "instance: caddy.lan"
    assert claudeops("alerts", "show", 2).code == 1
