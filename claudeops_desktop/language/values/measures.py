"""Reads the values out of a sentence: quantities with units, times of day, frequencies, codes, ports, versions."""

from __future__ import annotations

from dataclasses import replace

from claudeops_desktop.language.values.numbers import NumberToken, NumberTokens, figure
from claudeops_desktop.language.values.units import (
    ABOUT,
    ADVERBS,
    BEGINS,
    CLOCK_WORDS,
    CODE_FRAMES,
    CODE_PHRASES,
    CODES,
    DURATIONS,
    EVIDENCE,
    FUNCTION,
    HALVES,
    INSTANT,
    LEAST,
    LESS,
    LETTERS,
    MANY_OF,
    MONTHS,
    MORE,
    MOST,
    RATES,
    SIZES,
    TIMES,
    WEEK,
    WEEKDAYS,
    YEAR,
)
from claudeops_desktop.language.values.values import INFINITE, MeasuredValue, ValueBound, ValueKind
from claudeops_desktop.language.words.lexicon import word_set
from claudeops_desktop.language.words.tokens import TextToken, tokens

MOST_VALUES = 24
_COUNTING = word_set("runs run has have to needs need with uses use keeps keep holds of is are only just requires")
_PERIODS = word_set("interval cadence frequency")
_PARTS = frozenset(WEEKDAYS) | word_set("most end beginning start middle part rest all")

_CODE_PHRASES: dict[str, list[tuple[tuple[str, ...], int]]] = {}
for _phrase, _code in CODE_PHRASES.items():
    _CODE_PHRASES.setdefault(_phrase[0], []).append((_phrase, _code))


class _Reader(NumberTokens):
    """Walks the tokens once and collects values; ``used`` marks tokens that belong to one."""

    def __init__(self, found: tuple[TextToken, ...]) -> None:
        super().__init__(found)
        self.values: list[MeasuredValue] = []

    def read(self) -> tuple[MeasuredValue, ...]:
        place = 0
        while place < len(self.tokens) and len(self.values) < MOST_VALUES:
            step = self.one(place)
            place = step if step > place else place + 1
        return tuple(self.values)

    def keep(
        self, kind: ValueKind, low: float, high: float, first: int, last: int, *,
        bound: ValueBound = ValueBound.EXACT, noun: str = "", label: str = "",
    ) -> int:  # fmt: skip
        words = [self.tokens[first].raw]
        for before, token in zip(self.tokens[first:last], self.tokens[first + 1 : last], strict=False):
            words.append((" " if token.start > before.end else "") + token.raw)
        self.values.append(MeasuredValue(kind, low, high, "".join(words)[:60], bound, noun, label, first, last))
        return last

    def one(self, place: int) -> int:
        """Reads the value that begins here, if any; the place behind it, or ``place``."""
        token = self.tokens[place]
        match token.kind:
            case "clock":
                return self.clock(place)
            case "port":
                number = float(token.text.strip(":").split("/")[0])
                return self.keep(ValueKind.PORT, number, number, place, place + 1)
            case "version":
                return self.keep(ValueKind.VERSION, 0, 0, place, place + 1, label=token.text.lstrip("v"))
            case "date":
                return self.keep(ValueKind.DATE, 0, 0, place, place + 1, label=token.text)
            case "name":
                return self.setting(place)
            case "address":
                return self.address(place)
            case "number" | "mark":
                return self.quantity(place)
            case "word":
                return self.worded(place) if token.text in BEGINS else place
        return place

    def address(self, place: int) -> int:
        """``10.0.4.20:19999`` is an address and a port."""
        host, colon, port = self.word(place).partition(":")
        self.keep(ValueKind.ADDRESS, 0, 0, place, place + 1, label=host)
        if colon:
            self.keep(ValueKind.PORT, float(port), float(port), place, place + 1)
        return place + 1

    def setting(self, place: int) -> int:
        """``vm.max_map_count=262144``: the number behind the equals sign."""
        name, _, number = self.word(place).rpartition("=")
        if name and number.isascii() and number.isdigit():
            return self.keep(ValueKind.NUMBER, float(number), float(number), place, place + 1, noun=name)
        return place

    def clock(self, place: int) -> int:
        hours, minutes = (int(part) for part in self.word(place).split(":")[:2])
        last, half = place + 1, self.half_of_day(place + 1)
        if half:
            hours, last = hours % 12 + (12 if half[0] == "p" else 0), place + 2
        at = float((hours * 60 + minutes) % 1440)
        return self.keep(ValueKind.CLOCK, at, at, place, last, bound=self.bound(place, last)[0])

    def half_of_day(self, place: int) -> str:
        return self.word(place)[:1] if self.word(place) in ("am", "pm", "a.m", "p.m") else ""

    def worded(self, place: int) -> int:
        """Frequencies, weekdays, months, names of codes, "instantly", number words."""
        word = self.word(place)
        if word in ADVERBS:
            return self.keep(ValueKind.PERIOD, ADVERBS[word], ADVERBS[word], place, place + 1)
        if word in ("every", "each"):
            if self.word(place - 1) in EVIDENCE and self.word(place - 2) == "(":
                return self.behind_bracket(place)
            step = self.every(place)
            if step > place:
                return step
        if word in TIMES and (step := self.times_per(place, TIMES[word], place, place + 1)) > place:
            return step
        if word == "first" and self.word(place + 1) in ("second", "minute", "hour", "day", "week"):
            unit = DURATIONS[self.word(place + 1)]
            return self.keep(ValueKind.DURATION, unit, unit, place, place + 2)
        day = word.removesuffix("s")
        if day in WEEKDAYS:
            return self.keep(ValueKind.WEEKDAY, WEEKDAYS[day], WEEKDAYS[day], place, place + 1)
        if word in MONTHS and (word != "may" or (self.tokens[place].raw == "May" and place > 0)):
            return self.keep(ValueKind.MONTH, MONTHS[word], MONTHS[word], place, place + 1)
        if word in CLOCK_WORDS:
            about = self.bound(place, place + 1)[0]
            return self.keep(ValueKind.CLOCK, CLOCK_WORDS[word], CLOCK_WORDS[word], place, place + 1, bound=about)
        if word in INSTANT or (word == "right" and self.word(place + 1) == "away"):
            last = place + (1 if word in INSTANT else 2)
            return self.keep(ValueKind.DURATION, 0, 2, place, last, bound=ValueBound.AT_MOST)
        for phrase, code in _CODE_PHRASES.get(word, ()):
            if tuple(self.text[place : place + len(phrase)]) == phrase and (len(phrase) > 1 or self.answered(place)):
                return self.keep(ValueKind.CODE, code, code, place, place + len(phrase))
        if word in ("port", "ports") and self.kind(place + 1) == "number":
            return self.listed_ports(place)
        if word in ("version", "versions", "release") and self.kind(place + 1) == "number":
            label = self.word(place + 1)
            return self.keep(
                ValueKind.VERSION, 0, 0, place, place + 2, label=label, bound=self.bound(place, place + 2)[0]
            )
        return self.quantity(place)

    def answered(self, place: int) -> bool:
        """Tell whether a word that may be a code is one: "returns forbidden"; root login is forbidden."""
        return not CODE_FRAMES.isdisjoint(self.text[max(0, place - 3) : place + 2])

    def behind_bracket(self, place: int) -> int:
        """The place behind the bracket: how a thing was measured is no value of it."""
        while place < len(self.tokens) and self.word(place) != ")":
            place += 1
        return place

    def listed_ports(self, place: int) -> int:
        last = place + 1
        while self.kind(last) == "number" and self.word(last).isdigit():
            number = float(self.word(last))
            last = self.keep(ValueKind.PORT, number, number, last, last + 1)
            if self.word(last) in ("and", "or", ",", "-") and self.kind(last + 1) == "number":
                last += 1
        return last

    def every(self, place: int) -> int:
        """``every 15 min``, ``each year``, ``every other week``, ``every January``, ``every Sunday``."""
        after = place + 1
        factor = 1.0
        if self.word(after) in ("other", "second"):
            factor, after = 2.0, after + 1
        if self.word(after).removesuffix("s") in WEEKDAYS:
            self.keep(ValueKind.PERIOD, WEEK * factor, WEEK * factor, place, after + 1)
            return after
        if self.word(after) in MONTHS:
            self.keep(ValueKind.PERIOD, YEAR, YEAR, place, after + 1)
            return after
        number = self.number(after)
        low, high, unit_at = (number.low, number.high, number.last) if number else (1.0, 1.0, after)
        unit = self.duration_unit(unit_at)
        if not unit or (not number and self.word(unit_at) in LETTERS):
            return place
        bound, first = self.bound(place, unit_at + 1)
        return self.keep(
            ValueKind.PERIOD, low * unit * factor, high * unit * factor, min(first, place), unit_at + 1, bound=bound
        )

    def times_per(self, place: int, times: float, first: int, after: int) -> int:
        """``once a day``, ``12 times an hour``, ``twice per week``: the period is the unit divided by the times."""
        if self.word(after) == "times":
            after += 1
        elif self.word(place) not in TIMES:
            return place
        if self.word(after) not in ("a", "an", "per", "each", "every"):
            return place
        number = self.number(after + 1)
        at = number.last if number else after + 1
        unit = self.duration_unit(at)
        if not unit or not times or self.word(at) in LETTERS:
            return place
        period = unit * (number.low if number else 1.0) / times
        return self.keep(ValueKind.PERIOD, period, period, first, at + 1)

    def quantity(self, place: int) -> int:
        """A number with its unit, or as a code, port, version or bare number with the noun behind it."""
        number = self.number(place)
        if number is None:
            return self.vague_duration(place)
        if self.ordinal(place, number):
            return number.last + 1
        if self.word(place - 1) == "of" and self.word(place) in ("a", "an") and self.word(place - 2) in _PARTS:
            return number.last
        if self.word(number.last) == "times" and EVIDENCE & set(self.text[max(0, place - 3) : place]):
            return number.last + 1
        if (step := self.times_per(place, number.low, place, number.last)) > place:
            return step
        last = number.last + (self.word(number.last) in ("more", "further", "additional"))
        joined = self.word(last) == "-" and self.kind(last + 1) == "word"
        if joined and self.tokens[last].start == self.tokens[last - 1].end:
            last += 1
        raw = self.tokens[last].raw if last < len(self.tokens) else ""
        word = self.word(last)
        close = last < len(self.tokens) and self.tokens[last].start == self.tokens[last - 1].end
        if raw in ("K", "M", "G", "T") and close:
            factor = 1024.0 ** ("KMGT".index(raw) + 1)
            return self.measured(ValueKind.SIZE, number, factor, place, last + 1)
        if word in ("%", "percent"):
            return self.measured(ValueKind.PERCENT, number, 1, place, last + 1)
        if word == "°":
            return self.measured(ValueKind.DEGREES, number, 1, place, last + 2)
        if word in RATES:
            return self.measured(ValueKind.RATE, number, RATES[word], place, last + 1)
        if word in SIZES:
            return self.measured(ValueKind.SIZE, number, SIZES[word], place, last + 1)
        if half := self.half_of_day(last):
            at = (number.low % 12 + (12 if half == "p" else 0)) * 60
            return self.keep(ValueKind.CLOCK, at, at, place, last + 1, bound=self.bound(place, last + 1)[0])
        if word == "in" and self.word(last + 2) in HALVES and number.low <= 12:
            at = (number.low % 12 + HALVES[self.word(last + 2)]) * 60
            return self.keep(ValueKind.CLOCK, at, at, place, last + 3, bound=self.bound(place, last + 3)[0])
        if word == "o'clock":
            return self.keep(ValueKind.CLOCK, number.low * 60, number.low * 60, place, last + 1)
        if (
            word == "s"
            and close
            and self.word(place) in CODES
            and self.word(place - 1) in ("the", "of", "with", "many")
        ):
            return self.keep(ValueKind.CODE, number.low, number.low, place, last + 1)
        if word in DURATIONS and (word not in LETTERS or number.digits):
            return self.duration(number, place, last)
        if not number.digits and abs(number.low - round(number.low)) > 1e-6:
            return self.measured(ValueKind.PERCENT, number, 100, place, number.last)
        if number.about:
            return place
        return self.bare(number, place, last)

    def ordinal(self, place: int, number: NumberToken) -> bool:
        """``a second try``, ``a quarter past``: words that look like a quantity and are none."""
        if self.word(place) not in ("a", "the") or self.word(number.last) not in ("second", "quarter"):
            return False
        after = self.word(number.last + 1)
        follows = self.kind(number.last + 1) == "word" and after not in FUNCTION
        return after in ("past", "to") or (self.word(number.last) == "second" and follows)

    def vague_duration(self, place: int) -> int:
        """``takes hours``, ``lags minutes behind``: a plural unit without a number."""
        word = self.word(place)
        if word in MANY_OF and self.word(place - 1) in ("takes", "in", "for", "takes", "by", "lasts", "needs"):
            unit = MANY_OF[word]
            return self.keep(ValueKind.DURATION, 2 * unit, 20 * unit, place, place + 1, bound=ValueBound.ABOUT)
        return place

    def duration(self, number: NumberToken, place: int, last: int) -> int:
        unit = DURATIONS[self.word(last)]
        low, high, last = number.low * unit, number.high * unit, last + 1
        if tuple(self.text[last : last + 3]) == ("and", "a", "half"):
            low, high, last = low + unit / 2, high + unit / 2, last + 3
        ahead = last + (1 if self.word(last) == "and" else 0)
        if self.kind(ahead) == "number" and self.kind(ahead + 1) == "word":
            smaller = DURATIONS.get(self.word(ahead + 1), INFINITE)
            if smaller < unit and low == high:
                more = figure(self.word(ahead)) * smaller
                low, high, last = low + more, high + more, ahead + 2
        ranged = NumberToken(low, high, last, number.about)
        kind = ValueKind.PERIOD if _PERIODS & set(self.text[max(0, place - 3) : place]) else ValueKind.DURATION
        return self.measured(kind, ranged, 1, place, last)

    def measured(self, kind: ValueKind, number: NumberToken, factor: float, place: int, last: int) -> int:
        bound, first = self.bound(place, last)
        if number.about:
            bound = ValueBound.ABOUT
        end = min(last, len(self.tokens))
        return self.keep(kind, number.low * factor, number.high * factor, first, end, bound=bound)

    def counts_one(self, place: int, last: int) -> bool:
        """Tell whether "one" counts here: "runs one replica", not "this one", "one of them", "the one host"."""
        return (
            self.word(place) == "one"
            and self.word(place - 1) in _COUNTING
            and self.kind(last) == "word"
            and self.word(last) not in FUNCTION
        )

    def bare(self, number: NumberToken, place: int, last: int) -> int:
        """A number without a unit: an HTTP code, a version, or a count of the noun that follows."""
        word, before = self.word(place), self.word(place - 1)
        if word in CODES and number.last == place + 1 and self.kind(place) == "number":
            near = set(self.text[max(0, place - 4) : place]) | set(self.text[place + 1 : place + 3])
            if near & CODE_FRAMES or before in ("a", "an", "not", "(", "the", ""):
                return self.keep(ValueKind.CODE, number.low, number.low, place, place + 1)
        if self.kind(place) == "number" and word.count(".") == 1 and not word.startswith("0."):
            bound = self.bound(place, last)[0]
            return self.keep(ValueKind.VERSION, number.low, number.low, place, number.last, label=word, bound=bound)
        if not number.digits and number.low in (0, 1) and not self.counts_one(place, last):
            return place
        noun = self.word(last)[:5] if self.kind(last) == "word" and self.word(last) not in FUNCTION else ""
        bound, first = self.bound(place, number.last)
        return self.keep(ValueKind.NUMBER, number.low, number.high, first, number.last, bound=bound, noun=noun)

    def bound(self, first: int, last: int) -> tuple[ValueBound, int]:
        """How firm the value between two places is, by the words around it; where those words begin."""
        one, two = self.word(first - 1), self.word(first - 2)
        after = tuple(self.text[last : last + 2])
        if one == "than" and two in MORE | LESS:
            negated = self.word(first - 3) in ("no", "not", "never")
            timed = self.word(last - 1) in DURATIONS
            upper = (two in LESS or (two == "older" and not timed)) != negated
            return (ValueBound.AT_MOST if upper else ValueBound.AT_LEAST), first - 2
        if (two, one) in (("up", "to"), ("much", "as"), ("at", "most"), ("at", "max"), ("down", "to")):
            return (ValueBound.AT_MOST if one != "to" or two == "up" else ValueBound.EXACT), first - 2
        if one == "at" and two in ("peaks", "peaking", "capped", "caps", "tops", "maxes"):
            return ValueBound.AT_MOST, first - 2
        if (two, one) == ("at", "least"):
            return ValueBound.AT_LEAST, first - 2
        if after[:2] in (("or", "less"), ("at", "most"), ("at", "worst"), ("or", "older"), ("or", "fewer")):
            return ValueBound.AT_MOST, first
        if after[:2] in (("or", "more"), ("or", "newer"), ("or", "later"), ("and", "more"), ("or", "longer")):
            return ValueBound.AT_LEAST, first
        if one in ABOUT:
            return ValueBound.ABOUT, first - 1
        if one in LEAST:
            return ValueBound.AT_LEAST, first - 1
        if one in MOST:
            return ValueBound.AT_MOST, first - 1
        return ValueBound.EXACT, first


def read_values(found: tuple[TextToken, ...]) -> tuple[MeasuredValue, ...]:
    """The values in these tokens, in order, at most ``MOST_VALUES``."""
    values = _Reader(found).read()
    values = tuple(replace(value, denied=True) if _is_denied(value, found) else value for value in values)
    for place, value in enumerate(values):
        if (
            value.kind is ValueKind.NUMBER
            and value.noun
            and place + 1 < len(values)
            and values[place + 1].first == value.last
        ):
            values = (*values[:place], replace(value, noun=""), *values[place + 1 :])
    return values


_DENIED = word_set("closed gone anymore unused dead obsolete")


def _is_denied(value: MeasuredValue, found: tuple[TextToken, ...]) -> bool:
    """Tell whether the clause denies this value: "not 200", "instead of 3306", "nothing is on 9980 any more"."""
    begin, end = value.first, value.last
    while begin > 0 and value.first - begin < 5 and found[begin - 1].kind != "stop":
        begin -= 1
    while end < len(found) and end - value.last < 5 and found[end].kind != "stop":
        end += 1
    before = [token.text for token in found[begin : value.first]]
    after = [token.text for token in found[value.last : end]]
    if before[-1:] == ["not"] or before[-2:] in (["instead", "of"], ["rather", "than"], ["not", "on"], ["not", "at"]):
        return True
    if "any" in after and {"more", "longer"} & set(after):
        return True
    return (
        bool(_DENIED & set(after[:3])) and after[:1] in (["is"], ["was"], ["are"], ["gone"])
    ) or "nothing" in before[:2]


def values_of(text: str) -> tuple[MeasuredValue, ...]:
    """The values in a sentence."""
    return read_values(tokens(text))
