"""``claudeops services`` (S1)."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from claudeops_desktop.watch.services import load_services


@pytest.fixture
def port() -> Iterator[int]:
    """A TCP service on loopback that answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        done = threading.Event()

        def serve() -> None:
            while not done.is_set():
                try:
                    server.accept()[0].close()
                except TimeoutError:
                    continue

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        done.set()
        thread.join()


def test_without_a_file_this_machine_is_watched(claudeops):
    names = [row["service"] for row in claudeops("services", "list", "--json").json]
    assert {"disk", "memory", "load"} <= set(names)


def test_a_file_that_is_right_is_said_to_be(claudeops, data_dir):
    (data_dir / "services.toml").write_text(
        '[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = 80\n'
    )
    assert claudeops("services", "check").out.endswith("is right: 1 check of 1 service.\n")
    assert claudeops("services", "check", "--json").json["services"] == ["web"]


def test_a_mistake_is_named_with_its_service_and_field(claudeops, data_dir):
    (data_dir / "services.toml").write_text(
        '[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = 80\nretires = 2\n'
    )
    answer = claudeops("services", "check")
    assert answer.code == 2
    assert "web" in answer.err
    assert "retires" in answer.err


def test_now_measures_each_service_and_one_that_is_down_is_no_error(claudeops, data_dir, port):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        down = closed.getsockname()[1]
    rows = "".join(
        f'[[service]]\nname = "{name}"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = {number}\nretries = 0\n'
        for name, number in (("up", port), ("gone", down))
    )
    (data_dir / "services.toml").write_text(rows)
    answer = claudeops("services", "check", "--now", "--json")
    assert answer.code == 0
    assert {row["service"]: row["status"] for row in answer.json} == {"up": "healthy", "gone": "down"}


def test_the_sample_is_put_there_once_and_is_right(claudeops, data_dir):
    assert claudeops("services", "init").code == 0
    assert load_services(data_dir / "services.toml").checks
    answer = claudeops("services", "init")
    assert (answer.code, "there already" in answer.err) == (1, True)
