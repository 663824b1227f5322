"""What asking for an address does: whether it changes something, shows secrets, or carries something away.

Pure text: nothing is looked up. Used for ``curl`` and its kind, and for the agent's own web tool.
"""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import unquote

from .effects import DISCLOSE, HOST, READ, UNKNOWN
from .lazy_regex import LazyRegex
from .shell_types import leaves_unseen

LONGEST_QUERY = 600
"""Characters of a query: a longer one carries data rather than a question. PromQL and log queries stay below it."""


LONGEST_PATH = 4_000
"""Characters of a path with its query."""


class AddressEffect(NamedTuple):
    """A class of effect, and a sentence for what does more than look."""

    kind: str
    why: str = ""


LOOKS = AddressEffect(READ)
_SCHEMES = ("http", "https", "ftp", "ftps", "ws", "wss")
_SHOWS = ("file", "smb", "smbs", "ldap", "ldaps", "scp", "sftp", "tftp")
_METADATA = (
    "metadata.google.internal", "metadata", "instance-data", "metadata.azure.internal", "metadata.goog",
    "instance-data.ec2.internal", "metadata.packet.net", "metadata.tencentyun.com",
)  # fmt: skip
_METADATA_ADDRESSES = frozenset(
    "169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::254 fd00:ec2::23 "
    "fd20:ce::254".split()
)
_METADATA_NAMED = LazyRegex(r"169\.254\.169\.254|metadata\.google|fd00:ec2::254|100\.100\.100\.200")
_ACTS = LazyRegex(
    r"(?i)/(?:[\w.-]+[-_])?"
    r"(?:restart|reboot|shutdown|poweroff|power_?off|halt|delete|remove|destroy|purge|reload|stop|kill|quit|deploy|upgrade|"
    r"flush(?:all|db)?|reset|apply|start|pause|resume|toggle|enable|disable|trigger|wake|wol|sendmessage|api/push|build|"
    r"factory_?reset|execute|exec|invoke|rotate|log_?out|sign_?out|log_?off|unsubscribe|confirm|abort|cancel|rollback|restore|"
    r"install|uninstall|format|erase|wipe|clear|drop|truncate|prune|drain|cordon|evict|failover|promote|snapshot|rescan|"
    r"scan|refresh|sync|update|set|unset|add|create|edit|save|write|activate|deactivate|unlock|lock|open|close|on|off|"
    r"quitquitquit|drain_listeners|healthcheck/fail|suspend|hibernate|sleep|eject|run|step_?down|leave|join|bounce)"
    r"(?:\.(?:cgi|php|aspx?|do|action|jsp|lua))?(?=\Z|[/?&#;])"
)
_ACTS_ALIKE = LazyRegex(
    r"(?i)/(?:cgi-bin|goform|HNAP1|setup\.cgi|boaform)/|/rpc/\w+\.(?!Get|List|Check|Status)\w+|hc-ping\.com/"
)
_LOOKING_WORDS = LazyRegex(
    r"(?i)/(?:docs?|wiki|blog|help|guides?|manual|articles?|questions?|issues?|pull|blob|tree|raw|commit|posts?|kb|tutorials?|"
    r"releases|archive|man\d?|latest/userguide|reference)(?=/)"
)
_ORDERS = LazyRegex(
    r"(?i)[?&;](?:action|a|act|cmd|command|cmnd|do|op|operation|oper|exec|execute|method|_method|turn|power|reboot|restart|"
    r"delete|del|remove|state|toggle|set\w*|shutdown|logout|reset|apply|submit|save|enable|disable|kill|"
    r"confirm|flush|wake|execute_?command)(?:=(?!(?:get\w*|list|show|read|query|status|info|view|search|check|"
    r"count|stats?|describe|help|json|false|0|version|firing|active|pending|running|open|all|any|failed|exited)(?:[&#;]|\Z))|(?=[&#;]|\Z))"
)
_ORDER_VALUE = LazyRegex(
    r"(?i)[?&;](?!(?:q|query|s|search|term|text|filter\w*|match\w*|expr|event\w*|sort|order\w*|k|title)=)[\w.\[\]-]+="
    r"(?:re)?(?:start|boot|load|stop|shut_?down|power_?(?:on|off|cycle)|kill|delete|remove|purge|reset|flush|log_?out|halt|"
    r"upgrade|off|disable|toggle)(?=[&#;]|\Z)"
)
_TASMOTA = LazyRegex(r"(?i)/cm\?(?:.*&)?cmnd=(?!status)")
_SHOWS_SECRETS = LazyRegex(
    r"(?i)/(?:v1/kv/(?!\?)|v1/(?:secret|kv|auth|sys/(?:raw|init|unseal|generate-root))(?:/|\Z)|secrets?(?=\Z|[/?#])|"
    r"actuator/(?:env|heapdump|configprops|threaddump|httptrace|httpexchanges|logfile|sessions)|heapdump|jolokia|env(?=\Z|[?#])|"
    r"\.env|\.git/|\.aws|\.ssh|\.docker|\.htpasswd|wp-config|phpinfo|debug/(?:vars|pprof/(?:heap|cmdline))|"
    r"latest/(?:meta-data|user-data|dynamic)|computemetadata|metadata/(?:instance|identity)|opc/v\d|api/v1/provisioning|"
    r"backup\.\w+(?=\Z|[?#])|credentials?(?=\Z|[/?#.])|api[-_]?keys?(?=\Z|[/?#])|tokens?(?=\Z|[/?#])|"
    r"id_(?:rsa|dsa|ecdsa|ed25519)|v2/keys(?=[/?]|\Z)|v3/kv/|docker/containers/[^/]+/(?:json|archive|export)|variables(?=\Z|[/?#])|containerlogs?/|run/secrets|etc/(?:shadow|passwd))"
)
_SECRET_VALUE = LazyRegex(r"(?i)(?:password|passwd|secret|private[-_]?key)(?=\Z|[/?#&])")
_DOCKER_LOOKS = LazyRegex(
    r"(?:/v\d+\.\d+)?/(?:_ping|version|info|containers/json|containers/[\w.-]+/(?:stats|top|changes|logs)|images/json|"
    r"images/[\w./:-]+/(?:history)|volumes(?:/[\w.-]+)?|networks(?:/[\w.-]+)?|events|system/df|nodes)(?:\?.*)?\Z"
)
_DOCKER_SHOWS = LazyRegex(
    r"(?:/v\d+\.\d+)?/(?:containers/[\w.-]+/(?:json|archive|export|attach)|swarm|secrets|configs|services|tasks|images/)"
)
_OWN_NAME = LazyRegex(
    r"(?:[\w-]+|[\w.-]+\.(?:lan|local|localdomain|localhost|internal|intranet|home|home\.arpa|corp|svc|svc\.cluster\.local))\Z"
)
_DATA = LazyRegex(r"[A-Za-z0-9+/=_-]{180,}")


DOCKER_SOCKET = "/run/docker.sock"


def judge_address(address: str, *, unix_socket: str = "") -> AddressEffect:
    """What a GET of an address does. One without a scheme is taken for http, as the clients take it."""
    if leaves_unseen(address):
        return AddressEffect(DISCLOSE, "What a command printed, or what is not seen, becomes part of an address.")
    scheme, _, rest = address.partition("://") if "://" in address else ("http", "", address)
    scheme = scheme.lower()
    if scheme in _SHOWS:
        return AddressEffect(DISCLOSE, f"“{scheme}:” shows a file, or a directory's entries.")
    if scheme not in _SCHEMES:
        return AddressEffect(UNKNOWN, f"What asking for “{scheme}:” does is not known.")
    host, path = split_address(rest)
    if unix_socket:
        return _of_socket(unix_socket, path)
    if is_metadata(host):
        return AddressEffect(DISCLOSE, "It asks the cloud for this machine's own credentials.")
    if re.match(r"[^/]*:(?:10250|10255)/(?:pods|runningpods)", rest):
        return AddressEffect(DISCLOSE, "It shows the variables of every workload on the node.")
    if re.match(r"[^/]*:237[56](?:/|\Z)", rest):  # where Docker listens
        return _of_socket(DOCKER_SOCKET, path)
    return _of_path(host, path)


def split_address(rest: str) -> tuple[str, str]:
    """The host, without who asks and which port, and what follows it, of an address behind its scheme."""
    found = re.match(r"[^/?#\\]*", rest)
    authority = found[0] if found else ""
    path = rest[len(authority) :]
    host = authority.rpartition("@")[2]
    if host.startswith("["):
        return host[1:].partition("]")[0].lower(), path
    return host.partition(":")[0].lower().rstrip("."), path


def _of_path(host: str, path: str) -> AddressEffect:
    if len(path) > LONGEST_PATH:
        return AddressEffect(DISCLOSE, "The address is long enough to carry data away.")
    plain = unquote(unquote(path))
    if _METADATA_NAMED.search(plain):
        return AddressEffect(DISCLOSE, "It leads to where the cloud keeps this machine's own credentials.")
    if "[" in host or re.search(r"\[[a-zA-Z]-[a-zA-Z]\]", path):
        return AddressEffect(UNKNOWN, "The address stands for others, which are not all seen.")
    if _SHOWS_SECRETS.search(plain) or _SECRET_VALUE.search(plain):
        return AddressEffect(DISCLOSE, "What lies at that address may be secret.")
    query = path.partition("?")[2]
    if len(query) > LONGEST_QUERY or len(host) > 100 or (not is_own_host(host) and _DATA.search(path)):
        return AddressEffect(DISCLOSE, "The address is long enough to carry data away.")
    if (
        _ORDERS.search(plain)
        or _ORDER_VALUE.search(plain)
        or _TASMOTA.search(plain)
        or _ACTS_ALIKE.search(host + plain)
    ):
        return AddressEffect(UNKNOWN, "Asking for that address may change something.")
    if _ACTS.search(plain.partition("?")[0]) and not _LOOKING_WORDS.search(f"/{host.partition('.')[0]}{plain}"):
        return AddressEffect(UNKNOWN, "Asking for that address may change something.")
    return LOOKS


def _of_socket(place: str, path: str) -> AddressEffect:
    if not re.fullmatch(r"/(?:var/)?run/(?:user/\d+/)?(?:docker|podman/podman)\.sock", place):
        return AddressEffect(HOST, f"{place} is a way into a program of this machine.")
    plain = unquote(path)
    if ".." not in plain and _DOCKER_LOOKS.match(plain):
        return LOOKS
    if _DOCKER_SHOWS.match(plain):
        return AddressEffect(DISCLOSE, "It shows the variables or the files of a container.")
    return AddressEffect(HOST, "Through that socket containers with the host's files can be started.")


def host_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The number of a host in any spelling that the C library takes: decimal, octal, hexadecimal, shortened."""
    text = host.partition("%")[0]
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        pass
    else:
        mapped = getattr(found, "ipv4_mapped", None)
        return mapped or found
    parts = text.split(".")
    if not 1 <= len(parts) <= 4 or not all(re.fullmatch(r"0[xX][0-9a-fA-F]*|\d+", part) for part in parts):
        return None
    numbers = [_number(part) for part in parts]
    if any(number is None for number in numbers):
        return None
    *front, last = (number or 0 for number in numbers)
    if any(number > 255 for number in front) or last >= 256 ** (5 - len(parts)):
        return None
    value = sum(number << (24 - 8 * place) for place, number in enumerate(front)) + last
    return ipaddress.IPv4Address(value)


def _number(text: str) -> int | None:
    try:
        if text[:2].lower() == "0x":
            return int(text[2:] or "0", 16)
        return int(text, 8) if len(text) > 1 and text[0] == "0" else int(text)
    except ValueError:
        return None


def is_metadata(host: str) -> bool:
    """Whether a host is the service where a cloud keeps a machine's credentials."""
    number = host_address(host)
    if number is not None:
        return str(number) in _METADATA_ADDRESSES or (number.version == 4 and number in _LINK_LOCAL)
    return host in _METADATA or bool(re.search(r"169[.-]254[.-]169[.-]254|a9fea9fe", host))


_OWN_NETWORKS = tuple(
    map(
        ipaddress.ip_network,
        "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 ::1 fc00::/7 "
        "fe80::/10".split(),
    )
)
"""Networks that lead to no foreign machine; what the library calls private holds addresses for examples, too."""
_LINK_LOCAL = ipaddress.IPv4Network("169.254.0.0/16")


def is_own_host(text: str) -> bool:
    """Whether a host, or that of an address, is surely of one's own network: loopback, private, unqualified."""
    if leaves_unseen(text):
        return False
    host, _ = split_address(text.partition("://")[2] if "://" in text else text)
    number = host_address(host)
    if number is not None:
        return any(number in each for each in _OWN_NETWORKS if each.version == number.version) and not is_metadata(host)
    return bool(_OWN_NAME.match(host)) and host not in _METADATA
