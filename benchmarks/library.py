"""How fast the library is searched, and how well it finds the document: ``library [RUNBOOKS.jsonl ALERTS.jsonl]``.

Speed: 10,000 parts of sentences of this project's documents. Quality: the guide, with questions in other words than
its own (``library_questions.jsonl``), and runbooks with alerts where such files are named; the name that both share is
taken out. Beside the library's search stands SQLite's own ranking of the same parts (FTS5, any of the words). How the
two searches are weighed was chosen with the guide's first half and the runbooks in view; the second half was measured.
"""

from __future__ import annotations

import json
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.library import LibraryService
from claudeops_desktop.library.chunks import split_document
from claudeops_desktop.library.index.tables import put_vectors
from claudeops_desktop.library.search import question_words
from claudeops_desktop.library.types import DocumentText, NewDocument, TextChunk
from claudeops_desktop.memory import embedder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store

from .report import Figure, report
from .runbooks import hide_name

ROOT = Path(__file__).resolve().parents[1]
CHUNKS, SEARCHES, LIMIT_MS, FIRST = 10_000, 200, 50.0, 5
Search = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class LibraryGround:
    """Documents by name, and questions with the names of the documents that answer them."""

    name: str
    documents: dict[str, str]
    questions: tuple[tuple[str, frozenset[str]], ...]


def guide_ground() -> LibraryGround:
    """The guide of this project, with our own questions."""
    documents = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs" / "guide").glob("*.md"))}
    lines = (Path(__file__).parent / "library_questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return LibraryGround("guide", documents, tuple((row["question"], frozenset((row["document"],))) for row in rows))


def runbook_ground(runbooks: Path, alerts: Path) -> LibraryGround:
    """Runbooks, asked for by alerts without their names."""
    books = [json.loads(line) for line in runbooks.read_text(encoding="utf-8").splitlines()]
    rows = [json.loads(line) for line in alerts.read_text(encoding="utf-8").splitlines()]
    documents = {f"{number}": hide_name(book["name"], book["text"]) for number, book in enumerate(books)}
    places: dict[str, set[str]] = {}
    for number, book in enumerate(books):
        places.setdefault(book["name"].lower(), set()).add(f"{number}")
    questions = tuple(
        (hide_name(row["alert"], row["summary"] or row["description"]), frozenset(places[row["alert"].lower()]))
        for row in rows
        if row["alert"].lower() in places
    )
    return LibraryGround("runbooks", documents, questions)


def keep(store: DataStore, library: LibraryService, documents: dict[str, str]) -> None:
    """Put documents into a library, their names as sources."""

    def write() -> None:
        for name, text in documents.items():
            heading = re.search(r"^# +(.+)$", text, re.MULTILINE)
            found = DocumentText(heading[1] if heading else "", text, "markdown")
            library.documents.keep(NewDocument(name, "file", found, name, len(text)), split_document(found))

    store.write(write).result()


def plain_fts5(store: DataStore, question: str, limit: int) -> list[str]:
    """The sources by SQLite's own ranking, each once."""
    asked = " OR ".join(f'"{word}"' for word in question_words(question))

    def look() -> list[str]:
        rows = store.database.execute_sql(
            "SELECT d.source FROM library_chunk_words w JOIN library_chunks c ON c.id = w.rowid"
            " JOIN library_documents d ON d.id = c.document_id WHERE library_chunk_words MATCH ?"
            " ORDER BY w.rank LIMIT ?",
            (asked, limit),
        )
        return [source for (source,) in rows]

    return list(dict.fromkeys(store.read(look).result()))


def score(questions: Sequence[tuple[str, frozenset[str]]], find: Search) -> tuple[float, float]:
    """The share with an answer among the first five documents, and the mean reciprocal rank of the first answer."""
    hits, ranks = [], []
    for question, answers in questions:
        found = find(question)
        place = next((at for at, name in enumerate(found, 1) if name in answers), 0)
        hits.append(0 < place <= FIRST)
        ranks.append(1 / place if place else 0.0)
    return statistics.fmean(hits), statistics.fmean(ranks)


def measure_quality(ground: LibraryGround) -> list[Figure]:
    """hit@5 and MRR of FTS5 alone, of words alone, and of the whole search."""
    with tempfile.TemporaryDirectory() as place:
        store = open_store(DataFolder(Path(place)).create())
        library = LibraryService(RecordRepositories(store))
        keep(store, library, ground.documents)
        model = embedder(Settings().embedding)
        assert model is not None
        library.embed_chunks(model)

        def sources(question: str, whole: bool) -> list[str]:
            hits = library.find(question, 40, model if whole else None)
            return list(dict.fromkeys(hit.source for hit in hits))

        found = []
        searches: dict[str, Search] = {
            "FTS5 alone": lambda question: plain_fts5(store, question, 40),
            "words": lambda question: sources(question, whole=False),
            "library": lambda question: sources(question, whole=True),
        }
        halves = {"": ground.questions}
        if ground.name == "guide":
            halves = {" (tuned on)": ground.questions[::2], " (held out)": ground.questions[1::2]}
        for half, questions in halves.items():
            least = score(questions, searches["FTS5 alone"])
            for name, search in searches.items():
                hit, rank = score(questions, search)
                target = least if name == "library" else (None, None)
                title = f"{ground.name}{half}, {len(questions)} questions: {name}"
                found.append(Figure(f"{title}, hit@5", hit, "", target[0], at_least=True))
                found.append(Figure(f"{title}, MRR", rank, "", target[1], at_least=True))
        store.close()
    return found


def measure_speed() -> list[Figure]:
    """Milliseconds of a search over 10,000 parts, by words and by meaning."""
    chance = random.Random(7)
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")]
    sentences = [one for text in texts for one in re.split(r"(?<=[.!?])\s+|\n\n", text) if 20 < len(one) < 400]
    with tempfile.TemporaryDirectory() as place:
        store = open_store(DataFolder(Path(place)).create())
        library = LibraryService(RecordRepositories(store))
        model = embedder(Settings().embedding)
        assert model is not None

        def write() -> None:
            for number in range(CHUNKS // 50):
                chunks = [
                    TextChunk(
                        at, (f"Part {at}",), None, 10 * at + 1, 10 * at + 9, " ".join(chance.sample(sentences, 8))
                    )
                    for at in range(50)
                ]
                new = NewDocument(f"/d/{number}.md", "file", DocumentText(f"Document {number}", "", "markdown"), "", 0)
                library.documents.keep(new, chunks)

        store.write(write).result()
        rows = store.read(
            lambda: store.database.execute_sql("SELECT id, text FROM library_chunks ORDER BY id").fetchall()
        ).result()
        began = time.perf_counter()
        vectors = model.embed([text for _, text in rows])
        embedding = time.perf_counter() - began
        pairs = [(number, vector) for (number, _), vector in zip(rows, vectors, strict=True)]
        store.write(lambda: put_vectors(model.name, pairs)).result()
        questions = [" ".join(chance.choice(sentences).split()[:9]) for _ in range(SEARCHES)]
        library.find("warm", 10, model)
        found = [Figure("10,000 parts: vectors made", embedding, "s")]
        for name, given in (("by words", None), ("by words and meaning", model)):
            times = []
            for question in questions:
                began = time.perf_counter()
                library.find(question, 10, given)
                times.append(1000 * (time.perf_counter() - began))
            times.sort()
            found.append(Figure(f"10,000 parts, {name}: median", statistics.median(times), "ms", LIMIT_MS))
            found.append(Figure(f"10,000 parts, {name}: 95% within", times[int(0.95 * len(times))], "ms", LIMIT_MS))
        store.write(lambda: library.documents.mark_missing(library.documents.must(1))).result()
        library.find("warm", 10, model)
        times = []
        for question in questions:
            began = time.perf_counter()
            library.find(question, 10, model)
            times.append(1000 * (time.perf_counter() - began))
        found.append(
            Figure("the same, one file gone: 95% within", sorted(times)[int(0.95 * len(times))], "ms", LIMIT_MS)
        )
        store.close()
    return found


def main() -> int:
    files = [Path(name) for name in sys.argv[1:]]
    figures = [*measure_speed(), *measure_quality(guide_ground())]
    if len(files) == 2:
        figures += measure_quality(runbook_ground(*files))
    return report("library", figures)


if __name__ == "__main__":
    sys.exit(main())
