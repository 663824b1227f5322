"""``claudeops tokens`` and ``claudeops server``: made, shown once, used against a real server, and taken back."""

from __future__ import annotations

import re
import stat

import httpx
import pytest
from support.ports import held_port


@pytest.fixture
def port():
    with held_port() as number:
        yield number


def test_a_token_is_printed_once_and_only_listed_after(claudeops):
    made = claudeops("tokens", "add", "backup-agent", "--scope", "read,write", "--json").json
    assert re.fullmatch(r"cldops_[\w-]{43}", made["token"])
    assert (made["scopes"], made["kind"], made["state"]) == (["read", "write"], "agent", "active")
    listed = claudeops("tokens", "list", "--json")
    assert [row["name"] for row in listed.json] == ["backup-agent"]
    assert made["token"] not in listed.out
    assert "hash" not in listed.out
    assert "backup-agent" in claudeops("tokens", "list").out


def test_a_token_goes_into_a_file_that_only_its_owner_reads(claudeops, tmp_path):
    file = tmp_path / "token"
    file.write_text("old")
    file.chmod(0o644)
    answer = claudeops("tokens", "add", "anna", "--person", "--scope", "read", "--to", file)
    assert "cldops_" not in answer.out
    assert file.read_text().startswith("cldops_")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("add", "x y", "--scope", "read"), "cannot be the name of a token"),
        (("add", "x", "--scope", "root"), "There is no scope"),
        (("add", "x", "--scope", "read", "--expires", "soon"), "no length of time"),
        (("add", "x", "--scope", "read", "--to", "/nowhere/at/all"), "not a file in an existing folder"),
        (("rotate", "nobody"), "There is no token"),
        (("revoke", "nobody"), "There is no token"),
    ],
)
def test_bad_input_is_one_sentence_and_makes_nothing(claudeops, words, says):
    answer = claudeops("tokens", *words)
    assert answer.code in (1, 2)
    assert says in answer.err
    assert claudeops("tokens", "list", "--json").json == []


def test_rotated_and_revoked(claudeops):
    first = claudeops("tokens", "add", "anna", "--scope", "read").out.strip()
    second = claudeops("tokens", "rotate", "anna").out.strip()
    assert first != second
    assert claudeops("tokens", "revoke", "anna", "--json").json["state"] == "revoked"
    assert claudeops("tokens", "rotate", "anna").code == 1


@pytest.mark.slow
def test_the_server_runs_in_the_foreground_and_is_seen(started, claudeops, data_dir, port):
    (data_dir / "settings.toml").write_text(f"[alerts]\nport = {port}\n")
    assert claudeops("server", "status", "--json").json["answers"] is False
    started("server", "run").until_it_says("REST and MCP are served on")
    found = claudeops("server", "status", "--json").json
    assert (found["answers"], found["url"], found["problem"]) == (True, f"http://127.0.0.1:{port}", "")
    answer = httpx.post(f"{found['url']}/alerts", json={"title": "x"}, trust_env=False)
    assert (answer.status_code, "Alerts are off" in answer.json()["error"]) == (503, True)


@pytest.mark.slow
def test_a_server_that_may_not_listen_there_says_why(program, data_dir):
    (data_dir / "settings.toml").write_text('[server]\naddress = "0.0.0.0"\n')
    answer = program("server", "run")
    assert answer.code == 1
    assert "without encryption" in answer.err
    assert "Traceback" not in answer.err
