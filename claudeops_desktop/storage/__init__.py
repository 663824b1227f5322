"""The database file: connection rules, migrations, backup, the one write worker, and the signal of what changed."""

from . import peewee_alone as _peewee_alone  # noqa: F401 — before all that imports peewee
from .change_events import ChangeHub, CommittedChange
from .store import DataStore, open_store

__all__ = ["ChangeHub", "CommittedChange", "DataStore", "open_store"]
