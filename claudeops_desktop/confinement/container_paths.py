"""Decides which requests to Docker and Podman only read, and leave out files, keys and what a GET can start. Pure.

A request is rebuilt from what was recognised, so that a client and an engine cannot read one target in two ways. What
is not listed is refused, parameters too. Left out though they are GETs: ``archive``, ``export`` and ``get`` hand files
out, ``healthcheck`` runs a command in the container, ``search`` and ``distribution`` ask a registry elsewhere,
``generate`` shows variables, ``secrets``, ``configs``, ``swarm`` and ``plugins`` hold keys, ``attach`` and ``session``
take the connection over.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode

RAW, LINES, DOCUMENT = "raw", "lines", "document"
"""Ways to hand an answer on: as it is, as JSON line by line, as one JSON text."""

_LONGEST = 8192
_VERSION = re.compile(r"v\d{1,2}(?:\.\d{1,3}){1,2}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,254}")  # of a container, a network, a volume, a pod, a task
_IMAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:@+-]{0,254}")  # one part of the name of an image, between slashes
_COLUMNS = frozenset(
    "pid ppid user uid group gid comm args cmd command etime etimes time pcpu %cpu c pmem %mem rss vsz sz stat state s "
    "start start_time lstart stime nlwp thcount wchan tty tt ni pri psr lwp pgid sid hpid huser hgroup label".split()
)
_TOP_LISTS = frozenset(("-ef", "-e", "-eF", "-ely", "-eLf", "-aux", "aux", "auxww", "ax", "axu", "-A", "-Af"))
_LOGS = "follow stdout stderr since until timestamps tail"

_TABLE = f"""
_ping raw
version document
info document
events lines since until filters stream
system/df document type verbose
containers/json document all limit size filters last external namespace pod sync since before trunc_cmd
containers/NAME/json document size
containers/NAME/logs raw {_LOGS}
containers/NAME/top lines ps_args stream delay
containers/NAME/stats lines stream one-shot interval
containers/NAME/changes document difftype parent
images/json document all filters filter digests shared-size manifests only_ids
images/IMAGE/json document size manifests platform
images/IMAGE/history document platform
networks document filters
networks/NAME document verbose scope
volumes document filters
volumes/NAME document
services document filters status
services/NAME document insertDefaults
services/NAME/logs raw {_LOGS}
tasks document filters
tasks/NAME document
tasks/NAME/logs raw {_LOGS}
nodes document filters
nodes/NAME document
libpod/_ping raw
libpod/version document
libpod/info document
libpod/events lines since until filters stream
libpod/system/df document
libpod/containers/json document all limit size filters last external namespace pod sync
libpod/containers/stats lines containers stream interval all
libpod/containers/NAME/json document size
libpod/containers/NAME/exists raw external
libpod/containers/NAME/logs raw {_LOGS}
libpod/containers/NAME/top lines ps_args stream delay
libpod/containers/NAME/stats lines stream
libpod/containers/NAME/changes document difftype parent diffType
libpod/images/json document all filters
libpod/images/IMAGE/json document size
libpod/images/IMAGE/exists raw
libpod/images/IMAGE/history document
libpod/images/IMAGE/tree document whatrequires
libpod/images/IMAGE/changes document difftype parent diffType
libpod/networks/json document filters
libpod/networks/NAME/json document
libpod/networks/NAME/exists raw
libpod/volumes/json document filters
libpod/volumes/NAME/json document
libpod/volumes/NAME/exists raw
libpod/pods/json document filters
libpod/pods/stats lines all namesOrIDs stream delay
libpod/pods/NAME/json document
libpod/pods/NAME/exists raw
libpod/pods/NAME/top lines ps_args stream delay
"""


class EngineRequest(NamedTuple):
    """Describes a request as it is sent to the engine, and how the answer is handed on."""

    method: str
    target: str
    answer: str


class EngineRefusal(Exception):
    """Tells that a request does not reach the engine; ``status`` is what its client is answered."""

    def __init__(self, why: str, status: int = 403) -> None:
        super().__init__(why)
        self.status = status


class _Route(NamedTuple):
    parts: tuple[str, ...]
    answer: str
    parameters: frozenset[str]


def _routes() -> tuple[_Route, ...]:
    rows = (line.split() for line in _TABLE.strip().splitlines())
    return tuple(_Route(tuple(path.split("/")), answer, frozenset(rest)) for path, answer, *rest in rows)


_ROUTES = _routes()


def read_request(method: str, target: str) -> EngineRequest:
    """Return the request as the engine may get it. Raises EngineRefusal."""
    if method not in ("GET", "HEAD"):
        raise EngineRefusal(f"{method} may change something")
    if not target.startswith("/") or len(target) > _LONGEST or not target.isascii():
        raise EngineRefusal("this address is not understood", 400)
    path, _, query = target.partition("?")
    parts = [unquote(part) for part in path[1:].split("/")]
    version = [parts.pop(0)] if len(parts) > 1 and _VERSION.fullmatch(parts[0]) else []
    before, name, after = parts[:-2], "".join(parts[-2:-1]), parts[-1]
    is_container = before in (["containers"], ["libpod", "containers"]) and after == "json"
    if is_container and "/" in name and all(map(_IMAGE.fullmatch, name.split("/"))):
        # A client that asks for "team/web" of unknown kind asks for images next, once there is no such container.
        raise EngineRefusal(f"there is no container {name}", 404)
    for route in _ROUTES:
        if found := _match(route.parts, parts):
            asked = _parameters(query, route)
            return EngineRequest(method, "/" + "/".join([*version, *found]) + (asked and f"?{asked}"), route.answer)
    # "docker inspect web" asks for each kind in turn, and says "no such object" only where each answer is 404.
    one_of_kind = parts[0] in ("plugins", "secrets", "configs") and len(parts) > 1
    raise EngineRefusal(f"{method} {path[:200]} is not on the list of what may be read", 404 if one_of_kind else 403)


def _match(wanted: tuple[str, ...], parts: list[str]) -> list[str]:
    """Return the parts of the path in one spelling where they fit the route, else none."""
    if "IMAGE" in wanted:  # its name may hold slashes, which Podman's client encodes
        at = wanted.index("IMAGE")
        after = len(wanted) - at - 1
        name = "/".join(parts[at : len(parts) - after]).split("/")
        if not all(map(_IMAGE.fullmatch, name)):
            return []
        parts = [*parts[:at], "IMAGE", *parts[len(parts) - after :]]
        return [*parts[:at], *name, *parts[at + 1 :]] if tuple(parts) == wanted else []
    fits = len(parts) == len(wanted) and all(
        bool(_NAME.fullmatch(part)) if want == "NAME" else part == want
        for want, part in zip(wanted, parts, strict=True)
    )
    return parts if fits else []


def _parameters(query: str, route: _Route) -> str:
    """Return the parameters in one spelling. Raises EngineRefusal for one that is not listed."""
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=100)
    except ValueError as error:
        raise EngineRefusal("its parameters are not understood", 400) from error
    for name, value in pairs:
        if name not in route.parameters:
            raise EngineRefusal(f"the parameter {name[:80]} is not on the list of what may be read")
        if name == "ps_args" and not _is_plain_listing(value):
            raise EngineRefusal("this way to list processes may show their variables")
    return urlencode(pairs)


def _is_plain_listing(value: str) -> bool:
    """Tell whether ``ps`` with these words shows no variables, as ``auxe`` and ``-o environ`` do."""
    words = value.split()
    if len(words) == 1 and words[0] in _TOP_LISTS:
        return True
    if len(words) == 2 and words[0] in ("-o", "-eo", "-Ao", "axo", "o"):
        words = words[1:]
    return len(words) <= 1 and all(each in _COLUMNS for word in words for each in word.split(","))
