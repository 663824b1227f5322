"""What may be a remote, and a real git server of http on loopback that wants a token."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIServer, make_server

import pytest
from dulwich.repo import Repo
from dulwich.server import DictBackend
from dulwich.web import WSGIRequestHandlerLogger, make_wsgi_chain
from hypothesis import given, settings
from hypothesis import strategies as st
from sync_world import Workstation, bare_repository

from claudeops_desktop.core.errors import ClaudeOpsError, EnvironmentFault, OperatorError, UsageError
from claudeops_desktop.core.secrets import keyring_store
from claudeops_desktop.knowledge.sync.opening import open_sync
from claudeops_desktop.knowledge.sync.remote_address import parse_address
from claudeops_desktop.knowledge.sync.transport import GitRemote

TOKEN = "the-token-of-the-remote"


class _QuietHandler(WSGIRequestHandlerLogger):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is written."""


class GitServer:
    """dulwich's own smart server, behind basic authentication. ``requests`` has the authorization of each request."""

    def __init__(self, repository: Path, wrap: Callable[[Any], Any] = lambda app: app) -> None:
        self.requests: list[str] = []
        self._repository = Repo(str(repository))
        app = make_wsgi_chain(DictBackend({"/x.git": self._repository}))
        wanted = "Basic " + base64.b64encode(f"git:{TOKEN}".encode()).decode()

        def guarded(environ: dict[str, Any], start: Any) -> Any:
            self.requests.append(environ.get("HTTP_AUTHORIZATION", ""))
            if environ.get("HTTP_AUTHORIZATION") != wanted:
                start("401 Unauthorized", [("WWW-Authenticate", 'Basic realm="git"')])
                return [b""]
            return app(environ, start)

        self._server = make_server("127.0.0.1", 0, wrap(guarded), WSGIServer, _QuietHandler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/x.git"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._repository.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GitServer]:
    made = GitServer(bare_repository(tmp_path / "remote.git"))
    yield made
    made.close()


@pytest.mark.slow
def test_two_workstations_share_through_a_server_that_wants_a_token(server: GitServer, tmp_path: Path) -> None:
    one, two = Workstation(tmp_path / "one", server.url), Workstation(tmp_path / "two", server.url)
    try:
        one.learn("The nginx workers reload within 4 seconds.")
        one.knowledge.remember("Operations", "Check DNS first.")
        assert one.sync(token=lambda: TOKEN).pushed
        two.sync(token=lambda: TOKEN)
        assert two.facts() == one.facts() and two.shared_files() == one.shared_files()
        two.knowledge.remember("Operations", "The backup runs at night.")
        assert two.sync(token=lambda: TOKEN).pushed and one.sync(token=lambda: TOKEN).files == ["MEMORY.md"]
    finally:
        one.close()
        two.close()


@pytest.mark.parametrize("token", [None, "another"])
def test_without_the_token_it_says_where_to_put_it(server: GitServer, tmp_path: Path, token: str | None) -> None:
    one = Workstation(tmp_path / "one", server.url)
    try:
        with pytest.raises(OperatorError, match="does not let you in") as refused:
            one.sync(token=lambda: token)
        assert "secrets set knowledge-remote" in str(refused.value.remedy)
        assert server.requests == ["" if token is None else server.requests[0]]
    finally:
        one.close()


def test_the_token_is_taken_from_the_keyring_and_stands_in_no_file(
    server: GitServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(keyring_store.variable(keyring_store.REMOTE_TOKEN), TOKEN)
    one = Workstation(tmp_path / "one", server.url)
    try:
        one.learn("The nginx workers reload within 4 seconds.")
        made = open_sync(one.desk.book, one.desk.memory, one.knowledge, one.data, one.settings, one.clock)
        assert made.run().pushed
        made.close()
    finally:
        one.close()
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or TOKEN.encode() not in file.read_bytes(), file


def test_a_redirect_to_another_host_is_not_given_the_token(tmp_path: Path) -> None:
    other = GitServer(bare_repository(tmp_path / "other.git"))

    def to_other(_app: Any) -> Any:
        def answer(environ: dict[str, Any], start: Any) -> Any:
            target = other.url.removesuffix("/x.git") + environ["PATH_INFO"] + "?" + environ["QUERY_STRING"]
            start("302 Found", [("Location", target)])
            return [b""]

        return answer

    first = GitServer(bare_repository(tmp_path / "remote.git"), to_other)
    one = Workstation(tmp_path / "one", first.url)
    try:
        with pytest.raises(ClaudeOpsError):
            one.sync(token=lambda: TOKEN)
        assert set(other.requests) <= {""}
    finally:
        one.close()
        first.close()
        other.close()


def test_a_server_that_is_away_and_one_that_sends_something_else(tmp_path: Path) -> None:
    server = GitServer(bare_repository(tmp_path / "remote.git"), lambda _app: _not_git)
    one = Workstation(tmp_path / "one", server.url)
    try:
        with pytest.raises(ClaudeOpsError) as odd:
            one.sync(token=lambda: TOKEN)
        server.close()
        with pytest.raises(EnvironmentFault, match="does not answer") as away:
            one.sync(token=lambda: TOKEN)
        for error in (odd, away):
            assert "\n" not in str(error.value) and TOKEN not in str(error.value)
    finally:
        one.close()


def _not_git(_environ: Any, start: Any) -> Any:
    start("200 OK", [("Content-Type", "text/html")])
    return [b"<html>Sign in</html>"]


def test_ssh_never_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in the place of ssh writes down how it was called, and answers as ssh does to an unknown host."""
    told = tmp_path / "told"
    program = tmp_path / "bin" / "ssh"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" >> {told}\necho "Host key verification failed." >&2\nexit 255\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    with Repo.init_bare(str(tmp_path / "here"), mkdir=True) as here, pytest.raises(OperatorError, match="host key"):
        GitRemote(parse_address("ops@git.example.org:team/knowledge.git")).fetch(here)
    words = told.read_text().splitlines()
    assert "-oBatchMode=yes" in words and words[-2] == "ops@git.example.org"
    assert words[-1] == "git-upload-pack 'team/knowledge.git'"


@pytest.mark.slow
def test_a_program_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "ssh"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    address = parse_address("ssh://ops@git.example.org/knowledge.git")
    with Repo.init_bare(str(tmp_path / "here"), mkdir=True) as here:
        with pytest.raises(EnvironmentFault, match=r"did not answer within 0\.3 s"):
            GitRemote(address, limit_s=0.3).fetch(here)
        with pytest.raises(EnvironmentFault, match="was stopped"):
            GitRemote(address, stopped=lambda: True).fetch(here)


# --- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "host", "user", "port", "path"),
    [
        ("https://git.example.org/team/x.git", "https", "git.example.org", "", None, "/team/x.git"),
        ("https://ops@git.example.org:8443/x", "https", "git.example.org", "ops", 8443, "/x"),
        ("http://127.0.0.1:80/x", "http", "127.0.0.1", "", 80, "/x"),
        ("http://[::1]:8080/x", "http", "::1", "", 8080, "/x"),
        ("ssh://ops@git.example.org:2222/~/x.git", "ssh", "git.example.org", "ops", 2222, "/~/x.git"),
        ("ops@git.example.org:x.git", "ssh", "git.example.org", "ops", None, "x.git"),
        ("git.example.org:/srv/x.git", "ssh", "git.example.org", "", None, "/srv/x.git"),
        ("/srv/x.git", "local", "", "", None, "/srv/x.git"),
        ("file:///srv/x%20y.git", "local", "", "", None, "/srv/x y.git"),
    ],
)
def test_addresses(text: str, kind: str, host: str, user: str, port: int | None, path: str) -> None:
    found = parse_address(text)
    assert (found.kind, found.host, found.user, found.port, found.path) == (kind, host, user, port, path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://ops:secret@example.org/x", "password"),
        ("https://ops%40x:y@example.org/x", "password"),
        ("https://ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8@example.org/x", "password"),
        ("ssh://ops:secret@example.org/x", "password"),
        ("https://example.org/x?access_token=1", "tokens"),
        ("http://example.org/x", "not encrypted"),
        ("git://example.org/x", "not an address"),
        ("ext::sh -c touch% /tmp/x", "blanks"),
        ("-oProxyCommand=x", "not an address"),
        ("ssh://-oProxyCommand=x/y", "not an address"),
        ("host:-x", "not an address"),
        ("x/y.git", "not an address"),
        ("./x.git", "not a whole path"),
        ("", "empty"),
        ("https://example.org:99999/x", "not an address"),
        ("file://other/x", "not an address"),
    ],
)
def test_addresses_that_are_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as refused:
        parse_address(text)
    assert refused.value.remedy and "secret" not in str(refused.value).replace("secrets set", "")


@pytest.mark.slow
@settings(max_examples=60)
@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        found = parse_address(text)
    except UsageError:
        return
    assert not found.host.startswith("-") and not found.user.startswith("-") and not found.path.startswith("-")
