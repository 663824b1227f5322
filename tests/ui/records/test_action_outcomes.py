"""The outcome of an action on a service: one statement, on every page, in the report and on the command line."""

from datetime import UTC, datetime

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.cooldown_states import OUTCOME_WORDS
from claudeops_desktop.export.incident_report import write_report
from claudeops_desktop.monitoring.incident_details import IncidentDetails
from claudeops_desktop.records.cooldowns import CooldownAction
from claudeops_desktop.records.incident_types import Incident
from claudeops_desktop.ui.pages.incidents.timeline import timeline_rows
from claudeops_desktop.ui.pages.services.timeline_rows import action_row
from claudeops_desktop.ui.widgets.state_dot import STATE_WORDS

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
AT = to_text(NOW)
OUTCOMES = (
    ("attempted", 0, "attempted"),
    ("claimed", 1, "claimed"),
    ("not_run", 0, "not_run"),
    ("completed", 1, "ran"),
    ("completed", 0, "failed"),
)


def action(state, success):
    return CooldownAction(1, "web", "restart", success, "", AT, 1, 3, None, "", state)


@pytest.mark.parametrize(("state", "success", "outcome"), OUTCOMES)
def test_every_page_and_the_report_say_the_same_outcome(qapp, state, success, outcome):
    one, word = action(state, success), STATE_WORDS[outcome]
    details = IncidentDetails(Incident(1, "web", "open", "check", AT, AT), actions=(one,))
    of_service, (of_incident,) = action_row(one, ""), timeline_rows(details, NOW)
    said = {of_service.state, of_incident.text.lower()}
    looks = {of_service.look, of_incident.look}
    assert (said, looks, one.as_json()["outcome"]) == ({word}, {outcome}, outcome)
    assert f"| web | restart | {OUTCOME_WORDS[outcome]} |" in "".join(write_report(details, AT))
