"""What is said of a store: where it is, of which schema, and how much it holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

FILE, SERVER = "file", "postgresql"
SEARCHED_HERE, SEARCHED_THERE = "application", "server"


@dataclass(frozen=True, slots=True)
class StoreStatus:
    """``store`` is file or postgresql; ``place`` its path or URL; ``server`` the server's version, "" for a file.

    ``schema`` is the number of the newest step that the store has seen, ``known`` that of this version; ``tables``
    says how many rows each has; ``machines`` how many other connections work on it, 0 for a file. ``operator`` is the
    name of this machine's operator there, "" for a file. ``vectors`` says who searches them: application or server.
    """

    store: str
    place: str
    server: str
    schema: int
    known: int
    machines: int
    tables: dict[str, int]
    vectors: str = SEARCHED_HERE
    operator: str = ""

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)
