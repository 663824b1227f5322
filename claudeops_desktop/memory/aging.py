"""How facts age, and what keeps them true (M12, E10): decay, lifetimes, and facts that are about to expire, checked by
the watcher or by the operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

from ..core.clock import Clock
from ..core.trusted_time import is_time_trusted
from ..records.record_books import RecordRepositories
from . import decay, eligibility, tables
from .batches import batched
from .memory_settings import SettingsInForce
from .types import Memory, MemoryChange, MemorySnapshot, counted, shown_service

if TYPE_CHECKING:  # loaded when it is needed, not when the window opens
    from ..core.settings.groups import LifetimeSettings
    from .expiring import ExpiringFact
    from .tool_evidence import ShownOutput
    from .trash import MemoryTrash
    from .undo import MemoryUndo

OPERATOR = "operator"
AT_ONCE = 50  # memories that one write of a long job changes: nobody waits long behind it


@dataclass(frozen=True, slots=True)
class AgedFacts:
    """How many facts lost confidence, changed their state, and were confirmed by a check of ours."""

    faded: int
    moved: int
    confirmed: int

    @property
    def whole(self) -> int:
        """All of them."""
        return self.faded + self.moved + self.confirmed


class FactAging:
    """Lets facts age, and confirms those that still hold. Reads belong inside ``store.read``, all else inside
    ``store.write``."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        settings: SettingsInForce,
        undo: MemoryUndo,
        trash: Callable[[], MemoryTrash],
    ) -> None:
        self._book = book
        self._clock = clock
        self._settings = settings
        self._undo = undo
        self._trash = trash
        self._aged_on: date | None = None

    # --- age -----------------------------------------------------------------------------------------------------

    def decay(self, now: datetime | None = None) -> int:
        """The staleness check (M12): takes off what is due and was not taken off yet; how many it touched. Nothing
        while the computer's clock is not trusted.

        Once a day it also gives every memory the state of its age (E10).
        """
        if not is_time_trusted():
            return 0
        now = now or self._clock()
        if self._aged_on != now.date():
            self._aged_on = now.date()
            self.age(now)
        return decay.decay(self._book.store, now, self._settings.graces())

    def age(self, now: datetime | None = None) -> int:
        """Lifetimes (E10): active, stale, archived, cold by the domain's days; how many changed. Before that, what a
        check of ours shows anew is confirmed, what an older version left without a domain gets one, and the trash loses
        what lay there for thirty days."""
        from .lifecycle_states import place_unread, update_states

        if not is_time_trusted():
            return 0
        now = now or self._clock()
        place_unread(self._book.store)
        self._trash().drop_expired()
        self.verify_expiring(now)
        return update_states(self._book.store, self.lifetimes(), now)

    def age_in_parts(self, stopped: Callable[[], bool] = lambda: False) -> AgedFacts:
        """What ``decay`` and ``age`` do, in parts: what is due is looked for outside of transactions, and each write
        changes at most ``AT_ONCE`` memories. Ends early where ``stopped`` says so: the rest is done next time. Waits
        for the database: not on a GUI thread, nor inside a write."""
        from .lifecycle_states import changed_states, place_unread, put_states

        if not is_time_trusted():
            return AgedFacts(0, 0, 0)
        store, now, lifetimes = self._book.store, self._clock(), self.lifetimes()
        graces = self._settings.graces()
        while not stopped() and store.write(lambda: place_unread(store, AT_ONCE)).result() == AT_ONCE:
            pass
        store.write(lambda: self._trash().drop_expired()).result()
        confirmed = self._verify_in_parts(now, stopped)
        faded = moved = 0
        for some in batched(store.read(lambda: decay.due_ids(now, graces)).result(), AT_ONCE):
            if stopped():
                break
            faded += store.write(partial(decay.decay_these, store, some, now, graces)).result()
        for some in batched(store.read(lambda: changed_states(lifetimes, now)).result(), AT_ONCE):
            if stopped():
                break
            moved += store.write(partial(put_states, store, lifetimes, some, now)).result()
        return AgedFacts(faded, moved, confirmed)

    def _verify_in_parts(self, now: datetime, stopped: Callable[[], bool]) -> int:
        """As ``verify_expiring``, of every fact whose grace is over; only those of which a check shows something are
        written."""
        from .confirm_by_evidence import checked_again, measured_lately
        from .expiring import expiring_ids

        def due() -> list[int]:
            past = eligibility.past_grace_ids(now, self._settings.graces())
            return measured_lately({*past, *expiring_ids(self.lifetimes(), now)}, now)

        store, confirmed = self._book.store, 0
        for some in batched(store.read(due).result(), AT_ONCE):
            if stopped():
                break
            shown = store.read(partial(checked_again, self._book, now, some)).result()
            if shown:
                confirmed += len(store.write(partial(self.verify, list(shown), now)).result())
        return confirmed

    def take_back(self, now: datetime) -> int:
        """Give back what age took by a clock that was ahead; how many facts. Inside ``store.write``."""
        return decay.take_back(self._book.store, now, self.lifetimes())

    def lifetimes(self) -> LifetimeSettings:
        """How long facts are trusted, by the settings in force."""
        return self._settings.lifetimes()

    # --- still true? ---------------------------------------------------------------------------------------------

    def expiring(self, now: datetime | None = None) -> list[ExpiringFact]:
        """Facts that age is about to take out of prompts, or took out lately without an answer."""
        from .expiring import list_expiring

        return list_expiring(self.lifetimes(), now or self._clock())

    def leaving(self, now: datetime | None = None) -> list[ExpiringFact]:
        """Facts that age takes out of prompts within the next seven days."""
        return [one for one in self.expiring(now) if not one.gone]

    def next_exit(self, memory: Memory, now: datetime | None = None) -> ExpiringFact | None:
        """When age takes one out of prompts unless something confirms it; None where it never does."""
        from .expiring import next_exit

        return next_exit(memory, self.lifetimes(), now or self._clock())

    def keep_true(self, ids: Sequence[int]) -> MemoryChange:
        """They are still true: confirmed, with what age took given back."""
        from .expiring import confirm

        now, why = self._clock(), "The operator says that it is still true."
        return self._each("Keep", ids, lambda memory: confirm(memory, by=OPERATOR, why=why, now=now))

    def let_go(self, ids: Sequence[int]) -> MemoryChange:
        """They are not wanted any more: laid away, not deleted."""
        from .expiring import let_go

        now = self._clock()
        return self._each("Let go", ids, lambda memory: let_go(memory, now))

    def verify(self, ids: Sequence[int], now: datetime | None = None) -> dict[int, str]:
        """Compare facts with what the watcher measured within a day; the line that shows it again, by the id of each
        that is thereby confirmed."""
        from .confirm_by_evidence import confirm_checked

        return confirm_checked(self._book, now or self._clock(), ids, self._settings.graces())

    def check(self, ids: Sequence[int]) -> dict[int, str]:
        """Have facts checked: against what the watcher measured, at once; else a session is asked to. The line that
        shows it again, by the id of each that was confirmed."""
        from .expiring import ask_for_check, check_asked

        found = self.verify(ids)
        asked = check_asked()
        for memory in tables.by_ids([number for number in ids if number not in found and number not in asked]):
            ask_for_check(memory, self._clock())
        return found

    def check_judged(self, ids: Sequence[int]) -> MemoryChange:
        """As ``check``, with what came of it in one sentence for each fact, and a way back."""
        before = tables.by_ids(sorted(set(ids)))
        found = self.check(ids)
        notes = tuple(
            f"The watcher measured “{found[memory.id]}”: confirmed."
            if memory.id in found
            else f"No check of ours shows it; the next session about {shown_service(memory.service)} checks it."
            for memory in before
        )
        after = tables.by_ids(sorted(set(ids)))
        if before:
            self._book.store.changed("memories", *(memory.id for memory in before))
        return MemoryChange(
            "Check a fact", tuple(map(MemorySnapshot, before)), tuple(map(MemorySnapshot, after)), notes[:3]
        )

    def undo_check(self, change: MemoryChange) -> MemoryChange:
        """Undo what ``check_judged`` did: what it confirmed, and what it asked for."""
        from .expiring import check_asked, withdraw_check

        asked = check_asked()
        for memory in tables.by_ids(change.ids):
            if memory.id in asked:
                withdraw_check(memory, self._clock())
        undone = self._undo.undo(change)
        self._book.store.changed("memories", *change.ids)
        return undone

    def to_check(self) -> list[Memory]:
        """Facts that the operator wants checked and that nothing has confirmed since, oldest wish first."""
        from .expiring import waiting_for_check

        return waiting_for_check()

    def confirm_observed(
        self, conversation_id: str, session_id: int | None, answers: Sequence[ShownOutput]
    ) -> dict[int, str]:
        """Confirm what the commands of a conversation show again, whether or not its prompt held it; the line that
        does, by the id of each. Waits: never inside a write."""
        from .confirm_by_evidence import confirm_observed

        return confirm_observed(self._book, self._clock, conversation_id, session_id, answers)

    def verify_expiring(self, now: datetime | None = None) -> int:
        """Confirm what is about to expire and a check of ours shows anew; how many. They are few enough for a write."""
        from .confirm_by_evidence import measured_lately
        from .expiring import expiring_ids

        now = now or self._clock()
        due = measured_lately(expiring_ids(self.lifetimes(), now), now)
        return len(self.verify(due, now)) if due else 0

    def _each(self, label: str, ids: Sequence[int], change: Callable[[Memory], Memory]) -> MemoryChange:
        before = tables.by_ids(list(dict.fromkeys(ids)))
        after = [change(memory) for memory in before]
        if before:
            self._book.store.changed("memories", *(memory.id for memory in before))
        return MemoryChange(
            f"{label} {counted(len(before))}", tuple(map(MemorySnapshot, before)), tuple(map(MemorySnapshot, after))
        )
