"""Dependencies declared, removed, confirmed and dismissed: ``depends_on`` in services.toml, and the record beside it.

The file is changed first: what it says holds, and a record that was not written can be written again. Its comments
stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..agents.watch import edit as services_edit
from ..agents.watch.services import ServicesError
from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage, message_of
from .dependencies import nearest_name
from .graph import ServiceGraph, format_cycle


@dataclass(frozen=True, slots=True)
class DependencyEdit:
    """The file before and after, and what the service depends on now. ``is_changed`` is False where it was so."""

    before: str
    after: str
    depends_on: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        """Tell whether the file is another one."""
        return self.before != self.after


def add_dependency(path: Path, service: str, dependency: str) -> DependencyEdit:
    """Write into the file that a service depends on another.

    Raises UsageError for a name that the file does not have and for a circle, OperatorError where there is no file or
    it cannot be used.
    """
    before, rows = _read(path)
    _require(service, rows, path)
    _require(dependency, rows, path)
    edges = [(_name(row), wanted) for row in rows for wanted in _wanted(row)]
    if (service, dependency) not in edges:
        cycle = ServiceGraph.from_edges(edges).cycle_with(service, dependency)
        if cycle is not None:
            raise UsageError(
                UserMessage("That would be a circle: {cycle}.", cycle=format_cycle(cycle))
                if len(cycle) > 1
                else UserMessage("{service} cannot depend on itself.", service=service),
                UserMessage("Nothing was changed."),
            )
        place = next(place for place, row in enumerate(rows) if _name(row) == service)
        return _saved(path, before, service, {place: (*_wanted(rows[place]), dependency)})
    return _saved(path, before, service, {})


def remove_dependency(path: Path, service: str, dependency: str) -> DependencyEdit:
    """Take it out of all checks of the service. Raises as ``add_dependency`` does; a dependency that the file does not
    have changes nothing."""
    before, rows = _read(path)
    _require(service, rows, path)
    mine = {place: _wanted(row) for place, row in enumerate(rows) if _name(row) == service}
    left = {place: tuple(name for name in wanted if name != dependency) for place, wanted in mine.items()}
    return _saved(path, before, service, {place: wanted for place, wanted in left.items() if wanted != mine[place]})


def is_in_file(path: Path, service: str) -> bool:
    """Tell whether a service stands in the file. Raises OperatorError for a file that cannot be used."""
    return path.exists() and any(_name(row) == service for row in _read(path)[1])


def restore_file(path: Path, edit: DependencyEdit) -> None:
    """Put the file back as it was. Raises OperatorError where somebody else has changed it since."""
    try:
        services_edit.save(path, edit.before, edit.after)
    except ServicesError as error:
        raise OperatorError(message_of(error)) from error


def _read(path: Path) -> tuple[str, list[dict[str, Any]]]:
    try:
        text = services_edit.read(path)
        if text is None:
            raise OperatorError(
                UserMessage("There is no services.toml yet, which is where dependencies stand."),
                UserMessage("Begin it with `claudeops services add`, or `claudeops services init`."),
            )
        return text, services_edit.rows(text, str(path))
    except ServicesError as error:
        raise OperatorError(message_of(error), UserMessage("Fix the file first.")) from error


def _saved(path: Path, before: str, service: str, wanted: dict[int, tuple[str, ...]]) -> DependencyEdit:
    try:
        text = before
        for place, names in wanted.items():
            row = services_edit.rows(text, str(path))[place]
            row.pop("depends_on", None)
            text = services_edit.change(
                text, place, {**row, **({"depends_on": list(names)} if names else {})}, str(path)
            )
        if text != before:
            services_edit.save(path, text, before)
        rows = services_edit.rows(text, str(path))
    except ServicesError as error:
        raise OperatorError(message_of(error)) from error
    found = dict.fromkeys(name for row in rows if _name(row) == service for name in _wanted(row))
    return DependencyEdit(before, text, tuple(found))


def _require(service: str, rows: list[dict[str, Any]], path: Path) -> None:
    names = list(dict.fromkeys(_name(row) for row in rows))
    if service not in names:
        meant = nearest_name(service, names)
        hint = f"Did you mean {meant!r}?" if meant else "See `claudeops services list`."
        raise UsageError(UserMessage("{name} has no service {service}.", name=path.name, service=f"{service!r}"), hint)


def _name(row: dict[str, Any]) -> str:
    return str(row["name"]).lower()


def _wanted(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(name).lower() for name in row.get("depends_on", ()))
