"""Why a connection failed: what is wrong with this machine is no finding about the service."""

from __future__ import annotations

import errno
import resource
import socket
from collections.abc import Iterator

import pytest

from claudeops_desktop.agents.watch.checks import measure
from claudeops_desktop.agents.watch.checks.network import describe_address_error, describe_connection_error
from claudeops_desktop.agents.watch.models import TcpCheck
from claudeops_desktop.agents.watch.programs import CannotRunError


@pytest.mark.parametrize("code", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS, errno.EADDRNOTAVAIL])
def test_a_shortage_on_this_machine_measures_nothing(code: int) -> None:
    wrapped = RuntimeError("around it")
    wrapped.__cause__ = OSError(code, "")
    with pytest.raises(CannotRunError) as raised:
        describe_connection_error(wrapped)
    assert raised.value.finding.is_shortage


def test_one_of_several_addresses_that_cannot_be_asked_is_named_with_the_rest() -> None:
    assert describe_address_error(OSError(errno.EADDRNOTAVAIL, "")).startswith("this machine has no address")


@pytest.fixture
def no_more_files() -> Iterator[None]:
    """No file can be opened any more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    used = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        while True:
            used.append(socket.socket())
    except OSError:
        yield
    finally:
        for each in used:
            each.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_check_without_a_file_to_open_is_unknown(no_more_files: None) -> None:
    found = measure(TcpCheck(name="web", check="tcp", address="127.0.0.1", port=1)).found
    assert (str(found.status), found.is_shortage) == ("unknown", True)
