"""http: a request, its status code, its text and its time."""

from __future__ import annotations

import functools
import os
import re
import ssl
import time

import httpx

from .... import __version__
from ..measurement import CheckFinding, ServiceStatus, down, unknown
from ..models import HttpCheck
from ..text import clean_line, milliseconds
from .network import describe_connection_error

_VARIABLE = re.compile(r"\$\{(\w+)\}")
_READ_BYTES = 1_000_000


class _UnsetError(Exception):
    """A header names an environment variable that is not set."""


def check_http(service: HttpCheck) -> CheckFinding:
    """Down: no answer, or a server error. Degraded: it answers, but not with what is expected.

    The proxy variables of the environment are not used: what is measured is the service, not the way to it.
    """
    try:
        headers = {name: _filled(value) for name, value in service.headers.items()}
        secured = service.verify and (service.url.startswith("https") or service.follow_redirects)
        verify = _context(service.ca_file) if secured else False
    except _UnsetError as error:
        return unknown(f"the environment variable {error} that a header needs is not set")
    except OSError as error:
        return unknown(f"ca_file {service.ca_file} cannot be used: {error.strerror or error}")
    try:
        with httpx.Client(
            verify=verify,
            follow_redirects=service.follow_redirects,
            timeout=service.timeout,
            trust_env=False,
            proxy=service.proxy or None,
            headers={"User-Agent": f"claudeops-watch/{__version__}"} | headers,
        ) as client:
            start = time.perf_counter()
            with client.stream(service.method, service.url, content=service.body or None) as answer:
                ms = (time.perf_counter() - start) * 1000
                text = _text(answer, start + service.timeout) if service.expect_text else ""
                return _judge(service, answer, text, ms)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        return down(f"{describe_connection_error(error)} at {service.target}")


def _judge(service: HttpCheck, answer: httpx.Response, text: str, ms: float) -> CheckFinding:
    code = answer.status_code
    said = f"HTTP {code} in {milliseconds(ms)}"
    if not service.expects(code):
        expected = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in service.expect_status)
        status = ServiceStatus.DOWN if code >= 500 else ServiceStatus.DEGRADED
        hint = "; if that is how it answers when healthy, set expect_status" if code in (401, 403, 407) else ""
        return CheckFinding(status, f"{said}, not {expected}{hint}", response_ms=ms, code=code)
    if service.expect_text and service.expect_text not in text:
        missing = clean_line(service.expect_text, 60)
        return CheckFinding(
            ServiceStatus.DEGRADED, f'{said}, but without the text "{missing}"', response_ms=ms, code=code
        )
    if service.slow_ms and ms > service.slow_ms:
        return CheckFinding(
            ServiceStatus.DEGRADED, f"{said}, slower than {service.slow_ms:g} ms", response_ms=ms, code=code
        )
    return CheckFinding(ServiceStatus.HEALTHY, said, response_ms=ms, code=code)


def _text(answer: httpx.Response, deadline: float) -> str:
    """The beginning of the body, at most 1 MB and not past the deadline, however slowly it drips."""
    body = bytearray()
    for chunk in answer.iter_bytes():
        body += chunk
        if len(body) >= _READ_BYTES:
            break
        if time.perf_counter() > deadline:
            raise TimeoutError
    return body.decode(answer.charset_encoding or "utf-8", errors="replace")


def _filled(value: str) -> str:
    """A header's value with each ``${NAME}`` taken from the environment, so that no secret need be in the file."""

    def take(found: re.Match[str]) -> str:
        if found[1] not in os.environ:
            raise _UnsetError(found[1])
        return os.environ[found[1]]

    return _VARIABLE.sub(take, value)


@functools.lru_cache(maxsize=8)
def _context(ca_file: str) -> ssl.SSLContext:
    """The system's certificates, or those of one file. Made once: it reads them all."""
    return ssl.create_default_context(cafile=ca_file or None)
