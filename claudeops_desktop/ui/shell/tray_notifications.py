"""What the notifier does with the window: a click opens a place, and the tray tells where no server does (D4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSystemTrayIcon

from ..pages.base_page import PageLocation
from ..text.translation import tr_message
from .window import MainWindow

if TYPE_CHECKING:
    from ...notifications.rules import NoticeTarget, OperatorNotice

SHOWN_MS = 10_000


class TrayNotifications(QObject):
    """``open_spot``, ``show`` and ``withdraw`` may be called on any thread; ``on_main`` brings work to this one."""

    def __init__(self, window: MainWindow, on_main: Callable[[Callable[[], None]], None]) -> None:
        super().__init__(window)
        self._window = window
        self._on_main = on_main
        self._spot: NoticeTarget | None = None
        self._in_toast: tuple[str, str] | None = None
        self._can = False
        self._look()
        if window.tray is not None:
            window.tray.icon.messageClicked.connect(self._clicked)

    def open_spot(self, spot: NoticeTarget) -> None:
        """Bring the window to the front and show the place."""
        self._on_main(partial(self._open, spot))

    def show(self, notice: OperatorNotice) -> bool:
        """Tell it by the tray, or in the window where there is none: False then."""
        self._on_main(partial(self._tell, notice))
        return self._can

    def withdraw(self, notice_key: str) -> None:
        """Take away what the window shows of this notice. A message of the tray goes by itself after ten seconds: Qt
        cannot take it back."""
        self._on_main(partial(self._withdraw, notice_key))

    def _withdraw(self, notice_key: str) -> None:
        if self._in_toast == (notice_key, self._window.toast.text):
            self._in_toast = None
            self._window.toast.hide()

    def _open(self, spot: NoticeTarget) -> None:
        self._window.raise_window()
        self._window.show_place(PageLocation(spot.page, spot.id, filters=spot.filters))

    def _look(self) -> None:
        self._can = (
            self._window.tray is not None and self._window.tray.is_there() and QSystemTrayIcon.supportsMessages()
        )

    def _tell(self, notice: OperatorNotice) -> None:
        self._look()
        self._spot = notice.spot
        if self._can and self._window.tray is not None:
            icon = QSystemTrayIcon.MessageIcon.Information
            self._window.tray.icon.showMessage(tr_message(notice.title), tr_message(notice.body), icon, SHOWN_MS)
        else:
            said = f"{tr_message(notice.title)}. {tr_message(notice.body)}".replace("\n", " ").replace("?.", "?")
            self._window.toast.show_message(said, None)
            self._in_toast = (notice.key, said)

    def _clicked(self) -> None:
        if self._spot is not None:
            self._open(self._spot)
