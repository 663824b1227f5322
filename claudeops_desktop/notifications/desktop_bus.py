"""Notifications on this desktop: org.freedesktop.Notifications over the session bus, by jeepney (QtDBus cannot).

The server is asked what it can: without *actions* a notification has no buttons, without *body-markup* its text is
sent as it is. A server that is missing or goes away makes ``show`` raise; the next call tries again.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage

if TYPE_CHECKING:
    from jeepney import Message

log = logging.getLogger(__name__)

NAME = "org.freedesktop.Notifications"
BUS = "org.freedesktop.DBus"
ADDRESS = "DBUS_SESSION_BUS_ADDRESS"
APP = "Claude Ops"
DESKTOP_ID = "org.claudeops.Desktop"
ANSWER_S = 5.0
OPEN = "default"
CLOSED_BY_US = 3  # the reason that the specification gives for CloseNotification
DISMISSED = "::dismissed"  # no button has this key

Acted = Callable[[int, str], None]


class NotificationBus:
    """``acted`` is called with a notification's number and the key of the button that was pressed (``default``: the
    notification itself; DISMISSED: it was closed by the operator, or its time was over), on a thread of this object.
    Every other method may wait for the server.
    """

    def __init__(self, acted: Acted, icon: str = "") -> None:
        self._acted = acted
        self._icon = icon
        self._lock = threading.Lock()
        self._line: _Line | None = None
        self._abilities: frozenset[str] | None = None

    def server(self) -> str:
        """Name and version of the server that shows notifications. Raises EnvironmentFault where there is none."""
        name, _vendor, version, _spec = self._call("GetServerInformation")
        return f"{name} {version}".strip()

    @property
    def session(self) -> str:
        """Which server shows notifications, and on which bus: numbers are valid there alone. "" where none does."""
        try:
            bus = self._call("GetId", name=BUS)
            owner = self._call("GetNameOwner", "s", (NAME,), name=BUS)
        except EnvironmentFault:
            return ""
        return f"{bus[0]} {owner[0]}" if bus and owner else ""

    @property
    def abilities(self) -> frozenset[str]:
        """The capabilities of the notification server. Raises EnvironmentFault where there is none."""
        if self._abilities is None:
            self._abilities = frozenset(self._call("GetCapabilities")[0])
        return self._abilities

    def show(
        self,
        title: str,
        body: str,
        *,
        urgency: int = 1,
        buttons: tuple[tuple[str, str], ...] = (),
        replaces: int = 0,
        opens: str = "Open",
    ) -> int:
        """Show a notification, or change the one that is shown; its number. ``urgency`` is 0 (low) to 2 (critical),
        ``opens`` names what a click on the notification itself does.

        Raises EnvironmentFault.
        """
        able = self.abilities
        if "body" not in able and body:
            title, body = f"{title}: {body}", ""
        if "body-markup" in able:
            body = body.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        actions: list[str] = []
        if "actions" in able:
            for key, text in ((OPEN, opens), *buttons):
                actions += [key, text]
        hints = {"urgency": ("y", int(urgency)), "desktop-entry": ("s", DESKTOP_ID)}
        answer = self._call("Notify", "susssasa{sv}i", (APP, replaces, self._icon, title, body, actions, hints, -1))
        return int(answer[0])

    def close_notification(self, number: int) -> None:
        """Take one away, where it is still shown and the server still there."""
        try:
            self._call("CloseNotification", "u", (number,))
        except EnvironmentFault as fault:
            log.debug("notification %d was not taken away: %s", number, fault)

    def close(self) -> None:
        """Let go of the bus. What is shown stays."""
        with self._lock:
            self._let_go()

    def _call(
        self, method: str, signature: str | None = None, body: tuple[Any, ...] = (), *, name: str = NAME
    ) -> tuple[Any, ...]:
        from jeepney import DBusAddress, MessageType, new_method_call

        address = DBusAddress(f"/{name.replace('.', '/')}", bus_name=name, interface=name)
        with self._lock:
            for attempt in (1, 2):
                fresh = self._line is None
                try:
                    answer = self._connected().ask(new_method_call(address, method, signature, body))
                    break
                except (OSError, RuntimeError, TimeoutError, KeyError, ValueError) as error:
                    self._let_go()
                    if fresh or attempt == 2:
                        raise EnvironmentFault(_why(error), _REMEDY) from error
        if answer.header.message_type is MessageType.error:
            self._abilities = None
            said = str(answer.body[0]) if answer.body else "no reason was given"
            log.info("the notification server answered: %s", said)
            raise EnvironmentFault(UserMessage("No notification server answers on this desktop."), _REMEDY)
        return tuple(answer.body)

    def _connected(self) -> _Line:
        if self._line is not None:
            return self._line
        from jeepney import MatchRule, message_bus

        line = _Line(_address(), self._heard)
        try:
            line.ask(message_bus.AddMatch(MatchRule(type="signal", interface=NAME)))
            owner = MatchRule(type="signal", sender="org.freedesktop.DBus", member="NameOwnerChanged")
            owner.add_arg_condition(0, NAME)
            line.ask(message_bus.AddMatch(owner))
        except BaseException:
            line.close()
            raise
        self._line = line
        return line

    def _let_go(self) -> None:
        line, self._line, self._abilities = self._line, None, None
        if line is not None:
            line.close()

    def _heard(self, signal: Message) -> None:
        from jeepney import HeaderFields

        member = signal.header.fields.get(HeaderFields.member)
        if member == "NameOwnerChanged":
            self._abilities = None  # another server may be able to do other things
        elif member == "ActionInvoked":
            number, key = signal.body
            self._acted(int(number), str(key))
        elif member == "NotificationClosed":
            number, reason = signal.body
            if reason != CLOSED_BY_US:
                self._acted(int(number), DISMISSED)


class _Line:
    """One connection to the session bus with a thread that reads it: answers go to who waits, signals to ``heard``."""

    def __init__(self, address: str, heard: Callable[[Message], None]) -> None:
        from jeepney.io.threading import open_dbus_connection

        self._heard = heard
        self._connection = open_dbus_connection(address)
        self._waiting: dict[int, Future[Message]] = {}
        self._gone: OSError | None = None
        self._thread = threading.Thread(target=self._read, name="notification-bus", daemon=True)
        self._thread.start()

    def ask(self, message: Message) -> Message:
        """Send a call and wait for its answer. Raises OSError where the bus is gone, TimeoutError."""
        if self._gone is not None:
            raise self._gone
        serial = next(self._connection.outgoing_serial)
        answer: Future[Message] = Future()
        self._waiting[serial] = answer
        try:
            if self._gone is not None:  # meanwhile: nobody is left to give the answer
                raise self._gone
            self._connection.send(message, serial=serial)
            return answer.result(ANSWER_S)
        finally:
            self._waiting.pop(serial, None)

    def close(self) -> None:
        """Hang up."""
        if self._thread is not threading.current_thread():
            self._connection.interrupt()
            self._thread.join()
        self._connection.close()

    def _read(self) -> None:
        from jeepney import HeaderFields, MessageType
        from jeepney.io.threading import ReceiveStopped

        try:
            while True:
                message = self._connection.receive()
                waiting = self._waiting.get(message.header.fields.get(HeaderFields.reply_serial, -1))
                if waiting is not None:
                    waiting.set_result(message)
                elif message.header.message_type is MessageType.signal:
                    try:
                        self._heard(message)
                    except Exception:
                        log.exception("what follows a signal of the notification server failed")
        except ReceiveStopped:
            return
        except OSError as error:  # the session ended, or its bus died
            log.info("the session bus is gone: %s", error)
            self._gone = error
            for answer in tuple(self._waiting.values()):
                if not answer.done():  # it has come, and who waits for it has not taken it yet
                    answer.set_exception(error)


_REMEDY = "Start one (most desktops have one; dunst is a small one), or look into the window."


def _address() -> str:
    """The session bus; also where only its usual socket tells of it, as in a user unit of systemd."""
    if named := os.environ.get(ADDRESS, ""):
        return named
    usual = Path(os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")) / "bus"
    if usual.exists():
        return f"unix:path={usual}"
    raise RuntimeError("there is no session bus")


def _why(error: Exception) -> str:
    log.info("the session bus cannot be used: %r", error)
    if isinstance(error, TimeoutError):
        return f"The notification server did not answer within {ANSWER_S:g} s."
    return "This session has no message bus, so no notification can be shown."
