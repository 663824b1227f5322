"""Patterns: rules that held up in earlier runs, as a section of the cases that they belong to and as a list of all."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from PySide6.QtWidgets import QWidget

from ....learning import LearningService, StoredCase, StoredPattern
from ....records.record_books import RecordRepositories
from ...app_context import AppContext
from ...kit.actions import ActionSet, ActionSpec
from ...kit.columns import ColumnSpec, number_column, state_column, time_column
from ...kit.list_dialog import ListDialogSpec
from ...kit.sections import SectionTable, TableSection
from ...text import formatting
from ...text.translation import tr, tr_count
from .queries import services_of

STATES = {
    "observed": (tr("observed"), "idle"),
    "candidate": (tr("candidate"), "new"),
    "verified": (tr("needs approval"), "waiting"),
    "active": (tr("in prompts"), "good"),
    "deprecated": (tr("out of use"), "paused"),
}
ROLES = {
    "observer": tr("observer"),
    "investigator": tr("investigator"),
    "remediator": tr("remediator"),
    "verifier": tr("verifier"),
    "operator": tr("you"),
    "guard": tr("guard"),
}
MOST_SERVICES = 12  # of those named in a tip


class PatternHolder(Protocol):
    """A list of patterns that has a current one."""

    context: AppContext

    @property
    def current(self) -> StoredPattern | None:
        """Return the current pattern."""


# --- commands --------------------------------------------------------------------------------------------------------


def toggle_use(holder: PatternHolder) -> None:
    """Approve the current pattern, or take it out of use; undone by putting it back as it stood."""
    pattern = holder.current
    if pattern is not None:
        in_use = pattern.state == "active"
        label = tr("Took a pattern out of use") if in_use else tr("Approved a pattern")
        _perform(holder.context, label, pattern, partial(_set_use, wanted=not in_use))


def mark_wrong(holder: PatternHolder) -> None:
    """Count a mark against the current pattern; undone by putting it back as it stood."""
    if holder.current is not None:
        _perform(holder.context, tr("Marked a pattern as wrong"), holder.current, _mark)


def _perform(context: AppContext, label: str, pattern: StoredPattern, change: Any) -> None:
    context.undo.perform(label, partial(change, context.book, pattern), partial(_restore, context.book, pattern))


def _set_use(book: RecordRepositories, pattern: StoredPattern, wanted: bool) -> object:
    patterns = LearningService(book).patterns
    return patterns.approve(pattern.id) if wanted else patterns.deprecate(pattern.id)


def _mark(book: RecordRepositories, pattern: StoredPattern) -> object:
    return LearningService(book).patterns.increment_ignore(pattern.role, pattern_id=pattern.id, by="operator")


def _restore(book: RecordRepositories, before: StoredPattern, _answer: object) -> object:
    return LearningService(book).patterns.restore(before)


# --- what is read, and words -----------------------------------------------------------------------------------------


def load_patterns(context: AppContext) -> dict[Hashable, StoredPattern]:
    """Return all patterns by id, the best first."""
    return {pattern.id: pattern for pattern in LearningService(context.book).patterns.list()}


def load_patterns_of(context: AppContext, case: StoredCase) -> dict[Hashable, StoredPattern]:
    """Return the patterns that were seen, or held, on a service of the case."""
    services = set(services_of(case))
    return {number: one for number, one in load_patterns(context).items() if services & pattern_services(one)}


def pattern_services(pattern: StoredPattern) -> set[str]:
    """Return the services on which a pattern was seen or held."""
    return {*pattern.services, *(name for kind, name in pattern.contexts if kind == "service")}


def patterns_summary(patterns: Sequence[StoredPattern]) -> str:
    """Return how many are in prompts and how many need approval."""
    states = [pattern.state for pattern in patterns]
    if not states:
        return tr("No pattern yet")
    parts = [tr_count("%n pattern in prompts", "%n patterns in prompts", states.count("active"))]
    if waiting := states.count("verified"):
        parts.append(tr_count("%n needs approval", "%n need approval", waiting))
    return " · ".join(parts)


def pattern_tip(pattern: StoredPattern) -> str:
    """Return what it says, and on which services it held."""
    services = [name for kind, name in pattern.contexts if kind == "service"]
    if not services:
        return pattern.text
    return f"{pattern.text}\n{tr('Held on {held}', held=formatting.format_names(services, MOST_SERVICES))}"


def use_label(holder: PatternHolder) -> str:
    """Return what the button does with the current pattern."""
    in_use = holder.current is not None and holder.current.state == "active"
    return tr("Take out of use") if in_use else tr("Approve")


def has_pattern(holder: PatternHolder) -> bool:
    """Tell whether there is a current pattern."""
    return holder.current is not None


COLUMNS: tuple[ColumnSpec[StoredPattern], ...] = (
    state_column(tr("State"), 150, lambda pattern: pattern.state, STATES, tip=lambda pattern: pattern.why),
    ColumnSpec("text", tr("Pattern"), 320, text=lambda pattern: pattern.text, tip=pattern_tip, stretch=True),
    ColumnSpec("role", tr("Role"), 110, text=lambda pattern: ROLES.get(pattern.role, pattern.role)),
    number_column("held", tr("Held"), 60, lambda pattern: pattern.success),
    number_column(
        "marked",
        tr("Marked wrong"),
        100,
        lambda pattern: pattern.ignored_times,
        spoken=tr("How often it was marked wrong"),
    ),
    time_column("used", tr("Last used"), 110, lambda pattern: pattern.last_used_at),
)

ACTIONS: tuple[ActionSpec[Any], ...] = (
    ActionSpec(
        "wrong",
        tr("Mark the pattern as wrong"),
        mark_wrong,
        label=lambda _holder: tr("It was wrong"),
        tip=lambda _holder: tr("Counts as a mark against it"),
        enabled=has_pattern,
    ),
    ActionSpec(
        "use",
        tr("Approve the pattern, or take it out of use"),
        toggle_use,
        "Space",
        for_table=True,
        label=use_label,
        enabled=has_pattern,
    ),
)

DIALOG = ListDialogSpec(
    title=tr("Patterns"),
    name=tr("Patterns"),
    look="PatternModel",
    intro=tr(
        "Rules that earlier runs have shown to hold. One is drawn from a measured outcome, and is in prompts once "
        "it held often enough and you have approved it."
    ),
    columns=COLUMNS,
    load=load_patterns,
    tables=frozenset(("patterns",)),
    empty=tr("When the same cure helps again, on this or another service, a pattern appears here."),
    actions=ACTIONS,
    size=(960, 480),
)


class PatternSection(SectionTable[StoredCase, StoredPattern]):
    """The patterns of a case, which are approved, taken out of use and marked here."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        section = TableSection[StoredCase, StoredPattern](
            name="patterns", title=tr("Patterns"), look="PatternModel", columns=COLUMNS, load=load_patterns_of
        )
        super().__init__(context, section, parent)
        self.action_set = ActionSet(self, ACTIONS, self.table)
        self.buttons += [self.action_set.make_button(one.name) for one in ACTIONS]
        self.table.row_picked.connect(self._update_actions)
        self.action_set.update()

    @property
    def current(self) -> StoredPattern | None:
        """Return the current pattern."""
        row: StoredPattern | None = self.model.known_row(self.table.current)
        return row

    def _loaded(self, rows: Mapping[Hashable, StoredPattern]) -> None:
        super()._loaded(rows)
        self.action_set.update()

    def _update_actions(self, _key: object) -> None:
        self.action_set.update()
