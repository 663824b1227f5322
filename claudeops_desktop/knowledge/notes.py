"""Notes: one file a topic, by whom or what it is about (C5), and the notebooks of roles (C6)."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .entries import (
    EntryText,
    change_keys,
    first_sentence,
    is_stale,
    links_of,
    read_entry,
    trust_of,
    write_entry,
    written_at,
)
from .entry_words import names_service, question_words, shared_words
from .layout import NOTE, NOTE_TYPES, ROLE, ROLES, inside, slug_of
from .repository import OPERATOR

if TYPE_CHECKING:
    from .service import KnowledgeService
    from .types import SavedEntry

LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note as it is listed. ``about`` is user, feedback, project or reference; for a role's note the role;
    ``written_at`` when its frontmatter says it was written, "" where it does not."""

    path: str
    title: str
    about: str
    description: str
    tags: tuple[str, ...]
    trust: str
    stale: bool
    links: tuple[str, ...]
    written_at: str

    def as_json(self) -> dict[str, Any]:
        """The note for ``--json``."""
        return asdict(self)


class NoteEntries:
    """The notes of one folder."""

    def __init__(self, folder: KnowledgeService) -> None:
        self._folder = folder

    def add(
        self,
        about: str,
        title: str,
        text: str,
        *,
        description: str = "",
        tags: Sequence[str] = (),
        role: str = "",
        sources: Sequence[str] = (),
        author: str = OPERATOR,
        more: Mapping[str, Any] | None = None,
    ) -> SavedEntry:
        """Write a new note. ``about`` is user, feedback, project or reference; with a ``role`` it goes into that role's
        notebook; ``more`` are further keys of its frontmatter. Raises UsageError for anything else, and where the title
        or the text is empty."""
        if about not in NOTE_TYPES:
            raise UsageError(
                UserMessage("“{type}” is not a type of note.", type=about),
                UserMessage("Take one of {types}.", types=", ".join(NOTE_TYPES)),
            )
        if role and role not in ROLES:
            raise _no_role(role)
        name, said = " ".join(title.split()), text.strip()
        if not name or not said or len(name) > LONGEST_TITLE:
            raise UsageError(
                UserMessage("A note needs a text, and a title of at most {most} characters.", most=LONGEST_TITLE),
                UserMessage("Give --title and --text."),
            )
        now = self._folder.now.isoformat(timespec="seconds")
        meta: dict[str, Any] = {
            "type": ROLE.type if role else NOTE.type,
            "title": name,
            "description": " ".join(description.split()) or first_sentence(said),
            "note_type": about,
        }
        if tags:
            meta["tags"] = [*dict.fromkeys(tags)]
        if sources:
            meta["sources"] = [{"resource": source} for source in sources]
        meta |= more or {}
        meta["generated"] = {"by": author, "at": now}
        base = f"{ROLE.folder}/{role}" if role else NOTE.folder
        path = self._free(f"{base}/{slug_of(name)}.md")
        return self._folder.save(path, write_entry(meta, said), f"Note: {name}", revision="", author=author)

    def list(self, role: str | None = None) -> list[NoteLine]:
        """All notes by title; those of a role's notebook where one is named, which no other role sees. Raises
        UsageError for what is no role."""
        if role and role not in ROLES:
            raise _no_role(role)
        found = (line for line, _ in self._all(role or ""))
        return sorted(found, key=lambda one: (one.title.casefold(), one.path))

    def about(self, services: Sequence[str]) -> builtins.list[NoteLine]:
        """The notes in use, of no role's notebook, that name one of these services: in the title or the tags before
        those that name it in their description."""
        names = [name for name in services if name.strip()]
        ranked = []
        for line, entry in self._all():
            head = f"{line.title} {' '.join(line.tags)}"
            places = [names_service(head, name) or 2 * names_service(line.description, name) for name in names]
            if _in_use(entry) and any(places):
                ranked.append(((min(filter(None, places)), line.stale, line.title.casefold(), line.path), line))
        return [line for _, line in sorted(ranked, key=lambda one: one[0])]

    def find(self, question: str, role: str = "", limit: int = 10) -> builtins.list[NoteLine]:
        """The notes in use that answer a question best, by how many of its words they hold: those of everybody, and of
        the notebook of ``role`` where one is given."""
        words = question_words(question)
        ranked = []
        for line, entry in [*self._all(), *(self._all(role) if role else ())]:
            score = shared_words(words, line.title, f"{line.description} {' '.join(line.tags)} {entry.body}")
            if score and _in_use(entry):
                ranked.append(((line.stale, -score, line.title.casefold(), line.path), line))
        return [line for _, line in sorted(ranked, key=lambda one: one[0])[:limit]]

    def _all(self, role: str = "") -> Iterator[tuple[NoteLine, EntryText]]:
        for path, text in self._folder.texts(f"{ROLE.folder}/{role}/" if role else f"{NOTE.folder}/").items():
            entry = read_entry(text)
            tags = entry.meta.get("tags")
            line = NoteLine(
                path, entry.title, role or str(entry.meta.get("note_type", "")), entry.description,
                tuple(map(str, tags)) if isinstance(tags, builtins.list) else (), trust_of(entry.meta),
                is_stale(entry.meta, self._folder.now), tuple(links_of(entry.body)), written_at(entry.meta),
            )  # fmt: skip
            yield line, entry

    def edit(
        self, path: str, *, title: str | None = None, text: str | None = None, description: str | None = None,
        author: str = OPERATOR,
    ) -> SavedEntry:  # fmt: skip
        """Change parts of a note; everything else in its file stays as it is. Raises UsageError where nothing is to be
        changed."""
        stored = self._folder.read(path)
        if text is not None and description is None:
            description = _follow_text(stored.entry, text)
        changes = {"title": title, "description": description}
        given = {key: " ".join(value.split()) for key, value in changes.items() if value is not None}
        if not given and text is None:
            raise UsageError(
                UserMessage("Nothing to change was named."), UserMessage("Give --title, --text or --description.")
            )
        new = change_keys(stored.text, given) if given else stored.text
        if text is not None:
            entry = read_entry(new)
            head = new[: len(new) - len(entry.body)]
            new = f"{head}\n{text.strip()}\n"
        said = f"Changed the note {read_entry(new).title}"
        return self._folder.save(path, new, said, revision=stored.revision, author=author)

    def _free(self, path: str) -> str:
        """A name that no file has, not even with other small and capital letters."""
        stem, number = path.removesuffix(".md"), 2
        above = path.rpartition("/")[0]
        place = inside(self._folder.root, above)
        taken = {f"{above}/{one.name}".casefold() for one in place.iterdir()} if place.is_dir() else set[str]()
        while path.casefold() in taken:
            path, number = f"{stem}-{number}.md", number + 1
        return path


def _in_use(entry: EntryText) -> bool:
    """Tell whether a note can be read and does not say that it is a draft or out of use."""
    return not entry.fault and entry.meta.get("status") not in ("draft", "deprecated")


def _no_role(role: str) -> UsageError:
    return UsageError(
        UserMessage("“{role}” is not a role.", role=role),
        UserMessage("Take one of {roles}.", roles=", ".join(ROLES)),
    )


def _follow_text(before: EntryText, text: str) -> str | None:
    """The new description of a note whose description was its first sentence; None where it has one of its own."""
    return first_sentence(text.strip()) if before.description == first_sentence(before.body.strip()) else None
