"""Whether what a program prints about containers, units and workloads holds their environment, which may hold secrets.

``docker inspect web`` shows every variable of a container; ``docker inspect -f '{{.State.Status}}' web`` and
``docker inspect web | jq '.[0].State'`` do not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .lazy_regex import LazyRegex
from .shell_types import UNSEEN, SimpleCommand

_WHOLE = (
    "config|spec|template|podtemplate|taskspec|tasktemplate|containerspec|processspec|containers|initcontainers|"
    "container|data|stringdata|binarydata|annotations|values|variables|environment|job|group|task|properties|pod|"
    "items|metadata"
)
_NAMED = LazyRegex(
    r"env|secret|pass|token|credential|apikey|api_key|\bdata\b|stringdata|last-applied|keys?\b|auth",
    re.I,
)
_BARE_DOT = LazyRegex(r"(?<![\w)\]\"'}/.])\.(?![\w.\[\"])|\$(?!\w)|\$\w+")
_FIELD_END = LazyRegex(rf"\.(?:{_WHOLE})(?:\[[^\]]*\])*(?![\w.\[-])", re.I)
_JQ_WORDS = LazyRegex(r"(?<![.\w$@])[A-Za-z_]\w*(?!\w)(?!\s*:)")
_JQ_CHOOSES = frozenset(
    "select map length keys type has not and or null true false tonumber join sort unique any all empty if then elif "
    "else end startswith endswith contains test inside floor round fromdate todate now ascii_downcase ascii_upcase "
    "ltrimstr rtrimstr first last min max reverse in index".split()
)
"""Words of jq that choose and shape what a path names; any other may hand on what no path names."""
_JQ_SETS = LazyRegex(r"\.\.|(?<![=!<>])=(?!=)|\$ENV|@\w+|\$__loc__")
_STRINGS = LazyRegex(r'"(?:[^"\\]|\\.)*"')
_CLOSING = "]})"
_GREP_OPTIONS = LazyRegex(r"-[iEFwonqhHc]+\Z|--(?:count|ignore-case|quiet|color=never|only-matching)\Z")
_PLAIN_PATTERN = LazyRegex(r"[\w :\"'|^$-]{3,}\Z")
_SHOWS = frozenset(
    "docker podman nerdctl kubectl oc helm terraform tofu terragrunt env printenv systemctl crictl ctr pm2 nomad "
    "docker-compose podman-compose".split()
)


def template_shows_environment(template: str) -> bool:
    """Tell whether a Go template, as ``docker inspect --format`` takes it, prints variables or all that there is."""
    if not template or UNSEEN in template:
        return True
    if "{{" not in template or _NAMED.search(template) or _FIELD_END.search(template):
        return True
    inner = " ".join(re.findall(r"\{\{(.*?)\}\}", template, re.S))
    opened = re.findall(r"\{\{-?\s*(?:range|with)\s+(.*?)\s*-?\}\}", template, re.S)
    if any(_BARE_DOT.search(each.partition(":=")[2] or each) for each in opened):
        return True
    return bool(_BARE_DOT.search(inner)) and not opened


def path_shows_environment(template: str) -> bool:
    """Tell whether a JSONPath or a list of columns, as ``kubectl get -o`` takes them, prints variables or whole
    objects."""
    if not template or UNSEEN in template or ".." in template or _NAMED.search(template):
        return True
    template = re.sub(r"\{\s*(?:range|end)\b[^}]*\}|\{\s*[\"'][^}]*\}", "", template)
    return bool(_FIELD_END.search(f"{template} ")) or bool(re.search(r"[{:]\s*(?:[@$]|\.)?\s*(?:[},]|\Z)", template))


def filters_out_variables(command: SimpleCommand, consumers: Sequence[SimpleCommand]) -> bool:
    """Tell whether the programs that a listing is piped into let through only what holds no variables.

    The first of them decides. All must be seen: what runs in a substitution of a later one is listed before it.
    """
    if any(redirect.target.text not in ("/dev/null", "1") for redirect in command.redirects):
        return False
    for each in consumers:
        places = [*each.words, *(redirect.target for redirect in each.redirects)]
        if not each.words or any(not word.seen or UNSEEN in word.text for word in places):
            return False
    first = consumers[0]
    if any(redirect.target.text not in ("/dev/null", "1") for redirect in first.redirects):
        return False
    return _lets_little_through([word.text for word in first.words], last=len(consumers) == 1)


def _lets_little_through(words: list[str], *, last: bool) -> bool:
    """``last``: nothing follows that could take what this one leaves unread."""
    name, rest = words[0].rpartition("/")[2], words[1:]
    if name == "wc":
        return not any(not word.startswith("-") or word.startswith("--files") for word in rest)
    if name in ("grep", "egrep", "fgrep"):
        options = [word for word in rest if word.startswith("-")]
        patterns = [word for word in rest if not word.startswith("-")]
        if any(re.fullmatch(r"-\w*q\w*|--quiet", option) for option in options) and not last:
            return False
        if any(re.fullmatch(r"-\w*[cq]\w*|--count|--quiet", option) for option in options) and len(patterns) == 1:
            return all(_GREP_OPTIONS.match(option) for option in options)
        return len(patterns) == 1 and all(_GREP_OPTIONS.match(o) for o in options) and _harmless_pattern(patterns[0])
    if name in ("jq", "gojq", "jaq"):
        options = [word for word in rest if word.startswith("-")]
        programs = [word for word in rest if not word.startswith("-")]
        plain = all(re.fullmatch(r"-[rcjeMCS]+|--raw-output|--compact-output|--exit-status", each) for each in options)
        return plain and len(programs) == 1 and not _jq_shows_environment(programs[0])
    return False


def can_be_narrowed(program: str) -> bool:
    """Tell whether what a part of this program discloses is what it prints, and nothing that it sends."""
    return program.partition(" ")[0] in _SHOWS


def _harmless_pattern(pattern: str) -> bool:
    each = [part.strip("^$\"' \\") for part in pattern.replace("\\|", "|").split("|")]
    return bool(_PLAIN_PATTERN.match(pattern.replace("\\", ""))) and all(
        len(part) >= 3 and not _NAMED.search(part) for part in each
    )


def _jq_shows_environment(program: str) -> bool:
    """A pipeline of jq shows what its last step does; a choice before it (``select``) shows nothing by itself."""
    bare = _STRINGS.sub(_interpolated, program)
    if "\\(" in bare:
        return True
    without_choices = _without_selects(bare)
    if _JQ_SETS.search(without_choices) or not _JQ_CHOOSES.issuperset(_JQ_WORDS.findall(without_choices)):
        return True
    if _NAMED.search(without_choices):
        return True
    last = without_choices.rpartition("|")[2].strip().strip(_CLOSING).strip()
    last = re.sub(r"\A[\[{(]+", "", last).strip()
    if not re.search(r"\.\w", last):
        return last not in ("length", "keys", "type")
    return bool(_FIELD_END.search(f"{last} ")) or bool(
        re.search(r"(?:\A|[\s,:+({\[])\.(?:\[[^\]]*\])*(?:\Z|[\s,)}\]])", last)
    )


def _interpolated(found: re.Match[str]) -> str:
    """What a string of jq puts in, ``"\\(.name) is \\(.phase)"``, as a list of its own."""
    inner = re.findall(r"\\\(([^()\\]*)\)", found[0])
    return (
        f"({','.join(inner)})" if inner and len(inner) == found[0].count("\\(") else ('""' if not inner else found[0])
    )


def _without_selects(program: str) -> str:
    """The program without ``select(…)``: what is chosen by is not shown."""
    while (at := program.find("select(")) >= 0:
        depth, end = 0, at + 6
        while end < len(program):
            depth += {"(": 1, ")": -1}.get(program[end], 0)
            end += 1
            if depth == 0:
                break
        program = f"{program[:at]}true{program[end:]}"
    return program.replace("| true", "").replace("|true", "")
