"""The pages, in the order of the side bar. A page's module is imported when it is first opened."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageEntry:
    """Where a page is found: its name in a PageLocation, its title, its icon, its module and class. ``keys`` turn to
    it."""

    name: str
    title: str
    icon: str
    module: str
    class_name: str
    keys: str = ""


_IN = "claudeops_desktop.ui.pages"
PAGES = (
    PageEntry("overview", "Overview", "overview", f"{_IN}.overview.page", "OverviewPage", "Ctrl+1"),
    PageEntry("sessions", "Sessions", "sessions", f"{_IN}.sessions.page", "SessionsPage", "Ctrl+2"),
    PageEntry("events", "Events", "events", f"{_IN}.events.page", "EventsPage", "Ctrl+3"),
    PageEntry("memories", "Memories", "memories", f"{_IN}.memories.page", "MemoriesPage", "Ctrl+4"),
    PageEntry("review", "Review", "review", f"{_IN}.review.page", "ReviewPage", "Ctrl+5"),
    PageEntry("recall", "Recall", "recall", f"{_IN}.recall.page", "RecallPage", "Ctrl+6"),
    PageEntry("cooldowns", "Cooldowns", "cooldowns", f"{_IN}.cooldowns.page", "CooldownsPage", "Ctrl+7"),
    PageEntry("approvals", "Approvals", "approvals", f"{_IN}.approvals.page", "ApprovalsPage", "Ctrl+8"),
    PageEntry("services", "Services", "services", f"{_IN}.services.page", "ServicesPage", "Ctrl+9"),
    PageEntry("schedule", "Schedule", "clock", f"{_IN}.schedule.page", "SchedulePage", "Ctrl+0"),
    PageEntry("settings", "Settings", "settings", f"{_IN}.settings.page", "SettingsPage", "Ctrl+,"),
)
