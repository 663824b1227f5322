"""All records of one store, under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.clock import Clock, utc_now
from ..core.lazy import lazy_property
from ..storage import DataStore

if TYPE_CHECKING:
    from .alerts import AlertRecords
    from .approvals import ApprovalRecords
    from .changes import ChangeRecords
    from .checkpoints import CheckpointRecords
    from .cooldowns import CooldownRecords
    from .events import EventRecords
    from .health import HealthRecords
    from .incidents import IncidentRecords
    from .markers import MarkerRecords
    from .mutes import MuteRecords
    from .notifications import NotificationRecords
    from .occurrences import ScheduleRecords
    from .saved_prompts import SavedPrompts
    from .service_edges import ServiceEdgeRecords
    from .service_names import ServiceNameRecords
    from .service_rules import ServiceRules
    from .sessions import SessionRecords
    from .spend import SpendRecords
    from .tool_calls import ToolCalls


class RecordRepositories:
    """The record books: ``sessions``, ``events``, ``markers``, ``cooldowns``, ``health``, ``schedules`` and the rest.

    Each is loaded when it is first asked for: a window needs few of them for its first picture.
    """

    def __init__(self, store: DataStore, clock: Clock = utc_now) -> None:
        self.store = store
        self.clock = clock

    @lazy_property
    def sessions(self) -> SessionRecords:
        """Runs and their sessions."""
        from .sessions import SessionRecords

        return SessionRecords(self.store)

    @lazy_property
    def events(self) -> EventRecords:
        """Events that agents and the application reported."""
        from .events import EventRecords

        return EventRecords(self.store)

    @lazy_property
    def markers(self) -> MarkerRecords:
        """The lines that said something."""
        from .markers import MarkerRecords

        return MarkerRecords(self.store)

    @lazy_property
    def cooldowns(self) -> CooldownRecords:
        """Actions on services."""
        from .cooldowns import CooldownRecords

        return CooldownRecords(self.store)

    @lazy_property
    def rules(self) -> ServiceRules:
        """Limits of single services."""
        from .service_rules import ServiceRules

        return ServiceRules(self.store)

    @lazy_property
    def service_names(self) -> ServiceNameRecords:
        """Which names are services."""
        from .service_names import ServiceNameRecords

        return ServiceNameRecords(self.store)

    @lazy_property
    def tool_calls(self) -> ToolCalls:
        """Tool calls that the guard decided about."""
        from .tool_calls import ToolCalls

        return ToolCalls(self.store)

    @lazy_property
    def health(self) -> HealthRecords:
        """Health of services."""
        from .health import HealthRecords

        return HealthRecords(self.store)

    @lazy_property
    def incidents(self) -> IncidentRecords:
        """Incidents of services."""
        from .incidents import IncidentRecords

        return IncidentRecords(self.store)

    @lazy_property
    def service_edges(self) -> ServiceEdgeRecords:
        """Dependencies that were proposed."""
        from .service_edges import ServiceEdgeRecords

        return ServiceEdgeRecords(self.store)

    @lazy_property
    def changes(self) -> ChangeRecords:
        """What changed on the machine, in repositories and in our own files."""
        from .changes import ChangeRecords

        return ChangeRecords(self.store)

    @lazy_property
    def schedules(self) -> ScheduleRecords:
        """Schedules and their due times."""
        from .occurrences import ScheduleRecords

        return ScheduleRecords(self.store)

    @lazy_property
    def mutes(self) -> MuteRecords:
        """Mutes: events that are not announced."""
        from .mutes import MuteRecords

        return MuteRecords(self.store, self.clock)

    @lazy_property
    def notifications(self) -> NotificationRecords:
        """Notifications that were sent."""
        from .notifications import NotificationRecords

        return NotificationRecords(self.store)

    @lazy_property
    def alerts(self) -> AlertRecords:
        """Alerts that came in."""
        from .alerts import AlertRecords

        return AlertRecords(self.store)

    @lazy_property
    def approvals(self) -> ApprovalRecords:
        """Questions to the operator."""
        from .approvals import ApprovalRecords

        return ApprovalRecords(self.store)

    @lazy_property
    def spend(self) -> SpendRecords:
        """The cost of runs."""
        from .spend import SpendRecords

        return SpendRecords(self.store)

    @lazy_property
    def prompts(self) -> SavedPrompts:
        """Prompts that the operator kept."""
        from .saved_prompts import SavedPrompts

        return SavedPrompts(self.store)

    @lazy_property
    def checkpoints(self) -> CheckpointRecords:
        """The state of sessions after each turn."""
        from .checkpoints import CheckpointRecords

        return CheckpointRecords(self.store)
