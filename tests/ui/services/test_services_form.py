"""The form of one check: fields by kind, checked as typed, tested for real."""

from __future__ import annotations

import socket

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from claudeops_desktop.agents.watch.edit import checked
from claudeops_desktop.agents.watch.fields import fields_of
from claudeops_desktop.agents.watch.models import MODELS
from claudeops_desktop.ui.pages.services.dialogs import CheckDialog


@pytest.fixture
def make(qtbot, desk):
    host = QWidget()
    qtbot.addWidget(host)

    def build(row=None, taken=(), new=True):
        form = CheckDialog(desk, row or {}, taken, new=new, parent=host)
        form.show()
        return form

    return build


def kind(form, name):
    form.kind.setCurrentIndex(form.kind.findData(name))


@pytest.mark.parametrize("name", MODELS)
def test_every_kind_has_its_fields(make, name):
    form = make()
    kind(form, name)
    assert set(form._fields) == {field.name for field in fields_of(name)}
    assert all(form.field(field.name)._said.text() for field in fields_of(name))


def test_what_is_missing_is_not_shouted_before_anything_is_typed(make):
    form = make()
    assert not form.keep.isEnabled()
    assert form.field("url")._said.text().startswith("The address that is asked")


def test_a_mistake_is_said_at_its_field_as_it_is_typed(qtbot, make):
    form = make({"name": "web"})
    qtbot.keyClicks(form.field("url")._input, "ftp://x")
    qtbot.waitUntil(lambda: form.field("url")._said.text().startswith("URL must be an address"))
    assert not form.keep.isEnabled()
    assert not form.test.isEnabled()
    form.field("url")._input.setText("http://x/")
    qtbot.waitUntil(form.keep.isEnabled)


def test_a_value_that_cannot_be_read_says_what_it_must_be(qtbot, make):
    form = make({"name": "web", "url": "http://x/"})
    qtbot.keyClicks(form.field("retries")._input, "many")
    qtbot.waitUntil(lambda: "must be a whole number" in form.field("retries")._said.text())
    qtbot.keyClicks(form.field("retries")._input, "")
    form.field("retries")._input.setText("99")
    qtbot.waitUntil(lambda: "less than or equal to 10" in form.field("retries")._said.text())


def test_what_concerns_several_fields_is_said_below(qtbot, make):
    form = make({"name": "db"})
    kind(form, "process")
    qtbot.waitUntil(lambda: "Needs either process" in form._fault.text())
    qtbot.keyClicks(form.field("process")._input, "postgres")
    qtbot.waitUntil(form.keep.isEnabled)
    assert form._fault.text() == ""


def test_a_second_check_of_a_kind_needs_a_label(qtbot, make):
    form = make({"name": "web", "url": "http://x/"}, taken=("web:http",))
    qtbot.waitUntil(lambda: "another label" in form.label._said.text())
    qtbot.keyClicks(form.label._input, "inside")
    qtbot.waitUntil(form.keep.isEnabled)


def test_only_what_is_not_the_default_is_kept(qtbot, make):
    form = make({"name": "web", "url": "http://x/"})
    form.field("headers")._input.setPlainText("Accept: text/html")
    form.field("verify")._input.setChecked(False)
    form.field("expect_status")._input.setText("200, 3xx")
    with qtbot.waitSignal(form.check_submitted) as kept:
        qtbot.mouseClick(form.keep, Qt.MouseButton.LeftButton)
    assert kept.args == [
        {
            "name": "web",
            "check": "http",
            "url": "http://x/",
            "expect_status": [200, "3xx"],
            "headers": {"Accept": "text/html"},
            "verify": False,
        }
    ]
    assert checked(kept.args[0]).verify is False


def test_what_was_typed_stays_when_another_kind_has_that_field(make):
    form = make({"name": "web"})
    kind(form, "tcp")
    form.field("address")._input.setText("nas.lan")
    kind(form, "tls")
    assert form.field("address").text == "nas.lan"


def test_a_test_makes_the_real_check(qtbot, make):
    with socket.create_server(("127.0.0.1", 0)) as server:
        form = make({"name": "web", "check": "tcp", "address": "127.0.0.1", "port": server.getsockname()[1]})
        qtbot.waitUntil(form.test.isEnabled)
        qtbot.mouseClick(form.test, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: form._result.text().startswith("healthy, "))
    assert form._dot.state == "healthy"
    assert form.test.text() == "Test this check now"


def test_a_test_can_be_given_up(qtbot, make):
    with socket.create_server(("127.0.0.1", 0)) as server:  # takes connections and never answers
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        form = make({"name": "web", "url": url, "timeout": 5})
        qtbot.waitUntil(form.test.isEnabled)
        qtbot.mouseClick(form.test, Qt.MouseButton.LeftButton)
        assert form.test.text() == "Stop the test"
        qtbot.mouseClick(form.test, Qt.MouseButton.LeftButton)
        assert form._result.text() == "The test was given up."
        assert form.test.text() == "Test this check now"


def test_escape_leaves_everything_as_it_was(qtbot, make):
    form = make({"name": "web", "url": "http://x/"})
    kept = []
    form.check_submitted.connect(kept.append)
    qtbot.keyClick(form, Qt.Key.Key_Escape)
    assert kept == []
