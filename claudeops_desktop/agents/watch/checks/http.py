"""http: a request, its status code, its text and its time."""

from __future__ import annotations

import functools
import os
import re
import ssl
import time
from datetime import UTC, datetime
from urllib.parse import urlsplit

import httpx
import orjson

from .... import __version__
from ....core.trusted_time import hear_date, is_time_trusted
from ..json_path import PathMissingError, equals, render_value, take_value
from ..measurement import CheckFinding, ServiceStatus, down, unknown
from ..models import HttpCheck
from ..text import clean_line, milliseconds
from .http_transport import open_transport
from .network import describe_connection_error
from .tls_session import try_certificate
from .tls_words import UNTRUSTED, describe_tls_error, is_about_dates

_VARIABLE = re.compile(r"\$\{(\w+)\}")
_READ_BYTES = 1_000_000


class UnsetError(Exception):
    """A header names an environment variable that is not set."""


def check_http(service: HttpCheck) -> CheckFinding:
    """Down: no answer, or a server error. Degraded: it answers, but not with what is expected.

    The proxy variables of the environment are not used: what is measured is the service, not the way to it.
    """
    try:
        headers = {name: fill_variables(value) for name, value in service.headers.items()}
        secured = service.verify and (service.url.startswith("https") or service.follow_redirects)
        verify = trusted_context(service.ca_file) if secured else False
    except UnsetError as error:
        return unknown(f"the environment variable {error} that a header needs is not set")
    except OSError as error:
        return unknown(f"ca_file {service.ca_file} cannot be used: {error.strerror or error}")
    start = time.perf_counter()
    try:
        with httpx.Client(
            follow_redirects=service.follow_redirects,
            trust_env=False,
            transport=open_transport(verify, service.timeout, proxy=service.proxy),
            headers={"User-Agent": f"claudeops-watch/{__version__}"} | headers,
        ) as client:
            start = time.perf_counter()
            with client.stream(service.method, service.url, content=service.body or None) as answer:
                ms = (time.perf_counter() - start) * 1000
                text = _text(answer) if service.expect_text or service.json_path else ""
                if service.verify and answer.url.scheme == "https":
                    hear_date(answer.headers.get("date"))
                return _judge(service, answer, text, ms)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        if is_about_dates(error) and not is_time_trusted():
            return unknown(f"its certificate was refused for its dates; {UNTRUSTED}")
        left = service.timeout - (time.perf_counter() - start)
        return down(f"{_describe(error, service, left)} at {service.target}")


def _describe(error: Exception, service: HttpCheck, seconds: float) -> str:
    """Say why there was no answer. A certificate that was refused is read again while there are ``seconds`` left, for
    OpenSSL stops at its first fault."""
    inner: BaseException | None = error
    while inner is not None and not isinstance(inner, ssl.SSLCertVerificationError):
        inner = inner.__cause__ or inner.__context__
    if inner is None or service.proxy or service.follow_redirects:
        return describe_connection_error(error)
    url = urlsplit(service.url)
    certificate = try_certificate(url.hostname or "", url.port or 443, seconds) if seconds > 0 else b""
    return describe_tls_error(inner, certificate, datetime.now(UTC))


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
    if service.json_path:
        said, wrong = _judge_json(service, text, said)
        if wrong:
            return CheckFinding(ServiceStatus(service.json_otherwise), said, response_ms=ms, code=code)
    if service.slow_ms and ms > service.slow_ms:
        return CheckFinding(
            ServiceStatus.DEGRADED, f"{said}, slower than {service.slow_ms:g} ms", response_ms=ms, code=code
        )
    return CheckFinding(ServiceStatus.HEALTHY, said, response_ms=ms, code=code)


def _judge_json(service: HttpCheck, text: str, said: str) -> tuple[str, bool]:
    """What is to be said of the value in the answer, and whether it is not as it should be."""
    try:
        value = take_value(orjson.loads(text), service.json_path)
    except orjson.JSONDecodeError:
        return f"{said}, but the answer is no JSON", True
    except PathMissingError as error:
        return f"{said}, but nothing at {service.json_path}: {clean_line(str(error), 100)}", True
    shown = f"{said}, {service.json_path} is {clean_line(render_value(value), 60)}"
    if service.json_equals is not None and not equals(value, service.json_equals):
        return f"{shown}, not {clean_line(service.json_equals, 60)}", True
    if service.json_min is None and service.json_max is None:
        return shown, False
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"{shown}, which is no number", True
    if service.json_min is not None and value < service.json_min:
        return f"{shown}, less than {service.json_min:g}", True
    if service.json_max is not None and value > service.json_max:
        return f"{shown}, more than {service.json_max:g}", True
    return shown, False


def _text(answer: httpx.Response) -> str:
    """Return the beginning of the body, at most 1 MB. A charset that cannot be decoded counts as not sent (RFC 9110,
    8.3.2 leaves it to the recipient)."""
    body = bytearray()
    for chunk in answer.iter_bytes():
        body += chunk
        if len(body) >= _READ_BYTES:
            break
    try:
        return body.decode(answer.charset_encoding or "utf-8", errors="replace")
    except (LookupError, ValueError):  # no such codec, one that is not for text, or a name with a NUL
        return body.decode("utf-8", errors="replace")


def fill_variables(value: str) -> str:
    """A header's value with each ``${NAME}`` taken from the environment, so that no secret need be in the file."""

    def take(found: re.Match[str]) -> str:
        if found[1] not in os.environ:
            raise UnsetError(found[1])
        return os.environ[found[1]]

    return _VARIABLE.sub(take, value)


@functools.lru_cache(maxsize=8)
def trusted_context(ca_file: str) -> ssl.SSLContext:
    """The system's certificates, or those of one file. Made once: it reads them all."""
    return ssl.create_default_context(cafile=ca_file or None)
