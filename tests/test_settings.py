"""Settings: variables over the file over the defaults; what is wrong is told in one sentence that names it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.core.settings import Settings, SettingsService, build, change, every_setting, load, variables
from claudeops_desktop.core.settings import file as settings_file

ORIGIN = "settings.toml"


def refused(table: dict, environ: dict[str, str] | None = None) -> str:
    with pytest.raises(UsageError) as caught:
        build(table, environ or {}, ORIGIN)
    return caught.value.full_text


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (
            {"memory": {"budget": "many"}},
            "memory.budget in settings.toml: must be a whole number from 0 to 100,000 (found 'many'). Change it there.",
        ),
        (
            {"memory": {"budget": -1}},
            "memory.budget in settings.toml: must be a whole number from 0 to 100,000 (found -1). Change it there.",
        ),
        (
            {"memory": {"budget": 2.5}},
            "memory.budget in settings.toml: must be a whole number from 0 to 100,000 (found 2.5). Change it there.",
        ),
        (
            {"limits": {"session_minutes": 0}},
            "limits.session_minutes in settings.toml: must be a number above 0, up to 1,440 (found 0). "
            "Change it there.",
        ),
        (
            {"limits": {"day_usd": float("nan")}},
            "limits.day_usd in settings.toml: must be a number from 0 to 10,000 (found nan). Change it there.",
        ),
        (
            {"run": {"dry_run": "perhaps"}},
            "run.dry_run in settings.toml: must be true or false (found 'perhaps'). Change it there.",
        ),
        (
            {"window": {"theme": "blue"}},
            "window.theme in settings.toml: must be system, light or dark (found 'blue'). Change it there.",
        ),
        (
            {"agent": {"claude_path": 3}},
            "agent.claude_path in settings.toml: must be a text (found 3). Change it there.",
        ),
        (
            {"logs": {"secret_variables": "TOKEN"}},
            'logs.secret_variables in settings.toml: must be a list of texts, such as ["a", "b"] (found \'TOKEN\'). '
            "Change it there.",
        ),
        (
            {"tiers": {"observe": {"allowed_tools": ["Read", 3]}}},
            'tiers.observe.allowed_tools in settings.toml: must be a list of texts, such as ["a", "b"] '
            "(found ['Read', 3]). Change it there.",
        ),
        (
            {"agent": {"extra_env": {"PORT": 80}}},
            'agent.extra_env in settings.toml: must be a table of texts, such as {NAME = "value"} '
            "(found {'PORT': 80}). Change it there.",
        ),
        (
            {"memory": 3},
            "memory in settings.toml: this is a group of settings, not a value. "
            "Write [memory] and its settings below it.",
        ),
        (
            {"memory": {"bugdet": 3}},
            "memory.bugdet in settings.toml: there is no such setting. Did you mean memory.budget? "
            "Else remove it, or update the application if a newer version wrote it.",
        ),
        (
            {"tiers": {"observe": {"modell": "x"}}},
            "tiers.observe.modell in settings.toml: there is no such setting. "
            "Did you mean tiers.observe.model? Else remove it, or update the application if a newer version wrote it.",
        ),
        (
            {"zzz": 3},
            "zzz in settings.toml: there is no such setting. Check its spelling. "
            "Else remove it, or update the application if a newer version wrote it.",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_to_do(table, told):
    assert refused(table) == told


def test_a_wrong_variable_is_named_itself():
    told = refused({}, {"CLAUDEOPS_MEMORY_BUDGET": "many"})
    assert told == (
        "CLAUDEOPS_MEMORY_BUDGET: must be a whole number from 0 to 100,000 (found 'many'). Change it there."
    )
    assert refused({}, {"CLAUDEOPS_RUN_DRY_RUN": "perhaps"}).startswith("CLAUDEOPS_RUN_DRY_RUN: must be true or false")


def test_a_variable_does_not_hide_that_the_file_is_wrong():
    assert refused({"memory": 3}, {"CLAUDEOPS_MEMORY_BUDGET": "5"}).startswith("memory in settings.toml: this is a")


def test_variables_go_over_the_file_and_the_file_over_the_defaults():
    found = build({"memory": {"budget": 5}, "logs": {"keep_days": 7}}, {"CLAUDEOPS_MEMORY_BUDGET": "9"})
    assert (found.memory.budget, found.logs.keep_days, found.logs.keep_mb) == (9, 7, 1024)


@pytest.mark.parametrize("word", ["1", "true", "Yes", "ON", " on "])
def test_words_for_yes_and_no_are_understood_in_variables(word):
    assert build({}, {"CLAUDEOPS_RUN_DRY_RUN": word}).run.dry_run is True
    assert build({"run": {"dry_run": True}}, {"CLAUDEOPS_RUN_DRY_RUN": "no"}).run.dry_run is False


def test_every_default_is_one_that_could_be_written():
    table: dict = {}
    for field in every_setting():
        inner = table
        *groups, name = field.name.split(".")
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[name] = list(field.default) if isinstance(field.default, tuple) else field.default
    assert build(table, {}) == Settings()


def test_plain_settings_have_a_variable_and_no_two_the_same():
    names = {name: variable for variable, group, field in variables() for name in [f"{group}.{field}"]}
    assert names["memory.budget"] == "CLAUDEOPS_MEMORY_BUDGET"
    assert "logs.secret_variables" not in names
    assert not any(name.startswith("tiers.") for name in names)
    assert len(set(names.values())) == len(names)


def test_settings_do_not_change_under_those_who_hold_them():
    with pytest.raises(AttributeError):
        Settings().memory.budget = 3  # type: ignore[misc]


NAMES = st.sampled_from(["memory", "budget", "tiers", "observe", "agent", "extra_env", "run", "x y", ""])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(st.dictionaries(NAMES, VALUES, max_size=3))
def test_any_table_is_either_taken_or_refused_in_a_sentence(table):
    try:
        build(table, {}, ORIGIN)
    except UsageError as error:
        assert ORIGIN in str(error)
        assert error.remedy


def test_a_file_that_is_no_toml_is_told_of(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("[memory\n")
    with pytest.raises(UsageError, match=r"settings\.toml cannot be read: .*line 1") as caught:
        load(path, {})
    assert caught.value.remedy == "Fix that line, or move the file away."


def test_a_change_over_a_group_that_is_a_value_is_refused_and_nothing_is_written(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("memory = 3\n")
    with pytest.raises(UsageError, match=r"this is a group of settings"):
        change(path, "memory.budget", 5)
    assert path.read_text() == "memory = 3\n"


def test_a_change_mends_what_was_wrong(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("[memory]\nbudget = -3 # mine\n")
    assert change(path, "memory.budget", 5).memory.budget == 5
    assert path.read_text() == "[memory]\nbudget = 5 # mine\n"


def test_who_listens_hears_of_a_change(tmp_path: Path):
    keeper = SettingsService(tmp_path / "settings.toml")
    heard: list[Settings] = []
    keeper.listen(heard.append)
    keeper.change("logs.secret_variables", ("TOKEN",))
    assert [settings.logs.secret_variables for settings in heard] == [("TOKEN",)]
    assert keeper.current is heard[0]


class TestChangesFromOutside:
    def test_what_an_editor_wrote_is_taken_in_and_told(self, tmp_path):
        file = tmp_path / "settings.toml"
        keeper, told = SettingsService(file), []
        keeper.listen(told.append)
        file.write_text("[memory]\nbudget = 700\n")
        assert keeper.refresh() == ""
        assert keeper.current.memory.budget == 700
        assert [settings.memory.budget for settings in told] == [700]

    def test_nothing_is_told_where_nothing_changed(self, tmp_path):
        keeper, told = SettingsService(tmp_path / "settings.toml"), []
        keeper.change("memory.budget", 700)
        keeper.listen(told.append)
        assert keeper.refresh() == ""
        assert told == []

    def test_a_broken_file_is_told_once_and_the_settings_before_it_stay(self, tmp_path):
        file = tmp_path / "settings.toml"
        keeper = SettingsService(file)
        keeper.change("memory.budget", 700)
        file.write_text("[memory]\nbudget = -1\n")
        said = keeper.refresh()
        assert "memory.budget" in said
        assert said.endswith("The settings before it stay in force.")
        assert keeper.current.memory.budget == 700
        assert keeper.refresh() == ""

    def test_a_value_that_may_not_be_is_refused_before_it_is_written(self, tmp_path):
        file = tmp_path / "settings.toml"
        with pytest.raises(UsageError) as raised:
            change(file, "limits.day_usd", -1)
        assert raised.value.full_text.startswith("limits.day_usd: must be a number")
        assert raised.value.remedy == "Nothing was changed."
        assert not file.exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("store.url", "db.example/claudeops"),
        ("store.url", "postgresql://ops:hunter2@db.example/claudeops"),
        ("store.url", "postgresql://db.example/claudeops?password=hunter2"),
        ("knowledge.remote", "https://ops:hunter2@git.example/knowledge"),
    ],
)
def test_an_address_with_a_password_is_refused_and_not_repeated(tmp_path, name, value):
    with pytest.raises(UsageError) as refused:
        settings_file.change(tmp_path / "settings.toml", name, value)
    assert name in refused.value.full_text
    assert "hunter2" not in refused.value.full_text
    assert not (tmp_path / "settings.toml").exists()


def test_a_host_that_cannot_be_is_refused(tmp_path):
    path = tmp_path / "settings.toml"
    with pytest.raises(UsageError):
        settings_file.change(path, "store.url", f"postgresql://ops@{'d' * 64}.example/claudeops")
    host = f"{'d' * 63}.{'e' * 63}.example"
    assert settings_file.change(path, "store.url", f"postgresql://ops@{host}/claudeops").store.url.count("d" * 63) == 1


@pytest.mark.parametrize(
    "value", ["", "postgresql://ops@db.example:5433/claudeops", "postgres:///claudeops?host=/run/pg"]
)
def test_where_a_store_is_may_be_said(tmp_path, value):
    assert settings_file.change(tmp_path / "settings.toml", "store.url", value).store.url == value


@pytest.mark.parametrize(("tier", "model"), [("observe", "haiku"), ("investigate", "sonnet"), ("remediate", "opus")])
def test_a_tier_keeps_its_model_when_its_folder_is_set(tmp_path, tier, model):
    path = tmp_path / "settings.toml"
    found = getattr(change(path, f"tiers.{tier}.working_dir", "/tmp").tiers, tier)
    assert (found.working_dir, found.model) == ("/tmp", model)


def test_every_default_survives_a_change_of_the_setting_beside_it():
    defaults = {each.name: each.default for each in every_setting()}
    for each in every_setting():
        table = {}
        *groups, name = each.name.split(".")
        inner = table
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[name] = each.default
        assert values_by_name(build(table, {})) == defaults, each.name


def values_by_name(settings):
    found = {}
    for each in every_setting():
        value = settings
        for part in each.name.split("."):
            value = getattr(value, part)
        found[each.name] = value
    return found


def test_an_empty_model_stays_the_cli_s_own_default(tmp_path):
    assert change(tmp_path / "settings.toml", "tiers.observe.model", "").tiers.observe.model == ""
