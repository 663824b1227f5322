"""Replaces what varies between two messages of one kind by placeholders, so that the rest is a key (L7). Pure.

The order of the masks matters: a URL holds paths, a path holds numbers. What tells kinds apart although it has digits
stays: status and exit codes, units, devices, protocols, versions of an API.
"""

from __future__ import annotations

import hashlib
import re

LONGEST = 2_000  # characters of a message that are looked at

_I = re.IGNORECASE
_DAY = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = rf"(?:\d{{1,2}}\s+{_MONTH}|{_MONTH}\s+\d{{1,2}})\b"
_ZONE = r"(?:\s?(?:am|pm|z|utc|gmt|[a-z]{3,4}(?=\s+\d{4}\b)|[+-]\d{2}:?\d{2}))?"
_CLOCK = rf"\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[.,]\d+)?{_ZONE}"
_ENDINGS = (  # of host names: without them a dotted name is as likely a module, a file or a class
    "com|net|org|edu|gov|mil|int|info|biz|io|dev|app|cloud|local|localdomain|lan|home|internal|intern|corp|test|example|"
    "arpa|invalid|onion|eu|de|at|ch|uk|us|ca|fr|es|it|nl|be|dk|se|no|fi|pl|cz|ru|ua|cn|tw|hk|jp|kr|in|au|nz|br|mx|ar|cl|"
    "za|tr"
)
_WHO = (  # keys whose values say which one, not what happened
    "user|username|logname|ruser|euser|account|login|uid|euid|gid|auid|pid|ppid|tid|rhost|host|hostname|addr|laddr|raddr|"
    "ip|src|dst|client|peer|server|session|ses|id|name|path|file|exe|comm|dev|ino|mac|port|sport|dport|spt|dpt|key|token|"
    "node|pod|container|namespace|instance"
)
_BEFORE_HOST = r"(?:^|(?<=\b(?:to|at) )|(?<=\b(?:from|host) )|(?<=\bproxy ))"
_NO_NAME = r"(?!unknown|is\b|was\b|not\b|has\b|does\b|name\b|id\b|with\b|by\b)"
_MASKS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s\"'<>]+", _I), "<url>"),
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", _I), "<uuid>"),
    (re.compile(rf"\b\d{{4}}[-/]\d{{2}}[-/]\d{{2}}(?:[t ]{_CLOCK})?", _I), "<time>"),
    (re.compile(rf"\b(?:{_DAY},?\s+)?{_DATE}(?:,?\s+\d{{4}}\b)?(?:\s+{_CLOCK})?(?:\s+\d{{4}}\b)?", _I), "<time>"),
    (re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "<mail>"),
    (re.compile(r"(?<![\w.])/?\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?(?![\w.]*\w)"), "<host>"),
    (re.compile(r"(?<![0-9a-f:])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b", _I), "<mac>"),
    (re.compile(r"(?<![0-9a-z:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}(?![0-9a-z:])", _I), "<host>"),
    (re.compile(rf"(?<![\w./\\-])(?:[\w-]+\.)+(?:{_ENDINGS})\.?(?::\d{{1,5}})?(?![\w./\\-]*\w)", _I), "<host>"),
    (re.compile(r"(?<![\w./\\-])(?:localhost|[a-z]\w*(?:[.-]\w+)+):\d{2,5}(?![\w:.]*\w)", _I), "<host>"),
    (re.compile(rf"{_BEFORE_HOST}[a-z][\w-]*:\d{{2,5}}(?![\w:.]*\w)", _I), "<host>"),
    (re.compile(rf"(?<![\w:.]){_CLOCK}(?![\w:])", _I), "<time>"),
    (re.compile(r"(?<![\w<>.])(?:[A-Za-z]:)?(?:[\\/][\w.$@%+~-]+)+[\\/]?"), "<path>"),
    (re.compile(r"\b0x[0-9a-f]+\b", _I), "<hex>"),
    (re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b", _I), "<hex>"),
    (re.compile(rf"\b({_WHO})=(?:<\w+>|(?!<|root\b)[^\s,;()\[\]]+)", _I), r"\1=<v>"),  # root is a name with a meaning
    (re.compile(rf"\b(user|username|account) {_NO_NAME}['\"]?[\w.$-]+['\"]?", _I), r"\1 <user>"),
    (re.compile(r"\bfor (?!user|invalid|the\b|a\b)[\w.$-]+ from <host>"), "for <user> from <host>"),
    (re.compile(r"<host> \((?:<host>)?\)"), "<host>"),  # an address with the name that it resolves to
)
_CODE = (
    r"https?(?:/\d(?:\.\d)?)?|status(?:[ _-]?code)?|code|errno|errcode|error|exit(?:ed)?(?: with)?|rc|signal|"
    r"sig|answers|answered|instead of"
)
_UNIT = r"ns|us|µs|ms|s|secs?|mins?|h|hrs?|d|%|[kmgtp]i?b|[kmgtp]|bytes?|b|[kmg]?hz|rpm|°?c"
_NAME = (  # words with digits that mean something
    r"ipv[46]|utf-?(?:8|16)|sha-?(?:1|224|256|384|512)|md5|base64|x86_64|amd64|arm64|i[3-6]86|ext[234]|s3|h2c?|http2|k8s|"
    r"l[234]|oauth2|x509|pkcs\d+|tls1(?:\.[0-3])?|sslv[23]|v\d{1,2}|(?:sd|hd|vd|xvd)[a-z]\d{0,2}|"
    r"nvme\d+(?:n\d+(?:p\d+)?)?|(?:eth|wlan|wg|tun|tap|br|bond|lo|tty|ttyS|md|dm-|cpu|loop)\d{1,3}|e(?:np|no|ns)\d+s?\d*"
)
_WITH_DIGITS = re.compile(
    rf"(?P<code>\b(?:{_CODE})\b[\s:=#(\[]{{0,3}}-?\d{{1,3}}\b(?![.\d]))"
    rf"|(?P<name>(?<![\w-])(?:{_NAME})(?![\w-]))"
    rf"|(?P<amount>(?<![\w.])[<~≈]?[+-]?\d+(?:[.,]\d+)*(?P<gap> ?)(?P<unit>{_UNIT})(?![\w/]))"
    r"|[\w.-]*\d[\w.-]*",
    _I,
)
_TWICE = re.compile(r"(<n> ?\w+) \(<n> ?\w+\)")  # 1234 bytes (1.2 KB)
_RUN = re.compile(r"<\*>(?:[ ,:;|/-]{1,2}<\*>)+")  # a list is as long as it happens to be
_BLANKS = re.compile(r"\s+")


def mask_message(text: str) -> str:
    """The message in one line with what varies replaced: ``<url>``, ``<host>``, ``<time>``, ``<path>``, ``<n>`` before
    a unit, ``<user>``, ``<*>`` for any other word with a digit. Characters after the first 2,000 do not count.
    """
    masked = _BLANKS.sub(" ", text[:LONGEST]).strip()
    for pattern, placeholder in _MASKS:
        masked = pattern.sub(placeholder, masked)
    masked = _WITH_DIGITS.sub(_placeholder, masked)
    return _BLANKS.sub(" ", _RUN.sub("<*>", _TWICE.sub(r"\1", masked)))


def message_key(text: str) -> str:
    """16 hexadecimal digits, the same for every message of one kind."""
    return hashlib.sha256(mask_message(text).casefold().encode()).hexdigest()[:16]


def _placeholder(found: re.Match[str]) -> str:
    if found["code"] or found["name"]:
        return found[0]
    return f"<n>{found['gap']}{found['unit']}" if found["amount"] else "<*>"
