"""What asking for an address does: whether it changes something, shows secrets, or carries something away.

Pure text: nothing is looked up. Used for ``curl`` and its kind, and for the agent's own web tool.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable
from typing import NamedTuple
from urllib.parse import unquote

from .effects import DISCLOSE, HOST, READ, UNKNOWN, worse_kind
from .lazy_regex import LazyRegex
from .shell_types import leaves_unseen
from .sql import sql_kind

LONGEST_QUERY = 600
"""Characters of a query: a longer one carries data rather than a question. PromQL and log queries stay below it."""


LONGEST_PATH = 4_000
"""Characters of a path with its query."""


MOST_ALTERNATIVES = 200
"""Addresses that one with ``{a,b}`` in it may stand for."""


class AddressEffect(NamedTuple):
    """A class of effect, and a sentence for what does more than look."""

    kind: str
    why: str = ""


LOOKS = AddressEffect(READ)
_MANY = AddressEffect(UNKNOWN, "The address stands for others, which are not all seen.")
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
    r"(?i)/(?:[\w.-]*[-_])?"
    r"(?:restart|reboot|shutdown|poweroff|power_?off|halt|delete|remove|destroy|purge|reload|stop|kill|quit|deploy|upgrade|"
    r"flush(?:all|db)?|reset|apply|start|pause|resume|toggle|enable|disable|trigger|wake|wol|sendmessage|api/push|build|"
    r"factory_?reset|execute|exec|invoke|rotate|log_?out|sign_?out|log_?off|unsubscribe|confirm|abort|cancel|rollback|restore|"
    r"install|uninstall|format|erase|wipe|clear|drop|truncate|prune|drain|cordon|evict|failover|promote|snapshot|rescan|"
    r"scan|refresh|sync|update|set|unset|add|create|edit|save|write|activate|deactivate|unlock|lock|open|close|on|off|"
    r"quitquitquit|drain_listeners|healthcheck/fail|suspend|hibernate|sleep|eject|run|step_?down|leave|join|bounce|"
    r"force_?merge|merge|quiet_?down|cancel_?quiet_?down|safe_?restart|safe_?exit|restart_?now|do\w*delete|cron|undeploy|reindex|reroute|optimize|"
    r"expire|invalidate|mute|unmute|silence|ack(?:nowledge)?|approve|reject|dismiss|send|publish|notify|(?:un)?register|submit|launch|spawn|terminate|"
    r"move|rename|copy|migrate|upload|import|web_?hooks?|play|rollover|shrink|freeze|thaw|(?:un)?pair|(?:re|dis)?connect|failback|switch|turn|press|"
    r"blink|identify|reconfigure|replay|rebuild|rebalance|regenerate|renew|revoke|repair|retry|compact|gc|dump|checkpoint|backup|cleanup|cleanse|"
    r"tasks?/run|jobs?/run|perform|process|call|migrations?)"
    r"(?:\.(?:cgi|php|aspx?|do|action|jsp|lua|sh|pl|py))?(?=\Z|[/?&#;])"
)
_SCRIPT = LazyRegex(
    r"(?i)/(?!(?:index|status|health\w*|ping|version|info|login|up|server-status|php[-_]?fpm[-_]?status)\.)"
    r"[\w.-]+\.(?:php|cgi|aspx?|jsp|do|action|pl)(?=\Z|[/?#;])"
)
"""A program of the server that is called by its address."""
_ACTS_ALIKE = LazyRegex(
    r"(?i)/(?:cgi-bin|goform|HNAP1|setup\.cgi|boaform)/|/rpc/\w+\.(?!Get|List|Check|Status)\w+|hc-ping\.com/"
)
_LOOKING_WORDS = LazyRegex(
    r"(?i)/(?:docs?|wiki|blog|help|guides?|manual|articles?|questions?|issues?|pull|blob|tree|raw|commit|posts?|kb|tutorials?|"
    r"releases|archive|man\d?|latest/userguide|reference)(?=/)"
)
_CHOOSES = LazyRegex(
    r"(?i)(?:\w*\[\w*\]|i|v|h|s|q|pretty|human|help|bytes|format|fmt|output|o|type|kind|verbose|detail(?:s|ed)?|full|short|summary|expand|include\w*|"
    r"exclude\w*|fields?|columns?|select|limit|per_?page|page\w*|size|count|offset|skip|start\w*|end\w*|from|to|since|until|before|after|begin|"
    r"time(?:out|out_ms|zone|range|stamps?)?|ts|step|interval|duration|period|range|window|sort\w*|order\w*|direction|dir|filters?|match\w*|name\w*|"
    r"names?pace|ns|dc|node|host(?:name)?|target|service|svc|job|instance|container|pod|image|app|project|repo(?:sitory)?|branch|ref|tag|tags|labels?|"
    r"version|ver|rev|sha|lang(?:uage)?|locale|l|id|ids|uid|uuid|key|k|title|query|expr|search|term|text|keyword|pattern|path|file|level|severity|"
    r"status|state|health|all|local|active|inhibited|silenced|unprocessed|passing|stale|consistent|recurse|keys|separator|index|wait|"
    r"wait_for_\w+|follow|tail|lines|n|num|number|last|days|hours|minutes|stdout|stderr|log|logs|stream|direct|types?|group_?by|by|unit|units|"
    r"metric|metrics|dimension|chart|points|after|gtime|collect|module|auth|user|username|owner|org|organization|group|member|category|topic|"
    r"symbol|zone|domain|ip|mac|port|interface|device|dev|disk|pool|dataset|vmid|only\w*|with\w*|has\w*|show\w*|list|raw|json|csv|yaml|xml|"
    r"text|callback|ttl|max\w*|min\w*|depth|precision|epoch|db|database|rp|default_index|lucene|analyzer|preference|routing|scroll_id|"
    r"ignore_unavailable|allow_no_indices|flat_settings|include_defaults|master_timeout|cause|watch|fieldSelector|labelSelector|resourceVersion|"
    r"continue|timeoutSeconds|latest|draft|prerelease|archived|visibility|membership|simple|statistics|assignee|author|creator|milestone|scope|"
    r"view|tab|dashboard\w*|panelId|var-\w+|orgId|refresh|cache_?bust\w*|cb|t|r|w|x|y|z|lat|lon|latitude|longitude|current|hourly|daily|temperature\w*|"
    r"token_type|response_type|client|platform|arch|os|channel|device_id|entity_id|sensor|zone_id|feed|event\w*|request|processname)\Z"
)
"""Parts of a query that choose what is shown, or how: any other may be an order."""
_HARMLESS_ORDER = LazyRegex(
    r"(?i)(?:action|a|act|cmd|command|cmnd|do|op|operation|oper|method|state|set\w*)="
    r"(?:get\w*|list\w*|show\w*|read|query|status\w*|info|view|search|check|count|stats?|describe|help|json|version|firing|active|pending|"
    r"running|open|all|any|failed|exited|opensearch)\Z"
)
_ORDER_VALUE = LazyRegex(
    r"(?i)(?!(?:q|query|s|search|term|text|filter\w*|match\w*|expr|event\w*|sort|order\w*|k|title)=)[\w.\[\]-]+="
    r"(?:re)?(?:start|boot|load|stop|shut_?down|power_?(?:on|off|cycle)|kill|delete|remove|purge|reset|flush|log_?out|halt|"
    r"upgrade|off|disable|toggle|force\w*|clear|drop|restore|import|save|apply|write|execute)\Z"
)
_STATEMENT = LazyRegex(
    r"(?i)(?:q|query|sql|sql_?query|stmt|statement)=\s*(?:drop|delete|insert|update|alter|create|grant|revoke|kill|truncate|set|system|call|"
    r"exec\w*|rename|attach|detach|optimize|select|show|with|replace|merge|import|load|copy|vacuum|do|use|explain|describe)\b"
)
"""A parameter that is a statement for a database."""
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


def judge_request(addresses: Iterable[str], declared: Collection[str], *, unix_socket: str = "") -> AddressEffect:
    """Return what asking for all of these addresses does, the worst deciding.

    One of the ``declared``, which the operator's own checks ask all the time, is read.
    """
    worst = LOOKS
    for address in addresses:
        if address in declared and not unix_socket:
            continue
        for judged in [judge_address(each, unix_socket=unix_socket) for each in _alternatives(address)] or [_MANY]:
            if worse_kind(worst.kind, judged.kind) != worst.kind:
                worst = judged
    return worst


def _alternatives(address: str) -> list[str]:
    """Spell out ``{a,b}``, of which curl makes several addresses; none where they are too many to be looked at."""
    made, rest = [""], address
    while found := re.match(r"([^{}]*)\{([^{}]*)\}", rest):
        parts = found[2].split(",")
        if len(made) * len(parts) > MOST_ALTERNATIVES:
            return []
        made = [f"{each}{found[1]}{part}" for each in made for part in parts]
        rest = rest[found.end() :]
    return [f"{each}{rest}" for each in made]


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
        return _MANY
    if _SHOWS_SECRETS.search(plain) or _SECRET_VALUE.search(plain):
        return AddressEffect(DISCLOSE, "What lies at that address may be secret.")
    query = path.partition("?")[2]
    if len(query) > LONGEST_QUERY or len(host) > 100 or (not is_own_host(host) and _DATA.search(path)):
        return AddressEffect(DISCLOSE, "The address is long enough to carry data away.")
    asked = re.split(r"[&;]", unquote(query.partition("#")[0].replace("+", " "))) if query else []
    if _ACTS_ALIKE.search(host + plain) or not all(map(_only_chooses, asked)):
        return AddressEffect(UNKNOWN, "Asking for that address may change something.")
    looking = _LOOKING_WORDS.search(f"/{host.partition('.')[0]}{plain}")
    if not looking and _SCRIPT.search(plain.partition("?")[0]):
        return AddressEffect(UNKNOWN, "Asking for that address runs a program there.")
    if not looking and _ACTS.search(plain.partition("?")[0]):
        return AddressEffect(UNKNOWN, "Asking for that address may change something.")
    return LOOKS


def _only_chooses(part: str) -> bool:
    """Tell whether a part of a query only chooses what is shown; a statement for a database has to ask."""
    if _STATEMENT.match(part):
        return sql_kind(part.partition("=")[2]) == READ
    if _ORDER_VALUE.match(part):
        return False
    return part == "" or bool(_CHOOSES.match(part.partition("=")[0]) or _HARMLESS_ORDER.match(part))


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
    """Tell whether a host is the service where a cloud keeps a machine's credentials."""
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
    """Tell whether a host, or that of an address, is surely of one's own network: loopback, private, unqualified."""
    if leaves_unseen(text):
        return False
    bare = text.partition("://")[2] if "://" in text else text
    host = bare if bare.count(":") > 1 and bare[:1] != "[" and "/" not in bare else split_address(bare)[0]
    number = host_address(host)
    if number is not None:
        return any(number in each for each in _OWN_NETWORKS if each.version == number.version) and not is_metadata(host)
    return bool(_OWN_NAME.match(host)) and host not in _METADATA
