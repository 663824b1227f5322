"""Facts of other programs on their way into memory (X4): worded, gated, judged, and each taken in once."""
