"""``claudeops notify``: addresses come in by stdin and never go out; a test says what arrived."""

from __future__ import annotations

from pathlib import Path

import pytest

ADDRESS = "ntfy://a-topic-nobody-knows"
NOBODY = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}


@pytest.fixture
def env(tmp_path):
    return NOBODY | {
        "PYTHON_KEYRING_BACKEND": "support.keyring_in_a_file.FileKeyring",
        "PYTHONPATH": f"{Path(__file__).resolve().parents[1]}:{Path(__file__).resolve().parents[2]}",
        "CLAUDEOPS_TEST_KEYRING": str(tmp_path / "keyring.json"),
    }


@pytest.mark.slow
def test_an_address_is_added_listed_by_label_and_removed(program, env):
    assert program("notify", "add", "phone", env=env, stdin=ADDRESS).out == (
        "phone (ntfy) is added. `claudeops notify test` sends a test.\n"
    )
    listed = program("notify", "addresses", "--json", env=env)
    assert listed.json == ["phone"]
    assert program("notify", "rm", "phone", env=env).code == 0


@pytest.mark.slow
def test_what_is_no_address_is_refused(program, env):
    answer = program("notify", "add", "phone", env=env, stdin="hello")
    assert answer.code == 2
    assert "apprise knows no such address" in answer.err


@pytest.mark.slow
def test_a_test_says_that_this_desktop_shows_none(program, env):
    answer = program("notify", "test", "--json", env=env)
    assert answer.code == 1
    assert answer.json == {
        "desktop": {"shown": False, "said": answer.json["desktop"]["said"]},
        "outward": [],
    }
    assert "no message bus" in answer.json["desktop"]["said"]


def test_nothing_was_told_yet(claudeops):
    assert claudeops("notify", "list", "--json").json == []
