"""The peewee models of what happened. Nothing outside ``records`` touches them."""

from __future__ import annotations

from typing import Any

from peewee import AutoField, CompositeKey, FloatField, IntegerField, TextField, fn

from ..storage.database import BaseTable


class RunRow(BaseTable):
    """A chain of sessions."""

    id = AutoField()
    trigger = TextField()
    agent = TextField()
    status = TextField()
    started_at = TextField()
    ended_at = TextField(null=True)
    cost_usd = FloatField(default=0.0)
    max_tier = IntegerField(default=1)
    dry_run = IntegerField(default=0)
    services = TextField(default="[]")

    class Meta:
        table_name = "runs"


class SessionRow(BaseTable):
    """One agent process from start to exit."""

    id = AutoField()
    parent_session_id = IntegerField(null=True)
    run_id = IntegerField()
    agent = TextField()
    agent_version = TextField(default="")
    tier = IntegerField(default=1)
    model = TextField(default="")
    trigger = TextField()
    status = TextField()
    status_reason = TextField(default="")
    prompt_text = TextField(default="")
    appended_prompt = TextField(default="")
    started_at = TextField()
    ended_at = TextField(null=True)
    exit_code = IntegerField(null=True)
    cost_usd = FloatField(null=True)
    num_turns = IntegerField(null=True)
    duration_ms = IntegerField(null=True)
    response = TextField(default="")
    summary = TextField(default="")
    dry_run = IntegerField(default=0)
    log_file = TextField(default="")
    agent_session_id = TextField(default="")
    pid = IntegerField(null=True)
    process_token = TextField(default="")
    owner = TextField(default="")
    principal = TextField(default="")
    audience = TextField(default="everyone")
    report = TextField(default="")
    markers_waiting = IntegerField(default=0)
    confinement = TextField(default="")
    confinement_reason = TextField(default="")

    class Meta:
        table_name = "sessions"


class EventRow(BaseTable):
    """One thing that happened to a service."""

    id = AutoField()
    session_id = IntegerField(null=True)
    level = TextField()
    service = TextField(null=True)
    message = TextField()
    created_at = TextField()
    acknowledged_at = TextField(null=True)
    fold = IntegerField(null=True)  # set by the database itself

    class Meta:
        table_name = "events"


class MarkerRow(BaseTable):
    """One marker read from a session, with a copy of its line and what became of it."""

    id = AutoField()
    session_id = IntegerField()
    log_line = IntegerField()
    block = IntegerField()
    place = IntegerField()
    kind = TextField()
    line = TextField(default="")
    said = TextField(default="")
    action = TextField(default="")
    why = TextField(default="")
    target_id = IntegerField(null=True)
    created_at = TextField()

    class Meta:
        table_name = "markers"


class CooldownRow(BaseTable):
    """One restart or redeployment of a service."""

    id = AutoField()
    service = TextField()
    action_type = TextField()
    success = IntegerField()
    message = TextField(default="")
    created_at = TextField()
    session_id = IntegerField(null=True)
    tier = IntegerField(default=1)
    cleared_at = TextField(null=True)
    cleared_why = TextField(default="")
    state = TextField(default="completed")
    tool_use_id = TextField(default="")
    completed_at = TextField(null=True)

    class Meta:
        table_name = "cooldown_actions"


class HealthRow(BaseTable):
    """The status of a service at one check."""

    id = AutoField()
    session_id = IntegerField(null=True)
    service = TextField()
    check_type = TextField(default="")
    status = TextField()
    detail = TextField(default="")
    response_ms = FloatField(null=True)
    measured = IntegerField(default=0)
    checked_at = TextField()

    class Meta:
        table_name = "health_checks"


class ScheduleRow(BaseTable):
    """A rule by which runs become due."""

    id = AutoField()
    name = TextField()
    kind = TextField()
    rule = TextField()
    enabled = IntegerField(default=1)
    jitter_s = IntegerField(default=0)
    tier = IntegerField(default=1)
    agent = TextField(default="")
    prompt = TextField(default="")
    services = TextField(default="[]")
    anchor_at = TextField()
    watched_from = TextField()
    created_at = TextField()
    catch_up = TextField(default="")
    max_age_s = IntegerField(null=True)
    wait_network = IntegerField(default=0)
    keep_awake = IntegerField(default=0)

    class Meta:
        table_name = "schedules"


class DueTimeRow(BaseTable):
    """One occurrence of a schedule and what became of it."""

    id = AutoField()
    schedule_id = IntegerField()
    due_at = TextField()
    state = TextField()
    why = TextField(default="")
    run_id = IntegerField(null=True)
    started_at = TextField(null=True)
    ended_at = TextField(null=True)
    answer = TextField(default="")

    class Meta:
        table_name = "due_times"


class ApprovalRow(BaseTable):
    """Something that waits, or waited, for the operator's yes."""

    id = AutoField()
    kind = TextField()
    run_id = IntegerField(null=True)
    session_id = IntegerField(null=True)
    tier = IntegerField()
    action = TextField(default="")
    services = TextField(default="[]")
    command = TextField(default="")
    reason = TextField(default="")
    context = TextField(default="")
    may = TextField(default="")
    cost_usd = FloatField(null=True)
    asked_at = TextField()
    expires_at = TextField()
    state = TextField(default="waiting")
    answered_at = TextField(null=True)
    answered_by = TextField(default="")
    note = TextField(default="")
    asker = TextField(default="")
    files = TextField(default="")

    class Meta:
        table_name = "approvals"


class ToolCallRow(BaseTable):
    """One tool call that the guard was asked about, and its answer."""

    id = AutoField()
    session_id = IntegerField()
    tool_use_id = TextField()
    tool_name = TextField()
    input = TextField(default="")
    kind = TextField(default="")
    services = TextField(default="[]")
    verdict = TextField()
    by = TextField()
    why = TextField(default="")
    approval_id = IntegerField(null=True)
    asked_at = TextField()
    answered_at = TextField(null=True)
    began_at = TextField(null=True)
    ended_at = TextField(null=True)
    result = TextField(default="")
    outside = IntegerField(default=0)
    processes = TextField(default="{}")
    files = TextField(default="{}")

    class Meta:
        table_name = "tool_calls"


class ServiceRuleRow(BaseTable):
    """What the operator lays down for one service: its own limits, or that it is left alone."""

    service = TextField(primary_key=True)
    restarts = IntegerField(null=True)
    restart_hours = FloatField(null=True)
    redeployments = IntegerField(null=True)
    redeployment_hours = FloatField(null=True)
    maintenance_since = TextField(null=True)
    maintenance_until = TextField(null=True)
    note = TextField(default="")
    updated_at = TextField()

    class Meta:
        table_name = "service_rules"


class DismissedServiceRow(BaseTable):
    """A name that is no service, by the operator's word."""

    service = TextField(primary_key=True)
    dismissed_at = TextField()

    class Meta:
        table_name = "dismissed_services"


class MuteRow(BaseTable):
    """Events that the operator does not want to hear of for a while."""

    id = AutoField()
    service = TextField(null=True)
    level = TextField(null=True)
    text = TextField(default="")
    until = TextField(null=True)
    reason = TextField(default="")
    created_at = TextField()
    ended_at = TextField(null=True)

    class Meta:
        table_name = "mutes"


class AlertRow(BaseTable):
    """An alert that came from outside, and what became of it."""

    id = AutoField()
    source = TextField()
    key = TextField(default="")
    title = TextField()
    services = TextField(default="[]")
    payload = TextField(default="")
    state = TextField()
    why = TextField(default="")
    run_id = IntegerField(null=True)
    received_at = TextField()

    class Meta:
        table_name = "alerts"


class NotificationRow(BaseTable):
    """Something the operator was told, or was not, and why."""

    id = AutoField()
    kind = TextField()
    key = TextField()
    title = TextField()
    body = TextField(default="")
    place = TextField(default="{}")
    count = IntegerField(default=1)
    desktop = TextField(default="")
    outward = TextField(default="")
    first_at = TextField()
    last_at = TextField()

    class Meta:
        table_name = "notifications"


class SavedPromptRow(BaseTable):
    """A prompt that the operator keeps for runs by hand."""

    id = AutoField()
    name = TextField()
    prompt = TextField()
    tier = IntegerField(default=1)
    services = TextField(default="[]")
    agent = TextField(default="")
    created_at = TextField()
    updated_at = TextField()

    class Meta:
        table_name = "saved_prompts"

    @classmethod
    def by_name(cls) -> Any:
        """An order in which capital letters make no difference."""
        return fn.lower(cls.name)


class SpendWarningRow(BaseTable):
    """A spend cap that the operator was warned of."""

    period = TextField()
    starts = TextField()
    cap_usd = FloatField()
    reached = IntegerField()
    told_at = TextField()

    class Meta:
        table_name = "spend_warnings"
        primary_key = CompositeKey("period", "starts", "cap_usd", "reached")


class MaintenanceWindowRow(BaseTable):
    """A planned time in which a service is left alone."""

    id = AutoField()
    service = TextField()
    starts_at = TextField()
    ends_at = TextField()
    note = TextField(default="")
    created_at = TextField()

    class Meta:
        table_name = "maintenance_windows"


class ChangeRow(BaseTable):
    """Something that changed on the machine, in a repository or in our own files."""

    id = AutoField()
    at = TextField()
    kind = TextField()
    service = TextField(default="")
    subject = TextField()
    before = TextField(default="")
    after = TextField(default="")
    text = TextField(default="")

    class Meta:
        table_name = "changes"


class ChangeSourceRow(BaseTable):
    """Where a source of changes was read last, and why it could not be."""

    source = TextField(primary_key=True)
    state = TextField(default="{}")
    problem = TextField(default="")
    checked_at = TextField()

    class Meta:
        table_name = "change_sources"


class IncidentRow(BaseTable):
    """What was out of order on a service, from the first bad measurement to the second good one."""

    id = AutoField()
    service = TextField()
    state = TextField(default="open")
    source = TextField(default="check")
    started_at = TextField()
    opened_at = TextField()
    acknowledged_at = TextField(null=True)
    resolved_at = TextField(null=True)
    resolved_by = TextField(default="")
    worst = TextField(default="down")
    cause = TextField(default="")
    folded_into = IntegerField(null=True)
    snoozed_until = TextField(null=True)
    investigation = TextField(default="")

    class Meta:
        table_name = "incidents"


class IncidentEntryRow(BaseTable):
    """One line of an incident's time line."""

    id = AutoField()
    incident_id = IntegerField()
    at = TextField()
    kind = TextField()
    text = TextField(default="")
    run_id = IntegerField(null=True)

    class Meta:
        table_name = "incident_entries"


class IncidentRunRow(BaseTable):
    """A run that was about an incident."""

    id = AutoField()
    incident_id = IntegerField()
    run_id = IntegerField()
    linked_at = TextField()

    class Meta:
        table_name = "incident_runs"


class CheckStateRow(BaseTable):
    """How a check that is not well stands: how often in a row it was bad, and how often good since."""

    key = TextField(primary_key=True)
    service = TextField()
    check_type = TextField(default="")
    status = TextField()
    bad_since = TextField()
    bad_count = IntegerField(default=0)
    good_count = IntegerField(default=0)
    confirmed = IntegerField(default=0)
    dismissed = IntegerField(default=0)
    detail = TextField(default="")
    seen_at = TextField()

    class Meta:
        table_name = "check_states"


class ServiceEdgeRow(BaseTable):
    """A dependency that was proposed, and what became of it."""

    id = AutoField()
    from_service = TextField()
    to_service = TextField()
    state = TextField(default="proposed")
    found_by = TextField()
    evidence = TextField(default="")
    created_at = TextField()
    updated_at = TextField()

    class Meta:
        table_name = "service_edges"
