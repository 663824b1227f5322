# ruff: noqa: E501 a line is a row of a table
"""What secrets look like, whoever's they are (S4): keys of known makers, passwords in addresses, assignments, headers.

Of what is assigned only the value is taken, and only where it looks like one: a variable, a path, a word such as
``required`` stay. The standard library alone, and nothing is compiled before it is needed: the guard's hook uses it.
"""

from __future__ import annotations

import re
from functools import cache

MASK = "[redacted]"

_NAMED = (
    r"(?:passw(?:or)?d|passwd|passwort|kennwort|passphrase|secret|token|api[_-]?key|access[_-]?key|account_?key|"
    r"private[_-]?key|preshared_?key|client-key-data|credentials?|[_-]pass|[_-]pwd|\bpwd)(?:[_-]\w{1,20})?"
)
SUSPECT = (  # for an engine without looking ahead, and quick in it: whether a text needs to be looked at
    r"sk-[A-Za-z]{2,4}[A-Za-z0-9_-]|sk-[A-Za-z0-9]{32}|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|AKIA|ASIA|AIza|"
    r"eyJ[A-Za-z0-9_-]{10}|[Bb]earer |[Bb]asic |PRIVATE KEY-----|://[^ \n/:@\x22'\\]*:[^ \n/@\x22'\\]+@|"
    r"[srp]k_(?:live|test)_|whsec_|npm_[A-Za-z0-9]|pypi-[A-Za-z0-9_-]{16}|ya29\.|hooks\.slack\.com/services/|"
    r"api/webhooks/[0-9]|[0-9]{8}:AA[A-Za-z0-9_-]|SG\.[A-Za-z0-9_-]{16}|gls?[ac]_[A-Za-z0-9]|hv[sb]\.[A-Za-z0-9]|dop_v1_|"
    r"dapi[0-9a-f]{30}|hf_[A-Za-z]{20}|AGE-SECRET-KEY-1|\$(?:[1567y]|2[abxy]|gy|argon2id?)\$|"
    r"(?i:passw|passphrase|kennwort|sshpass|mysql|mariadb)|"
    r"(?i:secret|token|api[_-]?key|access[_-]?key|account_?key|private[_-]?key|preshared_?key|client-key-data|credentials?|"
    r"[_-]pass|pwd)(?:[_-][A-Za-z0-9_]+)?[\\\x22'`]*[ \t]*[:=]|"
    r"-u [\\\x22']*[A-Za-z0-9_.@-]+:|--user[ =]|--(?:token|secret|api-key|pass) |(?i:authorization|cookie)[\x22'\\]*[ \t]*[:=]"
)
_BEGIN = r"(?:(?<!\w)|(?<=\\[nrt]))"  # the beginning of a word, or of a line inside JSON
_VALUE = r"(?![\[$<{*%(/~.\\]|(?:true|false|null|none|yes|no|required|optional)\b)"
_TABLE: tuple[tuple[str, str], ...] = (  # %BEGIN% as in _BEGIN
    (r"%BEGIN%sk-(?:ant|proj|or|live|test)[A-Za-z0-9_-]{8,}|%BEGIN%sk-[A-Za-z0-9]{32,}", MASK),
    (r"%BEGIN%gh[pousr]_[A-Za-z0-9]{20,}|%BEGIN%github_pat_[A-Za-z0-9_]{20,}|%BEGIN%glpat-[A-Za-z0-9_-]{16,}", MASK),
    (r"%BEGIN%xox[abeoprs]-[A-Za-z0-9-]{10,}|%BEGIN%xapp-[A-Za-z0-9-]{16,}", MASK),
    (r"%BEGIN%(?:AKIA|ASIA)[A-Z0-9]{16}\b|%BEGIN%AIza[A-Za-z0-9_-]{30,}|%BEGIN%ya29\.[A-Za-z0-9_-]{16,}", MASK),
    (r"%BEGIN%eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}", MASK),
    (r"%BEGIN%[srp]k_(?:live|test)_[A-Za-z0-9]{10,}|%BEGIN%whsec_[A-Za-z0-9+/=]{12,}", MASK),
    (
        r"%BEGIN%npm_[A-Za-z0-9]{30,}|%BEGIN%pypi-[A-Za-z0-9_-]{16,}|%BEGIN%hf_[A-Za-z]{20,}|%BEGIN%dop_v1_[0-9a-f]{32,}|%BEGIN%dapi[0-9a-f]{30,}",
        MASK,
    ),
    (r"(hooks\.slack\.com/services/)[A-Za-z0-9/]{16,}|(api/webhooks/)\d+/[A-Za-z0-9_-]{16,}", r"\1\2" + MASK),
    (r"%BEGIN%\d{8,10}:AA[A-Za-z0-9_-]{30,}|%BEGIN%SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}", MASK),
    (
        r"%BEGIN%gl(?:sa|c)_[A-Za-z0-9_+/=-]{16,}|%BEGIN%hv[sb]\.[A-Za-z0-9_-]{16,}|%BEGIN%AGE-SECRET-KEY-1[A-Z0-9]{20,}",
        MASK,
    ),
    (r"\$(?:[1567y]|2[abxy]|gy|argon2id?)\$[^\s:\"'\\]{20,}", MASK),
    (r"%BEGIN%([Bb]earer )[A-Za-z0-9._~+/=-]{12,}", r"\1" + MASK),
    (
        r"(?i)%BEGIN%(authorization[\"'\\]{0,4}\s{0,2}[:=]\s{0,2}[\"'\\]{0,4}(?:basic|token|digest|apikey) )[A-Za-z0-9+/=._~-]{8,}",
        r"\1" + MASK,
    ),
    (r"(?i)%BEGIN%((?:set-)?cookie[\"'\\]{0,4}:\s{0,2}[\"'\\]{0,4})[^\[\"'\\\r\n][^\"'\\\r\n]{7,}", r"\1" + MASK),
    (r"(://[^\s/:@\"'\\]{0,64}:)[^\s/@\"'\\\[]{3,128}(@)", r"\1" + MASK + r"\2"),
    (
        r"%BEGIN%([A-Z][A-Z0-9_]*?(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|PWD|PSK|CREDENTIALS?)"
        r"(?:_(?!FILE|PATH|URL|NAME|ID\b|TTL|EXP|TYPE)\w+)?=\\{0,3}[\"']?)" + _VALUE + r"[^\s\"'\\;&|<>]{6,}",
        r"\1" + MASK,
    ),
    (
        rf"(?i)({_NAMED}\\{{0,3}}[\"'`]?\s{{0,3}}(?:=|:(?!//))\s{{0,3}}\\{{0,3}}[\"'`]?){_VALUE}"
        r"(?=[^\s\"'\\,;&|<>{}`]*\d)(?=[^\s\"'\\,;&|<>{}`]*[A-Za-z])[^\s\"'\\,;&|<>{}`]{6,}",
        r"\1" + MASK,
    ),
    (
        rf"(?i)({_NAMED}\\{{0,3}}[\"']?\s{{0,3}}[:=]\s{{0,3}}\\{{0,3}}[\"']){_VALUE}[^\s\"'\\]{{6,}}(?=\\{{0,3}}[\"'])",
        r"\1" + MASK,
    ),
    (
        r"(?i)%BEGIN%((?:password|passwd|passphrase|passwort|kennwort|pwd)(?: (?:for|of|to|on|von|f(?:ü|ue|\\+u00fc)r) \S{1,40}(?: \S{1,30})?)?"
        r" (?:is|was|ist|lautet) (?:now |still )?[\"'`]?)"
        + _VALUE
        + r"(?=[^\s\"'`\\]*\d)(?=[^\s\"'`\\]*[A-Za-z!@#$%&*?])"
        r"[^\s\"'`\\,;]{5,}",
        r"\1" + MASK,
    ),
    (r"((?:-u|--user)[ =]\\{0,3}[\"']?[\w.@-]{1,64}:)(?!\d{1,5}\b)[^\s\"'\\\[:][^\s\"'\\]{2,}", r"\1" + MASK),
    (r"(%BEGIN%sshpass -p ?\\{0,3}[\"']?)[^\s\"'\\\[]{3,}", r"\1" + MASK),
    (r"(%BEGIN%(?:mysql|mariadb)[\w-]*\b[^\n|;&]{0,120}? -p)[^\s\"'\\\[]{4,}", r"\1" + MASK),
    (r"(--(?:password|token|secret|api-key|pass)\s+\\{0,3}[\"']?)(?![-\[$<{])[^\s\"'\\]{6,}", r"\1" + MASK),
)


@cache
def of_texts() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The shapes as expressions, each with what is put in its place."""
    return tuple((re.compile(pattern.replace("%BEGIN%", _BEGIN)), put) for pattern, put in _TABLE)


@cache
def of_bytes() -> tuple[tuple[re.Pattern[bytes], bytes], ...]:
    """The same for bytes of UTF-8."""
    return tuple((re.compile(pattern.replace("%BEGIN%", _BEGIN).encode()), put.encode()) for pattern, put in _TABLE)


_SIGNS = (
    "sk-",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xox",
    "xapp-",
    "akia",
    "asia",
    "aiza",
    "eyj",
    "bearer",
    "basic",
    "sk_",
    "rk_",
    "pk_",
    "whsec_",
    "npm_",
    "pypi-",
    "ya29.",
    "hooks.slack",
    "webhooks/",
    ":aa",
    "sg.",
    "glsa_",
    "glc_",
    "hvs.",
    "hvb.",
    "dop_v1_",
    "dapi",
    "hf_",
    "age-secret",
    "$1$",
    "$5$",
    "$6$",
    "$7$",
    "$y$",
    "$2a$",
    "$2b$",
    "$2x$",
    "$2y$",
    "$gy$",
    "$argon2",
    "passw",
    "passphrase",
    "kennwort",
    "pwd",
    "_pass",
    "-pass",
    "--pass",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api-key",
    "access_key",
    "access-key",
    "accesskey",
    "accountkey",
    "account_key",
    "privatekey",
    "private_key",
    "private-key",
    "presharedkey",
    "preshared_key",
    "client-key",
    "credential",
    "cookie",
    "authorization",
    "sshpass",
    "mysql",
    "mariadb",
    "private key-",
)


def _may_hold(text: str) -> bool:
    """Whether it is worth looking closely. Words alone: to compile even one expression would cost the hook 15 ms."""
    small = text.lower()
    if any(sign in small for sign in _SIGNS):
        return True
    return ("://" in small and "@" in small) or (":" in small and ("-u" in small or "--user" in small))


TAKEN_OUT = "What looks like a secret in the text is kept as [redacted]."
"""What the operator is told where a text of theirs is kept without it."""


def without_shapes(text: str) -> str:
    """The text without what looks like a secret."""
    if not _may_hold(text):
        return text
    for shape, put in of_texts():
        text = shape.sub(put, text)
    if "PRIVATE KEY-----" in text:  # over lines; the Redactor follows one over lines of a log
        text = re.sub(
            r"(?s)-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]{0,40}KEY-----|\Z)", MASK, text
        )
    return text
