"""Every notice is made of messages, so that the desktop shows it in the language of the window."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.messages import JoinedMessage, UserMessage
from claudeops_desktop.notifications import incident_notices, notice_text, rules
from claudeops_desktop.notifications.incident_notices import IncidentFacts
from claudeops_desktop.records.approvals import Approval
from claudeops_desktop.records.events import Event
from claudeops_desktop.records.incidents import Incident

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
AT = "2026-03-04T11:59:00.000Z"


def approval(**fields):
    known = dict.fromkeys(Approval.__struct_fields__, "")
    return Approval(**known | {"id": 1, "services": ("web",), "kind": "action", "tier": 2, "cost_usd": None} | fields)


def event(level, service, message="x"):
    known = dict.fromkeys(Event.__dataclass_fields__)
    return Event(**known | {"id": 1, "level": level, "service": service, "message": message})


def facts(**fields):
    return IncidentFacts(Incident(7, "web", "open", "check", AT, AT, **{"cause": "refused", "worst": "down"} | fields))


REPEATED = [rules.RepeatedTitle("web is down", 3)]
NOTICES = {
    "tier": notice_text.of_approval(approval(kind="tier")),
    **{action: notice_text.of_approval(approval(action=action)) for action in notice_text._MAY},
    "another action": notice_text.of_approval(approval(action="other")),
    "hidden": notice_text.of_hidden_approval(1),
    **{status: notice_text.of_run(status, "why", 1) for status in notice_text._ENDED},
    "not started": notice_text.of_run("failed", "why", None, begun=False),
    "critical": notice_text.of_event(event("critical", "web")),
    "warning": notice_text.of_event(event("warning", None)),
    "spend": notice_text.of_event(event("critical", None, "$5.00 of $5 are spent today: no run starts.")),
    "network": notice_text.of_event(event("warning", None, "3 services cannot be checked.")),
    **{
        f"due time {state}": notice_text.of_missed("n", "03:00", state, "why")
        for state in ("asked", "missed", "skipped")
    },
    "test": notice_text.of_test(),
    "incident": incident_notices.of_incident(facts(), timedelta(hours=1), NOW),
    "recovery": incident_notices.of_recovery(facts(resolved_at=AT, resolved_by="measurement"), NOW),
    "repeats": rules.digest_of_repeats(REPEATED),
    "several repeats": rules.digest_of_repeats(REPEATED * 2),
    "quiet": rules.digest_of_quiet(REPEATED),
    "several in quiet hours": rules.digest_of_quiet(REPEATED * 7),
}


@pytest.mark.parametrize("name", NOTICES)
def test_its_title_keeps_its_template(name):
    title = NOTICES[name].title
    assert isinstance(title, UserMessage) and not isinstance(title, JoinedMessage)


def test_its_lines_keep_theirs():
    lines = NOTICES["incident"].body.parts
    assert [type(line).__name__ for line in lines] == ["str", "UserMessage"]  # the first is what a check saw
    assert str(NOTICES["incident"].body).splitlines() == ["Refused.", str(lines[1])]
