"""Numbers, units and measured values in a sentence."""
