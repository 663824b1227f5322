"""The forms for the limits of a service and for its maintenance."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from ....guard.cooldown import CooldownLimits, with_rule
from ....operations.service_limits import SetServiceLimits
from ....operations.service_maintenance import PlanMaintenance, StartMaintenance
from ....records.service_rules import LIMITS, ServiceRule
from ...app_context import AppContext
from ...kit.fields import ChoiceField, InputField, KnownNameField, LineField, MomentField, NumberField, Values
from ...kit.forms import FormSpec
from ...text import formatting
from ...text.translation import tr
from .limit_slots import both_limits_text

CUSTOM, OPEN, MORNING = "custom", "open", "morning"
SPANS: tuple[tuple[str, timedelta | str], ...] = (
    (tr("1 hour"), timedelta(hours=1)),
    (tr("4 hours"), timedelta(hours=4)),
    (tr("12 hours"), timedelta(hours=12)),
    (tr("Until the next day, 08:00"), MORNING),
    (tr("2 days"), timedelta(days=2)),
    (tr("1 week"), timedelta(days=7)),
    (tr("Until a time you choose"), CUSTOM),
    (tr("Until you end it"), OPEN),
)
UNSET_NUMBER, UNSET_HOURS = -1, 0.0  # what the fields say for the limit of all services


def limits_form(service: str | None, known: Sequence[str], usual: CooldownLimits) -> FormSpec[SetServiceLimits]:
    """Return the form for the limits of a service, or of one that is chosen in it."""
    return FormSpec(
        tr("Limits of {service}", service=service) if service is not None else tr("Limits of one service"),
        (
            *_service_field(service, known),
            *_limit_fields(tr("Restarts"), "restarts", "restart_hours", usual.restarts, usual.restart_hours),
            *_limit_fields(
                tr("Redeployments"),
                "redeployments",
                "redeployment_hours",
                usual.redeployments,
                usual.redeployment_hours,
            ),
        ),
        tr("Set the limits"),
        partial(limits_request, service),
        partial(_missing_service, service),
        preview=partial(_explain_limits, service, usual),
        focus="service" if service is None else "restarts",
    )


def limit_values(rule: ServiceRule | None) -> Values:
    """Return what the fields of a rule begin with."""
    return {name: getattr(rule, name) for name in LIMITS} if rule is not None else {}


def limits_request(service: str | None, values: Values) -> SetServiceLimits:
    """Return the limits that were entered; None for those of all services."""
    numbers = {
        name: None if values[name] == UNSET_NUMBER else int(values[name]) for name in ("restarts", "redeployments")
    }
    hours = {name: values[name] or None for name in ("restart_hours", "redeployment_hours")}
    return SetServiceLimits(_service(service, values), **numbers, **hours)


def maintenance_form(
    service: str | None, known: Sequence[str], now: datetime
) -> FormSpec[StartMaintenance | PlanMaintenance]:
    """Return the form for when and how long a service is left alone."""
    return FormSpec(
        tr("Leave {service} alone", service=service) if service is not None else tr("Leave a service alone"),
        (
            *_service_field(service, known),
            ChoiceField(
                "start", tr("Start"), tr("From when"), choices=((tr("Now"), ""), (tr("At a time you choose"), CUSTOM))
            ),
            MomentField("begin", tr("From"), shown=lambda values: values["start"] == CUSTOM),
            ChoiceField("span", tr("For"), tr("For how long"), choices=SPANS),
            MomentField("until", tr("Until"), shown=lambda values: values["span"] == CUSTOM),
            LineField("note", tr("Note"), hint=tr("What is done to it; it is in every prompt")),
        ),
        tr("Leave it alone"),
        partial(maintenance_request, service, now),
        partial(_maintenance_problem, service, now),
        preview=partial(_explain_maintenance, service, now),
        focus="service" if service is None else "span",
    )


def maintenance_values(now: datetime) -> Values:
    """Return what its fields begin with."""
    return {"span": SPANS[1][1], "begin": now + timedelta(hours=1), "until": now + timedelta(hours=4)}


def maintenance_request(service: str | None, now: datetime, values: Values) -> StartMaintenance | PlanMaintenance:
    """Return the maintenance that was entered: from now on, or planned."""
    name, note = _service(service, values), values["note"]
    start, end = chosen_start(values), chosen_end(values, now)
    if start is not None and end is not None:
        return PlanMaintenance(name, start, end, note)
    return StartMaintenance(name, end, note)


def chosen_start(values: Values) -> datetime | None:
    """Return when it begins; None: now."""
    begin: datetime = values["begin"]
    return begin if values["start"] == CUSTOM else None


def chosen_end(values: Values, now: datetime) -> datetime | None:
    """Return when it ends; None: when the operator ends it."""
    span, start = values["span"], chosen_start(values) or now
    if span == OPEN:
        return None
    if span == CUSTOM:
        until: datetime = values["until"]
        return until
    if span == MORNING:
        following = start.astimezone() + timedelta(days=1)
        return following.replace(hour=8, minute=0, second=0, microsecond=0)
    length: timedelta = span
    return start + length


def request_text(request: StartMaintenance | PlanMaintenance) -> str:
    """Return from when until when: ``from Sat 22:00 until Sun 01:00``, ``until you end it``."""
    if isinstance(request, PlanMaintenance):
        start, end = (formatting.format_clock_time(each) for each in (request.starts, request.ends))
        return tr("from {start} until {until}", start=start, until=end)
    if request.until is None:
        return tr("until you end it")
    return tr("until {until}", until=formatting.format_clock_time(request.until))


def _service_field(service: str | None, known: Sequence[str]) -> tuple[InputField, ...]:
    return (KnownNameField("service", tr("Service"), known=("", *known)),) if service is None else ()


def _limit_fields(title: str, number: str, hours: str, usual: int, usual_hours: float) -> tuple[InputField, ...]:
    spoken = tr("Hours that {lower} count", lower=title.lower())
    default, default_hours = tr("Default ({usual})", usual=usual), tr("Default ({usual} h)", usual=f"{usual_hours:g}")
    return (
        NumberField(number, title, least=UNSET_NUMBER, least_text=default),
        NumberField(
            hours, tr("within"), spoken, least=UNSET_HOURS, most=8760, decimals=1, unit=" h", least_text=default_hours
        ),
    )


def _service(service: str | None, values: Values) -> str:
    return service if service is not None else str(values["service"]).lower()


def _missing_service(service: str | None, values: Values) -> str:
    return "" if _service(service, values) else tr("Name the service.")


def _explain_limits(service: str | None, usual: CooldownLimits, _context: AppContext, values: Values) -> str:
    request = limits_request(service, values)
    rule = ServiceRule(request.service, **{name: getattr(request, name) for name in LIMITS})
    whose = "" if rule.has_limits else tr(" These are the defaults.")
    limits = both_limits_text(with_rule(usual, rule))
    return tr("Limits of {name}: {limits}.{whose}", name=request.service, limits=limits, whose=whose)


def _maintenance_problem(service: str | None, now: datetime, values: Values) -> str:
    start, end = chosen_start(values), chosen_end(values, now)
    if start is not None and end is None:
        return tr("A planned window needs an end: choose for how long.")
    if end is not None and end <= (start or now):
        return tr("The end must be after the start.")
    return _missing_service(service, values)


def _explain_maintenance(service: str | None, now: datetime, _context: AppContext, values: Values) -> str:
    request = maintenance_request(service, now, values)
    return tr(
        "No agent may restart, redeploy or change {service} {span}, whatever its tier, "
        "and alerts about it start no run. It is still checked.",
        service=request.service,
        span=request_text(request),
    )
