"""Files that hold secrets, places where writing is harmless, and what a path in a word leads to."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache

from .lazy_regex import LazyRegex
from .path_patterns import hides_its_name, paths_of
from .shell_types import MARKS, PLAIN, UNSEEN, ShellWord

LONGEST_PATH = 4_096
_SECRET = LazyRegex(
    r"""
      (?:^|/)etc/(?:g?shadow | security/opasswd | sudoers\.d/. | ssl/private | pki/tls/private | krb5\.keytab
      | cloudflared/.
        | wireguard | openvpn | ipsec\.secrets | ipsec\.d/private | ppp/(?:chap|pap)-secrets | wpa_supplicant
        | NetworkManager/system-connections | mysql/debian\.cnf | postfix/sasl | exim4/passwd
      | dovecot/(?:users|passwd)
        | samba/(?:smbpasswd|private) | proftpd/ftpd\.passwd | rancher/(?:k3s/k3s|rke2/rke2)\.yaml
      | letsencrypt/accounts
        | kubernetes/(?:admin|super-admin|kubelet|controller-manager|scheduler)\.conf | (?:cifs|smb)[-_.]?cred)
    | /var/backups/g?shadow | /var/lib/(?:samba/private|kubelet/pki|rancher/\w+/server/(?:token|cred|tls)|iwd/)
    | /var/lib/docker/containers/[^/]+/config | /var/lib/rancher/k3s/server/node-token | /config/kubeconfig
    | (?:^|/)\.ssh(?:/?$|/\.?[*?\[]|/(?!known_hosts|config$|config\.d|authorized_keys|environment$|rc$|.*\.pub$)[^/])
    | ssh_host_\w+_key(?!\.pub)
    | \.(?:aws|gnupg|password-store|azure|config/gcloud|oci|kube|vault)(?:/|$)
      | (?:^|/)\.?(?:netrc|pgpass|my\.cnf|mylogin\.cnf|vault-token)$
    | \.git-credentials | \.docker/config\.json | \.dockerconfigjson | \.dockercfg
      | \.claude(?:/\.credentials|/?$|\.json$)
    | \.(?:npmrc|pypirc|s3cfg|boto|smbcredentials|fetchmailrc|msmtprc|yarnrc\.yml|terraformrc|rediscli_auth)$
    | \.config/(?:rclone|gh/hosts|glab-cli|hub|op|doctl|hcloud|sops|age)\b | (?:^|/)rclone\.conf$ | kubeconfig
    | [._]history$
      | (?:^|/)\.(?:bash|zsh|sh|mysql|psql|python|node_repl|rediscli|sqlite|lesshs)_?(?:history|hst|t)$ | fish_history
    | (?:^|/)proc/[^/]+/(?:task/[^/]+/)?(?:environ|mem|auxv)$ | /proc/kcore | (?:^|/)\.pwd\.lock
    | privkey | \.key$ | [-_.]key\.pem$ | (?:^|/)key\.pem$
      | \.(?:p12|pfx|jks|kdbx|keytab|ppk|ovpn|p8|pkcs12|keystore)$
    | (?:^|/)[^/]*\.env(?:$|~$|\.(?!example|sample|template|dist|md)) | (?:^|/)\.envrc$ | (?:^|/)run/secrets(?:/|$)
    | serviceaccount(?:/token|$)
      | (?:^|/)(?:node-|auth[-_.]?|access[-_.]?|api[-_.]?|bot[-_.]?)?tokens?(?:\.(?:txt|json|ya?ml|env|db))?$
    | (?:^|/)[^/]*(?:secret|credential|passwd\.client|htpasswd|private[-_]?key|passphrase
        |password(?!-store|\.(?:html|md|js|py|go|c)$))[^/]*(?:/|$)
    | (?:^|/)(?:passwords?|pwd|pass)(?:\.\w+)?$ | (?:^|/)id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:$|\.(?!pub))
      | terraform\.tfstate | \.tfstate | \.tfvars$
    | (?:^|/)\.vault | auth\.json$ | wp-config\.php | (?:^|/)(?:logins\.json|key[34]\.db|Login\ Data|cookies\.sqlite)$
    | (?:^|/)(?:config/(?:database|master\.key)|database)\.yml$ | LocalSettings\.php | (?:^|/)acme\.json$
      | service[-_]?account[^/]*\.json$
    | (?:^|/)swap(?:file|\.img)$ | /var/lib/systemd/coredump/. | /var/crash/. | (?:^|/)core(?:\.\d+|\.[a-z]\w*)?$
      | \.(?:hprof|dmp|core)$
    | krb5cc_ | (?:^|/)vault[-_]?pass | \.keyring$ | (?:^|/)(?:corosync/authkey|\.pg_service\.conf|userlist\.txt)
    | /var/lib/cloud/(?:instances?|seed|data)/.*(?:user|vendor)-?data | /var/lib/tailscale/ | /var/lib/bluetooth/
      | /var/lib/(?:vault|etcd|ldap|private)/. | /var/lib/(?:mysql|postgresql)/.*(?:ibd|ibdata|/base/|/global/)
    | /etc/(?:msmtprc|nut/(?:upsd\.users|upsmon\.conf)|credstore(?:\.encrypted)?(?:/|$)|ppp/(?:options|peers)|asterisk/
        |radsecproxy|openvpn|strongswan|multiotp|duo/|pam_ldap\.|libnss-ldap\.|ldap\.secret|mail/sasl|courier/auth
        |monit/monitrc|monitrc|grafana/ldap\.toml|hostapd|dhcp/ddns|bind/rndc\.key|rndc\.key|davfs2/secrets
        |cups/(?:passwd|subscriptions)|proxychains)
      | /run/credentials/ | /usr/lib/credstore | (?:^|/)(?:rcon|mosquitto)\.(?:pw|passwd)$
      | (?:^|/)\.(?:msmtprc|mbsyncrc|offlineimaprc|getmail|fetchmailrc|muttrc|esmtprc|rtorrent\.rc)
      | (?:^|/)recovery\.conf$
      | /etc/pve/priv | /etc/apt/auth\.conf | /etc/(?:freeradius|raddb)/ | /etc/luks | \.(?:m2/settings|mc/config)
    | \.cloudflared/ | syncthing/config\.xml | \.(?:mozilla|thunderbird)/.*\.(?:json|db|sqlite)$
    | (?:google-chrome|chromium|BraveSoftware|microsoft-edge|vivaldi|opera)[^/]*/.*
      (?:Cookies|Login|Web\ Data|History|State)
    | (?:^|/)g?shadow-?$ | /conf/config\.xml$ | kwalletd?/ | keyrings/ | passwd-s3fs | \.cred$ | /\.storage/auth
      | users_database\.ya?ml$ | /shada/ | \.(?:vnc|subversion/auth)/
    | \.config/(?!systemd/|htop/|nvim/|git/ignore|fontconfig/|autostart/)[^/]+/(?:.*/)?[^/]*
      (?:hosts|auth|session|account|cookie|login|token|key|cred)[^/]*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MIXED = LazyRegex(
    r"""
      /(?:grafana|zabbix\w*|gitlab(?:-runner)?|alertmanager|prometheus|gitea|forgejo|ddclient|redis|mosquitto|telegraf)
        (?:/(?:.*/)?(?:grafana\.ini|zabbix_\w+\.conf|gitlab\.rb|config\.toml|alertmanager\.ya?ml|app\.ini|telegraf\.conf
          |passwd|pwfile|redis\.conf)$ | \.conf$)
    | (?:^|/)(?:config|configuration|settings|local_settings|env)\.(?:php|py)$ | (?:^|/)\.git/config$
    | (?:^|/)application(?:-\w+)?\.(?:ya?ml|properties)$ | (?:^|/)appsettings(?:\.\w+)?\.json$
    | /etc/(?:.*/)?[^/]*(?:sql|ldap|keys?\.conf|\.keys$|config-db|resource\.cfg)[^/]*$
    | /etc/(?:sssd/|nslcd|dbconfig-common/|swanctl/|ipsec|bareos/|bacula/|borgmatic|nagios/private/|powerdns/pdns
      |default/(?:restic|borg|rclone)|cifs|icinga2/features|openldap/slapd|roundcube/|phpmyadmin/|keycloak)
    | snmp/snmpd\.conf$ | (?:^|/)config\.inc\.php$ | keycloak\.conf$ | /kubelet/config\.json$
    | (?:^|/)(?:slapd|pdns|sssd|ddclient|nslcd)\.conf$
    | (?:^|/)(?![^/]*(?:chain|cert|\bca\b|ca-|bundle|crt|pub|dhparam))[^/]+\.pem$
    | (?:^|/)(?:root|home/[^/]+|~[\w-]*)/\.(?!(?:bash(?:rc|_aliases|_profile|_logout)|profile|zshrc|zprofile|zshenv
        |vimrc|tmux\.conf|inputrc|gitconfig|gitignore|hushlogin|selected_editor|toprc|screenrc|nanorc|dircolors|face|hidden
        |xsession-errors|Xresources|editorconfig|tool-versions|dockerignore|motd_shown|lesskey)(?:[._-]\w+)?$
        |ssh/|local/(?:bin|share/(?:applications|systemd|doc|man))/|cache/
        |config/(?:systemd|htop|nvim|fontconfig|autostart|git)/
        |[*?\[]|oh-my-zsh/|vim/|tmux/|nvm/|rustup/|pyenv/)[^/]+(?:$|/)
    | (?:^|/)(?:odbc|php-credentials)\.ini$ | (?:^|/)(?:iscsid|smtp|ssmtp|msmtp)\.conf$ | (?:^|/)alertmanager\.ya?ml$
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Settings among which passwords stand: shown as a whole they are secret, a line that is looked for is not."""
_HARMLESS = LazyRegex(
    r"(?i)(?:\.pub|\.md|\.html|known_hosts|/etc/passwd-?|pwquality\.conf|\.example|\.sample)\Z|/man/|/doc/"
)
_SECRET_FILES = (
    "/etc/shadow", "/etc/gshadow", "/etc/shadow-", "/etc/ssl/private/x.key", "/etc/ssh/ssh_host_rsa_key",
    "/etc/krb5.keytab",
    "/etc/mysql/debian.cnf", "/etc/wireguard/wg0.conf", "/etc/rancher/k3s/k3s.yaml", "/etc/kubernetes/admin.conf",
    "/root/.ssh/id_rsa", "/root/.ssh/id_ed25519", "/home/x/.ssh/id_rsa", "/home/x/.ssh/id_ed25519", "~/.ssh/id_rsa",
    "~/.ssh/id_ed25519", "/root/.netrc", "~/.netrc", "/home/x/.netrc", "/root/.pgpass", "~/.pgpass", "/root/.my.cnf",
    "~/.my.cnf", "/root/.bash_history", "/home/x/.bash_history", "~/.bash_history", "~/.zsh_history",
    "~/.aws/credentials",
    "/root/.aws/credentials", "/root/.kube/config", "~/.kube/config", "/root/.docker/config.json",
    "~/.docker/config.json",
    "/home/x/.aws/credentials", "/proc/1/environ", "/proc/self/environ", "/run/secrets/db", "/var/run/secrets/db",
    "/srv/app/.env", "/opt/app/.env", "/home/x/.env", ".env", "app/.env", "~/.env", "id_rsa", "id_ed25519", ".netrc",
    ".pgpass", ".my.cnf", ".bash_history", "/var/lib/docker/containers/x/config.v2.json",
    "/etc/letsencrypt/live/x/privkey.pem", "/etc/NetworkManager/system-connections/x.nmconnection", "/etc/sudoers.d/x",
    "~/.git-credentials", "/root/.git-credentials", "~/.config/rclone/rclone.conf", "/etc/openvpn/x.conf", "prod.env",
)  # fmt: skip
"""What a pattern may become: one of each kind of file, where it usually lies."""
_SECRET_NAMES = (
    ".env", ".netrc", ".pgpass", ".my.cnf", ".bash_history", "id_rsa", "id_ed25519", "shadow", "gshadow", "x.key",
    "credentials", "x.pfx", "x.p12", "environ", ".git-credentials",
)  # fmt: skip
_NAME_PARTS = LazyRegex(
    r"(?i)(?:\A|[^a-z])(?:pem|key|p12|pfx|kdbx|jks|keytab|ppk|env|netrc|pgpass|my\.cnf|ssh|aws|kube|gnupg|shadow|secrets?|"
    r"cred\w*|gcloud|pass(?:w\w*|phrase)?|tokens?|\w*history|id_\w*|[rd]sa|ed25519|htpasswd|private\w*|wallet|vault|tfstate|"
    r"kubeconfig|environ)(?:\Z|[^a-z])"
)
_SECRET_FOLDERS = LazyRegex(
    r"(?:/|/etc|/root|/home(?:/[^/]+)?|~[\w-]*|/proc(?:/[^/]+)?|/run|/var/run|/var/lib/docker(?:/containers)?|/var/backups|"
    r"/etc/ssl|/etc/ssh|/etc/letsencrypt(?:/(?:live|archive)(?:/[^/]+)?)?|/etc/kubernetes(?:/pki)?|/etc/mysql|/etc/rancher|/var|/mnt|/var/lib)\Z"
)
_SPACED_PATH = LazyRegex(r"(?:/|~|\.\.?/)[\w ./+@%,:~-]*\Z")  # a folder such as "/home/my files", and no sentence
_RAW = LazyRegex(
    r"(?:\A|=)/dev/(?!null|zero|u?random|fd/|std|tcp/|udp/|full|tty|pts|shm/)|(?:\A|=)/proc/(?:kcore|kmem|[^/]+/mem)\Z|"
    r"(?:\A|=)/sys/firmware/efi/efivars/."
)
_NOWHERE = LazyRegex(r"/dev/(?:null|stdout|stderr|tty|full|zero|fd/\d+)\Z")
_FOREIGN = LazyRegex(
    r"/(?:tmp|var/tmp|dev/shm|run/user|proc|mnt|media|var/spool|var/www|srv/upload\w*|home/[^/]+/(?:Downloads|tmp))(?:/|\Z)|~/(?:Downloads|tmp)(?:/|\Z)"
)


def is_secret(word: ShellWord) -> bool:
    """Tell whether a word names, or may match, a file that holds what is secret."""
    if len(word.text) > LONGEST_PATH:  # the system takes no longer one, but a pattern may become a short one
        return any(sign in word.text for sign in "*?[")
    path = path_in(word.text)
    text = normal_path(path)
    looks_like_path = (
        "/" in path or text.startswith((".", "~")) or re.search(r"\.[a-z0-9]{2,9}\Z", text) or "id_" in text
    )
    if not looks_like_path or (" " in text and not _SPACED_PATH.match(text)):
        return False
    if _is_secret_path(text):
        return True
    wild = any(sign in text for sign in "*?[")
    place = wild and ("/" in text or text[:1] == ".")
    if place and (hides_its_name(text) or any(_is_secret_path(each) for each in paths_of(text))):
        return True
    return (wild or UNSEEN in text) and _may_become_secret(text.replace(UNSEEN, "*").replace(PLAIN, "?*"), wild)


def mixes_secrets(word: ShellWord) -> bool:
    """Tell whether a word names a file of settings among which passwords usually stand."""
    return len(word.text) <= LONGEST_PATH and bool(_MIXED.search(normal_path(path_in(word.text))))


def _is_secret_path(text: str) -> bool:
    return bool(_SECRET.search(text)) and not _HARMLESS.search(text)


def names_secret(text: str) -> bool:
    """Tell whether a bare name, as ``cat`` or ``find -name`` takes it, is one of a file with secrets."""
    if len(text) > LONGEST_PATH:
        return any(sign in text for sign in "*?[")
    if text in ("shadow", "gshadow", "environ") or is_secret(ShellWord(text)) or is_secret(ShellWord(f"./{text}")):
        return True
    stripped = re.sub(r"\[(.)[^\]]*\]", r"\1", text).strip("*?/")
    wild = any(sign in text for sign in "*?[")
    if wild and names_secret_wildly(text):
        return True
    return wild and not _HARMLESS.search(text) and bool(_NAME_PARTS.search(re.sub(r"[*?]+", ".", stripped)))


def holds_secrets(folder: str) -> bool:
    """Tell whether somewhere below a folder of the system secrets lie, so that reading all of it shows them."""
    path = normal_path(folder)
    path = path if path == "/" else path.rstrip("/")
    path = path.removesuffix("/*") or "/"
    return bool(_SECRET_FOLDERS.match(path))


def is_foreign_folder(folder: str) -> bool:
    """Tell whether others may have written what lies in a folder, so that no program should take its settings from
    there."""
    path = normal_path(folder)
    return UNSEEN in path or bool(_FOREIGN.match(path))


def is_raw(word: ShellWord) -> bool:
    """Tell whether a word names a disk or the memory itself: all that lies on it can be read there."""
    return bool(_RAW.search(normal_path(word.text)))


def is_nowhere(path: str) -> bool:
    """Tell whether writing there changes nothing."""
    return bool(_NOWHERE.match(path))


def path_in(text: str) -> str:
    """The path that an argument holds: ``if=/dev/sda``, ``--file=x``, ``@x``, ``-f/x``, ``HEAD:x``."""
    text = text.removeprefix("@")
    if "=" in text and not text.startswith(("/", "~", ".")):
        text = text.partition("=")[2].removeprefix("@")
    if re.match(r"-[A-Za-z][./~]", text):
        text = text[2:]
    return text


@lru_cache(maxsize=512)
def normal_path(text: str) -> str:
    """A path without detours: ``//``, ``/./``, ``..``, and the ways through ``/proc`` that lead back to the root."""
    for mark in MARKS:
        text = text.replace(mark, "")
    text = re.sub(r"/(?:\./|/)+", "/", text.removeprefix("file://localhost").removeprefix("file://"))
    while "/../" in text or text.endswith("/.."):
        shorter = re.sub(r"/[^/]+/\.\.(?=/|\Z)|^/\.\.(?=/|\Z)", "", text, count=1) or "/"
        if shorter == text:
            break
        text = shorter
    text = re.sub(r"^(?:/proc/[^/]+(?:/task/[^/]+)?/(?:root|cwd)(?=/|\Z))+", "", text) or "/"
    return text.removeprefix("./") if text != "./" else text


@lru_cache(maxsize=512)
def _may_become_secret(pattern: str, wild: bool) -> bool:
    """Tell whether one of the files that hold secrets matches: each step of the path by itself, as the shell does
    it."""
    steps = pattern.split("/")
    if not wild and len(steps) < 3 and steps[-1].replace("*", "").replace("?", "") == "":
        return False  # nothing is known of the name
    for file in _SECRET_FILES:
        those = file.split("/")
        if len(those) == len(steps) and all(_matches(one, step) for one, step in zip(those, steps, strict=True)):
            return True
        if "**" in steps and fnmatchcase(file, pattern):
            return True
    last = steps[-1]
    return wild and last.strip("*?") != "" and any(sign in last for sign in "*?[") and names_secret_wildly(last)


def names_secret_wildly(name: str) -> bool:
    """Tell whether a pattern for the name of a file asks for those with secrets: ``.e*``, ``id_*``, ``*.key``."""
    if re.sub(r"\[.[^\]]*\]|[*?.]", "", name) and any(_matches(each, name) for each in _SECRET_NAMES):
        return True
    return bool(re.search(r"(?i)secret|cred|passw|token|history|\.key|\.env|privkey|keytab|id_rsa|id_ed", name))


def _matches(name: str, step: str) -> bool:
    return fnmatchcase(name, step) and not (name[:1] == "." and step[:1] in "*?[")
