"""What is read of a text of the shell: every command with its words, what it sets, reads, where it runs; or why not."""

from __future__ import annotations

import pytest
from spelled_out import spelled, table

from claudeops_desktop.guard.shell_script import read_script

SCRIPTS = table("scripts.tsv")


@pytest.mark.parametrize(("text", "commands", "doubts"), SCRIPTS, ids=range(len(SCRIPTS)))
def test_a_text_is_read_as_the_shell_would_read_it(text, commands, doubts):
    script = read_script(text)
    assert (spelled([each._replace(span=None) for each in script.commands]), spelled(script.doubts)) == (
        commands,
        doubts,
    ), text


@pytest.mark.parametrize(
    ("text", "commands", "doubts"),
    [
        ("#" * 32_000, 0, ()),
        ("#" * 32_001, 0, ("The command is too long to be looked through.",)),
        ("ls \0", 0, ("The command holds control characters.",)),
        ("ls \1", 0, ("The command holds control characters.",)),
        ("( " * 24 + "ls" + ")" * 24, 1, ()),
        ("( " * 25 + "ls" + ")" * 25, 0, ("The command is nested too deeply.",)),
        ("$(" * 24 + "ls" + ")" * 24, 25, ()),
        ("$(" * 25 + "ls" + ")" * 25, 0, ("The command is nested too deeply.",)),
        ("(ls)\n" * 30, 30, ()),
    ],
    ids=range(9),
)
def test_a_text_that_is_too_long_too_deep_or_holds_our_marks_is_not_read(text, commands, doubts):
    script = read_script(text)
    assert (len(script.commands), script.doubts) == (commands, doubts)


def test_a_text_has_two_thousand_commands_at_most():
    script = read_script(":;" * 2_001)
    assert (len(script.commands), script.doubts) == (2_000, ("The command has too many parts to be looked through.",))


def test_a_text_begins_in_the_folders_that_the_shell_was_told_before():
    visited = [command.visited for command in read_script("ls; cd b; ls", (".", "/a")).commands]
    assert visited == [(".", "/a"), (".", "/a"), (".", "/a", "/a/b")]
