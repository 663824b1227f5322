"""The models say of each column what the migrations made of it, and each book of records is the one it is called."""

from __future__ import annotations

import pytest
from peewee import CompositeKey, FloatField, IntegerField, Model, TextField

from claudeops_desktop.records import tables
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage.database import BaseTable

MODELS = [
    model
    for model in vars(tables).values()
    if isinstance(model, type) and issubclass(model, Model) and model is not BaseTable
]
TYPES = {TextField: "TEXT", IntegerField: "INTEGER", FloatField: "REAL"}


def made_columns(book, table):
    """name → (type, whether it may be null, its default or None, whether it is of the key) as the database has it."""
    defaults = {"TEXT": lambda text: text.strip("'"), "INTEGER": int, "REAL": float}
    rows = book.store.database.execute_sql(f"PRAGMA table_info({table})")
    return {
        name: (kind, not required and not key, None if default is None else defaults[kind](default), bool(key))
        for _, name, kind, required, default, key in rows
    }


def told_columns(model):
    """The same as the model has it."""
    key = model._meta.primary_key
    keys = key.field_names if isinstance(key, CompositeKey) else (key.name,)
    return {
        field.column_name: (
            next(name for kind, name in TYPES.items() if isinstance(field, kind)),
            field.null,
            field.default,
            field.name in keys,
        )
        for field in model._meta.sorted_fields
    }


@pytest.mark.file_only("the columns as SQLite tells of them")
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.table_name)
def test_a_model_is_its_table(book, model):
    assert told_columns(model) == made_columns(book, model._meta.table_name)


BOOKS = {
    "sessions": "SessionRecords",
    "events": "EventRecords",
    "markers": "MarkerRecords",
    "cooldowns": "CooldownRecords",
    "rules": "ServiceRules",
    "service_names": "ServiceNameRecords",
    "tool_calls": "ToolCalls",
    "health": "HealthRecords",
    "incidents": "IncidentRecords",
    "service_edges": "ServiceEdgeRecords",
    "changes": "ChangeRecords",
    "schedules": "ScheduleRecords",
    "mutes": "MuteRecords",
    "notifications": "NotificationRecords",
    "alerts": "AlertRecords",
    "approvals": "ApprovalRecords",
    "spend": "SpendRecords",
    "prompts": "SavedPrompts",
    "checkpoints": "CheckpointRecords",
}


@pytest.mark.parametrize(("name", "kind"), BOOKS.items())
def test_a_book_is_made_once_when_it_is_asked_for(book, name, kind):
    assert type(getattr(book, name)).__name__ == kind
    assert getattr(book, name) is getattr(book, name)


def test_the_books_are_all_that_there_are():
    assert {name for name in vars(RecordRepositories) if not name.startswith("_")} == set(BOOKS)
