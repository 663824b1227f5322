"""A session reads over D-Bus through a proxy that passes nothing else: on a real bus, with services that answer all."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from jeepney import DBusAddress, HeaderFields, Message, MessageFlag, MessageType, new_method_call, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import new_signal

from claudeops_desktop.confinement.bus_door import BusDoor, BusProxy, find_buses
from claudeops_desktop.core.errors import EnvironmentFault

pytestmark = pytest.mark.skipif(
    not (shutil.which("dbus-daemon") and shutil.which("xdg-dbus-proxy")),
    reason="needs dbus-daemon and xdg-dbus-proxy (scripts/setup --dev)",
)

SERVICES = (
    "systemd1 login1 hostname1 timedate1 network1 resolve1 NetworkManager PolicyKit1 UDisks2 PackageKit Notifications "
    "secrets"
)
UNIT = "/org/freedesktop/systemd1/unit/web_2eservice"

READ = """
systemd1 systemd1.Manager ListUnits ListUnitsByPatterns ListUnitFiles ListJobs GetUnit LoadUnit GetUnitFileState
systemd1 systemd1.Manager GetUnitByPID GetUnitProcesses GetDefaultTarget
systemd1 DBus.Properties Get GetAll
systemd1 DBus.Introspectable Introspect
systemd1 DBus.Peer Ping
login1 login1.Manager ListSessions ListUsers ListSeats ListInhibitors GetSession
login1 DBus.Properties GetAll
hostname1 DBus.Properties GetAll
hostname1 hostname1 Describe
timedate1 DBus.Properties GetAll
timedate1 timedate1 ListTimezones
network1 network1.Manager ListLinks Describe
resolve1 resolve1.Manager GetLink ResolveHostname
NetworkManager DBus.ObjectManager GetManagedObjects
NetworkManager NetworkManager.Settings.Connection GetSettings
UDisks2 DBus.ObjectManager GetManagedObjects
"""

REFUSED = """
systemd1 systemd1.Manager StartUnit StartUnitReplace StopUnit ReloadUnit RestartUnit TryRestartUnit ReloadOrRestartUnit
systemd1 systemd1.Manager ReloadOrTryRestartUnit EnqueueUnitJob KillUnit QueueSignalUnit CleanUnit FreezeUnit ThawUnit
systemd1 systemd1.Manager SetUnitProperties BindMountUnit MountImageUnit RefUnit UnrefUnit StartTransientUnit
systemd1 systemd1.Manager AttachProcessesToUnit AbandonScope CancelJob ClearJobs ResetFailed ResetFailedUnit
systemd1 systemd1.Manager SetShowStatus Subscribe Unsubscribe Dump DumpByFileDescriptor DumpUnitsMatchingPatterns
systemd1 systemd1.Manager Reload Reexecute Exit Reboot SoftReboot PowerOff Halt KExec SwitchRoot
systemd1 systemd1.Manager SetEnvironment UnsetEnvironment UnsetAndSetEnvironment SetExitCode
systemd1 systemd1.Manager EnableUnitFiles EnableUnitFilesWithFlags DisableUnitFiles ReenableUnitFiles LinkUnitFiles
systemd1 systemd1.Manager PresetUnitFiles PresetAllUnitFiles MaskUnitFiles UnmaskUnitFiles RevertUnitFiles
systemd1 systemd1.Manager SetDefaultTarget AddDependencyUnitFiles CreateSnapshot GetUnitX ListUnitsX
systemd1 systemd1.Unit Start Stop Reload Restart TryRestart Kill QueueSignal ResetFailed SetProperties Ref Clean Freeze
systemd1 systemd1.Service BindMount MountImage AttachProcesses
systemd1 systemd1.Scope Abandon
systemd1 systemd1.Job Cancel
systemd1 DBus.Properties Set
systemd1 login1.Manager ListUsers
login1 login1.Manager PowerOff PowerOffWithFlags Reboot Halt Suspend Hibernate HybridSleep ScheduleShutdown Inhibit
login1 login1.Manager CancelScheduledShutdown KillSession KillUser TerminateSession TerminateUser LockSessions
login1 login1.Manager SetUserLinger SetWallMessage ActivateSession CreateSession ReleaseSession CanPowerOff FlushDevices
login1 login1.Session Kill Terminate TakeControl TakeDevice SetBrightness
login1 DBus.Properties Set
hostname1 hostname1 SetHostname SetStaticHostname SetPrettyHostname SetLocation GetProductUUID
timedate1 timedate1 SetTime SetTimezone SetNTP SetLocalRTC
network1 network1.Manager Reload ReconfigureLink SetLinkDNS ForceRenewLink RenewLink RevertLinkDNS
resolve1 resolve1.Manager SetLinkDNS SetLinkDomains RevertLink FlushCaches ResetServerFeatures RegisterService
NetworkManager NetworkManager Enable Sleep ActivateConnection DeactivateConnection CheckConnectivity
NetworkManager NetworkManager Reload SetLogging CheckpointCreate
NetworkManager NetworkManager.Settings AddConnection AddConnectionUnsaved LoadConnections ReloadConnections SaveHostname
NetworkManager NetworkManager.Settings.Connection Update Delete GetSecrets ClearSecrets Save
NetworkManager NetworkManager.Device Reapply Disconnect Delete
NetworkManager NetworkManager.AgentManager Register
UDisks2 UDisks2.Filesystem Mount Unmount SetLabel Resize
UDisks2 UDisks2.Block Format OpenForBackup OpenDevice
UDisks2 UDisks2.Drive PowerOff Eject
PolicyKit1 PolicyKit1.Authority CheckAuthorization RegisterAuthenticationAgent AuthenticationAgentResponse2
PolicyKit1 PolicyKit1.Authority EnumerateActions
PolicyKit1 DBus.Properties GetAll
PackageKit PackageKit CreateTransaction
Notifications Notifications Notify
secrets Secret.Service OpenSession SearchItems GetSecrets
"""


def calls(table: str) -> list[tuple[str, str, str]]:
    """The rows as (service, interface, method), in full."""
    rows = (line.split() for line in table.strip().splitlines())
    start = "org.freedesktop"
    return [(f"{start}.{who}", f"{start}.{what}", each) for who, what, *methods in rows for each in methods]


class ServiceWorld(NamedTuple):
    """A bus with services that answer whatever they are asked, and keep what reached them."""

    address: str
    received: deque[tuple[str, str]]
    owners: dict[str, str]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceWorld]:
    path = tmp_path_factory.mktemp("bus") / "bus"
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1", f"--address=unix:path={path}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert daemon.stdout is not None
    daemon.stdout.readline()
    world = ServiceWorld(str(path), deque(), {})
    threads = []
    for name in SERVICES.split():
        connection = open_dbus_connection(f"unix:path={path}")
        connection.send_and_get_reply(message_bus.RequestName(f"org.freedesktop.{name}"))
        world.owners[f"org.freedesktop.{name}"] = connection.unique_name
        threads.append(threading.Thread(target=serve, args=(connection, world.received)))
        threads[-1].start()
    yield world
    with open_dbus_connection(f"unix:path={path}") as other:
        for owner in world.owners.values():
            other.send_and_get_reply(new_method_call(DBusAddress("/", owner, "x.y"), "Leave"))
    for thread in threads:
        thread.join()
    daemon.terminate()
    daemon.wait()
    daemon.stdout.close()


def serve(connection: DBusConnection, received: deque[tuple[str, str]]) -> None:
    with connection:
        while True:
            message = connection.receive()
            fields = message.header.fields
            if fields.get(HeaderFields.sender) == "org.freedesktop.DBus":
                continue
            asked = (fields.get(HeaderFields.interface, ""), fields[HeaderFields.member])
            received.append(asked)
            if message.header.message_type is MessageType.method_call:
                connection.send(new_method_return(message, "s", ("done",)))
            if asked == ("x.y", "Leave"):
                return


@pytest.fixture(scope="module")
def system(world: ServiceWorld, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the door to the system's bus."""
    yield from served(find_buses({"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={world.address}"})[0], tmp_path_factory)


@pytest.fixture(scope="module")
def user(world: ServiceWorld, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the door to the user's bus."""
    yield from served(find_buses({"DBUS_SESSION_BUS_ADDRESS": f"unix:path={world.address}"})[-1], tmp_path_factory)


def served(door: BusDoor, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("door")
    proxy = BusProxy(str(folder), (door,))
    yield f"unix:path={folder}/{door.door}"
    proxy.end()


@pytest.fixture
def client(system: str, world: ServiceWorld) -> Iterator[DBusConnection]:
    world.received.clear()
    with open_dbus_connection(system) as client:
        yield client


def asked(client: DBusConnection, service: str, interface: str | None, method: str, path: str = "/a") -> Message:
    return client.send_and_get_reply(new_method_call(DBusAddress(path, service, interface), method), timeout=30)


def is_refused(answer: Message) -> bool:
    errors = ("AccessDenied", "ServiceUnknown", "NameHasNoOwner")
    named = answer.header.fields.get(HeaderFields.error_name, "")
    return answer.header.message_type is MessageType.error and named.rpartition(".")[2] in errors


@pytest.mark.parametrize(("service", "interface", "method"), calls(READ))
def test_a_reading_method_is_passed(
    service: str, interface: str, method: str, client: DBusConnection, world: ServiceWorld
) -> None:
    assert asked(client, service, interface, method).body == ("done",)
    assert list(world.received) == [(interface, method)]


@pytest.mark.parametrize(("service", "interface", "method"), calls(REFUSED))
def test_any_other_method_is_refused(
    service: str, interface: str, method: str, client: DBusConnection, world: ServiceWorld
) -> None:
    assert is_refused(asked(client, service, interface, method, UNIT))
    assert is_refused(asked(client, service, None, method, UNIT)), "an interface left out"
    assert is_refused(asked(client, world.owners[service], interface, method, UNIT)), (
        "asked by the number of the connection"
    )
    assert not world.received


def test_a_reading_method_opens_the_door_for_no_other(client: DBusConnection, world: ServiceWorld) -> None:
    manager = "org.freedesktop.systemd1.Manager"
    asked(client, "org.freedesktop.systemd1", manager, "ListUnits")
    assert is_refused(asked(client, "org.freedesktop.systemd1", manager, "StopUnit"))
    assert is_refused(asked(client, world.owners["org.freedesktop.systemd1"], manager, "StopUnit"))
    assert list(world.received) == [(manager, "ListUnits")]


def test_a_call_that_wants_no_answer_is_refused_too(client: DBusConnection, world: ServiceWorld) -> None:
    manager = "org.freedesktop.systemd1.Manager"
    call = new_method_call(DBusAddress("/a", "org.freedesktop.systemd1", manager), "StopUnit")
    call.header.flags = MessageFlag.no_reply_expected
    client.send(call)
    asked(client, "org.freedesktop.systemd1", manager, "ListUnits")
    assert list(world.received) == [(manager, "ListUnits")]


def test_no_signal_and_no_answer_goes_out(client: DBusConnection, world: ServiceWorld) -> None:
    signal = new_signal(DBusAddress("/a", interface="org.freedesktop.systemd1.Agent"), "Released")
    client.send(signal)
    to_one = new_signal(DBusAddress("/a", interface="org.freedesktop.systemd1.Agent"), "Released")
    to_one.header.fields[HeaderFields.destination] = "org.freedesktop.systemd1"
    client.send(to_one)
    asked(client, "org.freedesktop.systemd1", "org.freedesktop.systemd1.Manager", "ListUnits")
    assert [member for _, member in world.received] == ["ListUnits"]


@pytest.mark.parametrize(
    ("method", "signature", "body"),
    [
        ("RequestName", "su", ("org.example.taken", 0)),
        ("RequestName", "su", ("org.freedesktop.systemd1", 6)),
        ("ReleaseName", "s", ("org.freedesktop.systemd1",)),
        ("StartServiceByName", "su", ("org.freedesktop.PolicyKit1", 0)),
        ("UpdateActivationEnvironment", "a{ss}", ({"LD_PRELOAD": "/tmp/x.so"},)),
        ("ReloadConfig", None, ()),
        ("AddMatch", "s", ("eavesdrop=true",)),
    ],
)
def test_the_bus_itself_is_not_changed(
    method: str, signature: str | None, body: tuple[object, ...], system: str
) -> None:
    bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    with open_dbus_connection(system) as client:
        answer = client.send_and_get_reply(new_method_call(bus, method, signature, body), timeout=30)
    assert answer.header.message_type is MessageType.error


def test_nobody_listens_to_what_others_say(system: str) -> None:
    monitoring = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus.Monitoring")
    with open_dbus_connection(system) as client:
        answer = client.send_and_get_reply(new_method_call(monitoring, "BecomeMonitor", "asu", ([], 0)), timeout=30)
    assert is_refused(answer)


def test_the_users_bus_answers_for_systemd_alone(user: str, world: ServiceWorld) -> None:
    world.received.clear()
    with open_dbus_connection(user) as client:
        listed = asked(client, "org.freedesktop.systemd1", "org.freedesktop.systemd1.Manager", "ListUnits")
        assert listed.body == ("done",)
        assert is_refused(asked(client, "org.freedesktop.systemd1", "org.freedesktop.systemd1.Manager", "StartUnit"))
        assert is_refused(asked(client, "org.freedesktop.login1", "org.freedesktop.login1.Manager", "ListUsers"))
        assert is_refused(asked(client, "org.freedesktop.secrets", "org.freedesktop.Secret.Service", "OpenSession"))
        assert is_refused(asked(client, "org.freedesktop.Notifications", "org.freedesktop.Notifications", "Notify"))
    assert [member for _, member in world.received] == ["ListUnits"]


@pytest.mark.parametrize(
    "words",
    [
        b"\0AUTH EXTERNAL\r\nDATA\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n",
        b"\0AUTH EXTERNAL 30\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n",
        b"\0AUTH\r\nAUTH DBUS_COOKIE_SHA1 30\r\nAUTH EXTERNAL 31303030\r\nBEGIN\r\n",
    ],
)
def test_a_client_may_say_its_first_words_at_once(words: bytes, system: str) -> None:
    hello = message_bus.Hello().serialise(serial=1)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(system.removeprefix("unix:path="))
        client.sendall(words + hello)
        found = b""
        while b"NameAcquired" not in found:
            part = client.recv(4096)
            assert part, found
            found += part


@pytest.mark.parametrize("words", [b"AUTH EXTERNAL 30\r\nBEGIN\r\n", b"\0" + b"x" * 10_000, b"\0BEGIN\r\n\0\0", b""])
def test_other_first_words_are_hung_up_on(words: bytes, system: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(system.removeprefix("unix:path="))
        client.sendall(words)
        client.shutdown(socket.SHUT_WR)
        found = b""
        with suppress(ConnectionResetError):
            while part := client.recv(4096):
                found += part
    assert not found


@pytest.mark.skipif(shutil.which("busctl") is None, reason="needs busctl, which speaks as systemctl does")
def test_busctl_reads_through_it(system: str, world: ServiceWorld) -> None:
    world.received.clear()
    words = ["call", "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager"]
    busctl = ["busctl", f"--address={system}", *words]
    asked = subprocess.run([*busctl, "ListUnits"], capture_output=True, text=True, check=False)
    assert asked.stdout == 's "done"\n'
    refused = subprocess.run([*busctl, "StopUnit"], capture_output=True, text=True, check=False)
    assert refused.returncode != 0 and "Access denied" in refused.stderr
    assert [member for _, member in world.received] == ["ListUnits"]


def test_the_proxy_ends_with_whoever_started_it(world: ServiceWorld, tmp_path: Path) -> None:
    (door,) = find_buses({"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={world.address}"})[:1]
    folder = tmp_path / ("long-" * 40)
    folder.mkdir()
    proxy = BusProxy(str(folder), (door,))
    assert (folder / door.door).is_socket()
    proxy.end()
    assert proxy._process.returncode == 0


def test_a_proxy_that_cannot_listen_is_a_fault(world: ServiceWorld, tmp_path: Path) -> None:
    (door,) = find_buses({"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={world.address}"})[:1]
    with pytest.raises(EnvironmentFault, match="xdg-dbus-proxy does not run"):
        BusProxy(str(tmp_path), (door._replace(door="none/bus.sock"),))


@pytest.mark.parametrize(
    "address", ["unix:abstract=/tmp/x", "tcp:host=localhost,port=1", "unix:path=/none", "unix:", "", "nonsense"]
)
def test_a_bus_that_is_not_at_a_file_is_not_found(address: str) -> None:
    found = find_buses({"DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address})
    assert [door for door in found if door.path != "/run/dbus/system_bus_socket"] == []


def test_the_users_bus_is_found_in_its_folder(world: ServiceWorld) -> None:
    found = find_buses({"XDG_RUNTIME_DIR": str(Path(world.address).parent)})
    assert found[-1].path == world.address


def test_no_bus_is_found_without_the_proxy(world: ServiceWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/none")
    assert find_buses({"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={world.address}"}) == ()
