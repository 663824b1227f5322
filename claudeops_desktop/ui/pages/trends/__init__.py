"""Uptime, response time, incidents and cost over weeks."""
