"""peewee without the driver of PostgreSQL, which it would import too wherever that is installed.

The driver costs a tenth of a second at every start. A store in a file does not need it, and one on a server imports it
itself.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class _NotForPeewee:
    """Says that there is no driver while peewee looks for one: before it has anything of its own."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Look for a module as Python's own finders do."""
        peewee = sys.modules.get("peewee")
        if name == "psycopg" and peewee is not None and not hasattr(peewee, "Model"):
            raise ModuleNotFoundError("peewee does without it here", name=name)
        return None


def keep_peewee_alone() -> None:
    """To be called before anything imports peewee; again it changes nothing."""
    if not any(isinstance(finder, _NotForPeewee) for finder in sys.meta_path):
        sys.meta_path.insert(0, _NotForPeewee())
