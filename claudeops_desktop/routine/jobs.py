"""The jobs of the routine: every night, every Sunday, every first of the month (R1 to R3)."""

from __future__ import annotations

from datetime import time

from ..core.messages import UserMessage
from . import steps
from .types import RoutineJob, RoutineStep

NIGHTLY, WEEKLY, MONTHLY = "nightly", "weekly", "monthly"
_RETENTION = RoutineStep("retention", UserMessage("Remove what is kept long enough"), steps.apply_retention)

JOBS = (
    RoutineJob(
        NIGHTLY,
        UserMessage("Every night"),
        "day",
        time(2),
        (
            RoutineStep("age-facts", UserMessage("Age facts"), steps.age_facts),
            RoutineStep("merge-duplicates", UserMessage("Merge facts that say the same"), steps.merge_duplicates),
            RoutineStep("settle-learning", UserMessage("Settle verdicts, cases and findings"), steps.settle_learning),
            RoutineStep("index-memory", UserMessage("Index memory"), steps.index_memory),
            RoutineStep(
                "propose-aliases", UserMessage("Find kinds of messages that may be one"), steps.propose_aliases
            ),
            _RETENTION,
        ),
    ),
    RoutineJob(
        WEEKLY,
        UserMessage("Every Sunday"),
        "week",
        time(1),
        (
            RoutineStep("check-recall", UserMessage("Ask known questions again"), steps.check_recall),
            RoutineStep("check-database", UserMessage("Check the database"), steps.check_integrity),
            RoutineStep("compact-database", UserMessage("Give unused room back"), steps.compact),
            RoutineStep("weekly-report", UserMessage("Write the weekly report"), steps.write_weekly_report),
        ),
    ),
    RoutineJob(
        MONTHLY,
        UserMessage("Every month"),
        "month",
        time(3),
        (
            RoutineStep("check-backup", UserMessage("Read the newest backup"), steps.check_backup),
            RoutineStep("check-words", UserMessage("Check the index of words"), steps.check_word_index),
            _RETENTION,
        ),
    ),
)
