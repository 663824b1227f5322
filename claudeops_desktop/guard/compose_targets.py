"""Which compose project a call means: by its name, its files, its folder, or the variables that say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from posixpath import basename, dirname, isabs

from .shell_types import UNSEEN
from .target_types import PROJECT, CommandTarget, is_hidden
from .working_folders import enter_folder

_FILES = ("-f", "--file")
_PROJECTS = ("-p", "--project-name")
_PROFILES = ("--profile",)
VARIABLES = (
    "COMPOSE_PROJECT_NAME",
    "COMPOSE_FILE",
    "COMPOSE_PROFILES",
    "COMPOSE_ENV_FILES",
    "DOCKER_HOST",
    "DOCKER_CONTEXT",
    "CONTAINER_HOST",
)
"""Variables that say which project, or which machine, is meant."""


def compose_target(
    project: str,
    files: Sequence[str],
    directory: str,
    profiles: Sequence[str],
    folders: Sequence[str],
    variables: Mapping[str, str],
) -> CommandTarget:
    """The project of a call with these options, run in one of ``folders`` (none: not known)."""
    project = project or variables.get("COMPOSE_PROJECT_NAME", "")
    files = files or [text for text in variables.get("COMPOSE_FILE", "").split(":") if text]
    given = directory or (files[0] if files else "")
    places = [_place(folder, given, is_file=not directory and bool(files)) for folder in folders or (UNSEEN,)]
    hidden = is_hidden(project)
    named = () if not project or hidden else (project.lower(),)
    if hidden or (project and not named):
        return CommandTarget(PROJECT, folders=(UNSEEN,))
    return CommandTarget(
        PROJECT,
        projects=named,
        folders=tuple(dict.fromkeys(places)),
        fixed=bool(given),
        files=tuple(enter_folder(folders[0], text) for text in files) if len(folders) == 1 else (),
        profiles=tuple(profiles) or tuple(text for text in variables.get("COMPOSE_PROFILES", "").split(",") if text),
        hints=_hints(files),
    )


def _hints(files: Sequence[str]) -> tuple[str, ...]:
    """What the names of files say: the beginning of each, without the usual name of a compose file."""
    beginnings = (basename(text).lower().partition(".")[0] for text in files if not is_hidden(text))
    names = (name.removeprefix("docker-").removeprefix("compose").strip("-_") for name in beginnings)
    return tuple(dict.fromkeys(name for name in names if name))


def compose_place(words: Sequence[str]) -> CommandTarget | None:
    """The project that the words after ``docker compose`` name; None where only their folder could tell."""
    project, files, directory, profiles = "", [], "", []
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        value = value if equals else (words[at + 1] if at + 1 < len(words) else "")
        if name in _PROJECTS:
            project = value
        elif name in _FILES:
            files.append(value)
        elif name in _PROFILES:
            profiles.append(value)
        elif name == "--project-directory":
            directory = value
    target = compose_target(project, files, directory, profiles, (), {})
    return None if target.projects == () and UNSEEN in target.folders else target


def _place(folder: str, given: str, *, is_file: bool) -> str:
    if not given:
        return folder
    if given == "-" or is_hidden(given):
        return folder if given == "-" else UNSEEN
    if is_file:
        inside = dirname(given)
        return enter_folder(folder, inside) if inside else folder
    return given.rstrip("/") or "/" if isabs(given) else enter_folder(folder, given)
