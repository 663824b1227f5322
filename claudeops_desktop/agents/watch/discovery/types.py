"""What discovery finds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

NO_CHECK = "none"
Protocol = Literal["tcp", "udp"]
ProbeKind = Literal[
    "http", "https", "tls", "ssh", "smtp", "ftp", "imap", "pop3", "mysql", "redis", "postgres", "banner", "open",
    "closed", "udp",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ListeningSocket:
    """A socket that listens. ``address`` is as it is bound ("0.0.0.0", "::", "127.0.0.1"); ``pid`` and ``process`` are
    None and "" where another user's process holds it. ``command`` is the command line, ``unit`` the systemd unit and
    ``container`` the container that it belongs to."""

    address: str
    port: int
    protocol: Protocol = "tcp"
    pid: int | None = None
    process: str = ""
    command: tuple[str, ...] = ()
    unit: str = ""
    container: str = ""

    @property
    def reachable_address(self) -> str:
        """The address that a check on this machine uses."""
        return {"0.0.0.0": "127.0.0.1", "::": "127.0.0.1", "*": "127.0.0.1", "": "127.0.0.1"}.get(  # noqa: S104
            self.address, self.address
        )


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """What answered: its kind, and in words what was seen. ``status_code`` is that of a web server; ``address`` the
    one that answered; ``status`` what a check of it found, "unknown" where none was made yet."""

    kind: ProbeKind
    detail: str = ""
    status_code: int | None = None
    banner: str = ""
    address: str = ""
    status: str = "unknown"


@dataclass(frozen=True, slots=True)
class DiscoveredService:
    """Something to watch. ``row`` is its check as a row of ``services.toml``; ``why`` says why it is proposed and
    ``answer`` what it said when it was tested; ``defined`` is the service of services.toml that watches it already."""

    row: dict[str, Any]
    target: str
    process: str = ""
    port: int | None = None
    protocol: str = ""
    pid: int | None = None
    why: str = ""
    answer: str = ""
    status: str = "unknown"
    defined: str = ""

    @property
    def name(self) -> str:
        """What it is proposed to be called."""
        return str(self.row["name"])

    @property
    def kind(self) -> str:
        """The kind of check that is proposed."""
        return str(self.row["check"])

    @property
    def can_be_added(self) -> bool:
        """Tell whether there is a check for it, and none that looks at it already."""
        return not self.defined and self.kind != NO_CHECK

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        found = asdict(self)
        del found["row"]
        return {"name": self.name, "kind": self.kind, **found}
