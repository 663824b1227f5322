"""The settings page is made from the settings themselves: every field, its default, its bounds, one plain sentence."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.core.settings import Settings, variables
from claudeops_desktop.ui.pages.settings.field_specs import (
    display_value,
    editor_text,
    matches_search,
    override_reason,
    parse_editor_text,
    setting_fields,
    value_of,
)
from claudeops_desktop.ui.text.translation import choose_language

SPECS = {spec.name: spec for spec in setting_fields()}


def leaves(model, path=""):
    for name in model.__struct_fields__:
        value = getattr(model, name)
        if hasattr(value, "__struct_fields__"):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}"


def test_no_setting_is_missing():
    assert set(SPECS) == set(leaves(Settings()))


def test_every_setting_says_what_it_changes():
    assert all(spec.description and spec.title for spec in SPECS.values())


@pytest.mark.parametrize("spec", SPECS.values(), ids=lambda spec: spec.name)
def test_a_default_reads_back_as_itself(spec):
    assert value_of(Settings(), spec.name) == spec.default
    if spec.kind not in ("switch", "choice"):
        assert parse_editor_text(spec, editor_text(spec, spec.default)) == spec.default
    assert display_value(spec, spec.default)


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("limits.session_minutes", "0", "0 is out of range. Above 0, up to 1,440."),
        ("limits.session_minutes", "soon", "This needs a number, such as 2 or 0.5. Above 0, up to 1,440."),
        ("limits.session_minutes", "nan", "This needs a number, such as 2 or 0.5. Above 0, up to 1,440."),
        ("limits.day_usd", "-1", "-1 is out of range. 0 to 10,000."),
        ("logs.keep_days", "1.5", "This needs a whole number. 1 to 3,650."),
        ("logs.keep_days", "4000", "4,000 is out of range. 1 to 3,650."),
        ("agent.extra_env", "A=1\nB", "Line 2 is not of the form NAME=value."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(name, typed, told):
    with pytest.raises(UsageError) as error:
        parse_editor_text(SPECS[name], typed)
    assert error.value.full_text == told


def test_large_numbers_are_written_out():
    assert SPECS["logs.keep_mb"].bounds == "1 to 1,000,000"
    assert display_value(SPECS["limits.day_usd"], 5.0) == "$5"


def test_numbers_are_written_and_read_as_the_operators_language_has_it():
    choose_language("de")
    try:
        assert SPECS["logs.keep_mb"].bounds == "1 bis 1.000.000"
        assert parse_editor_text(SPECS["logs.keep_mb"], "20.000") == 20_000
        assert parse_editor_text(SPECS["limits.day_usd"], "0,5") == parse_editor_text(SPECS["limits.day_usd"], "0.5")
        with pytest.raises(UsageError):
            parse_editor_text(SPECS["logs.keep_days"], "2,5")
    finally:
        choose_language("en")


def test_lists_and_pairs_are_read_line_by_line():
    assert parse_editor_text(SPECS["tiers.observe.allowed_tools"], "Bash(git log:*)\n\n Read ") == (
        "Bash(git log:*)",
        "Read",
    )
    assert parse_editor_text(SPECS["agent.extra_env"], "A=1\nB=x=y") == {"A": "1", "B": "x=y"}


def test_a_setting_of_the_environment_is_locked_with_the_reason():
    spec = SPECS["memory.budget"]
    assert override_reason(spec, {"CLAUDEOPS_MEMORY_BUDGET": "10"}).startswith(
        "Set by the environment variable CLAUDEOPS_MEMORY_BUDGET"
    )
    assert override_reason(spec, {}) == ""
    known = {variable for variable, _, _ in variables()}
    assert {spec.variable for spec in SPECS.values() if spec.variable} == known


def test_settings_are_found_by_words_of_their_title_text_and_name():
    assert matches_search(SPECS["limits.day_usd"], "cap day")
    assert matches_search(SPECS["tiers.remediate.model"], "remediate model")
    assert not matches_search(SPECS["window.theme"], "cap")
