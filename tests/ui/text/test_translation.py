"""Texts in the operator's language: what is looked up, what comes back, and what there is a catalogue for."""

from __future__ import annotations

import filecmp
import sys
from pathlib import Path

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.messages import PluralMessage, UserMessage
from claudeops_desktop.core.settings import read_language
from claudeops_desktop.ui.text import translation
from claudeops_desktop.ui.text.translation import choose_language, tr, tr_count, tr_message

ROOT = Path(__file__).resolve().parents[3]
GERMAN = {
    "Delete {name}": "{name} löschen",
    "%n memory": "%n Erinnerungen",
    "Could not read {path}.": "{path} war nicht lesbar.",
    "Check its permissions.": "Zugriffsrechte prüfen.",
    "in {place}": "in {place}",
    "the {what} folder": "Ordner {what}",
}


@pytest.fixture(autouse=True)
def english():
    yield
    choose_language("en")


@pytest.fixture
def german():
    choose_language("de")
    translation.use_catalogue(lambda text, _comment, _count: GERMAN.get(text, ""))


def test_without_a_catalogue_texts_are_english():
    assert tr("Delete {name}", name="caddy") == "Delete caddy"
    assert tr("100 % of {it}") == "100 % of {it}"
    assert [tr_count("%n memory", "%n memories", count) for count in (0, 1, 1200)] == [
        "0 memories",
        "1 memory",
        "1,200 memories",
    ]


@pytest.mark.usefixtures("german")
def test_a_text_is_looked_up_whole_and_filled_in_afterwards():
    assert tr("Delete {name}", name="{caddy}") == "{caddy} löschen"
    assert tr("Not in it: {name}", name="x") == "Not in it: x"
    assert tr_count("%n memory", "%n memories", 1200) == "1.200 Erinnerungen"


@pytest.mark.usefixtures("german")
def test_messages_of_other_layers_are_translated_with_their_values():
    error = OperatorError(
        UserMessage("Could not read {path}.", path=UserMessage("the {what} folder", what="logs")),
        UserMessage("Check its permissions."),
    )
    assert tr_message(error.full_text) == "Ordner logs war nicht lesbar. Zugriffsrechte prüfen."
    assert tr_message(PluralMessage("%n memory", "%n memories", 2)) == "2 Erinnerungen"
    assert tr_message("as it is") == "as it is"


def test_a_language_without_a_catalogue_is_english():
    assert choose_language("fr") == "en"
    assert choose_language("de") == "de"
    assert translation.locale().decimalPoint() == ","
    assert choose_language("en") == "en"
    assert translation.locale().decimalPoint() == "."


def test_the_language_is_read_before_everything_else(tmp_path):
    path = tmp_path / "settings.toml"
    assert read_language(path, {}) == "system"
    path.write_text('[window]\nlanguage = "de"\n')
    assert read_language(path, {}) == "de"
    assert read_language(path, {"CLAUDEOPS_WINDOW_LANGUAGE": "en"}) == "en"
    for damaged in ("window = 3", "[window]\nlanguage = 4", "]["):
        path.write_text(damaged)
        assert read_language(path, {}) == "system"


@pytest.fixture
def catalogues(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "catalogues"]:
        del sys.modules[name]


@pytest.mark.usefixtures("catalogues")
def test_the_tool_finds_texts_and_says_what_is_wrong_with_a_translation(tmp_path):
    from catalogues.__main__ import find_faults, update
    from catalogues.qt_tools import compile_catalogue

    source = tmp_path / "page.py"
    source.write_text(
        'A = tr("Delete {name}"\n       " now", name=1)\nB = tr_count("%n row", "%n rows", 2)\nC = UserMessage("x")'
    )
    folder = tmp_path / "de"
    update(folder, "de_DE", {"page": [source]})
    faults = find_faults(folder, "de", "de_DE", {"page": [source]})
    assert [fault for fault in faults if "not translated" in fault] == faults
    assert len(faults) == 3
    catalogue = folder / "page.ts"
    unfinished = '<translation type="unfinished"></translation>'
    written = catalogue.read_text().replace(unfinished, "<translation>{nam} löschen</translation>", 1)
    written = written.replace(unfinished, "<translation>y</translation>")
    written = written.replace('<translation type="unfinished">', "<translation>")
    forms = "<numerusform></numerusform>"
    written = written.replace(forms, "<numerusform>%n Zeile</numerusform>", 1).replace(
        forms, "<numerusform>%n Zeilen</numerusform>", 1
    )
    catalogue.write_text(written)
    (fault,) = find_faults(folder, "de", "de_DE", {"page": [source]})
    assert "other fields: '{nam} löschen'" in fault
    catalogue.write_text(written.replace("{nam}", "{name} jetzt"))
    assert find_faults(folder, "de", "de_DE", {"page": [source]}) == []
    compile_catalogue([catalogue], tmp_path / "claudeops_de.qm")
    translation.CATALOGUES, before = tmp_path, translation.CATALOGUES
    try:
        assert choose_language("de") == "de"
        assert tr("Delete {name} now", name="caddy") == "caddy jetzt löschen"
        assert [tr_count("%n row", "%n rows", count) for count in (1, 2)] == ["1 Zeile", "2 Zeilen"]
    finally:
        translation.CATALOGUES = before


@pytest.mark.usefixtures("catalogues")
def test_the_compiled_catalogue_is_that_of_its_sources(tmp_path):
    from catalogues.qt_tools import compile_catalogue

    compile_catalogue(sorted((ROOT / "translations" / "de").glob("*.ts")), tmp_path / "claudeops_de.qm")
    kept = ROOT / "resources" / "translations" / "claudeops_de.qm"
    assert filecmp.cmp(kept, tmp_path / "claudeops_de.qm", shallow=False), "run scripts/translations compile"
