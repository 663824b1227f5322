"""The peewee models of what happened. Nothing outside ``records`` touches them."""

from __future__ import annotations

from peewee import AutoField, FloatField, IntegerField, TextField

from ..store.database import Table


class RunRow(Table):
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


class SessionRow(Table):
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

    class Meta:
        table_name = "sessions"


class EventRow(Table):
    """One thing that happened to a service."""

    id = AutoField()
    session_id = IntegerField(null=True)
    level = TextField()
    service = TextField(null=True)
    message = TextField()
    created_at = TextField()

    class Meta:
        table_name = "events"


class MarkerRow(Table):
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


class CooldownRow(Table):
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

    class Meta:
        table_name = "cooldown_actions"


class HealthRow(Table):
    """How a service stood when it was checked."""

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


class ScheduleRow(Table):
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

    class Meta:
        table_name = "schedules"


class DueTimeRow(Table):
    """One occurrence of a schedule and what became of it."""

    id = AutoField()
    schedule_id = IntegerField()
    due_at = TextField()
    state = TextField()
    why = TextField(default="")
    run_id = IntegerField(null=True)
    started_at = TextField(null=True)
    ended_at = TextField(null=True)

    class Meta:
        table_name = "due_times"
