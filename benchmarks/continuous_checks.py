"""Whether continuous checks keep their time, and what they cost.

    python -m benchmarks.continuous_checks [--services 500] [--interval 60] [--seconds 190]

TCP checks and HTTP checks in turns of servers on loopback, made by the monitor of the application into a temporary
folder. Bounds: the time between two checks of a service is within 5 s of its interval at 500 services; twenty services
cost 0.5% of one core and 5 MB.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import psutil

SERVERS = 20


class _Quiet(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_args: object) -> None:
        """Nothing is logged."""


def main() -> None:
    """Measure, and print a line each."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--services", type=int, default=500)
    options.add_argument("--interval", type=float, default=60.0)
    options.add_argument("--seconds", type=float, default=190.0)
    given = options.parse_args()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:  # the servers are no part of what is measured
        os.close(reading)
        _serve(writing)
    os.close(writing)
    with os.fdopen(reading) as said:
        ports = [int(word) for word in said.readline().split()]
    try:
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), ports, given.services, given.interval, given.seconds)
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)


def _serve(writing: int) -> None:
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), _Quiet) for _ in range(SERVERS)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    os.write(writing, (" ".join(str(server.server_address[1]) for server in servers) + "\n").encode())
    with suppress(KeyboardInterrupt):
        threading.Event().wait()


def measure(root: Path, ports: list[int], services: int, interval: float, seconds: float) -> None:
    """Check so many services for so long."""
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.core.settings import SettingsService
    from claudeops_desktop.monitoring.incident_service import IncidentService
    from claudeops_desktop.monitoring.result_buffer import ResultBuffer
    from claudeops_desktop.monitoring.results.store import CheckResultStore
    from claudeops_desktop.monitoring.service_monitor import ServiceMonitor
    from claudeops_desktop.monitoring.services_source import ServicesSource
    from claudeops_desktop.records.record_books import RecordRepositories
    from claudeops_desktop.storage import open_store

    folder = DataFolder(root).create()
    lines = []
    for number in range(services):
        port = ports[number % len(ports)]
        look = (
            f'check = "http"\nurl = "http://127.0.0.1:{port}/"'
            if number % 2
            else f'check = "tcp"\naddress = "127.0.0.1"\nport = {port}'
        )
        lines.append(f'[[service]]\nname = "s{number}"\ninterval = {interval:g}\n{look}\n')
    folder.services_file.write_text("".join(lines))
    store = open_store(folder)
    book = RecordRepositories(store)
    source = ServicesSource(folder.services_file)
    results = CheckResultStore(folder.check_results)
    process = psutil.Process()
    before = process.memory_full_info().uss
    monitor = ServiceMonitor(
        book,
        SettingsService(folder.settings_file),
        source,
        IncidentService(book, source.graph),
        ResultBuffer(results, store),
    )
    monitor.start()
    time.sleep(min(70.0, interval + 10))
    cpu, switches, began = _cpu(), _switches(), time.monotonic()
    time.sleep(max(0.0, seconds - min(70.0, interval + 10)))
    passed = time.monotonic() - began
    used, woken = _cpu() - cpu, _switches() - switches
    held = process.memory_full_info().uss - before
    monitor.stop()
    gaps, first = [], 0
    for number in range(services):
        found = sorted(one.at for one in results.of_service(f"s{number}", limit=1000))
        times = [(after - earlier).total_seconds() for earlier, after in pairwise(found)]
        gaps += [each - interval for each in times[1:]]  # the first round spreads them over the interval
        first += len(found)
    results.close()
    store.close()
    late = max(gaps, default=0.0)
    print(f"{services} services every {interval:g} s for {seconds:g} s: {first} results, {len(gaps)} intervals")
    print(f"latest {late:.2f} s after its time; {sum(gap > 1 for gap in gaps)} over 1 s late (bound 5 s)")
    cost = f"cpu {100 * used / passed:.2f}% of one core, {woken / passed:.1f} wake-ups a second"
    print(f"{cost}, memory {held / 1e6:.1f} MB")


def _cpu() -> float:
    times = os.times()
    return times.user + times.system


def _switches() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


if __name__ == "__main__":
    main()
