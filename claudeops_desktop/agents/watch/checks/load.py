"""load: the load average for each core, here or on a host over ssh."""

from __future__ import annotations

import os
import re

from ....core.text_format import format_count
from ..measurement import CheckFinding, degraded, healthy, unknown
from ..models import LoadCheck
from ..programs import ProgramHost

_CORE = re.compile(r"^cpu\d+ ", re.MULTILINE)


def check_load(service: LoadCheck) -> CheckFinding:
    """Degraded from ``warn_per_core``, urgent from ``critical_per_core``; all cores count, as in the load."""
    place = {1: 0, 5: 1, 15: 2}[service.minutes]
    if service.host:
        done = ProgramHost(service.host, service.ssh_port, service.timeout).run(["cat", "/proc/loadavg", "/proc/stat"])
        try:
            load, cores = float(done.out.split()[place]), len(_CORE.findall(done.out))
        except (IndexError, ValueError):
            return unknown(f"load of {service.host} cannot be read: {done.first_output_line}")
    else:
        load = os.getloadavg()[place]
        cores = os.cpu_count() or 1
    each = load / max(1, cores)
    detail = f"{each:.2f} a core over {service.minutes} min (load {load:.2f}, {format_count(max(1, cores), 'core')})"
    if each >= service.critical_per_core:
        return degraded(f"{detail}, at least {service.critical_per_core:g}", urgent=True)
    if each >= service.warn_per_core:
        return degraded(f"{detail}, at least {service.warn_per_core:g}")
    return healthy(detail)
