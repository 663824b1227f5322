"""The peewee models of the server: tokens, what was written with them, and kept answers."""

from __future__ import annotations

from peewee import AutoField, IntegerField, TextField

from ..storage.database import BaseTable


class ServerTokenRow(BaseTable):
    """A token, known by its SHA-256 alone."""

    id = AutoField()
    name = TextField()
    kind = TextField(default="agent")
    scopes = TextField()
    domain = TextField(default="")
    token_hash = TextField()
    previous_hash = TextField(default="")
    previous_until = TextField(null=True)
    origin = TextField(default="operator")
    created_at = TextField()
    rotated_at = TextField(null=True)
    expires_at = TextField(null=True)
    revoked_at = TextField(null=True)
    last_used_at = TextField(null=True)
    last_used_from = TextField(default="")
    principal = TextField(default="")
    projects = TextField(default="")

    class Meta:
        table_name = "server_tokens"


class ServerWriteRow(BaseTable):
    """One write over the server."""

    id = AutoField()
    written_at = TextField()
    token_id = IntegerField()
    token_name = TextField()
    came_from = TextField(default="")
    interface = TextField()
    operation = TextField()
    target = TextField(default="")
    status = IntegerField()
    detail = TextField(default="")

    class Meta:
        table_name = "server_writes"


class ServerReplyRow(BaseTable):
    """The answer to a request with an idempotency key; status 0 while it is being carried out."""

    id = AutoField()
    token_id = IntegerField()
    key_hash = TextField()
    request_hash = TextField()
    status = IntegerField(default=0)
    headers = TextField(default="{}")
    body = TextField(default="")
    created_at = TextField()

    class Meta:
        table_name = "server_replies"


class ApprovalLinkRow(BaseTable):
    """A link that answers one question, known by its SHA-256 alone."""

    id = AutoField()
    approval_id = IntegerField()
    link_hash = TextField()
    question_hash = TextField()
    made_at = TextField()
    expires_at = TextField()
    used_at = TextField(null=True)

    class Meta:
        table_name = "approval_links"
