"""Deleting for good, and bringing back (M14): the row, its history, its links, and its words in the records of others.

What is kept of other memories quotes it: "Contradicted by “…”" in a history, the copy of a line that held two markers.
Those words go with it and come back with it. What a session was given and what it answered is that session's own
record: it stays until it is purged there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from ..core.clock import to_text
from ..core.principals import with_all_rows
from ..records.markers import MarkerRecord
from ..records.record_books import RecordRepositories
from . import close_replaced, derived_data, resources, tables
from .context import one_line
from .types import Memory, MemoryLink, MemoryQuote, MemoryResource, MemorySnapshot

OPERATOR = "operator"
DELETED = "(deleted)"
CONTRADICTED_BY_DELETED = "Contradicted by a memory that was deleted since."
JUDGED_AGAINST_DELETED = "Judged against a memory that was deleted since."


class MemoryDeletion:
    """Removes memories and restores them. Everything here runs inside ``store.write``."""

    def __init__(self, book: RecordRepositories) -> None:
        self.store = book.store
        self._clock = book.clock
        self._markers = book.markers
        self._put: Mapping[str, Callable[..., int]] = {
            "versions": tables.reword_version,
            "markers": self._markers.reword_marker,
            "resources": resources.reword_resource,
            "gate_log": tables.reword_gate_log,
            "steps": derived_data.reword_step,
        }
        self._gone: dict[int, MemorySnapshot] = {}  # how each one last was, until the application closes
        self._owed: list[MemorySnapshot] = []  # restored before another that it is linked to or quoted by
        self._records: list[derived_data.Row] = []  # rows about those that are gone, which come back with them
        self._purge: dict[int, int] = {}  # the latest purge before each one went

    def forget(self, ids: Sequence[int]) -> tuple[MemorySnapshot, ...]:
        """Remove these memories for good; what there was of them. Those that are gone already are passed over."""
        snapshots = self.take_out(ids)
        if snapshots:
            tables.drop_words()
        return snapshots

    def take_out(self, ids: Sequence[int]) -> tuple[MemorySnapshot, ...]:
        """As ``forget``, for a caller that calls ``tables.drop_words`` at the end of several."""
        snapshots = self._whole(list(dict.fromkeys(ids)))
        if not snapshots:
            return ()
        gone = [snapshot.memory.id for snapshot in snapshots]
        quotes = self._take_out_quotes(gone, [marker for snapshot in snapshots for marker in snapshot.markers])
        passages, quoted = self._take_out_passages(snapshots)
        quoted += _take_out_of_gate_log(gone)
        quoted += _take_out_of_steps(snapshots)
        self._records += derived_data.records_of(gone)
        entities = derived_data.entities_of(gone)
        derived_data.drop_summaries(gone)
        snapshots = (replace(snapshots[0], quotes=(*quotes, *quoted), resources=passages), *snapshots[1:])
        released = close_replaced.release({s.memory.id: s.memory for s in snapshots}, OPERATOR, self._clock())
        snapshots = tuple(replace(s, closed=released.get(s.memory.id, ())) for s in snapshots)
        self._markers.blank("memory", gone)
        tables.remove(gone)
        derived_data.drop_orphans(entities)
        self._purge |= dict.fromkeys(gone, derived_data.latest_purge())
        self._gone |= {snapshot.memory.id: snapshot for snapshot in snapshots}
        self.store.changed("memories", *gone, what="deleted")
        if released:
            self.store.changed("memories", *(one.memory_id for closed in released.values() for one in closed))
        return snapshots

    def restore(self, snapshots: Sequence[MemorySnapshot]) -> tuple[Memory, ...]:
        """Bring memories back as they last were; what joins them to others comes as soon as both are there.

        Those that went before a purge stay gone: it may have been about them.
        """
        latest = derived_data.latest_purge()
        snapshots = [s for s in snapshots if self._purge.get(s.memory.id, latest) == latest]
        there = tables.present(s.memory.id for s in snapshots)
        back = [self._gone.pop(s.memory.id, s) for s in snapshots if s.memory.id not in there]
        for snapshot in back:
            tables.insert(snapshot.memory)
            tables.restore_versions(snapshot.versions)
            self._markers.unblank(snapshot.markers)
            resources.unblank(snapshot.resources)
        for number in close_replaced.find_dangling([s.memory.id for s in back]):
            tables.update(number, **close_replaced.OPENED)
        joined = [s for s in (*self._owed, *back) if s.links or s.quotes or s.closed or s.memory.superseded_by]
        there = tables.present({end for s in joined for link in s.links for end in (link.from_id, link.to_id)})
        there |= tables.present(
            number
            for s in joined
            for number in (s.memory.id, s.memory.superseded_by or 0, *(one.memory_id for one in s.closed))
        )
        self._owed = [s for s in joined if s.memory.id in there and not self._rejoin(s, there)]
        if back:
            self._records = derived_data.bring_back(self._records)
            self.store.changed("memories", *(s.memory.id for s in back), what="inserted")
        return tuple(snapshot.memory for snapshot in back)

    def set_apart(self, memory_id: int, audience: str, now: datetime) -> Memory | None:
        """Give a memory to fewer eyes: it goes as a deleted one does, with its words in the records of others and with
        what it had closed, and is there again under its number for those alone. None where it is gone."""
        records, owed = list(self._records), list(self._owed)
        whole = self.forget([memory_id])
        self._records, self._owed = records, owed  # what joined it to others does not come back
        if not whole:
            return None
        snapshot = self._gone.pop(memory_id)
        old = snapshot.memory
        apart = replace(old, audience=audience, superseded_by=None, updated_at=to_text(now))
        tables.insert(apart)
        tables.restore_versions([replace(version, audience=audience) for version in snapshot.versions])
        self._markers.unblank(snapshot.markers)
        resources.unblank(snapshot.resources)
        self.store.changed("memories", memory_id, what="inserted")
        return apart

    def let_go(self, ids: Sequence[int]) -> None:
        """Undo brings these back no more."""
        for number in ids:
            self._gone.pop(number, None)
        self._owed = [snapshot for snapshot in self._owed if snapshot.memory.id not in set(ids)]

    def defer_rejoin(self, snapshots: Sequence[MemorySnapshot]) -> None:
        """What joins these to one that comes next has still to be brought back: they came back before it."""
        known = {snapshot.memory.id for snapshot in self._owed}
        self._owed += [snapshot for snapshot in snapshots if snapshot.memory.id not in known]

    def _whole(self, ids: Sequence[int]) -> tuple[MemorySnapshot, ...]:
        versions = tables.versions_of(ids)
        markers = self._markers.of_targets("memory", ids)
        links: dict[int, list[MemoryLink]] = {}
        for link in tables.links_of(ids):
            for end in {link.from_id, link.to_id}:
                links.setdefault(end, []).append(link)
        return tuple(
            MemorySnapshot(
                memory,
                versions.get(memory.id, ()),
                tuple(links.get(memory.id, ())),
                markers.get(memory.id, ()),
            )
            for memory in tables.by_ids(ids)
        )

    def _take_out_quotes(self, gone: Sequence[int], markers: Sequence[MarkerRecord]) -> list[MemoryQuote]:
        """Words of these memories in the records of others are taken out; what stood there before."""
        own = {marker.id for marker in markers}
        quotes: list[MemoryQuote] = []
        for version in tables.versions_about(gone, sorted(own)):
            lowered = version.action == "lowered"
            becomes = CONTRADICTED_BY_DELETED if lowered else JUDGED_AGAINST_DELETED
            quotes.append(MemoryQuote("versions", version.id, "why", version.why))
            tables.reword_version(version.id, becomes)
            if not lowered and version.marker_id is not None and version.marker_id not in own:
                quotes.append(MemoryQuote("markers", version.marker_id, "why", version.why))
                self._markers.reword_marker(version.marker_id, why=becomes)
        lines: dict[int, tuple[str, str]] = {}  # marker: its line as it was, as it becomes
        for mine, other in self._markers.list_same_line(markers):
            was, becomes = lines.get(other.id, (other.line, other.line))
            lines[other.id] = (was, _without(mine.said, becomes) or other.said)
        for number, (was, becomes) in lines.items():
            quotes.append(MemoryQuote("markers", number, "line", was))
            self._markers.reword_marker(number, line=becomes)
        return quotes

    def _take_out_passages(
        self, gone: Sequence[MemorySnapshot]
    ) -> tuple[tuple[MemoryResource, ...], list[MemoryQuote]]:
        """The passages of these memories lose their words; in those that others share, only theirs are taken out."""
        numbers = [snapshot.memory.id for snapshot in gone]
        own = resources.ids_of(numbers)
        kept = resources.used_by_others(own, numbers)
        said = dict.fromkeys(one_line(text) for snapshot in gone for text in texts_of(snapshot))
        quotes = []
        blanked = resources.blank(set(own) - kept)
        beside = {resource.id: resource for resource in resources.get_all(kept)}
        for resource in (*resources.sharing_words(blanked), *beside.values()):
            becomes = resource.raw_content
            for words in said:
                becomes = _without_words(words, becomes)
            if becomes != resource.raw_content:
                quotes.append(MemoryQuote("resources", resource.id, "raw_content", resource.raw_content))
                resources.reword_resource(resource.id, becomes)
            else:  # they cannot be told apart in it
                blanked += resources.blank([resource.id])
        return tuple(blanked), quotes

    def _rejoin(self, snapshot: MemorySnapshot, there: set[int]) -> bool:
        """Link it again and put its words back; whether nothing of that is left to do."""
        whole = True
        for link in snapshot.links:
            if {link.from_id, link.to_id} <= there:
                tables.add_link(link)
            else:
                whole = False
        for quote in snapshot.quotes:
            put = self._put[quote.table]
            whole = bool(put(quote.id, **{quote.column: quote.text})) and whole
        whole = close_replaced.restore(snapshot.memory.id, snapshot.closed, there) and whole
        return close_replaced.rejoin_chain(snapshot.memory, there) and whole


def _take_out_of_gate_log(gone: Sequence[int]) -> list[MemoryQuote]:
    """What the gate held or let pass of these memories is told without their words from now on."""
    quotes = [MemoryQuote("gate_log", number, "text", text) for number, text in tables.gate_log_of(gone)]
    for quote in quotes:
        tables.reword_gate_log(quote.id, text="")
    return quotes


@with_all_rows  # words of it may be kept of sessions that are not seen
def _take_out_of_steps(gone: Sequence[MemorySnapshot]) -> list[MemoryQuote]:
    """What an extractor answered stands in a step, so that a crash does not ask it again: without their words."""
    texts = list(dict.fromkeys(text for snapshot in gone for text in texts_of(snapshot)))
    passages = resources.ids_of([snapshot.memory.id for snapshot in gone])
    conversations = (resource.conversation_id for resource in resources.get_all(passages))
    return derived_data.take_out_of_steps(conversations, texts, DELETED)


def _without(said: str, line: str) -> str:
    """A line without what this marker said in it; empty where its words cannot be told apart."""
    words = one_line(said.partition("] ")[2])
    flat = one_line(line)
    return flat.replace(words, DELETED) if words and words in flat else ""


def texts_of(snapshot: MemorySnapshot) -> Iterator[str]:
    """What it says, and whatever it said before, in its own words and as a marker said it."""
    yield snapshot.memory.observation
    yield from (version.observation for version in snapshot.versions)
    yield from (marker.said.partition("] ")[2] for marker in snapshot.markers)


def _without_words(words: str, passage: str) -> str:
    flat = one_line(passage)
    return flat.replace(words, DELETED) if words and words in flat else passage
