"""Makes and keeps what recall searches in (E8): entities, vectors, summaries, and the health of the word index.

One round looks for what is missing and makes it, in batches: models work outside of transactions, and each batch is
one short write. It can stop anywhere; the next round goes on. Progress is told as ``CommittedChange("memory_index")``.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from ...core.clock import Clock
from ...core.errors import ClaudeOpsError
from ...records.telemetry import recording
from ...storage import CommittedChange, DataStore
from ...storage.database import DamagedDatabase, proxy, told_plainly
from ..embed.provider import EmbedderProvider
from . import entity_rows, server_search, summaries, vectors
from .entities import NamedEntity, entities_of
from .search import ENOUGH_VECTORS

if TYPE_CHECKING:
    from ...storage.postgres.server_vectors import ServerVectors
    from ..embed.types import TextEmbedder

log = logging.getLogger(__name__)
BATCH = 256
BATCH_AFAR = 64  # of a model that takes its time: closing waits for a batch
FEW = 8  # so many texts a sentence model reads while somebody waits: 80 ms
SUMMARIES_AT_ONCE = 16
SUMMARIES_BUILT = "memory_summaries"
CLOSE_S = 3.0  # that long; an endpoint that hangs is left behind
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class IndexerProgress:
    """How far a round is: ``doing`` is entities, vectors, summaries, words, or "" where nothing is going on."""

    doing: str = ""
    done: int = 0
    total: int = 0
    fault: str = ""


class RecallIndexer:
    """One for each ``Recall``. ``start`` works in the background; ``catch_up`` does one round on the calling thread."""

    def __init__(
        self,
        store: DataStore,
        embedders: EmbedderProvider,
        clock: Clock,
        done: Callable[[Iterable[int]], None] = lambda _: None,
        words_made_anew: Callable[[], None] = lambda: None,
        vectors_moved: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._done, self._words_made_anew, self._vectors_moved = done, words_made_anew, vectors_moved
        embedders.on_loaded(self.index_soon)
        self._embedders = embedders
        self._clock = clock
        self._progress = IndexerProgress()
        self._wake = threading.Event()
        self._stopped = threading.Event()
        self._round = threading.Lock()
        self._reading = threading.Lock()  # the sentence model takes minutes: a question meanwhile must not wait for it
        self._thread: threading.Thread | None = None
        self._beginning = threading.Lock()  # nothing begins half, or after the end
        self._forget: Callable[[], None] | None = None
        self._services: set[str] = set()
        self._seen: int | None = None
        self._summaries = 0
        self._alone: tuple[str, ...] = ()  # the models that have seen the vectors of all others dropped: that reads all
        self._words_doubted = False
        self._words_suspected = False

    @property
    def progress(self) -> IndexerProgress:
        """How far it is."""
        return self._progress

    # --- the background ------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Keep the indexes current from now on: a round at each change of a memory. Nothing is loaded before one."""
        with self._beginning:
            if self._forget is None and not self._stopped.is_set():
                self._forget = self._store.hub.listen(self._changed)

    def index_soon(self) -> None:
        """There may be something to do; a round begins in the background where ``start`` was called."""
        if self._forget is None or self._stopped.is_set():
            return
        self._wake.set()
        with self._beginning:
            if self._thread is None and not self._stopped.is_set():
                self._thread = threading.Thread(target=self._work, name="memory-index", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop after the batch that is going on. Any thread, any number of times."""
        self.end()
        with self._beginning:
            thread, forget = self._thread, self._forget
            self._forget = None
        if forget is not None:
            forget()
        if thread is not None and thread is not threading.current_thread():
            thread.join(CLOSE_S)
            if thread.is_alive():
                log.warning("the memory index is left behind: its model does not answer")

    def end(self) -> None:
        """Nothing begins any more; what goes on stops after its batch. Waits for nobody."""
        self._stopped.set()
        self._wake.set()

    def _changed(self, change: CommittedChange) -> None:
        if change.table == "memories":
            self.index_soon()

    def _work(self) -> None:
        while not self._stopped.is_set():
            self._wake.wait()
            self._wake.clear()
            if self._stopped.is_set():
                return
            try:
                self.catch_up(wait_s=0)  # the model wakes us once it is loaded
            except ClaudeOpsError as error:
                self._tell(IndexerProgress(fault=error.full_text), None)
                log.warning("the memory index waits: %s", error.full_text)
            except RuntimeError as error:
                if "shutdown" in str(error):
                    log.info("the memory index stops: the store is closed")
                    return
                log.exception("a round of the memory index failed")
            except Exception:  # the next change begins another round
                self._tell(IndexerProgress(fault="A round of the memory index failed; the log has the details."), None)
                log.exception("a round of the memory index failed")

    # --- one round -----------------------------------------------------------------------------------------------

    def catch_up(
        self, wait_s: float = 30.0, told: Callable[[IndexerProgress], None] | None = None, *, awaited: bool = False
    ) -> int:
        """Make all that is missing; how many memories were worked on. Not inside ``store.write``.

        Waits for the model up to ``wait_s``; without one, vectors stay as they are. ``awaited``: somebody waits for it,
        so that an endpoint must answer a short question first, and the sentence model is left for later. Raises
        EmbeddingFault where a model fails, after everything else is done.
        """
        start = perf_counter()
        embedder: TextEmbedder | None = None
        embedded = 0
        try:
            with self._round:
                if self._words_doubted:
                    self._words_doubted = not self.check_words() and not self.check_words()
                done = self._all_entities(told)
                done += self._all_summaries(told)
                if self._embedders.wanted and (embedder := self._embedders.wait(wait_s)) is not None:
                    embedded = self._all_vectors(embedder, told, awaited and not embedder.local)
            if embedder is not None:
                embedded += self._all_sentences(told, awaited)
                with self._round:
                    self._drop_others(embedder, embedded)
        finally:
            self._progress = IndexerProgress(fault=self._embedders.fault)
        if done or embedded:
            spent = round((perf_counter() - start) * 1000, 1)
            self._write_trace(spent, done, embedded)
            self._tell(self._progress, told)
        return done + embedded

    def index_written(self, ids: Sequence[int]) -> None:
        """Index memories in the write that changes them, summaries too, so that the next question need not wait for a
        write of its own. Where no quick model is loaded, the next question does it.

        Inside ``store.write``; a few milliseconds.
        """
        embedder = self._embedders.loaded()
        if embedder is None or not embedder.local or self._words_doubted:
            return
        index = vectors.index_name(embedder.name)
        rows = entity_rows.lacking(ids, index)
        if rows:
            entity_rows.put_entities(self._entities_of(rows))
            texts = [(number, vectors.embedded_text(service, text)) for number, text, service in rows]
            vectors.store_vectors(texts, embedder.embed([text for _, text in texts]), index)
        self._build_summaries()
        self._done(ids)

    def index_now(self, ids: Sequence[int]) -> None:
        """Index these memories before a question is answered, in one transaction; those that somebody else has indexed
        meanwhile are left out. As ``catch_up``, but that nothing else is looked for.
        """
        embedder = self._embedders.loaded() if self._embedders.wanted else None
        if self._words_doubted or (embedder is not None and not embedder.local):
            self.catch_up(0)
            return
        with self._round:
            start = perf_counter()
            index = "" if embedder is None else vectors.index_name(embedder.name)
            rows = self._read(partial(entity_rows.lacking, ids, index))
            if not rows:
                return
            found = self._entities_of(rows, self._read)
            texts = [(number, vectors.embedded_text(service, text)) for number, text, service in rows]
            made = None if embedder is None else embedder.embed([text for _, text in texts])

            def write() -> None:
                entity_rows.put_entities(found)
                if made is not None:
                    vectors.store_vectors(texts, made, index)
                self._build_summaries()
                spent = round((perf_counter() - start) * 1000, 1)
                self._emit_trace(spent, len(rows), 0 if made is None else len(rows))

            self._store.write(write).result()
            self._done(row[0] for row in rows)
            self._tell(self._progress, None)

    def repair_vectors(self, broken: Sequence[int], index: str) -> None:
        """Vectors that are not what they should be are dropped, and made anew by the next round."""
        ids = list(broken)
        log.warning("%d vectors of %s cannot be read: they are made anew", len(ids), index)
        self._store.write(lambda: vectors.drop_vectors(ids, index))
        self.index_soon()

    def doubt_words(self) -> None:
        """A search could not read the word index: the next round looks, and makes it anew."""
        self._words_doubted = True
        self.index_soon()

    def suspect_words(self) -> bool:
        """The word index does not hold what a memory says; whether it is looked through now, once a process: SQLite
        does not notice all damage by itself.
        """
        first, self._words_suspected = not self._words_suspected, True
        if first:
            self.start()
            self.doubt_words()
        return first

    def check_words(self) -> bool:
        """Tell whether the word index is sound; where it is not, it is made anew. Waits: a second at 100,000
        memories."""

        def check() -> bool:
            try:
                with told_plainly(self._store.path):
                    proxy.execute_sql("INSERT INTO memory_words (memory_words, rank) VALUES ('integrity-check', 1)")
            except DamagedDatabase as fault:  # caught here: the store would mend it without a trace
                log.warning("the word index is damaged and made anew: %s", fault)
                return False
            return True

        def rebuild() -> None:
            proxy.execute_sql("INSERT INTO memory_words (memory_words) VALUES ('rebuild')")
            recording.emit_event("index", "memory.index.rebuilt", now=self._clock(), level="warning", what="words")

        if self._store.write(check).result():
            return True
        self._tell(IndexerProgress("words"), None)
        self._store.write(rebuild).result()
        self._words_made_anew()
        self._progress = IndexerProgress()
        self._tell(self._progress, None)
        return False

    # --- entities ------------------------------------------------------------------------------------------------

    def _all_entities(self, told: Callable[[IndexerProgress], None] | None) -> int:
        done, last = 0, 0
        total = self._read(entity_rows.count_unindexed)
        while total and not self._stopped.is_set():
            rows = self._read(partial(entity_rows.unindexed, last, BATCH))
            if not rows:
                break
            found = self._entities_of(rows, self._read)
            self._store.write(partial(entity_rows.put_entities, found)).result()
            self._done(row[0] for row in rows)
            done, last = done + len(rows), rows[-1][0]
            self._tell(IndexerProgress("entities", done, total), told)
        return done

    def _entities_of(
        self,
        rows: Sequence[tuple[int, str, str | None]],
        read: Callable[[Callable[[], set[str]]], set[str]] = lambda question: question(),
    ) -> dict[int, list[NamedEntity]]:
        if not self._services:
            self._services = read(entity_rows.known_services)
        self._services |= {service for _, _, service in rows if service}
        return {number: entities_of(text, service, self._services) for number, text, service in rows}

    # --- summaries -----------------------------------------------------------------------------------------------

    def _all_summaries(self, told: Callable[[IndexerProgress], None] | None) -> int:
        keys, last = self._read(self._summaries_wanted)
        now, done = self._clock(), 0
        for at, part in enumerate(_parts(sorted(keys), SUMMARIES_AT_ONCE)):
            if self._stopped.is_set():
                return done
            done += self._store.write(partial(summaries.build, part, now)).result()
            self._tell(IndexerProgress("summaries", at * SUMMARIES_AT_ONCE + len(part), len(keys)), told)
        self._seen, self._summaries = last, self._read(summaries.count)
        return done

    def _build_summaries(self) -> None:
        """Write anew what the history of memories says has changed. Inside ``store.write``."""
        keys, last = self._summaries_wanted()
        now = self._clock()
        for part in _parts(sorted(keys), SUMMARIES_AT_ONCE):
            summaries.build(part, now)
        self._store.note_change(CommittedChange(SUMMARIES_BUILT, (last,)))

    def note_built(self, change: CommittedChange) -> None:
        """Summaries are committed; the change names the entry of the history up to which they were built."""
        (self._seen,) = change.ids

    def _summaries_wanted(self) -> tuple[set[tuple[str, str]], int]:
        changed, last = summaries.changed_since(self._seen)
        # All of memory is looked through once a process, and where summaries went: by a purge. For the rest its
        # history says what changed, whoever wrote.
        look = self._seen is None or summaries.count() < self._summaries
        return changed | (summaries.missing() if look else set()), last

    # --- vectors -------------------------------------------------------------------------------------------------

    def _all_vectors(
        self, embedder: TextEmbedder, told: Callable[[IndexerProgress], None] | None, asked_first: bool
    ) -> int:
        model = vectors.index_name(embedder.name)
        there, total = self._read(lambda: vectors.count(model))
        done, last = 0, 0
        if asked_first and there < total:
            embedder.question("ready", {})  # its time is short
        while there < total and not self._stopped.is_set() and not (done and self._gives_way(embedder)):
            rows = self._read(partial(vectors.missing, model, last, BATCH if embedder.local else BATCH_AFAR))
            if not rows:
                break
            made = embedder.embed([text for _, text in rows])
            kept = self._store.write(partial(vectors.store_vectors, rows, made, model)).result()
            self._done(kept)
            done, last = done + len(kept), rows[-1][0]
            self._tell(IndexerProgress("vectors", there + done, total), told)
        if self._store.database.is_server and total >= server_search.FROM_MEMORIES:
            self._fill_server(self._store.database.server_vectors, model, embedder.size, told)
        return done

    def _gives_way(self, embedder: TextEmbedder) -> bool:
        """Tell whether the background leaves a slow model for the next round, which begins at once: what has changed
        meanwhile comes first there."""
        return not embedder.local and threading.current_thread() is self._thread and self._wake.is_set()

    def _all_sentences(self, told: Callable[[IndexerProgress], None] | None, awaited: bool) -> int:
        """Embed with the sentence model, and name its index in the store once it is complete: until then, and when many
        memories came at once, the static model's serves."""
        embedder = self._embedders.sentences()
        if embedder is None:
            return 0
        model = vectors.index_name(embedder.name)
        done = 0
        if not awaited:
            with self._reading:
                done = self._all_vectors(embedder, told, asked_first=False)
        (there, total), named = self._read(lambda: (vectors.count(model), vectors.is_complete(model)))
        if (not named and total and there >= total) or (named and there < ENOUGH_VECTORS * total):
            self._store.write(lambda: vectors.set_complete(model, None if named else self._clock(), there)).result()
        return done

    def embed_now(self, ids: Sequence[int], embedder: TextEmbedder) -> None:
        """Embed a few memories before a question is answered; where there are more, the rest waits for a round."""
        index = vectors.index_name(embedder.name)
        rows = self._read(partial(entity_rows.lacking, ids[-FEW:], index))
        texts = [(number, vectors.embedded_text(service, text)) for number, text, service in rows]
        made = embedder.embed([text for _, text in texts])
        self._store.write(lambda: vectors.store_vectors(texts, made, index)).result()
        self._done(number for number, _ in texts)
        if len(ids) > FEW:
            self.index_soon()

    def _drop_others(self, embedder: TextEmbedder, embedded: int) -> None:
        """Forget the vectors of models that the settings do not name, once there are those of the one they name."""
        sentences = self._embedders.sentences()
        kept = tuple(vectors.index_name(one.name) for one in (embedder, sentences) if one is not None)
        if not self._stopped.is_set() and (embedded or self._alone != kept):
            self._store.write(lambda: vectors.drop_others(kept)).result()
            self._alone = kept

    def _fill_server(
        self, server: ServerVectors, model: str, size: int, told: Callable[[IndexerProgress], None] | None
    ) -> None:
        """Have the server search the vectors of a model, where it can: what is missing there is put there."""
        if size > server.longest or not (server.is_kept() or self._store.write(server.make).result()):
            return
        done, was_ready = 0, self._read(lambda: server.is_ready(model, size))
        while not self._stopped.is_set() and (rows := self._read(lambda: server.missing(model, BATCH))):
            found = vectors.readable(rows, size)
            if not found:
                break
            self._store.write(partial(server.put, list(found), list(found.values()), model)).result()
            done += len(found)
            self._tell(IndexerProgress("vectors", done, done), told)
        if not was_ready and not self._stopped.is_set():
            self._read(lambda: server.make_index(model, size))
        if not was_ready and self._read(lambda: server.is_ready(model, size)):
            self._vectors_moved()

    def remake_vectors(self, embedder: TextEmbedder, stopped: Callable[[], bool] = lambda: False) -> int:
        """Drop all vectors of a model and make them anew; how many were made. What is left where ``stopped`` says so is
        made by the next round. Not inside ``store.write``."""
        with self._round:
            index = vectors.index_name(embedder.name)
            self._store.write(lambda: vectors.drop_model(index)).result()
            done, last, rows = 0, 0, self._read(partial(vectors.missing, index, 0, BATCH))
            while rows and not stopped() and not self._stopped.is_set():
                made = embedder.embed([text for _, text in rows])
                kept = self._store.write(partial(vectors.store_vectors, rows, made, index)).result()
                self._done(kept)
                done, last = done + len(kept), rows[-1][0]
                rows = self._read(partial(vectors.missing, index, last, BATCH))
            return done

    # --- telling -------------------------------------------------------------------------------------------------

    def _read(self, question: Callable[[], T]) -> T:
        """In the background by the store's readers; else here: the caller may be one of the readers."""
        if threading.current_thread() is self._thread:
            return self._store.read(question).result()
        with told_plainly(self._store.path):
            self._store.database.connect(reuse_if_open=True)
            return question()

    def _tell(self, progress: IndexerProgress, told: Callable[[IndexerProgress], None] | None) -> None:
        self._progress = progress
        self._store.hub.publish(CommittedChange("memory_index"))
        if told is not None:
            told(progress)

    def _write_trace(self, spent: float, done: int, embedded: int) -> None:
        self._store.write(lambda: self._emit_trace(spent, done, embedded)).result()

    def _emit_trace(self, spent: float, done: int, embedded: int) -> None:
        recording.emit_event(
            "index", "memory.index.completed", now=self._clock(), duration_ms=spent, done=done, embedded=embedded
        )


def _parts(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
