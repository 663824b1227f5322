"""D5: the computer stays awake during a run that asks for it, and only then."""

from __future__ import annotations

import os
import select
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_call, new_method_return
from jeepney.io.blocking import open_dbus_connection

from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.runs.request import LiveRun, QueuedRun, QueueState, RunEnded, RunRequest
from claudeops_desktop.scheduler.sleep_inhibitor import SleepInhibitor, inhibit_sleep
from claudeops_desktop.storage import ChangeHub, CommittedChange


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A message bus of its own, in the place of the system's."""
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, text=True
    )
    assert daemon.stdout is not None
    address = daemon.stdout.readline().strip()
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
    yield address
    daemon.terminate()
    daemon.wait()
    daemon.stdout.close()


class LoginManager:
    """What the operating system's login manager does with Inhibit: hands out one end of a pipe, and sees it close."""

    def __init__(self, address: str, refusal: str = "") -> None:
        self.asked: list[tuple[str, ...]] = []
        self.watched = -1
        self._refusal = refusal
        self._connection = open_dbus_connection(bus=address, enable_fds=True)
        bus_itself = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        named = new_method_call(bus_itself, "RequestName", "su", ("org.freedesktop.login1", 4))
        self._connection.send_and_get_reply(named)
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            message = self._connection.receive()
            if message.header.message_type is not MessageType.method_call:
                continue
            if message.header.fields.get(HeaderFields.member) == "Leave":
                self._connection.send(new_method_return(message))
                return
            self.asked.append(message.body)
            if self._refusal:
                name = "org.freedesktop.DBus.Error.AccessDenied"
                self._connection.send(new_error(message, name, "s", (self._refusal,)))
                continue
            self.watched, handed = os.pipe()
            self._connection.send(new_method_return(message, "h", (handed,)))
            os.close(handed)

    def let_go(self, within_s: float = 0) -> bool:
        """Whether nobody holds the lock any more (the bus may hold it a moment longer than we do)."""
        ready, _, _ = select.select([self.watched], [], [], within_s)
        return bool(ready) and os.read(self.watched, 1) == b""

    def close(self, address: str) -> None:
        leave = new_method_call(DBusAddress("/", "org.freedesktop.login1", "x.y"), "Leave")
        with open_dbus_connection(bus=address) as other:
            other.send_and_get_reply(leave)
        self._thread.join()
        self._connection.close()
        if self.watched >= 0:
            os.close(self.watched)


def test_a_lock_is_taken_from_the_login_manager_and_given_back(bus: str) -> None:
    manager = LoginManager(bus)
    try:
        lock = inhibit_sleep("a run is on")
        assert manager.asked == [("sleep:idle", "Claude Ops", "a run is on", "block")]
        assert not manager.let_go()
        os.close(lock)
        assert manager.let_go(within_s=20)
    finally:
        manager.close(bus)


def test_a_login_manager_that_refuses_is_quoted(bus: str) -> None:
    manager = LoginManager(bus, refusal="Interactive authentication required.")
    try:
        with pytest.raises(EnvironmentFault, match="could not be kept awake: Interactive authentication required"):
            inhibit_sleep("a run is on")
    finally:
        manager.close(bus)


def test_a_bus_without_a_login_manager_is_told_plainly(bus: str) -> None:
    with pytest.raises(EnvironmentFault, match="could not be kept awake"):
        inhibit_sleep("a run is on")


def test_a_machine_without_a_bus_is_told_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/at/all")
    with pytest.raises(EnvironmentFault, match="no login manager answers"):
        inhibit_sleep("a run is on")


@dataclass
class Runs:
    """A queue whose live run is set by hand."""

    hub: ChangeHub
    state: QueueState = field(default_factory=QueueState)

    def show(self, live: LiveRun | None) -> None:
        self.state = QueueState(live)
        self.hub.publish(CommittedChange("queue"))

    def enqueue(self, request: RunRequest) -> QueuedRun:
        raise NotImplementedError

    def cancel(self, number: int) -> object:
        raise NotImplementedError

    def on_ended(self, callback: Callable[[RunEnded], None]) -> object:
        raise NotImplementedError


class Scene:
    """The queue, the follower, and locks that are pipes; work for the main thread is done when it is asked for."""

    def __init__(self, fails: bool = False) -> None:
        self.hub = ChangeHub()
        self.runs = Runs(self.hub)
        self.calls: deque[Callable[[], None]] = deque()
        self.asked = threading.Semaphore(0)
        self.troubles: list[tuple[int | None, str]] = []
        self.ends: list[int] = []
        self.fails = fails
        self.awake = SleepInhibitor(self.runs, self.hub, self._call, self._trouble, self._take)

    def _call(self, work: Callable[[], None]) -> None:
        self.calls.append(work)
        self.asked.release()

    def _trouble(self, request: RunRequest, sentence: str) -> None:
        self.troubles.append((request.due_id, sentence))

    def _take(self, _why: str) -> int:
        if self.fails:
            raise EnvironmentFault("the computer could not be kept awake: no login manager answers")
        ours, theirs = os.pipe()
        self.ends.append(ours)
        return theirs

    def turn(self, times: int) -> None:
        """The main thread does so many pieces of work, as they come."""
        for _ in range(times):
            self.asked.acquire()
            self.calls.popleft()()

    def open_locks(self) -> int:
        return sum(not select.select([end], [], [], 0)[0] for end in self.ends)

    def close(self) -> None:
        self.awake.close()
        for end in self.ends:
            os.close(end)


@pytest.fixture
def scenes() -> Iterator[Callable[..., Scene]]:
    made: list[Scene] = []

    def new(**options: bool) -> Scene:
        made.append(Scene(**options))
        return made[-1]

    yield new
    for scene in made:
        scene.close()


def live(number: int, *, keep_awake: bool) -> LiveRun:
    request = RunRequest(keep_awake=keep_awake, due_id=7)
    return LiveRun(number, request, number, number, "watch", 1, "2026-03-02T09:00:00.000Z")


def test_the_lock_lasts_as_long_as_the_run(scenes: Callable[..., Scene]) -> None:
    scene = scenes()
    scene.runs.show(live(1, keep_awake=True))
    scene.turn(2)
    assert scene.awake.is_held
    scene.runs.show(None)
    scene.turn(1)
    assert not scene.awake.is_held
    assert scene.open_locks() == 0


def test_a_run_that_does_not_ask_for_it_takes_no_lock(scenes: Callable[..., Scene]) -> None:
    scene = scenes()
    scene.runs.show(live(1, keep_awake=False))
    scene.turn(1)
    assert scene.ends == []


def test_a_run_that_is_over_before_the_lock_came_holds_none(scenes: Callable[..., Scene]) -> None:
    scene = scenes()
    scene.runs.show(live(1, keep_awake=True))
    scene.turn(1)
    scene.runs.state = QueueState()
    scene.awake._look()
    scene.turn(1)
    assert not scene.awake.is_held
    assert scene.open_locks() == 0


def test_the_next_run_has_a_lock_of_its_own(scenes: Callable[..., Scene]) -> None:
    scene = scenes()
    scene.runs.show(live(1, keep_awake=True))
    scene.turn(2)
    scene.runs.show(live(2, keep_awake=True))
    scene.turn(2)
    assert scene.awake.is_held
    assert (len(scene.ends), scene.open_locks()) == (2, 1)


def test_where_no_lock_is_to_be_had_the_run_goes_on_and_it_is_told(scenes: Callable[..., Scene]) -> None:
    scene = scenes(fails=True)
    scene.runs.show(live(1, keep_awake=True))
    scene.turn(2)
    assert scene.troubles == [(7, "the computer could not be kept awake: no login manager answers")]
    assert not scene.awake.is_held


def test_quitting_lets_go(scenes: Callable[..., Scene]) -> None:
    scene = scenes()
    scene.runs.show(live(1, keep_awake=True))
    scene.turn(2)
    scene.awake.close()
    assert scene.open_locks() == 0


def test_a_lock_that_comes_after_the_end_is_let_go(scenes: Callable[..., Scene]) -> None:
    scene = scenes()
    scene.runs.show(live(1, keep_awake=True))
    scene.turn(1)
    scene.awake.close()  # the lock was asked for, and nobody comes back for it
    assert (len(scene.ends), scene.open_locks()) == (1, 0)
    scene.runs.show(live(2, keep_awake=True))
    while scene.calls:
        scene.calls.popleft()()
    assert (scene.awake.is_held, len(scene.ends)) == (False, 1)
