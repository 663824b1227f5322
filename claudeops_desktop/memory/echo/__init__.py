"""Whether what was told was used (E12)."""
