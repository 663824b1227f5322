"""What is not listed as harmless is unknown: an option that no table names is never called reading, in any program."""

from __future__ import annotations

import pytest

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.programs.index import MODULE_OF

TAKES_ANY_WORD = [
    ":",
    "[",
    "break",
    "caller",
    "continue",
    "declare",
    "disown",
    "echo",
    "exit",
    "export",
    "expr",
    "factor",
    "false",
    "help",
    "local",
    "printenv",
    "printf",
    "read",
    "readonly",
    "return",
    "shift",
    "shopt",
    "sleep",
    "test",
    "true",
    "type",
    "typeset",
    "ulimit",
    "unalias",
    "unset",
    "yes",
]
"""Parts of the shell, and programs that have no option that acts: any word is text, or a variable judged apart."""
TAKES_OPTIONS_FIRST = ("awk", "gawk", "mawk", "nawk")
"""Programs for which what follows their first operand is a file, whatever it begins with."""
NO_SUCH_OPTION = ("--no-such-option", "--no-such-option=/tmp/x", "-€")


@pytest.mark.parametrize("option", NO_SUCH_OPTION)
def test_an_option_that_no_table_names_is_not_reading(option):
    names = [name for name in MODULE_OF if name not in TAKES_ANY_WORD]
    assert [name for name in names if understand(f"{name} {option} x").kind == "read"] == []
    after = [name for name in names if name not in TAKES_OPTIONS_FIRST]
    assert [name for name in after if understand(f"{name} x {option}").kind == "read"] == []


@pytest.mark.parametrize("command", ["ls --al", "du --summ", "grep --inc='*' -r x /srv", "sort --outp"])
def test_the_beginning_of_a_harmless_option_is_not_taken_for_it(command):
    assert understand(command).kind != "read"


@pytest.mark.parametrize("command", ["sort --outp=x a", "date --se=now"])
def test_the_beginning_of_one_that_acts_is(command):
    assert understand(command).kind == "destructive"
