"""Package upgrades as the logs of package managers tell them, over rotations."""

from __future__ import annotations

import gzip
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from claudeops_desktop.agents.watch.models import TcpCheck, UnitCheck
from claudeops_desktop.topology.changes.log_files import read_new_lines
from claudeops_desktop.topology.changes.package_logs import (
    PackageChange,
    parse_apt,
    parse_dnf,
    parse_dpkg,
    parse_pacman,
    read_package_changes,
)
from claudeops_desktop.topology.changes.reading import SourceUnreadableError
from claudeops_desktop.topology.changes.service_names import ServiceNameIndex, find_family

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
NONE = ServiceNameIndex(())
DPKG = """\
2026-03-10 08:15:29 startup archives unpack
2026-03-10 08:15:30 upgrade postgresql-15:amd64 15.6-0+deb12u1 15.7-0+deb12u1
2026-03-10 08:15:30 status half-configured postgresql-15:amd64 15.6-0+deb12u1
2026-03-10 08:15:31 install nginx:amd64 <none> 1.22.1-9
2026-03-10 08:15:32 remove exim4-base:amd64 4.96-15 <none>
2026-03-10 08:15:33 status installed nginx:amd64 1.22.1-9
2026-03-10 08:15:34 purge exim4-base:amd64 4.96-15 <none>
2026-03-10 08:15:35 trigproc man-db:amd64 2.11.2-2 <none>
"""
SHORT = "%Y-%m-%d %H:%M:%S"


def texts(changes):
    return [change.text for change in changes]


def line(at: datetime, name: str, old: str = "1", new: str = "2") -> str:
    return f"{at:{SHORT}} upgrade {name}:amd64 {old} {new}\n"


def dated(path: Path, at: datetime) -> Path:
    os.utime(path, (at.timestamp(), at.timestamp()))
    return path


class TestParsers:
    def test_dpkg_tells_upgrades_installations_and_removals_once(self):
        found = list(parse_dpkg(DPKG.splitlines()))
        assert texts(found) == [
            "postgresql-15 15.6-0+deb12u1 → 15.7-0+deb12u1",
            "nginx 1.22.1-9 installed",
            "exim4-base 4.96-15 removed",
        ]
        assert found[0].at == datetime(2026, 3, 10, 8, 15, 30, tzinfo=UTC)

    @pytest.mark.parametrize("text", ["", "garbage", "2026-13-40 99:99:99 upgrade a:b 1 2", "\x00 \ufffd a b c d"])
    def test_a_damaged_line_is_passed_over(self, text):
        assert list(parse_dpkg([text])) == list(parse_dnf([text])) == list(parse_pacman([text])) == []

    def test_the_history_of_apt(self):
        text = (
            "\nStart-Date: 2026-03-10  08:15:20\nCommandline: apt-get upgrade\nRequested-By: alex (1000)\n"
            "Upgrade: nginx:amd64 (1.22.1-9, 1.24.0-2), libssl3:amd64 (3.0.11-1, 3.0.13-1)\n"
            "Install: redis-server:amd64 (5:7.0.15-1), lua:amd64 (5.1, automatic)\n"
            "Remove: exim4:amd64 (4.96-15)\nEnd-Date: 2026-03-10  08:15:40\n"
        )
        assert texts(parse_apt(text.splitlines())) == [
            "nginx 1.22.1-9 → 1.24.0-2",
            "libssl3 3.0.11-1 → 3.0.13-1",
            "redis-server 5:7.0.15-1 installed",
            "lua 5.1 installed",
            "exim4 4.96-15 removed",
        ]

    def test_dnf_tells_the_new_version_before_the_old_one(self):
        text = (
            "2026-03-10T08:15:20+0100 INFO --- logging initialized ---\n"
            "2026-03-10T08:15:21+0100 SUBDEBUG Upgrade: nginx-1:1.22.1-3.el9.x86_64\n"
            "2026-03-10T08:15:22+0100 SUBDEBUG Installed: redis-6.2.7-1.el9.x86_64\n"
            "2026-03-10T08:15:23+0100 SUBDEBUG Upgraded: nginx-1:1.20.1-13.el9.x86_64\n"
            "2026-03-10T08:15:24+0100 SUBDEBUG Erase: httpd-tools-2.4.57-5.el9.x86_64\n"
        )
        assert list(parse_dnf(text.splitlines())) == [
            PackageChange(datetime(2026, 3, 10, 7, 15, 22, tzinfo=UTC), "redis", "", "6.2.7-1.el9"),
            PackageChange(datetime(2026, 3, 10, 7, 15, 21, tzinfo=UTC), "nginx", "1.20.1-13.el9", "1.22.1-3.el9"),
            PackageChange(datetime(2026, 3, 10, 7, 15, 24, tzinfo=UTC), "httpd-tools", "2.4.57-5.el9", ""),
        ]

    def test_pacman(self):
        text = (
            "[2026-03-10T09:15:30+0100] [PACMAN] Running 'pacman -Syu'\n"
            "[2026-03-10T09:15:31+0100] [ALPM] upgraded nginx (1.24.0-1 -> 1.26.0-1)\n"
            "[2026-03-10T09:15:32+0100] [ALPM] installed redis (7.2.4-1)\n"
            "[2026-03-10T09:15:33+0100] [ALPM] removed exim (4.97-1)\n"
            "[2026-03-10T09:15:34+0100] [ALPM] reinstalled bash (5.2-1)\n"
            "[2026-03-10T09:15:35+0100] [ALPM] warning: /etc/x installed as /etc/x.pacnew\n"
        )
        assert texts(parse_pacman(text.splitlines())) == [
            "nginx 1.24.0-1 → 1.26.0-1",
            "redis 7.2.4-1 installed",
            "exim 4.97-1 removed",
            "bash 5.2-1 installed again",
        ]


class TestReading:
    def test_the_first_reading_tells_a_week_and_the_next_only_what_is_new(self, tmp_path):
        log = tmp_path / "dpkg.log"
        log.write_text(line(NOW - timedelta(days=30), "old") + line(NOW - timedelta(days=2), "nginx"))
        first = read_package_changes({}, NOW, NONE, tmp_path)
        assert [change.subject for change in first.changes] == ["nginx"]
        assert read_package_changes(first.state, NOW, NONE, tmp_path).changes == ()
        with log.open("a") as file:
            file.write(line(NOW, "redis"))
        second = read_package_changes(first.state, NOW + timedelta(minutes=5), NONE, tmp_path)
        assert [change.subject for change in second.changes] == ["redis"]

    def test_a_line_that_is_still_being_written_waits(self, tmp_path):
        log = tmp_path / "dpkg.log"
        whole = line(NOW, "nginx")
        log.write_text(whole[:-4])
        first = read_package_changes({}, NOW, NONE, tmp_path)
        assert first.changes == ()
        with log.open("a") as file:
            file.write(whole[-4:])
        assert len(read_package_changes(first.state, NOW, NONE, tmp_path).changes) == 1

    @pytest.mark.parametrize("packed", [False, True])
    def test_what_was_written_before_a_rotation_is_not_lost(self, tmp_path, packed):
        log = tmp_path / "dpkg.log"
        log.write_text(line(NOW - timedelta(hours=3), "first"))
        state = read_package_changes({}, NOW - timedelta(hours=2), NONE, tmp_path).state
        content = log.read_text() + line(NOW - timedelta(hours=1), "before-rotation")
        log.rename(tmp_path / "dpkg.log.1")
        if packed:
            (tmp_path / "dpkg.log.1").unlink()
            with gzip.open(tmp_path / "dpkg.log.2.gz", "wt") as file:
                file.write(content)
            dated(tmp_path / "dpkg.log.2.gz", NOW - timedelta(hours=1))
        else:
            dated(tmp_path / "dpkg.log.1", NOW - timedelta(hours=1)).write_text(content)
            dated(tmp_path / "dpkg.log.1", NOW - timedelta(hours=1))
        log.write_text(line(NOW, "after-rotation"))
        found = read_package_changes(state, NOW, NONE, tmp_path)
        assert [change.subject for change in found.changes] == ["before-rotation", "after-rotation"]

    def test_a_log_that_was_emptied_in_place_is_read_from_its_start(self, tmp_path):
        log = tmp_path / "dpkg.log"
        log.write_text(line(NOW - timedelta(hours=2), "a-long-name-of-a-package"))
        state = read_package_changes({}, NOW - timedelta(hours=1), NONE, tmp_path).state
        log.write_text(line(NOW, "b"))
        assert [change.subject for change in read_package_changes(state, NOW, NONE, tmp_path).changes] == ["b"]

    def test_the_history_of_apt_is_read_only_without_a_log_of_dpkg(self, tmp_path):
        (tmp_path / "apt").mkdir()
        (tmp_path / "apt/history.log").write_text(
            f"Start-Date: {NOW:%Y-%m-%d  %H:%M:%S}\nUpgrade: nginx:amd64 (1, 2)\n"
        )
        assert len(read_package_changes({}, NOW, NONE, tmp_path).changes) == 1
        (tmp_path / "dpkg.log").write_text("")
        assert read_package_changes({}, NOW, NONE, tmp_path).changes == ()

    def test_a_machine_without_package_logs_has_no_changes_and_no_problem(self, tmp_path):
        found = read_package_changes({}, NOW, NONE, tmp_path)
        assert (found.changes, found.problem) == ((), "")

    def test_a_log_that_cannot_be_read_is_named(self, tmp_path):
        (tmp_path / "dpkg.log").mkdir()
        with pytest.raises(SourceUnreadableError, match=r"dpkg\.log cannot be read"):
            read_new_lines(tmp_path / "dpkg.log", {}, NOW)

    def test_a_clock_that_was_wrong_puts_nothing_into_the_future(self, tmp_path):
        (tmp_path / "dpkg.log").write_text(line(NOW + timedelta(days=400), "nginx"))
        (change,) = read_package_changes({}, NOW, NONE, tmp_path).changes
        assert change.at == NOW


class TestServices:
    def test_a_package_belongs_to_the_services_on_this_machine_that_are_it(self):
        names = ServiceNameIndex(
            [
                UnitCheck(name="shop-db", unit="postgresql@15-main.service"),
                TcpCheck(name="cache", address="127.0.0.1", port=6379),
                TcpCheck(name="nginx", address="10.9.8.7", port=80),
                UnitCheck(name="far", unit="redis.service", host="web1"),
                TcpCheck(name="mail", address="box", port=25, label="postfix"),
            ],
            {"box"},
        )
        assert names.of_package("postgresql-15") == ("shop-db",)
        assert names.of_package("redis-server") == ("cache",)
        assert names.of_package("postfix") == ("mail",)
        assert names.of_package("nginx-core") == ()  # that one runs elsewhere
        assert names.of_package("libc6") == ()

    @pytest.mark.parametrize(
        ("word", "family"),
        [
            ("postgresql-15", "postgresql"),
            ("postgres", "postgresql"),
            ("apache2", "apache"),
            ("nginx-core", "nginx"),
            ("openssh-server", "openssh"),
            ("sshd.service", "openssh"),
            ("python3.11", "python"),
            ("mosquitto", "mosquitto"),
            ("7", "7"),
        ],
    )
    def test_the_program_behind_a_name(self, word, family):
        assert find_family(word) == family

    def test_a_change_that_would_concern_many_concerns_the_machine(self):
        names = ServiceNameIndex([UnitCheck(name=f"site-{n}", unit=f"nginx@{n}.service") for n in range(4)])
        assert names.of_package("nginx") == ()
