"""The pages, in the order of the side bar. A page's module is imported when it is first opened."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageEntry:
    """Where a page is found: its name in a Place, its title, its icon, its module and class."""

    name: str
    title: str
    icon: str
    module: str
    class_name: str


PAGES = (
    PageEntry("overview", "Overview", "overview", "claudeops_desktop.ui.pages.overview.page", "OverviewPage"),
    PageEntry("sessions", "Sessions", "sessions", "claudeops_desktop.ui.pages.sessions.page", "SessionsPage"),
    PageEntry("events", "Events", "events", "claudeops_desktop.ui.pages.events.page", "EventsPage"),
    PageEntry("memories", "Memories", "memories", "claudeops_desktop.ui.pages.memories.page", "MemoriesPage"),
    PageEntry("cooldowns", "Cooldowns", "cooldowns", "claudeops_desktop.ui.pages.cooldowns.page", "CooldownsPage"),
    PageEntry("approvals", "Approvals", "approvals", "claudeops_desktop.ui.pages.approvals.page", "ApprovalsPage"),
    PageEntry("services", "Services", "services", "claudeops_desktop.ui.pages.services.page", "ServicesPage"),
    PageEntry("schedule", "Schedule", "clock", "claudeops_desktop.ui.pages.schedule.page", "SchedulePage"),
    PageEntry("settings", "Settings", "settings", "claudeops_desktop.ui.pages.settings.page", "SettingsPage"),
)
