"""Restarts, starts and stops of the systemd units that ``services.toml`` names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ...agents.watch.models import UnitCheck
from ...agents.watch.programs import CannotRunError, ProgramHost
from ...core.text_format import format_count
from ...records.changes import ChangeKind, NewChange
from .reading import SourceReading

_ASKED = "Id,LoadState,ActiveState,InvocationID,NRestarts,ActiveEnterTimestamp,InactiveEnterTimestamp"
_AT_ONCE = 50
TIMEOUT_S = 10.0


class UnitState(NamedTuple):
    """How systemd describes a unit. ``invocation`` is another one after each start, ``started`` and ``stopped`` are the
    moments of the last one (None: never since the machine started)."""

    active: str
    invocation: str
    restarts: int
    started: datetime | None
    stopped: datetime | None

    def as_json(self) -> dict[str, Any]:
        """What the next reading compares with."""
        return {"active": self.active, "invocation": self.invocation, "restarts": self.restarts}


def parse_units(out: str) -> list[UnitState | None]:
    """The answer of ``systemctl show`` for several units, in the order in which they were asked for. None: there is no
    such unit. Its moments are in UTC, as systemctl writes them with TZ=UTC."""
    return [_unit(dict(line.split("=", 1) for line in block.splitlines() if "=" in line)) for block in _blocks(out)]


def compare_unit(unit: str, before: Mapping[str, Any], after: UnitState, now: datetime) -> tuple[datetime, str] | None:
    """What happened to a unit since the last reading, and when; None for nothing."""
    was, runs = str(before.get("active", "")), after.active in ("active", "reloading")
    if runs and after.invocation != before.get("invocation"):
        count = after.restarts - int(before.get("restarts", 0))
        if count > 0:
            times = "" if count == 1 else f" {format_count(count, 'time')}"
            return after.started or now, f"{unit} was restarted by systemd{times}"
        return after.started or now, f"{unit} was {'started' if was in ('inactive', 'failed') else 'restarted'}"
    if after.active == was or after.active not in ("inactive", "failed"):
        return None
    return after.stopped or now, f"{unit} {'failed' if after.active == 'failed' else 'was stopped'}"


def read_unit_changes(state: Mapping[str, Any], now: datetime, checks: Iterable[UnitCheck]) -> SourceReading:
    """What happened to these units since the last reading; a unit that is seen for the first time is only noted."""
    known: Mapping[str, Any] = state.get("units", {})
    places: dict[str, Any] = {}
    changes: list[NewChange] = []
    problems: list[str] = []
    for (host, port, user), group in _by_place(checks).items():
        services = {unit: tuple(sorted(names)) for unit, names in group.items()}
        try:
            found = _ask(ProgramHost(host, port, TIMEOUT_S), [*services], user)
        except CannotRunError as error:
            problems.append(f"Units{f' on {host}' if host else ''} cannot be asked for: {error.finding.detail}.")
            found = {}
        for unit, names in services.items():
            key = f"{host}:{'user:' if user else ''}{unit}"
            after = found.get(unit)
            if after is None:
                if key in known:
                    places[key] = known[key]
                continue
            places[key] = after.as_json()
            named = f"{unit} on {host}" if host else unit
            happened = compare_unit(named, known[key], after, now) if key in known else None
            if happened is not None:
                at, text = min(happened[0], now), happened[1]
                was = str(known[key].get("active", ""))
                changes.append(NewChange(at, ChangeKind.UNIT, named, text, was, after.active, names))
    return SourceReading(tuple(changes), {"units": places}, " ".join(problems))


def _by_place(checks: Iterable[UnitCheck]) -> dict[tuple[str, int | None, bool], dict[str, set[str]]]:
    """The units on each host (and of the system or the user) with the services that they are."""
    found: dict[tuple[str, int | None, bool], dict[str, set[str]]] = {}
    for check in checks:
        unit = check.unit if "." in check.unit else f"{check.unit}.service"
        found.setdefault((check.host, check.ssh_port, check.user), {}).setdefault(unit, set()).add(check.name)
    return found


def _ask(place: ProgramHost, units: Sequence[str], user: bool) -> dict[str, UnitState]:
    found: dict[str, UnitState] = {}
    for start in range(0, len(units), _AT_ONCE):
        part = units[start : start + _AT_ONCE]
        scope = ["--user"] if user else []
        done = place.run(["systemctl", *scope, "show", "--no-pager", f"--property={_ASKED}", "--", *part])
        if done.code != 0:
            raise CannotRunError(done.first_output_line)
        answers = parse_units(done.out)
        if len(answers) != len(part):
            raise CannotRunError("systemctl gave an answer that cannot be read")
        found |= {unit: answer for unit, answer in zip(part, answers, strict=True) if answer is not None}
    return found


def _blocks(out: str) -> Iterator[str]:
    return (block for block in out.strip().split("\n\n") if block.strip())


def _unit(values: dict[str, str]) -> UnitState | None:
    if values.get("LoadState") == "not-found":
        return None
    restarts = values.get("NRestarts", "")
    return UnitState(
        values.get("ActiveState", ""),
        values.get("InvocationID", ""),
        int(restarts) if restarts.isdigit() else 0,
        _moment(values.get("ActiveEnterTimestamp", "")),
        _moment(values.get("InactiveEnterTimestamp", "")),
    )


def _moment(text: str) -> datetime | None:
    """``Mon 2026-11-23 04:18:49 UTC``."""
    words = text.split()
    if len(words) != 4 or words[3] != "UTC":
        return None
    try:
        return datetime.fromisoformat(f"{words[1]} {words[2]}").replace(tzinfo=UTC)
    except ValueError:
        return None
