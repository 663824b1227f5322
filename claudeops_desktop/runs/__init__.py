"""The life of a run: prompt, session, what it says, escalation, limits, cooldown rules, and what a crash left."""
