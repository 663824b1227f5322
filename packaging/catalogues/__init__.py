"""The message catalogues of the window: taken from the sources, checked, compiled."""
