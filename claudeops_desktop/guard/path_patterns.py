"""What a path with a pattern in it may become: the names that lead to secrets, tried step by step."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache

from .lazy_regex import LazyRegex

_STEPS = """
etc root home run srv var proc opt mnt .ssh .aws .kube .docker .gnupg .config gh gcloud rclone ssl private ssh
live letsencrypt kubernetes wireguard secrets app backups infra self 1 environ config credentials config.json
hosts.yml rclone.conf application_default_credentials.json id_rsa id_ed25519 shadow gshadow shadow- .env
.env.production .netrc .pgpass .my.cnf .git-credentials .vault-token .bash_history .zsh_history .psql_history
.mysql_history .python_history terraform.tfstate admin.conf wg0.conf privkey.pem site.key server.key db_password
db ssh_host_ed25519_key ssh_host_rsa_key shadow.bak private-keys-v1.d
""".split()
"""Names that a step of a path with a pattern in it may stand for."""
_MOST_PATHS = 400
_HIDDEN = LazyRegex(r"(?:\A|/)\.[^/*?\[.]?[*?\[]")
_HOMES = LazyRegex(r"(?:~[\w-]*|/root|/home)(?:/|\Z)|(?:.*/)?\.[^/]")


def hides_its_name(pattern: str) -> bool:
    """Tell whether hidden files are asked for by their first letter at most: ``.*``, ``.s?h``, ``~/.[a-z]*``."""
    return bool(_HIDDEN.search(pattern))


@lru_cache(maxsize=512)
def paths_of(pattern: str) -> tuple[str, ...]:
    """Paths that a pattern may become: each step by itself, as the shell does it.

    A step of nothing but ``*`` stands for a folder of the root or an unknown name; an ending such as
    ``*.conf`` asks for secrets only among hidden files.
    """
    paths = [""]
    steps = pattern.split("/")
    for at, step in enumerate(steps):
        made = [step]
        if any(sign in step for sign in "*?["):
            if step.strip("*?") == "":
                known = _STEPS[:8] if at == 1 and not steps[0] else ["x"]
            elif re.match(r"[*?]+\.\w+\Z", step) and not _HOMES.match(pattern):
                known = []
            else:
                known = _STEPS
            made = [name for name in known if fnmatchcase(name, step) and (name[0] != "." or step[0] == ".")] or [step]
        paths = [f"{path}/{name}" if at else name for path in paths for name in made][:_MOST_PATHS]
    return tuple(paths)
