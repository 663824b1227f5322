"""All records of one store, under one name."""

from __future__ import annotations

from ..clock import Clock, utc_now
from ..store import Store
from .cooldowns import Cooldowns
from .due import Schedules
from .events import Events
from .health import Health
from .markers import Markers
from .sessions import Sessions


class Book:
    """The record books: ``sessions``, ``events``, ``markers``, ``cooldowns``, ``health``, ``schedules``."""

    def __init__(self, store: Store, clock: Clock = utc_now) -> None:
        self.store = store
        self.clock = clock
        self.sessions = Sessions(store)
        self.events = Events(store)
        self.markers = Markers(store)
        self.cooldowns = Cooldowns(store)
        self.health = Health(store)
        self.schedules = Schedules(store)
