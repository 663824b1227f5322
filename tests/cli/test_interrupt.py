"""Ctrl+C in a command that takes long."""

from __future__ import annotations

import signal

import pytest

from claudeops_desktop.cli.interrupt import ended_by_interrupt


def test_the_first_is_told_and_the_second_ends_the_command() -> None:
    with pytest.raises(KeyboardInterrupt), ended_by_interrupt() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
        signal.raise_signal(signal.SIGINT)


def test_what_was_done_with_it_before_is_done_again_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    with ended_by_interrupt():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before
