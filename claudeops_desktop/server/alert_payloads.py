"""What other programs send, read strictly: Alertmanager, Grafana, Uptime Kuma, plain JSON and plain text. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ..core.secrets.redact_shapes import without_shapes
from .alert_types import Alert

MOST_ALERTS = 100
LONGEST_TITLE, LONGEST_TEXT = 300, 4000
LABELS = ("service", "service_name", "job", "container", "container_name", "name", "app", "application", "unit",
          "deployment", "statefulset", "pod", "monitor", "target", "instance", "host", "alertname")  # fmt: skip
LEVELS = {"critical": "critical", "error": "critical", "page": "critical", "high": "critical", "fatal": "critical",
          "disaster": "critical", "info": "info", "information": "info", "none": "info"}  # fmt: skip
UP, MAINTENANCE = 1, 3
FIRST_YEAR = 2000


class PayloadError(Exception):
    """A request whose body is not an alert. Its text is one sentence that says what is wrong."""


def parse_payload(body: bytes, content_type: str = "") -> tuple[Alert, ...]:
    """The alerts of a request's body. Raises PayloadError."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind.startswith("multipart/"):
        raise PayloadError("The body is a form. Send JSON: in Uptime Kuma choose the request body application/json.")
    try:
        text = body.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise PayloadError("The body is not UTF-8 text.") from None
    if not text:
        raise PayloadError("The body is empty. Send JSON with a title, or plain text.")
    if kind.endswith("json") or text[0] in "{[":
        try:
            table = json.loads(text)
            json.dumps(table, ensure_ascii=False).encode()
        except UnicodeEncodeError:  # "\ud800" alone is JSON, but no text that can be stored or shown
            raise PayloadError("The body holds half of a surrogate pair, which is no character.") from None
        except (ValueError, RecursionError) as error:
            raise PayloadError(f"The body is not JSON: {error}.") from None
        if not isinstance(table, dict):
            raise PayloadError('The JSON must be an object, such as {"title": "…", "service": "…"}.')
        return _table(table)
    title, _, rest = text.partition("\n")
    return (Alert("text", _key("text", title), _line(title), _cut(rest.strip())),)


def _table(table: Mapping[str, Any]) -> tuple[Alert, ...]:
    if isinstance(table.get("alerts"), list):
        return _prometheus(table)
    if "alerts" in table:
        raise PayloadError("alerts must be a list.")
    if "heartbeat" in table or "monitor" in table:
        return (_kuma(table),)
    return (_plain(table),)


def _prometheus(table: Mapping[str, Any]) -> tuple[Alert, ...]:
    """Alertmanager's webhook (version 4), and Grafana's, which has the same shape and more."""
    rows = table["alerts"]
    if not rows:
        raise PayloadError("alerts is an empty list.")
    grafana = "orgId" in table or any(isinstance(row, dict) and "silenceURL" in row for row in rows)
    source = "grafana" if grafana else "alertmanager"
    shared, notes = _common(table.get("commonLabels")), _common(table.get("commonAnnotations"))
    found = [_prometheus_one(row, number, source, shared, notes) for number, row in enumerate(rows, 1)]
    # A refusal would lose them all, when most is wrong: senders do not try again after one.
    return tuple(sorted(found, key=lambda alert: alert.resolved)[:MOST_ALERTS] if len(found) > MOST_ALERTS else found)


def _prometheus_one(
    row: Any, number: int, source: str, shared_labels: Mapping[str, str], shared_notes: Mapping[str, str]
) -> Alert:
    """One alert. What all alerts of a message have in common may stand beside them alone."""
    if not isinstance(row, dict):
        raise PayloadError(f"alerts, entry {number}: must be an object.")
    status = row.get("status")
    if status not in ("firing", "resolved"):
        raise PayloadError(f'alerts, entry {number}: status must be "firing" or "resolved" (found {_seen(status)}).')
    own = _texts(row.get("labels", {}), f"alerts, entry {number}, labels")
    labels = {**shared_labels, **own}
    notes = {**shared_notes, **_texts(row.get("annotations", {}), f"alerts, entry {number}, annotations")}
    if not labels and not notes:
        raise PayloadError(f"alerts, entry {number}: has neither labels nor annotations.")
    name = labels.get("alertname", "")
    summary = notes.get("summary") or notes.get("title") or notes.get("description") or notes.get("message", "")
    where = labels.get("instance", "")
    title = summary.split("\n")[0] or " on ".join(part for part in (name, where) if part) or "An alert without a name"
    told = [f"{key}: {value}" for key, value in (*labels.items(), *notes.items())]
    if isinstance(row.get("valueString"), str) and row["valueString"]:
        told.append(f"value: {row['valueString']}")
    if isinstance(row.get("startsAt"), str):
        told.append(f"since: {row['startsAt']}")
    print_ = row.get("fingerprint")
    key = print_ if isinstance(print_, str) and print_ else json.dumps(own or labels, sort_keys=True)
    return Alert(
        source,
        _key(source, key),
        _line(f"{name}: {title}" if name and name not in title else title),
        _cut("\n".join(told)),
        LEVELS.get(labels.get("severity", "").lower(), "warning"),
        status == "resolved",
        hints=tuple((label, labels[label]) for label in LABELS if label in labels),
        test=source == "grafana" and name == "TestAlert" and where == "Grafana",
        started_at=_moment(row.get("startsAt")),
    )


def _kuma(table: Mapping[str, Any]) -> Alert:
    """Uptime Kuma's webhook; a test, and a certificate that runs out, come without monitor and heartbeat."""
    said = table.get("msg")
    beat, monitor = table.get("heartbeat"), table.get("monitor")
    if not isinstance(monitor, dict) or not isinstance(beat, dict):
        if not isinstance(said, str) or not said.strip():
            raise PayloadError("monitor, heartbeat and msg are all missing.")
        # Its test says the name of the notification and this word; other words without a monitor are real.
        test = beat is None and monitor is None and said.rstrip().endswith(" Testing")
        return Alert("uptime-kuma", _key("uptime-kuma", said), _line(said), test=test)
    name = monitor.get("name")
    if not isinstance(name, str) or not name.strip():
        raise PayloadError("monitor.name must be a text.")
    status = beat.get("status")
    if not isinstance(status, int) or isinstance(status, bool):
        raise PayloadError(f"heartbeat.status must be a number (found {_seen(status)}).")
    stands = {0: "down", UP: "up", 2: "not known yet", MAINTENANCE: "in maintenance"}.get(status, "in trouble")
    why = beat.get("msg") if isinstance(beat.get("msg"), str) else ""
    hints = [("monitor", name)]
    fields = ("url", "hostname", "docker_container")
    hints += [(field, monitor[field]) for field in fields if isinstance(monitor.get(field), str) and monitor[field]]
    if isinstance(monitor.get("hostname"), str) and isinstance(monitor.get("port"), int):
        hints.insert(1, ("address", f"{monitor['hostname']}:{monitor['port']}"))
    return Alert(
        "uptime-kuma",
        _key("uptime-kuma", str(monitor.get("id", name))),
        _line(f"{name} is {stands}"),
        _cut("\n".join(part for part in (why or "", said if isinstance(said, str) else "") if part)),
        "critical" if status == 0 else "info" if status in (UP, MAINTENANCE) else "warning",
        status in (UP, MAINTENANCE),
        hints=tuple(hints),
    )


def _plain(table: Mapping[str, Any]) -> Alert:
    """``{"title", "text", "service" or "services", "level", "key", "resolved"}``; a title or a text must be there."""
    fields: dict[str, str] = {}
    for name in ("title", "text", "message", "level", "severity", "key"):
        value = table.get(name, "")
        if not isinstance(value, str):
            raise PayloadError(f"{name} must be a text (found {_seen(value)}).")
        fields[name] = value.strip()
    text = fields["text"] or fields["message"]
    title = fields["title"] or text.split("\n")[0]
    if not title:
        raise PayloadError('title is missing. Send {"title": "…", "text": "…", "services": ["…"]}.')
    services = table.get("services", table.get("service", []))
    services = [services] if isinstance(services, str) else services
    if not isinstance(services, list) or not all(isinstance(name, str) for name in services):
        raise PayloadError("services must be a list of names, or service one name.")
    resolved = table.get("resolved", False)
    if not isinstance(resolved, bool):
        raise PayloadError(f"resolved must be true or false (found {_seen(resolved)}).")
    level = (fields["level"] or fields["severity"]).lower()
    names = tuple(dict.fromkeys(name.strip().lower() for name in services if name.strip()))
    return Alert(
        "json",
        _key("json", fields["key"] or "\n".join((title, *names))),
        _line(title),
        _cut(text),
        LEVELS.get(level, "warning"),
        resolved,
        names,
    )


def _texts(table: Any, place: str) -> dict[str, str]:
    if not isinstance(table, dict):
        raise PayloadError(f"{place}: must be an object of texts.")
    return {str(name): str(value) for name, value in table.items() if isinstance(value, str | int | float)}


def _common(table: Any) -> dict[str, str]:
    """What the alerts of a message share; nothing where it cannot be read, for each alert says the same itself."""
    return _texts(table, "") if isinstance(table, dict) else {}


def _moment(text: Any) -> datetime | None:
    """A moment in ISO 8601 with its offset; None for any other, and for year 1, which says that there is none."""
    try:
        found = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None and found.year >= FIRST_YEAR else None


def _key(source: str, text: str) -> str:
    return f"{source}:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _line(text: str) -> str:
    """One line of plain text."""
    text = without_shapes(text, LONGEST_TEXT)  # before anything is cut: half a key would not be known as one
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shown if len(shown) <= LONGEST_TITLE else f"{shown[: LONGEST_TITLE - 1]}…"


def _cut(text: str) -> str:
    text = without_shapes(text, LONGEST_TEXT + 1)
    kept = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    return kept if len(kept) <= LONGEST_TEXT else f"{kept[: LONGEST_TEXT - 1]}…"


def _seen(value: Any) -> str:
    return repr(value)[:60]
