"""One file of a repository: what it is, and what is wrong with it. Each problem names the line and the fix."""

from __future__ import annotations

import difflib
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Tell = Callable[[int, str, str], None]  # line, sentence, fix

NOTES = "CLAUDE-OPS.md"
KINDS = ("checks", "playbooks", "skills")
ONE = {"notes": NOTES, "checks": "The check", "playbooks": "The playbook", "skills": "The skill"}
LARGEST = 256 * 1024
LONG = 32_000
LONGEST_DESCRIPTION = 200
KEYS = ("title", "name", "description", "services", "service", "tier", "tags", "command", "expect", "steps", "version",
        "license", "allowed-tools", "when")  # fmt: skip
_HEADING = re.compile(r"#{1,6}\s+(.+?)\s*#*$")
_COMMENT = re.compile(r"<!--.*?-->")
_UNDERLINE = re.compile(r"=+\s*$")
_STEP = re.compile(r"\s*(?:\d+[.)]|[-*+])\s+\S")
_COMMAND = re.compile(r"^\s*(?:```|~~~|\$ |    \S)|`[^`]+`")
_EXPECT = re.compile(r"\b(?:expect|should|must|healthy|unhealthy|success|succeed|fail|degraded|down|ok|return|returns|"
                     r"answers?|exit(?:s| code)?|status|threshold|alert|normal)\b", re.IGNORECASE)  # fmt: skip
_NO_PROSE = ("#", "```", "~~~", "|", ">", "---", "===", "[![", "![")
_TEXT = (".md", ".markdown", ".txt")
_SCRIPTS = (".sh", ".bash", ".py", ".rb", ".pl")


@dataclass(frozen=True, slots=True)
class RepositoryProblem:
    """Something wrong: the file, its line (0: the whole file), one sentence, and what to do."""

    path: Path
    line: int
    sentence: str
    fix: str

    @property
    def full_text(self) -> str:
        """Place, sentence and fix in one line."""
        place = f"{self.path}, line {self.line}" if self.line else str(self.path)
        return f"{place}: {self.sentence} {self.fix}"


@dataclass(frozen=True, slots=True)
class RepositoryDocument:
    """One file that can be read. ``body`` is its text without the frontmatter; ``kind`` is notes or one of KINDS."""

    path: Path
    kind: str
    title: str = ""
    description: str = ""
    services: tuple[str, ...] = ()
    body: str = ""

    @property
    def is_in_prompt(self) -> bool:
        """Tell whether an agent is told of it. An empty file, a pipe and a link out of the folder are left out."""
        return bool(self.title or self.description or self.body)


def check_document(
    path: Path, kind: str, root: Path, known: frozenset[str]
) -> tuple[RepositoryDocument, list[RepositoryProblem]]:
    """Read a file and find what is wrong. A file that cannot be read is a document without a body."""
    problems: list[RepositoryProblem] = []
    bare = RepositoryDocument(path, kind)

    def wrong(line: int, sentence: str, fix: str) -> None:
        problems.append(RepositoryProblem(path, line, sentence, fix))

    text = _read(path, root, wrong)
    if text is None:
        return bare, problems
    if not text.strip():
        wrong(0, f"{ONE[kind]} is empty.", "Write it, or remove the file.")
        return bare, problems
    _rights(path, text, wrong)
    if path.suffix.lower() in _SCRIPTS or text.startswith("#!"):
        return RepositoryDocument(path, kind, path.stem, _comment(text), (), text), problems
    if path.suffix.lower() not in _TEXT:
        wrong(
            0,
            f"{path.name} is neither Markdown nor a script.",
            "Name it .md, or give it a first line such as #!/bin/sh.",
        )
    table, body, first = _frontmatter(_without_comments(text), wrong)
    _keys(table, wrong)
    title, title_line = _title(table, body)
    if not title:
        wrong(first, f"{ONE[kind]} has no title.", "Begin it with a line such as # Restart of the proxy.")
    if len(body) > LONG:
        wrong(0, f"It is {len(body):,} characters long.", "The agent reads it whole: keep it shorter, or split it.")
    services = _services(table, known, wrong)
    rest = "\n".join(line for n, line in enumerate(body.splitlines()) if n != title_line).strip()
    if title and not rest and not (kind == "checks" and "command" in table):
        wrong(0, f"{ONE[kind]} has a title and nothing else.", "Say what it is about.")
    elif kind == "checks":
        _check(table, body, first, wrong)
    elif kind == "playbooks" and "steps" not in table and not any(map(_STEP.match, body.splitlines())):
        wrong(first, "The playbook has no steps.", "Write them as a list: 1. Look at the log. 2. …")
    elif kind == "skills" and "description" not in table and not _paragraph(rest):
        wrong(first, "The skill does not say when to use it.", "Begin it with description: … between two lines of ---.")
    description = _text(table.get("description")) or _paragraph(rest)
    return RepositoryDocument(path, kind, title, _short(description), services, body), problems


def _read(path: Path, root: Path, wrong: Tell) -> str | None:
    try:
        if not path.resolve().is_relative_to(root):
            wrong(0, "It leads out of the folder, and is not read.", "Put a copy here instead of the link.")
            return None
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            wrong(0, "It is no file that can be read.", "Remove it.")
            return None
        if about.st_size > LARGEST:
            wrong(0, f"It is larger than {LARGEST // 1024} kB, and is not read.", "Split it.")
            return None
        raw = path.read_bytes()
    except FileNotFoundError:
        wrong(0, "It is not there.", f"Write it, or remove {path.parent.name}.")
        return None
    except OSError as error:
        wrong(0, f"It cannot be read: {error.strerror}.", "Make it readable.")
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong(raw[: error.start].count(b"\n") + 1, "It is not UTF-8 text.", "Save it as UTF-8.")
        return None


def _rights(path: Path, text: str, wrong: Tell) -> None:
    runs = os.access(path, os.X_OK)
    script = text.startswith("#!")
    if script and not runs:
        wrong(1, "It is a script that may not be executed.", f"chmod +x {path.name}")
    elif runs and not script and path.suffix.lower() in _TEXT:
        wrong(0, "It is text, but may be executed.", f"chmod -x {path.name}")
    elif path.suffix.lower() in _SCRIPTS and not script:
        wrong(1, "The script does not say what runs it.", "Give it a first line such as #!/bin/sh.")


def _without_comments(text: str) -> str:
    """Return the text with blank lines for its HTML comments, which no reader of the page sees; those in a block of
    code are part of it. The number of lines stays."""
    kept: list[str] = []
    fenced = inside = False
    for written in text.splitlines():
        line = written
        if not inside and line.strip().startswith(("```", "~~~")):
            fenced = not fenced
        if fenced:
            kept.append(line)
            continue
        if inside:
            _, ended, line = line.partition("-->")
            inside = not ended
        shown, begun, _ = _COMMENT.sub("", line).partition("<!--")
        inside = inside or bool(begun)
        kept.append(shown.rstrip())
    return "\n".join(kept)


def _frontmatter(text: str, wrong: Tell) -> tuple[dict[str, Any], str, int]:
    """The table between two lines of ``---``, the text after it, and the line that this begins at."""
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines) if line.strip()), 0)
    if not lines or lines[start].rstrip() != "---":
        return {}, text, 1
    end = next((n for n, line in enumerate(lines[start + 1 :], start + 1) if line.rstrip() in ("---", "...")), None)
    if end is None:
        wrong(start + 1, "The frontmatter is not closed.", "End it with a line of ---.")
        return {}, text, 1
    table: dict[str, Any] = {}
    last = ""
    for number, line in enumerate(lines[start + 1 : end], start + 2):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        if said.startswith("- ") and last:
            kept = table[last] if isinstance(table[last], list) else []
            table[last] = [*kept, _plain(said[2:])]
            continue
        if line[0].isspace() and last:  # a longer text, or a table within: kept as text
            table[last] = f"{_text(table[last])} {said}".strip()
            continue
        name, colon, value = said.partition(":")
        if not colon or not re.fullmatch(r"[\w-]+", name.strip()):
            wrong(number, f"The frontmatter cannot be read: {said[:60]!r}.", "Write key: value on each line.")
            continue
        last = name.strip().lower()
        if last in table:
            wrong(number, f"{last} stands there twice.", "Remove one.")
        table[last] = _value(value.strip())
        table.setdefault("", {})[last] = number
    return table, "\n".join(lines[end + 1 :]), end + 2


def _keys(table: dict[str, Any], wrong: Tell) -> None:
    for name, number in table.get("", {}).items():
        if name not in KEYS:
            near = difflib.get_close_matches(name, KEYS, n=1)
            fix = f"Did you mean {near[0]}?" if near else f"Known are {', '.join(KEYS[:9])}."
            wrong(number, f"There is no key {name!r}.", fix)
    tier = table.get("tier")
    if tier is not None and _text(tier) not in ("1", "2", "3"):
        wrong(table[""]["tier"], f"tier must be 1, 2 or 3 (found {_text(tier)!r}).", "Change it there.")


def _services(table: dict[str, Any], known: frozenset[str], wrong: Tell) -> tuple[str, ...]:
    found: list[str] = []
    for key in ("services", "service"):
        value = table.get(key)
        names = value if isinstance(value, list) else _text(value).split(",")
        for name in names:
            service = _text(name).strip().lower()
            if not service:
                continue
            found.append(service)
            if known and service not in known:
                near = difflib.get_close_matches(service, known, n=1)
                fix = f"Did you mean {near[0]}?" if near else "Add it to services.toml, or take it out here."
                wrong(table[""][key], f"There is no service {service!r}.", fix)
    return tuple(dict.fromkeys(found))


def _check(table: dict[str, Any], body: str, first: int, wrong: Tell) -> None:
    lines = body.splitlines()
    if "command" not in table and not any(map(_COMMAND.search, lines)):
        wrong(first, "The check names no command.", "Say what to run, in a block between two lines of ```.")
    outside = "\n".join(line for line in lines if not _HEADING.match(line))
    if "expect" not in table and not _EXPECT.search(outside):
        wrong(first, "The check does not say what to expect.", "Say what is healthy: HTTP 200 within 2 s.")


def _title(table: dict[str, Any], body: str) -> tuple[str, int]:
    """The title and the line of the body that it stands on (-1: in the frontmatter)."""
    for key in ("title", "name"):
        if _text(table.get(key)):
            return _text(table[key]), -1
    lines = body.splitlines()
    fenced = False
    for number, line in enumerate(lines):
        fenced ^= line.strip().startswith(("```", "~~~"))
        if fenced:
            continue
        if found := _HEADING.match(line):
            return found[1], number
        if line.strip() and number + 1 < len(lines) and _UNDERLINE.match(lines[number + 1]):
            return line.strip(), number
    return "", -1


def _paragraph(body: str) -> str:
    """The first lines of prose."""
    kept: list[str] = []
    fenced = False
    for line in body.splitlines():
        said = line.strip()
        if said.startswith(("```", "~~~")):
            fenced = not fenced
        if fenced:
            continue
        prose = (
            said
            and not said.startswith(("#", "```", "~~~", "|", ">", "---", "===", "[!", "!["))
            and not _STEP.match(line)
        )
        if prose:
            kept.append(said)
        elif kept:
            break
    return " ".join(kept)


def _comment(text: str) -> str:
    """What a script says of itself in its first comment."""
    for line in text.splitlines()[:20]:
        said = line.lstrip("#").strip(" \t\"'")
        if said and not line.startswith("#!"):
            return _short(said) if line.lstrip().startswith(("#", '"')) else ""
    return ""


def _value(said: str) -> Any:
    if said.startswith("[") and said.endswith("]"):
        return [_plain(part) for part in said[1:-1].split(",") if part.strip()]
    return "" if said in ("|", ">", "|-", ">-") else _plain(said)


def _plain(said: str) -> str:
    said = said.strip()
    return said[1:-1] if len(said) > 1 and said[0] == said[-1] and said[0] in "\"'" else said


def _text(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value or "")


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_DESCRIPTION else f"{text[: LONGEST_DESCRIPTION - 1].rstrip()}…"
