"""What settings of former versions say today: the answer whether a model may be asked is taken from them."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.settings.file import SettingsService, build

READING = {"memory": {"extractor": "model"}, "model": {"kind": "endpoint"}}


@pytest.mark.parametrize(
    ("table", "allowed"),
    [
        ({}, "unanswered"),
        ({"model": {"kind": "endpoint"}}, "unanswered"),
        ({"second_look": {"enabled": True}}, "unanswered"),
        (READING, "yes"),
        ({"memory": {"extractor": "model"}}, "unanswered"),
        ({"memory": {"extractor": "model"}, "model": {"kind": "none"}}, "unanswered"),
        ({"memory": {"extractor": "rules"}}, "no"),
        ({"second_look": {"enabled": False}}, "no"),
        ({"triage": {"use_model": False}}, "no"),
        (READING | {"second_look": {"enabled": False}}, "unanswered"),
        (READING | {"triage": {"use_model": False}}, "unanswered"),
        (READING | {"model": {"kind": "endpoint", "allowed": "no"}}, "no"),
    ],
)
def test_the_answer_of_former_settings(table, allowed):
    assert build(table, {}).model.allowed == allowed


def test_former_variables_count_too():
    former = {"CLAUDEOPS_MEMORY_EXTRACTOR": "model", "CLAUDEOPS_MODEL_KIND": "cli"}
    assert build({}, former).model.allowed == "yes"
    assert build(READING, {"CLAUDEOPS_SECOND_LOOK_ENABLED": "false"}).model.allowed == "unanswered"


def test_a_variable_of_today_goes_over_former_settings():
    assert build(READING, {"CLAUDEOPS_MODEL_ALLOWED": "no"}).model.allowed == "no"


@pytest.mark.parametrize(
    ("table", "environ"), [({"model": {"kind": "none"}}, {}), ({}, {"CLAUDEOPS_MODEL_KIND": "none"})]
)
def test_no_model_is_no_kind_of_model_any_more(table, environ):
    assert build(table, environ).model.kind == "cli"


def test_an_answer_of_today_stands_over_what_the_file_said_before(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("[second_look]\nenabled = false\nday_calls = 5\n")
    service = SettingsService(path)
    assert service.current.model.allowed == "no"
    service.change("model.allowed", "yes")
    assert service.current.model.allowed == "yes"
