"""ping, udp, promql, JSON values and heartbeats, against real sockets and servers on loopback (PRODUCT S1)."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from claudeops_desktop.agents.watch.checks.heartbeat import judge_heartbeat
from claudeops_desktop.agents.watch.checks.ping import build_request, exchange_echoes
from claudeops_desktop.agents.watch.heartbeats import (
    HeartbeatCall,
    read_heartbeat,
    remove_heartbeats,
    rename_heartbeats,
    write_heartbeat,
)
from claudeops_desktop.agents.watch.measurement import CheckMeasurement, ServiceStatus
from claudeops_desktop.agents.watch.models import HeartbeatCheck, HttpCheck, PingCheck, PromqlCheck, UdpCheck
from claudeops_desktop.agents.watch.services import ServicesError, run_check, validate_check
from claudeops_desktop.core.extensions.registry import current_registry, use_data_folder

QUICK = {"retries": 0, "timeout": 30.0}
Udp = Callable[[Callable[[bytes], bytes | None]], int]
HEALTHY, DEGRADED, DOWN, UNKNOWN = list(ServiceStatus)


# --- ping -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def far_host() -> Iterator[Callable[..., socket.socket]]:
    """The socket of a host that answers echoes as the kernel hands them on, all but those with certain numbers."""
    opened: list[tuple[socket.socket, socket.socket, threading.Thread]] = []

    def start(family: int, *lost: int) -> socket.socket:
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)

        def serve() -> None:
            reply = 0 if family == socket.AF_INET else 129
            while (packet := far.recv(4096)) != b"end":
                if struct.unpack("!H", packet[6:8])[0] not in lost:
                    far.send(bytes([3]) + packet[1:])  # an ICMP error comes in between
                    far.send(bytes([reply]) + packet[1:])

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        opened.append((near, far, thread))
        return near

    yield start
    for near, far, thread in opened:
        near.send(b"end")
        thread.join()
        near.close()
        far.close()


@pytest.mark.slow
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_echoes_are_counted_and_what_is_lost_too(far_host, family: int):
    whole = exchange_echoes(far_host(family), family, 3, 60)
    assert (whole.sent, len(whole.times), whole.lost) == (3, 3, 0)
    partly = exchange_echoes(far_host(family, 1), family, 2, 60)
    assert (partly.sent, len(partly.times), partly.lost) == (2, 1, 50)
    assert exchange_echoes(far_host(family, 0), family, 1, 0.2).lost == 100


def test_the_checksum_of_a_request_is_right():
    words = struct.unpack("!8H", build_request(socket.AF_INET, 7, b"12345678"))
    total = sum(words)
    assert (total & 0xFFFF) + (total >> 16) == 0xFFFF


@pytest.fixture
def not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who may not open the socket for echoes, as where net.ipv4.ping_group_range is `1 0`."""
    real = socket.socket

    def refuse(family: int = -1, kind: int = -1, proto: int = -1, *more: object) -> socket.socket:
        if proto in (socket.IPPROTO_ICMP, socket.IPPROTO_ICMPV6):
            raise PermissionError(13, "Permission denied")
        return real(family, kind, proto, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("claudeops_desktop.agents.watch.checks.ping.socket.socket", refuse)


PING = """cat <<'E'
PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.

--- 127.0.0.1 ping statistics ---
{sent} packets transmitted, {came} received, {lost}% packet loss, time 2003ms
{times}
E
"""
TIMES = "rtt min/avg/max/mdev = 0.021/12.400/0.040/0.007 ms"


@pytest.mark.usefixtures("not_allowed")
@pytest.mark.parametrize(
    ("script", "status", "said"),
    [
        (PING.format(sent=3, came=3, lost=0, times=TIMES), HEALTHY, "answered in 12 ms"),
        (
            PING.format(sent=3, came=2, lost=33, times=TIMES),
            DEGRADED,
            "answered in 12 ms, 1 of 3 packets lost (33%), more than 30%",
        ),
        (PING.format(sent=3, came=0, lost=100, times="") + "exit 1\n", DOWN, "no answer from 127.0.0.1"),
        ("echo 'ping: socket: Operation not permitted' >&2; exit 2\n", UNKNOWN, "this user may not send pings; run "),
        (
            "echo 'ping: connect: Network is unreachable' >&2; exit 2\n",
            DOWN,
            "no network leads there from 127.0.0.1",
        ),
    ],
)
def test_without_permission_the_program_ping_is_asked(
    program: Callable[[str, str], Path], script: str, status: ServiceStatus, said: str
):
    program("ping", script)
    seen = run_check(PingCheck(name="p", address="127.0.0.1", **QUICK))
    assert (seen.status, seen.detail.startswith(said)) == (status, True), seen.detail


@pytest.mark.usefixtures("not_allowed")
def test_without_permission_and_without_the_program_it_is_unknown_with_the_fix(monkeypatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    seen = run_check(PingCheck(name="p", address="::1", family="ipv6", **QUICK))
    assert (seen.status, "net.ipv4.ping_group_range" in seen.detail) == (UNKNOWN, True)


def test_this_machine_is_pinged_or_says_that_it_may_not_be():
    """Where the kernel allows echoes this is the real thing, elsewhere its refusal is."""
    for address in ("127.0.0.1", "::1"):
        seen = run_check(PingCheck(name="p", address=address, **QUICK))
        if seen.status is UNKNOWN:
            assert "ping" in seen.detail
        else:
            assert (seen.status, seen.detail[:12]) == (HEALTHY, "answered in ")


def test_a_host_without_an_address_is_down():
    assert run_check(PingCheck(name="p", address="nothing.invalid", **QUICK)).detail.startswith("the name cannot be")


# --- udp ------------------------------------------------------------------------------------------------------------


def ask(port: int, **more: object) -> CheckMeasurement:
    return run_check(UdpCheck.model_validate({"name": "u", "address": "127.0.0.1", "port": port, **QUICK, **more}))


def test_udp_answer_as_text_and_as_bytes(udp: Udp):
    port = udp(lambda packet: b"pong " + packet)
    right = ask(port, send="hello", expect="pong")
    assert (right.status, '"pong hello"' in right.detail) == (HEALTHY, True)
    assert ask(port, send_hex="ff 00", expect_hex="ff00").status is HEALTHY
    wrong = ask(port, send_hex="ff00", expect_hex="01")
    assert (wrong.status, "but without 01: 7 bytes (70 6f 6e 67 20 ff 00)" in wrong.detail) == (DEGRADED, True)
    assert ask(port, send="x", slow_ms=0.00001).status is DEGRADED


def test_udp_closed_port_is_down(free_port: int):
    for silence in ("unknown", "healthy", "down"):
        seen = ask(free_port, silence=silence)
        assert (seen.status, seen.detail) == (DOWN, f"the port is closed at 127.0.0.1:{free_port} (UDP)")


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, UNKNOWN),
        ({"silence": "healthy"}, HEALTHY),
        ({"silence": "down"}, DOWN),
        ({"expect": "pong"}, DOWN),
        ({"expect": "pong", "silence": "healthy"}, DOWN),
    ],
)
def test_udp_silence_is_down_only_where_an_answer_is_expected(udp: Udp, more: dict[str, object], status: ServiceStatus):
    seen = ask(udp(lambda packet: None), timeout=0.3, **more)
    assert (seen.status, seen.detail.startswith("no answer at 127.0.0.1:")) == (status, True)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"send": "a", "send_hex": "00"}, "needs send or send_hex, not both"),
        ({"expect": "a", "expect_hex": "00"}, "needs expect or expect_hex, not both"),
        ({"send_hex": "zz"}, "send_hex must be bytes in hexadecimal"),
        ({"send": "x" * 2000}, "sends 1400 bytes at most"),
    ],
)
def test_udp_mistakes_are_named(more: dict[str, object], said: str):
    with pytest.raises(ServicesError, match=said):
        validate_check({"name": "u", "check": "udp", "address": "x", "port": 1, **more})


# --- a value in a JSON answer ---------------------------------------------------------------------------------------

BODY = {"status": "ok", "data": {"items": [{"ok": True, "n": 3}, {"ok": False}]}, "a.b": {"c d": None}, "ratio": 0.5}


def ask_json(web, **more: object) -> CheckMeasurement:
    web.answers["/"] = (200, {"Content-Type": "application/json"}, json.dumps(BODY).encode())
    return run_check(HttpCheck.model_validate({"name": "w", "url": web.url, **QUICK, **more}))


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        ({"json_path": "status", "json_equals": "ok"}, HEALTHY, "status is ok"),
        ({"json_path": "status", "json_equals": "fail"}, DOWN, "status is ok, not fail"),
        ({"json_path": "data.items[0].ok", "json_equals": True}, HEALTHY, "data.items[0].ok is true"),
        ({"json_path": "$.data.items[-1].ok", "json_equals": "true"}, DOWN, "is false, not true"),
        ({"json_path": "data.items[0].n", "json_equals": 3.0}, HEALTHY, "is 3"),
        ({"json_path": "data.items[0].n", "json_min": 4}, DOWN, "data.items[0].n is 3, less than 4"),
        ({"json_path": "ratio", "json_max": 0.4, "json_otherwise": "degraded"}, DEGRADED, "0.5, more than 0.4"),
        ({"json_path": "status", "json_min": 1}, DOWN, "status is ok, which is no number"),
        ({"json_path": '["a.b"]["c d"]', "json_equals": "null"}, HEALTHY, "is null"),
        ({"json_path": "data"}, HEALTHY, "data is an object"),
        ({"json_path": "data.rows[0]"}, DOWN, "but nothing at data.rows[0]: data has no 'rows'"),
        ({"json_path": "data.items[7].ok"}, DOWN, "data.items has 2 entries, not [7]"),
        ({"json_path": "status.code"}, DOWN, "status is 'ok', without 'code'"),
    ],
)
def test_a_value_in_a_json_answer(web, more: dict[str, object], status: ServiceStatus, said: str):
    seen = ask_json(web, **more)
    assert (seen.status, said in seen.detail) == (status, True), seen.detail


def test_an_answer_that_is_no_json(web):
    seen = run_check(HttpCheck(name="w", url=web.url, json_path="status", **QUICK))
    assert (seen.status, "but the answer is no JSON" in seen.detail) == (DOWN, True)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"json_path": "a..b"}, "json_path must be a path such as"),
        ({"json_path": "a[x]"}, "json_path must be a path such as"),
        ({"json_equals": "ok"}, "need json_path"),
        ({"json_path": "a", "json_min": 2, "json_max": 1}, "json_min must not be more"),
        ({"json_path": "a", "method": "HEAD"}, "must not be HEAD"),
    ],
)
def test_json_mistakes_are_named(more: dict[str, object], said: str):
    with pytest.raises(ServicesError, match=said):
        validate_check({"name": "w", "check": "http", "url": "http://x/", **more})


# --- promql ---------------------------------------------------------------------------------------------------------


def prometheus(web, kind: str, result: object) -> None:
    """The web server answers as Prometheus's HTTP API does."""
    body = {"status": "success", "data": {"resultType": kind, "result": result}}
    web.answers["/api/v1/query"] = (200, {"Content-Type": "application/json"}, json.dumps(body).encode())


def series(**values: str) -> list[dict[str, object]]:
    return [{"metric": {"__name__": "m", "instance": name}, "value": [1780000000.1, v]} for name, v in values.items()]


def query(web, **more: object) -> CheckMeasurement:
    said = {"name": "q", "url": web.url, "query": "sum(m) by (instance)", "warn_above": 80, "down_above": 95}
    return run_check(PromqlCheck.model_validate({**said, **QUICK, **more}))


@pytest.mark.parametrize(
    ("rows", "status", "said"),
    [
        (series(a="12"), HEALTHY, "12"),
        (series(a="12", b="13"), HEALTHY, "2 series, all within bounds"),
        (series(a="12", b="81.5"), DEGRADED, '81.5 of {instance="b"}, more than 80'),
        (series(a="96", b="81"), DOWN, '96 of {instance="a"}, more than 95'),
        (series(a="+Inf"), DOWN, "inf, more than 95"),
        (series(a="NaN"), UNKNOWN, "the query gives no data"),
        ([], UNKNOWN, "the query gives no data"),
    ],
)
def test_promql_the_worst_series_counts(web, rows: list[object], status: ServiceStatus, said: str):
    prometheus(web, "vector", rows)
    seen = query(web)
    assert (seen.status, seen.detail) == (status, said)
    assert web.requests[-1][1].startswith("/api/v1/query?query=sum%28m%29")


def test_promql_scalars_lower_bounds_and_missing_data(web):
    prometheus(web, "scalar", [1780000000.1, "3"])
    low = {"warn_above": None, "down_above": None}
    assert query(web, **low, warn_below=4, down_below=2).detail == "3, less than 4"
    assert query(web, **low, down_below=3.5).status is DOWN
    prometheus(web, "vector", [])
    assert query(web, no_data="down").status is DOWN
    assert query(web, no_data="healthy").status is HEALTHY
    prometheus(web, "matrix", [])
    assert (query(web).status, "gives a matrix" in query(web).detail) == (UNKNOWN, True)


def test_promql_that_is_refused_or_cannot_be_asked_is_unknown(web, free_port: int):
    refused = {"status": "error", "errorType": "bad_data", "error": "1:3: parse error: unexpected end of input"}
    web.answers["/api/v1/query"] = (400, {}, json.dumps(refused).encode())
    seen = query(web)
    assert (seen.status, "the query was refused: 1:3: parse error" in seen.detail) == (UNKNOWN, True)
    web.answers["/api/v1/query"] = (404, {}, b"not here")
    assert "HTTP 404, which is no answer of Prometheus" in query(web).detail
    gone = query(web, url=f"http://127.0.0.1:{free_port}")
    assert (gone.status, gone.found.urgent, "connection refused" in gone.detail) == (UNKNOWN, True, True)


def test_promql_secrets_come_from_the_environment_and_bounds_are_needed(web, monkeypatch: pytest.MonkeyPatch):
    prometheus(web, "vector", series(a="1"))
    monkeypatch.setenv("WATCH_TEST_TOKEN", "s3cret")
    assert query(web, headers={"Authorization": "Bearer ${WATCH_TEST_TOKEN}"}).status is HEALTHY
    assert web.requests[-1][2]["Authorization"] == "Bearer s3cret"
    monkeypatch.delenv("WATCH_TEST_TOKEN")
    assert query(web, headers={"Authorization": "Bearer ${WATCH_TEST_TOKEN}"}).status is UNKNOWN
    with pytest.raises(ServicesError, match="needs a bound"):
        validate_check({"name": "q", "check": "promql", "url": web.url, "query": "up"})
    with pytest.raises(ServicesError, match="warn_below must not be less than down_below"):
        validate_check({"name": "q", "check": "promql", "url": web.url, "query": "u", "warn_below": 1, "down_below": 2})


# --- heartbeat ------------------------------------------------------------------------------------------------------

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
JOB = HeartbeatCheck(name="backup", every=3600, grace=600)


def ago(minutes: float, **more: object) -> HeartbeatCall:
    return HeartbeatCall(NOW - timedelta(minutes=minutes), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("last", "status", "said"),
    [
        (None, UNKNOWN, "no call has come yet; let the job run `claudeops services heartbeat backup`"),
        (ago(5), HEALTHY, "called in 5 min ago"),
        (ago(5, text="12 files"), HEALTHY, "called in 5 min ago: 12 files"),
        (ago(65), HEALTHY, "called in 1 h 5 min ago and is late"),
        (ago(71), DOWN, "the last call came 1 h 11 min ago, it is due every 1 h"),
        (ago(5, failed=True, text="disk full"), DOWN, "the job reported a failure 5 min ago: disk full"),
        (ago(71, failed=True), DOWN, "the last call came 1 h 11 min ago, it is due every 1 h"),
        (ago(-30), UNKNOWN, "the last call lies in the future: the clock was set back since"),
        (ago(-0.5), HEALTHY, "called in 0.0 s ago"),
    ],
)
def test_what_the_last_call_of_a_job_says(last: HeartbeatCall | None, status: ServiceStatus, said: str):
    found = judge_heartbeat(JOB, last, NOW)
    assert (found.status, found.detail) == (status, said)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    before = current_registry().root
    use_data_folder(tmp_path)
    yield tmp_path
    if before is not None:
        use_data_folder(before)


def test_a_call_is_kept_in_the_data_folder_and_read_by_the_check(folder: Path):
    job = HeartbeatCheck(name="Backup", label="nightly", every=3600)
    assert run_check(job).status is UNKNOWN
    write_heartbeat(folder, "backup", "nightly", HeartbeatCall(datetime.now(UTC), text="x\n[EVENT:critical] no"))
    seen = run_check(job)
    assert (seen.status, seen.key) == (HEALTHY, "backup:heartbeat:nightly")
    assert "[EVENT" not in seen.detail
    kept = folder / "heartbeats" / "backup.nightly"
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.write_text("{")
    assert (run_check(job).status, "is damaged; the next call replaces it" in run_check(job).detail) == (UNKNOWN, True)


def test_calls_follow_a_service_that_is_renamed_and_go_with_one_that_is_removed(folder: Path):
    for name, label in (("db", ""), ("db", "weekly"), ("db2", "")):
        write_heartbeat(folder, name, label, HeartbeatCall(NOW))
    assert rename_heartbeats(folder, "db", "postgres") == 2
    assert read_heartbeat(folder, "postgres", "weekly") is not None and read_heartbeat(folder, "db") is None
    assert remove_heartbeats(folder, "postgres") == 2
    assert [path.name for path in (folder / "heartbeats").iterdir()] == ["db2"]
