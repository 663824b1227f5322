"""Facts as a folder of Markdown files in the Open Knowledge Format, and such a folder read back (X4).

Each file holds the facts of a domain, one a line, under the names of their services. It holds what prompts may take:
facts that wait for review, that were superseded or archived are in JSON Lines alone. A signature stands beside each
file, so that the lines of one that a trusted machine has written, and nobody edited since, come back as they are; all
others are judged anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..core.atomic_write import write_whole
from ..core.errors import EnvironmentFault, OperatorError, UsageError
from ..core.machine_key import MachineKey, sign_file, signer_of_file
from ..core.messages import UserMessage
from ..core.text_format import format_count
from ..knowledge.entries import read_entry, write_entry
from ..knowledge.layout import INDEX, slug_of
from ..knowledge.renderings.bullets import FACT, escape_text
from ..knowledge.renderings.fact_files import read_facts
from ..language.types import GENERAL
from ..memory import DEFAULT_CONFIDENCE, GivenFact

if TYPE_CHECKING:
    from ..memory import MemoryService, ShownFact
    from ..storage import DataStore

FOLDER, TYPE = "facts", "Facts"
IN_FILE = 2_000
"""Facts of one file: an entry of the knowledge folder may have 2 MB."""


@dataclass(frozen=True, slots=True)
class FolderExport:
    """What was written: the number of facts, and the files."""

    facts: int
    files: tuple[str, ...]


@dataclass
class FolderImport:
    """What a folder gave back: facts by what became of them, and lines that were not taken in with the reason."""

    counts: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, int, str]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "added": self.counts["added"],
            "held": self.counts["held"],
            "merged": self.counts["confirmed"],
            "skipped": self.counts["unchanged"],
            "unreadable": [{"file": file, "line": line, "why": why} for file, line, why in self.problems],
        }


def write_folder(memory: MemoryService, store: DataStore, target: Path, now: datetime, key: MachineKey) -> FolderExport:
    """Write all facts that prompts may take, each file signed with the key of this machine. Raises OperatorError for a
    folder with something in it, EnvironmentFault where it cannot be written. Waits for the database."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise OperatorError(
            UserMessage("{target} is there already.", target=target), UserMessage("Name a new or an empty folder.")
        )
    domains = store.read(lambda: _facts_by_domain(memory)).result()
    titles: dict[str, str] = {}
    try:
        (target / FOLDER).mkdir(parents=True, exist_ok=True)
        for domain, facts in domains.items():
            for part in range(0, len(facts), IN_FILE):
                path = f"{FOLDER}/{slug_of(domain)}{f'-{part // IN_FILE + 1}' if part else ''}.md"
                some = facts[part : part + IN_FILE]
                write_whole(target / path, render_domain(domain, some, now), mode=0o644)
                sign_file(key, target / path)
                titles[path] = f"{domain}: {format_count(len(some), 'fact')}"
        links = [f"- [{title}]({path})" for path, title in titles.items()]
        write_whole(
            target / INDEX, "\n".join(['---\nokf_version: "0.2"\n---\n', "# Facts", "", *links, ""]), mode=0o644
        )
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{target} cannot be written: {strerror}.", target=target, strerror=error.strerror)
        ) from error
    return FolderExport(sum(map(len, domains.values())), (INDEX, *titles))


def _facts_by_domain(memory: MemoryService) -> dict[str, list[ShownFact]]:
    """The facts of each domain by service, the general ones last. Inside ``store.read``."""
    found: dict[str, list[ShownFact]] = {}
    for domain, page in sorted(memory.folder.page_stamps()):
        found.setdefault(domain, []).extend(memory.folder.shown(domain, page))
    for facts in found.values():
        facts.sort(key=lambda fact: (fact.service is None, fact.service or "", fact.id))
    return found


def render_domain(domain: str, facts: list[ShownFact], now: datetime) -> str:
    """The file of some facts of a domain, sorted by service. Pure."""
    body = [f"# {domain.replace('-', ' ').capitalize()}"]
    service: str | None = ""
    for fact in facts:
        if fact.service != service:
            service = fact.service
            body += ["", f"## {escape_text(service or GENERAL)}", ""]
        body.append(line_of_fact(fact))
    text = "\n".join(body)
    meta = {
        "type": TYPE,
        "title": domain.replace("-", " ").capitalize(),
        "description": f"{format_count(len(facts), 'fact')} of the domain {domain}.",
        "domain": domain,
        "generated": {"by": f"claudeops/{__version__}", "at": now.replace(microsecond=0).isoformat()},
    }
    return write_entry(meta, text)


def line_of_fact(fact: ShownFact) -> str:
    """A fact on one line, with all digits of its confidence and the whole moment. Pure."""
    share = f"{fact.confidence:.4f}".rstrip("0")
    share = f"{share}0" if share.endswith(".") else share
    marks = ", pinned" * fact.pinned + ", unconfirmed" * (not fact.confirmed)
    said = f"(confidence {share}, {fact.updated_at}{marks})"
    return f"- [{fact.category}] {escape_text(fact.observation)} {said} ^{FACT}{fact.id}"


def read_folder(memory: MemoryService, store: DataStore, source: Path, trusted: Collection[str]) -> FolderImport:
    """Take in the facts of a folder that ``write_folder`` wrote; ``trusted`` are the public keys whose files come back
    as they are. Raises UsageError where it holds none. Waits."""
    services = frozenset(store.read(memory.folder.known_services).result())
    domains = set(memory.edits.domains())
    found, files = FolderImport(), 0
    for path, text in _files(source, found):
        signed = signer_of_file(source / path) in trusted
        offered, lines = _offered(path, text, domains, found, as_rendered=signed)
        files += bool(offered)
        outcomes = memory.folder.give_back(offered, path, services)
        for line, outcome in zip(lines, outcomes, strict=True):
            found.counts[outcome.done] += 1
            if outcome.why:
                found.problems.append((path, line, outcome.why))
    if not files and not found.problems:
        raise UsageError(
            UserMessage("{source} holds no export of memories.", source=source),
            UserMessage("For notes of another program add --from, such as --from okf."),
        )
    return found


def _files(source: Path, found: FolderImport) -> Iterator[tuple[str, str]]:
    for path in sorted((source / FOLDER).glob("*.md")):
        name = path.relative_to(source).as_posix()
        if path.is_symlink() or not path.is_file():
            continue
        try:
            yield name, path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            found.problems.append((name, 0, f"The file cannot be read: {error}."))


def _offered(
    path: str, text: str, domains: set[str], found: FolderImport, *, as_rendered: bool
) -> tuple[list[GivenFact], list[int]]:
    file = read_facts(text)
    if file.fault or not file.domain:
        if file.fault:
            found.problems.append((path, 1, file.fault))
        return [], []
    entry = read_entry(text)
    made = entry.meta.get("generated")
    day = str(made.get("at", ""))[:10] if isinstance(made, dict) else ""
    offered, lines = [], []
    for line in file.lines:
        said = line.bullet
        if said.fault or not (said.day or day):
            found.problems.append((path, line.line, said.fault or "It has no date."))
            continue
        confidence = DEFAULT_CONFIDENCE if said.confidence is None else said.confidence
        offered.append(
            GivenFact(
                said.number or 0, line.service, said.category or "behavior", said.text, confidence, said.day or day,
                file.domain if file.domain in domains else "operations", said.pinned, not said.unconfirmed, as_rendered,
            )
        )  # fmt: skip
        lines.append(line.line)
    return offered, lines
