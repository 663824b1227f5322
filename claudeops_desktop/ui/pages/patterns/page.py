"""The page of patterns: what was drawn from outcomes, how often it held, and whether prompts hold it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial

from ....learning import LearningService, StoredPattern
from ....records.record_books import RecordRepositories
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, number_column, state_column, time_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec, has_current
from ...text import formatting
from ...text.translation import tr, tr_count

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


def load_patterns(context: AppContext) -> dict[Hashable, StoredPattern]:
    """Return all of them, best first, by id."""
    return {pattern.id: pattern for pattern in LearningService(context.book).patterns.list()}


def toggle_use(page: ListPage[StoredPattern]) -> None:
    """Approve the current pattern, or take it out of use; undone by putting it back as it stood."""
    pattern = page.current
    if pattern is None:
        return
    book, in_use = page.context.book, pattern.state == "active"
    label = tr("Took a pattern out of use") if in_use else tr("Approved a pattern")
    page.context.undo.perform(label, partial(_set_use, book, pattern.id, not in_use), partial(_restore, book, pattern))


def mark_wrong(page: ListPage[StoredPattern]) -> None:
    """Count a mark against the current pattern; undone by putting it back as it stood."""
    pattern = page.current
    if pattern is not None:
        book = page.context.book
        page.context.undo.perform(
            tr("Marked a pattern as wrong"), partial(_mark, book, pattern), partial(_restore, book, pattern)
        )


def _set_use(book: RecordRepositories, number: int, wanted: bool) -> object:
    patterns = LearningService(book).patterns
    return patterns.approve(number) if wanted else patterns.deprecate(number)


def _mark(book: RecordRepositories, pattern: StoredPattern) -> object:
    return LearningService(book).patterns.increment_ignore(pattern.role, pattern_id=pattern.id, by="operator")


def _restore(book: RecordRepositories, before: StoredPattern, _answer: object) -> object:
    return LearningService(book).patterns.restore(before)


def fact_line(patterns: Sequence[StoredPattern]) -> str:
    """Return how many are in prompts and how many need approval."""
    states = [pattern.state for pattern in patterns]
    active, waiting = states.count("active"), states.count("verified")
    parts = [tr_count("%n pattern in prompts", "%n patterns in prompts", active) if patterns else tr("No pattern yet")]
    if waiting:
        parts.append(tr_count("%n needs approval", "%n need approval", waiting))
    return " · ".join(parts)


def pattern_tip(pattern: StoredPattern) -> str:
    """Return what it says, and on which services it held."""
    services = [name for kind, name in pattern.contexts if kind == "service"]
    if not services:
        return pattern.text
    return f"{pattern.text}\n{tr('Held on {held}', held=formatting.format_names(services, MOST_SERVICES))}"


def use_label(page: ListPage[StoredPattern]) -> str:
    """Return what the button does with the current pattern."""
    return tr("Take out of use") if page.current is not None and page.current.state == "active" else tr("Approve")


COLUMNS: tuple[ColumnSpec[StoredPattern], ...] = (
    state_column(tr("State"), 150, lambda pattern: pattern.state, STATES, tip=lambda pattern: pattern.why),
    ColumnSpec("text", tr("Pattern"), 440, text=lambda pattern: pattern.text, tip=pattern_tip, stretch=True),
    ColumnSpec("role", tr("Role"), 110, text=lambda pattern: ROLES.get(pattern.role, pattern.role)),
    number_column("held", tr("Held"), 60, lambda pattern: pattern.success),
    number_column(
        "marked",
        tr("Marked wrong"),
        90,
        lambda pattern: pattern.ignored_times,
        spoken=tr("How often it was marked wrong"),
    ),
    time_column("used", tr("Last used"), 110, lambda pattern: pattern.last_used_at),
)

ACTIONS: tuple[ActionSpec[ListPage[StoredPattern]], ...] = (
    ActionSpec(
        "wrong",
        tr("Mark the pattern as wrong"),
        mark_wrong,
        label=lambda _page: tr("It was wrong"),
        tip=lambda _page: tr("Counts as a mark against it"),
        shown=has_current,
    ),
    ActionSpec(
        "use",
        tr("Approve the pattern, or take it out of use"),
        toggle_use,
        "Space",
        for_table=True,
        label=use_label,
        shown=has_current,
    ),
)


class PatternsPage(ListPage[StoredPattern]):
    """Rules that held up in earlier runs, by role."""

    title = tr("Patterns")
    spec = ListPageSpec(
        title=title,
        look="PatternModel",
        intro=tr(
            "Rules that earlier runs have shown to hold. One is drawn from a measured outcome, and is in prompts once "
            "it held often enough and you have approved it."
        ),
        columns=COLUMNS,
        load=load_patterns,
        tables=frozenset(("patterns",)),
        fact=fact_line,
        empty=EmptyText(
            "memories",
            tr("No pattern yet"),
            tr("When the same cure helps again, on this or another service, a pattern appears here."),
        ),
        actions=ACTIONS,
        buttons=("wrong", "use"),
    )
