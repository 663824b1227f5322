"""Which service is meant by a folder, a project, a host, a process; and what counts where nobody can tell."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from guard_world import NOON
from hypothesis import given, settings
from hypothesis import strategies as st

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.known_services import UNRESOLVED, KnownService, services_of_table
from claudeops_desktop.guard.local_machine import LocalMachine
from claudeops_desktop.guard.resolve import resolve_all
from claudeops_desktop.runs.guard_policy import known_services

TABLE = {
    "service": [
        {"name": "nginx", "check": "unit", "unit": "nginx.service"},
        {"name": "jellyfin", "check": "container", "container": "media_jellyfin_1", "host": "admin@nas"},
        {"name": "nextcloud", "check": "http", "url": "https://cloud.example.org"},
        {"name": "database", "check": "container", "container": "postgres", "compose_project": "shop",
         "compose_folder": "/srv/webshop/"},
        {"name": "web-proxy", "check": "process", "process": "caddy"},
        {"name": "disk", "check": "disk", "path": "/"},
    ]
}  # fmt: skip
KNOWN = services_of_table(TABLE)


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process whose name is a service's."""
    program = tmp_path / "caddy"
    program.symlink_to("/bin/sleep")
    process = subprocess.Popen([str(program), "1000"])
    while Path(f"/proc/{process.pid}/comm").read_text().strip() != "caddy":  # until it is what it will be
        pass
    yield process
    process.kill()
    process.wait()


def charged(guarded) -> list[str]:
    return sorted({service for service, _, _ in guarded.actions()})


@pytest.mark.parametrize(
    ("command", "services"),
    [
        ("docker restart postgres", ["database"]),
        ("docker restart shop-postgres-1", ["database"]),
        ("docker compose -p shop restart", ["database"]),
        ("docker compose -p Shop restart web", ["database"]),
        ("cd /srv/webshop && docker compose restart", ["database"]),
        ("cd /srv/webshop/backend && docker compose restart", ["database"]),
        ("docker compose -f /srv/webshop/prod.yml restart", ["database"]),
        ("docker restart $(docker ps -qf label=com.docker.compose.project=shop)", ["database"]),
        ("docker restart $(docker compose -p shop ps -q)", ["database"]),
        ("docker compose -p media restart", ["jellyfin"]),
        ("docker compose -f /opt/stacks/nextcloud.yml restart", ["nextcloud"]),
        ("docker compose -f /srv/webshop/nextcloud.yml restart", ["database", "nextcloud"]),
        ("docker restart $(docker ps | awk '/nextcloud/ {print $1}')", ["nextcloud"]),
        ("docker restart media-jellyfin-1", ["jellyfin"]),
        ("ssh nas 'docker compose -p media restart jellyfin'", ["jellyfin"]),
        ("pkill caddy", ["web-proxy"]),
        ("mysqladmin shutdown", ["mysql"]),
        ("snap restart nextcloud.apache", ["nextcloud"]),
        ("docker restart $(docker ps | grep -E 'nginx|nextcloud' | awk '{print $1}')", ["nextcloud", "nginx"]),
        (
            "docker restart $(docker ps | grep -E 'nginx|8080' | awk '{print $1}')",
            [UNRESOLVED, "database", "nextcloud", "nginx", "web-proxy"],
        ),
        ("fuser -k 80/tcp", [UNRESOLVED, "database", "nextcloud", "nginx", "web-proxy"]),
        ("systemctl restart php8.2-fpm", ["php8.2-fpm"]),
        ("ssh nas 'docker restart $(docker ps -q)'", [UNRESOLVED, "jellyfin", "nextcloud"]),
        ("ssh admin@nas.lan reboot", [UNRESOLVED, "jellyfin", "nextcloud"]),
        ("ssh elsewhere reboot", [UNRESOLVED, "database", "jellyfin", "nextcloud", "nginx", "web-proxy"]),
        ("docker -H ssh://nas restart 3f2a9c1d", [UNRESOLVED, "jellyfin", "nextcloud"]),
        ("docker restart $(docker ps -q)", [UNRESOLVED, "database", "nextcloud", "nginx", "web-proxy"]),
        ("docker compose -p other restart", ["nextcloud", "nginx", "other", "web-proxy"]),
        ("systemctl daemon-reload", []),
        ("apt-get update", ["host"]),
    ],
)
def test_what_a_command_counts_against(new_session, command, services):
    guarded = new_session(3, known=KNOWN, stop="automatic", unknown="automatic")
    verdict, why = guarded.bash(command)
    assert verdict == "allow", why
    assert charged(guarded) == services


def test_the_folder_of_the_session_is_the_project_where_no_other_is_named(new_session):
    guarded = new_session(3)
    payload = json.loads(guarded.payload("Bash", command="docker compose up -d")) | {"cwd": "/srv/media"}
    guarded.answer(json.dumps(payload))
    assert charged(guarded) == ["media"]


def test_one_compose_project_does_not_block_another(new_session):
    guarded = new_session(3)
    assert guarded.bash("cd /srv/media && docker compose up -d")[0] == "allow"
    assert guarded.bash("cd /srv/shop && docker compose up -d")[0] == "allow"
    assert guarded.bash("docker compose -p blog up -d")[0] == "allow"
    assert guarded.bash("docker compose -f /srv/shop/compose.yml up -d")[0] == "deny"
    assert charged(guarded) == ["blog", "media", "shop"]


def test_the_folder_in_which_a_project_was_redeployed_before_blocks_no_other(new_session):
    guarded = new_session(3)
    verdicts = []
    for folder in ("/srv/media", "/srv/shop", "/srv/media"):
        payload = json.loads(guarded.payload("Bash", command="docker compose up -d")) | {"cwd": folder}
        verdicts.append(guarded.answer(json.dumps(payload)))
    told = [answer["hookSpecificOutput"]["permissionDecision"] for answer in verdicts]
    assert told == ["allow", "allow", "deny"]


class TestComposeFiles:
    def write(self, folder: Path, text: str, name: str = "compose.yaml") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)

    def test_the_services_that_a_file_names_are_meant(self, new_session, tmp_path):
        self.write(tmp_path / "stack", "services:\n  app:\n    container_name: nextcloud\n  cache:\n    image: redis\n")
        guarded = new_session(3, known=KNOWN)
        guarded.bash(f"cd {tmp_path}/stack && docker compose restart")
        assert charged(guarded) == ["nextcloud"]

    def test_a_service_with_a_container_of_another_name(self, new_session, tmp_path):
        self.write(tmp_path / "stack", "services:\n  app:\n    container_name: nextcloud\n  cache:\n    image: redis\n")
        guarded = new_session(3, known=KNOWN)
        guarded.bash(f"cd {tmp_path}/stack && docker compose restart app")
        assert charged(guarded) == ["nextcloud"]

    def test_what_is_in_no_known_service_counts_for_the_project_alone(self, new_session, tmp_path):
        self.write(tmp_path / "blog", "name: weblog\nservices:\n  ghost:\n    image: ghost\n")
        guarded = new_session(3, known=KNOWN)
        guarded.bash(f"cd {tmp_path}/blog && docker compose up -d")
        assert charged(guarded) == ["weblog"]

    def test_the_file_of_a_folder_above_and_the_name_beside_it(self, new_session, tmp_path):
        self.write(tmp_path / "stack", "services:\n  ghost:\n    image: ghost\n", "docker-compose.yml")
        (tmp_path / "stack" / ".env").write_text("COMPOSE_PROJECT_NAME=shop\n")
        (tmp_path / "stack" / "conf").mkdir()
        guarded = new_session(3, known=KNOWN)
        guarded.bash(f"cd {tmp_path}/stack/conf && docker compose restart")
        assert charged(guarded) == ["database"]

    def charged_by(self, new_session, command: str) -> list[str]:
        guarded = new_session(3, known=KNOWN)
        guarded.bash(command)
        return charged(guarded)

    @pytest.fixture
    def stack(self, tmp_path) -> Path:
        """A project whose services are partly watched, in several files and profiles."""
        folder = tmp_path / "stack"
        self.write(folder, "services:\n  nextcloud:\n    image: n\n  prowlarr:\n    image: p\n")
        self.write(folder, "services:\n  web-proxy:\n    image: c\n", "extra.yaml")
        return folder

    def test_a_service_that_the_file_names_counts_for_itself_where_nobody_watches_it(self, new_session, stack):
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart prowlarr") == ["prowlarr"]

    def test_a_watched_service_that_the_file_names_counts_alone(self, new_session, stack):
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart nextcloud") == ["nextcloud"]

    def test_an_included_file_takes_part_in_the_project(self, new_session, stack):
        self.write(stack, "include:\n  - extra.yaml\nservices:\n  nextcloud: {}\n")
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart") == ["nextcloud", "web-proxy"]

    def test_a_path_of_an_include_may_stand_in_a_table(self, new_session, stack):
        self.write(stack, "include:\n  - path: [extra.yaml]\nservices:\n  nextcloud: {}\n")
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart") == ["nextcloud", "web-proxy"]

    def test_files_that_include_one_another_end(self, new_session, stack):
        self.write(stack, "include: [compose.yaml]\nservices:\n  web-proxy: {}\n", "extra.yaml")
        self.write(stack, "include: [extra.yaml]\nservices:\n  nextcloud: {}\n")
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart") == ["nextcloud", "web-proxy"]

    def test_an_included_file_that_is_not_here_leaves_open_what_is_meant(self, new_session, stack):
        self.write(stack, "include:\n  - other.yaml\nservices:\n  ghost:\n    image: ghost\n")
        assert "nextcloud" in self.charged_by(new_session, f"cd {stack} && docker compose restart")

    def test_all_files_of_a_call_take_part(self, new_session, stack):
        command = f"cd {stack} && docker compose -f compose.yaml -f extra.yaml restart"
        assert self.charged_by(new_session, command) == ["nextcloud", "web-proxy"]

    def test_the_only_file_of_a_call_says_all(self, new_session, stack):
        assert self.charged_by(new_session, f"cd {stack} && docker compose -f extra.yaml restart") == ["web-proxy"]

    def test_the_override_beside_the_usual_file_takes_part(self, new_session, stack):
        self.write(stack, "services:\n  database: {}\n", "compose.override.yaml")
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart") == ["database", "nextcloud"]

    def test_the_files_that_env_names_take_part(self, new_session, stack):
        (stack / ".env").write_text("COMPOSE_FILE=compose.yaml:extra.yaml\n")
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart") == ["nextcloud", "web-proxy"]

    def test_a_name_that_is_taken_over_from_another_file(self, new_session, stack):
        self.write(stack, "services:\n  base:\n    container_name: postgres\n", "common.yaml")
        self.write(stack, "services:\n  app:\n    extends: {file: common.yaml, service: base}\n")
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart app") == ["database"]

    @pytest.mark.parametrize(
        ("options", "services"),
        [
            ("", ["nextcloud"]),
            ("--profile proxy", ["nextcloud", "web-proxy"]),
            ("--profile other", ["nextcloud"]),
            ("--profile '*'", ["nextcloud", "web-proxy"]),
            ('--profile "$P"', ["nextcloud", "web-proxy"]),
        ],
    )
    def test_a_service_of_a_profile_that_is_off_is_left_alone(self, new_session, stack, options, services):
        self.write(stack, "services:\n  nextcloud: {}\n  web-proxy: {profiles: [proxy]}\n")
        assert self.charged_by(new_session, f"cd {stack} && docker compose {options} restart") == services

    def test_a_variable_switches_a_profile_on(self, new_session, stack):
        self.write(stack, "services:\n  nextcloud: {}\n  web-proxy: {profiles: [proxy]}\n")
        guarded = new_session(3, known=KNOWN, unknown="automatic")
        guarded.bash(f"cd {stack} && COMPOSE_PROFILES=proxy docker compose restart")
        assert charged(guarded) == ["nextcloud", "web-proxy"]

    def test_tags_of_compose_are_read_over(self, new_session, stack):
        self.write(stack, "services:\n  nextcloud:\n    ports: !reset []\n    labels: !override {a: b}\n")
        assert self.charged_by(new_session, f"cd {stack} && docker compose restart") == ["nextcloud"]


class TestProcesses:
    def test_a_number_means_the_process_that_has_it(self, new_session, sleeper):
        guarded = new_session(known=KNOWN, stop="automatic")
        guarded.bash(f"kill {sleeper.pid}")
        assert charged(guarded) == ["web-proxy"]

    def test_a_pattern_over_command_lines_means_what_runs(self, new_session, sleeper):
        guarded = new_session(known=KNOWN, stop="automatic")
        guarded.bash(f"pkill -f '{Path(sleeper.args[0]).parent.name}/c'")
        assert "web-proxy" in charged(guarded)

    def test_a_number_that_nobody_has_means_any(self, new_session):
        guarded = new_session(known=KNOWN, stop="automatic")
        guarded.bash("kill 4194999")
        assert charged(guarded) == [UNRESOLVED, "database", "nextcloud", "nginx", "web-proxy"]

    def test_a_number_on_another_machine_means_any_there(self, new_session, sleeper):
        guarded = new_session(known=KNOWN, stop="automatic")
        guarded.bash(f"ssh nas kill {sleeper.pid}")
        assert charged(guarded) == [UNRESOLVED, "jellyfin", "nextcloud"]


class TestWhatCannotBeTold:
    def test_the_refusal_names_the_service_and_says_that_it_may_be_meant(self, new_session):
        guarded = new_session(known=KNOWN)
        book = guarded.book
        book.store.write(lambda: book.rules.maintain("nginx", NOON, None, "", NOON)).result()
        _, why = guarded.bash("docker restart $(docker ps -q)")
        assert why.startswith("What this acts on cannot be told for certain. It may be nginx: nginx is in maintenance")

    def test_it_counts_on_what_is_named_later(self, new_session):
        guarded = new_session()
        for _ in "12":
            assert guarded.bash("docker restart $(cat ids)")[0] == "allow"
        assert guarded.bash("docker restart web")[0] == "deny"
        assert guarded.bash("docker restart $(cat ids)")[0] == "deny"

    def test_once_unnamed_and_once_by_name_is_twice(self, new_session):
        guarded = new_session()
        assert guarded.bash("docker restart web")[0] == "allow"
        assert guarded.bash("docker restart $(cat ids)")[0] == "allow"
        assert guarded.bash("docker restart web")[0] == "deny"

    def test_a_pattern_counts_on_what_it_matches_and_on_nothing_else(self, new_session):
        guarded = new_session()
        for _ in "12":
            assert guarded.bash("systemctl restart 'ngin*'")[0] == "allow"
        assert guarded.bash("systemctl restart nginx")[0] == "deny"
        assert guarded.bash("systemctl restart caddy")[0] == "allow"

    def test_a_service_with_a_rule_is_known(self, new_session):
        guarded = new_session()
        book = guarded.book
        book.store.write(lambda: book.rules.maintain("jellyfin", NOON, None, "", NOON)).result()
        assert guarded.bash("docker restart $(docker ps -q)")[0] == "deny"
        assert guarded.bash("systemctl restart 'jelly*'")[0] == "deny"
        assert guarded.bash("systemctl restart nginx")[0] == "allow"

    def test_two_sessions_count_together_by_different_names(self, new_session):
        one, other = (new_session(known=KNOWN, stop="automatic") for _ in "12")
        assert one.bash("systemctl restart 'ngin?'")[0] == "allow"
        assert other.bash("nginx -s stop")[0] == "allow"
        assert one.bash("service nginx restart")[0] == "deny"


PIECES = (
    *(
        "docker restart",
        "docker compose",
        "-p",
        "-f",
        "up -d",
        "systemctl restart",
        "pkill -f",
        "kill",
        "cd",
        "ssh nas",
    ),
    *(
        "xargs",
        "$(docker ps -q -f name=",
        ")",
        "$(pidof",
        "'",
        '"',
        "*",
        "[",
        "(a+)+",
        "\\",
        "/run/x.pid",
        "nginx",
        "web:*",
    ),
    *("@", "-1", "~", ";", "&&", "||", "|", "(", "{a,b}", "\ud800", "\u00b2", "..", "/", "$X", "X=", "-l app="),
    *("COMPOSE_PROJECT_NAME=", "kubectl delete pod"),
)


@pytest.mark.slow
@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))
@settings(max_examples=600, deadline=None)
def test_whatever_is_written_is_told_and_what_acts_counts_somewhere(text):
    reading = understand(text)
    machine = LocalMachine()
    for part in reading.parts:
        if part.kind in ("restart", "stop") and part.targets:
            assert resolve_all(part.targets, KNOWN, machine)


class TestServicesFile:
    def test_an_entry_that_is_not_valid_hides_no_other(self, tmp_path):
        file = tmp_path / "services.toml"
        file.write_text(
            '[[service]]\nname = "a b"\ncheck = 5\n[[service]]\nname = "web"\ncheck = "unit"\nunit = "X.service"\n'
        )
        assert KnownService("web", units=("x",), hosts=("",)) in known_services(file)

    def test_no_file_and_no_toml(self, tmp_path):
        assert known_services(tmp_path / "services.toml") == ()
        (tmp_path / "services.toml").write_text("[[")
        assert known_services(tmp_path / "services.toml") == ()


class TestClassify:
    def ask(self, request: dict, *words: str, **environment: str) -> dict:
        done = subprocess.run(
            [sys.executable, "-m", "claudeops_desktop", "guard", "--classify", *words],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            check=True,
            env={"PATH": "/usr/bin", **environment},
        )
        return json.loads(done.stdout)

    @pytest.mark.slow
    def test_the_folder_names_the_project(self):
        assert self.ask({"command": "cd /srv/jellyfin && docker compose up -d"})["services"] == ["jellyfin"]
        assert self.ask({"command": "docker compose up -d", "cwd": "/srv/jellyfin"})["services"] == ["jellyfin"]
        assert self.ask({"command": "docker compose up -d"})["services"] == []

    @pytest.mark.slow
    def test_the_services_are_those_of_a_file_or_of_the_data_folder(self, tmp_path):
        file = tmp_path / "services.toml"
        file.write_text('[[service]]\nname = "proxy"\ncheck = "unit"\nunit = "nginx.service"\n')
        request = {"command": "systemctl restart 'ngin?'"}
        assert self.ask(request, "--services", str(file))["services"] == ["proxy"]
        assert self.ask(request, CLAUDEOPS_DATA_DIR=str(tmp_path))["services"] == ["proxy"]
        assert self.ask(request, CLAUDEOPS_DATA_DIR=str(tmp_path / "none"))["services"] == ["ngin?"]
