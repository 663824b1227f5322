"""All records of one store, under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.clock import Clock, utc_now
from ..core.lazy import late
from ..storage import Store

if TYPE_CHECKING:
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
    """The record books: ``sessions``, ``events``, ``markers``, ``cooldowns``, ``health``, ``schedules`` and the rest.

    Each is loaded when it is first asked for: a window needs few of them for its first picture.
    """

    def __init__(self, store: Store, clock: Clock = utc_now) -> None:
        self.store = store
        self.clock = clock

    @late
    def sessions(self) -> Sessions:
        """Runs and their sessions."""
        from .sessions import Sessions

        return Sessions(self.store)

    @late
    def events(self) -> Events:
        """What agents and we noticed."""
        from .events import Events

        return Events(self.store)

    @late
    def markers(self) -> Markers:
        """The lines that said something."""
        from .markers import Markers

        return Markers(self.store)

    @late
    def cooldowns(self) -> Cooldowns:
        """Actions on services."""
        from .cooldowns import Cooldowns

        return Cooldowns(self.store)

    @late
    def rules(self) -> ServiceRules:
        """Limits of single services."""
        from .service_rules import ServiceRules

        return ServiceRules(self.store)

    @late
    def tool_calls(self) -> ToolCalls:
        """What the guard saw."""
        from .tool_calls import ToolCalls

        return ToolCalls(self.store)

    @late
    def health(self) -> Health:
        """Health of services."""
        from .health import Health

        return Health(self.store)

    @late
    def schedules(self) -> Schedules:
        """Schedules and their due times."""
        from .due import Schedules

        return Schedules(self.store)

    @late
    def mutes(self) -> Mutes:
        """What is not told."""
        from .mutes import Mutes

        return Mutes(self.store, self.clock)

    @late
    def notifications(self) -> Notifications:
        """What was told outside the window."""
        from .notifications import Notifications

        return Notifications(self.store)

    @late
    def alerts(self) -> Alerts:
        """Alerts that came in."""
        from .alerts import Alerts

        return Alerts(self.store)

    @late
    def approvals(self) -> Approvals:
        """Questions to the operator."""
        from .approvals import Approvals

        return Approvals(self.store)

    @late
    def spend(self) -> Spend:
        """What runs cost."""
        from .spend import Spend

        return Spend(self.store)

    @late
    def prompts(self) -> SavedPrompts:
        """Prompts that the operator kept."""
        from .saved_prompts import SavedPrompts

        return SavedPrompts(self.store)

    @late
    def checkpoints(self) -> Checkpoints:
        """How sessions stood after each turn."""
        from .checkpoints import Checkpoints

        return Checkpoints(self.store)
