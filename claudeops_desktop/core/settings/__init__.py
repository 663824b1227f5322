"""The operator's settings: ``CLAUDEOPS_*`` variables, then ``settings.toml``, then the defaults.

Each field carries its default, its bounds and one sentence on what it changes; the settings page, ``claudeops
settings`` and the error messages are all made from these (``every_setting``). A variable is named by group and field:
``memory.budget`` is ``CLAUDEOPS_MEMORY_BUDGET``.
"""

from __future__ import annotations

from ..paths import PREFIX
from .fields import Kind, SettingField, every_setting, variables
from .file import SettingsService, build, change, load, read_file, read_language, require_choice
from .groups import (
    TIME_OF_DAY,
    AgentSettings,
    AlertSettings,
    ApprovalSettings,
    BackupSettings,
    CooldownSettings,
    LimitSettings,
    LogSettings,
    MemorySettings,
    MonitoringSettings,
    NotificationSettings,
    Policy,
    RepositorySettings,
    RunSettings,
    ScheduleSettings,
    Settings,
    Texts,
    TierSettings,
    TiersSettings,
    WindowSettings,
)

__all__ = [
    "PREFIX",
    "TIME_OF_DAY",
    "AgentSettings",
    "AlertSettings",
    "ApprovalSettings",
    "BackupSettings",
    "CooldownSettings",
    "Kind",
    "LimitSettings",
    "LogSettings",
    "MemorySettings",
    "MonitoringSettings",
    "NotificationSettings",
    "Policy",
    "RepositorySettings",
    "RunSettings",
    "ScheduleSettings",
    "SettingField",
    "Settings",
    "SettingsService",
    "Texts",
    "TierSettings",
    "TiersSettings",
    "WindowSettings",
    "build",
    "change",
    "every_setting",
    "load",
    "read_file",
    "read_language",
    "require_choice",
    "variables",
]
