"""The window: its frame, bars and tray."""
