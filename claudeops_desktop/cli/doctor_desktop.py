"""The doctor's look at the desktop: keyring, notifications, start at login, service, alerts, crashes, log index."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core.errors import ClaudeOpsError
from ..core.text_format import format_count
from .doctor_result import DoctorFinding

if TYPE_CHECKING:
    from ..core.paths import DataFolder
    from ..core.settings import Settings


def desktop(folder: DataFolder, settings: Settings | None) -> Iterator[DoctorFinding]:
    """Everything that makes it a desktop application. None of it keeps runs from working."""
    yield _keyring()
    yield from _notifications(settings)
    yield _autostart(folder)
    yield _service()
    if settings is not None and settings.alerts.enabled:
        yield _alerts(settings.alerts.port)
    yield _index(folder)
    yield _crashes(folder)


def _keyring() -> DoctorFinding:
    from ..core.secrets import keyring_store

    found = keyring_store.keyring_status()
    kept = sum(each.where == "keyring" for each in found.kept)
    if found.keyring:
        return DoctorFinding("keyring", "ok", f"{found.keyring}: {format_count(kept, 'secret')} of Claude Ops")
    return DoctorFinding("keyring", "warn", found.problem, found.remedy)


def _notifications(settings: Settings | None) -> Iterator[DoctorFinding]:
    from ..notifications.apprise_backend import read_labels
    from ..notifications.desktop_bus import NotificationBus
    from ..notifications.external_delivery import notifier_names

    bus = NotificationBus(lambda _number, _key: None)
    try:
        yield DoctorFinding("notify", "ok", f"shown by {bus.server()}")
    except ClaudeOpsError as error:
        wanted = settings is None or settings.notifications.desktop
        yield DoctorFinding("notify", "warn" if wanted else "ok", str(error), error.remedy if wanted else "")
    finally:
        bus.close()
    if added := notifier_names():
        yield DoctorFinding("notifiers", "ok", f"{', '.join(added)}, of plugins.")
    if found := read_labels():
        yield DoctorFinding(
            "addresses", "ok", f"{', '.join(found)}.", "`claudeops notify test` tries whether they arrive."
        )


def _autostart(folder: DataFolder) -> DoctorFinding:
    from ..core.desktop import autostart

    found = autostart.autostart_status(folder)
    if found.problem:
        return DoctorFinding("autostart", "warn", found.problem, "`claudeops desktop autostart on` sets it right.")
    return DoctorFinding("autostart", "ok", "on" if found.on else "off")


def _service() -> DoctorFinding:
    from ..core.desktop import user_unit

    found = user_unit.unit_status()
    if not found.installed:
        return DoctorFinding("service", "ok", "not installed")
    if found.problem:
        return DoctorFinding("service", "warn", found.problem, found.remedy)
    well = found.active == "active"
    remedy = "" if well else "`journalctl --user -u claudeops` says why."
    return DoctorFinding("service", "ok" if well else "warn", f"{found.active}, {found.enabled}", remedy)


def _alerts(port: int) -> DoctorFinding:
    from ..core.secrets import keyring_store

    if keyring_store.ALERT_TOKEN not in keyring_store.names():
        return DoctorFinding("alerts", "warn", "There is no token yet.", "`claudeops alerts token` makes one.")
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2):
            return DoctorFinding("alerts", "ok", f"somebody listens on 127.0.0.1:{port}")
    except OSError:
        return DoctorFinding(
            "alerts",
            "warn",
            f"Nobody listens on 127.0.0.1:{port}.",
            "Start Claude Ops or its daemon; or choose another port.",
        )


def _index(folder: DataFolder) -> DoctorFinding:
    from ..runs.log_index.database import index_file

    path = index_file(folder)
    try:
        size = path.stat().st_size
    except OSError:
        return DoctorFinding("log index", "ok", "not made yet: the window makes it, and `claudeops sessions search`")
    return DoctorFinding("log index", "ok", f"{size / 1_000_000:,.1f} MB")


def _crashes(folder: DataFolder) -> DoctorFinding:
    from ..core.desktop import crash

    place = crash.folder_of(folder)
    found = sorted(place.glob("*.txt"))
    if not found:
        return DoctorFinding("crashes", "ok", "none")
    new = len(crash.waiting_reports(folder))
    said = f"{format_count(len(found), 'report')} in {place}, {new} not seen yet."
    return DoctorFinding("crashes", "warn" if new else "ok", said, "Nothing was sent." if new else "")
