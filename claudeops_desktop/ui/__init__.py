"""The window, the tray and the pages. Everything here runs on the GUI thread and never waits for a database."""
