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
SUSPECT = (  # for an engine without looking ahead: whether a text needs to be looked at
    r"sk-[A-Za-z]{2,4}[A-Za-z0-9_-]|sk-[A-Za-z0-9]{32}|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|AKIA|ASIA|AIza|"
    r"eyJ[A-Za-z0-9_-]{10}|[Bb]earer |[Bb]asic |PRIVATE KEY-----|://[^\s/:@\x22'\\]{0,64}:[^\s/@\x22'\\]{3,128}@|"
    r"[srp]k_(?:live|test)_|whsec_|npm_[A-Za-z0-9]{30}|pypi-[A-Za-z0-9_-]{16}|ya29\.|hooks\.slack\.com/services/|"
    r"api/webhooks/\d|\d{8,10}:AA[A-Za-z0-9_-]{30}|SG\.[A-Za-z0-9_-]{16}|gls?[ac]_[A-Za-z0-9]|hv[sb]\.[A-Za-z0-9]|dop_v1_|"
    r"dapi[0-9a-f]{30}|hf_[A-Za-z]{20}|AGE-SECRET-KEY-1|\$(?:[1567y]|2[abxy]|gy|argon2id?)\$[^\s:]{10}|"
    r"(?i:" + _NAMED.replace(r"\b", "") + r")[\\\x22'`]{0,4}\s{0,3}[:=]\s{0,3}[\\\x22'`]{0,4}[^\s\\\x22'`]{5}|"
    r"(?i:passw(?:or)?d|passwd|passphrase|passwort|kennwort|pwd)\b[^\n]{0,80}\b(?i:is|was|ist|lautet) |"
    r"(?:-u|--user)[ =][\\\x22']{0,2}[\w.@-]{1,64}:[^\s:]{3}|sshpass -p|(?:mysql|mariadb)[^\n]{0,120} -p[^\s]{4}|"
    r"--(?:password|token|secret|api-key|pass) |(?i:authorization|cookie)[\x22'\\]{0,4}\s{0,2}[:=]"
)
_VALUE = r"(?![\[$<{*%(/~.\\]|(?:true|false|null|none|yes|no|required|optional)\b)"
_TABLE: tuple[tuple[str, str], ...] = (
    (r"\bsk-(?:ant|proj|or|live|test)[A-Za-z0-9_-]{8,}|\bsk-[A-Za-z0-9]{32,}", MASK),
    (r"\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}", MASK),
    (r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{16,}", MASK),
    (r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}|\bya29\.[A-Za-z0-9_-]{16,}", MASK),
    (r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}", MASK),
    (r"\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9+/=]{12,}", MASK),
    (
        r"\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{16,}|\bhf_[A-Za-z]{20,}|\bdop_v1_[0-9a-f]{32,}|\bdapi[0-9a-f]{30,}",
        MASK,
    ),
    (r"(hooks\.slack\.com/services/)[A-Za-z0-9/]{16,}|(api/webhooks/)\d+/[A-Za-z0-9_-]{16,}", r"\1\2" + MASK),
    (r"\b\d{8,10}:AA[A-Za-z0-9_-]{30,}|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}", MASK),
    (r"\bgl(?:sa|c)_[A-Za-z0-9_+/=-]{16,}|\bhv[sb]\.[A-Za-z0-9_-]{16,}|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}", MASK),
    (r"\$(?:[1567y]|2[abxy]|gy|argon2id?)\$[^\s:\"'\\]{20,}", MASK),
    (r"\b([Bb]earer )[A-Za-z0-9._~+/=-]{12,}", r"\1" + MASK),
    (
        r"(?i)\b(authorization[\"'\\]{0,4}\s{0,2}[:=]\s{0,2}[\"'\\]{0,4}(?:basic|token|digest|apikey) )[A-Za-z0-9+/=._~-]{8,}",
        r"\1" + MASK,
    ),
    (r"(?i)\b((?:set-)?cookie[\"'\\]{0,4}:\s{0,2}[\"'\\]{0,4})[^\[\"'\\\r\n][^\"'\\\r\n]{7,}", r"\1" + MASK),
    (r"(://[^\s/:@\"'\\]{0,64}:)[^\s/@\"'\\\[]{3,128}(@)", r"\1" + MASK + r"\2"),
    (
        r"\b([A-Z][A-Z0-9_]*?(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|PWD|PSK|CREDENTIALS?)"
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
        r"(?i)\b((?:password|passwd|passphrase|passwort|kennwort|pwd)(?: (?:for|of|to|on|von|für) \S{1,40}(?: \S{1,30})?)?"
        r" (?:is|was|ist|lautet) (?:now |still )?[\"'`]?)"
        + _VALUE
        + r"(?=[^\s\"'`\\]*\d)(?=[^\s\"'`\\]*[A-Za-z!@#$%&*?])"
        r"[^\s\"'`\\,;]{5,}",
        r"\1" + MASK,
    ),
    (r"((?:-u|--user)[ =]\\{0,3}[\"']?[\w.@-]{1,64}:)[^\s\"'\\\[:][^\s\"'\\]{2,}", r"\1" + MASK),
    (r"(\bsshpass -p ?\\{0,3}[\"']?)[^\s\"'\\\[]{3,}", r"\1" + MASK),
    (r"(\b(?:mysql|mariadb)[\w-]*\b[^\n|;&]{0,120}? -p)[^\s\"'\\\[]{4,}", r"\1" + MASK),
    (r"(--(?:password|token|secret|api-key|pass)\s+\\{0,3}[\"']?)(?![-\[$<{])[^\s\"'\\]{6,}", r"\1" + MASK),
)


@cache
def of_texts() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The shapes as expressions, each with what is put in its place."""
    return tuple((re.compile(pattern), put) for pattern, put in _TABLE)


@cache
def of_bytes() -> tuple[tuple[re.Pattern[bytes], bytes], ...]:
    """The same for bytes of UTF-8."""
    return tuple((re.compile(pattern.encode()), put.encode()) for pattern, put in _TABLE)


@cache
def _suspect() -> re.Pattern[str]:
    return re.compile(SUSPECT)


def without_shapes(text: str) -> str:
    """The text without what looks like a secret."""
    if _suspect().search(text) is None:
        return text
    for shape, put in of_texts():
        text = shape.sub(put, text)
    return text
