"""Fetching from a git remote and pushing to it, by dulwich: ssh, https and local folders (X6).

Nothing here waits for ever, and nothing asks: ssh runs in its batch mode with the keys and known hosts of the operator,
https is given the token of the keyring and no other. What does not go on within the limit, or is called off, is ended.
"""

from __future__ import annotations

import contextlib
import re
import struct
import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dulwich.client import (
    GitClient,
    HttpGitClient,
    HTTPProxyUnauthorized,
    HTTPUnauthorized,
    LocalGitClient,
    SSHGitClient,
    SSHVendor,
    StrangeHostname,
    SubprocessWrapper,
)
from dulwich.errors import (
    ApplyDeltaError,
    ChecksumMismatch,
    FileFormatException,
    GitProtocolError,
    HangupException,
    NotGitRepository,
    SendPackError,
)

from ...core.errors import ClaudeOpsError, EnvironmentFault, OperatorError
from ...core.messages import UserMessage
from ...core.secrets.keyring_store import REMOTE_TOKEN
from ...core.secrets.redact_shapes import without_shapes
from .remote_address import RemoteAddress

BRANCH = b"refs/heads/main"
LIMIT_S = 600.0
"""How long one fetch or push may take."""
CONNECT_S, SILENT_S = 15.0, 60.0
LARGEST_FETCH = 1_000_000_000
ZERO = b"0" * 40
_SSH = (
    "ssh", "-x", "-oBatchMode=yes", f"-oConnectTimeout={CONNECT_S:g}", "-oServerAliveInterval=15",
    "-oServerAliveCountMax=4", "-oForwardAgent=no", "-oClearAllForwardings=yes",
)  # fmt: skip
_ODD_ANSWERS = (
    AssertionError, KeyError, IndexError, ValueError, struct.error, zlib.error, ApplyDeltaError, ChecksumMismatch,
    FileFormatException,
)  # fmt: skip
"""What reading an answer raises that is none of git: a page of a web server, or a pack that is cut off."""
_LATER = UserMessage("Nothing was changed. It is tried again at the next sync.")


class RemoteMoved(Exception):
    """Somebody else has pushed meanwhile."""


class _CalledOff(Exception):
    """The limit is over, or the operator has stopped it."""


class _BatchSSH(SSHVendor):
    """ssh as the operator has set it up, without questions; ``started`` is given each process."""

    def __init__(self, started: Callable[[subprocess.Popen[bytes]], None]) -> None:
        self._started = started

    def run_command(
        self,
        host: str,
        command: bytes,
        username: str | None = None,
        port: int | None = None,
        password: str | None = None,
        key_filename: str | None = None,
        ssh_command: str | None = None,
        protocol_version: int | None = None,
    ) -> SubprocessWrapper:
        """Run a command there."""
        where = f"{username}@{host}" if username else host
        if where.startswith("-"):
            raise StrangeHostname(hostname=where)
        arguments = [*_SSH, *(["-p", str(port)] if port else [])]
        if protocol_version:
            arguments += ["-o", f"SetEnv GIT_PROTOCOL=version={protocol_version}"]
        pipe = subprocess.PIPE
        process = subprocess.Popen([*arguments, "--", where, command], bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe)
        self._started(process)
        return SubprocessWrapper(process)


class _OpenSSHClient(SSHGitClient):
    """A client of ssh that remembers what it has opened: dulwich leaves it open where something fails."""

    opened: Any = None

    def _connect(self, cmd: bytes, path: str | bytes, protocol_version: int | None = None) -> Any:
        found = super()._connect(cmd, path, protocol_version)
        self.opened = found[0]
        return found

    def close(self) -> None:
        """Close it."""
        if self.opened is not None:
            self.opened.close()
            self.opened = None
        super().close()


class _OpenPool:
    """Connections of http that remember their answers: one that is not read to its end holds a socket."""

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self._answers: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._manager, name)

    def request(self, *given: Any, **more: Any) -> Any:
        """Ask a server."""
        answer = self._manager.request(*given, **more)
        self._answers.append(answer)
        return answer

    def close(self) -> None:
        """Close all of them."""
        for answer in self._answers:
            answer.close()
        self._manager.clear()


class GitRemote:
    """One remote. ``token`` is asked for when a server wants a sign-in; ``stopped`` says whether to end."""

    def __init__(
        self,
        address: RemoteAddress,
        token: Callable[[], str | None] = lambda: None,
        stopped: Callable[[], bool] = lambda: False,
        limit_s: float = LIMIT_S,
    ) -> None:
        self._address = address
        self._token = token
        self._stopped = stopped
        self._limit_s = limit_s
        self._process: subprocess.Popen[bytes] | None = None
        self._pool: _OpenPool | None = None
        self._until = 0.0
        self._read = 0

    def fetch(self, repository: Any) -> str:
        """Bring what the branch main of the remote holds into a repository of dulwich; its last commit, "" where there
        is none. Raises OperatorError and EnvironmentFault."""

        def wanted(refs: Any, depth: int | None = None) -> list[Any]:
            tip = refs.get(BRANCH)
            return [tip] if tip is not None and tip not in repository.object_store else []

        with self._client() as client:
            found = client.fetch(self._path, repository, wanted, progress=self._go_on)
        refs: dict[Any, Any] = dict(found.refs)
        tip = refs.get(BRANCH)
        return tip.decode() if tip is not None else ""

    def push(self, repository: Any, new: str, old: str) -> None:
        """Let the branch main of the remote point to ``new``, where it points to ``old`` ("" for nothing yet). Raises
        RemoteMoved where it does not any more, else as ``fetch``."""
        expected = old.encode() or ZERO

        def update(refs: Any) -> Any:
            if (refs.get(BRANCH) or ZERO) != expected:
                raise RemoteMoved
            return {BRANCH: new.encode()}

        path: Any = self._path  # each kind of client takes it as text, whatever its signature says
        with self._client() as client:
            done = client.send_pack(path, update, repository.generate_pack_data, progress=self._go_on)
        if why := (done.ref_status or {}).get(BRANCH):
            if self._address.kind == "local" or "fetch first" in why or "lock" in why or "non-fast-forward" in why:
                raise RemoteMoved
            raise OperatorError(
                UserMessage("The remote {address} refuses the push: {why}.", address=self._name, why=_plain(why)),
                UserMessage("Give yourself the right to write to its branch main."),
            )

    # --- parts -------------------------------------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return self._address.text

    @property
    def _path(self) -> str:
        return self._address.path

    @contextmanager
    def _client(self) -> Iterator[GitClient]:
        self._until, self._read = time.monotonic() + self._limit_s, 0
        over = threading.Event()
        watch = threading.Thread(target=self._end_when_over, args=(over,), name="git-limit", daemon=True)
        watch.start()
        client: GitClient | None = None
        try:
            with self._plain_faults():
                client = self._connect()
                yield client
        finally:
            over.set()
            if self._process is not None:
                self._end(self._process)
            if self._pool is not None:
                self._pool.close()
            if client is not None:
                with contextlib.suppress(Exception):  # what was wrong has been said
                    client.close()

    @staticmethod
    def _end(process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            process.kill()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was to be written is of no use any more
                    pipe.close()
        process.wait()

    def _connect(self) -> GitClient:
        one = self._address
        if one.kind == "local":
            if not Path(one.path).is_dir():
                raise NotGitRepository(one.path)
            return LocalGitClient(report_activity=self._count)
        if one.kind == "ssh":
            return _OpenSSHClient(
                one.host, port=one.port, username=one.user or None, vendor=_BatchSSH(self._note_process),
                report_activity=self._count,
            )  # fmt: skip
        from dulwich.client import default_urllib3_manager
        from urllib3 import Retry, Timeout

        token = self._token()
        manager = default_urllib3_manager(None, base_url=one.base_url)
        manager.connection_pool_kw["timeout"] = Timeout(connect=CONNECT_S, read=SILENT_S)
        manager.connection_pool_kw["retries"] = Retry(total=3, connect=0, read=0, redirect=3)
        self._pool = _OpenPool(manager)
        return HttpGitClient(
            one.base_url, pool_manager=self._pool,  # type: ignore[arg-type]
            username=(one.user or "git") if token else None, password=token,
            report_activity=self._count,
        )  # fmt: skip

    def _note_process(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def _end_when_over(self, over: threading.Event) -> None:
        """End a program that is waited for: a read from it returns then."""
        while not over.wait(0.1):
            if self._is_over() and self._process is not None:
                self._process.kill()
                return

    def _is_over(self) -> bool:
        return time.monotonic() > self._until or self._stopped()

    def _go_on(self, _said: bytes) -> None:
        if self._is_over():
            raise _CalledOff

    def _count(self, count: int, what: str) -> None:
        self._go_on(b"")
        if what == "read":
            self._read += count
        if self._read > LARGEST_FETCH:
            raise OperatorError(
                UserMessage("The remote {address} sends more than 1 GB.", address=self._name),
                UserMessage("Nothing was changed. Look at what it holds."),
            )

    @contextmanager
    def _plain_faults(self) -> Iterator[None]:
        """What git, ssh or the network say, in one sentence."""
        try:
            yield
        except (RemoteMoved, ClaudeOpsError):
            raise
        except NotGitRepository as error:
            raise OperatorError(
                UserMessage("There is no git repository at {address}.", address=self._name),
                UserMessage("Make an empty one there, or give another address."),
            ) from error
        except (HTTPUnauthorized, HTTPProxyUnauthorized) as error:
            raise OperatorError(
                UserMessage("The remote {address} does not let you in.", address=self._name),
                UserMessage("Store its token with `claudeops secrets set {name}`.", name=REMOTE_TOKEN),
            ) from error
        except StrangeHostname as error:
            raise OperatorError(
                UserMessage("“{host}” is no name of a host.", host=str(error)), UserMessage("Give another address.")
            ) from error
        except Exception as error:
            if self._stopped():
                raise EnvironmentFault(UserMessage("The sync was stopped."), _LATER) from error
            if isinstance(error, _CalledOff) or time.monotonic() > self._until:
                raise EnvironmentFault(
                    UserMessage(
                        "The remote {address} did not answer within {seconds} s.",
                        address=self._name, seconds=f"{self._limit_s:g}",
                    ),
                    _LATER,
                ) from error  # fmt: skip
            if isinstance(error, _ODD_ANSWERS):
                raise OperatorError(
                    UserMessage("{address} does not answer as a git server does.", address=self._name),
                    UserMessage("Nothing was changed. Check the address."),
                ) from error
            if not isinstance(error, (GitProtocolError, HangupException, OSError, SendPackError)):
                raise
            raise self._away(error) from error

    def _away(self, error: Exception) -> ClaudeOpsError:
        said = _last_words(error)
        if "host key verification failed" in said.lower():
            return OperatorError(
                UserMessage("The host key of {host} is not known, or has changed.", host=self._address.host),
                UserMessage("Connect once by hand with ssh, and check the key that it shows."),
            )
        if "permission denied" in said.lower():
            return OperatorError(
                UserMessage("The remote {address} does not let you in: {why}.", address=self._name, why=said),
                UserMessage("Give your ssh key to it, and load it into an ssh agent where it has a passphrase."),
            )
        return EnvironmentFault(
            UserMessage("The remote {address} does not answer: {why}.", address=self._name, why=said), _LATER
        )


def _last_words(error: Exception) -> str:
    """The last line that ssh or a server wrote, else what the error says."""
    lines = getattr(error, "stderr_lines", None) or []
    told = [_plain(line.decode("utf-8", "replace")) for line in lines]
    told = [line for line in told if line]
    if isinstance(error, OSError) and error.strerror:
        told.append(error.strerror)
    return told[-1] if told else _of_network(_plain(str(error))) or type(error).__name__


def _of_network(text: str) -> str:
    """The words of the system in what a client of http says around them."""
    if "CERTIFICATE_VERIFY_FAILED" in text:
        return "its certificate cannot be verified"
    if found := re.search(r"\[Errno -?\d+\] ([^'\")\]]+)", text):
        return found[1]
    if "timed out" in text:
        return "it took too long"
    return text


def _plain(text: str) -> str:
    """Words of a server as they may be shown: one line, without secrets and control characters."""
    shown = "".join(sign if sign.isprintable() else " " for sign in without_shapes(text))
    return re.sub(r"\s+", " ", shown).strip().rstrip(".")[:300]
