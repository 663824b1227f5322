"""``claudeops services`` (S1)."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from support.ports import held_port

from claudeops_desktop.agents.watch.services import load_services


@pytest.fixture
def port() -> Iterator[int]:
    """A TCP service on loopback that answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        done = threading.Event()

        def serve() -> None:
            while not done.is_set():
                try:
                    server.accept()[0].close()
                except TimeoutError:
                    continue

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        done.set()
        thread.join()


def test_without_a_file_this_machine_is_watched(claudeops):
    names = [row["service"] for row in claudeops("services", "list", "--json").json]
    assert {"disk", "memory", "load"} <= set(names)


def test_a_file_that_is_right_is_said_to_be(claudeops, data_dir):
    (data_dir / "services.toml").write_text(
        '[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = 80\n'
    )
    assert claudeops("services", "check").out.endswith("is right: 1 check of 1 service.\n")
    assert claudeops("services", "check", "--json").json["services"] == ["web"]


def test_a_mistake_is_named_with_its_service_and_field(claudeops, data_dir):
    (data_dir / "services.toml").write_text(
        '[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = 80\nretires = 2\n'
    )
    answer = claudeops("services", "check")
    assert answer.code == 2
    assert "web" in answer.err
    assert "retires" in answer.err


def test_now_measures_each_service_and_one_that_is_down_is_no_error(claudeops, data_dir, port):
    with held_port() as down:
        rows = "".join(
            f'[[service]]\nname = "{name}"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = {number}\nretries = 0\n'
            for name, number in (("up", port), ("gone", down))
        )
        (data_dir / "services.toml").write_text(rows)
        answer = claudeops("services", "check", "--now", "--json")
    assert answer.code == 0
    assert {row["service"]: row["status"] for row in answer.json} == {"up": "healthy", "gone": "down"}


def test_the_sample_is_put_there_once_and_is_right(claudeops, data_dir):
    assert claudeops("services", "init").code == 0
    assert load_services(data_dir / "services.toml").checks
    answer = claudeops("services", "init")
    assert (answer.code, "there already" in answer.err) == (1, True)


@pytest.mark.slow
def test_a_check_is_added_changed_tested_and_removed(claudeops, data_dir, port):
    made = claudeops("services", "add", "mail", "tcp", "--set", "address=127.0.0.1", "--set", f"port={port}")
    assert made.out.startswith("Added mail:tcp to ")
    text = (data_dir / "services.toml").read_text()
    assert "# What the built-in watcher checks." in text
    (measured,) = claudeops("services", "test", "mail", "--json").json
    assert (measured["status"], measured["key"]) == ("healthy", "mail:tcp")
    changed = claudeops("services", "edit", "mail", "--set", "slow_ms=5000", "--set", "retries=1", "--json").json
    assert (changed["slow_ms"], changed["retries"]) == (5000, 1)
    assert "slow_ms" not in claudeops("services", "edit", "mail", "--unset", "slow_ms", "--json").json
    assert claudeops("services", "rm", "mail:tcp").out == "Removed mail:tcp.\n"
    assert [check.name for check in load_services(data_dir / "services.toml").checks if check.name == "mail"] == []


@pytest.mark.slow
def test_a_mistake_names_the_field_and_writes_nothing(claudeops, data_dir):
    answer = claudeops("services", "add", "web", "http", "--set", "url=ftp://x")
    assert (answer.code, "url must be an address" in answer.err) == (2, True)
    assert claudeops("services", "add", "web", "http", "--set", "colour=red").code == 2
    assert claudeops("services", "add", "web", "telepathy").code == 2
    assert not (data_dir / "services.toml").exists()


def test_one_of_several_checks_must_be_named(claudeops):
    claudeops("services", "add", "web", "http", "--set", "url=http://127.0.0.1/")
    claudeops("services", "add", "web", "tls", "--set", "address=127.0.0.1")
    assert "Name one: web:http, web:tls." in claudeops("services", "rm", "web").err
    assert claudeops("services", "rm", "web:tls").code == 0
    assert claudeops("services", "rm", "nobody").code == 1


def test_kinds_and_their_fields_are_listed(claudeops):
    assert len(claudeops("services", "kinds", "--json").json) == 19
    fields = claudeops("services", "kinds", "tls", "--json").json
    assert fields[0]["name"] == "address"
    assert claudeops("services", "kinds", "odd").code == 2


def test_fail_ends_with_1_where_a_service_is_down(claudeops, data_dir, port):
    services = data_dir / "services.toml"
    with held_port() as down:
        up = f'[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = {port}\nretries = 0\n'
        services.write_text(up)
        assert claudeops("services", "check", "--now", "--fail").code == 0
        services.write_text(up + up.replace("web", "gone").replace(str(port), str(down)))
        assert claudeops("services", "check", "--now", "--fail").code == 1
        assert claudeops("services", "check", "--now").code == 0


def test_one_bad_entry_is_named_and_the_others_are_measured(claudeops, data_dir, port):
    (data_dir / "services.toml").write_text(
        f'[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = {port}\n'
        '[[service]]\nname = "shop"\ncheck = "http"\nurl = "nowhere"\n'
    )
    answer = claudeops("services", "check", "--now", "--json")
    assert [row["service"] for row in answer.json] == ["web"]
    assert "Not checked" in answer.err and "shop" in answer.err
    assert claudeops("services", "check", "--now", "--fail").code == 1
    assert [row["service"] for row in claudeops("services", "list", "--json").json] == ["web"]


def test_a_job_calls_in_and_its_check_knows(claudeops, data_dir):
    claudeops("services", "add", "backup", "heartbeat", "--set", "every=3600")
    assert claudeops("services", "test", "backup", "--json").json[0]["status"] == "unknown"
    kept = claudeops("services", "heartbeat", "Backup", "--text", "12 files", "--json").json
    assert (kept["service"], kept["failed"], (data_dir / "heartbeats" / "backup").exists()) == ("backup", False, True)
    seen = claudeops("services", "test", "backup", "--json").json[0]
    assert (seen["status"], seen["detail"].endswith("ago: 12 files")) == ("healthy", True)
    assert "backup failed" in claudeops("services", "heartbeat", "backup", "--failed").out
    assert claudeops("services", "test", "backup", "--json").json[0]["status"] == "down"


def test_a_call_that_nobody_waits_for_is_refused(claudeops, data_dir):
    claudeops("services", "add", "backup", "heartbeat", "--set", "every=3600", "--label", "nightly")
    assert "no heartbeat check 'backup'" in claudeops("services", "heartbeat", "backup").err
    assert claudeops("services", "heartbeat", "backup", "--label", "nightly").code == 0
    assert not (data_dir / "heartbeats" / "backup").exists()


def test_a_session_may_not_call_in_for_a_job(claudeops, monkeypatch):
    claudeops("services", "add", "backup", "heartbeat", "--set", "every=3600")
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "x")
    assert claudeops("services", "heartbeat", "backup").code == 3


def test_a_name_of_more_than_200_characters_is_refused_with_its_length(claudeops):
    assert claudeops("services", "add", "n" * 200, "tcp", "--set", "address=x", "--set", "port=1").code == 0
    answer = claudeops("services", "add", "n" * 201, "tcp", "--set", "address=x", "--set", "port=1")
    assert (answer.code, "must have 200 characters at most, it has 201" in " ".join(answer.err.split())) == (2, True)


@pytest.mark.slow
def test_the_new_kinds_are_added_and_measured(claudeops, port):
    sets = ["--set", "address=127.0.0.1", "--set", f"port={port}", "--set", "silence=healthy"]
    assert claudeops("services", "add", "game", "udp", *sets).code == 0
    assert claudeops("services", "test", "game", "--json").json[0]["check"] == "udp"
    assert claudeops("services", "add", "disks", "raid", "--set", "path=/nothing/mdstat").code == 0
    assert claudeops("services", "test", "disks", "--json").json[0]["status"] == "unknown"
    fields = {row["name"]: row for row in claudeops("services", "kinds", "tls", "--json").json}
    assert fields["starttls"]["choices"] == ["auto", "none", "smtp", "imap", "pop3"]
