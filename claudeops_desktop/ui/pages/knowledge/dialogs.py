"""The forms for something new: an entry of the memory file, a note, a decision, a procedure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....knowledge import SECTIONS, KnowledgeService, SavedEntry
from ...kit.fields import ChoiceField, InputField, LineField, TextField, Values, check_filled
from ...kit.forms import FormSpec
from ...text.translation import tr
from .text import NOTE_TYPES

Write = Callable[[KnowledgeService], SavedEntry]
"""What writes the new entry, on a thread of its own."""


def _form(
    title: str, submit: str, fields: Sequence[InputField], write: Callable[[KnowledgeService, Values], SavedEntry],
    *optional: str,
) -> FormSpec[Write]:  # fmt: skip
    def result(values: Values) -> Write:
        return lambda folder: write(folder, values)

    return FormSpec(title, fields, submit, result, check_filled(fields, *optional), width=540)


MEMORY_FORM = _form(
    tr("New entry in the memory file"),
    tr("Add"),
    (
        TextField("text", tr("What every session should know"), hint=tr("Ask before you restart the database.")),
        ChoiceField("section", tr("Section"), choices=[(name, name) for name in SECTIONS.values()]),
    ),
    lambda folder, values: folder.remember(values["section"], values["text"]),
)
NOTE_FORM = _form(
    tr("New note"),
    tr("Add"),
    (
        LineField("title", tr("Title")),
        ChoiceField("about", tr("About"), choices=[(said, name) for name, said in NOTE_TYPES.items()]),
        TextField("text", tr("Text"), hint=tr("Markdown. [[Other note]] links to another note.")),
    ),
    lambda folder, values: folder.notes.add(values["about"], values["title"], values["text"]),
)
DECISION_FORM = _form(
    tr("New decision"),
    tr("Record"),
    (
        LineField("title", tr("Title"), hint=tr("Use PostgreSQL for the team")),
        TextField("context", tr("Why a decision was needed"), lines=3),
        TextField("decision", tr("What was decided"), lines=3),
        TextField("consequences", tr("What follows from it"), lines=3),
    ),
    lambda folder, values: folder.decisions.add(
        values["title"],
        context=values["context"],
        decision=values["decision"],
        consequences=values["consequences"],
    ),
    "consequences",
)
PROCEDURE_FORM = _form(
    tr("New procedure"),
    tr("Add"),
    (
        LineField("name", tr("Name"), hint=tr("Renew a certificate")),
        LineField("description", tr("What it does, and when to use it")),
        TextField("steps", tr("Steps")),
    ),
    lambda folder, values: folder.procedures.add(values["name"], values["description"], values["steps"]),
)
