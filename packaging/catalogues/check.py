"""What is wrong with a catalogue source: texts without a translation, and translations with other fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

_FIELD = re.compile(r"\{[^{}]*\}|%n")
FORMS = {"de": 2}  # of words that depend on a number


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One text of a .ts file: its source, its comment (the plural form), its translations, one for each form."""

    source: str
    comment: str
    translations: tuple[str, ...]
    plural: bool
    finished: bool


def read_entries(path: Path) -> list[CatalogueEntry]:
    """The texts of a .ts file."""
    found = []
    for message in ElementTree.parse(path).getroot().iter("message"):
        translation = message.find("translation")
        assert translation is not None
        plural = message.get("numerus") == "yes"
        forms = [form.text or "" for form in translation.iter("numerusform")] if plural else [translation.text or ""]
        found.append(
            CatalogueEntry(
                message.findtext("source", ""),
                message.findtext("comment", ""),
                tuple(forms),
                plural,
                translation.get("type") is None,
            )
        )
    return found


def check_entries(part: str, entries: list[CatalogueEntry], language: str) -> Iterator[str]:
    """One sentence for each fault."""
    for entry in entries:
        said = f"{part}: {entry.source!r}"
        if not entry.finished or not all(entry.translations):
            yield f"{said} is not translated"
        elif entry.plural and len(entry.translations) != FORMS[language]:
            yield f"{said} needs {FORMS[language]} forms, has {len(entry.translations)}"
        else:
            wanted = set(_FIELD.findall(entry.source)) | set(_FIELD.findall(entry.comment))
            for form in entry.translations:
                extra = set(_FIELD.findall(form)) - wanted
                lost = wanted - set(_FIELD.findall(form)) - ({"%n"} if entry.plural else set())
                if extra or lost:
                    yield f"{said}: the translation has other fields: {form!r}"
