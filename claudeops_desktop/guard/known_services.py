"""The operator's services as the guard knows them: from ``services.toml``, and from what was acted on before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

UNRESOLVED = "any-service"
"""What an action counts against, beside the known services, whose target could not be told."""
_NO_SERVICE = frozenset({"disk", "memory", "load", "clock", "resolution"})
"""Checks of the machine itself, which is not restarted under that name."""


class KnownService(NamedTuple):
    """One service and all that it is known by. Names are in lower case, units without ``.service``.

    ``hosts`` are the machines that its checks look at over ssh, "" for this one; none where that is not known.
    ``listed``: it stands in services.toml; else a session acted on it before, and its name is all that is known.
    ``acts_as_project``: that name was a compose project's. ``addresses`` are those that its checks ask over HTTP.
    """

    name: str
    units: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    processes: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    listed: bool = True
    acts_as_project: bool = False
    addresses: tuple[str, ...] = ()


class ChargedService(NamedTuple):
    """A service that an action counts against. ``certain`` is False where it is one of several that the target may
    mean. Actions on ``also`` count too: they may have meant this service."""

    service: str
    certain: bool = True
    also: tuple[str, ...] = ()


def services_of_table(table: Mapping[str, Any]) -> tuple[KnownService, ...]:
    """The services of ``services.toml``. An entry that is not valid still gives what can be read of it."""
    rows = table.get("service")
    found: dict[str, KnownService] = {}
    for row in rows if isinstance(rows, list) else ():
        name = _text(row, "name") if isinstance(row, dict) else ""
        if name and _text(row, "check") not in _NO_SERVICE:
            found[name] = _joined(found.get(name, KnownService(name)), row)
    return tuple(found.values())


def services_of_file(path: str) -> tuple[KnownService, ...]:
    """The services of a ``services.toml``; none where there is no file. Raises OSError and ValueError."""
    import tomllib

    try:
        with open(path, "rb") as file:
            return services_of_table(tomllib.load(file))
    except FileNotFoundError:
        return ()


def services_of_json(rows: Iterable[Mapping[str, Any]]) -> tuple[KnownService, ...]:
    """The services as ``_asdict`` and JSON leave them. Raises TypeError."""
    return tuple(
        KnownService(**dict[str, Any]((k, tuple(v) if isinstance(v, list) else v) for k, v in row.items()))
        for row in rows
    )


def _joined(service: KnownService, row: Mapping[str, Any]) -> KnownService:
    from .service_names import plain_unit

    unit, folder = _text(row, "unit"), str(row.get("compose_folder") or "")
    more = {
        "units": plain_unit(unit) if unit else "",
        "containers": _text(row, "container"),
        "processes": _text(row, "process"),
        "patterns": str(row.get("pattern") or ""),
        "projects": _text(row, "compose_project"),
        "addresses": str(row.get("url") or "").strip(),
        "folders": folder.rstrip("/") if isinstance(folder, str) else "",
    }
    changes: dict[str, Any] = {
        field: (*getattr(service, field), value)
        for field, value in more.items()
        if value and value not in getattr(service, field)
    }
    host = _host(row)
    if host is not None and host not in service.hosts:
        changes["hosts"] = (*service.hosts, host)
    return service._replace(**changes)


def _host(row: Mapping[str, Any]) -> str | None:
    """Where a check looks: a host over ssh, this machine "", None where it only asks over the network."""
    from .service_names import host_name

    if _text(row, "host"):
        return host_name(_text(row, "host"))
    if _text(row, "check") in ("unit", "container", "process", "command"):
        return ""
    from urllib.parse import urlsplit

    address = _text(row, "address") or (urlsplit(_text(row, "url")).hostname or "" if row.get("url") else "")
    return "" if host_name(address) == "" and address else None


def _text(row: Mapping[str, Any], field: str) -> str:
    value = row.get(field)
    return value.strip().lower() if isinstance(value, str) else ""
