"""Events: what happened to services, as the agent said it."""
