"""``claudeops secrets``: values come in by stdin and never go out."""

from __future__ import annotations

from pathlib import Path

import pytest

VALUE = "ntfy://a-secret-topic"


@pytest.fixture
def keyring_env(tmp_path):
    return {
        "PYTHON_KEYRING_BACKEND": "support.keyring_in_a_file.FileKeyring",
        "PYTHONPATH": f"{Path(__file__).resolve().parents[1]}:{Path(__file__).resolve().parents[2]}",
        "CLAUDEOPS_TEST_KEYRING": str(tmp_path / "keyring.json"),
    }


@pytest.mark.slow
def test_a_secret_is_set_from_stdin_listed_without_its_value_and_removed(program, keyring_env):
    assert program("secrets", "set", "apprise:phone", env=keyring_env, stdin=f"{VALUE}\n").code == 0
    listed = program("secrets", "list", "--json", env=keyring_env)
    assert VALUE not in listed.out + listed.err
    assert {"name": "apprise:phone", "where": "keyring", "variable": "CLAUDEOPS_SECRET_APPRISE_PHONE"} in (
        listed.json["kept"]
    )
    assert program("secrets", "rm", "apprise:phone", env=keyring_env).code == 0
    assert program("secrets", "rm", "apprise:phone", env=keyring_env).code == 1


def test_a_value_as_an_argument_is_refused(claudeops):
    assert claudeops("secrets", "set", "alert_token", "a-value").code == 2


@pytest.mark.slow
def test_nothing_on_stdin_is_a_mistake(program, keyring_env):
    answer = program("secrets", "set", "alert_token", env=keyring_env)
    assert (answer.code, answer.err.strip()) == (2, "No value came in. Type it when asked, or pipe it in.")


@pytest.mark.slow
def test_without_a_keyring_it_says_what_to_do(program):
    answer = program("secrets", "test", env={"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"})
    assert answer.code == 1
    assert "There is no keyring on this machine." in answer.err
    assert "CLAUDEOPS_SECRET_ANTHROPIC_API_KEY" in answer.err
