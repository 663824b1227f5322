"""New images, recreations, restarts and stops of the containers that ``services.toml`` names."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import orjson

from ...agents.watch.models import ContainerCheck
from ...agents.watch.programs import CannotRunError, ProgramHost
from ...records.changes import ChangeKind, NewChange
from .reading import SourceReading

_AT_ONCE = 8  # an answer is some 10 KiB a container, and 256 KiB of it are kept
_FRACTION = re.compile(r"\.\d+")
TIMEOUT_S = 10.0


class ContainerState(NamedTuple):
    """How the engine describes a container. ``image`` is its id, ``tag`` the name it was made from."""

    container_id: str
    image: str
    tag: str
    status: str
    created: datetime | None
    started: datetime | None
    finished: datetime | None

    def as_json(self) -> dict[str, Any]:
        """What the next reading compares with."""
        return {
            "id": self.container_id,
            "image": self.image,
            "tag": self.tag,
            "status": self.status,
            "started": self.started.isoformat() if self.started else "",
        }


def parse_containers(out: str) -> dict[str, ContainerState]:
    """The answer of ``docker container inspect`` (or podman's) by name. Raises ValueError."""
    found: dict[str, ContainerState] = {}
    for about in orjson.loads(out or "[]"):
        state, config = about.get("State") or {}, about.get("Config") or {}
        found[str(about.get("Name", "")).lstrip("/")] = ContainerState(
            str(about.get("Id", "")),
            str(about.get("Image", "")),
            str(about.get("ImageName") or config.get("Image") or ""),
            str(state.get("Status", "")),
            _moment(about.get("Created")),
            _moment(state.get("StartedAt")),
            _moment(state.get("FinishedAt")),
        )
    return found


def compare_container(
    name: str, before: Mapping[str, Any], after: ContainerState, now: datetime
) -> tuple[datetime, str, str, str] | None:
    """What happened to a container since the last reading: when, in words, before, after. None for nothing."""
    if after.image != before.get("image"):
        old, new = str(before.get("tag", "")), after.tag
        if old == new:  # the same name, such as :latest, and another image behind it
            old, new = f"{old} ({_short(str(before.get('image', '')))})", f"{new} ({_short(after.image)})"
        return after.created or now, f"container {name}: {old} → {new}", old, new
    if after.container_id != before.get("id"):
        return after.created or now, f"container {name} was made anew from the same image", after.tag, after.tag
    was = str(before.get("status", ""))
    if after.status == "running" and after.started and after.started.isoformat() != before.get("started"):
        word = "restarted" if was == "running" else "started"
        return after.started, f"container {name} was {word}", was, after.status
    if was == "running" and after.status in ("exited", "stopped", "dead", "paused"):
        verb = "was paused" if after.status == "paused" else "stopped"
        return after.finished or now, f"container {name} {verb}", was, after.status
    return None


def read_container_changes(state: Mapping[str, Any], now: datetime, checks: Iterable[ContainerCheck]) -> SourceReading:
    """What happened to these containers since the last reading; one that is seen for the first time is only noted."""
    known: Mapping[str, Any] = state.get("containers", {})
    places: dict[str, Any] = dict(known)
    changes: list[NewChange] = []
    problems: dict[str, None] = {}
    asked: set[str] = set()
    for (host, port, engine), group in _by_place(checks).items():
        found: dict[str, ContainerState] = {}
        try:
            for each in _engines(engine, host):
                wanted = [name for name in group if name not in found]
                found |= _inspect(ProgramHost(host, port, TIMEOUT_S), each, wanted)
        except CannotRunError as error:
            problems[f"Containers{f' on {host}' if host else ''} cannot be asked for: {error.finding.detail}."] = None
        for container, names in group.items():
            key, after = f"{host}:{container}", found.get(container)
            asked.add(key)
            if after is None:
                continue
            places[key] = after.as_json()
            named = f"{container} on {host}" if host else container
            happened = compare_container(named, known[key], after, now) if key in known else None
            if happened is not None:
                at, text, old, new = happened
                subject = f"container {named}"
                changes.append(
                    NewChange(min(at, now), ChangeKind.CONTAINER, subject, text, old, new, tuple(sorted(names)))
                )
    kept = {key: place for key, place in places.items() if key in asked}
    return SourceReading(tuple(changes), {"containers": kept}, " ".join(problems))


def _by_place(checks: Iterable[ContainerCheck]) -> dict[tuple[str, int | None, str], dict[str, set[str]]]:
    found: dict[tuple[str, int | None, str], dict[str, set[str]]] = {}
    for check in checks:
        group = found.setdefault((check.host, check.ssh_port, check.engine), {})
        group.setdefault(check.container, set()).add(check.name)
    return found


def _engines(engine: str, host: str) -> list[str]:
    if engine != "auto":
        return [engine]
    if host:
        return ["docker", "podman"]
    found = [each for each in ("docker", "podman") if shutil.which(each)]
    if not found:
        raise CannotRunError("neither docker nor podman is installed here")
    return found


def _inspect(place: ProgramHost, engine: str, names: Sequence[str]) -> dict[str, ContainerState]:
    """Those of the containers that there are."""
    found: dict[str, ContainerState] = {}
    for start in range(0, len(names), _AT_ONCE):
        part = names[start : start + _AT_ONCE]
        try:
            done = place.run([engine, "container", "inspect", *part])
        except CannotRunError as error:
            if place.host and "not installed" in error.finding.detail:
                return found  # the other engine is asked there
            raise
        lacking = any(words in done.err.lower() for words in ("no such", "no container"))
        if done.code != 0 and not lacking:
            raise CannotRunError(done.first_output_line)
        try:
            found |= parse_containers(done.out)
        except (ValueError, AttributeError, TypeError) as error:
            raise CannotRunError(f"{engine} gave an answer that cannot be read") from error
    return found


def _short(image: str) -> str:
    return image.removeprefix("sha256:")[:12]


def _moment(text: object) -> datetime | None:
    """Docker writes ``0001-01-01T00:00:00Z`` for never."""
    try:
        moment = datetime.fromisoformat(_FRACTION.sub("", str(text)))
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment if moment.year > 1 else None
