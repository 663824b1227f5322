"""promql: the values of a query to Prometheus, or what speaks its API, held to bounds."""

from __future__ import annotations

import math
import ssl
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx
import orjson

from .... import __version__
from ....core.text_format import format_count
from ..measurement import CheckFinding, ServiceStatus, unknown
from ..models import PromqlCheck
from ..network_models import shown_url
from ..text import clean_line
from .http import UnsetError, fill_variables, trusted_context
from .http_transport import open_transport
from .network import describe_connection_error

_READ_BYTES = 4_000_000


class _Sample(NamedTuple):
    labels: str
    value: float


class _RefusedError(Exception):
    """Prometheus answered, but with no values: one sentence."""


def check_promql(service: PromqlCheck) -> CheckFinding:
    """Down or degraded by the bounds; the worst of several series counts. Unknown: no data, or Prometheus itself."""
    try:
        headers = {name: fill_variables(value) for name, value in service.headers.items()}
        verify = trusted_context(service.ca_file) if service.verify and service.url.startswith("https") else False
    except UnsetError as error:
        return unknown(f"the environment variable {error} that a header needs is not set")
    except OSError as error:
        return unknown(f"ca_file {service.ca_file} cannot be used: {error.strerror or error}")
    start = time.perf_counter()
    try:
        samples = _samples(_ask(service, headers, verify))
    except _RefusedError as error:
        return unknown(str(error))
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        return unknown(f"{describe_connection_error(error)} at {shown_url(service.url)}", urgent=True)
    ms = (time.perf_counter() - start) * 1000
    if not samples:
        found = CheckFinding(ServiceStatus(service.no_data), "the query gives no data")
    else:
        found = max((_judge(service, one, len(samples)) for one in samples), key=lambda one: _RANK[one.status])
    return CheckFinding(found.status, found.detail, response_ms=ms)


_RANK = {ServiceStatus.UNKNOWN: 0, ServiceStatus.HEALTHY: 1, ServiceStatus.DEGRADED: 2, ServiceStatus.DOWN: 3}


def _ask(service: PromqlCheck, headers: Mapping[str, str], verify: ssl.SSLContext | bool) -> Any:
    body = bytearray()
    with (
        httpx.Client(
            transport=open_transport(verify, service.timeout),
            trust_env=False,
            headers={"User-Agent": f"claudeops-watch/{__version__}"} | dict(headers),
        ) as client,
        client.stream("GET", f"{service.url.rstrip('/')}/api/v1/query", params={"query": service.query}) as answer,
    ):
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > _READ_BYTES:
                raise _RefusedError("the query gives more than 4 MB; let it give fewer series")
        code = answer.status_code
    try:
        found = orjson.loads(bytes(body))
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, dict) or found.get("status") not in ("success", "error"):
        raise _RefusedError(f"HTTP {code}, which is no answer of Prometheus, at {shown_url(service.url)}")
    if found["status"] == "error":
        raise _RefusedError(f"the query was refused: {clean_line(str(found.get('error', '')), 160)}")
    return found.get("data")


def _samples(data: Any) -> list[_Sample]:
    """The values of an instant query. Those that are not a number (NaN) are no data."""
    kind = data.get("resultType") if isinstance(data, dict) else None
    try:
        if kind == "scalar":
            found = [_Sample("", float(data["result"][1]))]
        elif kind == "vector":
            found = [_Sample(_labels(row.get("metric") or {}), float(row["value"][1])) for row in data["result"]]
        else:
            raise _RefusedError(f"the query gives a {kind or 'thing unknown'}; it must give a number for each series")
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise _RefusedError("the answer of Prometheus cannot be read") from None
    return [one for one in found if not math.isnan(one.value)]


def _labels(metric: Mapping[str, Any]) -> str:
    rows = [f'{name}="{value}"' for name, value in metric.items() if name != "__name__"]
    return clean_line("{" + ", ".join(rows) + "}", 80) if rows else ""


def _judge(service: PromqlCheck, sample: _Sample, series: int) -> CheckFinding:
    value = sample.value
    said = f"{value:.6g}" + (f" of {sample.labels}" if sample.labels and series > 1 else "")
    if service.down_above is not None and value > service.down_above:
        return CheckFinding(ServiceStatus.DOWN, f"{said}, more than {service.down_above:g}")
    if service.down_below is not None and value < service.down_below:
        return CheckFinding(ServiceStatus.DOWN, f"{said}, less than {service.down_below:g}")
    if service.warn_above is not None and value > service.warn_above:
        return CheckFinding(ServiceStatus.DEGRADED, f"{said}, more than {service.warn_above:g}")
    if service.warn_below is not None and value < service.warn_below:
        return CheckFinding(ServiceStatus.DEGRADED, f"{said}, less than {service.warn_below:g}")
    return CheckFinding(
        ServiceStatus.HEALTHY, said if series == 1 else f"{format_count(series, 'series', 'series')}, all within bounds"
    )
