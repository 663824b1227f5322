"""Compose files: which services a project has, and what else takes part in it.

Followed are several ``-f``, the override file beside the usual one, ``include``, ``extends``, and what ``.env`` says of
the project. A file is a stranger's text: it is bounded in size and number, and what cannot be read makes the project
incomplete instead of failing. Source of the rules: the Compose Specification and the pages on merging and profiles.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

FILE_NAMES = ("compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml")
LARGEST_BYTES = 512_000
MOST_FILES = 30


class ComposeService(NamedTuple):
    """A service of a compose file: its name, its container's name ("" where compose makes one), the services that it
    needs, and the profiles without which it is left alone."""

    name: str
    container: str = ""
    needs: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()


class ComposeProject(NamedTuple):
    """The services of a project. ``complete`` is False where a file that takes part in it could not be read.
    ``profiles`` are those that ``.env`` switches on."""

    name: str
    services: tuple[ComposeService, ...]
    complete: bool = True
    profiles: tuple[str, ...] = ()

    def service(self, name: str) -> ComposeService | None:
        """Return the service of that name, in any case of letters."""
        return next((each for each in self.services if each.name.lower() == name.lower()), None)

    def left_alone(self, profiles: Iterable[str]) -> tuple[ComposeService, ...]:
        """Return the services that a command for the whole project does not touch while these profiles are switched
        on."""
        on = {*profiles, *self.profiles}
        return () if "*" in on else tuple(s for s in self.services if s.profiles and not on.intersection(s.profiles))


def read_project(folder: str, files: Sequence[str] = (), *, above: bool = False) -> ComposeProject | None:
    """Return the project that compose finds in a folder, or in one ``above`` it, or in ``files``; None where there is
    none."""
    if not os.path.isabs(folder):
        return None
    home = folder if files else _folder_with_a_file(folder, above)
    variables = _variables(os.path.join(home or folder, ".env"))
    if not files and variables.get("COMPOSE_FILE"):
        home = home or folder
        separator = variables.get("COMPOSE_PATH_SEPARATOR") or ":"
        files = [os.path.join(home, text) for text in variables["COMPOSE_FILE"].split(separator) if text]
    if not home:
        return None
    reader = _Reader()
    for path in files or _usual_files(home):
        reader.add(path)
    if not reader.services:
        return None
    name = variables.get("COMPOSE_PROJECT_NAME") or reader.name or os.path.basename(home.rstrip("/"))
    plain = re.sub(r"[^a-z0-9_-]", "", name.lower()).lstrip("_-") if "$" not in name else ""
    profiles = tuple(_texts(variables.get("COMPOSE_PROFILES", "").split(",")))
    return ComposeProject(plain, tuple(reader.services.values()), reader.complete, profiles)


def read_services(path: str) -> tuple[ComposeService, ...]:
    """Return the services of one file and of those it takes in; none for one that cannot be read or is no compose
    file."""
    reader = _Reader()
    reader.add(path)
    return tuple(reader.services.values())


class _Reader:
    """Collects the services of files that are merged into one another: what a later file says of a service is added."""

    def __init__(self) -> None:
        self.name = ""
        self.services: dict[str, ComposeService] = {}
        self.complete = True
        self._read: dict[str, Mapping[str, Any] | None] = {}

    def add(self, path: str) -> None:
        """Read one file and those that it includes; each is read once, so that a circle ends."""
        path = os.path.normpath(path)
        if path in self._read:
            return
        table = self._table(path)
        if table is None:
            self.complete = False
            return
        folder = os.path.dirname(path)
        for inner in _included(table.get("include")):
            if self._is_followed(inner):
                self.add(os.path.join(folder, inner))
        rows = table.get("services")
        for name, row in rows.items() if isinstance(rows, dict) else ():
            if isinstance(row, dict):
                self._merge(_service(str(name), self._extended(row, path, 0)))
        self.name = table["name"] if isinstance(table.get("name"), str) else self.name

    def _merge(self, new: ComposeService) -> None:
        old = self.services.get(new.name, new)
        self.services[new.name] = ComposeService(
            new.name,
            new.container or old.container,
            tuple(dict.fromkeys((*old.needs, *new.needs))),
            tuple(dict.fromkeys((*old.profiles, *new.profiles))),
        )

    def _extended(self, row: Mapping[str, Any], path: str, depth: int) -> Mapping[str, Any]:
        """Return the service with what it takes over from another one, in this file or in one that it names."""
        given = row.get("extends")
        given = {"service": given} if isinstance(given, str) else given
        if not isinstance(given, dict) or depth > MOST_FILES:
            return row
        other = given.get("file")
        if isinstance(other, str) and not self._is_followed(other):
            return row
        source = os.path.normpath(os.path.join(os.path.dirname(path), other)) if isinstance(other, str) else path
        table = self._table(source)
        rows = table.get("services") if table is not None else None
        base = rows.get(given.get("service")) if isinstance(rows, dict) else None
        if not isinstance(base, dict):
            self.complete = False
            return row
        return {**self._extended(base, source, depth + 1), **row}

    def _is_followed(self, path: str) -> bool:
        """Tell whether a path names a file here: variables and places in the network are not looked up."""
        if "$" in path or "://" in path or re.match(r"[\w.-]+@|oci:", path):
            self.complete = False
            return False
        return True

    def _table(self, path: str) -> Mapping[str, Any] | None:
        if path not in self._read:
            self._read[path] = _load(path) if len(self._read) < MOST_FILES else None
        return self._read[path]


def _yaml() -> Any:
    """Return the module that reads YAML. A hook starts without the packages: this one alone is taken from there."""
    try:
        import yaml
    except ImportError:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        packages = os.path.join(os.path.dirname(os.path.dirname(sys.executable)), "lib", version, "site-packages")
        sys.path.append(packages)
        try:
            import yaml
        finally:
            sys.path.remove(packages)
    return yaml


def _load(path: str) -> Mapping[str, Any] | None:
    try:
        yaml = _yaml()
    except ImportError:  # what cannot be read is not known
        return None

    class ComposeLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """A safe loader that reads over tags of Compose's own, such as ``!reset`` and ``!override``."""

    def value_without_tag(loader: Any, _tag: str, node: Any) -> object:
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    ComposeLoader.add_multi_constructor("!", value_without_tag)
    try:
        if os.stat(path).st_size > LARGEST_BYTES or not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            table = yaml.load(file, ComposeLoader)
    except (OSError, ValueError, TypeError, RecursionError, yaml.YAMLError):
        return None
    return table if isinstance(table, dict) else None


def _service(name: str, row: Mapping[str, Any]) -> ComposeService:
    needs = [*_texts(row.get("depends_on")), *(link.partition(":")[0] for link in _texts(row.get("links")))]
    shared = row.get("network_mode")
    if isinstance(shared, str) and shared.startswith("service:"):
        needs.append(shared.removeprefix("service:"))
    container = row.get("container_name")
    named = container if isinstance(container, str) and "$" not in container else ""
    return ComposeService(name, named, tuple(dict.fromkeys(needs)), tuple(_texts(row.get("profiles"))))


def _included(given: object) -> Iterator[str]:
    """Return the paths of ``include``: texts, or tables whose ``path`` is one text or several."""
    for each in given if isinstance(given, list) else ():
        path = each.get("path") if isinstance(each, dict) else each
        yield from _texts([path] if isinstance(path, str) else path)


def _texts(given: object) -> list[str]:
    texts = given if isinstance(given, list | dict) else ()
    return [text.strip() for text in texts if isinstance(text, str) and text.strip()]


def _folder_with_a_file(folder: str, above: bool) -> str:
    while not _usual_files(folder):
        if not above or folder == os.path.dirname(folder):
            return ""
        folder = os.path.dirname(folder)
    return folder


def _usual_files(folder: str) -> list[str]:
    """Return the file that compose takes in a folder, and the override beside it."""
    names = next(([name] for name in FILE_NAMES if os.path.isfile(os.path.join(folder, name))), [])
    for name in names[:1]:
        stem, ending = name.rsplit(".", 1)
        names += [each for each in (f"{stem}.override.{ending}",) if os.path.isfile(os.path.join(folder, each))]
    return [os.path.join(folder, name) for name in names]


def _variables(path: str) -> dict[str, str]:
    """Return what an ``.env`` says of the project."""
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return {}
    found = re.findall(r"^\s*(?:export\s+)?(COMPOSE_[A-Z_]+)\s*=\s*[\"']?([^\s\"'#]+)", text, re.MULTILINE)
    return dict(found)
