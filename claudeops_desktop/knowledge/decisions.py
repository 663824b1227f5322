"""Decision records (C13): numbered, with a status of one word; a number is never used again."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from .entries import change_keys, first_sentence, read_entry, write_entry
from .entry_checks import DECISION_STATES
from .entry_words import names_service, question_words, shared_words
from .layout import DECISION, slug_of
from .repository import OPERATOR

if TYPE_CHECKING:
    from .service import KnowledgeService
    from .types import SavedEntry, StoredEntry

_FILE = re.compile(rf"^{DECISION.folder}/(\d{{4}})-[^/]+\.md$")


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision as it is listed; ``date`` as YYYY-MM-DD, ``superseded_by`` the numbers of those that took its
    place."""

    number: int
    title: str
    status: str
    date: str
    path: str
    tags: tuple[str, ...]
    superseded_by: tuple[int, ...]

    @property
    def in_force(self) -> bool:
        """Tell whether it holds: accepted or shipped, and no other one took its place."""
        return self.status in ("accepted", "shipped") and not self.superseded_by

    def as_json(self) -> dict[str, Any]:
        """The decision for ``--json``."""
        return asdict(self)


class DecisionEntries:
    """The decisions of one folder."""

    def __init__(self, folder: KnowledgeService) -> None:
        self._folder = folder

    def add(
        self,
        title: str,
        *,
        context: str,
        decision: str,
        consequences: str = "",
        status: str = "accepted",
        tags: Sequence[str] = (),
        supersedes: Sequence[int] = (),
        author: str = OPERATOR,
    ) -> SavedEntry:
        """Write the next decision; those that it supersedes say so from then on, in the same commit. Raises UsageError
        for an unknown status or an empty text, OperatorError where a superseded one is not there."""
        if status not in DECISION_STATES:
            raise UsageError(
                UserMessage("“{status}” is not a status of a decision.", status=status),
                UserMessage("Take one of {states}.", states=", ".join(DECISION_STATES)),
            )
        name = " ".join(title.split())
        if not name or not context.strip() or not decision.strip():
            raise UsageError(
                UserMessage("A decision needs a title, the context and what was decided."),
                UserMessage("Give --title, --context and --decision."),
            )
        with self._folder.lock_folder():
            number = self._next_number()
            meta: dict[str, Any] = {
                "type": DECISION.type,
                "title": name,
                "description": first_sentence(decision.strip()),
                "status": status,
                "date": self._folder.now.date(),
                "deciders": author,
            }
            if tags:
                meta["tags"] = [*dict.fromkeys(tags)]
            if supersedes:
                meta["supersedes"] = [*supersedes]
            parts = (("Context", context), ("Decision", decision), ("Consequences", consequences))
            body = "\n\n".join(f"## {heading}\n\n{text.strip()}" for heading, text in parts if text.strip())
            path = f"{DECISION.folder}/{number:04d}-{slug_of(name)}.md"
            files: dict[str, str | None] = {path: write_entry(meta, body)}
            for old in dict.fromkeys(supersedes):
                stored = self.must(old)
                files[stored.path] = change_keys(stored.text, {"status": "superseded", "superseded-by": [number]})
            self._folder.change_locked(files, f"Decision {number:04d}: {name}", author)
        return self._folder.saved(path)

    def set_status(self, number: int, status: str, author: str = OPERATOR) -> SavedEntry:
        """Give a decision another status. Raises UsageError for an unknown one; superseded needs the decision that took
        its place, which is said by adding that one."""
        if status not in DECISION_STATES or status == "superseded":
            raise UsageError(
                UserMessage("“{status}” cannot be set by itself.", status=status),
                UserMessage("Take one of {states}.", states=", ".join(s for s in DECISION_STATES if s != "superseded")),
            )
        stored = self.must(number)
        text = change_keys(stored.text, {"status": status})
        return self._folder.save(
            stored.path, text, f"Decision {number:04d} is {status}", revision=stored.revision, author=author
        )

    def list(self, text: str = "", tag: str = "", status: str = "") -> list[DecisionLine]:
        """Decisions by number, the latest first: with all of these words, this tag, and this status."""
        words = text.casefold().split()
        found = [
            line
            for line, whole in self._all()
            if all(word in whole.casefold() for word in words)
            and (not tag or tag in line.tags)
            and (not status or line.status == status)
        ]
        return sorted(found, key=lambda one: -one.number)

    def find(self, question: str, limit: int = 10) -> builtins.list[DecisionLine]:
        """The decisions that answer a question best: by how many of its words they hold, words of the title three times
        as much; those in force before those that are not, then the latest."""
        words = question_words(question)
        ranked = []
        for line, whole in self._all():
            if score := shared_words(words, line.title, whole):
                ranked.append(((not line.in_force, -score, -line.number), line))
        return [line for _, line in sorted(ranked, key=lambda one: one[0])[:limit]]

    def about(self, services: Sequence[str], limit: int = 5) -> builtins.list[DecisionLine]:
        """The decisions in force that name one of these services, in the title or the tags before those that name it in
        the text."""
        names = [name for name in services if name.strip()]
        ranked = []
        for line, whole in self._all():
            head = f"{line.title} {' '.join(line.tags)}"
            places = [names_service(head, name) or 2 * names_service(whole, name) for name in names]
            best = min(filter(None, places), default=0)
            if line.in_force and best:
                ranked.append(((best, -line.number), line))
        return [line for _, line in sorted(ranked, key=lambda one: one[0])[:limit]]

    def _all(self) -> Iterator[tuple[DecisionLine, str]]:
        for path, whole in self._folder.texts(f"{DECISION.folder}/").items():
            match = _FILE.match(path)
            if match is None:
                continue
            entry = read_entry(whole)
            tags, newer = entry.meta.get("tags"), entry.meta.get("superseded-by")
            numbers = newer if isinstance(newer, builtins.list) else [newer]
            line = DecisionLine(
                int(match[1]), entry.title, str(entry.meta.get("status", "")), str(entry.meta.get("date", "")), path,
                tuple(map(str, tags)) if isinstance(tags, builtins.list) else (),
                tuple(one for one in numbers if isinstance(one, int)),
            )  # fmt: skip
            yield line, whole

    def must(self, number: int) -> StoredEntry:
        """The file of a decision. Raises OperatorError where there is none."""
        for path in self._folder.texts():
            match = _FILE.match(path)
            if match and int(match[1]) == number:
                return self._folder.read(path)
        raise OperatorError(
            UserMessage("There is no decision {number}.", number=number), UserMessage("See `claudeops decisions list`.")
        )

    def _next_number(self) -> int:
        """One more than any that was ever used, deleted ones too."""
        ever = [path for commit in self._folder.repository.log(DECISION.folder) for path in commit.paths]
        used = [int(match[1]) for path in (*ever, *self._folder.texts()) if (match := _FILE.match(path))]
        return max(used, default=0) + 1
