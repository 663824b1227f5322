"""``SharedFacts``: gives this database's facts and lessons out under names of their own, and keeps track of them (X6).

What is given out, and what became of what others gave, stands in ``shared_records``. It is written in the transaction
that changes the fact: a sync that is killed goes on where it was, and what came once does not come again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...core.clock import Clock, to_text
from ...core.errors import OperatorError, UsageError
from ...core.machine_key import read_public_key
from ...core.messages import UserMessage
from ...core.secrets.redact_shapes import without_shapes
from . import tables
from .intake import RecordIntake
from .types import (
    CASE,
    DROPPED,
    FACT,
    GONE,
    LESSON,
    LIVE,
    OWN,
    SAME,
    THEIRS,
    GivenOut,
    IntakeTotals,
    KnownRecord,
    SharedDeletion,
    SharedEntry,
    SharedRecord,
)

if TYPE_CHECKING:
    from ...records.record_books import RecordRepositories
    from ..ingest import MemoryIngest
    from ..lessons.lessons import LessonStore
    from ..session_sources import SessionSources
    from ..trash import MemoryTrash

_WORKSTATION = "workstation"
_TRUSTED = "trusted:"


class SharedFacts:
    """What goes to other workstations, and what came from them."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        ingest: MemoryIngest,
        provenance: SessionSources,
        trash: MemoryTrash,
        lessons: LessonStore,
    ) -> None:
        self._store = book.store
        self._clock = clock
        self._trash = trash
        self._lessons = lessons
        self._intake = RecordIntake(book, clock, ingest, provenance, trash, lessons)

    # --- who this is: inside ``store.write`` -------------------------------------------------------------------------

    def workstation(self) -> str:
        """The name of this data folder among those that share: 12 random digits, made once. It says nothing of machine
        or person."""
        known = tables.get_state().get(_WORKSTATION, "")
        return known or self.rename_workstation()

    def rename_workstation(self) -> str:
        """Take a new name, and new ones for all that was given out: another data folder uses the old ones, such as one
        that was made from a backup of this one. What stands under the old names is another workstation's from now
        on."""
        name = secrets.token_hex(6)
        tables.set_state([(_WORKSTATION, name)])
        tables.remove_records([row.uid for row in tables.all_records(OWN)])
        return name

    # --- giving out: inside ``store.write`` --------------------------------------------------------------------------

    def entries(self) -> list[SharedEntry]:
        """The facts and lessons that may be given out. Inside a read or a write."""
        return [*tables.shown_facts(), *tables.active_lessons()]

    def give_out(self, entries: Sequence[SharedEntry]) -> GivenOut:
        """The records of this workstation, all of them: those of these entries, each under the name that it was given
        once; those that are gone or no longer hold, without words; and what was deleted here and is another's.
        ``entries`` are those of every kind: what came from elsewhere is passed over, unless somebody has changed its
        words here. A new text that looks like it holds a secret is not given out."""
        name, at = self.workstation(), to_text(self._clock())
        rows = tables.all_records(OWN, THEIRS)
        mine = {(row.kind, row.entry_id): row for row in rows if row.relation == OWN}
        given = {(row.kind, row.entry_id): row.stored for row in rows if row.relation == THEIRS}
        records: list[SharedRecord] = []
        withheld: list[SharedEntry] = []
        for entry in self._with_old_facts(entries, mine):
            place, digest = (entry.kind, entry.entry_id), entry.digest
            row = mine.get(place)
            if row is None and place in given and (entry.kind == CASE or given[place] == digest):
                continue
            if row is None or row.state != LIVE or row.digest != digest:
                if without_shapes(entry.text) != entry.text:
                    withheld.append(entry)
                    mine.pop(place, None)  # nothing is said of it: what others have stays with them
                    continue
                if row is None:
                    row = KnownRecord(f"{name}-{secrets.token_hex(8)}", entry.kind, OWN, entry.entry_id, 0, LIVE)
                row = row.moved(revision=row.revision + 1, state=LIVE, digest=digest)
                tables.put_record(row, at)
            mine.pop(place, None)
            records.append(entry.as_record(row.uid, row.revision))
        for row in mine.values():
            if row.state == LIVE:
                row = row.moved(revision=row.revision + 1, state=GONE, digest=b"")  # noqa: PLW2901
                tables.put_record(row, at)
            records.append(SharedRecord(row.uid, row.kind, row.revision, GONE))
        records += self._dropped([row for row in rows if row.relation == THEIRS], at)
        return GivenOut(tuple(records), tuple(withheld))

    @staticmethod
    def _with_old_facts(
        entries: Sequence[SharedEntry], mine: Mapping[tuple[str, int | None], KnownRecord]
    ) -> list[SharedEntry]:
        """The entries, with the facts that were given out before and are merely too old for prompts: to forget with
        time is each workstation's own affair, and no deletion."""
        shown = {one.entry_id for one in entries if one.kind == FACT}
        missing = [number for kind, number in mine if kind == FACT and number is not None and number not in shown]
        return [*entries, *tables.facts_that_hold(missing).values()]

    def _dropped(self, theirs: Sequence[KnownRecord], at: str) -> list[SharedRecord]:
        """What came from elsewhere and was deleted here."""
        ids = {row.entry_id for row in theirs if row.kind == FACT and row.entry_id is not None}
        lessons = {row.entry_id for row in theirs if row.kind == LESSON and row.entry_id is not None}
        there = {(FACT, number) for number in tables.existing(FACT, ids)}
        there |= {(LESSON, number) for number in tables.existing(LESSON, lessons)}
        found = []
        for row in theirs:
            if row.kind not in (FACT, LESSON) or row.state == GONE:
                continue
            state = LIVE if (row.kind, row.entry_id) in there else DROPPED
            if state != row.state:
                tables.put_record(row.moved(state=state), at)
            if state == DROPPED:
                found.append(SharedRecord(row.uid, row.kind, row.revision, DROPPED))
        return found

    def uses_our_name(self, records: Iterable[SharedRecord]) -> bool:
        """Tell whether a file of this workstation says what this database never gave out: another data folder has its
        name. Inside a read or a write."""
        found = list(records)
        known = tables.known_records([one.uid for one in found])
        return any(
            one.state != DROPPED
            and (one.uid not in known or known[one.uid].relation != OWN or known[one.uid].revision < one.revision)
            for one in found
        )

    # --- taking in ---------------------------------------------------------------------------------------------------

    def take_in(
        self,
        records: Sequence[tuple[str, SharedRecord]],
        *,
        take_case: Callable[[SharedRecord], tuple[str, int | None, str]],
        stopped: Callable[[], bool] = lambda: False,
    ) -> IntakeTotals:
        """Take in the records of other workstations, each with the one that says it; what became of them. ``take_case``
        files a case inside ``store.write``: its relation, its number, and why it was refused. Waits for the database:
        never on a GUI thread, nor inside ``store.write``."""
        return self._intake.take_in(records, take_case, stopped)

    # --- deletions elsewhere: inside ``store.write`` -----------------------------------------------------------------

    def deletions(self) -> list[SharedDeletion]:
        """What stands here and was deleted elsewhere, and waits for an answer. Inside a read or a write."""
        return tables.open_deletions()

    def answer_deletion(self, number: int, delete: bool) -> SharedDeletion:
        """Delete it here as well, into the trash, or keep it. Raises OperatorError where it waits for no answer."""
        found = next((one for one in self.deletions() if one.id == number), None)
        if found is None:
            raise OperatorError(
                UserMessage("Deletion {id} waits for no answer.", id=number),
                UserMessage("See `claudeops knowledge deletions`."),
            )
        if delete and found.kind == FACT:
            self._trash.trash_memories([found.entry_id])
        elif delete:
            self._lessons.remove(found.entry_id)
        tables.settle_deletion(number, "deleted" if delete else "kept", to_text(self._clock()))
        self._store.changed("shared_deletions", number)
        return found

    def reopen_deletion(self, deletion: SharedDeletion, deleted: bool) -> None:
        """Take an answer back."""
        if deleted and deletion.kind == FACT:
            self._trash.bring_back(deletion.entry_id)
        tables.settle_deletion(deletion.id, "open", "")
        self._store.changed("shared_deletions", deletion.id)

    # --- how far a sync got ---------------------------------------------------------------------------------------

    def sync_state(self) -> dict[str, str]:
        """What is kept of syncs, by key. Inside a read or a write."""
        return tables.get_state()

    def note_sync(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write some of it down. Inside ``store.write``."""
        tables.set_state(rows)
        self._store.changed("sync_state")

    def trusted_machines(self) -> dict[str, str]:
        """The public keys of the machines that the operator trusts, each with a name. Inside a read or a write."""
        rows = tables.get_state().items()
        return {key.removeprefix(_TRUSTED): name for key, name in rows if key.startswith(_TRUSTED)}

    def trust_machine(self, key: str, name: str) -> None:
        """Trust what a key signs. Inside ``store.write``. Raises UsageError for what is no public key."""
        known = read_public_key(key)
        if not known:
            raise UsageError(
                UserMessage("That is no public key of a machine."),
                UserMessage("Give the one that `claudeops knowledge machines list` shows there: ssh-ed25519 AAAA…"),
            )
        self.note_sync([(f"{_TRUSTED}{known}", name)])

    def distrust_machine(self, key: str) -> None:
        """Trust a key no longer. Inside ``store.write``."""
        tables.remove_state(f"{_TRUSTED}{key}")
        self._store.changed("sync_state")

    def drop_words_of_gone(self) -> int:
        """Let nothing stand for the words of memories that are gone for good; how many rows that concerned. Inside
        ``store.write``."""
        return tables.blank_gone()

    # --- what is known -----------------------------------------------------------------------------------------------

    def counts(self) -> dict[str, int]:
        """How many live records there are of each relation: own, theirs, same, refused. Inside a read or a write."""
        return dict.fromkeys((OWN, THEIRS, SAME), 0) | tables.count_states()
