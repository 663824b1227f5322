"""Reads numbers: 40, 4-5, 10k, 1,000, ten thousand, half an, three quarters of a."""

from __future__ import annotations

from dataclasses import dataclass

from claudeops_desktop.language.values.units import DURATIONS, FRACTIONS, JOINERS, MULTIPLES, SIZES, TENS, VAGUE, WORDS
from claudeops_desktop.language.words.tokens import TextToken


@dataclass(frozen=True, slots=True)
class NumberToken:
    """A number or range with the place behind it; ``about`` for "several", ``digits`` False for words."""

    low: float
    high: float
    last: int
    about: bool = False
    digits: bool = True


class NumberTokens:
    """Tokens with the numbers in them, written in digits or words."""

    def __init__(self, found: tuple[TextToken, ...]) -> None:
        self.tokens = found
        self.text = [token.text for token in found]

    def word(self, place: int) -> str:
        """The token's text in lower case, "" beyond the ends."""
        return self.text[place] if 0 <= place < len(self.text) else ""

    def kind(self, place: int) -> str:
        """The token's kind, "" beyond the ends."""
        return self.tokens[place].kind if 0 <= place < len(self.tokens) else ""

    def duration_unit(self, place: int) -> float:
        """Seconds of the unit at this place, 0 for none. ``M`` is no minute: sizes come first."""
        if self.kind(place) == "mark" and self.word(place) == "-":
            place += 1
        return DURATIONS.get(self.word(place), 0.0) if self.kind(place) == "word" else 0.0

    def number(self, place: int) -> NumberToken | None:
        """A number or range that begins here: ``40``, ``4-5``, ``ten thousand``, ``a``, ``a couple of``, ``half a``."""
        first = self.single(place)
        if first is None:
            return None
        joint = self.word(first.last)
        if joint in JOINERS and (joint in ("-", "to") or self.word(place - 1) in ("between", "from")):
            second = self.single(first.last + 1)
            if second and second.digits == first.digits and second.low >= first.low and first.low > 0:
                return NumberToken(first.low, second.high, second.last, digits=first.digits)
        return first

    def single(self, place: int) -> NumberToken | None:
        """One number, no range."""
        word, kind = self.word(place), self.kind(place)
        if kind == "number":
            value = figure(word)
            last = place + 1
            if self.kind(last) == "word" and self.word(last) in MULTIPLES:
                value, last = value * MULTIPLES[self.word(last)], last + 1
            return NumberToken(value, value, last)
        if kind != "word":
            return None
        if word in ("a", "an", "the") and self.word(place + 1) in VAGUE:
            return self.vague(place + 1)
        if word in VAGUE:
            return self.vague(place)
        if word in ("a", "an", "one", "two", "three", "half") and (part := self.fraction(place)):
            return part
        if word in ("a", "an"):
            following = self.word(place + 1)
            if following in MULTIPLES:
                return NumberToken(MULTIPLES[following], MULTIPLES[following], place + 2, digits=False)
            unit = self.duration_unit(place + 1) or (following in SIZES and len(following) > 3)
            return NumberToken(1, 1, place + 1, digits=False) if unit else None
        if word in FRACTIONS and self.word(place + 1) == "of" and (part := self.fraction(place)):
            return part
        return self.worded_number(place)

    def worded_number(self, place: int) -> NumberToken | None:
        """``twelve``, ``twenty-five``, ``ten thousand``."""
        word, last = self.word(place), place + 1
        if word not in WORDS and word not in TENS:
            return None
        amount = TENS[word] if word in TENS else WORDS[word]
        if word in TENS:
            ahead = last + (1 if self.word(last) == "-" else 0)
            if 0 < WORDS.get(self.word(ahead), 0) < 10:
                amount, last = amount + WORDS[self.word(ahead)], ahead + 1
        while self.word(last) in MULTIPLES:
            amount, last = amount * MULTIPLES[self.word(last)], last + 1
        return NumberToken(amount, amount, last, digits=False)

    def vague(self, place: int) -> NumberToken:
        """``several``, ``a couple of``: a wide range."""
        low, high = VAGUE[self.word(place)]
        return NumberToken(low, high, place + (2 if self.word(place + 1) == "of" else 1), about=True, digits=False)

    def fraction(self, place: int) -> NumberToken | None:
        """``half an (hour)``, ``a quarter of an (hour)``, ``three quarters of a (minute)``, ``two thirds of``."""
        bare = self.word(place) in FRACTIONS
        count, at = (1.0, place) if bare else (WORDS.get(self.word(place), 1.0), place + 1)
        part = FRACTIONS.get(self.word(at))
        if part is None:
            return None
        at += 1
        if self.word(at) == "of":
            at += 1
        if self.word(at) in ("a", "an"):
            at += 1
        elif self.word(at - 1) != "of" and not self.duration_unit(at):
            return None
        return NumberToken(count * part, count * part, at, digits=False)


def figure(text: str) -> float:
    """``1,000`` is a thousand, ``0,5`` a half, ``1.5`` what it says; a list like ``1,2,3`` its first number."""
    if "," in text:
        head, *parts = text.split(",")
        if head and all(len(part) == 3 and part.isdigit() for part in parts):
            text = head + "".join(parts)
        elif len(parts) == 1 and "." not in text:
            text = f"{head}.{parts[0]}"
        else:
            text = head
    whole, _, rest = text.partition(".")
    return float(f"{whole or 0}.{rest.replace('.', '') or 0}")
