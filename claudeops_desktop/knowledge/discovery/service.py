"""``DiscoveryService``: a page that somebody names is fetched, judged, and kept as a note with its source (C14).

All of it waits on the network, files, a lock and perhaps a model: never on a GUI thread, never inside ``store.write``.
What comes of it is text of others: it is found when somebody asks, and never put into a prompt by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ...core.clock import Clock, utc_now
from ...core.errors import ClaudeOpsError, EnvironmentFault, OperatorError
from ...core.messages import UserMessage
from ...core.secrets.redact_shapes import without_shapes
from ...language.prompt_quoting import quotable
from ...library import LibraryChange, LibraryService, StoredDocument, TextChunk
from ...memory import may_send
from ..notes import LONGEST_TITLE
from .judgement import judge_by_rules, summarize
from .note_text import FROM_OUTSIDE, ORIGIN_KEY, note_body, plain_words

if TYPE_CHECKING:
    from ...core.paths import DataFolder
    from ...core.settings import Settings
    from ...models.base import LanguageModel
    from ...records.record_books import RecordRepositories
    from ...storage import DataStore
    from ..service import KnowledgeService
    from ..types import SavedEntry
    from .model_judgement import ModelJudgement

PROCESS = "process:claudeops-discovery"
KNOWN_TAGS_OF = 2_000  # documents whose tags are known
T = TypeVar("T")


class DiscoveryService:
    """Joins the library and the knowledge folder; ``library`` is the door to the first.

    ``open_folder`` opens the knowledge folder, ``services`` gives the operator's services, ``model`` the model that
    judges (None: rules do), ``redact`` takes secrets out of what the model is shown, ``excluded`` are services of which
    it is told nothing.
    """

    def __init__(
        self,
        store: DataStore,
        library: LibraryService,
        open_folder: Callable[[], KnowledgeService],
        services: Callable[[], Collection[str]],
        model: Callable[[], LanguageModel | None] = lambda: None,
        redact: Callable[[str], str] = str,
        excluded: Sequence[str] = (),
    ) -> None:
        self._store = store
        self.library = library
        self._open_folder = open_folder
        self._services = services
        self._model = model
        self._redact = redact
        self._excluded = excluded

    def add_page(
        self,
        url: str,
        *,
        title: str = "",
        tags: Sequence[str] = (),
        why: str = "",
        allow_private: bool = False,
        note: bool = True,
    ) -> LibraryChange:
        """Fetch a page, keep it in the library, judge it, and write its note. ``why`` is what somebody said about it.
        Where only the note fails, the page is kept, and the answer says so. Raises what ``WebDocuments.add_page``
        does."""
        change = self.library.web.add_page(url, title=title, tags=tags, context=why, allow_private=allow_private)
        return self._judge_and_note(change, note=note)

    def accept(self, suggestion_id: int, *, allow_private: bool = False, note: bool = True) -> LibraryChange:
        """Add an address that an agent suggested, with its reason. Raises OperatorError where it is not open."""
        suggestions = self.library.suggestions
        found = next((one for one in self._read(suggestions.list) if one.id == suggestion_id), None)
        if found is None:
            raise OperatorError(
                UserMessage("There is no suggested address {id}.", id=suggestion_id),
                UserMessage("See `claudeops library suggestions`."),
            )
        change = self.add_page(found.address, why=found.reason, allow_private=allow_private, note=note)
        self._write(lambda: suggestions.settle(found.id, "added"))
        return change

    def judge(self, document_id: int, *, ask_model: bool = True) -> StoredDocument:
        """Judge a document: by the model where there is one and it answers, else by the rules."""
        return self._judge(document_id, ask_model=ask_model)[0]

    def judge_new(self, limit: int = 50, stopped: Callable[[], bool] = lambda: False) -> int:
        """Judge what came in by feeds, by the rules alone: nobody asked for it, so no model is paid for it. How many
        were judged."""
        found = self._read(lambda: self.library.documents.not_judged(limit))
        count = 0
        for one in found:
            if stopped():
                break
            self._judge(one.id, ask_model=False)
            count += 1
        return count

    def write_note(self, document_id: int, summary: str = "") -> SavedEntry:
        """Write the note of a document; one that has a note keeps it as it is. Raises OperatorError or
        EnvironmentFault where the folder cannot be written."""
        document, chunks = self._load(document_id)
        with closing(self._open_folder()) as folder:
            if document.note_path and (folder.root / document.note_path).is_file():
                return folder.saved(document.note_path)
            body = note_body(document, chunks, summary or summarize(chunks))
            short = plain_title(document)
            saved = folder.notes.add(
                "reference",
                short,
                body,
                description=plain_words(summary or summarize(chunks) or short, 160),
                tags=document.tags,
                sources=[document.source],
                author=PROCESS,
                more={ORIGIN_KEY: FROM_OUTSIDE},
            )
        self._write(lambda: self.library.documents.describe(document_id, note_path=saved.path))
        return saved

    # --- parts -------------------------------------------------------------------------------------------------------

    def _judge_and_note(self, change: LibraryChange, *, note: bool) -> LibraryChange:
        skipped = list(change.skipped)

        def judged(document: StoredDocument) -> StoredDocument:
            document, said = self._judge(document.id, ask_model=True)
            if note:
                try:
                    self.write_note(document.id, said.summary if said is not None else "")
                except ClaudeOpsError as error:
                    skipped.append(error.sentence)
            return self._read(lambda: self.library.documents.must(document.id))

        return replace(
            change,
            added=tuple(map(judged, change.added)),
            changed=tuple(map(judged, change.changed)),
            skipped=tuple(skipped),
        )

    def _judge(self, document_id: int, *, ask_model: bool) -> tuple[StoredDocument, ModelJudgement | None]:
        document, chunks = self._load(document_id)
        services = self._services()
        model = self._model() if ask_model and may_send((), [document.context], self._excluded) else None
        said: ModelJudgement | None = None
        if model is not None:
            from .model_judgement import judge_by_model

            try:
                told = [name for name in services if may_send((name,), (), self._excluded)]
                said = judge_by_model(model, document, chunks, told, self._redact)
            except EnvironmentFault:  # the model is away, or says something else: the rules serve
                said = None
        if said is None:
            judgement = judge_by_rules(
                document.title,
                document.tags,
                chunks,
                services=services,
                known_tags=self._known_tags(document),
                has_reason=bool(document.context),
            )
        else:
            judgement = said.judgement

        def keep() -> StoredDocument:
            if said is not None:
                self.library.documents.describe(document_id, title=said.title, tags=said.tags)
            return self.library.documents.put_judgement(document_id, judgement)

        return self._write(keep), said

    def _known_tags(self, document: StoredDocument) -> set[str]:
        found = self._read(lambda: self.library.documents.list(limit=KNOWN_TAGS_OF))
        return {tag for one in found if one.id != document.id for tag in one.tags}

    def _load(self, document_id: int) -> tuple[StoredDocument, list[TextChunk]]:
        documents = self.library.documents
        return self._read(lambda: (documents.must(document_id), documents.chunks_of(document_id)))

    def _read(self, question: Callable[[], T]) -> T:
        return self._store.read(question).result()

    def _write(self, operation: Callable[[], T]) -> T:
        return self._store.write(operation).result()


def plain_title(document: StoredDocument) -> str:
    """The title of a document as that of a note, which stands in links of the index, too: no sign of Markdown, not too
    long, and never empty."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", quotable(without_shapes(document.title)))
    return " ".join(re.sub(r"[\\`*_\[\]<>|~‹›()]", " ", words).split())[:LONGEST_TITLE] or f"Document {document.id}"


def open_discovery(
    data: DataFolder,
    book: RecordRepositories,
    settings: Settings,
    environ: Mapping[str, str],
    clock: Clock = utc_now,
    *,
    ask_model: bool = True,
) -> DiscoveryService:
    """Discovery as the settings want it. Nothing is opened or asked before it is needed."""
    from ...agents.redact import text_redactor
    from ...models.choose import choose_model
    from ..service import open_knowledge

    def services() -> Collection[str]:
        return book.store.read(lambda: book.service_names.services(data.services_file)).result()

    return DiscoveryService(
        book.store,
        LibraryService(book, clock),
        lambda: open_knowledge(data, settings, clock),
        services,
        (lambda: choose_model(settings, data, environ, clock)) if ask_model else (lambda: None),
        text_redactor(environ, settings.logs.secret_variables),
        settings.second_look.exclude_services,
    )
