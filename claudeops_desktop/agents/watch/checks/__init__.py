"""The checks. Each module measures one kind of thing and is imported only when such a check is configured."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from ....core.clock import utc_now
from ....core.extensions.registry import current_registry
from ..measurement import CheckFinding, CheckMeasurement, ServiceStatus, unknown
from ..models import MODELS, Service
from ..programs import CannotRunError
from ..shown_detail import mask_detail

# httpx brings a command line of its own along, with all that it prints with: 7 MB that a tray application would hold
# for nothing. It does without where that module cannot be imported.
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]

_MODULES = {"memory": "disk"}


def measure(service: Service, *, retries: int | None = None) -> CheckMeasurement:
    """One check with its retries: a failed attempt is repeated before the service is called down. Never raises."""
    once = _function(service.check)
    tries = 1 + (service.retries if retries is None else retries)
    began = utc_now()
    for attempt in range(1, tries + 1):
        start = time.perf_counter()
        found = _attempt(once, service)
        took = (time.perf_counter() - start) * 1000
        if found.status is not ServiceStatus.DOWN or attempt == tries:
            break
        time.sleep(service.retry_after)
    return CheckMeasurement(
        service=service.name,
        check=service.check,
        key=service.key,
        target=service.target,
        at=began,
        ended=utc_now(),
        found=replace(found, detail=mask_detail(service, found.detail)),
        response_ms=took if found.response_ms is None else found.response_ms,
        attempts=attempt,
        builtin=service.builtin,
    )


def _attempt(once: Callable[[Any], CheckFinding], service: Service) -> CheckFinding:
    try:
        return once(service)
    except CannotRunError as error:
        return error.finding
    except PluginCheckFailed as error:
        return unknown(str(error).rstrip("."))
    except Exception as error:  # a bug in one check must not take the others with it
        sys.stderr.write(mask_detail(service, traceback.format_exc()))
        return unknown(f"the check itself failed, which is a bug: {type(error).__name__}: {error}")


class PluginCheckFailed(Exception):
    """A check of a plugin raised, or was switched off: one sentence that names the plugin."""


def _measure_plugin(service: Any) -> CheckFinding:
    """A plugin's own measurement. One that raises switches its plugin off."""
    registry = current_registry()
    if why := registry.failure_of("checks", service.check):
        raise PluginCheckFailed(why)
    try:
        found = service.measure()
        if not isinstance(found, CheckFinding):
            raise TypeError(f"measure returned {type(found).__name__}, not a CheckFinding")
    except CannotRunError:
        raise
    except Exception as error:
        raise PluginCheckFailed(registry.switch_off("checks", service.check, error)) from error
    return found


def _function(check: str) -> Callable[[Any], CheckFinding]:
    """The function ``check_<kind>`` of the module for that kind."""
    if check not in MODELS:
        return _measure_plugin
    module = import_module(f"{__name__}.{_MODULES.get(check, check)}")
    function: Callable[[Any], CheckFinding] = getattr(module, f"check_{check}")
    return function
