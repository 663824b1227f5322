"""How a sum of money reads, on every screen, on the command line, in sentences and exports. Pure."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_UP, Decimal

CENT = Decimal("0.01")
LEAST = Decimal("0.000001")


def money(dollars: float | None) -> str:
    """Dollars with cents, and two figures that count where it is less than one: ``$0.42``, ``$1,204.00``, ``$0.0042``,
    ``< $0.000001``; ``$0.00`` is nothing at all. Empty for None.
    """
    if dollars is None:
        return ""
    exact = _exact(dollars)
    return f"< ${LEAST:f}" if 0 < exact < LEAST else _written(exact.quantize(_step(exact)))


def money_cap(dollars: float) -> str:
    """A limit as the operator set it: ``$5``, ``$2.50``, ``$0.004``."""
    return _written(_exact(dollars).quantize(LEAST)).removesuffix(".00")


def money_of(used: float, limit: float) -> str:
    """``$0.42 of $5``; ``$0.42`` where there is no limit. With as many figures as show whether the limit is reached."""
    if not limit:
        return money(used)
    exact, whole = _exact(used).quantize(LEAST), _exact(limit)
    step = _step(exact)
    shown = exact.quantize(step, ROUND_HALF_EVEN)
    while step > LEAST and (shown >= whole) != (exact >= whole):
        step /= 10
        shown = exact.quantize(step, ROUND_UP if exact >= whole else ROUND_DOWN)
    said = money(used) if 0 < used < LEAST else _written(shown)
    return f"{said} of {money_cap(limit)}"


def _exact(dollars: float) -> Decimal:
    return Decimal(repr(float(dollars)))


def _step(exact: Decimal) -> Decimal:
    """What a sum is rounded to: cents, or the second figure that counts."""
    if not exact or abs(exact) >= Decimal("0.00995"):
        return CENT
    return max(LEAST, Decimal(1).scaleb(exact.adjusted() - 1))


def _written(rounded: Decimal) -> str:
    whole, _, part = f"{abs(rounded):,f}".partition(".")
    return f"{'-' if rounded < 0 else ''}${whole}.{part[:2].ljust(2, '0')}{part[2:].rstrip('0')}"
