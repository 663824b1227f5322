"""Which application acts for a store: one on this machine by a lock of its folder, and of all machines that share a
server one by a lock of the server's, which goes with the connection of who holds it."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path

from ..core.errors import ClaudeOpsError
from ..core.schedule_lock import lock_schedule
from .store import DataStore

log = logging.getLogger(__name__)
ASK_EVERY_S = 1.0  # another machine takes over within five seconds


class StoreLead:
    """The lead of one application. For a shared store every call asks the server: not on a GUI thread."""

    def __init__(self, store: DataStore, root: Path) -> None:
        self._store = store
        self._root = root
        self._descriptor = -1
        self._told = ""
        self.shared: bool = store.database.is_server
        """Whether other machines may lead."""

    @property
    def held(self) -> bool:
        """Tell whether this one leads, as far as it knows."""
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
        """Tell whether it was held and the server knows of it no more: then another may have it, and it is let go."""
        if not self.held or not self.shared or self._store.database.still_leads():
            return False
        self._let_folder_go()
        return True

    def look_again(self) -> str:
        """One look by the clock: "taken", "lost", or "" where nothing has changed. A server that does not answer is
        asked again at the next."""
        try:
            moved = self.is_lost() if self.held else self.take_lead()
        except ClaudeOpsError as error:
            if self._told != error.full_text:  # every second the same
                self._told = error.full_text
                log.warning("who keeps the schedule cannot be asked: %s", error.full_text)
            return ""
        self._told = ""
        if not moved:
            return ""
        return "taken" if self.held else "lost"

    def release(self) -> None:
        """Let it go."""
        self._let_folder_go()
        if self.shared:
            self._store.database.give_lead_up()

    def _let_folder_go(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class LeadWatch:
    """Asks the server every second who leads, on a thread of its own: nothing else must keep a leader from saying that
    it lives. ``moved`` is called there with "taken" or "lost"."""

    def __init__(self, lead: StoreLead, moved: Callable[[str], None]) -> None:
        self._lead = lead
        self._moved = moved
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Ask from now on."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="lead-watch", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ask no more. Waits for an answer that is on its way."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                found = self._lead.look_again()
                if found:
                    self._moved(found)
            except Exception:
                log.exception("who keeps the schedule cannot be asked")
            if self._stop.wait(ASK_EVERY_S):
                return
