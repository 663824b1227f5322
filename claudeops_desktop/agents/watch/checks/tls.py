"""tls: the certificate that a server shows, and the days that it has left."""

from __future__ import annotations

import ssl
import time
from datetime import datetime

from ....core.clock import utc_now
from ....core.text_format import format_count
from ....core.trusted_time import is_time_trusted
from ..measurement import CheckFinding, ServedCertificate, ServiceStatus, down, unknown
from ..models import TlsCheck
from ..text import day
from .network import describe_connection_error
from .starttls import StartTlsError
from .tls_session import read_certificate
from .tls_words import UNTRUSTED, describe_certificate_fault


def check_tls(service: TlsCheck) -> CheckFinding:
    """Down: no handshake, or expired. Degraded: it expires soon, or its chain cannot be verified.

    The expiry is read even where the chain cannot be verified, and the words say that it could not.
    """
    from cryptography import x509  # 6 MB, which the window does not hold while no certificate is checked

    start = time.perf_counter()
    fault: ssl.SSLCertVerificationError | None = None
    try:
        try:
            raw = _certificate(service, ssl.create_default_context(cafile=service.ca_file or None))
        except FileNotFoundError:
            return unknown(f"ca_file {service.ca_file} is not there")
        except ssl.SSLCertVerificationError as error:
            fault = error
            raw = _certificate(service, None)
    except StartTlsError as error:
        return down(f"{error} at {service.target}")
    except (OSError, UnicodeError) as error:
        return down(f"{describe_connection_error(error)} at {service.target}")
    ms = (time.perf_counter() - start) * 1000
    parsed = x509.load_der_x509_certificate(raw)
    shown = ServedCertificate(parsed.not_valid_before_utc, parsed.not_valid_after_utc)
    status, detail, urgent = _judge(service, shown, utc_now())
    if not is_time_trusted():
        until = f"its certificate is valid from {day(shown.not_before)} until {day(shown.not_after)}"
        return CheckFinding(ServiceStatus.UNKNOWN, f"{until}; {UNTRUSTED}", response_ms=ms, certificate=shown)
    if fault is not None and fault.verify_code not in (9, 10):  # its dates are told already
        detail += f"; not verified: {describe_certificate_fault(fault, raw)}"
        if service.verify and status is ServiceStatus.HEALTHY:
            status = ServiceStatus.DEGRADED
    return CheckFinding(status, detail, urgent, response_ms=ms, certificate=shown)


def _judge(service: TlsCheck, shown: ServedCertificate, now: datetime) -> tuple[ServiceStatus, str, bool]:
    left = (shown.not_after - now).total_seconds() / 86400
    if left < 0:
        return ServiceStatus.DOWN, f"certificate expired on {day(shown.not_after)}", True
    if shown.not_before > now:
        return ServiceStatus.DOWN, f"certificate is not valid before {day(shown.not_before)}", True
    detail = f"certificate has {format_count(int(left), 'day')} left, until {day(shown.not_after)}"
    if left <= service.critical_days:
        return ServiceStatus.DEGRADED, detail, True
    return (ServiceStatus.DEGRADED if left <= service.warn_days else ServiceStatus.HEALTHY), detail, False


def _certificate(service: TlsCheck, context: ssl.SSLContext | None) -> bytes:
    return read_certificate(
        service.address,
        service.port,
        service.timeout,
        context=context,
        name=service.sni,
        starttls=service.protocol,
    )
