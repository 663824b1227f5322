"""What may be named as the remote of the knowledge folder. Pure.

A password never stands in an address: it would be written into settings and shown. It is kept in the keyring.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from ...core.errors import UsageError
from ...core.messages import UserMessage
from ...core.secrets.keyring_store import REMOTE_TOKEN
from ...core.secrets.redact_shapes import without_shapes

_FORMS = UserMessage(
    "Give https://host/path.git, ssh://user@host/path.git, user@host:path.git, or a folder such as /srv/knowledge.git."
)
_SCP = re.compile(r"(?:(?P<user>[A-Za-z0-9._-]+)@)?(?P<host>[A-Za-z0-9][A-Za-z0-9.-]*):(?P<path>[^\s:/][^\s]*|/[^\s]*)")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")
_USER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class RemoteAddress:
    """Where a remote is. ``kind`` is https, http, ssh or local; ``text`` the address as it was given."""

    kind: str
    text: str
    path: str
    host: str = ""
    port: int | None = None
    user: str = ""

    @property
    def base_url(self) -> str:
        """What a client of http connects to."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.kind}://{host}{f':{self.port}' if self.port else ''}/"


def parse_address(text: str) -> RemoteAddress:
    """An address taken apart. Raises UsageError that says what is wrong with it and what to do."""
    text = text.strip()
    if not text or any(ord(sign) < 33 or ord(sign) == 127 for sign in text):
        raise UsageError(UserMessage("The address of the remote is empty or has blanks in it."), _FORMS)
    if "://" not in text:
        return _without_scheme(text)
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _refused(text) from None
    if parts.password is not None or "@" in (parts.username or ""):
        raise _with_password(parts.scheme)
    if parts.query or parts.fragment:
        raise UsageError(
            UserMessage("The address of the remote has a part after “?” or “#”, where tokens are often put."),
            UserMessage("Leave it out. Store a token with `claudeops secrets set {name}`.", name=REMOTE_TOKEN),
        )
    if parts.scheme == "file":
        if parts.netloc not in ("", "localhost"):
            raise _refused(text)
        return _local(text, unquote(parts.path))
    host, user, path = parts.hostname or "", unquote(parts.username or ""), unquote(parts.path)
    if parts.scheme not in ("https", "http", "ssh") or not _HOST.fullmatch(host) or len(path) < 2:
        raise _refused(text)
    if user and (not _USER.fullmatch(user) or without_shapes(user) != user or without_shapes(text) != text):
        raise _with_password(parts.scheme)
    if parts.scheme == "http" and not is_loopback(host):
        raise UsageError(
            UserMessage("http is not encrypted: whoever is in between reads and changes what is shared."),
            UserMessage("Use https or ssh."),
        )
    return RemoteAddress(parts.scheme, text, path, host, port, user)


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _without_scheme(text: str) -> RemoteAddress:
    if text.startswith(("/", "~", "./", "../")):
        return _local(text, text)
    found = _SCP.fullmatch(text)
    if found is None or found["path"].startswith("-"):
        if re.fullmatch(r"[^/@\s]+:[^/\s]+@[^\s]+", text):
            raise _with_password("ssh")
        raise _refused(text)
    return RemoteAddress("ssh", text, found["path"], found["host"], None, found["user"] or "")


def _local(text: str, path: str) -> RemoteAddress:
    from pathlib import Path

    place = Path(path).expanduser()
    if not place.is_absolute():
        raise UsageError(
            UserMessage("“{path}” is not a whole path.", path=path), UserMessage("Begin it with a slash: /srv/x.git.")
        )
    return RemoteAddress("local", text, str(place))


def _with_password(scheme: str) -> UsageError:
    if scheme == "ssh":
        return UsageError(
            UserMessage("The address of the remote has a password or token in it."),
            UserMessage("Leave it out. ssh signs in with your key; an ssh agent keeps its passphrase."),
        )
    return UsageError(
        UserMessage("The address of the remote has a password or token in it."),
        UserMessage("Leave it out, and store it with `claudeops secrets set {name}`.", name=REMOTE_TOKEN),
    )


def _refused(text: str) -> UsageError:
    shown = without_shapes(text)[:200]
    return UsageError(UserMessage("“{text}” is not an address of a git repository.", text=shown), _FORMS)
