"""Discovery put together: sockets, containers and units, each tested, named and proposed as a check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any

from ....core.messages import UserMessage
from . import programs, sockets
from .naming import name_of_socket, plain_name, unique_name
from .probe import probe
from .propose import check_for_address, check_for_udp, watches
from .trial import try_check
from .types import NO_CHECK, DiscoveredService, ListeningSocket, ProbeAnswer

AT_ONCE = 32
LONGEST_S = 15.0
MOST = 500


def discover(rows: Sequence[dict[str, Any]] = ()) -> tuple[DiscoveredService, ...]:
    """All that listens or runs on this machine. ``rows`` are the checks of services.toml: what they watch is marked.

    Blocks for some seconds, ``LONGEST_S`` at the most; call it on a thread.
    """
    with ThreadPoolExecutor(2, thread_name_prefix="discover") as pool:
        containers_soon, units_soon = pool.submit(programs.running_containers), pool.submit(programs.running_units)
        containers, units = containers_soon.result(), units_soon.result()
    published = {port: container.name for container in containers for port in container.ports}
    found = sockets.listening_sockets(published)[:MOST]
    return combine(found, probe_sockets(found), containers, units, rows)


def probe_sockets(found: Sequence[ListeningSocket], longest_s: float = LONGEST_S) -> list[ProbeAnswer]:
    """What answers on each of them, asked at once. One that keeps us waiting counts as one that only takes
    connections."""
    pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="discover")
    asked: list[Future[ProbeAnswer]] = [pool.submit(_test, one) for one in found]
    wait(asked, longest_s)
    pool.shutdown(wait=False, cancel_futures=True)
    return [
        one.result() if one.done() and not one.cancelled() else ProbeAnswer("open", "answers slowly") for one in asked
    ]


def combine(
    found: Sequence[ListeningSocket],
    answers: Sequence[ProbeAnswer],
    containers: Iterable[programs.RunningContainer],
    units: Iterable[str],
    rows: Sequence[dict[str, Any]] = (),
) -> tuple[DiscoveredService, ...]:
    """What was found, with a name of its own each: sockets by port, then containers and units without one (pure)."""
    made: list[DiscoveredService] = []
    taken = {str(row.get("name", "")).lower() for row in rows}
    spoken_for = {one.container for one in found} | {one.unit for one in found}
    candidates = [
        *_from_sockets(found, answers),
        *_from_containers(one for one in containers if one.name not in spoken_for),
        *_from_units(one for one in units if one not in spoken_for),
    ]
    for one in candidates:
        defined = next((str(row["name"]).lower() for row in rows if row.get("name") and watches(row, one.row)), "")
        if defined:
            made.append(_named(one, defined, defined))
            continue
        name = unique_name(one.name, one.port, taken)
        taken.add(name)
        made.append(_named(one, name))
    return tuple(made)


def _test(socket: ListeningSocket) -> ProbeAnswer:
    """Return what answers there, and what its check finds: the one that ``_from_sockets`` proposes."""
    if socket.protocol == "udp":
        answer, row = ProbeAnswer("udp", "a UDP server"), check_for_udp("trial", socket)
    else:
        answer = _answer(socket)
        row = check_for_address("trial", answer.address or socket.reachable_address, socket.port, answer)
    return try_check(answer, row) if row else answer


def _answer(socket: ListeningSocket) -> ProbeAnswer:
    hint = f"{socket.process} {socket.unit} {socket.container}"
    answer = probe(socket.reachable_address, socket.port, hint)
    if answer.kind == "closed" and socket.address == "::":  # it listens on IPv6 alone
        answer = probe("::1", socket.port, hint)
    return answer


def _from_sockets(found: Sequence[ListeningSocket], answers: Sequence[ProbeAnswer]) -> Iterator[DiscoveredService]:
    for socket, answer in zip(found, answers, strict=True):
        name = name_of_socket(socket)
        address = answer.address or socket.reachable_address
        row: dict[str, Any] | None
        if socket.protocol == "udp":
            row = check_for_udp(name, socket)
        else:
            row = check_for_address(name, address, socket.port, answer)
        target = row["url"] if row and row["check"] == "http" else _address_text(address, socket.port)
        yield DiscoveredService(
            row=row or {"name": name, "check": NO_CHECK},
            target=target,
            process=socket.process,
            port=socket.port,
            protocol=socket.protocol,
            pid=socket.pid,
            why=_why(socket),
            answer=answer.detail,
            status=answer.status,
        )


def _from_containers(containers: Iterable[programs.RunningContainer]) -> Iterator[DiscoveredService]:
    for one in containers:
        row = {"name": plain_name(one.name) or "container", "check": "container", "container": one.name}
        why = UserMessage("a {engine} container", engine=one.engine)
        yield DiscoveredService(row, one.name, one.engine, why=why, answer="runs", status="healthy")


def _from_units(units: Iterable[str]) -> Iterator[DiscoveredService]:
    for unit in units:
        row = {"name": plain_name(unit.removesuffix(".service")) or "unit", "check": "unit", "unit": unit}
        yield DiscoveredService(row, unit, "systemd", why=UserMessage("a running systemd service"), answer="runs",
                                status="healthy")  # fmt: skip


def _named(one: DiscoveredService, name: str, defined: str = "") -> DiscoveredService:
    return replace(one, row={**one.row, "name": name}, defined=defined)


def _why(socket: ListeningSocket) -> str:
    where = f"{socket.protocol} port {socket.port}"
    holder = socket.container or socket.unit.removesuffix(".service") or socket.process
    if holder:
        return UserMessage("{holder} listens on {port}", holder=holder, port=where)
    return UserMessage("a process of another user listens on {port}", port=where)


def _address_text(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
