"""D4, outward: apprise sends to the addresses of the keyring, and none of them is ever told."""

from __future__ import annotations

import json
import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.core.secrets import keyring_store
from claudeops_desktop.notifications import apprise_backend
from claudeops_desktop.notifications.rules import NoticeUrgency

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated and slated for removal:DeprecationWarning")  # apprise's


@pytest.fixture
def receiver():
    """A service on this computer that takes what is sent; ``status`` is its answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            server.requests.append((dict(self.headers), body))
            if body.startswith("{"):
                got.append(json.loads(body))
            self.send_response(server.status)
            self.end_headers()

        def log_message(self, *_):
            pass

    got = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.status, server.got, server.requests = 200, got, []
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def address(receiver):
    return f"json://somebody:a-password-of-ours@127.0.0.1:{receiver.server_port}/hook"


def test_it_is_sent_as_plain_text(own_keyring, receiver, address):
    assert apprise_backend.add_address("hook", address) == "JSON"
    assert apprise_backend.send_notice("A run failed", "a < b") == (apprise_backend.SendResult("hook", "JSON"),)
    assert (receiver.got[0]["title"], receiver.got[0]["message"]) == ("A run failed", "a < b")


def test_a_service_that_refuses_is_told_by_label_and_kind(own_keyring, receiver, address, caplog):
    caplog.set_level(logging.DEBUG)
    receiver.status = 500
    apprise_backend.add_address("hook", address)
    sent = apprise_backend.send_notice("A run failed", "why")
    assert sent == (
        apprise_backend.SendResult("hook", "JSON", "JSON did not take it: HTTP 500, Internal Server Error."),
    )
    assert "a-password-of-ours" not in caplog.text + repr(sent)


def test_only_one_label_can_be_sent_to(own_keyring, receiver, address):
    apprise_backend.add_address("one", address)
    apprise_backend.add_address("two", address)
    assert [sent.label for sent in apprise_backend.send_notice("t", "b", only="two")] == ["two"]
    assert apprise_backend.read_labels() == ("one", "two")


@pytest.mark.parametrize("address", ["", "not an address", "nothing://x", "https", "json://a\njson://b"])
def test_what_is_no_address_is_refused_without_being_told(own_keyring, address):
    with pytest.raises(UsageError) as refused:
        apprise_backend.add_address("hook", address)
    assert not address or address not in str(refused.value)
    assert apprise_backend.read_labels() == ()


def test_an_address_in_the_environment_is_sent_to(own_keyring, receiver, address, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SECRET_APPRISE_HOOK", address)
    assert apprise_backend.send_notice("t", "b") == (apprise_backend.SendResult("hook", "JSON"),)


def test_a_locked_keyring_is_said(own_keyring, address):
    apprise_backend.add_address("hook", address)
    own_keyring.locked = True
    [sent] = apprise_backend.send_notice("t", "b")
    assert sent.why.startswith("The keyring is locked.")


def test_a_removed_one_is_not_sent_to(own_keyring, address):
    apprise_backend.add_address("hook", address)
    keyring_store.delete_secret("apprise:hook")
    assert apprise_backend.send_notice("t", "b") == ()


def test_the_urgency_is_the_kind_of_the_message(own_keyring, receiver, address):
    apprise_backend.add_address("hook", address)
    for urgency in NoticeUrgency:
        apprise_backend.send_notice("t", "b", urgency)
    assert [got["type"] for got in receiver.got] == ["info", "warning", "failure"]


@pytest.mark.parametrize(
    ("written", "urgency", "expected"),
    [
        ("ntfy://topic", NoticeUrgency.CRITICAL, "ntfy://topic?priority=high"),
        ("ntfy://topic?image=no", NoticeUrgency.LOW, "ntfy://topic?image=no&priority=low"),
        ("ntfy://topic", NoticeUrgency.NORMAL, "ntfy://topic"),
        ("ntfy://topic?priority=max", NoticeUrgency.CRITICAL, "ntfy://topic?priority=max"),
        ("json://127.0.0.1/hook", NoticeUrgency.CRITICAL, "json://127.0.0.1/hook"),
    ],
)
def test_a_service_with_priorities_is_given_one_unless_the_operator_chose(written, urgency, expected):
    assert apprise_backend._with_priority(written, urgency) == expected


def test_nothing_of_the_library_is_shown_to_the_receiver(own_keyring, receiver):
    """Its own logo and web address would otherwise stand beside every message."""
    for kind in ("ntfy", "json", "form"):
        apprise_backend.add_address(kind, f"{kind}://127.0.0.1:{receiver.server_port}/hook")
    apprise_backend.send_notice("A run failed", "why", NoticeUrgency.CRITICAL)
    assert len(receiver.requests) == 3
    for headers, body in receiver.requests:
        assert headers.get("User-Agent") == "Claude Ops"
        assert "apprise" not in (str(headers) + body).lower()
        assert "github" not in (str(headers) + body).lower()
