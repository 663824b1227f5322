"""The database file: connection rules, migrations, backup, the one write worker, and the signal of what changed."""

from .change_events import ChangeHub, CommittedChange
from .store import DataStore, open_store

__all__ = ["ChangeHub", "CommittedChange", "DataStore", "open_store"]
