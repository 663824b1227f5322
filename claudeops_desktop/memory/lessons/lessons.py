"""Lessons (E15): corrections of the agent, and mistakes it admits, as short rules that every session is told.

The same rule again counts up; one that says the opposite takes the place of the old one. What the gate holds waits
until the operator turns it on. Everything that writes belongs inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...core.clock import Clock, from_text, to_text
from ...core.errors import UsageError
from ...core.messages import UserMessage
from ...core.principals import EVERYONE, audience_here
from ...language.extraction.types import ConversationTurn
from ...language.types import ExtractedFact, Verdict
from ...records.telemetry import recording
from ...storage import DataStore
from ...storage.database import proxy
from ..among_equals import as_session
from ..context import one_line

LONGEST_LESSON = 300
USER, AGENT, OPERATOR = "user", "agent", "operator"


@dataclass(frozen=True, slots=True)
class StoredLesson:
    """A row of ``lessons``. ``source`` is user (a correction), agent (a mistake it admitted) or operator (by hand);
    ``gate`` allow or hold; ``times`` how often it was learned."""

    id: int
    text: str
    why: str
    source: str
    gate: str
    active: int
    times: int
    session_id: int | None
    resource_id: int | None
    created_at: str
    updated_at: str

    def as_json(self) -> dict[str, Any]:
        """The row, under the table's column names."""
        return asdict(self)


class LessonStore:
    """The lessons of one store."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    # --- reads -------------------------------------------------------------------------------------------------

    def rows(self, *, everything: bool = False) -> list[StoredLesson]:
        """Those that sessions are told, those learned most often first; with ``everything`` the others after them."""
        where = "1" if everything else "active = 1 AND gate = 'allow'"
        return _select(f"{where} ORDER BY (active = 1 AND gate = 'allow') DESC, times DESC, updated_at DESC, id", ())

    def get(self, lesson_id: int) -> StoredLesson | None:
        """One lesson."""
        found = _select("id = ?", (lesson_id,))
        return found[0] if found else None

    # --- writes ------------------------------------------------------------------------------------------------

    def learn(
        self,
        turns: Sequence[ConversationTurn],
        *,
        earlier: Sequence[ConversationTurn] = (),
        session_id: int | None = None,
        resource_id: int | None = None,
    ) -> list[StoredLesson]:
        """Draw lessons from what was said, on the day on which it was; those that are new or were counted up.
        ``earlier`` was said before it.

        One session counts a lesson once, however often it is read. Every session is told of it, so that none is drawn
        from what not everybody may read.
        """
        from ...language.extraction import lesson_rules

        with as_session(session_id):
            if audience_here() != EVERYONE:
                return []
        learned, said_at = [], max((turn.at for turn in turns), default="")
        for found in lesson_rules.find(turns, earlier):
            one = self._take(found.rule, found.quote, found.by, session_id, resource_id, said_at)
            learned += [one] if one else []
        return learned

    def add(self, text: str) -> StoredLesson:
        """A lesson of the operator's own. Raises UsageError for an empty one."""
        clean = _checked(text)
        same = self._same(clean)
        if same is not None:
            return self.edit(same.id, active=True)
        return self._insert(clean, "Added by hand.", OPERATOR, "allow", None, None)

    def insert_given(self, text: str, why: str, source: str, gate: str, times: int = 1, at: str = "") -> StoredLesson:
        """A lesson that a file gives, as the gate has decided on it; ``at`` is when it was learned, as stored text.
        Raises UsageError for an empty one."""
        made = self._insert(_checked(text), why, source, gate, None, None)
        if times == 1 and not at:
            return made
        given = replace(made, times=max(1, times), created_at=at or made.created_at, updated_at=at or made.updated_at)
        self._put(given)
        return given

    def has_text(self, text: str) -> bool:
        """Tell whether there is a lesson with these very words, turned on or off. Inside a read or a write."""
        return bool(_select("text = ?", (one_line(text),)))

    def edit(self, lesson_id: int, text: str | None = None, active: bool | None = None) -> StoredLesson:
        """Change the words of one, or turn it on or off; turning on a held one approves it. Raises UsageError."""
        old = self.get(lesson_id)
        if old is None:
            raise UsageError(
                UserMessage("There is no lesson {lesson_id}.", lesson_id=lesson_id),
                UserMessage("See `claudeops lessons list`."),
            )
        clean = old.text if text is None else _checked(text)
        if clean != old.text and _select("text = ?", (clean,)):
            raise UsageError(
                UserMessage("There is a lesson with these very words already."), UserMessage("Remove one of the two.")
            )
        new = replace(
            old,
            text=clean,
            active=old.active if active is None else int(active),
            gate="allow" if active else old.gate,
            updated_at=to_text(self._clock()),
        )
        self._put(new)
        return new

    def remove(self, lesson_id: int) -> StoredLesson | None:
        """Remove one for good; it as it was, None where it is gone already."""
        old = self.get(lesson_id)
        if old is not None:
            proxy.execute_sql("DELETE FROM lessons WHERE id = ?", (lesson_id,))
            self._store.changed("lessons", lesson_id, what="deleted")
            self._emit("removed", old)
        return old

    def restore(self, lesson: StoredLesson) -> StoredLesson:
        """Bring one back, or put it as it was before an edit."""
        if self.get(lesson.id) is not None:
            self._put(lesson)
            return lesson
        names = ", ".join(StoredLesson.__dataclass_fields__)
        marks = ", ".join("?" * len(StoredLesson.__dataclass_fields__))
        values = tuple(getattr(lesson, name) for name in StoredLesson.__dataclass_fields__)
        proxy.execute_sql(f"INSERT INTO lessons ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING", values)
        self._store.changed("lessons", lesson.id, what="inserted")
        self._emit("restored", lesson)
        return lesson

    def _take(
        self, rule: str, quote: str, by: str, session_id: int | None, resource_id: int | None, said_at: str
    ) -> StoredLesson | None:
        from ..gate.gate import gate

        fact = ExtractedFact(rule, "behavior", domain="rules-conventions", strength="explicit", quote=quote)
        gated = gate(fact, "marker", is_order=True)  # chosen to be remembered: no score
        if gated.outcome == "discard":
            return None
        held = gated.outcome == "hold"
        old = self._same(rule)
        if old is not None:
            return self._again(old, session_id, said_at)
        for turned in self._opposites(rule):
            self._put(replace(turned, active=0, why=f"{turned.why} The opposite was learned since."))
        why = f"“{one_line(quote)[:LONGEST_LESSON]}”"
        if held:
            why = f"Held: {gated.why} {why}"
        return self._insert(rule, why, by, "hold" if held else "allow", session_id, resource_id, said_at)

    def _again(self, old: StoredLesson, session_id: int | None, said_at: str) -> StoredLesson | None:
        if session_id is not None and old.session_id == session_id:
            return None
        new = replace(
            old, times=old.times + 1, session_id=session_id, updated_at=max(old.updated_at, self._moment(said_at))
        )
        self._put(new)
        return new

    def _same(self, rule: str) -> StoredLesson | None:
        from ...language.compare import judge

        for old in _select("1 ORDER BY id", ()):
            if old.text.lower() == rule.lower() or judge.judge(old.text, rule).verdict is Verdict.SAME:
                return old
        return None

    def _opposites(self, rule: str) -> list[StoredLesson]:
        from ...language.compare import judge

        known = _select("active = 1 AND source <> 'operator' ORDER BY id", ())
        return [old for old in known if judge.judge(old.text, rule).verdict is Verdict.CONTRADICTION]

    def _insert(
        self, text: str, why: str, source: str, gate: str, session_id: int | None, resource_id: int | None,
        said_at: str = "",
    ) -> StoredLesson:  # fmt: skip
        at = self._moment(said_at)
        done = proxy.execute_sql(
            "INSERT INTO lessons (text, why, source, gate, session_id, resource_id, created_at, updated_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (text, why, source, gate, session_id, resource_id, at, at),
        )
        made = StoredLesson(int(done.lastrowid), text, why, source, gate, 1, 1, session_id, resource_id, at, at)
        self._store.changed("lessons", made.id, what="inserted")
        self._emit("held" if gate == "hold" else "learned", made)
        return made

    def _moment(self, said_at: str) -> str:
        """When something was said, as stored text; now where that is not known, or lies ahead."""
        now = to_text(self._clock())
        try:
            return min(now, to_text(from_text(said_at)))
        except (ValueError, OverflowError):
            return now

    def _put(self, lesson: StoredLesson) -> None:
        columns = [name for name in StoredLesson.__dataclass_fields__ if name != "id"]
        sets = ", ".join(f"{name} = ?" for name in columns)
        values = [getattr(lesson, name) for name in columns]
        proxy.execute_sql(f"UPDATE lessons SET {sets} WHERE id = ?", (*values, lesson.id))
        self._store.changed("lessons", lesson.id)
        self._emit("changed", lesson)

    def _emit(self, what: str, lesson: StoredLesson) -> None:
        recording.emit_event(
            "lessons",
            f"memory.lessons.{what}",
            now=self._clock(),
            session_id=lesson.session_id,
            lesson=lesson.id,
            source=lesson.source,
            times=lesson.times,
        )


def _checked(text: str) -> str:
    clean = one_line(text)
    if not clean:
        raise UsageError(
            UserMessage("The lesson is empty."),
            UserMessage("Say it in one sentence, such as “Prefer reload over restart”."),
        )
    if len(clean) > LONGEST_LESSON:
        raise UsageError(
            UserMessage("The lesson has {clean} characters.", clean=f"{len(clean):,}"),
            UserMessage("A lesson holds {longest_lesson} at most.", longest_lesson=LONGEST_LESSON),
        )
    return clean


def _select(where: str, parameters: Sequence[Any]) -> list[StoredLesson]:
    names = ", ".join(StoredLesson.__dataclass_fields__)
    return [
        StoredLesson(*row) for row in proxy.execute_sql(f"SELECT {names} FROM lessons WHERE {where}", tuple(parameters))
    ]
