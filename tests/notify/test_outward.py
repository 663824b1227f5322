"""D4, outward: apprise sends to the addresses of the keyring, and none of them is ever told."""

from __future__ import annotations

import json
import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from claudeops_desktop import secrets
from claudeops_desktop.errors import UsageError
from claudeops_desktop.notify import outward

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated and slated for removal:DeprecationWarning")  # apprise's


@pytest.fixture
def receiver():
    """A service on this computer that takes what is sent; ``status`` is its answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(server.status)
            self.end_headers()

        def log_message(self, *_):
            pass

    got = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.status, server.got = 200, got
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
    assert outward.add("hook", address) == "JSON"
    assert outward.send("A run failed", "a < b") == (outward.Sent("hook", "JSON"),)
    assert (receiver.got[0]["title"], receiver.got[0]["message"]) == ("A run failed", "a < b")


def test_a_service_that_refuses_is_told_by_label_and_kind(own_keyring, receiver, address, caplog):
    caplog.set_level(logging.DEBUG)
    receiver.status = 500
    outward.add("hook", address)
    sent = outward.send("A run failed", "why")
    assert sent == (outward.Sent("hook", "JSON", "JSON did not take it."),)
    assert "a-password-of-ours" not in caplog.text + repr(sent)


def test_only_one_label_can_be_sent_to(own_keyring, receiver, address):
    outward.add("one", address)
    outward.add("two", address)
    assert [sent.label for sent in outward.send("t", "b", "two")] == ["two"]
    assert outward.labels() == ("one", "two")


@pytest.mark.parametrize("address", ["", "not an address", "nothing://x", "https", "json://a\njson://b"])
def test_what_is_no_address_is_refused_without_being_told(own_keyring, address):
    with pytest.raises(UsageError) as refused:
        outward.add("hook", address)
    assert not address or address not in str(refused.value)
    assert outward.labels() == ()


def test_an_address_in_the_environment_is_sent_to(own_keyring, receiver, address, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SECRET_APPRISE_HOOK", address)
    assert outward.send("t", "b") == (outward.Sent("hook", "JSON"),)


def test_a_locked_keyring_is_said(own_keyring, address):
    outward.add("hook", address)
    own_keyring.locked = True
    [sent] = outward.send("t", "b")
    assert sent.why.startswith("The keyring is locked.")


def test_a_removed_one_is_not_sent_to(own_keyring, address):
    outward.add("hook", address)
    secrets.delete("apprise:hook")
    assert outward.send("t", "b") == ()
