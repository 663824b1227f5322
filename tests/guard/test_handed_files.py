"""The files of a session that a command which acts names: shown to the operator, kept, and held to what they were."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from guard_world import Guarded

from claudeops_desktop.guard.handed_files import MOST_FILES, SHOWN, TooManyFiles, describe_handed, find_handed


@pytest.fixture
def session(new_session) -> Guarded:
    return new_session(3, **dict.fromkeys(("unknown", "destructive", "host", "redeploy"), "automatic"))


@pytest.fixture
def work(tmp_path) -> Path:
    """A work folder with two files, and one in a folder."""
    (tmp_path / "work" / "conf.d").mkdir(parents=True)
    (tmp_path / "work" / "limits.conf").write_text("workers 8\n")
    (tmp_path / "work" / "fix.sh").write_text("systemctl restart web\n")
    (tmp_path / "work" / "conf.d" / "a.conf").write_text("a\n")
    return tmp_path / "work"


def names(command: str, work: Path, folder: str = "/srv") -> set[str]:
    return {str(Path(each.path).relative_to(work)) for each in find_handed(command, folder, str(work))}


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("cp {work}/limits.conf /etc/app/", {"limits.conf"}),
        ('cp "{work}/limits.conf" /etc/app/', {"limits.conf"}),
        ("cp $CLAUDEOPS_WORK_DIR/limits.conf /etc/app/", {"limits.conf"}),
        ('cp "${{CLAUDEOPS_WORK_DIR}}/limits.conf" /etc/app/', {"limits.conf"}),
        ("install --mode=644 -D {work}/limits.conf /etc/app/x", {"limits.conf"}),
        ("curl -T {work}/limits.conf ftp://web1/", {"limits.conf"}),
        ("curl --data @{work}/limits.conf http://web1/", {"limits.conf"}),
        ("tee /etc/app/x < {work}/limits.conf", {"limits.conf"}),
        ("bash -c 'sudo sh {work}/fix.sh'", {"fix.sh"}),
        ("cd {work} && sh fix.sh", {"fix.sh", "limits.conf", "conf.d/a.conf"}),
        ("cd {work}/conf.d; cp ../limits.conf /etc/app/", {"conf.d/a.conf", "limits.conf"}),
        ("W={work}; cp $W/limits.conf /etc/app/", {"fix.sh", "limits.conf", "conf.d/a.conf"}),
        ("cp {work}/lim*.conf /etc/app/", {"fix.sh", "limits.conf", "conf.d/a.conf"}),
        ("cp -r {work}/conf.d /etc/app/", {"conf.d/a.conf"}),
        ("cp {work}/conf.d/missing /etc/app/", {"conf.d/a.conf"}),
        ("cp {work}/../limits.conf /etc/app/", set()),
        ("cp {work}-other/limits.conf /etc/app/", set()),
        ("systemctl restart web", set()),
    ],
)
def test_what_a_command_names_of_the_work_folder(work, command, found):
    assert names(command.format(work=work), work) == found


def test_a_name_with_a_space_beside_it_counts_all_files_of_the_folder(work):
    (work / "limits.conf b").write_text("other")
    assert names(f"cp {work}/limits.conf\\ b /etc/app/", work) >= {"limits.conf", "limits.conf b"}


def test_a_command_that_is_run_in_the_work_folder_may_use_all_of_it(work):
    assert names("make install", work, str(work)) == {"fix.sh", "limits.conf", "conf.d/a.conf"}


def test_a_link_is_shown_as_one_and_never_followed(work, tmp_path):
    (tmp_path / "secret").write_text("hunter2")
    (work / "link").symlink_to(tmp_path / "secret")
    (found,) = find_handed(f"cp {work}/link /etc/app/", "", str(work))
    assert found.text == f"(a link to {tmp_path / 'secret'})"


def test_a_text_is_cut_where_it_is_long_and_compared_whole(work):
    (work / "limits.conf").write_text("x" * SHOWN + "y")
    (before,) = find_handed(f"cp {work}/limits.conf /etc/", "", str(work))
    (work / "limits.conf").write_text("x" * SHOWN + "z")
    (after,) = find_handed(f"cp {work}/limits.conf /etc/", "", str(work))
    assert (before.text == after.text, before.digest == after.digest) == (True, False)


def test_what_is_no_text_is_described_as_that(work):
    (work / "limits.conf").write_bytes(b"\x7fELF\x00\xff")
    shown = describe_handed(find_handed(f"cp {work}/limits.conf /etc/", "", str(work)), str(work))
    assert shown == "limits.conf, 6 bytes:\n(not a text)"


def test_more_files_than_anybody_reads_are_refused(work):
    for number in range(MOST_FILES):
        (work / f"{number}.conf").touch()
    with pytest.raises(TooManyFiles):
        find_handed(f"cp -r {work} /etc/app", "", str(work))


class TestInASession:
    @pytest.fixture
    def file(self, session) -> Path:
        file = session.folder.session_work(session.session_id) / "limits.conf"
        file.write_text("workers 8\n")
        return file

    def test_the_operator_is_shown_them(self, session, file):
        session.rules(destructive="ask", host="ask", unknown="ask", wait_minutes=0.01)
        session.bash(f"cp {file} /etc/app/limits.conf")
        (asked,) = session.book.approvals.list()
        assert asked.files == "limits.conf, 10 bytes:\nworkers 8\n"

    def test_the_record_keeps_what_they_held(self, session, file):
        session.bash(f"cp {file} /etc/app/limits.conf")
        assert session.book.tool_calls.of_session(session.session_id)[-1].files == {str(file): "workers 8\n"}

    def test_of_a_command_that_only_reads_nothing_is_kept(self, session, file):
        session.bash(f"cat {file}")
        assert session.book.tool_calls.of_session(session.session_id)[-1].files == {}

    def test_too_many_are_a_refusal_with_what_to_do(self, session, file):
        for number in range(MOST_FILES):
            (file.parent / f"{number}.conf").touch()
        verdict, why = session.bash(f"cp {file.parent}/*.conf /etc/app/")
        assert verdict == "deny"
        assert "name those that it needs one by one" in why

    @pytest.mark.parametrize(("written", "copied"), [("workers 8\n", True), ("workers 0\n", False)])
    def test_one_that_changed_since_the_command_was_allowed_is_not_used(self, session, file, tmp_path, written, copied):
        target = tmp_path / "target"
        target.touch()
        with session.broker():
            answer = json.loads(session.asked(session.payload("Bash", command=f"cp {file} {target}")).stdout)
            file.write_text(written)
            command = answer["hookSpecificOutput"]["updatedInput"]["command"]
            done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (target.read_text() == "workers 8\n", "limits.conf is not what it was" in done.stderr) == (
            copied,
            not copied,
        )
