"""Imports peewee without the driver of PostgreSQL, which peewee would import too wherever it is installed.

That driver costs a tenth of a second; a store in a file does not need it, and one on a server imports it itself.
"""

from __future__ import annotations

import sys


def import_peewee() -> None:
    """Import it, unless it is there already. Must come before anything else that imports peewee."""
    if "peewee" in sys.modules or "psycopg" in sys.modules:
        return
    sys.modules["psycopg"] = None  # type: ignore[assignment]
    try:
        import peewee  # noqa: F401
    finally:
        del sys.modules["psycopg"]


import_peewee()
