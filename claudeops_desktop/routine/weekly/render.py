"""A weekly report as Markdown. What others wrote is escaped: it can be no link, no heading and no second line."""

from __future__ import annotations

import re

from ...language.prompt_quoting import one_line
from .types import SECTIONS, ReportSentence, WeeklyReport

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")
_BEGINS = re.compile(r"^(\s*)([-=+]|\d+[.)])(?=\s|$)")


def escape_markdown(text: str) -> str:
    """A text as one line that Markdown shows as it is."""
    return _BEGINS.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", one_line(text)))


def target_name(sentence: ReportSentence) -> str:
    """The place that a sentence speaks of, as ``incident 12``; "" where a page as a whole is meant, or none."""
    if sentence.kind in ("", "page"):
        return ""
    return f"{'memory' if sentence.kind == 'expiring' else sentence.kind} {sentence.target}"


def render_markdown(report: WeeklyReport) -> str:
    """The report with a heading for each section that says something."""
    lines = [f"# Week {report.span.week}", ""]
    for section, title in SECTIONS.items():
        said = report.of_section(section)
        if not said:
            continue
        lines += [f"## {title}", ""]
        for one in said:
            place = target_name(one)
            lines.append(f"- {escape_markdown(one.text)}" + (f" ({escape_markdown(place)})" if place else ""))
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"
