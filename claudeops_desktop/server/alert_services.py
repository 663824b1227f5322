"""Which of the operator's services an alert is about: by the names, labels and targets of services.toml. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from .alert_types import Alert

_WORD = re.compile(r"[a-z0-9][a-z0-9_-]*")
_LOCAL = {"localhost", "127.0.0.1", "::1"}
_TAIL = re.compile(r"(?:[-_]\d+|-[a-z0-9]{8,10}-[a-z0-9]{5}|-[a-z0-9]{5})$")  # compose and Kubernetes number theirs


def service_aliases(checks: Iterable[Any], seen: Iterable[str] = ()) -> dict[str, str]:
    """All that may name a service → its name. ``seen`` are names known from elsewhere, such as past checks.

    What would name two services names neither.
    """
    found: dict[str, set[str]] = {}

    def add(alias: object, name: str) -> None:
        text = str(alias or "").strip().lower()
        if text and text not in _LOCAL:
            found.setdefault(text, set()).add(name)

    names = set(seen)
    for check in checks:
        names.add(check.name)
        add(check.label, check.name)
        for field in ("unit", "container", "process", "query", "address"):
            add(getattr(check, field, ""), check.name)
        add(str(getattr(check, "unit", "")).removesuffix(".service"), check.name)
        if getattr(check, "port", None) and getattr(check, "address", ""):
            add(f"{check.address}:{check.port}", check.name)
        parts = urlsplit(str(getattr(check, "url", "")))
        if parts.hostname:
            add(parts.hostname, check.name)
            add(f"{parts.hostname}:{parts.port or {'https': 443}.get(parts.scheme, 80)}", check.name)
    known = {alias: next(iter(of)) for alias, of in found.items() if len(of) == 1}
    return known | {name: name for name in names}


def named_services(alert: Alert, known: Mapping[str, str]) -> tuple[str, ...]:
    """The services that this alert names: those said outright, else by its labels, else by the words of its title."""
    said = [known[name] for name in alert.services if name in known]
    if not said:
        said = [name for _, hint in alert.hints if (name := _of_hint(hint, known))][:1]
    if not said and not alert.services:
        said = [known[word] for word in _WORD.findall(alert.title.lower()) if known.get(word) == word]
    return tuple(dict.fromkeys(said))


def unknown_services(alert: Alert, known: Mapping[str, str]) -> tuple[str, ...]:
    """Services said outright that nobody knows."""
    return tuple(name for name in alert.services if name not in known)


def _of_hint(hint: str, known: Mapping[str, str]) -> str:
    text = hint.strip().lower()
    try:
        parts = urlsplit(text if "//" in text else f"//{text}")
        port, host = parts.port, parts.hostname or ""
    except ValueError:  # no address: a name with a colon in it, or half of a bracket
        return known.get(text, "")
    if "//" in text and port is None and host:
        port = 443 if parts.scheme == "https" else 80
    tries = [text, text.replace(" ", "-"), f"{host}:{port}" if host and port else "", host, text.rpartition("/")[2]]
    tries += [_TAIL.sub("", one) for one in tries] + [host.partition(".")[0]]
    return next((known[one] for one in tries if one in known), "")
