"""All operations by name. Window, command line, REST and MCP offer them, and none of these has rules of its own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ..learning import StoredCase
from ..memory import MarkerOutcome
from ..records.approvals import Approval
from ..records.cooldowns import CooldownAction
from ..records.events import Event
from ..records.incidents import Incident, IncidentEntry
from ..records.mutes import MuteRule
from ..records.record_books import RecordRepositories
from ..records.service_rules import MaintenanceWindow, ServiceRule
from ..records.sessions import Run, Session
from . import agent_memories, approvals, event_attention, event_list, incidents, record_lists
from . import service_limits as limits
from . import service_maintenance as maintenance
from .incidents import ChangedIncident, IncidentNumbers, undo_incident_changes
from .operation_types import OperationSpec, RowNumber
from .record_lists import ListOfService


def _undo_limits(book: RecordRepositories, done: Any, now: datetime) -> None:
    limits.restore_rule(book, (done[0] or done[1]).service, now, done)


def _undo_maintenance(book: RecordRepositories, done: Any, now: datetime) -> None:
    maintenance.restore_maintenance(book, (done[0] or done[1]).service, now, done)


# A row: name, scope, kind, help; request, result, function, undo.
# fmt: off
_TABLE: tuple[OperationSpec[Any, Any, Any], ...] = (
    OperationSpec("listSessions", "read", "read", "List sessions, newest first.",
                  record_lists.ListSessions, Session, record_lists.list_sessions),
    OperationSpec("getSession", "read", "read", "Get one session.",
                  RowNumber, Session, record_lists.find_session),
    OperationSpec("listRuns", "read", "read", "List runs, newest first.",
                  record_lists.ListRuns, Run, record_lists.list_runs),
    OperationSpec("getRun", "read", "read", "Get one run with its sessions.",
                  RowNumber, Run, record_lists.find_run),
    OperationSpec("listCases", "read", "read", "List cases, newest first.",
                  ListOfService, StoredCase, record_lists.list_cases),
    OperationSpec("getCase", "read", "read", "Get one case.",
                  RowNumber, StoredCase, record_lists.find_case),
    OperationSpec("listCooldowns", "read", "read", "List actions on services, newest first.",
                  ListOfService, CooldownAction, record_lists.list_cooldowns),

    OperationSpec("listEvents", "read", "read", "List events, newest first.",
                  event_list.ListEvents, Event, event_list.list_events),
    OperationSpec("acknowledgeEvents", "write", "write",
                  "Acknowledge events: they no longer count as needing the operator.",
                  event_attention.EventNumbers, int, event_attention.acknowledge_events,
                  event_attention.unacknowledge_events),
    OperationSpec("muteEvents", "write", "write", "Mute events for a while, by service, level, text, or all three.",
                  event_attention.MuteEvents, MuteRule, event_attention.mute_events, event_attention.undo_mute),
    OperationSpec("endMute", "write", "write", "End a mute now.",
                  RowNumber, MuteRule, event_attention.end_mute, event_attention.resume_mute),

    OperationSpec("listIncidents", "read", "read", "List incidents, newest first.",
                  incidents.ListIncidents, Incident, incidents.list_incidents),
    OperationSpec("getIncident", "read", "read", "Get one incident with its time line.",
                  RowNumber, Incident, incidents.find_incident),
    OperationSpec("acknowledgeIncidents", "write", "write",
                  "Acknowledge incidents: they no longer count as needing the operator.",
                  IncidentNumbers, ChangedIncident, incidents.acknowledge_incidents, undo_incident_changes),
    OperationSpec("unacknowledgeIncidents", "write", "write", "Take the acknowledgement of incidents back.",
                  IncidentNumbers, ChangedIncident, incidents.unacknowledge_incidents, undo_incident_changes),
    OperationSpec("snoozeIncidents", "write", "write", "Snooze incidents: no notifications of them for a while.",
                  incidents.SnoozeIncidents, ChangedIncident, incidents.snooze_incidents, undo_incident_changes),
    OperationSpec("closeIncidents", "write", "write", "Close incidents by hand.",
                  IncidentNumbers, ChangedIncident, incidents.close_incidents, undo_incident_changes),
    OperationSpec("reopenIncidents", "write", "write", "Open resolved incidents again.",
                  IncidentNumbers, ChangedIncident, incidents.reopen_incidents, undo_incident_changes),
    OperationSpec("noteIncident", "write", "write", "Add a note to the time line of an incident.",
                  incidents.NoteIncident, IncidentEntry, incidents.add_incident_note),

    OperationSpec("listApprovals", "read", "read", "List questions to the operator, newest first.",
                  approvals.ListApprovals, Approval, approvals.list_approvals),
    OperationSpec("getApproval", "read", "read", "Get one question.",
                  RowNumber, Approval, approvals.find_approval),
    OperationSpec("answerApproval", "approve", "act",
                  "Answer a question. What cannot be taken back must be confirmed: the first answer is refused with a"
                  " code, which the second one carries.",
                  approvals.AnswerApproval, Approval, approvals.answer_approval),

    OperationSpec("rememberFact", "write", "write", "Remember a fact that an agent says, as gate and judge allow.",
                  agent_memories.RememberFact, MarkerOutcome, agent_memories.remember_fact),

    OperationSpec("setServiceLimits", "write", "write", "Set the limits of a service on restarts and redeployments.",
                  limits.SetServiceLimits, ServiceRule, limits.set_service_limits, _undo_limits),
    OperationSpec("startMaintenance", "write", "write", "Put a service in maintenance: no session acts on it.",
                  maintenance.StartMaintenance, ServiceRule, maintenance.start_maintenance, _undo_limits),
    OperationSpec("planMaintenance", "write", "write", "Plan a window in which no session acts on a service.",
                  maintenance.PlanMaintenance, MaintenanceWindow, maintenance.plan_maintenance, _undo_maintenance),
    OperationSpec("endMaintenance", "write", "write", "Let sessions act on a service again.",
                  maintenance.EndMaintenance, ServiceRule, maintenance.end_maintenance, _undo_maintenance),
    OperationSpec("cancelMaintenance", "write", "write", "Cancel a planned window of maintenance.",
                  maintenance.CancelMaintenance, MaintenanceWindow, maintenance.cancel_maintenance, _undo_maintenance),
)
# fmt: on
OPERATIONS = {one.name: one for one in _TABLE}
