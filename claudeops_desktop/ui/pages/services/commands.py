"""What the operator changes in services.toml, each with its way back. On threads: these are files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....core.errors import OperatorError
from ....core.paths import bundled_path

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


@dataclass(frozen=True, slots=True)
class AddCheck:
    """Add a check; without a file yet, to the sample."""

    path: Path
    row: dict[str, Any]

    def __call__(self) -> ServicesFileChange:
        """Do it. Raises OperatorError."""

        def made(text: str) -> str:
            from ....agents.watch.edit import add

            return add(text, self.row, str(self.path))

        return _saved(self.path, made, begin=True)


@dataclass(frozen=True, slots=True)
class ChangeCheck:
    """Make a check be another row."""

    path: Path
    key: str
    row: dict[str, Any]

    def __call__(self) -> ServicesFileChange:
        """Do it. Raises OperatorError."""

        def made(text: str) -> str:
            from ....agents.watch.edit import change

            return change(text, _place(text, self.key, self.path), self.row, str(self.path))

        return _saved(self.path, made)


@dataclass(frozen=True, slots=True)
class RemoveCheck:
    """Take a check out."""

    path: Path
    key: str

    def __call__(self) -> ServicesFileChange:
        """Do it. Raises OperatorError."""

        def made(text: str) -> str:
            from ....agents.watch.edit import remove

            return remove(text, _place(text, self.key, self.path), str(self.path))

        return _saved(self.path, made)


@dataclass(frozen=True, slots=True)
class RestoreServicesFile:
    """Put the file back as it was, unless somebody else has changed it since."""

    path: Path

    def __call__(self, saved: ServicesFileChange) -> None:
        """Do it. Raises OperatorError."""
        from ....agents.watch.edit import save
        from ....agents.watch.services import ServicesError

        try:
            save(self.path, saved.before, saved.after)
        except ServicesError as error:
            raise OperatorError(str(error)) from error


@dataclass(frozen=True, slots=True)
class FindCheck:
    """One check by its key, ready to be edited; "" for none, with the keys of all."""

    path: Path
    key: str

    def __call__(self) -> FoundCheck:
        """Look. Raises OperatorError."""
        from ....agents.watch.edit import checked, read, rows
        from ....agents.watch.services import ServicesError

        try:
            text = read(self.path)
            found = rows(text, str(self.path)) if text is not None else []
            keys = [checked(row).key for row in found]
        except ServicesError as error:
            raise OperatorError(str(error), "Fix the file in an editor.") from error
        if self.key and self.key not in keys:
            raise OperatorError(f"{self.key} is not in {self.path.name} any more.")
        row = found[keys.index(self.key)] if self.key else {}
        return FoundCheck(row, self.key, tuple(key for key in keys if key != self.key))


@dataclass(frozen=True, slots=True)
class LoadServiceChecks:
    """The checks of one service, as they are configured (or this machine's own, without a file)."""

    path: Path
    service: str

    def __call__(self) -> tuple[Service, ...]:
        """Look. Raises OperatorError."""
        from ....agents.watch.services import ServicesError, default_services, load_usable_services

        try:
            found = load_usable_services(self.path) if self.path.exists() else default_services()
        except ServicesError as error:
            raise OperatorError(str(error)) from error
        return tuple(check for check in found.checks if check.name == self.service)


def _saved(path: Path, made: Callable[[str], str], *, begin: bool = False) -> ServicesFileChange:
    from ....agents.watch.edit import read, save
    from ....agents.watch.services import ServicesError

    try:
        before = read(path)
        if before is None and not begin:
            raise OperatorError(f"{path} is not there any more.")
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
        raise OperatorError(f"{key} is not in {path.name} any more.")
    return keys.index(key)
