"""The groups of settings: each field with its default, its bounds, and one sentence on what it changes."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..messages import mark_text

Texts = tuple[str, ...]
TIME_OF_DAY = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
PLAIN_ADDRESS = r"^(?!.*://[^/]*:[^/]*@)"
"""An address in which no password stands."""
STORE_ADDRESS = r"^$|^postgres(ql)?://(?![^/]*:[^/]*@)(?!.*[?&]pass(word|file)=)(?![^/?]*[^/?.:@]{64})"
"""Nothing, or the URL of a database on a PostgreSQL server in which no password stands. A part of a host has at most
63 letters."""
PERSON = r"^$|^[a-z0-9][a-z0-9._-]{0,39}$"
"""Nothing, or the name of a person."""


class _Group(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class AgentSettings(_Group, frozen=True):
    """Which agent runs."""

    preferred: Annotated[
        str,
        Meta(
            description=mark_text(
                "Which agent runs. Automatic uses the Claude CLI if it is found, otherwise the watcher."
            ),
            extra={"choices": ("auto", "claude", "watch"), "plugins": "agents"},
        ),
    ] = "auto"
    claude_path: Annotated[
        str, Meta(description=mark_text("Path of the Claude CLI. Empty: the first `claude` on PATH."))
    ] = ""
    extra_env: Annotated[
        dict[str, str], Meta(description=mark_text("Variables added to the agent's environment. Not for secrets."))
    ] = {}
    projects: Annotated[
        Texts, Meta(description=mark_text("Projects whose facts the sessions of this computer may see."))
    ] = ()


class TierSettings(_Group, frozen=True):
    """What one tier runs with and may do."""

    model: Annotated[str, Meta(description=mark_text("Model of this tier. Empty: the CLI's own default."))] = ""
    working_dir: Annotated[str, Meta(description=mark_text("Folder the agent works in. Empty: your home folder."))] = ""
    allowed_tools: Annotated[
        Texts, Meta(description=mark_text("Tools this tier may use besides the built-in list."))
    ] = ()
    disallowed_tools: Annotated[Texts, Meta(description=mark_text("Tools this tier may never use."))] = ()


class TiersSettings(_Group, frozen=True):
    """The three tiers."""

    observe: TierSettings = TierSettings(model="haiku")
    investigate: TierSettings = TierSettings(model="sonnet")
    remediate: TierSettings = TierSettings(model="opus")

    def for_tier(self, tier: int) -> TierSettings:
        """The settings of tier 1, 2 or 3."""
        return (self.observe, self.investigate, self.remediate)[tier - 1]


class LimitSettings(_Group, frozen=True):
    """How long and how dear a session may become."""

    session_minutes: Annotated[
        float, Meta(gt=0, le=1440, description=mark_text("A session is stopped after this many minutes."))
    ] = 20.0
    session_usd: Annotated[
        float, Meta(ge=0, le=1000, description=mark_text("A session stops at this cost in dollars. 0: no cap."))
    ] = 1.0
    run_usd: Annotated[
        float, Meta(ge=0, le=1000, description=mark_text("A run (all its tiers) stops at this cost. 0: no cap."))
    ] = 3.0
    day_usd: Annotated[
        float,
        Meta(
            ge=0, le=10000, description=mark_text("No run starts once the day's runs have cost this much. 0: no cap.")
        ),
    ] = 5.0
    month_usd: Annotated[
        float,
        Meta(
            ge=0,
            le=100000,
            description=mark_text("No run starts once the month's runs have cost this much. 0: no cap."),
        ),
    ] = 50.0
    max_tier: Annotated[
        int,
        Meta(
            ge=1,
            le=3,
            description=mark_text(
                "Highest tier a run that you start may escalate to. A tier you choose is always allowed."
            ),
        ),
    ] = 3
    scheduled_max_tier: Annotated[
        int,
        Meta(
            ge=1,
            le=3,
            description=mark_text("Highest tier that a run started by a schedule or an alert may escalate to."),
        ),
    ] = 3


Policy = Literal["automatic", "ask", "never"]


class ApprovalSettings(_Group, frozen=True):
    """What the agent may do by itself, what it must ask for, and what it never may."""

    tier2: Annotated[
        Policy, Meta(description=mark_text("Whether a run may escalate to tier 2, which may restart services."))
    ] = "automatic"
    tier3: Annotated[
        Policy, Meta(description=mark_text("Whether a run may escalate to tier 3, which may redeploy."))
    ] = "ask"
    restart: Annotated[
        Policy, Meta(description=mark_text("Restarting and reloading a service, in tier 2 and 3, within cooldowns."))
    ] = "automatic"
    redeploy: Annotated[
        Policy, Meta(description=mark_text("Installing, applying and upgrading, in tier 3, within cooldowns."))
    ] = "automatic"
    disclose: Annotated[
        Policy, Meta(description=mark_text("Showing secrets, or sending data to another machine, in every tier."))
    ] = "ask"
    stop: Annotated[
        Policy,
        Meta(description=mark_text("Shutting down, killing processes, or cutting the network, in tier 2 and 3.")),
    ] = "ask"
    host: Annotated[
        Policy,
        Meta(
            description=mark_text(
                "A container or command with access to the host's files, processes or privileges, in tier 2 and 3."
            )
        ),
    ] = "ask"
    destructive: Annotated[
        Policy, Meta(description=mark_text("Deleting, overwriting and disabling, in tier 2 and 3."))
    ] = "ask"
    unknown: Annotated[
        Policy, Meta(description=mark_text("Commands that the guard could not analyse, in tier 2 and 3."))
    ] = "ask"
    wait_minutes: Annotated[
        float,
        Meta(
            gt=0, le=1440, description=mark_text("A question that is not answered within this time counts as refused.")
        ),
    ] = 15.0


class CooldownSettings(_Group, frozen=True):
    """How often a service may be acted on. A service may have limits of its own."""

    restarts: Annotated[
        int, Meta(ge=0, le=100, description=mark_text("Restarts of one service allowed within the time window."))
    ] = 2
    restart_hours: Annotated[
        float, Meta(gt=0, le=8760, description=mark_text("Time window for restarts, in hours."))
    ] = 4.0
    redeployments: Annotated[
        int, Meta(ge=0, le=100, description=mark_text("Redeployments of one service allowed within the time window."))
    ] = 1
    redeployment_hours: Annotated[
        float, Meta(gt=0, le=8760, description=mark_text("Time window for redeployments, in hours."))
    ] = 24.0
    healthy_minutes: Annotated[
        float,
        Meta(
            ge=1,
            le=1440,
            description=mark_text("Two healthy checks this many minutes apart clear the counters of a service."),
        ),
    ] = 5.0


class RunSettings(_Group, frozen=True):
    """How runs behave."""

    dry_run: Annotated[
        bool, Meta(description=mark_text("Nothing is changed on your servers: no action tools, no escalation."))
    ] = False
    paused: Annotated[bool, Meta(description=mark_text("Scheduled runs wait until you resume."))] = False
    stop_at_refusal: Annotated[
        bool, Meta(description=mark_text("A session is stopped at the first tool call that is refused."))
    ] = False
    overload_retries: Annotated[
        int,
        Meta(ge=0, le=10, description=mark_text("How many times a session is retried when the API was overloaded.")),
    ] = 2
    overload_minutes: Annotated[
        float,
        Meta(gt=0, le=240, description=mark_text("Minutes before the first retry; doubled for each further one.")),
    ] = 5.0


class SafetySettings(_Group, frozen=True):
    """What holds a session besides the guard."""

    confinement: Annotated[
        Literal["required", "preferred", "off"],
        Meta(
            description=mark_text(
                "Whether sessions run in a profile of bubblewrap, in which reading cannot write: required (no session"
                " starts without it), preferred (where this computer can), or off."
            )
        ),
    ] = "preferred"


class ScheduleSettings(_Group, frozen=True):
    """What happens to due times that were missed. A schedule may have a policy of its own."""

    catch_up: Annotated[
        Literal["run", "skip", "ask"],
        Meta(
            description=mark_text(
                "What to do with runs missed while the computer was asleep or off: run once, skip, or ask."
            )
        ),
    ] = "run"
    max_age_hours: Annotated[
        float,
        Meta(gt=0, le=8760, description=mark_text("Runs that were due longer ago than this are not caught up on.")),
    ] = 24.0
    network_minutes: Annotated[
        float,
        Meta(
            ge=0, le=240, description=mark_text("How long a run waits for the network, if its schedule asks for that.")
        ),
    ] = 5.0


class MonitoringSettings(_Group, frozen=True):
    """Checks of the services between runs, and what an incident starts."""

    enabled: Annotated[
        bool, Meta(description=mark_text("Check every service on its own interval, between runs and without an agent."))
    ] = True
    interval: Annotated[
        float,
        Meta(
            ge=10,
            le=86_400,
            description=mark_text("Seconds between two checks of a service that has no interval of its own."),
        ),
    ] = 60.0
    investigate: Annotated[
        Literal["never", "ask", "automatic"],
        Meta(description=mark_text("Whether an incident starts a run that investigates it.")),
    ] = "ask"
    investigations_a_day: Annotated[
        int,
        Meta(ge=0, le=100, description=mark_text("At most this many investigations of one service within 24 hours.")),
    ] = 3
    investigation_pause_minutes: Annotated[
        float, Meta(ge=0, le=1440, description=mark_text("Minutes between two investigations of one service."))
    ] = 60.0
    keep_results_days: Annotated[
        int,
        Meta(
            ge=1,
            le=90,
            description=mark_text(
                "Each check result is kept for this many days; hourly and daily totals are kept longer."
            ),
        ),
    ] = 7


class NotificationSettings(_Group, frozen=True):
    """What you are told outside the window."""

    desktop: Annotated[bool, Meta(description=mark_text("Show notifications on this desktop."))] = True
    outward: Annotated[
        bool, Meta(description=mark_text("Also send them to the addresses you added (mail, chat, phone)."))
    ] = True
    approvals: Annotated[bool, Meta(description=mark_text("When something needs approval."))] = True
    failures: Annotated[bool, Meta(description=mark_text("When a run failed, timed out or was interrupted."))] = True
    critical: Annotated[bool, Meta(description=mark_text("When an incident opens, or an event is critical."))] = True
    warnings: Annotated[bool, Meta(description=mark_text("When an event is a warning."))] = False
    spend: Annotated[bool, Meta(description=mark_text("When a spend cap is near or reached."))] = True
    missed: Annotated[bool, Meta(description=mark_text("When a scheduled run was missed or skipped."))] = False
    completed: Annotated[bool, Meta(description=mark_text("When a run is completed."))] = False
    recoveries: Annotated[bool, Meta(description=mark_text("When an incident you were notified of is over."))] = True
    weekly_report: Annotated[
        bool, Meta(description=mark_text("The weekly report, to the addresses you added (mail, chat)."))
    ] = False
    quiet: Annotated[
        bool, Meta(description=mark_text("No notifications at certain hours, except for what needs approval."))
    ] = False
    quiet_from: Annotated[
        str, Meta(pattern=TIME_OF_DAY, description=mark_text("When quiet hours begin, such as 22:00."))
    ] = "22:00"
    quiet_until: Annotated[
        str, Meta(pattern=TIME_OF_DAY, description=mark_text("When quiet hours end, such as 07:00."))
    ] = "07:00"
    repeat_minutes: Annotated[
        float,
        Meta(ge=0, le=1440, description=mark_text("The same thing is reported again only after this many minutes.")),
    ] = 60.0


class AlertSettings(_Group, frozen=True):
    """Alerts from other programs that start a run."""

    enabled: Annotated[bool, Meta(description=mark_text("Accept alerts on this computer."))] = False
    port: Annotated[
        int, Meta(ge=1024, le=65535, description=mark_text("Port of the server: for alerts, REST and MCP."))
    ] = 8737
    hosts: Annotated[
        Texts,
        Meta(description=mark_text("Other host names by which the server may be called, such as a reverse proxy's.")),
    ] = ()
    tier: Annotated[int, Meta(ge=1, le=3, description=mark_text("Tier at which a run started by an alert begins."))] = 1
    repeat_minutes: Annotated[
        float,
        Meta(ge=0, le=1440, description=mark_text("The same alert starts a run again only after this many minutes.")),
    ] = 30.0


class ServerSettings(_Group, frozen=True):
    """REST and MCP for other programs, and where the server listens. Its port is ``alerts.port``: there is one."""

    enabled: Annotated[
        bool, Meta(description=mark_text("Offer the REST interface and MCP to programs that have a token."))
    ] = False
    address: Annotated[
        str,
        Meta(
            description=mark_text(
                "IP address to listen on. Anything beyond this computer needs a certificate or a reverse proxy."
            )
        ),
    ] = "127.0.0.1"
    certificate: Annotated[str, Meta(description=mark_text("Certificate for TLS, a PEM file. Empty: plain HTTP."))] = ""
    private_key: Annotated[str, Meta(description=mark_text("Private key of the certificate, a PEM file."))] = ""
    public_url: Annotated[
        str,
        Meta(description=mark_text("Address of the reverse proxy in front, such as https://ops.example.org.")),
    ] = ""
    trusted_proxies: Annotated[
        Texts,
        Meta(
            description=mark_text(
                "IP addresses or networks of reverse proxies on other computers that say for whom they ask"
                " (X-Forwarded-For)."
            )
        ),
    ] = ()
    answer_links: Annotated[
        bool,
        Meta(
            description=mark_text(
                "Put a one-time link for answering into notifications of questions that leave this computer."
            )
        ),
    ] = False


class RepositorySettings(_Group, frozen=True):
    """Folders that describe your infrastructure to the agent."""

    folders: Annotated[
        Texts, Meta(description=mark_text("Folders with CLAUDE-OPS.md or .claude-ops/ that the agent is given."))
    ] = ()


class MemorySettings(_Group, frozen=True):
    """What the agent remembers of earlier runs."""

    budget: Annotated[
        int,
        Meta(ge=0, le=100_000, description=mark_text("Most tokens of operational memory in a run's prompt.")),
    ] = 2000
    session_budget: Annotated[
        int,
        Meta(
            ge=0,
            le=100_000,
            description=mark_text("Tokens for memories about the session's subject: services, prompt, dates due."),
        ),
    ] = 800
    lessons_budget: Annotated[int, Meta(ge=0, le=100_000, description=mark_text("Tokens for lessons."))] = 400
    cases_budget: Annotated[
        int,
        Meta(ge=0, le=100_000, description=mark_text("Tokens for problems that were seen before, and what helped.")),
    ] = 500
    patterns_budget: Annotated[
        int,
        Meta(ge=0, le=100_000, description=mark_text("Tokens for patterns in the prompt of a tier.")),
    ] = 500
    verifier_patterns_budget: Annotated[
        int,
        Meta(ge=0, le=100_000, description=mark_text("Tokens for patterns in the prompt of a verifier.")),
    ] = 800
    total_budget: Annotated[
        int,
        Meta(ge=0, le=200_000, description=mark_text("Tokens for all memory in a prompt; its parts share them.")),
    ] = 4000
    environment_tokens: Annotated[
        int,
        Meta(ge=0, le=100_000, description=mark_text("Tokens for the services of a run and how they stand.")),
    ] = 1500
    inject_limit: Annotated[
        int,
        Meta(ge=0, le=50, description=mark_text("At most this many memories are added about the session's subject.")),
    ] = 10
    observe: Annotated[
        bool,
        Meta(
            description=mark_text(
                "After a session, facts are extracted from what the agent said. Memory markers are always read."
            )
        ),
    ] = True
    agent_tools: Annotated[
        bool, Meta(description=mark_text("The agent may recall, remember and forget while it works (MCP tools)."))
    ] = True
    recall_profile: Annotated[
        Literal["auto", "lean", "balanced", "deep"],
        Meta(description=mark_text("How thoroughly recall searches by default.")),
    ] = "auto"
    rewrite_questions: Annotated[
        bool,
        Meta(
            description=mark_text(
                "The model set below, where it is allowed, rephrases a question before the search, within 2 seconds."
            )
        ),
    ] = False
    recall_usd_day: Annotated[
        float,
        Meta(
            ge=0,
            le=1000,
            description=mark_text(
                "Once the day's recalls have cost this much, recall is cut to 5 memories, no graph or model. 0: never."
            ),
        ),
    ] = 0.5


class ModelSettings(_Group, frozen=True):
    """The model that helps memory, and whether it may. Without one, only what is said outright is kept."""

    allowed: Annotated[
        Literal["unanswered", "yes", "no"],
        Meta(
            description=mark_text(
                "A model may read finished sessions, settle uncertain verdicts, decide about proposals, and write "
                "summaries and insights. Until you say yes, nothing is sent to one."
            )
        ),
    ] = "unanswered"
    kind: Annotated[
        str,
        Meta(
            description=mark_text(
                "Which model: a small one of the Claude CLI, or that of an OpenAI-compatible endpoint (Ollama)."
            ),
            extra={"choices": ("cli", "endpoint"), "plugins": "models"},
        ),
    ] = "cli"
    name: Annotated[str, Meta(description=mark_text("Name of the model. Empty: haiku for the CLI."))] = ""
    url: Annotated[
        str,
        Meta(
            description=mark_text("Address of the endpoint, up to /v1. Its key is kept among the secrets (model-key).")
        ),
    ] = ""
    timeout_s: Annotated[float, Meta(gt=0, le=600, description=mark_text("Seconds to wait for an answer."))] = 60.0
    day_usd: Annotated[
        float,
        Meta(
            ge=0,
            le=1000,
            description=mark_text(
                "Once the day's calls have cost this much, no model is asked until tomorrow. 0: no cap."
            ),
        ),
    ] = 1.0
    answer_format: Annotated[
        Literal["json", "xml"],
        Meta(description=mark_text("Format in which the model returns facts. XML suits models that write poor JSON.")),
    ] = "json"


class SecondLookSettings(_Group, frozen=True):
    """A model looks again at pairs of facts of which the judge was not sure."""

    below: Annotated[
        float, Meta(ge=0, le=1, description=mark_text("Decisions less certain than this are checked."))
    ] = 0.9
    exclude_services: Annotated[
        Texts,
        Meta(description=mark_text("What is about these services, or mentions them, is never sent to a model.")),
    ] = ()
    batch: Annotated[int, Meta(ge=1, le=50, description=mark_text("Pairs of facts sent in one call."))] = 20


class EmbeddingSettings(_Group, frozen=True):
    """What turns a text into numbers for the search by meaning."""

    kind: Annotated[
        Literal["wordllama", "fastembed", "endpoint", "none"],
        Meta(
            description=mark_text(
                "The built-in model, a fastembed model, an OpenAI-compatible endpoint, or keywords alone."
            )
        ),
    ] = "wordllama"
    name: Annotated[str, Meta(description=mark_text("Name of the model, for fastembed and endpoints."))] = ""
    url: Annotated[str, Meta(description=mark_text("Address of the endpoint, up to /v1."))] = ""


class DomainLifetime(_Group, frozen=True):
    """How long a domain's facts are trusted."""

    decay: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description=mark_text(
                "λ: the rate per day at which a memory loses weight since it was last confirmed. 0: it does not."
            ),
        ),
    ] = 0.01
    stale_days: Annotated[
        int,
        Meta(
            ge=0,
            le=36500,
            description=mark_text("Stale after this many days without confirmation or recall. 0: never."),
        ),
    ] = 90
    archive_days: Annotated[
        int,
        Meta(
            ge=0,
            le=36500,
            description=mark_text("Archived after this many days without confirmation or recall. 0: never."),
        ),
    ] = 180


OWN_DOMAIN = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
OWN_LIFETIME = re.compile(r"(?:0(?:\.\d+)?|1(?:\.0+)?) +\d{1,5} +\d{1,5}")


class LifetimeSettings(_Group, frozen=True):
    """How long facts are trusted, by domain. Nothing is deleted by age."""

    operations: DomainLifetime = DomainLifetime()
    projects: DomainLifetime = DomainLifetime()
    memory_system: DomainLifetime = DomainLifetime(decay=0.005)
    preferences: DomainLifetime = DomainLifetime(decay=0.003, stale_days=180, archive_days=360)
    people_relationships: DomainLifetime = DomainLifetime(decay=0.003, stale_days=180, archive_days=360)
    system_architecture: DomainLifetime = DomainLifetime(decay=0.002, stale_days=180, archive_days=365)
    rules_conventions: DomainLifetime = DomainLifetime(decay=0.0, stale_days=0, archive_days=0)
    health: DomainLifetime = DomainLifetime(decay=0.002, stale_days=365, archive_days=730)
    hobbies: DomainLifetime = DomainLifetime(decay=0.01, stale_days=60, archive_days=120)
    own: Annotated[
        dict[str, str],
        Meta(
            description=mark_text(
                "Domains of your own: a name in lower case, then λ, stale days and archived days: 0.01 90 180."
            )
        ),
    ] = {}

    def __post_init__(self) -> None:
        """Raises ValueError for a domain of the operator's own that cannot be read."""
        for name, told in self.own.items():
            if not OWN_DOMAIN.fullmatch(name) or name.replace("-", "_") in self.__struct_fields__:
                raise ValueError(f"“{name}” cannot be the name of a domain")
            if not OWN_LIFETIME.fullmatch(told.strip()):
                raise ValueError(f"the lifetime of “{name}” must be three numbers, such as 0.01 90 180")

    def built_in(self) -> dict[str, DomainLifetime]:
        """The lifetimes of the domains that ship, by the domain's name."""
        found = [(name.replace("_", "-"), getattr(self, name)) for name in self.__struct_fields__]
        return {name: one for name, one in found if isinstance(one, DomainLifetime)}

    def all_lifetimes(self) -> dict[str, DomainLifetime]:
        """The lifetimes of all domains, those of the operator's own last."""
        return self.built_in() | {name: _own_lifetime(told) for name, told in self.own.items()}

    def for_domain(self, domain: str) -> DomainLifetime:
        """The lifetime of a domain; one that nobody set lives as operations do."""
        if (told := self.own.get(domain)) is not None:
            return _own_lifetime(told)
        name = domain.replace("-", "_")
        # Asked for each memory of an answer: a table of all would be made each time.
        found = getattr(self, name) if "_" not in domain and name in self.__struct_fields__ else None
        return found if isinstance(found, DomainLifetime) else self.operations


def _own_lifetime(told: str) -> DomainLifetime:
    decay, stale, archived = told.split()
    return DomainLifetime(decay=float(decay), stale_days=int(stale), archive_days=int(archived))


class LogSettings(_Group, frozen=True):
    """How long session logs are kept, and what must never be in them."""

    keep_days: Annotated[
        int, Meta(ge=1, le=3650, description=mark_text("Session logs older than this many days are removed."))
    ] = 90
    keep_mb: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description=mark_text("The oldest logs are removed once all of them take this many megabytes."),
        ),
    ] = 1024
    checkpoint_days: Annotated[
        int,
        Meta(
            ge=1,
            le=3650,
            description=mark_text(
                "The turns of sessions are kept for this many days, also after their log is removed."
            ),
        ),
    ] = 365
    telemetry_days: Annotated[
        int, Meta(ge=1, le=3650, description=mark_text("The activity log of memory is kept for this many days."))
    ] = 180
    secret_variables: Annotated[
        Texts,
        Meta(
            description=mark_text(
                "Environment variables whose values are removed from logs (API keys are always removed)."
            )
        ),
    ] = ()


class BackupSettings(_Group, frozen=True):
    """Backups that are made without being asked for."""

    every_days: Annotated[
        int, Meta(ge=0, le=365, description=mark_text("Days between automatic backups. 0: none are made."))
    ] = 7
    keep: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            description=mark_text("Number of automatic backups to keep; the oldest is deleted when a new one is made."),
        ),
    ] = 4
    logs: Annotated[bool, Meta(description=mark_text("Automatic backups include session logs."))] = False


class StoreSettings(_Group, frozen=True):
    """Where the store is."""

    url: Annotated[
        str,
        Meta(
            description=mark_text(
                "URL of a PostgreSQL database that holds the store, without a password. Empty: the file on this"
                " machine. `claudeops store move` sets it. Takes effect at the next start."
            ),
            pattern=STORE_ADDRESS,
            extra={"environment": False},  # a copy of a folder, as a preview works on, must never reach the server
        ),
    ] = ""
    operator: Annotated[
        str,
        Meta(
            description=mark_text(
                "Your name among those who share a store on a server: what is private to you is shown under it alone."
                " Empty: your name on this computer. What is private to the former name stays so."
            ),
            pattern=PERSON,
            extra={"environment": False},
        ),
    ] = ""


class WindowSettings(_Group, frozen=True):
    """How the window looks."""

    theme: Annotated[Literal["system", "light", "dark"], Meta(description=mark_text("Colours of the window."))] = (
        "system"
    )
    language: Annotated[
        Literal["system", "en", "de"],
        Meta(description=mark_text("Language of the window. Takes effect at the next start.")),
    ] = "system"
    compact: Annotated[bool, Meta(description=mark_text("Rows are closer together."))] = False
    reduce_motion: Annotated[bool, Meta(description=mark_text("No animations."))] = False
    close_to_tray: Annotated[
        bool, Meta(description=mark_text("Closing the window leaves the application running in the tray."))
    ] = True


class KnowledgeSettings(_Group, frozen=True):
    """Files that people can read: a memory file, notes, decisions and procedures."""

    folder: Annotated[
        str,
        Meta(
            description=mark_text(
                "Where the files are; empty for the folder “knowledge” in the data folder. A folder inside a git "
                "repository of yours is committed there."
            )
        ),
    ] = ""
    remote: Annotated[
        str,
        Meta(
            pattern=PLAIN_ADDRESS,
            description=mark_text(
                "Git repository through which workstations share knowledge, by https or ssh; empty for none. A "
                "password or token is kept in the keyring, never here."
            ),
        ),
    ] = ""
    sync_minutes: Annotated[
        int,
        Meta(
            ge=0,
            le=1440,
            description=mark_text(
                "Minutes between two syncs while the application runs. 0: only every night and when you ask."
            ),
        ),
    ] = 0
    label: Annotated[
        str,
        Meta(
            max_length=40,
            description=mark_text("What other workstations call this one; empty for its random number alone."),
        ),
    ] = ""
    private: Annotated[
        str,
        Meta(
            description=mark_text(
                "Files and folders that are never shared, with commas between them, such as notes/private, *-draft.md."
            )
        ),
    ] = ""


class TriageSettings(_Group, frozen=True):
    """Who decides about proposed changes of the knowledge folder."""

    per_week: Annotated[int, Meta(ge=0, le=100, description=mark_text("At most this many proposals a week."))] = 7


class LearningSettings(_Group, frozen=True):
    """What is learned from outcomes: how a pattern is proven, and who checks a tier's claims."""

    verifier: Annotated[
        Literal["never", "daily", "tier3", "always"],
        Meta(
            description=mark_text(
                "After which runs a second session checks the claims of the first, with read-only tools: never, after "
                "one run a day, after runs that reached tier 3, or always. It costs as much as another session."
            )
        ),
    ] = "never"
    patterns_by_evidence: Annotated[
        bool,
        Meta(description=mark_text("A proven pattern becomes active by evidence alone, without your approval.")),
    ] = False
    candidate_sightings: Annotated[
        int, Meta(ge=1, le=100, description=mark_text("A pattern becomes a candidate after so many sightings."))
    ] = 2
    verified_successes: Annotated[
        int, Meta(ge=1, le=100, description=mark_text("A pattern is proven once it held so many times, …"))
    ] = 3
    verified_contexts: Annotated[
        int,
        Meta(ge=1, le=100, description=mark_text("… on so many services or hosts, or in so many weeks or projects.")),
    ] = 3
    deprecated_days: Annotated[
        int, Meta(ge=1, le=3650, description=mark_text("A pattern that was not used for so long is deprecated."))
    ] = 90


class UpdateSettings(_Group, frozen=True):
    """Whether newer versions are asked for."""

    check: Annotated[
        bool,
        Meta(description=mark_text("Once a week, ask whether there is a newer version. Only the version is sent.")),
    ] = False
    url: Annotated[
        str,
        Meta(
            description=mark_text(
                "Address that answers with the newest version as a small JSON document. While empty, nothing is asked."
            )
        ),
    ] = ""


class Settings(_Group, frozen=True):
    """All settings. Unknown names are refused, so that a typing mistake is not silently ignored."""

    agent: AgentSettings = AgentSettings()
    tiers: TiersSettings = TiersSettings()
    limits: LimitSettings = LimitSettings()
    approvals: ApprovalSettings = ApprovalSettings()
    cooldowns: CooldownSettings = CooldownSettings()
    run: RunSettings = RunSettings()
    safety: SafetySettings = SafetySettings()
    schedule: ScheduleSettings = ScheduleSettings()
    monitoring: MonitoringSettings = MonitoringSettings()
    notifications: NotificationSettings = NotificationSettings()
    alerts: AlertSettings = AlertSettings()
    server: ServerSettings = ServerSettings()
    repositories: RepositorySettings = RepositorySettings()
    memory: MemorySettings = MemorySettings()
    learning: LearningSettings = LearningSettings()
    knowledge: KnowledgeSettings = KnowledgeSettings()
    triage: TriageSettings = TriageSettings()
    model: ModelSettings = ModelSettings()
    second_look: SecondLookSettings = SecondLookSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    lifetimes: LifetimeSettings = LifetimeSettings()
    logs: LogSettings = LogSettings()
    backup: BackupSettings = BackupSettings()
    store: StoreSettings = StoreSettings()
    updates: UpdateSettings = UpdateSettings()
    window: WindowSettings = WindowSettings()
