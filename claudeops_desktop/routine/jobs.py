"""The jobs of the routine: every night, every Sunday, every first of the month (R1 to R3)."""

from __future__ import annotations

from datetime import time

from ..core.messages import UserMessage
from . import knowledge_steps, newer_version, steps
from .types import RoutineJob, RoutineStep

NIGHTLY, WEEKLY, MONTHLY = "nightly", "weekly", "monthly"
JOBS = (
    RoutineJob(
        NIGHTLY,
        UserMessage("Every night"),
        "day",
        time(2),
        (
            RoutineStep("observe-waiting", UserMessage("Extract facts from what waits"), steps.observe_waiting),
            RoutineStep("age-facts", UserMessage("Age facts"), steps.age_facts),
            RoutineStep("merge-duplicates", UserMessage("Merge facts that say the same"), steps.merge_duplicates),
            RoutineStep("prefer-new", UserMessage("Prefer new facts"), steps.prefer_new),
            RoutineStep("settle-learning", UserMessage("Settle verdicts, cases and findings"), steps.settle_learning),
            RoutineStep("index-memory", UserMessage("Index memory"), steps.index_memory),
            RoutineStep(
                "propose-aliases", UserMessage("Find kinds of messages that may be one"), steps.propose_aliases
            ),
            RoutineStep("discover-signals", UserMessage("Find what was said in sessions"), knowledge_steps.discover),
            RoutineStep("reflect", UserMessage("Propose what is worth keeping"), knowledge_steps.reflect),
            RoutineStep("triage", UserMessage("Decide on proposals by rules"), knowledge_steps.triage),
            RoutineStep("render-knowledge", UserMessage("Write the knowledge files"), knowledge_steps.render),
            RoutineStep("sync-knowledge", UserMessage("Sync with other workstations"), knowledge_steps.sync),
            RoutineStep("retention", UserMessage("Remove what is kept long enough"), steps.apply_retention),
            RoutineStep("statistics", UserMessage("Count what is known"), steps.note_statistics),
        ),
    ),
    RoutineJob(
        WEEKLY,
        UserMessage("Every Sunday"),
        "week",
        time(1),
        (
            RoutineStep("rebuild-summaries", UserMessage("List the surest facts anew"), steps.rebuild_summaries),
            RoutineStep("cluster-archived", UserMessage("Group archived facts"), knowledge_steps.cluster_archived),
            RoutineStep("audit-knowledge", UserMessage("Audit the knowledge files"), knowledge_steps.audit),
            RoutineStep(
                "tidy-knowledge", UserMessage("Tidy up the history of the knowledge files"), knowledge_steps.tidy
            ),
            RoutineStep("check-recall", UserMessage("Ask known questions again"), steps.check_recall),
            RoutineStep("check-database", UserMessage("Check the database"), steps.check_integrity),
            RoutineStep("compact-database", UserMessage("Compact the database"), steps.compact),
            RoutineStep("weekly-report", UserMessage("Write the weekly report"), steps.write_weekly_report),
            RoutineStep("newer-version", UserMessage("Ask for a newer version"), newer_version.notice_newer_version),
        ),
    ),
    RoutineJob(
        MONTHLY,
        UserMessage("Every month"),
        "month",
        time(3),
        (
            RoutineStep("check-embeddings", UserMessage("Check the embeddings"), steps.check_embeddings),
            RoutineStep("check-words", UserMessage("Check the index of words"), steps.check_word_index),
            RoutineStep("memory-health", UserMessage("Report how memory stands"), steps.report_health),
            RoutineStep("check-backup", UserMessage("Read the newest backup"), steps.check_backup),
        ),
    ),
)
