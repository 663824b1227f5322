"""The words of units, numbers, frequencies, days and codes, for reading values out of sentences."""

from __future__ import annotations

from claudeops_desktop.language.words.lexicon import word_set


def _list(text: str) -> list[str]:
    return text.split()


SECOND, _MINUTE, _HOUR, _DAY = 1.0, 60.0, 3600.0, 86400.0
WEEK, _MONTH, YEAR = 7 * _DAY, 365.25 / 12 * _DAY, 365.25 * _DAY

DURATIONS: dict[str, float] = {}
for _names, _seconds in (
    ("ms msec millisecond milliseconds", 0.001),
    ("s sec secs second seconds", SECOND),
    ("m min mins minute minutes", _MINUTE),
    ("h hr hrs hour hours", _HOUR),
    ("d day days night nights morning mornings evening evenings", _DAY),
    ("w wk week weeks", WEEK),
    ("fortnight fortnights", 2 * WEEK),
    ("month months", _MONTH),
    ("quarter quarters", 3 * _MONTH),
    ("y yr yrs year years", YEAR),
):
    DURATIONS.update(dict.fromkeys(_names.split(), _seconds))
LETTERS = frozenset("smhdwy")  # as units only right behind digits ("60s") or after a blank where nothing else fits

SIZES: dict[str, float] = {"b": 1, "byte": 1, "bytes": 1}
for _power, _prefix in enumerate("kmgtp", start=1):
    for _suffix in ("b", "ib", "byte", "bytes"):
        SIZES[_prefix + _suffix] = 1024.0**_power
SIZES |= {"gig": 1024.0**3, "gigs": 1024.0**3, "gigabyte": 1024.0**3, "gigabytes": 1024.0**3}
SIZES |= {"megabyte": 1024.0**2, "megabytes": 1024.0**2, "kilobyte": 1024.0, "kilobytes": 1024.0}
SIZES |= {"terabyte": 1024.0**4, "terabytes": 1024.0**4, "meg": 1024.0**2, "megs": 1024.0**2}
RATES = {"bps": 1.0, "kbit": 1e3, "kbps": 1e3, "mbit": 1e6, "mbps": 1e6, "gbit": 1e9, "gbps": 1e9}
MULTIPLES = {"k": 1e3, "thousand": 1e3, "million": 1e6, "mio": 1e6, "hundred": 100.0, "dozen": 12.0, "billion": 1e9}

WORDS = {
    name: float(number)
    for number, name in enumerate(
        _list(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
            " seventeen eighteen nineteen"
        )
    )
}
TENS = {n: 10.0 * (i + 2) for i, n in enumerate(_list("twenty thirty forty fifty sixty seventy eighty ninety"))}
FRACTIONS = {
    "half": 0.5,
    "third": 1 / 3,
    "thirds": 1 / 3,
    "quarter": 0.25,
    "quarters": 0.25,
    "fifth": 0.2,
    "tenth": 0.1,
}
VAGUE = {"couple": (2.0, 3.0), "several": (2.0, 10.0), "few": (2.0, 6.0), "many": (10.0, 100.0)}
MANY_OF = {"seconds": SECOND, "minutes": _MINUTE, "hours": _HOUR, "days": _DAY, "weeks": WEEK, "months": _MONTH}
INSTANT = word_set("instant instantly immediately instantaneous instantaneously")
TIMES = {"once": 1.0, "twice": 2.0, "thrice": 3.0}
ADVERBS = {
    "hourly": _HOUR, "daily": _DAY, "nightly": _DAY, "weekly": WEEK, "fortnightly": 2 * WEEK, "biweekly": 2 * WEEK,
    "monthly": _MONTH, "quarterly": 3 * _MONTH, "yearly": YEAR, "annually": YEAR, "annual": YEAR,
}  # fmt: skip
WEEKDAYS = {n: float(i) for i, n in enumerate(_list("monday tuesday wednesday thursday friday saturday sunday"))}
MONTHS = {
    n: float(i)
    for i, n in enumerate(
        _list("january february march april may june july august september october november december"), start=1
    )
}
CLOCK_WORDS = {"noon": 720.0, "midday": 720.0, "midnight": 0.0}
HALVES = {"morning": 0.0, "afternoon": 12.0, "evening": 12.0}
CODES = word_set(
    "200 201 202 204 206 301 302 303 304 307 308 400 401 402 403 404 405 406 408 409 410 412 413 414 415 418 422 423"
    " 425 426 429 431 451 499 500 501 502 503 504 505 507 508 511 520 521 522 523 524 525 526 530"
)
CODE_PHRASES = {
    ("unauthorized",): 401, ("forbidden",): 403, ("not", "found"): 404, ("bad", "gateway"): 502,
    ("gateway", "timeout"): 504, ("service", "unavailable"): 503, ("too", "many", "requests"): 429,
    ("internal", "server", "error"): 500, ("bad", "request"): 400,
}  # fmt: skip
CODE_FRAMES = word_set(
    "http https status code error errors return returns returned answer answers reply replies respond responds gives"
    " give get gets redirect response responses 4xx 5xx logs throws with"
)
ABOUT = word_set("about around roughly approximately approx circa ca some nearly almost ~ ≈ ± typically usually")
LEAST = word_set("> ≥ over above exceeds exceed exceeding exceeded beyond minimum min least past reaches")
MOST = word_set("< ≤ under below within max maximum most")
MORE = word_set("more longer later greater larger bigger higher older newer")
LESS = word_set("less fewer shorter smaller lower sooner")
FUNCTION = word_set(
    "a an the is are was were be been to of for on in at by if when while and or but with without until from into as it"
    " that this than then any not no so via per most only also about after before during since because st nd rd th"
)
EVIDENCE = word_set("measured observed seen sampled checked")
JOINERS = frozenset(("-", "to", "and", "or"))
#: The words that a value can begin with; all others are passed over at once.
BEGINS = frozenset(
    _list("every each first right port ports version versions release a an the half")
    + [day + end for day in WEEKDAYS for end in ("", "s")]
    + [phrase[0] for phrase in CODE_PHRASES]
).union(ADVERBS, TIMES, CLOCK_WORDS, INSTANT, MANY_OF, WORDS, TENS, FRACTIONS, VAGUE, MONTHS)
