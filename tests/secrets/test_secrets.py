"""S4: secrets live in the keyring or the environment, never in a file of ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import keyring
import pytest
from keyring.backends import fail

from claudeops_desktop.core.errors import EnvironmentFault, UsageError
from claudeops_desktop.core.secrets import keyring_store

VALUE = "sk-ant-a-key-of-a-test"


def test_what_is_stored_is_given_back(own_keyring):
    keyring_store.set_secret("alert_token", VALUE)
    assert keyring_store.get_secret("alert_token") == VALUE


def test_what_was_never_stored_is_not_asked_for(own_keyring):
    assert keyring_store.get_secret("alert_token") is None
    assert own_keyring.asked == []


def test_the_environment_wins(own_keyring):
    keyring_store.set_secret("alert_token", VALUE)
    assert keyring_store.get_secret("alert_token", {"CLAUDEOPS_SECRET_ALERT_TOKEN": "other"}) == "other"


def test_a_removed_one_is_gone(own_keyring):
    keyring_store.set_secret("alert_token", VALUE)
    assert keyring_store.delete_secret("alert_token")
    assert keyring_store.get_secret("alert_token") is None
    assert not keyring_store.delete_secret("alert_token")


def test_one_that_another_program_removed_is_none(own_keyring):
    keyring_store.set_secret("alert_token", VALUE)
    own_keyring.delete_password("claudeops", "alert_token")
    assert keyring_store.get_secret("alert_token") is None
    assert not keyring_store.delete_secret("alert_token")
    assert keyring_store.names() == ()


@pytest.mark.parametrize("name", ["anthropic", "apprise:", "apprise:two words", "apprise:../x"])
def test_a_name_that_is_none_is_refused(own_keyring, name):
    with pytest.raises(UsageError):
        keyring_store.set_secret(name, VALUE)


@pytest.mark.parametrize("value", ["", "  ", "two\nlines", "x" * 9000])
def test_a_value_that_is_none_is_refused_without_being_told(own_keyring, value):
    with pytest.raises(UsageError) as refused:
        keyring_store.set_secret("alert_token", value)
    assert "two" not in refused.value.full_text


def test_addresses_are_listed_by_label_wherever_they_are(own_keyring):
    keyring_store.set_secret("apprise:my-phone", "ntfy://a-topic")
    environ = {"CLAUDEOPS_SECRET_APPRISE_MY_PHONE": "x", "CLAUDEOPS_SECRET_APPRISE_MAIL": "y"}
    assert keyring_store.names(environ) == ("apprise:mail", "apprise:my-phone")


def test_names_are_listed_without_opening_the_keyring(own_keyring):
    keyring_store.set_secret("apprise:phone", "ntfy://a-topic")
    own_keyring.locked = True
    assert keyring_store.names({}) == ("apprise:phone",)


def test_no_value_reaches_a_file_of_ours(own_keyring, tmp_path):
    keyring_store.set_secret("alert_token", VALUE)
    home = Path(os.environ["HOME"])
    assert all(VALUE not in path.read_text() for path in home.rglob("*") if path.is_file())


def test_a_locked_keyring_is_one_sentence_with_the_way_by_the_environment(own_keyring):
    keyring_store.set_secret("alert_token", VALUE)
    own_keyring.locked = True
    with pytest.raises(EnvironmentFault, match="The keyring is locked") as fault:
        keyring_store.get_secret("alert_token")
    assert "CLAUDEOPS_SECRET_" in fault.value.remedy


def test_a_machine_without_a_keyring_says_so(own_keyring):
    keyring.set_keyring(fail.Keyring())
    with pytest.raises(EnvironmentFault, match="There is no keyring on this machine"):
        keyring_store.set_secret("alert_token", VALUE)
    assert keyring_store.keyring_status().problem == "There is no keyring on this machine."


def test_a_keyring_that_does_not_answer_is_not_waited_for(own_keyring, monkeypatch):
    over = threading.Event()
    keyring_store.set_secret("alert_token", VALUE)
    monkeypatch.setattr(own_keyring, "get_password", lambda *_: over.wait())
    monkeypatch.setattr(keyring_store, "READ_S", 0.01)
    with pytest.raises(EnvironmentFault, match="did not answer"):
        keyring_store.get_secret("alert_token")
    over.set()


def test_known_values_are_those_of_keyring_and_environment(own_keyring):
    keyring_store.set_secret("alert_token", VALUE)
    assert set(keyring_store.known_values({"CLAUDEOPS_SECRET_APPRISE_X": "ntfy://b"})) == {VALUE, "ntfy://b"}


def test_a_keyring_that_fails_gives_no_values_and_is_left_alone_for_a_while(own_keyring):
    keyring_store.set_secret("alert_token", VALUE)
    keyring_store._seen.clear()
    own_keyring.locked = True
    assert keyring_store.known_values({}) == ()
    asked = len(own_keyring.asked)
    assert keyring_store.known_values({}) == ()
    assert len(own_keyring.asked) == asked


def test_the_agent_gets_the_stored_key_and_only_where_it_has_none(own_keyring):
    keyring_store.set_secret("anthropic_api_key", VALUE)
    assert keyring_store.for_agent({"PATH": "x"}) == ({"PATH": "x", "ANTHROPIC_API_KEY": VALUE}, "")
    assert keyring_store.for_agent({"ANTHROPIC_API_KEY": "own"}) == ({"ANTHROPIC_API_KEY": "own"}, "")


def test_a_key_that_cannot_be_read_is_said_and_the_agent_goes_without(own_keyring):
    keyring_store.set_secret("anthropic_api_key", VALUE)
    own_keyring.locked = True
    environ, told = keyring_store.for_agent({})
    assert environ == {}
    assert told.startswith("The stored API key could not be read. The keyring is locked.")


def test_the_test_leaves_nothing_behind(own_keyring):
    assert keyring_store.test_keyring()
    assert own_keyring._table() == {}


_THERE_AND_BACK = """
from claudeops_desktop.core.secrets import keyring_store as secrets
secrets.set_secret("apprise:phone", "ntfy://a-topic")
secrets._seen.clear()
name = "apprise:phone"
print(secrets.keyring_status().keyring, secrets.get_secret(name), secrets.delete_secret(name), secrets.names())
"""


def test_a_desktop_keyring_keeps_it(tmp_path):
    """The Secret Service of this machine where it has one, else the file keyring, in a process of its own."""
    environ = os.environ | {"XDG_DATA_HOME": str(tmp_path), "CLAUDEOPS_TEST_KEYRING": str(tmp_path / "keyring.json")}
    environ.pop("PYTHON_KEYRING_BACKEND", None)  # which keeps the other tests away from it
    command = [sys.executable, "-c", _THERE_AND_BACK]
    if shutil.which("gnome-keyring-daemon") and shutil.which("dbus-run-session"):
        opened = 'echo -n word | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'
        command = ["dbus-run-session", "--", "sh", "-c", opened, "sh", *command]
    else:
        environ |= {
            "PYTHON_KEYRING_BACKEND": "support.keyring_in_a_file.FileKeyring",
            "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
        }
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=90, check=False)
    assert done.stdout.strip().endswith("ntfy://a-topic True ()"), done.stderr
