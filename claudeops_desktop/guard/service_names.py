"""The names that one service goes by: units and their templates, containers of compose and swarm, pods, versions.

Each function answers other spellings of one name, nearest first. Sources: systemd.unit(5); Compose's
``project-service-1`` (with ``_`` in version 1); Swarm's ``stack_service.1.id``; what a Deployment calls its pods.
"""

from __future__ import annotations

from .lazy_regex import LazyRegex
from .target_types import base_name

_SAME = (
    "mysql mysqld mariadb mariadbd", "apache apache2 httpd", "ssh sshd openssh-server", "named bind bind9",
    "smb smbd samba", "nfs nfsd nfs-server nfs-kernel-server", "chrony chronyd", "cron crond cronie",
    "syslog rsyslog rsyslogd", "redis redis-server", "postgres postgresql postmaster", "docker dockerd docker-daemon",
    "mongo mongod mongodb", "varnish varnishd", "exim exim4", "ntp ntpd ntpsec", "php-fpm phpfpm", "pihole pihole-ftl",
    "rabbitmq rabbitmq-server", "elastic elasticsearch", "memcache memcached", "prometheus prometheus-server",
    "grafana grafana-server", "influx influxd influxdb", "mosquitto mqtt", "dovecot imap",
    "home-assistant homeassistant hass",
)  # fmt: skip
_OTHER_NAMES = {name: group.split() for group in _SAME for name in group.split()}
_INDEX = LazyRegex(r"(.+?)[-_.]\d{1,4}\Z")
_SWARM_TASK = LazyRegex(r"(.+?)\.\d+\.[a-z0-9]{20,}\Z")
_POD = LazyRegex(r"(.+?)-[0-9a-f]{6,10}-[a-z0-9]{3,5}\Z")
_DAEMON_POD = LazyRegex(r"(.+?)-[bcdfghjklmnpqrstvwxz2456789]{5}\Z")
_REPLICA_SET = LazyRegex(r"(.+?)-(?=[0-9a-f]*\d)[0-9a-f]{8,10}\Z")
_K8S = LazyRegex(r"k8s_([^_]+)_([^_]+)_.*\Z")
_ONE_OFF = LazyRegex(r"(.+?)[-_]run[-_][0-9a-f]{6,}\Z")
_WRAPPED = LazyRegex(r"(?:docker|podman|container|pod|compose|docker-compose|podman-compose|snap|lxc|app)[-.@](.+)\Z")
_VERSION = LazyRegex(r"(?<=[a-z])-?\d+(?:\.\d+)+|(?<=php)\d+|(?<=python)\d+")
_ESCAPED = LazyRegex(r"\\x([0-9a-fA-F]{2})")
_IPV4 = LazyRegex(r"\d+\.\d+\.\d+\.\d+\Z")


def folded(name: str) -> str:
    """The name as names are compared: in lower case, ``_`` and ``-`` alike."""
    return name.lower().replace("_", "-")


def plain_unit(text: str) -> str:
    """A unit's name without its ending, escapes undone: ``nginx`` for ``nginx.service``."""
    return base_name(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), text))


def same_names(text: str) -> tuple[tuple[str, ...], ...]:
    """Other spellings of a name, nearest first: itself; aliases, versions, templates; what it may be an instance of;
    what it may be a part of. Each group is tried only where those before it name nothing."""
    whole = plain_unit(text)
    near = list(_aliases(whole))
    base, at, instance = whole.partition("@")
    if at:
        near += [base, *_aliases(base)]
        if instance and not instance.isdigit():
            near += [instance]
    if wrapped := _WRAPPED.match(whole):
        near += [wrapped[1]]
    if "." in whole:  # a program of a snap
        near += [whole.partition(".")[0]]
    inner, outer = split_name(whole)
    near += [other for name in near for other in _aliases(name)]
    return tuple(
        tuple(dict.fromkeys(folded(name) for name in group if name)) for group in ([whole], near, inner, outer)
    )


def split_name(name: str) -> tuple[list[str], list[str]]:
    """What a container or a pod may be an instance of, and what that may be a part of: for ``media-web-1`` ``web``
    and ``media``."""
    if ":" in name.strip(":"):  # a group of supervisord and its program
        program = name.rpartition(":")[2]
        return [program, *split_name(program)[0]], [name.partition(":")[0]]
    if found := _K8S.match(name):
        return [found[1], *split_name(found[2])[0]], []
    for pattern in (_SWARM_TASK, _POD, _ONE_OFF):
        if found := pattern.match(name):
            inner, outer = _pieces(found[1]) if pattern is not _POD else ([], [])
            return [found[1], *inner], outer
    if found := _INDEX.match(name):
        inner, outer = _pieces(found[1])
        return [found[1], *inner], outer
    found = _REPLICA_SET.match(name) or _DAEMON_POD.match(name)
    if found:
        return [found[1]], []
    if "_" in name:
        stack, _, service = name.partition("_")
        return [service], [stack]
    return [], []


def _pieces(name: str) -> tuple[list[str], list[str]]:
    """The ends and the beginnings of ``media-web``, longest first: the service and the project in it."""
    cuts = [at for at, sign in enumerate(name) if sign in "-_."]
    return [name[at + 1 :] for at in cuts if name[at + 1 :]], [name[:at] for at in reversed(cuts) if name[:at]]


def _aliases(name: str) -> list[str]:
    plain = _VERSION.sub("", name)
    return [*_OTHER_NAMES.get(name, ()), *([plain, *_OTHER_NAMES.get(plain, ())] if plain != name else ())]


def host_name(text: str) -> str:
    """A host as it is compared: without user, scheme, port and domain; "" for this machine."""
    import os

    name = text.lower().rpartition("@")[2].removeprefix("ssh://").removeprefix("tcp://").partition("/")[0]
    name = name.rpartition("@")[2]
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    if not _IPV4.match(name) and ":" not in name:
        name = name.partition(".")[0]
    here = ("localhost", "127.0.0.1", "::1", "", os.uname().nodename.lower().partition(".")[0])
    return "" if name in here or name.startswith("127.") else name
