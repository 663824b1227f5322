"""A stand-in for the desktop: a session bus and its notification server in one, on a Unix socket of its own.

It speaks the D-Bus protocol (the EXTERNAL handshake, then messages by jeepney) and remembers what it was asked to show.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jeepney import HeaderFields, Message, MessageType, new_error, new_method_return, new_signal
from jeepney.low_level import Parser
from jeepney.wrappers import DBusAddress

NAME = "org.freedesktop.Notifications"


@dataclass
class Shown:
    """One Notify as it arrived."""

    number: int
    replaces: int
    title: str
    body: str
    actions: list[str]
    hints: dict[str, Any]


@dataclass
class NotificationServer:
    """``present`` False answers as a bus does where nobody shows notifications."""

    path: Path
    abilities: tuple[str, ...] = ("actions", "body", "body-markup")
    present: bool = True
    bus_id: str = "0123456789abcdef"
    shown: list[Shown] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    dismissed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(self.path))
        self._listening.listen()
        self._clients: list[socket.socket] = []
        self._serial = 1000
        self.arrived = threading.Condition()
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def address(self) -> str:
        return f"unix:path={self.path}"

    def press(self, number: int, key: str) -> None:
        """The operator presses a button of a notification."""
        emitter = DBusAddress("/org/freedesktop/Notifications", interface=NAME)
        self._broadcast(new_signal(emitter, "ActionInvoked", "us", (number, key)))

    def dismiss(self, number: int) -> None:
        """The operator closes a notification."""
        self.dismissed.add(number)
        emitter = DBusAddress("/org/freedesktop/Notifications", interface=NAME)
        self._broadcast(new_signal(emitter, "NotificationClosed", "uu", (number, 2)))

    def on_screen(self) -> list[str]:
        """The titles of what is shown now, in the order in which they came first."""
        last = {each.number: each.title for each in self.shown}
        return [title for number, title in last.items() if number not in {*self.closed, *self.dismissed}]

    def restart(self, abilities: tuple[str, ...]) -> None:
        """Another notification server takes over."""
        self.abilities = abilities
        emitter = DBusAddress("/org/freedesktop/DBus", interface="org.freedesktop.DBus")
        self._broadcast(new_signal(emitter, "NameOwnerChanged", "sss", (NAME, ":1.8", ":1.9")), "org.freedesktop.DBus")

    def hang_up(self) -> None:
        """The bus goes away, as at logout."""
        for client in self._clients:
            with suppress(OSError):  # the other side hung up first
                client.shutdown(socket.SHUT_RDWR)
            client.close()
        self._clients.clear()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)  # closing alone wakes nobody who waits in accept
        self._accepting.join()
        self._listening.close()
        self.hang_up()

    def wait(self, number: int) -> list[Shown]:
        """What was shown, once it is so many."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.shown) >= number, 90), self.shown
        return self.shown

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            self._clients.append(client)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        parser = Parser()
        try:
            left = _handshake(client)
            if left:
                parser.add_data(left)
            while True:
                while (message := parser.get_next_message()) is not None:
                    self._answer(client, message)
                data = client.recv(65536)
                if not data:
                    return
                parser.add_data(data)
        except OSError:
            return

    def _answer(self, client: socket.socket, message: Message) -> None:
        if message.header.message_type is not MessageType.method_call:
            return
        member = message.header.fields[HeaderFields.member]
        if message.header.fields.get(HeaderFields.destination) == NAME and not self.present:
            unknown = "org.freedesktop.DBus.Error.ServiceUnknown"
            reply = new_error(message, unknown, "s", (f"The name {NAME} was not provided by any .service files",))
        elif member == "Hello":
            reply = new_method_return(message, "s", (":1.7",))
        elif member == "GetCapabilities":
            reply = new_method_return(message, "as", (list(self.abilities),))
        elif member == "GetId":
            reply = new_method_return(message, "s", (self.bus_id,))
        elif member == "GetNameOwner":
            reply = new_method_return(message, "s", (":1.8",))
        elif member == "GetServerInformation":
            reply = new_method_return(message, "ssss", ("stand-in", "tests", "1.0", "1.2"))
        elif member == "Notify":
            reply = new_method_return(message, "u", (self._show(message.body),))
        else:
            if member == "CloseNotification":
                self.closed.append(message.body[0])
            reply = new_method_return(message)
        reply.header.fields[HeaderFields.sender] = "org.freedesktop.DBus" if member == "Hello" else ":1.8"
        self._send(client, reply)
        with self.arrived:
            self.arrived.notify_all()

    def _show(self, body: tuple[Any, ...]) -> int:
        _app, replaces, _icon, title, text, actions, hints, _timeout = body
        number = replaces or len(self.shown) + 1
        self.shown.append(Shown(number, replaces, title, text, list(actions), {k: v for k, (_, v) in hints.items()}))
        return number

    def _broadcast(self, signal: Message, sender: str = ":1.8") -> None:
        signal.header.fields[HeaderFields.sender] = sender
        for client in tuple(self._clients):
            with suppress(OSError):  # an application that has ended
                self._send(client, signal)

    def _send(self, client: socket.socket, message: Message) -> None:
        self._serial += 1
        client.sendall(message.serialise(serial=self._serial))


def _handshake(client: socket.socket) -> bytes:
    data = b""
    while True:
        piece = client.recv(4096)
        if not piece:
            raise ConnectionResetError("it hung up while it introduced itself")
        data += piece
        while b"\r\n" in data:
            line, data = data.split(b"\r\n", 1)
            if line.startswith((b"\0AUTH", b"AUTH")):
                client.sendall(b"OK 1234deadbeef1234deadbeef1234dead\r\n")
            elif line.startswith(b"NEGOTIATE_UNIX_FD"):
                client.sendall(b"ERROR\r\n")
            elif line == b"BEGIN":
                return data
