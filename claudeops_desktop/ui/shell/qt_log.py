"""What Qt says goes to the log; what it ends the process with becomes a crash report first."""

from __future__ import annotations

import logging

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from ...core.desktop.crash import CrashReport, CrashWatch
from ..text.translation import tr

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def listen_to_qt(watch: CrashWatch) -> None:
    """Qt's own messages go to the log; one after which Qt ends the process becomes a report first."""

    def heard(kind: QtMsgType, where: QMessageLogContext, text: str) -> None:
        logging.getLogger("qt").log(_LEVELS.get(kind, logging.WARNING), "%s", text)
        if kind is QtMsgType.QtFatalMsg:
            import traceback

            place = f"{where.file or 'Qt'}:{where.line}"
            watch.last_word(
                tr("Qt ended the application: {words}", words=text), f"{place}\n{''.join(traceback.format_stack())}"
            )

    qInstallMessageHandler(heard)


def stop_listening_to_qt() -> None:
    """Qt speaks for itself again: what it says while Python ends must not reach Python."""
    qInstallMessageHandler(None)


def crash_message(report: CrashReport) -> str:
    """What the window says at once of an error that nobody caught."""
    return tr(
        "Something in Claude Ops failed; your last action may not have taken effect. A report "
        "was written to {path}; nothing was sent.",
        path=report.path,
    )
