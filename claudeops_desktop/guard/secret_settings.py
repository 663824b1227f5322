"""Settings that hold secrets, as a search names them: ``password``, ``api[_-]?key``, ``requirepass`` (S14). Pure."""

from __future__ import annotations

import re

from .lazy_regex import LazyRegex

_ASKS_FOR_SECRETS = LazyRegex(
    r"(?i)passw|secret|api[-_ .]?key|private[-_ .]?key|credential|"
    r"begin.*(?:key|rsa|openssh|private)|\bprivate\b|token|AKIA|bearer|\bpass\b|\bpwd\b|_key\b|"
    r"requirepass|masterauth|auth[-_]?pass\b"
)
_ASKS_FOR_NONE = LazyRegex(
    r"(?i)ssl_certificate_key|server_?tokens|password_?authentication|permitemptypasswords|\b\w+[-_]file\b|"
    r"(?:failed|accepted|invalid|incorrect|wrong|bad|expired|unexpected|missing|no|csrf|refresh|rejected)[ .\\s*+?]*"
    r"(?:password|token|secret)s?|(?:password|token|secret)s?[ .\\s*+?]*(?:authentication|check|changed|expired|expiry|"
    r"failed|failure|mismatch|invalid|rejected|refresh\w*|not found|limit)"
)
"""Settings that sound like secrets and whose values are switches or paths, and sentences of logs that tell of one."""
_LOOKS_FOR = LazyRegex(
    r"(?i)passw|secret|api[-_ .]?key|private[-_ .]?key|credential|begin.*(?:key|rsa|openssh|private)|\btokens?\b|"
    r"_token|AKIA|bearer|authorization:"
)


def asks_for_secrets(pattern: str) -> bool:
    """Tell whether a pattern finds passwords and keys, also where it is written as ``api[_-]?key`` or ``pass.*=``."""
    pattern = _ASKS_FOR_NONE.sub("", pattern)
    bare = re.sub(r"\[[^\]]*\]|[\\?.*+()]", "", pattern)
    spaced = re.sub(r"\[[^\]]*\]", "_", pattern)
    return any(_ASKS_FOR_SECRETS.search(each) for each in (pattern, bare, spaced))


def looks_for_secrets(pattern: str) -> bool:
    """Tell whether a pattern finds passwords and tokens in a log, or in what another program prints."""
    bare = re.sub(r"\[[^\]]*\]|[\\?.*+()]", "", _ASKS_FOR_NONE.sub("", pattern))
    return any(_LOOKS_FOR.search(each) for each in (_ASKS_FOR_NONE.sub("", pattern), bare))


_SHOWN_LINES = LazyRegex(r"(?:\A|[\s;{}|&])/((?:[^/\\]|\\.)+)/I?\s*(?:[,;{}|&p]|\Z)")
"""The lines that a script of sed or awk picks by a pattern: ``/password/p``, not ``/password/d``."""


def picks_secret_lines(script: str) -> bool:
    """Tell whether a script of sed or awk shows the lines with passwords and keys."""
    return any(asks_for_secrets(text) for text in _SHOWN_LINES.findall(script))
