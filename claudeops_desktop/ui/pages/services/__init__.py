"""The services: how each stood over time, and all that is known of it."""
