"""What each tier may do (S2, S12): tools by list, in the CLI's own rule language.

Tier 1 reads and looks, 2 may also write files and restart, 3 may also redeploy. Whatever is on no list is refused,
since nobody is there to approve it. Measured with 2.1.197 and 2.1.330:

- The CLI itself knows the commands that only read (cat, grep, find, ps, ss, df, docker ps, git log, …) and runs them
  without a rule, but not their writing options (``sort -o``, ``find -delete``, ``date -s``). A rule of ours would
  switch that check off, so they are not listed here.
- Rules hold for each part of a compound command; redirections and substitutions are refused.
- ``--add-dir /`` opens all files to reading commands and none to writing.
- ``:*`` is any ending, ``*`` anything in between, and a deny rule wins over every allow rule.

A program is on the list of readers only with the words that make it one. Where a reader can be talked into running,
writing or telling what is secret (``nc -e``, ``openssl -engine``, ``kubectl --kubeconfig``, ``zcat ~/.ssh/id_rsa``),
that is denied in every tier. ``curl`` can also send and save; what does so is denied to tier 1 by pattern. That is a
fence and no wall, which is why scheduled runs stay at tier 1. What is left out, and why: docs/decisions/0007.
"""

from __future__ import annotations

import string

_READERS = ("Read", "Grep", "Glob", "WebFetch")
_WRITERS = ("WebSearch", "Edit", "Write")
_LOOK = (
    *(
        "ping",
        "ping6",
        "dig",
        "host",
        "nslookup",
        "tracepath",
        "traceroute",
        "mtr",
        "getent",
        "curl",
        "nc -z",
        "nc -zv",
    ),
    *("w", "who", "last", "lscpu", "lsblk", "findmnt", "vmstat", "iostat", "mpstat", "pidof", "netstat", "top -bn1"),
    *(
        "zcat",
        "zgrep",
        "dpkg -l",
        "apt list --installed",
        "apt list --upgradable",
        "ip route show",
        "ip route get",
        "ip link show",
    ),
    *(f"systemctl {verb}" for verb in ("status", "show", "cat", "list-units", "list-unit-files", "list-timers")),
    *(f"systemctl {verb}" for verb in ("is-active", "is-failed", "is-enabled", "list-dependencies")),
    *("journalctl", "resolvectl status", "resolvectl query", "timedatectl status"),
    *(f"docker {verb}" for verb in ("stats --no-stream", "top", "port", "info", "version", "system df", "volume ls")),
    *("docker network ls", "docker network inspect"),
    *(f"docker compose {verb}" for verb in ("ps", "logs", "images", "ls", "top")),
    *(f"podman {verb}" for verb in ("ps", "logs", "stats --no-stream", "images")),
    *(f"kubectl {verb}" for verb in ("get", "describe", "logs", "top", "version", "rollout status", "rollout history")),
    *(f"helm {verb}" for verb in ("list", "status", "history")),
    *("zpool status", "zpool list", "zfs list", "smartctl -a", "smartctl -H"),
    *("mdadm --detail", "pct list", "qm list", "openssl s_client", "openssl x509"),
)
_LOOK_EXACTLY = (
    *("ip route", "ip -br addr", "ip -br a", "ip -br link", "ip neigh", "timedatectl", "resolvectl", "crontab -l"),
    *("sensors", "nvidia-smi", "dmesg", "dmesg -T", "dmesg -H", "wg show", "nginx -t"),
    *("caddy validate", "caddy validate --config /etc/caddy/Caddyfile"),
)
_RESTART = (
    *(f"systemctl {verb}" for verb in ("restart", "start", "stop", "reload", "try-restart", "reset-failed")),
    *(f"systemctl --user {verb}" for verb in ("restart", "start", "stop", "status")),
    *(f"docker {verb}" for verb in ("restart", "start", "stop")),
    *(f"docker compose {verb}" for verb in ("restart", "start", "stop")),
    *("podman restart", "podman start", "podman stop", "kubectl rollout restart", "supervisorctl restart"),
    *("nginx -s reload", "caddy reload"),
)
_FILES = ("mkdir", "cp", "touch")  # as the operator alone, as Edit and Write are; never with sudo
_REDEPLOY = (
    *(f"docker compose {verb}" for verb in ("up", "down", "pull", "build", "create", "rm")),
    *("docker pull", "docker run", "docker rm", "docker build", "podman pull", "podman run", "podman rm"),
    *("kubectl apply", "kubectl rollout undo", "kubectl scale", "kubectl set image", "kubectl delete pod"),
    *("helm upgrade", "helm rollback", "helm install", "ansible-playbook", "systemctl daemon-reload"),
    *("systemctl enable", "systemctl disable", "git pull", "git fetch", "apt-get update", "apt-get install"),
)
_UNPACKERS = ("zcat", "zgrep")
_SECRET_PLACES = (".ssh/", ".aws/", ".gnupg/", ".netrc", ".claude/", "/etc/shadow", "/etc/gshadow", "/etc/ssl/private")
_NEVER = (
    *("CronCreate", "CronDelete", "EnterWorktree", "ExitWorktree", "ScheduleWakeup", "SendMessage", "Workflow"),
    *("Read(~/.ssh/id_*)", "Read(~/.aws/credentials)", "Read(~/.claude/.credentials.json)", "Read(~/.netrc)"),
    *("Read(~/.gnupg/**)", "Read(//etc/shadow)", "Read(//etc/gshadow)"),
    *(f"Bash({tool} *{place}*)" for tool in _UNPACKERS for place in _SECRET_PLACES),
    *("Bash(getent *shadow*)", "Bash(kubectl *get *secret*)", "Bash(kubectl *--kubeconfig*)"),
    *("Bash(helm *--kubeconfig*)", "Bash(zpool * -c*)"),
    # Not "file:*": a rule that ends in ":*" is a prefix, and its other stars are plain signs.
    *(f"Bash(curl *{scheme}:/*)" for scheme in ("file", "FILE", "gopher", "dict", "telnet")),
    *(f"Bash(nc *{option}*)" for option in (" -e", " -c", "exec", " -l", " -o")),
    *(f"Bash(systemctl * {option}*)" for option in ("-H", "--host", "-M", "--machine")),
    *(f"Bash(openssl *-{option}*)" for option in ("engine", "provider", "writerand", "msgfile", "CAkey", "signkey")),
    *(f"Bash(*journalctl *--{word}*)" for word in ("vacuum", "rotate", "flush", "cursor-file", "setup-keys")),
    *("Bash(openssl *out *)", "Bash(openssl *-keylogfile*)", "Bash(smartctl * -s*)", "Bash(*rm -rf /*)"),
)
_SIGNS = f"{string.ascii_letters}{string.digits}._~$\"'-"
_ELSEWHERE = (
    *(f" {sign}" for sign in _SIGNS),
    *(f" /{sign}" for sign in _SIGNS if sign != "d"),
    *(f" /d{sign}" for sign in _SIGNS if sign != "e"),
    *(f" /dev/{sign}" for sign in _SIGNS if sign != "n"),
    *(f"{sign}" for sign in f"{_SIGNS}/"),
)
_CURL_WRITES = tuple(
    f"Bash(curl {pattern})"
    for pattern in (
        *("*-X*", "*XPOST*", "*XPUT*", "*XDELETE*", "*XPATCH*", "*--request*", "* -d*", "-d*", "-*d @*", "*--data*"),
        *("*--json*", "* -F*", "-F*", "*--form*", "* -T*", "-T*", "*--upload*", "* -K*", "-K*", "*--config*", "* -O*"),
        *("-O*", "*--remote-name*", "*--output*", "*--cookie-jar*", "* -c *", "*--dump-header*", "* -D *", "*--trace*"),
        *("*--libcurl*", "*--stderr*", "-so*", "* -so*", "-sSo*", "* -sSo*", "-Lo*", "-sLo*", "-sSLo*", "-fsSLo*"),
        # "-o /dev/null" is how a status code is asked for; rules have no "all but", so all the others are named.
        *(f"{gap}-o{target}*" for target in _ELSEWHERE for gap in (("*",) if target[0] == " " else ("", "* "))),
    )
)


def allowed_tools(tier: int, *, dry_run: bool, more: tuple[str, ...] = (), handoff: str = "") -> tuple[str, ...]:
    """The rules for ``--allowedTools``: the tier's list, the operator's ``more``, and the hand-off file to write.

    In a dry run every tier has the list of tier 1 alone, and ``more`` is left out: it may hold anything (S12).
    """
    act = (*_RESTART, *(_REDEPLOY if tier >= 3 else ())) if tier >= 2 and not dry_run else ()
    tools = [*_READERS, *(_WRITERS if act else ())]
    tools += [f"Bash({command}:*)" for command in (*_LOOK, *act, *(_FILES if act else ()))]
    tools += [f"Bash({command})" for command in _LOOK_EXACTLY]
    tools += [f"Bash({sudo} {command}:*)" for command in act for sudo in ("sudo", "sudo -n")]
    if not dry_run:
        tools += more
    if handoff:
        tools += [f"Edit(/{handoff})", f"Write(/{handoff})"]
    return tuple(dict.fromkeys(tools))


def disallowed_tools(tier: int, *, dry_run: bool, more: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The rules for ``--disallowedTools``, which win over every other: the fixed list and the operator's ``more``."""
    found = [*_NEVER]
    if tier == 1 or dry_run:
        found += _CURL_WRITES
    return tuple(dict.fromkeys([*found, *more]))
