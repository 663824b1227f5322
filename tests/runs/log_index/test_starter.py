"""The application starts the process that indexes, and ends it."""

from __future__ import annotations

import threading

from claudeops_desktop.runs.log_index.search import index_progress
from claudeops_desktop.runs.log_index.starter import IndexStarter


class Told(threading.Semaphore):
    def __init__(self):
        super().__init__(0)

    def __call__(self):
        self.release()

    def wait(self):
        assert self.acquire(timeout=90)


def test_a_pass_takes_in_what_was_said_and_tells_its_end(logs):
    logs.write(1, "disk")
    told = Told()
    starter = IndexStarter(logs.folder, told)
    starter.schedule_pass(0)
    told.wait()
    assert index_progress(logs.folder).complete
    assert logs.lines("disk") == [(1, 1)]
    assert not starter.running
    starter.close()


def test_after_each_run_once_the_application_is_up(logs):
    logs.write(1, "disk")
    told = Told()
    starter = IndexStarter(logs.folder, told)
    starter.run_ended(None)
    assert not starter.waiting
    starter.start()
    assert starter.waiting
    starter.close()
    assert not starter.waiting


def test_when_the_application_ends_so_does_what_indexes(logs):
    starter = IndexStarter(logs.folder)
    starter.schedule_pass(0)
    starter.close()
    starter.schedule_pass(0)
    assert not starter.waiting
