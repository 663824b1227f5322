"""What commands do: the table, and whatever anybody may write."""

from __future__ import annotations

import subprocess
import sys
from json import dumps, loads
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spelled_out import batches

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.effects import KINDS
from claudeops_desktop.guard.programs import program
from claudeops_desktop.guard.programs.index import MODULE_OF
from claudeops_desktop.guard.shell_script import read_script

HERE = Path(__file__).parent
MEASURED = HERE.parents[1] / "benchmarks" / "data" / "guard_commands.tsv"
WORDS = (
    *(
        "$(",
        "`",
        "'",
        '"',
        "\\",
        "{a,b}",
        ";",
        "&&",
        "|",
        "\n",
        ">",
        "<(",
        ")",
        "((",
        "))",
        "[[",
        "]]",
        "${",
        "}",
        "$'",
        "<<",
    ),
    *("rm", "ls", "docker restart x", "for i in a", "do", "done", "if", "then", "fi", "case", "esac"),
    *("sudo", "xargs", "ssh h", "-c", "="),
)


def rows(file: Path) -> list[list[str]]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("# ")]


TABLE = batches(rows(HERE / "commands.tsv"))


def read_as(command: str) -> tuple[str, str, str]:
    """A command's class, its services and its sentence, as the table has them."""
    reading = understand(command)
    return reading.kind, ",".join(reading.services), reading.why


@pytest.mark.parametrize("rows", TABLE, ids=[f"from {rows[0][2]}" for rows in TABLE])
def test_what_commands_do(rows):
    told = {command: (kind, services, why) for kind, services, command, why in rows}
    assert {command: read_as(command) for command in told} == told


class TestCommandsOfOthers:
    """Written down by another hand than the rules, half of them harmless; benchmarks/guard.py tells the figures."""

    @pytest.mark.slow
    def test_nothing_risky_is_called_reading(self):
        assert [
            command for label, command in rows(MEASURED) if label == "risky" and understand(command).kind == "read"
        ] == []

    @pytest.mark.slow
    def test_nine_of_ten_harmless_ones_are_called_reading(self):
        harmless = [command for label, command in rows(MEASURED) if label == "harmless"]
        missed = [command for command in harmless if understand(command).kind != "read"]
        assert len(missed) <= len(harmless) / 10, missed


@pytest.mark.slow
@given(st.text(max_size=200))
@settings(max_examples=400, deadline=None)
def test_any_text_has_an_answer(text):
    assert understand(text).kind in KINDS


@pytest.mark.slow
@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
@settings(max_examples=600, deadline=None)
def test_any_piece_of_shell_has_an_answer(text):
    assert understand(text).kind in KINDS


@pytest.mark.slow
@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_nothing_that_stands_before_or_after_hides_a_deletion(text):
    """Where the text as a whole can be read, the deletion is seen; where it cannot, it is unknown at least."""
    assert understand(f"rm -rf /srv\n{text}").kind in ("destructive", "unknown")
    if not read_script(text).doubts and not text.endswith("\\"):  # that joins the lines
        assert understand(f"{text}\nrm -rf /srv").kind in ("destructive", "unknown")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 2_000_000,
        "ls " + "a " * 600_000,
        "ls \0 rm",
        "$(" * 5_000,
        "(" * 50_000,
        "{ " * 5_000,
        "ls;" * 30_000,
        "`" * 999,
        "'" * 999,
        "for i in a b c d e f; do " * 12 + "ls; " + "done; " * 12,
        "sudo " * 9_000 + "ls",
        "sh -c '" * 500,
        "echo {a,b}{c,d}{e,f}",
        "\ud800",
        "ls\r\nrm x",
        "ls\u2028rm x",
    ],
    ids=range(16),
)
def test_what_is_too_much_or_too_strange_is_not_reading(text):
    harmless = text.startswith("echo")
    assert understand(text).kind in (("read",) if harmless else ("unknown", "destructive"))


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("destructive", "tee /etc/motd <<EOF\nx\nEOF"),
        ("destructive", "cat > /etc/motd <<'EOF'\nx\nEOF"),
        ("destructive", "cat <<EOF >> ~/.profile\nx\nEOF"),
        ("read", "cat <<EOF 2>/dev/null\nx\nEOF"),
        ("read", "bash <<EOF\nls\nEOF"),
        ("read", "cat <<< $(echo a) <<EOF\nx\nEOF"),
        ("destructive", "bash <<EOF\nrm x\nEOF"),
        ("destructive", "cat <<EOF\n$(rm x)\nEOF"),
        ("read", "cat <<'EOF'\n$(rm x)\nEOF"),
        ("destructive", "cat <<EOF\nx\nEOF\nrm x"),
        ("destructive", "cat <<'A' <<B\nx\nA\n`rm x`\nB"),
        ("unknown", "cat <<EOF\nx\nEO"),
        ("unknown", "cat <<EOF\nx\\\nEOF\nEOF"),
        ("unknown", "sh <<EOF\n$x\nEOF"),
    ],
)
def test_of_a_here_document_the_file_it_goes_to_and_what_runs_in_it_are_seen(kind, command):
    assert understand(command).kind == kind


@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\u200b", "\u2028", "\x0b", "\r"])
def test_what_looks_like_a_space_is_none(space):
    """The shell takes it as part of the word; only ``ls`` itself would read."""
    assert understand(f"ls{space}/tmp").kind == "unknown"


def test_each_program_is_known_to_one_module_and_the_index_says_which():
    from importlib import import_module

    found = {}
    for module in dict.fromkeys(MODULE_OF.values()):
        for name in import_module(f"claudeops_desktop.guard.programs.{module}").PROGRAMS:
            found[name] = module
    assert found == MODULE_OF, "write programs/index.py anew"
    assert all(program(name) is not None for name in MODULE_OF)


class TestAsAProgram:
    def ask(self, *lines: str) -> list[dict]:
        done = subprocess.run(
            [sys.executable, "-m", "claudeops_desktop", "guard", "--classify"],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            check=True,
        )
        return [loads(line) for line in done.stdout.splitlines()]

    def test_one_answer_a_line(self):
        first, second = self.ask(dumps({"command": "docker restart Jellyfin"}), dumps({"command": "uptime"}))
        assert (first["class"], first["services"]) == ("restart", ["jellyfin"])
        assert first["why"].endswith(".")
        assert (second["class"], second["services"]) == ("read", [])

    @pytest.mark.parametrize(
        "line", ["nonsense", "[]", "5", '{"cmd": "ls"}', '{"command": null}', '{"command": ["ls"]}', "[" * 3000]
    )
    def test_a_line_that_is_no_request_is_answered_as_unknown(self, line):
        bad, good = self.ask(line, dumps({"command": "ls"}))
        assert bad["class"] == "unknown"
        assert bad["error"]
        assert good["class"] == "read"

    def test_an_answer_comes_before_the_next_question(self):
        with subprocess.Popen(
            [sys.executable, "-m", "claudeops_desktop", "guard", "--classify"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            for command in ("ls", "rm x"):
                process.stdin.write(dumps({"command": command}) + "\n")
                process.stdin.flush()
                assert loads(process.stdout.readline())["class"] in ("read", "destructive")
            process.stdin.close()

    def test_it_starts_without_what_is_heavy(self):
        code = "import sys; import claudeops_desktop.guard.hook, claudeops_desktop.guard.classify; print(*sys.modules)"
        done = subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {code}"],
                              capture_output=True, text=True, check=True, cwd=HERE.parents[1])  # fmt: skip
        heavy = {"PySide6", "peewee", "pydantic", "msgspec", "typer", "dataclasses", "inspect", "pathlib", "logging"}
        assert not heavy & set(done.stdout.split())
