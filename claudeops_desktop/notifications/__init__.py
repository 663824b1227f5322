"""Notifies the operator outside the window: on the desktop and by network services (D4)."""
