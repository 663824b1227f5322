"""``claudeops services discover``, and ``services add`` with an address."""

from __future__ import annotations

import pytest
from support.ports import held_port
from support.web_server import web_server

from claudeops_desktop.agents.watch.services import load_services


@pytest.mark.slow
def test_what_listens_is_listed_with_name_kind_target_process_and_port(claudeops, tmp_path):
    with web_server(tmp_path) as (port, name):
        answer = claudeops("services", "discover", "--json")
        told = claudeops("services", "discover").out
    row = next(row for row in answer.json if row["port"] == port)
    assert (row["name"], row["kind"], row["target"]) == (name, "http", f"http://127.0.0.1:{port}/")
    assert row["process"].startswith("python")
    assert (row["protocol"], row["defined"], row["added"]) == ("tcp", "", "")
    assert name in told


@pytest.mark.slow
def test_one_is_added_under_a_name_of_ones_own_and_is_then_watched_already(claudeops, data_dir, tmp_path):
    with web_server(tmp_path) as (port, name):
        answer = claudeops("services", "discover", "--add", f"{name}=Wiki", "--json")
        assert next(row for row in answer.json if row["port"] == port)["added"] == "wiki"
        checks = {check.name: check for check in load_services(data_dir / "services.toml").checks}
        assert checks["wiki"].target == f"http://127.0.0.1:{port}/"
        assert {"disk", "memory"} <= set(checks)
        again = claudeops("services", "discover", "--json").json
        assert next(row for row in again if row["port"] == port)["defined"] == "wiki"
        refused = claudeops("services", "discover", "--add", "wiki")
        assert (refused.code, "wiki is watched already" in refused.err) == (2, True)


@pytest.mark.slow
def test_a_name_that_was_not_found_is_refused_and_nothing_is_written(claudeops, data_dir):
    answer = claudeops("services", "discover", "--add", "no-such-thing")
    assert (answer.code, "Nothing called 'no-such-thing'" in answer.err) == (2, True)
    assert not (data_dir / "services.toml").exists()


@pytest.mark.slow
def test_an_address_that_speaks_http_is_added_as_a_web_check(claudeops, data_dir, tmp_path):
    with web_server(tmp_path) as (port, name):
        assert claudeops("services", "add", "shop", f"localhost:{port}").code == 0
        assert claudeops("services", "add", f"localhost:{port}", "--label", "second").code == 0
    checks = load_services(data_dir / "services.toml").checks
    assert {(check.name, check.check) for check in checks} >= {("shop", "http"), (name, "http")}


def test_an_address_where_nobody_answers_becomes_a_connection(claudeops, data_dir):
    with held_port() as port:
        assert claudeops("services", "add", "mail", f"127.0.0.1:{port}", "--json").json["check"] == "tcp"


def test_a_name_alone_is_asked_what_to_check(claudeops):
    answer = claudeops("services", "add", "mail")
    assert (answer.code, "What is to be checked about mail?" in answer.err) == (2, True)
