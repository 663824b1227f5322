"""Variables that are set for a command: which of them could make it do something else.

Every way to set a variable passes ``sets_harmless``. A name is harmless where it is listed here, or where it is a fresh
name that neither a shell nor a program reads: in lower case, or made of everyday words.
"""

from __future__ import annotations

import re

from .lazy_regex import LazyRegex
from .shell_types import leaves_unseen

_LISTED = frozenset(
    """
LANG LANGUAGE TZ TERM COLUMNS LINES NO_COLOR CLICOLOR CLICOLOR_FORCE FORCE_COLOR COLORTERM DEBIAN_FRONTEND
NEEDRESTART_MODE POSIXLY_CORRECT SYSTEMD_COLORS SYSTEMD_LESS SYSTEMD_URLIFY GREP_COLOR GREP_COLORS LS_COLORS JQ_COLORS
PGPORT PGUSER PGDATABASE PGCONNECT_TIMEOUT PGAPPNAME AWS_REGION AWS_DEFAULT_REGION AWS_DEFAULT_OUTPUT ETCDCTL_API
ANSIBLE_NOCOLOR ANSIBLE_FORCE_COLOR GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS PYTHONUNBUFFERED DOCKER_CLI_HINTS
TIMEFORMAT BLOCKSIZE BLOCK_SIZE DU_BLOCK_SIZE DF_BLOCK_SIZE TIME_STYLE QUOTING_STYLE HISTCONTROL REPLY MAPFILE OPTARG
OPTIND OPTERR RANDOM SECONDS IFS_ _
""".split()
)
"""What programs read, and take for a colour, a width, a language, a user or a time only."""
_PASSWORDS = frozenset("PGPASSWORD MYSQL_PWD REDISCLI_AUTH RESTIC_PASSWORD BORG_PASSPHRASE SSHPASS".split())
_PLAIN_VALUE = LazyRegex(r"(?![:/])[\w.,:;=+@%* /<>\1-]*\Z")
_STEERS = frozenset(
    "AWS_PROFILE COMPOSE_PROJECT_NAME COMPOSE_PROFILES COMPOSE_FILE DOCKER_CONTEXT DOCKER_HOST CONTAINER_HOST "
    "KUBE_CONTEXT".split()
)
"""What chooses the place or the service that a command is about: harmless for what looks, unclear for the rest."""
_ADDRESSES = frozenset(
    "PGHOST MYSQL_HOST VAULT_ADDR CONSUL_HTTP_ADDR NOMAD_ADDR ETCDCTL_ENDPOINTS REDIS_HOST ALERTMANAGER_URL".split()
)
_DOCKER_HOST = LazyRegex(
    r"(?:ssh://(?!-)[\w.@:-]+|unix:///(?:var/)?run/(?:user/\d+/)?(?:docker|podman/podman)\.sock)\Z"
)
_EVERYDAY = frozenset(
    """
A B C D E F G H I J K L M N O P Q R S T U V W X Y Z HOST HOSTS NODE NODES SERVER SERVERS NS NAMESPACE POD PODS
CONTAINER CONTAINERS CT CID SVC SVCS SERVICE SERVICES UNIT UNITS NAME NAMES URL URLS URI FILE FILES DIR DIRS FOLDER LOG
LOGS LOGFILE COUNT TOTAL START END BEGIN NOW TODAY YESTERDAY DATE SINCE UNTIL PID PIDS PORT PORTS IP IPS ADDR ADDRESS
DOMAIN DOMAINS ID IDS STATUS STATE RESULT RESULTS OUT OUTPUT RES RET CODE LINE USED FREE AVAIL SIZE LIMIT THRESHOLD
DB DBS DATABASE TABLE TABLES QUERY SQL PATTERN REGEX IMAGE IMAGES TAG TAGS VERSION VER OLD NEW CURRENT CUR PREV LAST
LATEST FIRST NEXT ITEM ITEMS VALUE VALUES VAL MSG MESSAGE TEXT DATA JSON DEV DEVICE DEVICES DISK DISKS MOUNT MOUNTS POOL
POOLS IFACE INTERFACE CPU CPUS MEM MEMORY LOAD UP DOWN OK FAIL FAILED FAILURES ERR ERROR ERRORS WARN WARNINGS DAYS HOURS
MINUTES MIN MAX AVG SUM TS TIME TIMESTAMP TIMEOUT SRC DST TARGET BACKUP BACKUPS SITE APP APPS PROJECT STACK CLUSTER
REGION REPO BRANCH COMMIT FOO BAR BAZ TEST VAR VARS NUM NUMBER INDEX IDX LEVEL TYPE KIND ROLE GROUP LIST LEN WIDTH AGE
EXPIRY CERT CERTS SUBJECT ISSUER PCT PERCENT USAGE RETRIES TRIES ATTEMPT ATTEMPTS INTERVAL DELAY KEY KEYS ROW ROWS
PRIMARY REPLICA MASTER LEADER LAG BEFORE AFTER DIFF FOUND MISSING RUNNING STOPPED READY HEALTH HEALTHY WEB JOB JOBS
""".split()
)
_SPECIAL = frozenset(
    """
http_proxy https_proxy ftp_proxy no_proxy all_proxy rsync_proxy socks_proxy histchars auto_resume path fpath cdpath
manpath mailpath module_path prompt psvar fignore watch aliases galiases saliases dis_aliases functions dis_functions
commands options parameters builtins reswords nameddirs userdirs modules argv zle_bracketed_paste precmd_functions
preexec_functions chpwd_functions periodic_functions zsh_eval_context
""".split()
)
"""Names in lower case that a shell or the library of a program reads; zsh ties ``path`` to ``PATH``."""


def sets_harmless(name: str, value: str) -> bool:
    """Tell whether a variable that is set for a command cannot make it do something else."""
    if name == "_":
        return True  # bash sets it before each command itself
    if not name.isascii() or not name.isidentifier():
        return False
    if name in _STEERS:
        return steers_plainly(name, value)
    if name in _LISTED or name.startswith("LC_"):
        if leaves_unseen(value) or ("/" in value and (name != "TZ" or ".." in value)):
            return False
        return bool(_PLAIN_VALUE.match(value))
    if name in _PASSWORDS:
        return True
    if name in _ADDRESSES:
        from .addresses import is_own_host

        return all(is_own_host(each) for each in value.split(","))
    if name == "IFS":
        return not value.strip(" \t\n")
    if name.endswith("PAGER"):
        return value in ("", "cat", "/bin/cat", "/usr/bin/cat")
    if name == name.lower():
        return name not in _SPECIAL and not name.startswith(("npm_", "yarn_")) and not name.endswith("_proxy")
    if name == name.upper():
        return all(part in _EVERYDAY or part.isdigit() for part in re.split(r"_+|(?<=[A-Z])(?=\d)", name) if part)
    return not re.match(r"LD_|DYLD|BASH|ZDOT|GIT|[A-Z]+_", name)


def chooses_target(name: str) -> bool:
    """Tell whether a variable chooses which place or service a command is about."""
    return name in _STEERS


def steers_plainly(name: str, value: str) -> bool:
    """Tell whether such a variable holds a seen and ordinary choice: a name, a file that others do not write, our
    hosts."""
    if leaves_unseen(value):
        return False
    if name in ("DOCKER_HOST", "CONTAINER_HOST"):
        return bool(_DOCKER_HOST.match(value))
    if name == "COMPOSE_FILE":
        return bool(re.fullmatch(r"(?!/tmp|/var/tmp|/dev)[\w./~:-]+", value)) and ".." not in value
    return bool(re.fullmatch(r"[\w.,:/-]*", value))
