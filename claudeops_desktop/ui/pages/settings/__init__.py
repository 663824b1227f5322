"""Every setting with its default and what it changes; the agents found, the schedules, the services file."""
