"""What to call a service that was found: by its container, unit or process, or else by its port. Pure."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import PurePath

from .types import ListeningSocket

LONGEST_NAME = 48
PORT_NAMES = {
    21: "ftp", 22: "ssh", 25: "smtp", 53: "dns", 67: "dhcp", 80: "web", 110: "pop3", 123: "ntp", 139: "samba",
    143: "imap", 161: "snmp", 389: "ldap", 443: "web-tls", 445: "samba", 465: "smtps", 514: "syslog", 587: "smtp",
    631: "cups", 636: "ldaps", 873: "rsync", 993: "imaps", 995: "pop3s", 1194: "openvpn", 1883: "mqtt", 2049: "nfs",
    2375: "docker", 3306: "mysql", 3389: "rdp", 5353: "mdns", 5432: "postgres", 5672: "rabbitmq", 5900: "vnc",
    6379: "redis", 8086: "influxdb", 8096: "jellyfin", 8123: "home-assistant", 8883: "mqtt-tls", 9000: "port-9000",
    9090: "prometheus", 9093: "alertmanager", 9100: "node-exporter", 9200: "elasticsearch", 11211: "memcached",
    27017: "mongodb", 32400: "plex", 51820: "wireguard",
}  # fmt: skip
_KNOWN_AS = {
    "redis-server": "redis", "valkey-server": "valkey", "mysqld": "mysql", "mariadbd": "mariadb", "sshd": "ssh",
    "postmaster": "postgres", "postgresql": "postgres", "mongod": "mongodb", "httpd": "apache", "apache2": "apache",
    "named": "bind", "smbd": "samba", "cupsd": "cups", "dockerd": "docker", "master": "postfix", "ntpd": "ntp",
    "grafana-server": "grafana", "plexmediaserver": "plex", "plex media serv": "plex", "rpcbind": "rpcbind",
    "systemd-resolve": "systemd-resolved", "beam.smp": "rabbitmq", "avahi-daemon": "avahi", "chronyd": "chrony",
}  # fmt: skip
_INTERPRETER = re.compile(r"(?:python|pypy|node|nodejs|deno|bun|ruby|perl|php|java|mono|dotnet|sh|bash)[\d.]*")
_SCRIPT_ENDS = (".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php", ".jar", ".dll", ".sh")
_GENERAL = frozenset(("main", "server", "app", "index", "run", "start", "manage", "wsgi", "__main__", "bin", "dist"))
_NO_SIGN = re.compile(r"[^a-z0-9_-]+")


def plain_name(text: str) -> str:
    """A text as a name of a service: lower case letters, digits, - and _; "" where nothing is left."""
    return _NO_SIGN.sub("-", text.lower()).strip("-_")[:LONGEST_NAME].strip("-_")


def name_of_socket(socket: ListeningSocket) -> str:
    """What an operator would call it."""
    if socket.container:
        return plain_name(socket.container) or _by_port(socket.port)
    if socket.unit:
        unit = socket.unit.removesuffix(".service").partition("@")
        unit_name = _KNOWN_AS.get(unit[0], unit[0]) + (f"-{unit[2]}" if unit[2] else "")
        return plain_name(unit_name) or _by_port(socket.port)
    by_process = name_of_process(socket.process, socket.command)
    return by_process or _by_port(socket.port)


def name_of_process(process: str, command: tuple[str, ...]) -> str:
    """By the program, or what an interpreter runs: ``python3 -m http.server`` is ``http-server``; "" if unknown."""
    program = PurePath(command[0]).name if command and command[0] else process
    program = program.rstrip(":")  # "nginx: master process"
    if _INTERPRETER.fullmatch(program.lower()) or _INTERPRETER.fullmatch(process.lower()):
        return plain_name(_interpreted(command[1:]) or process)
    process = process or program
    return plain_name(_KNOWN_AS.get(process.lower(), process))


def unique_name(name: str, port: int | None, taken: Container[str]) -> str:
    """The name, or one with the port or a number behind it, which nobody has."""
    name = name or "service"
    if name not in taken:
        return name
    with_port = f"{name}-{port}" if port and not name.endswith(f"-{port}") else name
    found, number = with_port, 2
    while found in taken:
        found, number = f"{with_port}-{number}", number + 1
    return found


def _by_port(port: int) -> str:
    return PORT_NAMES.get(port, f"port-{port}")


def _interpreted(words: tuple[str, ...]) -> str:
    """What an interpreter was told to run: the module after -m, the jar, or the script."""
    for place, word in enumerate(words):
        if word in ("-m", "-jar") and place + 1 < len(words):
            return PurePath(words[place + 1]).name.removesuffix(".jar").removesuffix(".war")
        if word in ("-c", "-e"):
            return ""
        if word.startswith("-"):
            continue
        path = PurePath(word)
        stem = path.name
        for end in _SCRIPT_ENDS:
            stem = stem.removesuffix(end)
        if stem.lower() in _GENERAL and path.parent.name.lower() not in ("", *_GENERAL):
            return path.parent.name
        return stem
    return ""
