"""smart: what a disk says of its own health, as smartctl (smartmontools 7 or newer) reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from ..measurement import CheckFinding, degraded, down, healthy, unknown
from ..models import SmartCheck
from ..programs import ProgramHost
from ..text import clean_line
from .privilege import explain_refusal, with_sudo

_ASLEEP = re.compile(r"device is in .*(?:standby|sleep)", re.IGNORECASE)
_SECTORS = {5: "reallocated", 197: "pending", 198: "uncorrectable"}  # by the number of the attribute
_NOT_UNDERSTOOD, _FAILING, _PREFAIL = 1, 8, 16  # bits of smartctl's exit code


def check_smart(service: SmartCheck) -> CheckFinding:
    """Down: the disk says that it is failing, or it is gone. Degraded: bad sectors, worn, hot. A disk that sleeps is
    left asleep. Unknown: no smartctl, no permission, or a disk that does not say."""
    argv = ["smartctl", *(() if service.wake else ("-n", "standby")), "-j", "-H", "-A"]
    argv += [*(("-d", service.device_type) if service.device_type else ()), service.device]
    done = ProgramHost(service.host, service.ssh_port, service.timeout).run(with_sudo(argv, sudo=service.sudo))
    if (refused := explain_refusal(done, argv, sudo=service.sudo, host=service.host)) is not None:
        return refused
    try:
        about = orjson.loads(done.out)
        messages = " ".join(str(one["string"]) for one in about.get("smartctl", {}).get("messages", ()))
    except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError):
        return unknown(f"smartctl's answer cannot be read; it must be version 7 or newer: {done.first_output_line}")
    if _ASLEEP.search(messages):
        return healthy("the disk is asleep and was not woken")
    if "no such device" in messages.lower() or "no such file" in messages.lower():
        return down(f"there is no disk {service.device}")
    if "smart_status" not in about:
        hint = (
            '; device_type = "sat" may help' if "usb" in messages.lower() or "device type" in messages.lower() else ""
        )
        why = clean_line(messages, 120) or "it does not report SMART"
        return unknown(f"the disk does not say how it is: {why}{hint}")
    return judge_smart(service, about, done.code)


def judge_smart(service: SmartCheck, about: Mapping[str, Any], code: int) -> CheckFinding:
    """What smartctl's JSON and exit code say. Pure."""
    faults = _faults(service, about, code)
    celsius = (about.get("temperature") or {}).get("current")
    warm = f", {celsius} °C" if isinstance(celsius, int) else ""
    if about["smart_status"].get("passed") is not True or code & _FAILING:
        return down("the disk says that it is failing" + (f": {', '.join(faults)}" if faults else "") + warm)
    if faults:
        critical = (about.get("nvme_smart_health_information_log") or {}).get("critical_warning")
        return degraded(", ".join(faults) + warm, urgent=bool(critical) or bool(code & _PREFAIL))
    if service.warn_celsius is not None and isinstance(celsius, int) and celsius >= service.warn_celsius:
        return degraded(f"the disk is at {celsius} °C, at least {service.warn_celsius:g} °C")
    return healthy(f"the disk says that it is well{warm}")


def _faults(service: SmartCheck, about: Mapping[str, Any], code: int) -> list[str]:
    faults = []
    for row in (about.get("ata_smart_attributes") or {}).get("table") or ():
        raw = (row.get("raw") or {}).get("value")
        word = _SECTORS.get(row.get("id"))
        if word and isinstance(raw, int) and raw > service.max_bad_sectors:
            faults.append(f"{raw:,} {word} sectors")
    nvme = about.get("nvme_smart_health_information_log") or {}
    if nvme.get("critical_warning"):
        faults.append(f"critical warning 0x{nvme['critical_warning']:02x}")
    if (nvme.get("percentage_used") or 0) >= 100:
        faults.append(f"worn, {nvme['percentage_used']}% of its rated life used")
    if nvme.get("media_errors"):
        faults.append(f"{nvme['media_errors']:,} media errors")
    if code & _PREFAIL and not faults:
        faults.append("an attribute is below its threshold")
    return faults
