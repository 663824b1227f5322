"""What the operator changes in services.toml, each with its way back. On threads: these are files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....core.errors import OperatorError
from ....core.paths import bundled_path
from ...text.translation import tr

if TYPE_CHECKING:
    from ....agents.watch.models import Service


@dataclass(frozen=True, slots=True)
class ServicesFileChange:
    """The file before and after; None where there was none."""

    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class FoundCheck:
    """A check as it stands in the file, and the keys of all others."""

    row: dict[str, Any]
    key: str
    others: tuple[str, ...]


def add_check(path: Path, row: dict[str, Any]) -> ServicesFileChange:
    """Add a check; without a file yet, to the sample."""

    def made(text: str) -> str:
        from ....agents.watch.edit import add

        return add(text, row, str(path))

    return _saved(path, made, begin=True)


def add_checks(path: Path, rows: list[dict[str, Any]]) -> ServicesFileChange:
    """Add several checks; a file that is begun with them begins with those of this machine."""
    from ....agents.watch.discovery.add_checks import add_rows
    from ....agents.watch.edit import read
    from ....agents.watch.services import ServicesError

    try:
        before = read(path)
        add_rows(path, rows)
        return ServicesFileChange(before, read(path) or "")
    except ServicesError as error:
        raise OperatorError(str(error)) from error


def change_check(path: Path, key: str, row: dict[str, Any]) -> ServicesFileChange:
    """Make a check be another row."""

    def made(text: str) -> str:
        from ....agents.watch.edit import change

        return change(text, _place(text, key, path), row, str(path))

    return _saved(path, made)


def remove_check(path: Path, key: str) -> ServicesFileChange:
    """Take a check out."""

    def made(text: str) -> str:
        from ....agents.watch.edit import remove

        return remove(text, _place(text, key, path), str(path))

    return _saved(path, made)


def restore_services_file(path: Path, saved: ServicesFileChange) -> None:
    """Put the file back as it was, unless somebody else has changed it since."""
    from ....agents.watch.edit import save
    from ....agents.watch.services import ServicesError

    try:
        save(path, saved.before, saved.after)
    except ServicesError as error:
        raise OperatorError(str(error)) from error


def find_check(path: Path, key: str) -> FoundCheck:
    """One check by its key, ready to be edited; "" for none, with the keys of all."""
    from ....agents.watch.edit import checked, read, rows
    from ....agents.watch.services import ServicesError

    try:
        text = read(path)
        found = rows(text, str(path)) if text is not None else []
        keys = [checked(row).key for row in found]
    except ServicesError as error:
        raise OperatorError(str(error), tr("Fix the file in an editor.")) from error
    if key and key not in keys:
        raise OperatorError(tr("{key} is not in {name} any more.", key=key, name=path.name))
    row = found[keys.index(key)] if key else {}
    return FoundCheck(row, key, tuple(other for other in keys if other != key))


def load_service_checks(path: Path, service: str) -> tuple[Service, ...]:
    """The checks of one service, as they are configured (or this machine's own, without a file)."""
    from ....agents.watch.services import ServicesError, default_services, load_usable_services

    try:
        found = load_usable_services(path) if path.exists() else default_services()
    except ServicesError as error:
        raise OperatorError(str(error)) from error
    return tuple(check for check in found.checks if check.name == service)


def _saved(path: Path, made: Callable[[str], str], *, begin: bool = False) -> ServicesFileChange:
    from ....agents.watch.edit import read, save
    from ....agents.watch.services import ServicesError

    try:
        before = read(path)
        if before is None and not begin:
            raise OperatorError(tr("{path} is not there any more.", path=path))
        start = before if before is not None else bundled_path("resources", "services.toml").read_text(encoding="utf-8")
        after = made(start)
        save(path, after, before)
    except ServicesError as error:
        raise OperatorError(str(error)) from error
    return ServicesFileChange(before, after)


def _place(text: str, key: str, path: Path) -> int:
    from ....agents.watch.edit import checked, rows

    keys = [checked(row).key for row in rows(text, str(path))]
    if key not in keys:
        raise OperatorError(tr("{key} is not in {name} any more.", key=key, name=path.name))
    return keys.index(key)
