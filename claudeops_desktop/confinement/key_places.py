"""Lists what no session may read: keys and logins of the operator, of the machine and of other people.

What a client needs that the guard calls reading (``kubectl``, ``aws``, ``psql``: ``~/.kube``, ``~/.aws``, ``~/.pgpass``
and the like) is not among it: without it these would answer otherwise than outside. The guard refuses to show it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

_OF_A_HOME = (
    *(".ssh", ".gnupg", ".local/share/keyrings", ".local/share/kwalletd", ".kde/share/apps/kwallet", ".password-store"),
    *(
        ".config/op",
        ".config/Bitwarden CLI",
        ".config/sops",
        ".config/age",
        ".config/rclone",
        ".config/gh",
        ".config/hub",
    ),
    *(".netrc", ".git-credentials", ".config/git/credentials", ".Xauthority", ".ICEauthority", ".vault-token"),
    *(
        ".mozilla",
        ".thunderbird",
        ".config/google-chrome",
        ".config/chromium",
        ".config/BraveSoftware",
        ".config/vivaldi",
    ),
    *(".config/microsoft-edge", ".config/opera", "snap/firefox", "snap/chromium", ".var/app/org.mozilla.firefox"),
    *(".claude.json", ".codex/auth.json", ".config/github-copilot", ".docker/config.json"),
)
_OF_THE_CLI = (".credentials.json", ".claude.json", "projects", "history.jsonl")
_OF_THE_MACHINE = (
    *("/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/ssl/private", "/etc/krb5.keytab"),
    *("/etc/wireguard", "/etc/credstore", "/etc/credstore.encrypted", "/var/lib/systemd/credential.secret"),
    *("/etc/NetworkManager/system-connections", "/etc/letsencrypt/keys", "/var/lib/sss/secrets"),
)
_BY_PATTERN = ("/etc/ssh/ssh_host_*_key", "/etc/letsencrypt/archive/*/privkey*.pem")
SHOWN_OF_SSH = ("config", "config.d", "known_hosts", "known_hosts2", "authorized_keys")
"""Files of a covered ``.ssh`` that are shown again: names of hosts and public keys."""


def key_places(environ: Mapping[str, str]) -> Iterator[Path]:
    """Name what is to be covered, whether it is there or not: paths as programs know them, which may be links."""
    for home in _homes(environ):
        yield from (home / name for name in _OF_A_HOME)
        yield from (home / ".claude" / name for name in _OF_THE_CLI)
    yield from map(Path, _OF_THE_MACHINE)
    for pattern in _BY_PATTERN:
        yield from Path("/").glob(pattern[1:])
    if environ.get("CLAUDE_CONFIG_DIR", "").startswith("/"):
        yield from (Path(environ["CLAUDE_CONFIG_DIR"]) / name for name in _OF_THE_CLI)
    for name in ("GNUPGHOME", "XAUTHORITY", "PASSWORD_STORE_DIR"):
        if environ.get(name, "").startswith("/"):
            yield Path(environ[name])


def _homes(environ: Mapping[str, str]) -> Iterator[Path]:
    """Name the operator's home folder and those of other people, as far as they can be seen."""
    if environ.get("HOME", "").startswith("/"):
        yield Path(environ["HOME"])
    yield Path("/root")
    try:
        names = os.listdir("/home")
    except OSError:
        return
    yield from (Path("/home", name) for name in names)
