"""dns: a question to a DNS server, and its answer."""

from __future__ import annotations

import time

import dns.exception
import dns.rdatatype
import dns.resolver

from ..measurement import CheckFinding, ServiceStatus, degraded, down, unknown
from ..models import DnsCheck
from ..text import clean_line, milliseconds


def check_dns(service: DnsCheck) -> CheckFinding:
    """Down: no answer, or that the name does not exist. Degraded: another answer than expected, or slow."""
    try:
        resolver = dns.resolver.Resolver(configure=not service.resolver)
    except dns.resolver.NoResolverConfiguration:
        return unknown('no resolver is configured here; set resolver = "address"')
    if service.resolver:
        resolver.nameservers = [service.resolver]
    resolver.port = service.resolver_port
    resolver.timeout = max(0.5, service.timeout / 2)
    resolver.lifetime = service.timeout
    start = time.perf_counter()
    try:
        answer = resolver.resolve(service.query, service.record, search=False)
    except dns.resolver.NXDOMAIN:
        return down(f"{service.query} does not exist")
    except dns.resolver.NoAnswer:
        return down(f"{service.query} has no {service.record} record")
    except dns.resolver.NoNameservers:
        return down("the server could not answer")
    except dns.exception.Timeout:
        return down("no answer in time")
    except dns.exception.DNSException as error:
        return unknown(f"{service.query} cannot be asked for: {clean_line(str(error), 120) or type(error).__name__}")
    ms = (time.perf_counter() - start) * 1000
    found = sorted(_plain_record(record.to_text()) for record in answer)
    missing = [want for want in service.expect if _plain_record(want) not in found]
    said = clean_line(", ".join(found), 120)
    if missing:
        return degraded(f"answers {said}, not {', '.join(missing)}")
    slow = service.slow_ms is not None and ms > service.slow_ms
    detail = f"{said} in {milliseconds(ms)}" + (f", slower than {service.slow_ms:g} ms" if slow else "")
    return CheckFinding(ServiceStatus.DEGRADED if slow else ServiceStatus.HEALTHY, detail, response_ms=ms)


def _plain_record(text: str) -> str:
    """A record as people write it: lower case, no quotes, no final dot."""
    return text.strip().strip('"').lower().removesuffix(".")
