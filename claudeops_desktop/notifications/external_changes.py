"""Whether other processes write into the data folder: asked often, and for next to nothing while nobody does."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..core.clock import Clock

if TYPE_CHECKING:
    from ..storage.store import DataStore

LOOK_SOON_S = 5.0  # how often it is worth a look while they do write
FIRST_LOOK_S = 8.0  # what the start of the application writes is known by then, and with it is the start over
LIVELY = timedelta(minutes=2)  # so long after the file moved they are taken to be at it still


class ExternalChanges:
    """Of one thread. A look costs next to nothing: the database is asked only where its mark has moved."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._mark: tuple[int, ...] = ()
        self._version = 0
        self._moved_at: datetime | None = None
        self._looked = True

    @property
    def pause(self) -> float | None:
        """Seconds until the next look is due; None where it can wait until the application wakes for another reason."""
        if not self._looked:
            return FIRST_LOOK_S
        return None if self._moved_at is None or self._clock() - self._moved_at >= LIVELY else LOOK_SOON_S

    def begin(self) -> None:
        """Take the newest rows as known: only later ones are reported."""
        self._looked = False
        self._has_moved()
        self._others_wrote()

    def has_external_write(self) -> bool:
        """Tell whether somebody else wrote since the last look."""
        now = self._clock()
        self._looked = True
        if not (self._has_moved() and self._others_wrote()):
            return False
        self._moved_at = now
        return True

    def _has_moved(self) -> bool:
        """Tell whether anybody wrote into the database, we too."""
        before, self._mark = self._mark, self._store.mark()
        return self._mark != before

    def _others_wrote(self) -> bool:
        before, self._version = self._version, self._store.external_version().result()
        return self._version != before
