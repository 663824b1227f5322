"""Where an application begins and ends: an engine with a window, or without one."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer

from . import __version__
from .core.errors import EnvironmentFault, OperatorError
from .core.gc_policy import keep_to_main_thread
from .core.messages import UserMessage
from .core.numpy_threads import import_numpy_with_one_thread
from .core.paths import DataFolder
from .core.pyside_import_hook import keep_imports_plain
from .engine import ApplicationEngine
from .runs.qt_main_thread import InterruptHandler
from .storage import CommittedChange
from .storage.database import DamagedDatabase

if TYPE_CHECKING:
    from .agents.registry import AgentRegistry
    from .core.desktop.crash import CrashReport, CrashWatch
    from .core.principals import ActingPrincipal
    from .notifications.rules import NoticeTarget
    from .ui.app_context import AppContext
    from .ui.shell.window import MainWindow

keep_imports_plain()  # every process with Qt comes by here, before its first thread

log = logging.getLogger(__name__)
SETTLE_AFTER_MS = 400
DESKTOP_ID = "org.claudeops.Desktop"  # of the desktop file: how a desktop finds the icon of a window


def watch_for_crashes(folder: DataFolder) -> CrashWatch:
    """From now on what nobody catches is written into the data folder, without secrets. Close it at a good end."""
    from .core.desktop.crash import CrashWatch

    def redact(text: str) -> str:
        from .agents.redact import LineRedactor, secrets_of
        from .core.secrets import keyring_store

        return LineRedactor((*secrets_of(os.environ), *keyring_store.seen_values())).text(text)

    watch = CrashWatch(folder, redact)
    watch.install()
    return watch


def core_application() -> QCoreApplication:
    """The Qt application of a process without a window."""
    application = QCoreApplication.instance()
    if application is None:
        keep_to_main_thread()
        application = QCoreApplication(["claudeops"])
        _name(application)
    return application


def open_engine(folder: DataFolder) -> ApplicationEngine:
    """An engine for the command line; what a crash left open is closed first."""
    core_application()
    engine = ApplicationEngine(folder)
    try:
        engine.reconcile()
    except BaseException:
        engine.close()
        raise
    return engine


def run_daemon(folder: DataFolder, wait: bool = False) -> int:
    """The scheduler without a window, until a signal ends it. The exit code. With ``wait`` it lets another application
    keep the schedule for as long as that runs, and takes over then.
    """
    application = core_application()
    told = threading.Event()

    def end() -> None:
        told.set()
        application.quit()

    crashes = watch_for_crashes(folder)
    with InterruptHandler(end):
        engine = open_engine(folder)
        engine.notifier.open_spot = partial(_open_window_at, folder)
        engine.notifier.translate = _choose_language(folder)  # notices are in the language that the window has
        lost: list[EnvironmentFault] = []

        def store_lost(fault: EnvironmentFault) -> None:
            lost.append(fault)
            application.quit()

        engine.heartbeat.tell = store_lost
        try:
            if not engine.keep_time():
                if not wait:
                    raise OperatorError(
                        UserMessage("Another Claude Ops already keeps the schedule of this data folder."),
                        UserMessage("End it first, or let it be."),
                    )
                log.info("another application keeps the schedule of %s; this one waits", folder.root)
            QTimer.singleShot(0, lambda: application.quit() if told.is_set() else None)
            application.exec()
        finally:
            engine.close()
            crashes.close()
    if lost:
        raise lost[0]
    return 0


def run_server(folder: DataFolder) -> int:
    """The server without a window and without the schedule, until a signal ends it. The exit code. Raises
    OperatorError where it cannot listen."""
    import_numpy_with_one_thread()
    application = core_application()
    told = threading.Event()

    def end() -> None:
        told.set()
        application.quit()

    crashes = watch_for_crashes(folder)
    with InterruptHandler(end):
        engine = open_engine(folder)
        try:
            engine.server.serve_in_foreground()
            QTimer.singleShot(0, lambda: application.quit() if told.is_set() else None)
            application.exec()
        finally:
            engine.close()
            crashes.close()
    return 0


def _open_window_at(folder: DataFolder, spot: NoticeTarget) -> None:
    """A click on a notification of the daemon: the window, where one can be."""
    import subprocess

    from .core.desktop.start_command import start_command

    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        log.info("there is no display to open the window on")
        return
    try:
        subprocess.Popen(
            start_command("--show", spot.address, folder=folder), start_new_session=True, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        log.warning("the window cannot be opened: %s", error)


def run_window(folder: DataFolder, *, background: bool = False, wish: str = "raise") -> int:
    """The application with its window, or in the tray with ``background``. The exit code.

    ``wish`` is what the start asks for, of this application or of the one that runs already: ``raise``, ``run``, or
    ``show`` with a page and a row of it, as in ``show sessions:12``.
    """
    from PySide6.QtWidgets import QApplication

    _choose_language(folder)  # before the modules with texts are imported
    from .ui.shell.qt_log import listen_to_qt, stop_listening_to_qt
    from .ui.shell.single_instance import ClaimResult, SingleInstance
    from .ui.shell.startup import connect_desktop, open_window

    keep_to_main_thread(begun=False)
    application = QApplication(["claudeops"])
    _name(application)
    application.setDesktopFileName(DESKTOP_ID)
    folder.create()
    single = SingleInstance(folder)
    claimed = single.claim(wish)
    if claimed.claim is ClaimResult.HUNG:
        raise OperatorError(claimed.sentence)
    if claimed.claim is ClaimResult.HANDED_OVER:
        print(claimed.sentence, file=sys.stderr)  # noqa: T201
        return 0
    crashes = watch_for_crashes(folder)
    listen_to_qt(crashes)
    engine = _engine_or_help(folder)
    if engine is None:
        single.close()
        crashes.close()
        return 1
    restore_from: Path | None = None
    try:
        desk = _desk(engine)
        window = open_window(desk, background)
        single.request_received.connect(window.handle_request)
        if wish != "raise":
            engine.main.later(SETTLE_AFTER_MS / 1000, lambda: window.handle_request(wish))
        window.quit_requested.connect(application.quit)
        crashes.noticed = partial(_tell_failure, engine, window)
        engine.heartbeat.tell = lambda fault: window.error_bar.show_message(fault.full_text)
        connect_desktop(window, engine.folder)
        # Not before the window is painted: what is loaded for it would be in the way.
        settle = engine.main.later(SETTLE_AFTER_MS / 1000, lambda: _begin_to_settle(engine, window))
        # Not ``quit``: that asks the window to close, which stays in the tray.
        with InterruptHandler(lambda: application.exit(0)):
            code = application.exec()
        settle()  # called off: it may have been a quick look
        window.shut_down()
        desk.close()
        desk.bridge.close()
        restore_from = desk.restore_from
        return int(code)
    finally:
        engine.close()
        if restore_from is not None:
            _restore_and_start_again(folder, restore_from, single.close)
        single.close()
        stop_listening_to_qt()
        crashes.close()


def _choose_language(folder: DataFolder) -> Callable[[str], str]:
    """Have texts in the operator's language; what translates a message of another layer."""
    from .core.settings import read_language
    from .ui.text.translation import choose_language, tr_message

    choose_language(read_language(folder.settings_file))
    return tr_message


def _engine_or_help(folder: DataFolder) -> ApplicationEngine | None:
    """An engine. Where the database is damaged the operator chooses what to do about it first; None: nothing."""
    while True:
        try:
            return ApplicationEngine(folder)
        except DamagedDatabase as error:
            from PySide6.QtGui import QGuiApplication

            from .ui.recovery.damaged_dialog import offer_recovery
            from .ui.recovery.startup_error import UNEXPECTED_ERROR_HINT

            if QGuiApplication.platformName() in UNEXPECTED_ERROR_HINT:
                raise
            if not offer_recovery(folder, error):
                return None


def _tell_failure(engine: ApplicationEngine, window: MainWindow, report: CrashReport) -> None:
    """Say in the window that something failed, and where the database is damaged that this is why. Any thread."""
    from .ui.shell.qt_log import crash_message

    def look() -> None:
        sentence = _damage(engine.folder) or crash_message(report)
        engine.main.call(lambda: window.error_bar.show_message(sentence))

    try:
        engine.pool.submit(look)
    except RuntimeError:  # the application is ending
        engine.main.call(lambda: window.error_bar.show_message(crash_message(report)))


def _damage(folder: DataFolder) -> str:
    """What is wrong with the database, where that is why something failed; else empty."""
    from .storage.diagnosis import find_damage

    reason = find_damage(folder.database) if folder.database.exists() else None
    return (
        f"The database is damaged: {reason}. Quit, then start Claude Ops again to restore a backup." if reason else ""
    )


def _restore_and_start_again(folder: DataFolder, source: Path, let_go: Callable[[], None]) -> None:
    """The window is gone and the folder is free: restore, and become a new process of ours."""
    from .ui.recovery.restore_dialog import run_restore

    run_restore(folder, source)
    let_go()
    words = sys.argv if getattr(sys, "frozen", False) else sys.orig_argv
    os.execv(sys.executable, [sys.executable, *words[1:]])  # noqa: S606


def _begin_to_settle(engine: ApplicationEngine, window: MainWindow) -> None:
    from .ui.shell.gc_tuning import freeze_garbage_collector
    from .ui.shell.tray_notifications import TrayNotifications
    from .ui.text.translation import tr_message

    freeze_garbage_collector()
    keep_to_main_thread()
    messages = TrayNotifications(window, engine.main.call)
    engine.notifier.open_spot = messages.open_spot
    engine.notifier.instead = messages.show
    engine.notifier.translate = tr_message
    engine.notifier.withdraw_instead = messages.withdraw
    engine.pool.submit(_settle, engine, window.toast.show_message)


def _settle(engine: ApplicationEngine, tell: Callable[[str], None]) -> None:
    """Off the main thread, after the window is there: close what a crash left open, then keep time."""
    engine.load_time_keeping()
    try:
        sentence = engine.reconcile().sentence
    except Exception as error:
        from .storage.diagnosis import explain_failure

        fault = explain_failure(error, engine.folder.database) or error
        if fault is error:
            log.exception("what a crash left open could not be closed")
        sentence = getattr(fault, "full_text", None) or str(fault)

    def go_on() -> None:
        if sentence:
            tell(sentence)
        keeps = engine.keep_time()
        engine.store.hub.publish(CommittedChange("schedules"))  # the next due time is known from now on
        if not keeps:
            tell("Another Claude Ops keeps the schedule of this data folder; this one only shows it.")

    engine.main.call(go_on)


def _desk(engine: ApplicationEngine) -> AppContext:
    from .storage.qt_async import StoreBridge
    from .ui.app_context import AppContext

    def agents() -> AgentRegistry:
        from .agents.registry import find_agents

        return find_agents(engine.settings.current, os.environ, engine.folder)

    def acting() -> ActingPrincipal | None:
        """On a thread that may wait: agents of plugins are asked for their names."""
        if not engine.store.database.is_server:
            return None
        from .runs.store_operator import store_operator

        return store_operator(engine.settings.current)

    return AppContext(
        folder=engine.folder,
        settings=engine.settings,
        book=engine.book,
        memory_factory=lambda: engine.memory,
        runs=engine.runs,
        schedule_factory=lambda: engine.schedule,
        upcoming=engine.upcoming,
        bridge=StoreBridge(engine.store, acting=acting),
        find_agents=agents,
        notifier=lambda: engine.notifier,
        server=engine.server,
        log_index=engine.log_index,
        monitoring=engine.monitoring,
        routine=engine.routine,
    )


def _name(application: QCoreApplication) -> None:
    application.setApplicationName("claudeops")
    application.setApplicationVersion(__version__)
    application.setOrganizationName("claudeops")
