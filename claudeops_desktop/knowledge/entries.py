"""An entry as it stands in its file: frontmatter between two lines of hyphens, then Markdown (Open Knowledge Format
0.2).

Reading and writing back changes no byte; a change of a key touches the lines of that key alone. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

MARK = "---"
_KEY = re.compile(r"^(?:'([^']+)'|\"([^\"]+)\"|([A-Za-z_][\w.-]*))\s*:")
_SEPARATORS = re.compile("[\x85\u2028\u2029\ufeff]")  # line ends to YAML: written as escapes
_WIKI_LINK = re.compile(r"\[\[([^\[\]|\n]{1,200})(?:\|[^\[\]\n]*)?\]\]")
_LINK = re.compile(
    r"(?<!!)\[(?:[^\[\]\n]|\[[^\[\]\n]{0,300}\]){0,300}\]\(<?([^()<>\s]{1,2000})>?(?:\s{1,9}\"[^\"\n]{0,300}\")?\)"
)
_CODE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_CONFLICT = re.compile(r"^<{7} .*?^={7}$.*?^>{7} ", re.MULTILINE | re.DOTALL)
_LONGEST_FRONT, _DEEPEST = 64 * 1024, 16
_INLINE_CODE = re.compile(r"`[^`\n]*`")
_LINK_TEXT = re.compile(
    r"\[\[(?:[^\[\]|\n]{1,200}\|([^\[\]\n]{1,200})|([^\[\]|\n]{1,200}))\]\]|!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,2000}\)"
)
_EMPHASIS = re.compile(r"[*_`]{1,3}(\S(?:.*?\S)?)[*_`]{1,3}")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")


@dataclass(frozen=True, slots=True)
class EntryText:
    """A file taken apart. ``meta`` is its frontmatter, ``body`` what follows; ``fault`` says why the frontmatter cannot
    be read, "" where it can, and ``fault_line`` where, counted from 1. ``has_meta`` whether there is any."""

    text: str
    meta: Mapping[str, Any] = field(default_factory=dict)
    body: str = ""
    fault: str = ""
    fault_line: int = 1
    has_meta: bool = False

    @property
    def title(self) -> str:
        """Its title, else its first heading, else its first line."""
        named = self.meta.get("title") or self.meta.get("name")
        if isinstance(named, str) and named.strip():
            return named.strip()
        lines = [line.strip() for line in self.body.splitlines() if line.strip()]
        heading = next((line.lstrip("#").strip() for line in lines if line.startswith("#")), "")
        return heading or (lines[0][:100] if lines else "")

    @property
    def description(self) -> str:
        """One sentence on it; "" where it has none."""
        said = self.meta.get("description")
        return said.strip() if isinstance(said, str) else ""


@lru_cache(maxsize=8)  # a file is looked at from several sides one after the other
def read_entry(text: str) -> EntryText:
    """Take a file apart. Never raises: what cannot be read is said."""
    import yaml

    lines = _lines_of(text.lstrip("\ufeff"))
    if not lines or lines[0].rstrip() != MARK:
        return EntryText(text, body=text)
    end = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() == MARK), None)
    if end is None:
        return EntryText(text, body=text, fault="The frontmatter has no end: a line of three hyphens.", has_meta=True)
    body = "".join(lines[end + 1 :])
    front = "".join(lines[1:end])
    if fault := _front_fault(front):
        return EntryText(text, body=body, fault=fault, has_meta=True)
    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast
        found = yaml.load(front, loader)  # noqa: S506
    except (yaml.YAMLError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        why = getattr(error, "problem", None) or "it is not YAML"
        return EntryText(text, body=body, fault=f"The frontmatter cannot be read: {why}.",
                         fault_line=mark.line + 2 if mark else 1, has_meta=True)  # fmt: skip
    if found is None:
        found = {}
    if not isinstance(found, dict):
        return EntryText(text, body=body, fault="The frontmatter is no list of keys and values.", has_meta=True)
    return EntryText(text, {str(key): value for key, value in found.items()}, body, has_meta=True)


def _front_fault(front: str) -> str:
    """Why a frontmatter is not even parsed: what is small on the disk must not become large in memory."""
    import yaml

    if len(front) > _LONGEST_FRONT:
        return "The frontmatter is longer than 64 KB."
    if max(front.count("["), front.count("{"), _deepest_indent(front)) >= _DEEPEST and _depth_of(front) > _DEEPEST:
        return "The frontmatter is nested too deeply."
    if "*" not in front:
        return ""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(front, loader)):
            return "The frontmatter refers to parts of itself (a YAML alias)."
    except (yaml.YAMLError, RecursionError, ValueError):
        pass  # said where it is parsed
    return ""


def _deepest_indent(front: str) -> int:
    return max((len(line) - len(line.lstrip(" -?")) for line in front.splitlines()), default=0)


def _depth_of(front: str) -> int:
    """How deep lists and maps stand in one another; as far as it can be parsed, and not much further than allowed."""
    import yaml

    depth = deepest = 0
    try:
        for event in yaml.parse(front, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            deepest = max(deepest, depth)
            if deepest > _DEEPEST:
                break
    except (yaml.YAMLError, RecursionError, ValueError):
        pass
    return deepest


def conflict_line(text: str) -> int:
    """Where git has left the two sides of a merge in a text, counted from 1; 0 where it has not. Code is
    passed over."""
    if "<<<<<<< " not in text:
        return 0
    plain = _CODE.sub(lambda found: "\n" * found[0].count("\n"), text)
    found = _CONFLICT.search(plain)
    return plain.count("\n", 0, found.start()) + 1 if found else 0


def write_entry(meta: Mapping[str, Any], body: str) -> str:
    """A new file of these keys, in this order, and this text."""
    return f"{MARK}\n{''.join(_key_lines(key, value) for key, value in meta.items())}{MARK}\n\n{body.strip()}\n"


def change_keys(text: str, changes: Mapping[str, Any]) -> str:
    """A file with these keys changed, added at the end of the frontmatter, or taken out where the value is None. All
    other lines stay as they are. The frontmatter must be readable."""
    lines = _lines_of(text)
    if not lines or lines[0].rstrip() != MARK:
        kept = {key: value for key, value in changes.items() if value is not None}
        return write_entry(kept, text)
    end = next(at for at, line in enumerate(lines[1:], 1) if line.rstrip() == MARK)
    head, left = list[str](), dict(changes)
    at = 1
    while at < end:
        found = _KEY.match(lines[at])
        key = next(filter(None, found.groups()), "") if found else ""
        after = at + 1
        while after < end and not _KEY.match(lines[after]):
            after += 1
        if key in left:
            value = left.pop(key)
            head += [] if value is None else [_key_lines(key, value)]
        else:
            head += lines[at:after]
        at = after
    head += [_key_lines(key, value) for key, value in left.items() if value is not None]
    return "".join([lines[0], *head, *lines[end:]])


def links_of(body: str) -> list[str]:
    """Where the links of a text lead, in order: paths and addresses as written, ``[[x]]`` as ``x``. Code is passed
    over."""
    plain = _INLINE_CODE.sub("", _CODE.sub("", body))
    found = [(match.start(), match[1].strip()) for match in (*_LINK.finditer(plain), *_WIKI_LINK.finditer(plain))]
    return [target for _, target in sorted(found)]


def instant(value: object) -> datetime | None:
    """A time of the frontmatter, aware; None for what is none, or says no offset. A bare date is midnight in UTC."""
    if isinstance(value, datetime):
        return value if value.tzinfo else None
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    if isinstance(value, str):
        try:
            found = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
        return found if found.tzinfo else None
    return None


def verifications(meta: Mapping[str, Any]) -> list[tuple[str, datetime]]:
    """Who verified an entry, and when; a bare mapping counts as a list of one."""
    given = meta.get("verified")
    rows: Sequence[Any] = [given] if isinstance(given, dict) else given if isinstance(given, list) else []
    found = [(str(row.get("by", "")), instant(row.get("at"))) for row in rows if isinstance(row, dict)]
    return [(by, at) for by, at in found if by and at is not None]


def trust_of(meta: Mapping[str, Any], changed_at: datetime | None = None) -> str:
    """Unverified, machine-confirmed or human-reviewed, as what a person wrote is; a verification that is older than the
    content counts for nothing."""
    made = meta.get("generated")
    if isinstance(made, dict) and str(made.get("by", "")).startswith("human:"):
        return "human-reviewed"
    since = changed_at or (instant(made.get("at")) if isinstance(made, dict) else None)
    counting = [by for by, at in verifications(meta) if since is None or at >= since]
    if any(by.startswith("human:") for by in counting):
        return "human-reviewed"
    return "machine-confirmed" if counting else "unverified"


def written_at(meta: Mapping[str, Any]) -> str:
    """When an entry says that it was written, in ISO 8601; "" where it does not."""
    made = meta.get("generated")
    at = instant(made.get("at")) if isinstance(made, dict) else None
    return at.isoformat() if at is not None else ""


def is_stale(meta: Mapping[str, Any], now: datetime) -> bool:
    """Tell whether its time is over: at ``stale_after`` or later."""
    until = instant(meta.get("stale_after"))
    return until is not None and now >= until


def _lines_of(text: str) -> list[str]:
    """Its lines with their ends. Other characters than a line feed that may end a line stand in values as well."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _key_lines(key: str, value: Any) -> str:
    """A key as YAML: lists and maps of plain values on one line, as people write them."""
    import yaml

    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    readable = not _SEPARATORS.search("".join(map(str, (key, value, *inner))))
    flat = isinstance(value, (dict, list)) and value and not any(isinstance(one, (dict, list)) for one in inner)
    if flat:
        shown = yaml.safe_dump(value, sort_keys=False, allow_unicode=readable, width=10_000, default_flow_style=True)
        return f"{key}: {shown}"
    return str(
        yaml.safe_dump({key: value}, sort_keys=False, allow_unicode=readable, width=10_000, default_flow_style=False)
    )


def first_sentence(text: str) -> str:
    """A line for the index: the first sentence of the first paragraph, at most 160 characters, without markup."""
    first = _LINK_TEXT.sub(lambda found: found[1] or found[2] or found[3] or "", text.split("\n\n", maxsplit=1)[0])
    first = " ".join(_EMPHASIS.sub(r"\1", first).split()).lstrip("#- ")
    end = _SENTENCE_END.search(first, 20)
    return first[: min(end.end() if end else len(first), 160)].strip()
