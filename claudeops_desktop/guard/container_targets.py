"""What a call of docker, podman or compose acts on: containers, compose projects, stacks."""

from __future__ import annotations

from collections.abc import Sequence

from .compose_targets import compose_target
from .effects import READ, CommandEffect
from .options import ScannedOptions
from .service_names import host_name
from .shell_types import UNSEEN, ShellWord
from .subcommand_tables import SubcommandCall
from .target_context import TargetContext
from .target_types import ANY, CONTAINER, EXACT, NAME, PID, PROCESS, PROJECT, CommandTarget, any_of, is_hidden
from .targets import target_of, targets

_HOSTS = ("-H", "--host", "-c", "--context", "--connection", "--url")
_NO_CONTAINERS = (
    "volume",
    "network",
    "secret",
    "config",
    "plugin",
    "context",
    "manifest",
    "builder",
    "buildx",
    "trust",
)
_WHOLE_NAMES = frozenset("restart start stop kill pause unpause rm remove update wait checkpoint restore".split())


def engine_host(given: ScannedOptions, context: TargetContext) -> str:
    """The machine whose containers are meant, by the options before the verb or the variables; "" for the place
    where the command runs."""
    variables = dict(context.variables)
    named = given.value(*_HOSTS) or next(
        (variables[name] for name in ("DOCKER_HOST", "CONTAINER_HOST", "DOCKER_CONTEXT") if variables.get(name)), ""
    )
    if is_hidden(named):
        return UNSEEN
    if not named or named == "default" or ("://" in named and not named.startswith(("ssh://", "tcp://"))):
        return ""
    return named if host_name(named) else ""


def on_host(found: Sequence[CommandTarget], host: str) -> tuple[CommandTarget, ...]:
    """The targets on a machine that the call itself names."""
    return tuple(target._replace(host=host) if host else target for target in found)


def container_targets(verb: SubcommandCall) -> tuple[CommandTarget, ...]:
    """What ``docker restart web`` and its kind act on."""
    first, last, operands = verb.path[0], verb.path[-1], verb.after.operands
    if first in ("buildx", "builder") or last in ("build", "df"):
        return targets([ShellWord(image_name(verb.after.value("-t", "--tag")))], NAME)
    if last == "prune":
        return (any_of(CONTAINER),) if first in ("container", "system", "pod", "prune") else ()
    if last in ("load", "import", "info", "version"):
        return ()
    if first == "network":
        return targets(operands[-1:]) if last in ("connect", "disconnect") else ()
    if first in ("stack", "play", "kube"):
        files = first != "stack"
        named = [word.text.rpartition("/")[2].rpartition(".")[0] if files else word.text for word in operands[-1:]]
        return tuple(_project_named(name or operands[-1].text) for name in named)
    if first == "image" or last in ("pull", "rmi", "push", "tag", "untag", "save", "search", "login", "logout"):
        return targets([word._replace(text=image_name(word.text)) for word in operands], NAME)
    if first in ("swarm", "node") or (first == "system" and last not in ("prune", "reset")):
        return (any_of(CONTAINER),) if verb.path == ("node", "update") else ()
    if first in _NO_CONTAINERS:
        return targets(operands, NAME)
    if last == "cp":
        return targets([word._replace(text=word.text.partition(":")[0]) for word in operands if ":" in word.text])
    if last == "scale":
        return targets([word._replace(text=word.text.partition("=")[0]) for word in operands])
    if last in _WHOLE_NAMES and first != "service":
        return targets(operands) or (any_of(CONTAINER),)  # podman restart --all, --latest
    if first == "service":
        return targets(operands[-1:] if last in ("update", "create") else operands)
    return targets([word._replace(text=word.text.partition(":")[0]) for word in operands[:1]])


def compose_place(verb: SubcommandCall, context: TargetContext) -> CommandTarget:
    """The project that a call of compose means, on its machine."""
    files = [value for name, value in verb.before.given if name in ("-f", "--file")]
    project = verb.before.value("-p", "--project-name")
    directory = verb.before.value("--project-directory", "--workdir")
    profiles = [value for name, value in verb.before.given if name == "--profile"]
    target = compose_target(project, files, directory, profiles, context.folders, dict(context.variables))
    return target._replace(host=engine_host(verb.before, context) or context.host)


def compose_services(place: CommandTarget, words: Sequence[ShellWord]) -> tuple[CommandTarget, ...]:
    """The services of a project that words name; the whole project where they name none, or none for certain."""
    found = [place if each.match == ANY else place._replace(text=each.text, match=each.match)
             for word in words for each in target_of(word, CONTAINER)]  # fmt: skip
    return tuple(dict.fromkeys(found)) or (place,)


def inside_container(parts: Sequence[CommandEffect], containers: Sequence[CommandTarget]) -> list[CommandEffect]:
    """The parts of a command that runs inside containers: what it does is done to them."""
    return [
        part
        if part.kind == READ
        else part.acting_on(
            [*containers, *(t for t in part.targets if t.match == EXACT and t.kind not in (PID, PROCESS))]
        )
        for part in parts
    ]


def image_name(text: str) -> str:
    """The name of an image without its registry and tag."""
    return text.rpartition("/")[2].partition("@")[0].partition(":")[0]


def _project_named(text: str) -> CommandTarget:
    if is_hidden(text):
        return CommandTarget(PROJECT, folders=(UNSEEN,))
    return CommandTarget(PROJECT, projects=(text.lower(),))
