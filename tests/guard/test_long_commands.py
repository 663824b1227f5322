"""A long command is looked through in time that grows with its length, or refused early."""

from __future__ import annotations

import sys

import pytest

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.shell_script import LONGEST, MOST_STAGES, read_script
from claudeops_desktop.guard.simple_command_reader import DEEPEST_FOLDER

SHAPES = {
    "a pipeline": lambda times: "ls" + "|ls" * times,
    "pipes to xargs": lambda times: "ls " + "| xargs " * times,
    "folders": lambda times: "".join(f"cd a{at}; cat x; " for at in range(times)),
    "a list": lambda times: "ls; " * times,
    "alternatives": lambda times: "ls || " * times + "ls",
    "substitutions": lambda times: "echo " + "$(ls | wc -l) " * times,
    "variables": lambda times: "".join(f"a{at}=$(ls); " for at in range(times)),
    "patterns": lambda times: "cat " + "*a " * times,
    "sides in braces": lambda times: "echo " + "{a,b}" * times,
    "quotes": lambda times: "echo " + "'a'\"b\" " * times,
    "here-documents": lambda times: "".join(f"cat <<E{at}\na\nE{at}\n" for at in range(times)),
    "folders or others": lambda times: "".join(f"cd a{at} || " for at in range(times)) + "ls",
}


def steps_of(command: str) -> int:
    """How many functions are called to understand a command."""
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        understand(command)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("shape", SHAPES)
def test_the_work_grows_no_faster_than_the_text(shape):
    make = SHAPES[shape]
    understand(make(4))  # what is loaded and compiled once
    assert steps_of(make(800)) < 6 * steps_of(make(200))


def test_a_pipeline_and_the_folder_of_a_text_have_an_end():
    assert read_script("ls" + "|ls" * (MOST_STAGES - 1)).doubts == ()
    assert read_script("ls" + "|ls" * MOST_STAGES).doubts
    assert read_script("cd a; " * (DEEPEST_FOLDER // 2)).doubts == ()
    assert read_script("cd a; " * DEEPEST_FOLDER).doubts


def test_a_text_longer_than_any_that_is_typed_is_refused_early():
    assert read_script("#" * LONGEST).doubts == ()
    assert read_script("#" * (LONGEST + 1)).doubts
    assert steps_of("ls;" * LONGEST) < 50
