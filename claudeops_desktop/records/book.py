"""All records of one store, under one name."""

from __future__ import annotations

from ..clock import Clock, utc_now
from ..store import Store
from .alerts import Alerts
from .approvals import Approvals
from .checkpoints import Checkpoints
from .cooldowns import Cooldowns
from .due import Schedules
from .events import Events
from .health import Health
from .markers import Markers
from .mutes import Mutes
from .notifications import Notifications
from .saved_prompts import SavedPrompts
from .service_rules import ServiceRules
from .sessions import Sessions
from .spend import Spend
from .tool_calls import ToolCalls


class Book:
    """The record books: ``sessions``, ``events``, ``markers``, ``cooldowns``, ``health``, ``schedules``."""

    def __init__(self, store: Store, clock: Clock = utc_now) -> None:
        self.store = store
        self.clock = clock
        self.sessions = Sessions(store)
        self.events = Events(store)
        self.markers = Markers(store)
        self.cooldowns = Cooldowns(store)
        self.rules = ServiceRules(store)
        self.tool_calls = ToolCalls(store)
        self.health = Health(store)
        self.schedules = Schedules(store)
        self.mutes = Mutes(store, clock)
        self.notifications = Notifications(store)
        self.alerts = Alerts(store)
        self.approvals = Approvals(store)
        self.spend = Spend(store)
        self.prompts = SavedPrompts(store)
        self.checkpoints = Checkpoints(store)
