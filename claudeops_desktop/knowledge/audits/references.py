"""What a statement names that can be looked up: paths, units, containers, decisions, services (C8). Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from .machine import MachineReader, PathState
from .types import KnowledgeStatement

_PATH = re.compile(r"(?<![\w/.:~@$<>{}*=-])(/(?:[\w.@+%-]+/)+[\w.@+%-]*[\w@+%-]/?)(?![\w/{}<>*$])")
_UNIT = re.compile(r"(?<![\w/.-])([A-Za-z0-9][\w.@:-]{1,100}\.(?:service|timer|socket|mount|target))(?![\w/-])")
_CONTAINER = re.compile(
    r"\b[Cc]ontainer\s+[`\"“']([A-Za-z0-9][A-Za-z0-9_.-]{2,60})[`\"”']"
    r"|\bdocker (?:logs|exec|restart|stop|start)\s+(?:-\S+\s+)*[`\"]?([A-Za-z0-9][A-Za-z0-9_.-]{2,60})[`\"]?"
    r"|[`\"“]([A-Za-z0-9][A-Za-z0-9_.-]{2,60})[`\"”]\s+container\b"
)
_DECISION = re.compile(
    r"\b(?:[Dd]ecision|ADR)(?:\s+(?:record|no\.?|number))?[\s#-]+(\d{1,4})\b|\bdecisions/(\d{4})-[a-z0-9-]+\.md"
)
_FILE_LINK = re.compile(r"\]\(/?((?:notes|procedures|cases|roles|decisions)/[\w./%-]+\.md)(?:#[^)]*)?\)")
_PAST = re.compile(
    r"\b(?:was|were|had|used to|formerly|former|previously|previous|replac\w+|instead of|superse\w+|retired?|retiring|"
    r"removed|removal|decommission\w*|migrat\w+|moved|gone|no longer|any ?more|dropped|uninstall\w*|obsolete|"
    r"historical\w*|legacy|renam\w+|took over|taken over|since then)\b",
    re.IGNORECASE,
)
_MAY_BE_MISSING = re.compile(
    r"\b(?:not? exist\w*|exists only|there is no|no such|without|never|not|creat\w+|makes|before|until|unless|if|once|"
    r"delet\w+|will be|planned|going to|temporar\w+|plugged|unmounted)\b|n['’]t\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:in(?:side)? (?:the|a|its|every|each) (?:container|image|pod|chroot|vm|guest|jail)|in-container|"
    r"on (?:the )?(?:remote|other|target|guest|backup|router|phone|laptop|vm|nas|switch|client)s?\b|"
    r"ssh |rsync |scp |over ssh|mounted (?:at|on|by|only)|bind[- ]mount|example|"
    r"for instance|such as|e\.g\.|placeholder)",
    re.IGNORECASE,
)
_HERE = re.compile(r"\b(?:this (?:machine|host|server|box)|localhost)\b", re.IGNORECASE)
_ON_HOST = re.compile(
    r"\b(?:on|at|from|of|to) (?:host |the host )?"
    r"[`\"]?([a-z][a-z0-9-]*(?:\d|-[a-z0-9]+)[a-z0-9-]*|[a-z0-9-]+(?:\.[a-z0-9-]+)+)[`\"]?(?=[\s,.;:)]|$)"
)
#: Names of services that are words of every sentence of operations as well.
COMMON_NAMES = frozenset(
    "api app apps backup backups cache clock cloud cron data database db disk dns docs docker files git home host http"  # noqa: SIM905
    " images job jobs load log logs mail media memory metrics monitor monitoring names nas net network ntp power print"
    " printer proxy queue router scheduler search server service smtp ssh status storage switch sync test time vpn web"
    " website wiki worker workers".split()
)


@dataclass(frozen=True, slots=True)
class StatementReferences:
    """What one statement names. ``past`` where it speaks of what was or was replaced; ``may_be_missing`` where it
    denies something or makes conditions; ``elsewhere`` where it speaks of another place than this machine;
    ``here`` where it says that it means this one."""

    paths: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    decisions: tuple[int, ...] = ()
    files: tuple[str, ...] = ()
    past: bool = False
    may_be_missing: bool = False
    elsewhere: bool = False
    here: bool = False


@dataclass(frozen=True, slots=True)
class MachineState:
    """What the machine says to all that statements name; ``nearest`` is the folder above a missing path that is
    there."""

    host: str = ""
    paths: Mapping[str, PathState] = field(default_factory=dict)
    nearest: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, PathState] = field(default_factory=dict)
    unit_folders: tuple[str, ...] = ()
    containers: Mapping[str, PathState] = field(default_factory=dict)


def references_of(statement: KnowledgeStatement, other_hosts: Collection[str] = ()) -> StatementReferences:
    """What a statement names. ``other_hosts`` are machines that are not this one."""
    text = statement.text
    named = statement.raw or text
    hosts = {found[1].lower() for found in _ON_HOST.finditer(text)} - set(_PATH.findall(text))
    away = hosts & {host.lower() for host in other_hosts} or any(_word(host).search(text) for host in other_hosts)
    return StatementReferences(
        tuple(dict.fromkeys(path.rstrip("/") for path in _PATH.findall(text))),
        tuple(dict.fromkeys(_UNIT.findall(text))),
        tuple(dict.fromkeys(_containers(named))),
        tuple(dict.fromkeys(int(one or two) for one, two in _DECISION.findall(named))),
        tuple(dict.fromkeys(_FILE_LINK.findall(named))),
        bool(_PAST.search(text)),
        bool(_MAY_BE_MISSING.search(text)),
        bool(_ELSEWHERE.search(text)) or bool(away),
        bool(_HERE.search(text)),
    )


def names_service(text: str, name: str) -> bool:
    """Tell whether a text names a service. A name that is a word of every sentence must stand in backticks."""
    if name in COMMON_NAMES or len(name) < 3:
        return f"`{name}`" in text.lower()
    return bool(_word(name).search(text))


def read_machine(machine: MachineReader, references: Iterable[StatementReferences]) -> MachineState:
    """Look up all that is named. Reads the disk."""
    given = list(references)
    paths = {path: machine.path_state(path) for one in given for path in one.paths}
    units = {unit: machine.unit_state(unit) for one in given for unit in one.units}
    containers = {name: machine.container_state(name) for one in given for name in one.containers}
    nearest = {path: machine.nearest(path) for path, state in paths.items() if state == "missing"}
    return MachineState(machine.host, paths, nearest, units, machine.unit_folders, containers)


def _containers(text: str) -> Iterator[str]:
    for found in _CONTAINER.findall(text):
        yield next(name for name in found if name).rstrip(".")


@lru_cache(maxsize=4096)
def _word(name: str) -> re.Pattern[str]:
    spelled = "[-_ ]?".join(map(re.escape, re.split("[-_]", name)))
    return re.compile(rf"(?<![\w/.-]){spelled}(?![\w-]|\.\w)", re.IGNORECASE)
