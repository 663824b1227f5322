"""Recorded streams, played as if an agent said them now."""
