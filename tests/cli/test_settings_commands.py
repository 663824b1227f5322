"""``claudeops settings``."""

from __future__ import annotations


def test_every_setting_is_listed_with_its_default_and_what_it_changes(claudeops):
    rows = {row["name"]: row for row in claudeops("settings", "list", "--json").json}
    assert rows["memory.budget"] == {
        "name": "memory.budget",
        "value": 2000,
        "default": 2000,
        "origin": "default",
        "description": "Most tokens of operational memory in a run's prompt.",
    }
    assert rows["tiers.observe.model"]["value"] == "haiku"
    assert all(row["description"] for row in rows.values())


def test_a_setting_is_changed_and_stays_changed(claudeops, data_dir):
    assert claudeops("settings", "set", "memory.budget", "500").code == 0
    assert claudeops("settings", "get", "memory.budget").out == "500\n"
    assert claudeops("settings", "get", "memory.budget", "--json").json["origin"] == "file"
    assert "budget = 500" in (data_dir / "settings.toml").read_text()


def test_comments_in_the_file_stay(claudeops, data_dir):
    (data_dir / "settings.toml").write_text("# mine\n[memory]\nbudget = 100  # small\n")
    claudeops("settings", "set", "run.dry_run", "yes")
    assert "# mine" in (data_dir / "settings.toml").read_text()
    assert claudeops("settings", "get", "run.dry_run").out == "true\n"


def test_lists_and_tables_can_be_set(claudeops):
    claudeops("settings", "set", "tiers.observe.allowed_tools", "Bash(docker ps:*), Read")
    assert claudeops("settings", "get", "tiers.observe.allowed_tools", "--json").json["value"] == [
        "Bash(docker ps:*)",
        "Read",
    ]
    claudeops("settings", "set", "agent.extra_env", '{HTTP_PROXY = "http://proxy:3128"}')
    assert claudeops("settings", "get", "agent.extra_env").out == "HTTP_PROXY=http://proxy:3128\n"


def test_a_value_out_of_bounds_is_refused_and_nothing_is_written(claudeops, data_dir):
    before = [path.read_bytes() for path in data_dir.glob("settings.toml")]
    answer = claudeops("settings", "set", "memory.budget", "-5")
    assert answer.code == 2
    assert "memory.budget" in answer.err
    assert [path.read_bytes() for path in data_dir.glob("settings.toml")] == before


def test_a_word_where_a_number_belongs_is_refused(claudeops):
    assert claudeops("settings", "set", "memory.budget", "many").code == 2
    assert claudeops("settings", "set", "run.dry_run", "perhaps").code == 2
    assert claudeops("settings", "set", "window.theme", "blue").code == 2
    assert claudeops("settings", "set", "agent.extra_env", "A=b").code == 2


def test_a_misspelt_name_is_answered_with_the_nearest(claudeops):
    answer = claudeops("settings", "get", "memory.bugdet")
    assert (answer.code, answer.err) == (2, "There is no setting “memory.bugdet”. Did you mean memory.budget?\n")


def test_a_variable_of_the_environment_is_named_and_stays_in_force(claudeops, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_MEMORY_BUDGET", "7")
    answer = claudeops("settings", "set", "memory.budget", "500", "--json")
    assert (answer.json["value"], answer.json["origin"]) == (7, "CLAUDEOPS_MEMORY_BUDGET")
    assert "CLAUDEOPS_MEMORY_BUDGET" in answer.err


def test_a_broken_file_is_told_in_a_sentence(claudeops, data_dir):
    (data_dir / "settings.toml").write_text("[memory\n")
    answer = claudeops("settings", "list", "--json")
    assert answer.code == 2
    assert answer.json["exit_code"] == 2
    assert "settings.toml" in answer.json["error"]
