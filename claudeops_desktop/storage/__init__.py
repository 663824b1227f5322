"""The database file: connection rules, migrations, backup, the one write worker, and the signal of what changed."""

from .change_events import Change, ChangeHub
from .store import Store, open_store

__all__ = ["Change", "ChangeHub", "Store", "open_store"]
