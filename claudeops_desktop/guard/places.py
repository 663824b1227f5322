"""Files that hold secrets, places where writing is harmless, and what a path in a word leads to."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from .patterns import Pattern
from .words import PLAIN, UNSEEN, Word

_SECRET = Pattern(
    r"""
      /etc/g?shadow | /etc/security/opasswd | /etc/sudoers\.d/. | /etc/ssl/private | /etc/krb5\.keytab
    | /etc/(?:wireguard|openvpn|ipsec\.secrets|ppp/chap-secrets|NetworkManager/system-connections)
    | /etc/kubernetes/(?:admin|super-admin|kubelet|controller-manager|scheduler)\.conf
    | (?:^|/)\.ssh(?:/?$|/\*|/(?!known_hosts|config$|authorized_keys|.*\.pub$)) | ssh_host_\w+_key(?!\.pub)
    | \.(?:aws|gnupg|password-store|azure|config/gcloud)(?:/|$) | (?:^|/)\.?(?:netrc|pgpass|my\.cnf|vault-token)$
    | \.git-credentials | \.docker/config\.json | \.dockerconfigjson | \.kube/config | \.claude(?:/\.credentials|/?$)
    | \.(?:npmrc|pypirc|s3cfg|boto)$ | \.config/(?:rclone|gh/hosts|hub|op)\b | kubeconfig
    | (?:^|/)proc/[^/]+/(?:environ|mem)$ | /proc/kcore
    | privkey | \.key$ | [-_.]key\.pem$ | (?:^|/)key\.pem$ | \.(?:p12|pfx|jks|kdbx|keytab)$
    | (?:^|/)\.env(?:$|\.(?!example|sample|template|dist)) | (?:^|/)run/secrets(?:/|$) | serviceaccount/token
    | (?:^|/)[^/]*(?:secret|credential|passwd\.client|htpasswd|private[-_]?key)[^/]*(?:/|$)
    | (?:^|/)id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$ | terraform\.tfstate | (?:^|/)\.vault | auth\.json$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EXAMPLES = ("/etc/shadow", "/etc/gshadow", "~/.ssh/id_rsa", "~/.ssh/id_ed25519", "/root/.ssh/id_rsa", "~/.netrc")
_SPACED_PATH = Pattern(r"(?:/|~|\.\.?/)[\w ./+@%,:~-]*\Z")  # a folder such as "/home/my files", and no sentence
_RAW = Pattern(r"(?:\A|=)/dev/(?!null|zero|u?random|fd/|std|tcp/|udp/|full|tty|pts)")
_NOWHERE = Pattern(r"/dev/(?:null|stdout|stderr|tty|full|zero|fd/\d+)\Z")


def is_secret(word: Word) -> bool:
    """Whether a word names, or may match, a file that holds what is secret."""
    text = word.text.removeprefix("@")
    if "=" in text and not text.startswith(("/", "~", ".")):
        text = text.partition("=")[2].removeprefix("@")
    text = re.sub(r"/(?:\./|/)+", "/", text.removeprefix("file://"))
    while "/../" in text:
        text, before = re.sub(r"/[^/]+/\.\./|^/\.\./", "/", text, count=1), text
        if text == before:
            break
    looks_like_path = (
        "/" in text or text.startswith((".", "~")) or re.search(r"\.[a-z0-9]{2,5}\Z", text) or "id_" in text
    )
    if looks_like_path and (" " not in text or _SPACED_PATH.match(text)) and _SECRET.search(text):
        return True
    if word.pattern and looks_like_path:
        shown = text.replace(UNSEEN, "*").replace(PLAIN, "*")
        return any(fnmatchcase(path, shown) for path in _EXAMPLES)
    return False


def is_raw(word: Word) -> bool:
    """Whether a word names a disk or the memory itself: all that lies on it can be read there."""
    return bool(_RAW.search(word.text))


def is_nowhere(path: str) -> bool:
    """Whether writing there changes nothing."""
    return bool(_NOWHERE.match(path))
