"""Days to come in what people write (E13): "Friday", "in 6 months", "on the 1st", "2026-12-24", "every Sunday". Pure.

A library that looks for dates by itself takes "may", "second", versions and sizes for dates. So a grammar of our own
says which words are a date, whether they speak of the future, and what they count from; dateparser reads the dates
written with the name of a month and the spans of time ("in two weeks"). Precision comes first: a day that is missed
is found by recall anyway, a wrong one is told as if somebody had asked for it.

What words mean, where they could mean two things:

- "Friday", "on Friday" is the first Friday after the day it was said on; "this Friday" may be that very day; "next
  Friday" is the one of the calendar week after (weeks begin on Monday).
- "next week" is its Monday, "next month" and "January 2027" the 1st, the weekend its Saturday, the end of a week its
  Friday.
- A date without a year is the next such day, unless it lies less than half a year back: then it was spoken of, and it
  makes no trigger.
- Hours and times of day make none ("in 2 hours", "at 02:00"); "tonight" is today.
- "every Sunday", "on the 1st of every month" is the next one, and then the next again; it must ask for something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from .tense import TensedSentence, asks, is_past, is_wanted, sentences

LONGEST_TEXT = 20_000
MOST_IN_A_TEXT = 10
FARTHEST = timedelta(days=5 * 366)
HALF_A_YEAR = timedelta(days=183)

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = "|".join(DAYS)
_NUMBER = r"\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a\s+couple\s+of|a\s+few|half\s+a"
# Names that are words or programs too stand with a capital letter; short ones always.
_FULL = "[Jj]anuary|[Ff]ebruary|March|[Aa]pril|May|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|[Nn]ovember"
_MONTH = rf"(?:{_FULL}|[Dd]ecember|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?"
_NAME = rf"(?:{_FULL}|[Dd]ecember)\b"
_AFTER_ORDINAL = (
    r"(?=\s*(?:$|[,.;:!?)”\"]|(?:at|we|i|you|they|it|then|because|when|before|after|so|please|to|for)\b|and\s+(?!\d)))"
)


_RANGE = re.compile(r"(?i)(?:\b(?:to|until|till|through)|[-–])\s*$")
# What every date has one of. Nearly all sentences have none, and cost nothing more than looking for these.
_HINTS = ("day", "tomorrow", "tonight", "evening", "afternoon", "week", "month", "quarter", "year")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_BY_MONTH = re.compile(r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|[jfasond][a-z]+(?:y|er|st|il|ne)\b)")
_BY_NUMBER = re.compile(r"\d(?:st|nd|rd|th)\b|20\d\d[ -]|[./]20\d\d|20\d\d$")


@dataclass(frozen=True, slots=True)
class FoundDate:
    """One day that is spoken of: the words that name it and the sentence they stand in."""

    day: date
    words: str
    sentence: str
    recurring: bool = False


@lru_cache(maxsize=1)
def _grammar() -> re.Pattern[str]:
    """Compiled on first use. One alternative for each way to name a day; the case of month names counts."""
    return re.compile(
        rf"""
          (?P<iso>(?<![\w./:=-])20\d\d-[01]\d-[0-3]\d(?=T\d\d|(?![\w/-]|\.\w)))
        | (?P<dotted>(?<![\w.])\d{{1,2}}\.\d{{1,2}}\.20\d\d(?!\w|\.\w))
        | (?P<slashed>(?<![\w./])\d{{1,2}}/\d{{1,2}}/20\d\d(?![\w/]))
        | (?P<dmy>(?<![\w.:-])\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+{_MONTH}|of\s+(?i:{_NAME})|{_MONTH})
             (?:,?\s+20\d\d\b)?)
        | (?P<mdy>(?<![\w.-]){_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?![\w:%]|\.\d|\s*(?:[kMGT]i?B|ms)\b)
             (?:,?\s+20\d\d\b)?(?!\s+\d\d:\d\d:\d\d))
        | (?P<my>(?<![\w.-])(?:(?P<edge>(?i:end|start|beginning))\s+of\s+)?{_NAME}\s+20\d\d\b)
        | (?P<month>\b(?:(?P<edged>(?i:end|start|beginning))\s+of|(?i:in|by|until|before|next))\s+{_NAME}
             (?!\s+\d)(?!['’]))
        | (?P<recurring>(?i:
               \b(?:every|each)\s+(?:{_DAY})\b
             | \bon\s+(?:{_DAY})s\b
             | \bthe\s+\d{{1,2}}(?:st|nd|rd|th)\s+(?:day\s+)?of\s+(?:every|each|the)\s+month\b
             | \b(?:every|each)\s+month\s+on\s+the\s+\d{{1,2}}(?:st|nd|rd|th)\b))
        | (?P<weekday>(?i:\b(?:(?P<how>on|by|until|till|before|from|this|next|coming|due|for|since|last|past|previous|
               black|patch|other|to|through|thru|and|or)\s+(?:the\s+)?(?:coming\s+)?)?(?P<name>{_DAY})\b(?P<own>['’]s)?))
        | (?P<span>(?i:(?<!-)\bin\s+(?:about\s+|roughly\s+|another\s+)?(?:{_NUMBER})\s+(?:day|week|month|year)s?\b
             (?!-|\s+(?:of|or|old|ago|window|period)\b)))
        | (?P<from_now>(?i:\b(?:{_NUMBER})\s+(?:day|week|month|year)s?\s+from\s+(?:now|today)\b))
        | (?P<overmorrow>(?i:\bthe\s+day\s+after\s+tomorrow\b))
        | (?P<tomorrow>(?i:\btomorrow\b))
        | (?P<today>(?i:\b(?:tonight|this\s+evening|this\s+afternoon|later\s+today)\b))
        | (?P<ends>(?i:\b(?P<which>end|start|beginning)\s+of\s+(?P<of>the|this|next)\s+
             (?P<unit>week|month|quarter|year)\b))
        | (?P<next>(?i:\bnext\s+(?P<what>week|month|quarter|year|weekend)\b))
        | (?P<weekend>(?i:\b(?:this|the|on\s+the|at\s+the|over\s+the)\s+(?:coming\s+)?weekend\b))
        | (?P<ordinal>(?i:\b(?:on|by|until|till|before|due|from)\s+the\s+\d{{1,2}}(?:st|nd|rd|th)
             (?:\s+of\s+(?P<ofm>this|next)\s+month\b|{_AFTER_ORDINAL})))
        """,
        re.VERBOSE,
    )


def find(text: str, at: datetime, *, agent: bool = False) -> list[FoundDate]:
    """The days to come that ``text`` names, said at ``at`` in the reader's own time zone; each once a sentence.

    ``agent``: an agent tells much in passing, so only what says that something will or must happen counts.
    """
    today, found = at.date(), list[FoundDate]()
    for sentence in sentences(text[:LONGEST_TEXT]) if may_name(text) else ():
        seen: set[date] = set()
        for one in _in_sentence(sentence, today, agent=agent):
            if one.day not in seen and timedelta(0) <= one.day - today <= FARTHEST:
                seen.add(one.day)
                found.append(one)
                if len(found) >= MOST_IN_A_TEXT:
                    return found
    return found


def following(words: str, after: date) -> date | None:
    """The next day, after ``after``, of what was said for every week or month; None for what is said once."""
    match = _grammar().search(words)
    if match is None or match.lastgroup is None or not match["recurring"]:
        return None
    return _recurring(match["recurring"], after)


def may_name(text: str) -> bool:
    """Tell whether a date may stand in it: plain searches, so that long texts without one take no time."""
    low = text.lower()
    if any(word in low for word in _HINTS) or _BY_NUMBER.search(low):
        return True
    return any(month in low for month in _MONTHS) and _BY_MONTH.search(text) is not None


def _in_sentence(told: TensedSentence, today: date, *, agent: bool) -> Iterator[FoundDate]:
    sentence = told.plain
    last = today
    for match in _grammar().finditer(sentence) if may_name(sentence) else ():
        kind = next(name for name, _ in _KINDS if match[name])
        day = dict(_KINDS)[kind](match, today)
        if last > today and _RANGE.search(sentence[: match.start()]) and kind in ("dmy", "mdy"):
            last = dict(_KINDS)[kind](match, last) or last  # from Dec 20 to Jan 3: the one after the other
            yield FoundDate(last, match.group().strip(), told.text)
            continue
        if day is None or not _meant(kind, match, sentence, today, agent=agent):
            continue
        if day > today or (day == today and kind in ("today", "weekday")):
            last = day
            yield FoundDate(day, match.group().strip(), told.text, kind == "recurring")


def _meant(kind: str, match: re.Match[str], sentence: str, today: date, *, agent: bool) -> bool:
    """Tell whether the words speak of a day to come, and not of one that was or of a habit."""
    before, after = sentence[: match.start()], sentence[match.end() :]
    if kind == "recurring":
        return asks(sentence)
    if kind in ("iso", "dotted", "slashed", "my") or (kind in ("dmy", "mdy") and re.search(r"20\d\d$", match.group())):
        return True  # a year stands there: it is to come or it is not
    if kind == "weekday":
        return _weekday_meant(match, before, after, sentence, agent=agent)
    if kind == "span" and re.search(r"(?i)\b(?:times|once|twice|first|only|least|most|days?|down)\s*$", before):
        return False  # three times in two weeks
    if kind in ("dmy", "mdy") and today - _this_year(match.group(), today) < HALF_A_YEAR and _lately(match, today):
        return False
    if is_past(sentence) and not is_wanted(sentence):
        return False
    return not agent or is_wanted(sentence)


def _weekday_meant(match: re.Match[str], before: str, after: str, sentence: str, *, agent: bool) -> bool:
    how = (match["how"] or "").lower()
    if how in ("since", "last", "past", "previous", "black", "patch", "other", "to", "through", "thru", "and", "or"):
        return False
    if re.match(rf"(?i)\s*(?:-|–|to|through|thru|until)\s*(?:{_DAY}|sun|sat|fri)\b", after):
        return False  # Monday to Friday: a habit
    if re.search(r"(?i)\b(?:every|each|last|past)(?:\s+other)?\s*$", before):
        return False
    if match["own"] and how not in ("by", "before", "until", "for"):
        return False
    if how in ("by", "until", "till", "before", "due", "next", "coming", "this"):
        return (is_wanted(sentence) or not is_past(sentence)) and (not agent or is_wanted(sentence))
    if not how and not re.match(
        r"(?i)\s*(?:$|[,.:;!?)]|\d{1,2}:\d\d\b|at\b|morning|evening|night|afternoon|we\b|i\b|please\b|to\b)", after
    ):
        return False
    if not how and not agent and re.search(r"(?i)(?<!today )(?<!this )\b(?:is|are)\s*$", before):
        return True  # the release is Thursday at noon
    if not how or agent:
        return is_wanted(sentence)
    return is_wanted(sentence) or not is_past(sentence)


# --- what the words count to -----------------------------------------------------------------------------------------


def _iso(match: re.Match[str], _today: date) -> date | None:
    return _date(*map(int, match["iso"].split("-")))


def _dotted(match: re.Match[str], _today: date) -> date | None:
    day, month, year = map(int, match["dotted"].split("."))
    return _date(year, month, day)


def _slashed(match: re.Match[str], _today: date) -> date | None:
    first, second, year = map(int, match["slashed"].split("/"))
    if first != second and first <= 12 and second <= 12:
        return None  # day first or month first: nobody knows
    return _date(year, first, second) or _date(year, second, first)


def _named(match: re.Match[str], today: date) -> date | None:
    words = match.group()
    if re.search(r"20\d\d$", words):
        return _read(words)
    day = _this_year(words, today)
    return day if day > today else _read(f"{words} {today.year + 1}")


def _month_year(match: re.Match[str], _today: date) -> date | None:
    name, year = match.group().split()[-2:]
    return _edge(_read(f"1 {name} {year}"), (match["edge"] or "").lower())


def _month(match: re.Match[str], today: date) -> date | None:
    name = match.group().split()[-1]
    first = _read(f"1 {name} {today.year}")
    if first is None:
        return None
    edge = (match["edged"] or "").lower()
    day = _edge(first, edge)
    return day if day is not None and day > today else _edge(_read(f"1 {name} {today.year + 1}"), edge)


def _weekday(match: re.Match[str], today: date) -> date:
    ahead = (DAYS.index(match["name"].lower()) - today.weekday()) % 7
    how = (match["how"] or "").lower()
    if how == "next":
        return today - timedelta(days=today.weekday()) + timedelta(days=7 + DAYS.index(match["name"].lower()))
    return today + timedelta(days=ahead if how == "this" else ahead or 7)


def _span(match: re.Match[str], today: date) -> date | None:
    words = re.sub(r"(?i)\b(?:about|roughly|another|in)\s+|\s+from\s+(?:now|today)$", "", match.group()).lower()
    words = re.sub(r"^an?\s+couple of|^a couple of", "2", words)
    words = re.sub(r"^a few", "3", words)
    if words == "half a year":
        words = "6 months"
    if words.startswith("half"):
        return None
    return _read(f"in {re.sub(r'^an? ', '1 ', words)}", today)


def _end(match: re.Match[str], today: date) -> date:
    last = match["which"].lower() == "end"
    unit, following_ = match["unit"].lower(), match["of"].lower() == "next"
    if unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7 if following_ or not last else 0)
        day = monday + timedelta(days=4 if last else 0)
        return day if day > today else day + timedelta(days=7)
    months = {"month": 1, "quarter": 3, "year": 12}[unit]
    begin = date(today.year, (today.month - 1) // months * months + 1, 1)
    ahead = months if following_ else 0
    if last:
        return _add_months(begin, ahead + months) - timedelta(days=1)
    return _add_months(begin, ahead or months)


def _next(match: re.Match[str], today: date) -> date:
    what = match["what"].lower()
    monday = today - timedelta(days=today.weekday()) + timedelta(days=7)
    if what in ("week", "weekend"):
        return monday + timedelta(days=5 if what == "weekend" else 0)
    months = {"month": 1, "quarter": 3, "year": 12}[what]
    return _add_months(date(today.year, (today.month - 1) // months * months + 1, 1), months)


def _weekend(_match: re.Match[str], today: date) -> date:
    return today + timedelta(days=(5 - today.weekday()) % 7 or 7)


def _ordinal(match: re.Match[str], today: date) -> date | None:
    number = int(re.search(r"\d+", match.group()).group())  # type: ignore[union-attr]
    if match["ofm"] and match["ofm"].lower() == "next":
        begin = _add_months(today.replace(day=1), 1)
        return _date(begin.year, begin.month, number)
    return _monthly(number, today)


def _recurring(words: str, after: date) -> date | None:
    if name := re.search(rf"(?i){_DAY}", words):
        return after + timedelta(days=(DAYS.index(name.group().lower()) - after.weekday()) % 7 or 7)
    number = re.search(r"\d+", words)
    return _monthly(int(number.group()), after) if number else None


def _monthly(number: int, after: date) -> date | None:
    """The next day of that number after a day; a month that has none is passed over."""
    for ahead in range(3):
        begin = _add_months(after.replace(day=1), ahead)
        day = _date(begin.year, begin.month, number)
        if day is not None and day > after:
            return day
    return None


_KINDS = (
    ("iso", _iso),
    ("dotted", _dotted),
    ("slashed", _slashed),
    ("dmy", _named),
    ("mdy", _named),
    ("my", _month_year),
    ("month", _month),
    ("recurring", lambda match, today: _recurring(match["recurring"], today)),
    ("weekday", _weekday),
    ("span", _span),
    ("from_now", _span),
    ("overmorrow", lambda _match, today: today + timedelta(days=2)),
    ("tomorrow", lambda _match, today: today + timedelta(days=1)),
    ("today", lambda _match, today: today),
    ("ends", _end),
    ("next", _next),
    ("weekend", _weekend),
    ("ordinal", _ordinal),
)


def _this_year(words: str, today: date) -> date:
    return _read(f"{words} {today.year}") or date.min


def _lately(match: re.Match[str], today: date) -> bool:
    """Tell whether a date without a year was just now: it is spoken of, not planned."""
    return timedelta(0) <= today - _this_year(match.group(), today)


def _edge(first: date | None, edge: str) -> date | None:
    return _add_months(first, 1) - timedelta(days=1) if first is not None and edge == "end" else first


def _add_months(day: date, months: int) -> date:
    """For the first of a month only."""
    count = day.year * 12 + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _read(words: str, today: date | None = None) -> date | None:
    """What dateparser makes of words that are a date for certain: with a year, or counted from ``today``."""
    import dateparser

    settings: dict[str, object] = {"DATE_ORDER": "DMY", "REQUIRE_PARTS": ["day", "month", "year"]}
    if today is not None:
        noon = datetime(today.year, today.month, today.day, 12)  # noqa: DTZ001  # a day of nobody's zone
        settings = {"RELATIVE_BASE": noon, "PREFER_DATES_FROM": "future"}
    words = re.sub(r"(?i)(?<=\d)(?:st|nd|rd|th)\b|\bof\b", "", words).replace("Sept.", "Sep").replace(",", " ")
    found = dateparser.parse(" ".join(words.split()), languages=["en"], settings=settings)
    return found.date() if found else None
