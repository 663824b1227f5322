"""One page of the facts of a domain as a file, and such a file read back (C2). Pure.

    ## jellyfin

    - [timing] Takes 60 s to start. (confidence 0.8, 2026-03-02) ^f12

The first page of a domain begins with its summary, as recall keeps it. Facts that wait for review, that were archived
or that another one has superseded do not stand in the file: whoever reads it may take all of it for true.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from ...core.text_format import format_count
from ...language.types import GENERAL, service_name
from ...memory import name_of_summary
from ..entries import read_entry
from ..layout import SUMMARY, slug_of
from .bullets import FACT, FactBullet, escape_text, read_bullet, unescape_text, write_fact
from .frontmatter import NOTES, compose_file, notes_of, with_notes

if TYPE_CHECKING:
    from ...memory import ShownFact

LARGEST_PAGE = 1_500_000
"""Bytes of the lines of one file: what is more goes on in another one, well below the largest entry."""
HELP = (
    "Each line is a fact of the database. What you change, add or delete here is carried out there; a new line needs no"
    " number. The number at the end of a line, such as ^f12, must stay with its fact."
)


@dataclass(frozen=True, slots=True)
class FactLine:
    """A line of a file with the service that it stands under; ``line`` counts from 1, ``raw`` is the line as it is."""

    bullet: FactBullet
    service: str | None
    line: int = field(default=0, compare=False)
    raw: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class FactFile:
    """A file taken apart: its facts, the ``strays``, which are lines that are none of ours with their numbers, and its
    ``notes``. ``fault`` says why it cannot be read, "" where it can."""

    lines: tuple[FactLine, ...] = ()
    strays: tuple[tuple[int, str], ...] = ()
    notes: str = ""
    domain: str = ""
    fault: str = ""


def name_of_domain(domain: str, taken: Iterable[str] = ()) -> str:
    """The beginning of the file names of a domain. One whose plain name another domain has gets eight digits more."""
    name = slug_of(domain)
    return f"{name}-{hashlib.sha256(domain.encode()).hexdigest()[:8]}" if name in taken else name


def path_of_page(name: str, page: int, chunk: int = 0) -> str:
    """The path of a page: ``domains/operations.md``, then ``domains/operations.2.md``."""
    number = "" if not page and not chunk else f".{page + 1}" + (f"-{chunk + 1}" if chunk else "")
    return f"{SUMMARY.folder}/{name}{number}.md"


def cut_pages(facts: Sequence[ShownFact]) -> list[list[ShownFact]]:
    """The facts of a page in as many files as they need; one for none."""
    found: list[list[ShownFact]] = [[]]
    size = 0
    for fact in facts:
        more = len(fact.observation.encode()) + len((fact.service or "").encode()) + 120
        if size + more > LARGEST_PAGE and found[-1]:
            found.append([])
            size = 0
        found[-1].append(fact)
        size += more
    return found


def render_facts(
    before: str,
    domain: str,
    part: int,
    facts: Sequence[ShownFact],
    summary: Sequence[ShownFact],
    notes: str,
    now: datetime,
    written: str = "",
) -> str:
    """The file of one page; ``before`` is the file as it is, ``part`` counts from 0. ``written`` is what a model wrote
    of the facts in ``summary``, "" where none did."""
    title = domain.replace("-", " ").capitalize()
    services: dict[str | None, list[ShownFact]] = {}
    for fact in facts:
        services.setdefault(fact.service, []).append(fact)
    body = [f"# {title}" + (f", part {part + 1}" if part else ""), "", HELP]
    if summary:
        lines = [escape_text(written)] if written else [f"{escape_text(fact.observation)}  " for fact in summary]
        body += ["", f"{name_of_summary(written=bool(written))}:", "", *(f"> {line}" for line in lines)]
    for service, rows in services.items():
        body += ["", f"## {escape_text(service or GENERAL)}", ""]
        body += [line_of_fact(fact) for fact in rows]
    named = len(services.keys() - {None})
    about = f" on {format_count(named, 'service')}" if named else ""
    fixed = {
        "type": SUMMARY.type,
        "description": f"{format_count(len(facts), 'fact')}{about}.",
        "domain": domain,
    }
    defaults = {"title": title + (f", part {part + 1}" if part else ""), "tags": ["facts"]}
    return compose_file(before, fixed, defaults, with_notes("\n".join(body), notes), now)


def line_of_fact(fact: ShownFact) -> str:
    """The line of a fact."""
    return write_fact(
        fact.id,
        fact.category,
        fact.observation,
        fact.confidence,
        fact.updated_at[:10],
        pinned=fact.pinned,
        unconfirmed=not fact.confirmed,
    )


def read_facts(text: str) -> FactFile:
    """Take a file apart. Never raises: what cannot be read is said."""
    entry = read_entry(text)
    if entry.fault:
        return FactFile(fault=entry.fault)
    first = text[: len(text) - len(entry.body)].count("\n") + 1
    domain = entry.meta.get("domain")
    found: list[FactLine] = []
    strays: list[tuple[int, str]] = []
    service: str | None = None
    for number, line in join_wrapped(entry.body, first):
        if line.rstrip() == NOTES:
            break
        if line.startswith("## "):
            service = service_name(unescape_text(line[3:].strip()))
        elif (bullet := read_bullet(line, FACT)) is not None:
            found.append(FactLine(bullet, service, number, line))
        elif line.strip() and not line.startswith("# "):
            strays.append((number, line.rstrip()))
    return FactFile(tuple(found), tuple(strays), notes_of(entry.body), domain if isinstance(domain, str) else "")


def join_wrapped(body: str, first: int) -> list[tuple[int, str]]:
    """The lines with their numbers; those that an editor has wrapped are one line again."""
    found: list[tuple[int, str]] = []
    wrapped = False
    for number, line in enumerate(body.split("\n"), first):
        plain = line.rstrip("\r")
        if wrapped and plain.startswith("  ") and plain.strip():
            at, before = found[-1]
            found[-1] = (at, f"{before.rstrip()} {plain.strip()}")
            continue
        wrapped = plain.startswith(("- ", "* ", "+ "))
        found.append((number, plain))
    return found
