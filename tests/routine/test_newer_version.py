"""Asking for a newer version: what is sent, how often, and which answers are refused."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
import pytest

from claudeops_desktop import __version__
from claudeops_desktop.core.errors import EnvironmentFault, OperatorError, PolicyRefusal
from claudeops_desktop.core.settings.groups import Settings, UpdateSettings
from claudeops_desktop.routine import WEEKLY, newer_version
from claudeops_desktop.routine.newer_version import check_version

NEWER = b'{"version": "99.1"}'


class Release(ThreadingHTTPServer):
    """Answers every request alike, and keeps what it was sent."""

    daemon_threads = True

    def __init__(self) -> None:
        self.status, self.headers, self.content = 200, {}, NEWER
        self.requests: list[tuple[str, dict[str, str]]] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/newest.json"

    def handle_error(self, request, client_address) -> None:
        """A client that has had enough closes the connection."""


class _Handler(BaseHTTPRequestHandler):
    server: Release

    def do_GET(self) -> None:
        self.server.requests.append((self.path, dict(self.headers)))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(self.server.content)))
        self.end_headers()
        self.wfile.write(self.server.content)

    def log_message(self, *words) -> None:
        """Quiet."""


@pytest.fixture
def release():
    server = Release()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_one_request_that_holds_the_version_and_nothing_else(release):
    found = check_version(release.url)
    assert (found.version, found.newest, found.newer) == (__version__, "99.1", True)
    ((path, headers),) = release.requests
    assert path == "/newest.json"
    assert {name.lower(): value for name, value in headers.items()} == {
        "host": f"127.0.0.1:{release.server_address[1]}",
        "user-agent": f"ClaudeOps/{__version__}",
        "accept": "application/json",
        "accept-encoding": "identity",
        "connection": "keep-alive",
    }


@pytest.mark.parametrize(
    ("number", "newer"), [(__version__, False), (f"{__version__}.0", False), ("0.1.9", False), ("0.10", True)]
)
def test_numbers_are_compared_as_numbers(release, number, newer):
    release.content = b'{"version": "%s"}' % number.encode()
    assert check_version(release.url).newer is newer


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>",
        b"[]",
        b"{}",
        b'{"version": 3}',
        b'{"version": "newest"}',
        b'{"version": "1.0; rm -rf /"}',
        b'{"version": "1.0\\n"}',
        '{"version": "٣.١"}'.encode(),
        b'{"version": "' + b"1" * 9_000 + b'"}',
        b'{"version": "9.9", "more": "' + b"x" * 20_000 + b'"}',
        b"[" * 9_999,
    ],
)
def test_an_answer_that_is_none_is_refused_in_one_sentence(release, content):
    release.content = content
    with pytest.raises(OperatorError, match="does not answer with a version"):
        check_version(release.url)


def test_a_huge_answer_is_not_read_to_its_end(release):
    release.content = b"x" * 50_000_000
    with pytest.raises(OperatorError, match="does not answer with a version"):
        check_version(release.url)


@pytest.mark.parametrize("target", ["http://10.0.0.1/", "http://169.254.169.254/latest/", "http://[::1]:9/"])
def test_a_redirect_to_a_private_address_is_refused(release, target):
    release.status, release.headers = 302, {"Location": target}
    with pytest.raises(PolicyRefusal, match="leads to the private address"):
        check_version(release.url)
    assert len(release.requests) == 1


@pytest.mark.parametrize("target", ["file:///etc/passwd", "http://user:secret@127.0.0.1/", "//"])
def test_a_redirect_to_no_web_address_is_refused(release, target):
    release.status, release.headers = 302, {"Location": target}
    with pytest.raises(OperatorError):
        check_version(release.url)
    assert len(release.requests) <= newer_version.MOST_REDIRECTS + 1


def test_a_circle_of_redirects_ends(release):
    release.status, release.headers = 302, {"Location": "/newest.json"}
    with pytest.raises(OperatorError, match="sends on more than 3 times"):
        check_version(release.url)


def test_nobody_there_and_another_status(release):
    release.status = 503
    with pytest.raises(OperatorError, match="status 503"):
        check_version(release.url)
    with pytest.raises(EnvironmentFault, match="does not answer"):
        check_version("http://127.0.0.1:1/")


def test_without_an_address_nothing_is_asked():
    with pytest.raises(OperatorError, match="No address is set"):
        check_version("")


def weekly(world):
    run = world.runner.run_now(WEEKLY)
    return next(step for step in run.steps if step.name == "newer-version")


def events(world):
    rows = world.read(lambda: world.store.database.execute_sql("SELECT message FROM events").fetchall())
    return [message for (message,) in rows if "is available" in message]


def test_the_weekly_notice_is_off_by_default(world, release):
    assert Settings().updates == UpdateSettings(check=False, url="")
    world.settings = msgspec.structs.replace(Settings(), updates=UpdateSettings(url=release.url))
    assert weekly(world).note == "Asking for newer versions is switched off."
    assert release.requests == []


def test_switched_on_it_asks_once_a_week_and_notes_a_version_once(world, release):
    world.settings = msgspec.structs.replace(Settings(), updates=UpdateSettings(check=True, url=release.url))
    assert weekly(world).note == f"Version 99.1 is available; this is {__version__}."
    weekly(world)
    assert len(release.requests) == 1
    world.forward(days=7)
    weekly(world)
    assert len(release.requests) == 2
    assert events(world) == [f"Version 99.1 is available; this is {__version__}."]


def test_a_failed_request_is_not_repeated_within_the_week(world, release):
    release.content = b"no"
    world.settings = msgspec.structs.replace(Settings(), updates=UpdateSettings(check=True, url=release.url))
    assert "does not answer with a version" in weekly(world).note
    weekly(world)
    assert len(release.requests) == 1
    assert events(world) == []
