"""Which of the operator's services a target may mean (S11): pure rules over what is known of the services.

What names one service counts against that one. What cannot be told counts against every service that it may mean, and
against ``UNRESOLVED``, so that the limits hold for services that are not known yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from .effects import READ, CommandEffect, EffectSummary
from .known_services import UNRESOLVED, ChargedService, KnownService
from .local_machine import LocalMachine, ObservedProcess
from .name_patterns import matches_glob, matches_regex
from .service_names import folded, host_name, plain_unit, same_names, split_name
from .shell_types import UNSEEN
from .target_types import (
    ANY,
    COMMAND,
    CONTAINER,
    EXACT,
    GLOB,
    LITERAL,
    NAME,
    PID,
    PROCESS,
    PROJECT,
    REGEX,
    UNIT,
    WORKLOAD,
    CommandTarget,
    base_name,
    is_hidden,
)

if TYPE_CHECKING:
    from .compose_files import ComposeProject, ComposeService

_FIELD = {
    UNIT: "units",
    CONTAINER: "containers",
    WORKLOAD: "containers",
    PROCESS: "processes",
    COMMAND: "processes",
    PROJECT: "projects",
}
_ID_DIGITS = frozenset("0123456789abcdef")
_WORDS_LIKE_IDS = frozenset(
    "db ad ads ace cafe face feed fed bee dad bed cab ada abc decade facade dead beef bad fab".split()
)
_LONGEST_NAME = 80


Known = Sequence[KnownService]


def resolve_all(found: Iterable[CommandTarget], known: Known, machine: LocalMachine) -> tuple[ChargedService, ...]:
    """What an action on all these targets counts against, each service once."""
    charges: dict[str, ChargedService] = {}
    for target in found:
        for charge in resolve(target, known, machine):
            before = charges.get(charge.service)
            if before is None or (charge.certain and not before.certain):
                charges[charge.service] = charge
    return tuple(charges.values())


def resolve(target: CommandTarget, known: Known, machine: LocalMachine) -> tuple[ChargedService, ...]:
    """What an action on one target counts against."""
    if target.kind == PID:
        return _process(target, known, machine)
    if target.kind == PROJECT:
        return _compose(target, known, machine)
    if target.match == ANY or not target.text:
        return _anything(target, known)
    if target.kind in (PROCESS, COMMAND) and target.host == "" and target.match in (EXACT, REGEX):
        charges = {c.service: c for c in (*_running(target, known, machine), *_named_target(target, known))}
        return tuple(charges.values())
    return _named_target(target, known)


def _named_target(target: CommandTarget, known: Known) -> tuple[ChargedService, ...]:
    if target.match == LITERAL:
        return _on_a_line(target, known)
    if target.match in (GLOB, REGEX):
        return _pattern(target, known)
    found = exact(target, known)
    if found:
        return _charged(found)
    if target.kind == CONTAINER and _is_id(target.text):
        return _anything(target, known)
    if target.kind == UNIT and _is_everything(target.text):
        return (ChargedService(target.name), *_anything(target, known))
    return (_unlisted(target.name, known),) if target.name else _anything(target, known)


def named_services(reading: EffectSummary, known: Known, machine: LocalMachine) -> EffectSummary:
    """A reading with the services as the operator calls them."""

    def names(part: CommandEffect) -> tuple[str, ...]:
        return tuple(c.service for c in resolve_all(part.targets, known, machine) if c.service != UNRESOLVED)

    parts = tuple(part._replace(services=names(part)) if part.kind != READ else part for part in reading.parts)
    services = dict.fromkeys(name for part in parts if part.kind != READ for name in part.services)
    return reading._replace(parts=parts, services=tuple(services))


def exact(target: CommandTarget, known: Known) -> list[KnownService]:
    """The services that a name may mean, by the nearest spelling that means any."""
    field = _FIELD.get(target.kind, "")
    groups = same_names(target.text)
    for group in groups if target.kind != NAME else groups[:2]:
        own = [s for s in known if field and any(folded(name) in group for name in getattr(s, field))]
        named = [s for s in known if any(name in group for name in _names(s))]
        if found := (list(dict.fromkeys([*own, *named])) if target.kind in (PROCESS, COMMAND) else own or named):
            return _here(found, target.host)
    if target.kind == PROCESS and len(target.text) == 15:  # the kernel keeps no more of a process's name
        return _here([s for s in known if any(name[:15] == folded(target.text) for name in _names(s))], target.host)
    whole = groups[0][0] if groups[0] else ""
    return _here([s for s in known if target.kind != NAME and whole in _instances(s)], target.host)


def _on_a_line(target: CommandTarget, known: Known) -> tuple[ChargedService, ...]:
    """What stands on the lines that a text is looked for on: a service where it is named, for any of the texts."""
    found: list[KnownService] = []
    for text in folded(target.text).replace("\\|", "|").split("|"):
        named = [s for s in known if any(name in text for name in _names(s))]
        if not named:  # it may be anything on such a line: an image, a port, a state
            return _anything(target, known)
        found += named
    return _charged(_here(list(dict.fromkeys(found)), target.host))


def _pattern(target: CommandTarget, known: Known) -> tuple[ChargedService, ...]:
    """A pattern counts against what it matches; where it matches nothing, against what may have another name."""
    if target.match == GLOB and not target.text.strip("*"):
        return _anything(target, known)
    matches: Callable[[str], bool] | None = (
        matches_glob(target.text) if target.match == GLOB else matches_regex(target.text)
    )
    if matches is None:
        return _anything(target, known)
    if found := [s for s in known if any(matches(name) for name in _spellings(s))]:
        return _charged(_here(found, target.host))
    if target.is_plain_regex:
        same = exact(target._replace(match=EXACT), known)
        return _charged(same) if same else (_unlisted(target.name, known),)
    if target.kind in (PROCESS, COMMAND):  # a command line may have the name in it: “sbin/nginx -g”
        literal = folded(target.text)
        if found := [s for s in known if any(len(name) > 2 and name in literal for name in _names(s))]:
            return _charged(_here(found, target.host))
    field = _FIELD.get(target.kind, "")
    pool = [s for s in known if s.listed and not (field and getattr(s, field))]
    shown = target.text if target.match == GLOB else f"/{target.text}/"
    return (ChargedService(shown[:_LONGEST_NAME].lower()), *_charged(_on_host(pool, target.host), certain=False))


def _process(target: CommandTarget, known: Known, machine: LocalMachine) -> tuple[ChargedService, ...]:
    """A process by its number: what runs there, as far as this machine shows it."""
    seen = machine.process(target.text) if target.host == "" and target.text.isdigit() else None
    charges = _of_process(seen, known) if seen is not None else ()
    if charges:
        return charges
    named = base_name(seen.names[0]) if seen is not None and not seen.contained and seen.names else ""
    return (_unlisted(named, known),) if named else _anything(target, known)


def _running(target: CommandTarget, known: Known, machine: LocalMachine) -> tuple[ChargedService, ...]:
    """The services whose processes have that name now, whatever they are called themselves."""
    matches = matches_regex(target.text) if target.match == REGEX else target.text[:15].__eq__
    if matches is None:
        return ()
    charges: list[ChargedService] = []
    for seen in machine.processes(matches, whole=target.kind == COMMAND):
        charges += _of_process(seen, known) or (_anything(target, known) if seen.contained else ())
    return tuple(charges)


def _of_process(seen: ObservedProcess, known: Known) -> tuple[ChargedService, ...]:
    """The known services that a process belongs to."""
    found = [s for name in seen.names for s in exact(CommandTarget(PROCESS, name), known)]
    found += [s for s in known for text in s.patterns if (match := matches_regex(text)) and match(seen.command)]
    return _charged(list(dict.fromkeys(found)))


def _compose(target: CommandTarget, known: Known, machine: LocalMachine) -> tuple[ChargedService, ...]:
    """A compose project, or one service of it."""
    charges: dict[str, ChargedService] = {}
    for place in [(p, "") for p in target.projects] or [("", f) for f in target.folders] or [("", UNSEEN)]:
        for charge in _compose_place(target, *place, known, machine):
            charges.setdefault(charge.service, charge)
    return tuple(charges.values())


def _compose_place(
    target: CommandTarget, project: str, folder: str, known: Known, machine: LocalMachine
) -> tuple[ChargedService, ...]:
    folders = [folder] if folder and folder != UNSEEN else [f for f in target.folders if f != UNSEEN]
    read = None
    if target.host == "" and len(folders) == 1 and UNSEEN not in target.files:
        read = machine.compose_project(folders[0], target.files, above=not target.fixed)
    if project and not target.files and read is not None and read.name and folded(read.name) != folded(project):
        read = None  # -p names another project than the folder's
    members: list[KnownService] = []
    for name in _project_names(project, folder, read.name if read is not None else ""):
        if members := _members(name, folder, known):
            break
    members += [s for hint in target.hints for s in _members(folded(hint), "", known) if s not in members]
    if read is not None:
        members += [s for each in read.services for s in _of_compose(each, known) if s not in members]
    members = _here(members, target.host)
    if target.text:
        return _compose_service(target, project, members, known, read)
    if read is not None and not any(is_hidden(text) for text in target.profiles):
        idle = [s for each in read.left_alone(target.profiles) for s in _of_compose(each, members)]
        members = [s for s in members if s not in idle]
    if members and (read is None or read.complete):
        return _charged(members)
    own = base_name(project or (read.name if read is not None else "") or ("" if folder == UNSEEN else folder))
    if not own:
        return _anything(target, known)
    if read is not None and read.complete:
        return (_unlisted(own, known),)
    pool = [s for s in known if _may_be_in_a_project(s)]
    return (*_charged(members), ChargedService(own), *_charged(_on_host(pool, target.host), certain=False))


def _of_compose(service: ComposeService, known: Known) -> list[KnownService]:
    """The known services that a service of a compose file is."""
    names = [base_name(text) for text in (service.name, service.container) if text]
    return [s for name in names if name for s in exact(CommandTarget(CONTAINER, name), known)]


def _compose_service(
    target: CommandTarget, project: str, members: list[KnownService], known: Known, read: ComposeProject | None
) -> tuple[ChargedService, ...]:
    named = read.service(target.text) if read is not None else None
    container = named.container if named is not None else ""
    for text in (container, f"{project}-{target.text}" if project else "", target.text):
        plain = CommandTarget(CONTAINER, text, target.match, target.host)
        if text and target.match == EXACT and (found := exact(plain, members) or exact(plain, known)):
            return _charged(found)
    if named is not None:  # the file names it: no other service of the project is meant
        return (_unlisted(target.name, known),)
    if members:
        return _charged(members, certain=len(members) == 1)
    return _named_target(CommandTarget(CONTAINER, target.text, target.match, target.host), known)


def _project_names(project: str, folder: str, read: str) -> list[str]:
    """The names that a project may have, nearest first: compose looks for its file in the folders above too."""
    if project or read:
        return [folded(project or read)]
    if folder == UNSEEN or not folder:
        return []
    parts = [part for part in folder.lower().split("/") if part not in ("", ".", "..", "~")]
    return [folded(part) for part in reversed(parts)]


def _members(project: str, folder: str, known: Known) -> list[KnownService]:
    return [
        s
        for s in known
        if project in [folded(p) for p in s.projects]
        or any(folder and folder != UNSEEN and f"{folder}/".startswith(f"{f}/") for f in s.folders)
        or any(folded(c).startswith(f"{project}-") and split_name(c)[1] for c in s.containers)
        or project in _names(s)
    ]


def _may_be_in_a_project(service: KnownService) -> bool:
    if not service.listed:
        return not service.acts_as_project and not _is_pattern(service.name)
    elsewhere = [name for name in service.containers if split_name(name)[1]]
    return not (service.projects or service.folders or elsewhere)


def _anything(target: CommandTarget, known: Known) -> tuple[ChargedService, ...]:
    pool = [s for s in known if not _is_pattern(s.name)]
    return (*_charged(_on_host(pool, target.host), certain=False), ChargedService(UNRESOLVED, certain=False))


def _unlisted(name: str, known: Known) -> ChargedService:
    """A name that stands for no known service counts for itself, with what may have meant it before."""
    patterns = tuple(s.name for s in known if not s.listed and _is_pattern(s.name) and _covers(s.name, name))
    return ChargedService(name, True, (UNRESOLVED, *patterns))


def _charged(found: Iterable[KnownService], certain: bool = True) -> tuple[ChargedService, ...]:
    services = {s.name: s for s in found}
    return tuple(ChargedService(name, certain, () if s.listed else (UNRESOLVED,)) for name, s in services.items())


def _here(found: list[KnownService], host: str) -> list[KnownService]:
    """Of several services of one name, those on the machine that is acted on."""
    there = host_name(host) if host != UNSEEN else UNSEEN
    if any(there in s.hosts for s in found):
        return [s for s in found if not s.hosts or there in s.hosts]
    return found


def _on_host(found: Known, host: str) -> list[KnownService]:
    """Those that are, or may be, on a machine. A host that no check names may be any of them by another name."""
    there = host_name(host) if host != UNSEEN else UNSEEN
    if there and not any(there in s.hosts for s in found):
        return list(found)
    return [s for s in found if not s.hosts or there in s.hosts]


def _names(service: KnownService) -> tuple[str, ...]:
    given = (service.name, *service.units, *service.containers, *service.processes, *service.projects)
    return tuple(dict.fromkeys(folded(name) for name in given))


def _spellings(service: KnownService) -> tuple[str, ...]:
    """The names that a pattern is tried on."""
    return tuple(dict.fromkeys((*_names(service), *(name for n in service.units for name in (n, f"{n}.service")))))


def _instances(service: KnownService) -> tuple[str, ...]:
    """What the containers of a service are instances of."""
    given = service.containers if service.listed else (service.name,)
    return tuple(folded(name) for each in given for name in split_name(plain_unit(each))[0])


def _is_id(text: str) -> bool:
    """Tell whether a word may be the beginning of a container's id."""
    return len(text) <= 64 and set(text.lower()) <= _ID_DIGITS and text.lower() not in _WORDS_LIKE_IDS


def _is_everything(unit: str) -> bool:
    """Tell whether restarting a unit restarts others with it: a target, a slice, the daemon that runs the
    containers."""
    daemons = ("docker", "containerd", "podman", "crio", "k3s", "kubelet", "libvirtd", "supervisor", "supervisord")
    return unit.endswith((".target", ".slice")) or plain_unit(unit) in daemons


def _is_pattern(name: str) -> bool:
    return any(sign in name for sign in "*?[/")


def _covers(pattern: str, name: str) -> bool:
    regex = pattern.startswith("/") and pattern.endswith("/") and len(pattern) > 1
    matches = matches_regex(pattern[1:-1]) if regex else matches_glob(pattern)
    return matches is None or matches(folded(name))
