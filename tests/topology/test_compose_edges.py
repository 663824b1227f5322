"""Dependencies of compose files: all ways to state one, and files that are none."""

from __future__ import annotations

from claudeops_desktop.guard.compose_files import read_services
from claudeops_desktop.topology.compose_edges import find_compose_files, propose_from_compose

COMPOSE = """
services:
  jellyfin:
    image: jellyfin
    depends_on: [db, cache]
  web:
    container_name: caddy
    depends_on:
      jellyfin:
        condition: service_healthy
  torrent:
    network_mode: "service:vpn"
    links: ["cache:redis"]
  db: {image: postgres, container_name: media_db}
  cache:
  vpn: {image: gluetun}
"""
NAMES = ["jellyfin", "caddy", "postgres", "cache", "torrent", "vpn"]


def edges(folder, names=NAMES, containers=()):
    return [one.edge for one in propose_from_compose([folder], names, dict(containers))]


def test_each_way_to_state_a_dependency_counts(tmp_path):
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "compose.yaml").write_text(COMPOSE)
    found = edges(tmp_path, containers={"media_db": "postgres"})
    assert found == [("caddy", "jellyfin"), ("jellyfin", "postgres"), ("torrent", "vpn")]
    (one, *_) = propose_from_compose([tmp_path], NAMES, {})
    assert one.evidence == f"{tmp_path / 'media' / 'compose.yaml'} says so."


def test_a_service_that_is_not_watched_has_no_edge(tmp_path):
    (tmp_path / "docker-compose.yml").write_text(COMPOSE)
    assert edges(tmp_path, ["jellyfin", "postgres"]) == []


def test_what_is_no_compose_file_is_left_out(tmp_path):
    for name, text in (
        ("a", "services: [a, b]"),
        ("b", "services:\n  a: {depends_on: 5}\n  b: text"),
        ("c", "{{{"),
        ("d", "- list"),
        ("e", ""),
        ("f", "services: &a\n  x: *a\n"),
        ("g", "!!python/object/apply:os.system ['true']"),
        ("h", "services:\n  1: {depends_on: [2]}\n"),
        ("i", "x" * 600_000),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "compose.yaml").write_text(text)
    (tmp_path / "j").mkdir()
    (tmp_path / "j" / "compose.yaml").write_bytes(b"\xff\xfe\x00")
    assert edges(tmp_path) == []
    assert read_services(str(tmp_path / "missing.yaml")) == ()


def test_links_to_folders_are_not_followed_and_hidden_ones_not_entered(tmp_path):
    (tmp_path / "real" / ".git").mkdir(parents=True)
    (tmp_path / "real" / ".git" / "compose.yaml").write_text(COMPOSE)
    (tmp_path / "real" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "real" / "compose.yml").write_text(COMPOSE)
    assert list(find_compose_files([tmp_path, tmp_path])) == [tmp_path / "real" / "compose.yml"]
