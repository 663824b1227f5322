"""The fields of each kind of check as a form needs them: what each is, its default, and one line of help.

Made from the models, so that a new field of a model is a new field of the form. Values go both ways as text:
``to_text`` for showing, ``from_text`` for what was typed; "" means the default.
"""

from __future__ import annotations

import shlex
import types
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from ...core.messages import UserMessage
from .plugin_check import check_model, plugin_checks

Kind = Literal["text", "number", "whole", "yes_no", "choice", "list", "words", "pairs", "codes"]

KINDS = {
    "http": UserMessage("A web address: status, text, speed"),
    "tcp": UserMessage("A port that takes connections"),
    "dns": UserMessage("A question to a DNS server"),
    "tls": UserMessage("A certificate and the days it has left"),
    "process": UserMessage("Running processes, counted"),
    "unit": UserMessage("A systemd unit"),
    "container": UserMessage("A container of Docker or Podman"),
    "disk": UserMessage("Free space of a file system"),
    "memory": UserMessage("Free memory"),
    "load": UserMessage("The load per core"),
    "command": UserMessage("A program and its exit code"),
    "clock": UserMessage("This machine's clock"),
    "resolution": UserMessage("Whether names resolve here"),
    "ping": UserMessage("A host that answers pings, and how many are lost"),
    "udp": UserMessage("A datagram to a port, and the answer"),
    "promql": UserMessage("The values of a query to Prometheus"),
    "heartbeat": UserMessage("A job that reports in by itself; late means down"),
    "smart": UserMessage("What a disk reports about its own health"),
    "raid": UserMessage("The arrays of Linux software RAID"),
}


def check_kinds() -> dict[str, str]:
    """What each kind of check looks at, those of plugins last."""
    return {**KINDS, **{name: model.what for name, model in plugin_checks().items()}}


COMMON = (
    *("interval", "timeout", "retries", "retry_after", "host", "ssh_port"),
    *("depends_on", "investigate", "incident_when_degraded"),
)
HELP = {
    "url": UserMessage('The address to request, such as "http://127.0.0.1:8080/health".'),
    "method": UserMessage("The method of the request."),
    "expect_status": UserMessage("Status codes that mean healthy: 200, 2xx, 200-399, or several with commas."),
    "expect_text": UserMessage("A text that must be in the answer. Empty: any."),
    "headers": UserMessage("One header per line, as Name: value. ${NAME} is taken from the environment."),
    "body": UserMessage("The body of the request. Empty: none."),
    "follow_redirects": UserMessage("Follow redirects, and judge the final answer."),
    "verify": UserMessage("The certificate must be trusted."),
    "ca_file": UserMessage("A file with certificates to trust instead of the system's."),
    "proxy": UserMessage("Ask through this proxy. Empty: directly."),
    "slow_ms": UserMessage("Slower than this many milliseconds is degraded. Empty: any speed will do."),
    "json_path": UserMessage('Where the value is in a JSON answer: "status" or "data.items[0].ok". Empty: none.'),
    "json_equals": UserMessage("What the value must be: ok, true, 3. Empty: it must be there."),
    "json_min": UserMessage("The value must not be less."),
    "json_max": UserMessage("The value must not be more."),
    "json_otherwise": UserMessage("State of the service if the value is different or missing."),
    "starttls": UserMessage(
        "Protocol before TLS. Automatic: smtp on 25 and 587, imap on 143, pop3 on 110, none elsewhere."
    ),
    "family": UserMessage("Which addresses are used. Automatic: all of them, in turn."),
    "count": UserMessage("Number of echo requests."),
    "warn_loss": UserMessage("More loss than this, in percent, is degraded."),
    "send": UserMessage("The text that is sent. Empty: an empty datagram."),
    "send_hex": UserMessage('Bytes to send instead, in hexadecimal, such as "ff ff 01".'),
    "expect_hex": UserMessage("Bytes that must be in the answer instead, in hexadecimal."),
    "silence": UserMessage(
        "State of the service if there is no answer and none is expected. If one is expected, it is down."
    ),
    "warn_above": UserMessage("More than this is degraded."),
    "down_above": UserMessage("More than this is down."),
    "warn_below": UserMessage("Less than this is degraded."),
    "down_below": UserMessage("Less than this is down."),
    "no_data": UserMessage("State of the service if the query returns nothing."),
    "every": UserMessage("The job reports every this many seconds."),
    "grace": UserMessage("Seconds that it may be late."),
    "device": UserMessage("The disk, such as /dev/sda or /dev/disk/by-id/…."),
    "device_type": UserMessage("The device type for smartctl -d, such as sat for a USB case. Empty: detected."),
    "max_bad_sectors": UserMessage("More reallocated, pending or uncorrectable sectors than this are degraded."),
    "warn_celsius": UserMessage("This temperature or more is degraded. Empty: any temperature will do."),
    "wake": UserMessage("Wake a disk that sleeps."),
    "sudo": UserMessage("Run the tool with sudo, which must be allowed without a password."),
    "array": UserMessage("The array, such as md0. Empty: all of them."),
    "source": UserMessage("Source: /proc/mdstat, or mdadm, which needs root."),
    "address": UserMessage("Host name or IP address."),
    "port": UserMessage("The port."),
    "expect_banner": UserMessage("What the server must say first. Empty: anything."),
    "query": UserMessage("The name to look up."),
    "record": UserMessage("The kind of record."),
    "resolver": UserMessage("IP address of the DNS server. Empty: this machine's own."),
    "resolver_port": UserMessage("Its port."),
    "expect": UserMessage("Answers that must be there, with commas. Empty: any answer."),
    "sni": UserMessage("The name given to the server. Empty: the address."),
    "warn_days": UserMessage("Fewer days left than this is degraded."),
    "critical_days": UserMessage("Fewer days left than this is critical."),
    "process": UserMessage("The exact name of the process; or fill in a pattern instead."),
    "pattern": UserMessage("A regular expression for the command line."),
    "min_count": UserMessage("At least this many."),
    "max_count": UserMessage("At most this many. Empty: any number."),
    "unit": UserMessage("Its name, such as caddy.service."),
    "user": UserMessage("A unit of the user's own systemd."),
    "expect_state": UserMessage("The expected state."),
    "container": UserMessage("Its name."),
    "engine": UserMessage("Automatic uses whichever is installed."),
    "compose_project": UserMessage(
        "The compose project it belongs to. Commands for that project count for this service."
    ),
    "compose_folder": UserMessage(
        "The folder of its compose file, such as /srv/media. Commands in it count for this service."
    ),
    "path": UserMessage("A path in the file system to check."),
    "inodes": UserMessage("Check free inodes too."),
    "warn_free": UserMessage('Less free than this is degraded: "10%" or "20 GB".'),
    "critical_free": UserMessage("Less free than this is critical."),
    "minutes": UserMessage("The average over this many minutes."),
    "warn_per_core": UserMessage("More than this per core is degraded."),
    "critical_per_core": UserMessage("More than this per core is critical."),
    "command": UserMessage("The program and its arguments, quoted as in a shell; it is run without one."),
    "expect_exit": UserMessage("The exit code that means healthy."),
    "degraded_exit": UserMessage("Exit codes that mean degraded, with commas."),
    "read_only": UserMessage("It changes nothing, so it may run in a dry run too."),
    "confined": UserMessage("Run it in the profile of a session that only looks: it can change nothing here."),
    "server": UserMessage("A time server to compare with. Empty: ask this machine whether its clock is synchronized."),
    "warn_seconds": UserMessage("Further off than this is degraded."),
    "critical_seconds": UserMessage("Further off than this is critical."),
    "names": UserMessage("Names that must have an address, with commas."),
    "resolvers": UserMessage("Ask the resolvers of /etc/resolv.conf one by one too."),
    "timeout": UserMessage("Seconds to wait for an answer."),
    "retries": UserMessage("Further attempts after a failed one before it counts as down."),
    "retry_after": UserMessage("Seconds between two attempts."),
    "interval": UserMessage("Seconds between two checks, 10 to 86400. Empty: as in the settings (60)."),
    "depends_on": UserMessage("Services this one cannot work without, with commas. Their outages explain this one's."),
    "investigate": UserMessage("What an incident starts. Empty: as in the settings (ask)."),
    "incident_when_degraded": UserMessage("Open an incident when it is degraded, not only when it is down."),
    "host": UserMessage("Check on this host over ssh, such as admin@nas. Empty: here."),
    "ssh_port": UserMessage("Its ssh port. Empty: as in your ssh configuration."),
    "name": UserMessage("The service's name in events and memories: letters, digits, - and _."),
    "label": UserMessage("Tells two checks of the same kind apart. Usually empty."),
}


@dataclass(frozen=True, slots=True)
class CheckField:
    """One field of a check. ``default`` is what an empty field means, as text; ``required`` fields have none."""

    name: str
    kind: Kind
    help: str
    default: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name as a label: ``Expect status``."""
        words = _TITLES.get(self.name) or self.name.replace("_", " ")
        return words[:1].upper() + words[1:]

    @property
    def common(self) -> bool:
        """Tell whether most checks have it: it stands below the others."""
        return self.name in COMMON


_OWN_HELP = {
    ("udp", "expect"): UserMessage("A text that must be in the answer. Empty: any answer, or none (see silence)."),
    ("promql", "query"): UserMessage('In PromQL, such as up{job="node"}.'),
    ("promql", "url"): UserMessage('The address of Prometheus, such as "http://127.0.0.1:9090".'),
    ("raid", "path"): UserMessage("The file with the state of the arrays."),
}
"""What a field is where another kind has one of the same name that is something else."""

_TITLES = {
    "url": "URL",
    "send_hex": "Send (hexadecimal)",
    "expect_hex": "Expect (hexadecimal)",
    "ca_file": "CA file",
    "sni": "SNI",
    "slow_ms": "Slow from (ms)",
    "ssh_port": "ssh port",
}


def fields_of(kind: str) -> tuple[CheckField, ...]:
    """The fields of a kind of check, but for name, label and check; its own first."""
    model = check_model(kind)
    found = [
        _field(
            name,
            info.annotation,
            _default(info),
            required=info.is_required(),
            told=_OWN_HELP.get((kind, name)) or HELP.get(name) or info.description or "",
        )
        for name, info in model.model_fields.items()
        if name not in ("check", "name", "label", "builtin")
    ]
    return tuple(sorted(found, key=lambda field: (field.common, not field.required and not field.common)))


def _default(info: FieldInfo) -> Any:
    return None if info.is_required() else info.get_default(call_default_factory=True)


def to_text(field: CheckField, value: Any) -> str:
    """A value of the file as it is shown in a field."""
    if value is None:
        return ""
    match field.kind:
        case "yes_no":
            return "true" if value else "false"
        case "words":
            return shlex.join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        case "pairs":
            return "\n".join(f"{name}: {each}" for name, each in dict(value).items())
        case "codes":
            return ", ".join(_codes(one) for one in (value if isinstance(value, list | tuple) else [value]))
        case "list":
            return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        case _:
            return f"{value:g}" if isinstance(value, float) else str(value)


def from_text(field: CheckField, text: str) -> Any:
    """What was typed, as the file holds it; None where it is the default. Raises ValueError with what is wrong."""
    said = text.strip()
    if not said or said == field.default:
        return None
    match field.kind:
        case "yes_no":
            return said == "true"
        case "whole":
            return _number(said, whole=True)
        case "number":
            return _number(said)
        case "words":
            return _words(said)
        case "pairs":
            return _pairs(said)
        case "codes" | "list":
            parts: list[Any] = [part.strip() for part in said.split(",") if part.strip()]
            if field.kind == "codes" or field.name == "degraded_exit":
                parts = [int(part) if part.isdigit() else part for part in parts]
            return parts[0] if len(parts) == 1 and field.kind == "codes" else parts
        case "choice":
            return int(said) if said.isdigit() else said
        case _:
            return said


def _field(name: str, annotation: Any, default: Any, *, required: bool, told: str = "") -> CheckField:
    plain = _plain(annotation)
    origin = get_origin(plain)
    choices: tuple[str, ...] = ()
    kind: Kind
    if name == "expect_status":
        kind = "codes"
    elif name == "command":
        kind = "words"
    elif origin is Literal:
        kind, choices = "choice", tuple(map(str, get_args(plain)))
    elif origin is dict:
        kind = "pairs"
    elif origin is tuple:
        kind = "list"
    else:
        kind = {bool: "yes_no", int: "whole", float: "number"}.get(plain, "text")  # type: ignore[assignment]
    required = required and kind != "pairs"
    made = CheckField(name, kind, told, "", required, choices)
    shown = "" if default is None else to_text(made, default)
    return CheckField(name, kind, made.help, shown, required, choices)


def _plain(annotation: Any) -> Any:
    """The type without Annotated and Optional."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        return _plain(next(each for each in get_args(annotation) if each is not type(None)))
    return annotation


def _codes(value: Any) -> str:
    if isinstance(value, list | tuple):
        low, high = value
        return str(low) if low == high else f"{low}-{high}"
    return str(value)


def _number(said: str, *, whole: bool = False) -> int | float:
    try:
        found = float(said.replace(",", "."))
        if found != found or abs(found) > 1e15:  # noqa: PLR0124 — not a number is not itself
            raise ValueError
    except ValueError:
        raise ValueError(f"must be a {'whole ' if whole else ''}number (found {said!r})") from None
    if found.is_integer():
        return int(found)
    if whole:
        raise ValueError(f"must be a whole number (found {said!r})")
    return found


def _words(said: str) -> list[str]:
    try:
        return shlex.split(said)
    except ValueError:
        raise ValueError("has a quotation mark that is not closed") from None


def _pairs(said: str) -> dict[str, str]:
    found = {}
    for line in filter(str.strip, said.splitlines()):
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise ValueError(f"needs a line each, as Name: value (found {line.strip()!r})")
        found[name.strip()] = value.strip()
    return found
