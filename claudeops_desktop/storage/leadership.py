"""Which application acts for a store: one on this machine by a lock of its folder, and of all machines that share a
server one by a lock of the server's, which goes with the connection of who holds it."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from ..core.errors import ClaudeOpsError
from ..core.schedule_lock import lock_schedule
from .store import DataStore

log = logging.getLogger(__name__)


class StoreLead:
    """The lead of one application. For a shared store every call asks the server: not on a GUI thread."""

    def __init__(self, store: DataStore, root: Path) -> None:
        self._store = store
        self._root = root
        self._descriptor = -1
        self.shared: bool = store.database.is_server
        """Whether other machines may lead."""

    @property
    def held(self) -> bool:
        """Whether this one leads, as far as it knows."""
        return self._descriptor >= 0

    def take_lead(self) -> bool:
        """Take the lead where nobody has it. Raises EnvironmentFault where the folder cannot be written or the server
        does not answer."""
        descriptor = lock_schedule(self._root)
        if descriptor is None:
            return False
        try:
            taken = not self.shared or self._store.database.take_lead()
        except BaseException:
            os.close(descriptor)
            raise
        if taken:
            self._descriptor = descriptor
        else:
            os.close(descriptor)
        return taken

    def is_lost(self) -> bool:
        """Whether it was held and the server knows of it no more: then another may have it, and it is let go."""
        if not self.held or not self.shared or self._store.database.still_leads():
            return False
        self.release()
        return True

    def look_again(self) -> str:
        """One look by the clock: "taken", "lost", or "" where nothing has changed. A server that does not answer is
        asked again at the next."""
        try:
            if self.held:
                return "lost" if self.is_lost() else ""
            return "taken" if self.take_lead() else ""
        except ClaudeOpsError as error:
            log.warning("who keeps the schedule cannot be asked: %s", error.full_text)
            return ""

    def release(self) -> None:
        """Let it go."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        if self.shared:
            self._store.database.give_lead_up()
